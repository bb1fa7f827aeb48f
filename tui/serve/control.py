"""How the host speaks with a running server: a socket in its folder, a line of JSON each way."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from engine.refusals import MessdeckError
from tui.serve.asking import FILE, SECONDS, Reply
from tui.serve.faults import ServerFault
from tui.serve.guard import LOG
from tui.serve.people import BanKind, People

if TYPE_CHECKING:
    from tui.serve.server import CardServer

_MOST_PATH: Final = 100
_MOST_LINE: Final = 4096


class Control:
    """The server's end. Only the user who runs the server gets at the socket."""

    def __init__(self, server: CardServer) -> None:
        self._server = server
        self._listener: asyncio.Server | None = None

    async def open(self) -> None:
        """Listens. The folder's lock is held: whatever socket is there is a dead one."""
        path = self._server.folder / FILE
        if len(os.fsencode(path)) > _MOST_PATH:
            raise ServerFault("path-long", path=str(path))
        with contextlib.suppress(FileNotFoundError):
            path.unlink()
        mask = os.umask(0o177)
        try:
            self._listener = await asyncio.start_unix_server(self._hear, path, limit=_MOST_LINE)
        finally:
            os.umask(mask)

    async def close(self) -> None:
        """Listens no more."""
        if self._listener is not None:
            self._listener.close()
            self._listener = None
            with contextlib.suppress(FileNotFoundError):
                (self._server.folder / FILE).unlink()

    async def _hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(SECONDS):
                request = json.loads(await reader.readline())
                reply = await self._do(request)
                writer.write(json.dumps(reply).encode() + b"\n")
                await writer.drain()
        except (TimeoutError, OSError, ValueError, KeyError, TypeError):
            LOG.warning("a request of the host's could not be understood")
        finally:
            writer.close()

    async def _do(self, request: Reply) -> Reply:
        server = self._server
        people = server.people
        what = request["do"]
        try:
            if what == "status":
                return {"ok": True, **status(server)}
            if what == "kick":
                name, count = await server.kick(str(request["name"]))
                LOG.info("the host has shown %s out", name)
                return {"ok": True, "name": name, "sessions": count}
            if what == "ban":
                kind = cast(BanKind, request["kind"])
                value, why = str(request["value"]), str(request.get("why", ""))
                await People.aside(lambda: people.ban(kind, value, why))
                named = [one.name for one in people.bans() if one.name and one.value == value]
                LOG.info("the host has banned %s %s", kind, " ".join([*named, value]))
                return {"ok": True, "sessions": await server.enforce()}
        except MessdeckError as error:
            return {"ok": False, "code": error.code, "values": dict(error.values)}
        return {"ok": False, "code": "not-known", "values": {}}


def status(server: CardServer) -> Reply:
    """What a host may want to watch; nobody's cards."""
    guests = [s for s in server.sessions if s.person is not None and s.person.guest]
    found: Reply = {
        "since": round(server.since),
        "seconds": round(time.time() - server.since),
        "pid": os.getpid(),
        "port": server.port,
        "fingerprint": server.fingerprint,
        "sessions": len(server.sessions),
        "guests": len(guests),
        "people": sorted({s.person.name for s in server.sessions if s.person is not None}),
        "most": server.options.max_sessions,
        "logins": server.logins,
        "refused": server.refused,
        "thinking": server.thinking,
        "memory": memory(),
    }
    tables = getattr(server.house, "count", None)
    if callable(tables):
        found["tables"] = tables()
    return found


def memory() -> int:
    """Bytes of memory that the process takes now; 0 where that is not told."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
