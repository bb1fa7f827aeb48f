"""An evening at a server: its folder, who has come, and the tables that they play at."""

from __future__ import annotations

import random
import shutil
import tempfile
import time
from pathlib import Path
from types import TracebackType

from by_screen import (
    Player,
    at_a_game,
    begin,
    come_in,
    is_over,
    open_table,
    sit_down,
    to_lobby,
)
from hosted import Hosted, Stored
from searching import Searched
from ssh_client import Company, NotSeen, SshClient, new_key


class Evening:
    """A server and its clients. ``with Evening() as evening``; nothing is left afterwards."""

    def __init__(self, *options: str, seed: object = 0, host: str = "127.0.0.1") -> None:
        """options: of ``messdeck serve``."""
        self.folder = Path(tempfile.mkdtemp(prefix="messdeck-clients-"))
        self.server = Hosted(self.folder / "server", *options, host=host)
        self.company = Company()
        self.chance = random.Random(str(seed))
        self.players: dict[str, Player] = {}
        self.searched: dict[str, Searched] = {}

    def __enter__(self) -> Evening:
        self.server.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.company.close()
        self.server.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def client(
        self, name: str, *options: str, host: str = "", prefix: tuple[str, ...] = ()
    ) -> SshClient:
        """Somebody's ssh, which has just been started."""
        made = SshClient(
            name,
            new_key(self.folder, name),
            self.server.port,
            *options,
            host=host or self.server.host,
            prefix=prefix,
        )
        return self.company.add(made)

    def comes(
        self, name: str, *options: str, host: str = "", prefix: tuple[str, ...] = ()
    ) -> SshClient:
        """Somebody comes in, and is at the tables."""
        client = self.client(name, *options, host=host, prefix=prefix)
        come_in(self.company, client)
        to_lobby(self.company, client)
        self.players[name] = Player(self.company, client, self.chance)
        return client

    def comes_back(self, name: str, *options: str, host: str = "") -> SshClient:
        """Somebody who was cut off comes with the same key, and is at the game at once."""
        client = self.client(name, *options, host=host)
        self.company.until(client, at_a_game)
        self.company.still(client)
        player = self.players[name]
        player.client = client
        if name in self.searched:
            self.searched[name].follow(client)
        return client

    def sit(self, rules: str, names: list[str], levels: list[str], short: dict[str, str]) -> None:
        """The first of ``names`` opens a table, the others sit down, and the game begins."""
        clients = [self.players[name].client for name in names]
        who = tuple(["person"] * len(names) + levels)
        open_table(self.company, clients[0], rules, who, short)
        for client in clients[1:]:
            sit_down(self.company, client, names[0])
        for name in names:
            self.searched[name] = Searched(self.players[name].client)
        begin(self.company, clients)
        for name in names:
            self.searched[name].skip()

    def asked(self, names: list[str], seconds: float = 60.0) -> str:
        """Reads until one of ``names`` is asked for something; who, "" if their game is over."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.over(names):
                return ""
            for name in names:
                player = self.players[name]
                if not player.client.over and player.asked():
                    return name
            self.company.pump(0.1)
        screens = "\n".join(f"{n}:\n{self.players[n].client.text()}" for n in names)
        raise NotSeen(f"nobody is asked in {seconds:.0f} s\n{screens}")

    def over(self, names: list[str]) -> bool:
        """Whether all of ``names`` see how their game ended."""
        return all(is_over(self.players[name].client) for name in names)

    def again(self, names: list[str]) -> None:
        """Another game with the same people."""
        clients = [self.players[name].client for name in names]
        for client in clients:
            client.press("a")
            self.company.until(client, "The house is bound")
        begin(self.company, clients)

    def table_of(self, name: str) -> Stored:
        """The stored table at which somebody plays."""
        for stored in self.server.stored().values():
            if stored.saved is not None and name in stored.saved.names:
                return stored
        raise LookupError(name)

    def search(self, names: list[str]) -> None:
        """Searches what everybody of a table has received so far."""
        self.company.still(*[self.players[name].client for name in names], seconds=0.15)
        stored = self.table_of(names[0])
        for name in names:
            if not self.players[name].client.over:
                self.searched[name].look(stored)

    def plays(self, names: list[str], most: int = 10_000) -> int:
        """Plays on until the game is over, or ``most`` choices are made; how many were."""
        before = made = sum(self.players[name].choices for name in names)
        while made - before < most and (name := self.asked(names)):
            self.players[name].answer()
            now = sum(self.players[one].choices for one in names)
            if now != made:
                made = now
                self.search(names)
        return made - before
