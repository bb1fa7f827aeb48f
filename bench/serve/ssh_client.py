"""People at OpenSSH's client: ``ssh`` in a pseudo terminal each, whose screen pyte draws.

Nothing of messdeck is known here but its screens. ``Company`` waits for one of them while all of
them are read, as terminals read whether anybody looks at them or not.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import shutil
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pyte

SECONDS = 40.0
# A screen stands still when nothing has come for so long.
STILL = 0.35
SIZE = (80, 24)
ENTER = "\r"
ESCAPE = "\x1b"
DOWN = "\x1b[B"
RIGHT = "\x1b[C"
# Nobody's own configuration, agent or known hosts have a say.
QUIET = (
    "-F", "none", "-o", "IdentitiesOnly=yes", "-o", "IdentityAgent=none",
    "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
    "-o", "GlobalKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR",
)  # fmt: skip


class NotSeen(Exception):
    """What was waited for never came; the text holds the screen."""


def new_key(folder: Path, name: str) -> Path:
    """A key of ``ssh-keygen``'s, without a passphrase."""
    path = folder / f"key-{name}"
    if not path.exists():
        made = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(path)]
        subprocess.run(made, check=True, stdin=subprocess.DEVNULL)
    return path


def there() -> bool:
    """Whether this machine has OpenSSH's client."""
    return shutil.which("ssh") is not None and shutil.which("ssh-keygen") is not None


class SshClient:
    """``ssh`` in a pseudo terminal. raw: all that came, in order. shown: called with the client
    after each piece of it."""

    def __init__(
        self,
        name: str,
        key: Path | None,
        port: int,
        *options: str,
        host: str = "127.0.0.1",
        user: str = "",
        size: tuple[int, int] = SIZE,
        term: str = "xterm-256color",
        prefix: tuple[str, ...] = (),
        command: tuple[str, ...] = (),
    ) -> None:
        """user: the login name, ``name`` if it is not given. prefix: put before ``ssh``."""
        self.name = name
        self.screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = bytearray()
        self.shown: Callable[[SshClient], None] = lambda _: None
        self.over = False
        self.deaf = False
        ours, theirs = pty.openpty()
        _resize(theirs, *size)
        self.attributes = termios.tcgetattr(theirs)
        identity = ("-i", str(key)) if key is not None else ("-o", "PubkeyAuthentication=no")
        line = [*prefix, "ssh", *QUIET, *identity, "-p", str(port), *options,
                "-l", user or name, host, *command]  # fmt: skip
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "SSH_"))}
        environment.update(TERM=term, LANG="C.UTF-8")
        self.process = subprocess.Popen(
            line,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(theirs)
        self.line = ours

    def lines(self) -> list[str]:
        """The screen, row by row."""
        return [line.rstrip() for line in self.screen.display]

    def text(self) -> str:
        """The screen as a text."""
        return "\n".join(self.lines())

    def take(self) -> bool:
        """Reads what is there; whether there was anything."""
        try:
            data = os.read(self.line, 65536)
        except OSError:
            data = b""
        if not data:
            self.over = True
            return False
        self.raw += data
        self._stream.feed(data)
        self.shown(self)
        return True

    def press(self, keys: str) -> None:
        """Types."""
        self.send(keys.encode())

    def send(self, data: bytes) -> None:
        """Sends bytes as they are. Raises OSError if the client has ended."""
        while data:
            data = data[os.write(self.line, data[:1024]) :]

    def resize(self, columns: int, rows: int) -> None:
        """Gives the terminal another size, as a window that is pulled does."""
        self.screen.resize(rows, columns)
        _resize(self.line, columns, rows)
        os.kill(self.process.pid, signal.SIGWINCH)

    def in_order(self) -> bool:
        """Whether the terminal was given back as it was: its modes, its screen, its cursor."""
        given_back = all(
            self.raw.rfind(end) > self.raw.rfind(begin)
            for begin, end in (
                (b"\x1b[?1049h", b"\x1b[?1049l"),
                (b"\x1b[?1000h", b"\x1b[?1000l"),
                (b"\x1b[?2004h", b"\x1b[?2004l"),
                (b"\x1b[?25l", b"\x1b[?25h"),
            )
        )
        return given_back and termios.tcgetattr(self.line) == self.attributes

    def kill(self) -> None:
        """``kill -9``: the client says nothing more."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def close(self) -> None:
        """Ends the client whatever it does, and closes its terminal."""
        self.kill()
        if self.line >= 0:
            os.close(self.line)
            self.line = -1
        self.over = True


def _resize(line: int, columns: int, rows: int) -> None:
    fcntl.ioctl(line, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


class Company:
    """All clients that are open; whoever waits for one of them reads the others as well."""

    def __init__(self) -> None:
        self.clients: list[SshClient] = []

    def add(self, client: SshClient) -> SshClient:
        """One more."""
        self.clients.append(client)
        return client

    def part(self, client: SshClient) -> None:
        """One less; it is closed."""
        client.close()
        if client in self.clients:
            self.clients.remove(client)

    def close(self) -> None:
        """Ends them all."""
        for client in list(self.clients):
            self.part(client)

    def pump(self, seconds: float) -> set[SshClient]:
        """Takes in what comes within ``seconds``, or what is there when something comes; whose
        screens have changed."""
        lines = {one.line: one for one in self.clients if not one.over and not one.deaf}
        if not lines:
            time.sleep(seconds)
            return set()
        ready, _, _ = select.select(list(lines), [], [], seconds)
        return {lines[line] for line in ready if lines[line].take()}

    def until(
        self,
        client: SshClient,
        what: str | Callable[[str], object],
        seconds: float = SECONDS,
        *,
        gone: bool = False,
    ) -> str:
        """Reads until a text stands on a client's screen (or none, if ``gone``); the screen. Raises
        NotSeen."""
        end = time.monotonic() + seconds
        while True:
            text = client.text()
            seen = what in text if isinstance(what, str) else bool(what(text))
            if seen is not gone:
                return text
            if client.over or time.monotonic() > end:
                state = "the client has ended" if client.over else f"not in {seconds:.0f} s"
                wanted = what if isinstance(what, str) else getattr(what, "__name__", what)
                raise NotSeen(f"{client.name}: {wanted!r}: {state}\n{text}")
            self.pump(0.2)

    def still(self, *clients: SshClient, seconds: float = STILL) -> None:
        """Reads until the clients' screens (all, if none is named) have not changed for a while."""
        watched = set(clients or self.clients)
        end = time.monotonic() + SECONDS
        quiet_since = time.monotonic()
        while time.monotonic() - quiet_since < seconds and time.monotonic() < end:
            if self.pump(0.05) & watched:
                quiet_since = time.monotonic()

    def ended(self, client: SshClient, seconds: float = SECONDS) -> int:
        """Waits for a client's own end; its exit status. Raises NotSeen."""
        end = time.monotonic() + seconds
        while client.process.poll() is None:
            if time.monotonic() > end:
                raise NotSeen(f"{client.name}: the client does not end\n{client.text()}")
            self.pump(0.1)
        with contextlib.suppress(OSError):
            while not client.over and select.select([client.line], [], [], 0)[0]:
                client.take()
        return client.process.wait()
