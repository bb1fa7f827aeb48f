"""Two people play while others do to the server what they can."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import threading
import time
from collections.abc import Callable

from by_screen import come_in
from evening import Evening
from ssh_client import ESCAPE, QUIET, SshClient, new_key
from verdicts import Verdict

TWO = ["Ann", "Bea"]
IDLE = 200
GARBAGE = 1 << 20
LOGINS = 40
# Slower than that, and somebody would call it stuck.
SLOW = 1.0
# A client that takes nothing is let go after 45 seconds (docs/hosting.md), counted from when its
# own window of two megabytes is full.
LEAST, MOST = 60.0, 150.0


def floods(verdict: Verdict, seed: object) -> None:
    """Plays before it and while it lasts; compares how long a key takes."""
    with Evening(seed=seed) as evening:
        for name in TWO:
            evening.comes(name)
        evening.sit("battalion-cover", TWO, ["corporal", "corporal"], {})
        evening.plays(TWO, most=2)
        calm = keys(evening, 20)
        end = threading.Event()
        idle = silent(evening)
        garbage = visitor(evening, "Gus", "-e", "none")
        deaf = visitor(evening, "Deaf Don", "-e", "none")
        split = visitor(evening, "Sue")
        cut_keys(verdict, evening, split)
        deaf.deaf = True
        work = [
            threading.Thread(target=one, args=(evening, end), daemon=True)
            for one in (rubbish_of(garbage), typing_of(deaf), splitting_of(split), logins)
        ]
        for one in work:
            one.start()
        began = time.monotonic()
        attacked: list[float] = []
        made = 0
        while (passed := time.monotonic() - began) < MOST:
            if passed > LEAST and let_go(evening):
                break
            made += evening.plays(TWO, most=1)
            attacked += keys(evening, 5)
        end.set()
        for one in work:
            one.join(20)
        for line in idle:
            line.close()
        told(verdict, evening, calm, attacked, made)
        after(verdict, evening)


def let_go(evening: Evening) -> bool:
    """Whether the server has given up on whoever takes nothing."""
    return "takes nothing any more" in evening.server.log.read_text(errors="replace")


def cut_keys(verdict: Verdict, evening: Evening, client: SshClient) -> None:
    """Arrows that come a byte at a time are arrows: the third item of the menu is marked."""
    for byte in b"\x1b[B\x1b[B":
        client.send(bytes([byte]))
        evening.company.pump(0.02)
    evening.company.still(client)
    marked = next((line for line in client.lines() if "▸" in line), "")
    verdict.holds("split sequences are whole keys", "n New game" in marked, client.text())


def told(
    verdict: Verdict, evening: Evening, calm: list[float], attacked: list[float], made: int
) -> None:
    """The figures, and what the log says."""
    verdict.holds("the others play on", made >= 5, made)
    verdict.holds(f"a key takes less than {SLOW:.0f} s", part(attacked, 0.95) < SLOW)
    log = evening.server.log.read_text(errors="replace")
    verdict.holds("the client that stopped reading is let go", let_go(evening))
    verdict.holds("those who never log in are refused", "refused 127.0.3." in log)
    verdict.holds("the server's log is clean", not evening.server.faults(),
                  evening.server.faults()[:3])  # fmt: skip
    verdict.seen.append(
        f"{made} choices of people meanwhile, key to screen p95 {part(calm, 0.95) * 1000:.0f} ms "
        f"before and {part(attacked, 0.95) * 1000:.0f} ms during it ({len(attacked)} keys)"
    )


def after(verdict: Verdict, evening: Evening) -> None:
    """The server is up, somebody new comes in, and those who play are still there."""
    evening.comes("Late")
    for name in TWO:
        verdict.holds(f"{name} is in", not evening.players[name].client.over)


def part(times: list[float], share: float) -> float:
    """The time that ``share`` of all keys take at most."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("inf")


def keys(evening: Evening, times: int) -> list[float]:
    """Seconds from a key that changes a screen until it has changed: the line to talk is opened,
    and closed again."""
    client = evening.players[TWO[0]].client
    evening.company.still(client, seconds=0.1)
    found: list[float] = []
    for _ in range(times):
        size = len(client.raw)
        began = time.monotonic()
        client.press("/")
        while len(client.raw) == size and time.monotonic() - began < 5 * SLOW:
            evening.company.pump(0.02)
        found.append(time.monotonic() - began)
        evening.company.until(client, "Say to the table")
        client.press(ESCAPE)
        evening.company.until(client, "Say to the table", gone=True)
        evening.company.still(client, seconds=0.1)
    return found


def visitor(evening: Evening, name: str, *options: str) -> SshClient:
    """Somebody in the menu."""
    client = evening.client(name, *options)
    come_in(evening.company, client)
    return client


Attack = Callable[[Evening, threading.Event], None]


def silent(evening: Evening) -> list[socket.socket]:
    """Connections that say nothing, from twenty addresses."""
    found = []
    for number in range(IDLE):
        with contextlib.suppress(OSError):
            line = socket.socket()
            line.bind((f"127.0.3.{number % 20 + 1}", 0))
            line.connect(("127.0.0.1", evening.server.port))
            found.append(line)
    return found


def rubbish_of(client: SshClient) -> Attack:
    """A megabyte of anything."""

    def attack(evening: Evening, end: threading.Event) -> None:
        sent = 0
        while sent < GARBAGE and not end.is_set():
            with contextlib.suppress(OSError):
                client.send(os.urandom(1024))
                sent += 1024
            time.sleep(0.01)

    return attack


def typing_of(client: SshClient) -> Attack:
    """Keys and a window that change the screen all the time, of one who reads nothing of it."""

    def attack(evening: Evening, end: threading.Event) -> None:
        wide = 0
        while not end.wait(0.02):
            wide = (wide + 1) % 40
            with contextlib.suppress(OSError):
                client.send(b"rq")
                client.resize(200 + wide, 60)

    return attack


def splitting_of(client: SshClient) -> Attack:
    """Arrows and letters of several bytes, a byte at a time."""

    def attack(evening: Evening, end: threading.Event) -> None:
        while not end.is_set():
            for byte in "\x1b[B\x1b[A\x1b[<64;5;5M안".encode():
                with contextlib.suppress(OSError):
                    client.send(bytes([byte]))
                time.sleep(0.005)

    return attack


def logins(evening: Evening, end: threading.Event) -> None:
    """Real clients that log in and are gone."""
    key = new_key(evening.folder, "Quick")
    for number in range(LOGINS):
        if end.is_set():
            return
        line = ["ssh", *QUIET, "-i", str(key), "-b", f"127.0.5.{number % 20 + 1}", "-l", "Quick",
                "-p", str(evening.server.port), "-T", "127.0.0.1"]  # fmt: skip
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run(
                line, stdin=subprocess.DEVNULL, capture_output=True, timeout=10, check=False
            )
