"""How the server stands many people: ``python bench/run.py serve [--sessions 64] [--seconds 60]``.

A server process and, in this one, real SSH clients on loopback. They come in with keys of their
own, sit down four to a table, and play by keys, one choice a second at each table. Measured are:

- key to changed screen: from the last key of a choice until bytes come back to whoever typed it;
- CPU of the server a screen update, everything included (keys, rules, saving, SSH);
- memory a session;
- bytes that a session is sent while nothing happens at its table (but keepalive);
- latency again, while somebody attacks: 200 connections that never log in, garbage by the
  megabyte, a client that stops reading, quick logins without end;
- memory over 500 logins and logouts.

``python bench/run.py serve clients`` shows instead that it works, with OpenSSH's own clients.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncssh

HERE = Path(__file__).resolve().parent
SIZE = (80, 24)


class Terminal(asyncssh.SSHClientSession):
    """Counts what comes; wakes whoever waits for a change."""

    def __init__(self) -> None:
        self.bytes = 0
        self.tail = b""
        self.news = asyncio.Event()
        self.over = asyncio.Event()
        self.typed: float | None = None
        self.times: list[float] = []

    def data_received(self, data: bytes, datatype: object) -> None:
        if self.typed is not None:
            self.times.append(time.perf_counter() - self.typed)
            self.typed = None
        self.bytes += len(data)
        self.tail = (self.tail + data)[-20_000:]
        self.news.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self.over.set()
        self.news.set()

    async def until(self, text: bytes) -> None:
        async with asyncio.timeout(60):
            while text not in self.tail and not self.over.is_set():
                self.news.clear()
                await self.news.wait()


class Client:
    """Somebody who has come in."""

    def __init__(self, name: str, connection: Any, channel: Any, terminal: Terminal) -> None:
        self.name = name
        self.connection = connection
        self.channel = channel
        self.terminal = terminal

    def type(self, keys: str) -> None:
        # A choice takes several keys, each of which changes the screen: the last one counts.
        if len(keys) > 1:
            self.channel.write(keys[:-1].encode())
        asyncio.get_running_loop().call_later(0.25 if len(keys) > 1 else 0, self._last, keys[-1])

    def _last(self, key: str) -> None:
        if not self.terminal.over.is_set():
            self.terminal.typed = time.perf_counter()
            self.channel.write(key.encode())


class Server:
    """The server process; what it says of keys is typed by ``clients``."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.clients: dict[str, Client] = {}
        self.port = 0
        self._answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.choices = 0

    async def listen(self) -> None:
        assert self.process.stdout is not None
        while line := await self.process.stdout.readline():
            said = json.loads(line)
            if "keys" in said:
                self.choices += 1
                self.clients[said["who"]].type(said["keys"])
            elif "port" in said:
                self.port = said["port"]
            else:
                self._answers.put_nowait(said["answer"])
        self._answers.put_nowait({})

    async def ask(self, what: str, **more: object) -> dict[str, Any]:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"do": what, **more}).encode() + b"\n")
        answer = await self._answers.get()
        if not answer:
            raise SystemExit("the server has ended")
        return answer


@asynccontextmanager
async def server_process(folder: str) -> AsyncIterator[Server]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(HERE / "hall.py"), folder,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, limit=2**20,
    )  # fmt: skip
    server = Server(process)
    listening = asyncio.create_task(server.listen())
    while not server.port and not listening.done():  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    try:
        yield server
    finally:
        assert process.stdin is not None
        process.stdin.close()
        try:
            async with asyncio.timeout(10):
                await process.wait()
        except TimeoutError:
            process.kill()
        listening.cancel()


async def connect(server: Server, key: asyncssh.SSHKey, address: str) -> Any:
    return await asyncssh.connect(
        "127.0.0.1", server.port, username="x", client_keys=[key], known_hosts=None,
        config=None, agent_path=None, keepalive_interval=0, local_addr=(address, 0),
    )  # fmt: skip


async def come(
    server: Server, name: str, key: asyncssh.SSHKey, address: str, *, first: bool = True
) -> Client:
    connection = await connect(server, key, address)
    channel, terminal = await connection.create_session(
        Terminal, term_type="xterm-256color", term_size=SIZE, encoding=None
    )
    if first:
        await terminal.until(b"Esc")
        channel.write(f"\x15{name}\r".encode())
    await terminal.until(b"Rules")
    return Client(name, connection, channel, terminal)


def new_key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


def quantile(times: list[float], share: float) -> float:
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def times_of(clients: list[Client]) -> list[float]:
    found = [time for client in clients for time in client.terminal.times]
    for client in clients:
        client.terminal.times.clear()
    return found


async def measure(sessions: int, seconds: float, logins: int) -> dict[str, Any]:
    found: dict[str, Any] = {"sessions": sessions, "seconds": seconds, "python": sys.version[:6]}
    with tempfile.TemporaryDirectory(prefix="md-") as folder:
        async with server_process(f"{folder}/s") as server:
            warm = await come(server, "Warm", new_key(), "127.0.1.250")
            warm.connection.abort()
            await warm.connection.wait_closed()
            base = await gone(server)
            found["base_mb"] = base["memory"] / 2**20
            keys = [new_key() for _ in range(sessions)]
            clients: list[Client] = []
            began = time.perf_counter()
            for number, key in enumerate(keys):
                address = f"127.0.1.{number % 200 + 1}"
                clients.append(await come(server, f"Guest {letters(number)}", key, address))
            found["login_ms"] = (time.perf_counter() - began) / sessions * 1000
            server.clients = {client.name: client for client in clients}
            await server.ask("seat", names=[client.name for client in clients])
            await asyncio.sleep(3)
            await server.ask("play", pause=1.0)
            await asyncio.sleep(5)
            times_of(clients)
            await played(server, clients, seconds, found)
            full = await server.ask("stats")
            found["session_mb"] = (full["memory"] - base["memory"]) / sessions / 2**20
            await still(server, clients, found)
            await attacked(server, clients, seconds, found)
            await server.ask("stop")
            for client in clients:
                client.connection.abort()
            await gone(server)
            await over_and_over(server, logins, found)
    return found


async def played(
    server: Server, clients: list[Client], seconds: float, found: dict[str, Any]
) -> None:
    before, choices = await server.ask("stats"), server.choices
    mine = time.process_time()
    await asyncio.sleep(seconds)
    after = await server.ask("stats")
    times = times_of(clients)
    pictures = after["pictures"] - before["pictures"]
    found["choices_s"] = (server.choices - choices) / seconds
    found["pictures_s"] = pictures / seconds
    found["bytes_picture"] = (after["bytes"] - before["bytes"]) / max(1, pictures)
    found["cpu_share"] = (after["cpu"] - before["cpu"]) / seconds
    found["client_cpu_share"] = (time.process_time() - mine) / seconds
    found["cpu_ms_picture"] = (after["cpu"] - before["cpu"]) / max(1, pictures) * 1000
    found["keys"] = len(times)
    for share in (0.5, 0.95, 0.99):
        found[f"key_ms_p{round(share * 100)}"] = quantile(times, share) * 1000


async def still(server: Server, clients: list[Client], found: dict[str, Any]) -> None:
    """Nothing happens anywhere: the play has stopped."""
    await server.ask("stop")
    await asyncio.sleep(3)
    before = await server.ask("stats")
    came = sum(client.terminal.bytes for client in clients)
    await asyncio.sleep(10)
    after = await server.ask("stats")
    found["idle_bytes"] = sum(client.terminal.bytes for client in clients) - came
    found["idle_cpu_share"] = (after["cpu"] - before["cpu"]) / 10


async def attacked(
    server: Server, clients: list[Client], seconds: float, found: dict[str, Any]
) -> None:
    await server.ask("play", pause=1.0)
    garbage = await come(server, "Garbage", new_key(), "127.0.2.1")
    deaf = await come(server, "Deaf", new_key(), "127.0.2.2")
    # From many addresses, as far as one is let in no more often than that.
    silent = [
        await asyncio.open_connection(
            "127.0.0.1", server.port, local_addr=(f"127.0.3.{number % 20 + 1}", 0)
        )
        for number in range(200)
    ]
    deaf.channel.pause_reading()
    times_of(clients)
    busy = [asyncio.create_task(rubbish(garbage)), asyncio.create_task(keep_typing(deaf)),
            asyncio.create_task(knock(server))]  # fmt: skip
    before = await server.ask("stats")
    await asyncio.sleep(seconds)
    after = await server.ask("stats")
    for task in busy:
        task.cancel()
    times = times_of(clients)
    found["attacked_keys"] = len(times)
    found["attacked_key_ms_p95"] = quantile(times, 0.95) * 1000
    found["attacked_cpu_share"] = (after["cpu"] - before["cpu"]) / seconds
    for _, writer in silent:
        writer.close()
    for client in (garbage, deaf):
        client.connection.abort()


async def rubbish(client: Client) -> None:
    for _ in range(16):
        client.channel.write(os.urandom(65_536))
        await asyncio.sleep(0.2)


async def keep_typing(client: Client) -> None:
    while not client.terminal.over.is_set():
        client.channel.write(b"rq")
        await asyncio.sleep(0.1)


async def knock(server: Server) -> None:
    key = new_key()
    while True:
        with contextlib.suppress(asyncssh.Error, OSError):
            connection = await connect(server, key, "127.0.2.3")
            connection.abort()
        await asyncio.sleep(0.1)


async def over_and_over(server: Server, logins: int, found: dict[str, Any]) -> None:
    key = new_key()
    first = True
    memory: list[float] = []
    for number in range(logins):
        client = await come(server, "Again", key, f"127.0.4.{number % 200 + 1}", first=first)
        first = False
        client.connection.abort()
        await client.connection.wait_closed()
        if number % (logins // 5) == logins // 5 - 1:
            memory.append((await gone(server))["memory"] / 2**20)
    found["memory_over_logins_mb"] = [round(one, 1) for one in memory]


async def gone(server: Server) -> dict[str, Any]:
    """Waits until nobody is inside; the figures then."""
    while (found := await server.ask("stats"))["doors"] > 0:  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    return found


def letters(number: int) -> str:
    """Names that do not look alike: no digits that are letters to a hurried eye."""
    return "".join(["acefghkmpt"[int(digit)] for digit in str(number)])


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["clients"]:
        # What it needs besides (pyte, ssh) is not needed to measure.
        import real_clients

        return real_clients.main(arguments[1:])
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sessions", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--logins", type=int, default=500)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    found = asyncio.run(measure(chosen.sessions, chosen.seconds, chosen.logins))
    if chosen.json:
        print(json.dumps(found, indent=1))
        return 0
    for name, value in found.items():
        print(f"{name:24} {value:.2f}" if isinstance(value, float) else f"{name:24} {value}")
    return 0
