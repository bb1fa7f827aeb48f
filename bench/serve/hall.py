"""The server of the benchmark: ``messdeck serve`` in one process, and whoever seats its guests.

It says on stdout, a line of JSON each, what the clients are to do: the keys of a choice that
somebody is asked for, so that tables are really played by keys over SSH. On stdin it is asked for
figures. Nothing else is different from the server that everybody runs.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from pathlib import Path
from typing import Any

from engine import actions as act
from tui.house.plan import Plan
from tui.house.seating import Phase
from tui.house.table import SharedTable
from tui.screens.house.table import SharedTableScreen
from tui.screens.keys import ANSWERS
from tui.serve.control import memory
from tui.serve.options import ServerOptions
from tui.serve.room import ServedRoom
from tui.serve.running import tidy_seldom
from tui.serve.server import CardServer
from tui.serve.session import CardSession
from tui.setup import PERSON

RULES = ("battalion-twins", "battalion-cover", "fight-for-the-lead", "generals-war")
SEATS = 4


class Hall:
    """Seats people and calls the choices."""

    def __init__(self, server: CardServer) -> None:
        self.server = server
        self.random = random.Random(7)
        self.playing: asyncio.Task[None] | None = None
        self.pictures = 0
        self.bytes = 0

    def rooms(self) -> dict[str, tuple[CardSession, ServedRoom]]:
        """Everybody who is inside, by name."""
        return {
            session.name: (session, session.app)
            for session in self.server.sessions
            if isinstance(session.app, ServedRoom)
        }

    async def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Does what the benchmark asks for."""
        what = request["do"]
        if what == "seat":
            await self.seat(request["names"])
        elif what == "play":
            self.playing = asyncio.create_task(self.play(request["pause"]))
        elif what == "stop" and self.playing is not None:
            self.playing.cancel()
        lines = [s.line for s in self.server.sessions if s.line is not None]
        return {
            "cpu": time.process_time(),
            "memory": memory(),
            "sessions": len(self.server.sessions),
            "doors": len(self.server._doors),
            "pictures": sum(line.pictures for line in lines),
            "bytes": sum(line.sent for line in lines),
            "over": sum(table.phase is Phase.OVER for table in self.server.house.tables.values()),
        }

    async def seat(self, names: list[str]) -> None:
        """Four at a table, the rule sets in turn."""
        for at in range(0, len(names), SEATS):
            plan = Plan(RULES[at // SEATS % len(RULES)], SEATS, (PERSON,) * SEATS)
            await self.seat_table(plan, names[at : at + SEATS])

    async def seat_table(self, plan: Plan, names: list[str]) -> None:
        rooms = [self.rooms()[name][1] for name in names]
        table: SharedTable = await self.server.house.open_table(rooms[0].visit.presence, plan)
        for room in rooms[1:]:
            await table.sit(room.visit.presence)
        for room in rooms:
            room.call_later(room.visit.show_table, table)
        await self.ready(table, rooms)

    async def ready(self, table: SharedTable, rooms: list[ServedRoom]) -> None:
        for room in rooms:
            await table.ready(room.visit.presence, room.called)

    async def play(self, pause: float) -> None:
        """Has one choice made every ``pause`` seconds at each table, at any moment of it."""
        tables = list(self.server.house.tables.values())
        await asyncio.gather(*[self.play_at(table, pause) for table in tables])

    async def play_at(self, table: SharedTable, pause: float) -> None:
        await asyncio.sleep(self.random.random() * pause)
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + pause
            rooms = self.rooms()
            if table.phase is Phase.OVER:
                there = [rooms[c.name][1] for c in table.chairs if c.name in rooms]
                await table.again(there[0].visit.presence)
                await self.ready(table, there)
            for chair in table.chairs:
                if chair.name in rooms and table.asked(chair.key):
                    keys = self.keys(rooms[chair.name][1])
                    if keys:
                        tell({"who": chair.name, "keys": keys})
                        break
            await asyncio.sleep(max(0.0, due - loop.time()))

    def keys(self, room: ServedRoom) -> str:
        """The keys of any choice that is allowed, "" if the screen is not ready for one."""
        screen = room.screen
        if not isinstance(screen, SharedTableScreen):
            return ""
        answering = screen.answering
        if answering is None or screen.sending:
            return ""
        question = answering.question
        view = question.view
        action = int(view.legal_nth(self.random.randrange(int(view.legal_count()))))
        kind = action & 31
        if kind in ANSWERS:
            return ANSWERS[kind].key
        if kind == act.BID:
            return f"{act.number_of(action)}\r"
        if kind == act.CHALLENGE:
            return str(act.target_of(action) + 1)
        used: list[int] = []
        for card in act.cards_of(action):
            used.append(next(i for i, c in enumerate(question.hand) if c == card and i not in used))
        keys = "".join([screen.labels()[index] for index in used]) + "\r"
        return keys + (str(act.target_of(action) + 1) if kind == act.ATTACK else "")


def tell(what: dict[str, Any]) -> None:
    sys.__stdout__.write(json.dumps(what) + "\n")
    sys.__stdout__.flush()


async def main() -> None:
    options = ServerOptions(
        host="127.0.0.1",
        port=0,
        max_sessions=5000,
        workers=1,
    )
    server = CardServer(Path(sys.argv[1]), options)
    await server.open()
    tidy_seldom()
    hall = Hall(server)
    tell({"port": server.port})
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        tell({"answer": await hall.answer(json.loads(line))})
    await server.close()


if __name__ == "__main__":
    asyncio.run(main())
