"""Whatever an SSH client can ask for besides a terminal is refused; what it says is no path."""

from __future__ import annotations

import os
import socket
import subprocess
from pathlib import Path

from evening import Evening
from hosted import free_port
from ssh_client import ENTER, QUIET, SshClient, new_key
from verdicts import Verdict

SECONDS = 25


def refused(verdict: Verdict, seed: object) -> None:
    """All of it against one server, at which somebody sits all the while."""
    with Evening(seed=seed) as evening:
        ann = evening.comes("Ann")
        count = 0
        for check in (commands, copying, forwarding, agent_and_screen, passwords, second_session,
                      odd_names):  # fmt: skip
            count += check(verdict, evening)
        evening.company.still()
        verdict.holds("Ann is still at the tables", "in the house" in ann.text(), ann.text())
        verdict.holds("the server's log is clean", not evening.server.faults(),
                      evening.server.faults())  # fmt: skip
        verdict.seen.append(f"{count} requests refused")


class Run:
    """A command of OpenSSH's that was run to its end. said: both its outputs."""

    def __init__(self, status: int, said: str) -> None:
        self.status = status
        self.said = said


def run(evening: Evening, program: str, *words: str, user: str = "Bea", stdin: bytes = b"") -> Run:
    """Runs ``ssh``, ``scp`` or ``sftp`` without a terminal, as somebody with a key."""
    key = new_key(evening.folder, user)
    port = ("-P" if program != "ssh" else "-p", str(evening.server.port))
    line = [program, *QUIET, "-o", "LogLevel=INFO", "-o", "BatchMode=yes", "-i", str(key), *port]
    done = subprocess.run(
        [*line, *words], input=stdin, capture_output=True, timeout=SECONDS, check=False
    )
    return Run(done.returncode, (done.stdout + done.stderr).decode(errors="replace"))


def _ssh(evening: Evening, *words: str) -> Run:
    return run(evening, "ssh", "-l", "Bea", *words)


def commands(verdict: Verdict, evening: Evening) -> int:
    """A session without a terminal, commands, subsystems."""
    host = evening.server.host
    bare = _ssh(evening, "-T", host)
    verdict.holds("-T: one line says that a terminal is needed",
                  bare.status and "A terminal is needed here" in bare.said, bare.said)  # fmt: skip
    for words in (("id",), ("-tt", "sh"), ("-tt", "messdeck"), ("scp", "-t", "/tmp")):
        ran = _ssh(evening, *[w for w in words if w[0] == "-"], host,
                   *[w for w in words if w[0] != "-"])  # fmt: skip
        verdict.holds(f"exec {' '.join(words)}", ran.status and "uid=" not in ran.said, ran.said)
    subsystem = _ssh(evening, "-s", host, "netconf")
    verdict.holds("a subsystem", subsystem.status, subsystem.said)
    return 6


def copying(verdict: Verdict, evening: Evening) -> int:
    """sftp, and scp by either of its protocols, in both directions."""
    host = evening.server.host
    got = evening.folder / "got"
    sftp = run(evening, "sftp", f"Bea@{host}", stdin=b"ls\nget people.sqlite\n")
    verdict.holds("sftp", sftp.status, sftp.said)
    for protocol in ((), ("-O",)):
        there = run(evening, "scp", *protocol, str(new_key(evening.folder, "Bea")), f"Bea@{host}:x")
        back = run(evening, "scp", *protocol, f"Bea@{host}:host_key", str(got))
        verdict.holds(f"scp {protocol}", there.status and back.status, there.said + back.said)
    verdict.holds("nothing was copied", not got.exists())
    return 5


def forwarding(verdict: Verdict, evening: Evening) -> int:
    """-L, -D and -W lead nowhere, -R is given no port, a tunnel no device."""
    host, port = evening.server.host, evening.server.port
    local, socks, remote = free_port(), free_port(), free_port()
    straight = _ssh(evening, "-W", f"127.0.0.1:{port}", host)
    verdict.holds("-W", straight.status and "SSH-2.0" not in straight.said, straight.said)
    client = evening.client("Cleo", "-o", "LogLevel=INFO", "-L", f"{local}:127.0.0.1:{port}",
                            "-D", str(socks))  # fmt: skip
    evening.company.until(client, "Name:")
    verdict.holds("-L", not answered(evening, local, b""), "something answers behind it")
    ask = b"\x05\x01\x00", b"\x05\x01\x00\x01\x7f\x00\x00\x01" + port.to_bytes(2, "big")
    verdict.holds("-D", b"SSH-2.0" not in answered(evening, socks, *ask))
    verdict.holds("-L and -D cost nobody the session", not client.over)
    evening.company.part(client)
    for asked in (f"{remote}:127.0.0.1:{port}", str(remote), f"/{evening.folder}/s:127.0.0.1:22"):
        back = _ssh(evening, "-N", "-o", "ExitOnForwardFailure=yes", "-R", asked, host)
        verdict.holds(f"-R {asked}", back.status == 255, back.said)
    with socket.socket() as found:
        verdict.holds("nobody listens for -R", found.connect_ex(("127.0.0.1", remote)) != 0)
    return 6


def answered(evening: Evening, port: int, *said: bytes) -> bytes:
    """What comes back from a forwarded port, up to its end."""
    found = b""
    with socket.create_connection(("127.0.0.1", port), 5) as line:
        line.settimeout(0.05)
        for piece in (*said, b""):
            if piece:
                line.sendall(piece)
            for _ in range(20):
                evening.company.pump(0.02)
                try:
                    data = line.recv(4096)
                except TimeoutError:
                    continue
                except OSError:
                    return found
                found += data
                if not data:
                    return found
                break
    return found


def agent_and_screen(verdict: Verdict, evening: Evening) -> int:
    """The session goes on without them; the server opens nothing towards the client."""
    path = evening.folder / "agent"
    agent = subprocess.Popen(["ssh-agent", "-D", "-a", str(path)], stdout=subprocess.DEVNULL)
    log = evening.folder / "verbose"
    kept = {name: os.environ.get(name) for name in ("SSH_AUTH_SOCK", "DISPLAY")}
    try:
        os.environ.update(DISPLAY="127.0.0.1:9")
        client = evening.client("Dora", "-v", "-E", str(log), "-A", "-Y",
                                "-o", f"IdentityAgent={path}", "-o", "LogLevel=DEBUG1")  # fmt: skip
        evening.company.until(client, "Name:")
        evening.company.still(client)
        text = log.read_text(errors="replace")
        verdict.holds("X11", "X11 forwarding request failed" in text, text[-2000:])
        verdict.holds("nothing is opened towards the client", "client_input_channel_open" not in
                      text, text[-2000:])  # fmt: skip
        verdict.holds("the session goes on", not client.over)
        evening.company.part(client)
    finally:
        for name, value in kept.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        agent.terminate()
        agent.wait()
    return 2


def passwords(verdict: Verdict, evening: Evening) -> int:
    """No password is asked for, let alone taken."""
    client = SshClient(
        "Eve", None, evening.server.port, "-o", "PreferredAuthentications=password",
        "-o", "LogLevel=INFO",
    )  # fmt: skip
    evening.company.add(client)
    status = evening.company.ended(client)
    verdict.holds("a password", status == 255 and "Permission denied" in client.text(),
                  client.text())  # fmt: skip
    verdict.holds("none is asked for", "password:" not in client.text().lower(), client.text())
    evening.company.part(client)
    return 1


def second_session(verdict: Verdict, evening: Evening) -> int:
    """One connection, one session, also where the client shares its connection."""
    path = evening.folder / "mux"
    master = evening.client("Fay", "-M", "-S", str(path))
    evening.company.until(master, "Name:")
    second = subprocess.run(
        ["ssh", *QUIET, "-S", str(path), "-T", evening.server.host],
        stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS, check=False,
    )  # fmt: skip
    verdict.holds("a second session", second.returncode, second.stdout + second.stderr)
    evening.company.still(master)
    verdict.holds("the first goes on", not master.over and "Name:" in master.text())
    evening.company.part(master)
    return 1


def odd_names(verdict: Verdict, evening: Evening) -> int:
    """A login name is a proposal, and never a path. (Names with stranger signs are kept back by
    OpenSSH itself.)"""
    names = ("../../x", "/etc/passwd", "..", "%2e%2e%2fx", "host_key/", "a" * 300)
    before = everything(evening.server.folder)
    for number, name in enumerate(names):
        key = new_key(evening.folder, f"odd{number}")
        client = SshClient("odd", key, evening.server.port, user=name)
        evening.company.add(client)
        before_it = evening.company.until(client, "leave")
        client.press(ENTER)
        evening.company.until(client, lambda text, before_it=before_it: text != before_it)
        evening.company.still(client)
        cut = name[0] == "a"
        verdict.holds(f"login name {name[:12]!r}", ("New game" in client.text()) == cut,
                      client.text())  # fmt: skip
        evening.company.part(client)
    new = {path.name for path in everything(evening.server.folder) - before}
    verdict.holds("no path was made of it", not new & {"x", "passwd", "host_key"}, new)
    return len(names)


def everything(folder: Path) -> set[Path]:
    """All paths below a folder."""
    return set(folder.rglob("*"))
