"""A wire between a client and the server that can be cut without a word.

``Veth`` is a machine of its own for the client, as the kernel sees it: a network namespace whose
only wire is pulled. Where that cannot be made (no root, no ``ip``), ``Silent`` stands between them,
a relay that forwards nothing any more and closes nothing.
"""

from __future__ import annotations

import os
import select
import shutil
import socket
import subprocess
import threading
from typing import Protocol

# A network of two addresses that is in nobody's way.
_HERE, _THERE = "10.213.7.1", "10.213.7.2"


class Wire(Protocol):
    """kind: what it is made of. host, port: where the client finds the server. listen: the address
    at which the server has to listen. prefix: what ``ssh`` is started with."""

    kind: str
    host: str
    prefix: tuple[str, ...]

    @property
    def listen(self) -> str:
        """Where the server listens."""
        ...

    def connect(self, port: int) -> int:
        """The port at which the client finds the server that listens at ``port``."""
        ...

    def cut(self) -> None:
        """From now on nothing arrives, and nobody is told."""
        ...

    def close(self) -> None:
        """Takes everything away again."""
        ...


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


class Veth:
    """A namespace with one wire. Raises OSError, CalledProcessError where it cannot be made."""

    kind = "a pulled wire"
    host = _HERE
    listen = ""

    def __init__(self) -> None:
        if shutil.which("ip") is None:
            raise OSError("no ip command")
        self._space = f"messdeck-{os.getpid()}"
        self._here, self._there = f"mdh{os.getpid()}", f"mdt{os.getpid()}"
        self.prefix = ("ip", "netns", "exec", self._space)
        _ip("netns", "add", self._space)
        try:
            _ip("link", "add", self._here, "type", "veth", "peer", "name", self._there)
            _ip("link", "set", self._there, "netns", self._space)
            _ip("addr", "add", f"{_HERE}/30", "dev", self._here)
            _ip("link", "set", self._here, "up")
            self._inside("addr", "add", f"{_THERE}/30", "dev", self._there)
            self._inside("link", "set", self._there, "up")
        except BaseException:
            self.close()
            raise

    def _inside(self, *words: str) -> None:
        _ip("-n", self._space, *words)

    def connect(self, port: int) -> int:
        return port

    def cut(self) -> None:
        self._inside("link", "set", self._there, "down")

    def close(self) -> None:
        # The wire goes with its end.
        subprocess.run(["ip", "netns", "del", self._space], capture_output=True, check=False)
        subprocess.run(["ip", "link", "del", self._here], capture_output=True, check=False)


class Silent:
    """A relay on loopback."""

    kind = "a silent relay"
    host = "127.0.0.1"
    listen = "127.0.0.1"
    prefix: tuple[str, ...] = ()

    def __init__(self) -> None:
        self._ears = socket.create_server(("127.0.0.1", 0))
        self._port = 0
        self._cut = threading.Event()
        self._closed = threading.Event()

    def connect(self, port: int) -> int:
        self._port = port
        threading.Thread(target=self._relay, daemon=True).start()
        return int(self._ears.getsockname()[1])

    def _relay(self) -> None:
        with (
            self._ears,
            self._ears.accept()[0] as theirs,
            socket.create_connection(("127.0.0.1", self._port)) as ours,
        ):
            ends = {theirs: ours, ours: theirs}
            while not self._closed.is_set():
                if self._cut.is_set():
                    self._closed.wait()
                    return
                for end in select.select(list(ends), [], [], 0.05)[0]:
                    data = end.recv(65536)
                    if not data:
                        return
                    ends[end].sendall(data)

    def cut(self) -> None:
        self._cut.set()

    def close(self) -> None:
        self._closed.set()


def new_wire() -> Wire:
    """The best that can be made here."""
    try:
        return Veth()
    except (OSError, subprocess.CalledProcessError):
        return Silent()
