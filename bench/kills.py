"""Kills a process that plays and saves, again and again, and looks at what is left.

    python bench/kills.py [--kills 1000] [--seed 0] [--json]

A child plays games of every rule set at random, saved at each choice, and reports each choice once
it is confirmed. It is killed (SIGKILL) at a random moment, or by itself right before or after one
of the writer's system calls. Then the shelf is read by somebody else: everything on it has to be
readable, and the game has to stand at the last confirmed choice, or at the one that was just being
saved; every choice in it has to be the one that was made. The next child goes on with that game.

Prints what was counted; exit status 1 if a confirmed choice was lost or a shelf was unreadable.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from engine.chance import SeededChance, seed_from_text
from engine.refusals import MessdeckError
from engine.registry import rule_sets
from engine.rng import rng_from
from engine.table import Table
from saves.capture import LogTexts, now, pending_texts, result_of
from saves.disk import Disk
from saves.keeper import Keeper
from saves.schema import SavedGame, Seat
from saves.shelf import Shelf

# Calls of the writer that a save makes, at most: see saves/writing.py.
CALLS = 10


class DeadlyDisk(Disk):
    """Kills its own process right before or after call number ``at`` (from 1; 0: never)."""

    def __init__(self, at: int, after: bool) -> None:
        self.at = at
        self.after = after
        self.made = 0

    def _deadly(self, call: Callable[[], int | None]) -> int | None:
        self.made += 1
        if self.made == self.at and not self.after:
            os.kill(os.getpid(), signal.SIGKILL)
        done = call()
        if self.made == self.at and self.after:
            os.kill(os.getpid(), signal.SIGKILL)
        return done

    def create(self, path: Path) -> int:
        made = self._deadly(lambda: Disk.create(self, path))
        assert made is not None
        return made

    def write(self, descriptor: int, data: bytes) -> None:
        half = len(data) // 2
        self._deadly(lambda: Disk.write(self, descriptor, data[:half]))
        self._deadly(lambda: Disk.write(self, descriptor, data[half:]))

    def sync(self, descriptor: int) -> None:
        self._deadly(lambda: Disk.sync(self, descriptor))

    def close(self, descriptor: int) -> None:
        self._deadly(lambda: Disk.close(self, descriptor))

    def rename(self, old: Path, new: Path) -> None:
        self._deadly(lambda: Disk.rename(self, old, new))

    def sync_folder(self, folder: Path) -> None:
        self._deadly(lambda: Disk.sync_folder(self, folder))

    def remove(self, path: Path) -> None:
        self._deadly(lambda: Disk.remove(self, path))


# The game that is played: what seat and what choice come next follows from the table alone.


def next_choice(table: Table, name: str) -> tuple[int, int, int]:
    """Seat, token and action of the next choice in the game ``name``."""
    made = len(table.log()) + len(table.pending())
    rng = rng_from("kills", name, made, len(table.pending()))
    actors = table.actors()
    ask = table.ask(actors[int(rng.below(len(actors)))])
    assert ask is not None
    view = ask.view
    return ask.seat, ask.token, int(view.legal_nth(rng.below(view.legal_count())))


def new_table(number: int) -> Table:
    """The table of game ``number``, before its first choice."""
    rules = list(rule_sets().values())
    chosen = rules[number % len(rules)]
    game = chosen.game(chosen.seats[number % len(chosen.seats)])
    return Table(game, number % game.players, SeededChance(seed_from_text(f"kills {number}")))


def saved_of(table: Table, number: int, id_: str, texts: LogTexts) -> SavedGame:
    """What is saved of game ``number``."""
    game = table.game
    log, shuffles = texts.of(table.log())
    return SavedGame(
        rules=game.rules,
        rules_version=game.version,
        id=id_,
        title=f"{number}",
        players=game.players,
        options=dict(game.options),
        dealer=table.dealer,
        names=("Nobody",) * game.players,
        seats=(Seat("level", "random"),) * game.players,
        seed=seed_from_text(f"kills {number}"),
        log=log,
        shuffles=shuffles,
        pending=pending_texts(game, table),
        snapshot=table.snapshot(),
        asked=tuple(table.actors()),
        result=result_of(table.outcome()),
        created=0,
        changed=now(),
    )


def child(folder: Path, number: int, id_: str, report: int, deadly: tuple[int, bool]) -> None:
    """Plays on until it is killed; writes a line to ``report`` after every confirmed choice."""
    shelf = Shelf(folder, disk=DeadlyDisk(*deadly))
    keeper: Keeper
    while True:
        if id_:
            opened = shelf.open(id_)
            table, keeper = opened.restored.table, opened.keeper
        else:
            table = new_table(number)
            id_, keeper = shelf.begin()
            os.write(report, f"begun {number} {id_}\n".encode())
        texts = LogTexts(table.game)
        while True:
            if keeper.save(saved_of(table, number, id_, texts)).result() is not None:
                os._exit(3)
            made = len(texts.of(table.log())[0]) + len(table.pending())
            os.write(report, f"confirmed {number} {id_} {made}\n".encode())
            if table.outcome() is not None:
                break
            table.submit(*next_choice(table, str(number)))
        keeper.close()
        number, id_ = number + 1, ""


class Watch:
    """What the parent knows: the game that is played and how far it was confirmed."""

    def __init__(self, folder: Path, rng: random.Random) -> None:
        self.folder = folder
        self.rng = rng
        self.number = 0
        self.id = ""
        self.confirmed = -1
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []

    def kill_one(self) -> None:
        """Lets a child play, kills it, looks at the shelf."""
        if self.rng.random() < 0.1:  # another game, so that every rule set gets its share
            self.number, self.id, self.confirmed = self.number + 1, "", -1
        by_itself = self.rng.random() < 0.5
        deadly = (0, False)
        if by_itself:
            saves = self.rng.randrange(4)
            deadly = (1 + saves * CALLS + self.rng.randrange(CALLS), self.rng.random() < 0.5)
        ours, theirs = os.pipe()
        process = os.fork()
        if process == 0:
            os.close(ours)
            try:
                child(self.folder, self.number, self.id, theirs, deadly)
            except BaseException as error:
                os.write(theirs, f"failed {type(error).__name__} {error}\n".encode())
            os._exit(4)
        os.close(theirs)
        self._follow(ours, process, by_itself)
        _, status = os.waitpid(process, 0)
        os.close(ours)
        if not os.WIFSIGNALED(status):
            self.faults.append(f"the child ended by itself: {status}")
        self.counts["kills"] += 1
        self.counts["at a call" if by_itself else "at a moment"] += 1
        self._look()

    def _follow(self, pipe: int, process: int, by_itself: bool) -> None:
        """Reads reports until the child is dead, by its own hand or ours."""
        left = self.rng.randrange(6)  # confirmations before we kill, then a moment
        with os.fdopen(os.dup(pipe), "rb") as reports:
            for line in reports:
                self._note(line.decode())
                left -= 1
                if left < 0 and not by_itself and process:
                    # The moment falls anywhere into the next save, which takes some milliseconds.
                    time.sleep(self.rng.random() * 0.03)
                    os.kill(process, signal.SIGKILL)
                    process = 0

    def _note(self, line: str) -> None:
        words = line.split()
        if words[0] == "failed":
            self.faults.append(line.strip())
            return
        if words[0] == "begun" or int(words[1]) != self.number:
            self.confirmed = -1
        self.number, self.id = int(words[1]), words[2]
        if words[0] == "confirmed":
            self.confirmed = int(words[3])
            self.counts["confirmed choices"] += 1

    def _look(self) -> None:
        shelf = Shelf(self.folder)
        for entry in shelf.entries():
            if entry.code != "ok":
                self.faults.append(f"{entry.id}: {entry.code}")
        if not self.id:
            return
        try:
            opened = shelf.open(self.id)
        except MessdeckError as error:
            # A game that was killed in its very first save was never confirmed.
            if self.confirmed >= 0:
                self.faults.append(f"{self.id}: {error}")
                self.counts["lost"] += 1
            self.id = ""
            return
        if opened.fault is not None:
            self.faults.append(f"{self.id}: {opened.fault}")
        stray = [path.name for path in opened.keeper.folder.glob("tmp-*")]
        if stray:
            self.faults.append(f"{self.id}: {stray}")
        table = opened.restored.table
        opened.keeper.close()
        self._compare(table)

    def _compare(self, table: Table) -> None:
        """The table has to be where the same choices lead, no earlier than was confirmed."""
        due = new_table(self.number)
        made = len(table.log()) + len(table.pending())
        while len(due.log()) + len(due.pending()) < made:
            due.submit(*next_choice(due, str(self.number)))
        if (due.log(), due.pending()) != (table.log(), table.pending()):
            self.faults.append(f"{self.id}: other choices than were made")
        if made < self.confirmed:
            self.faults.append(f"{self.id}: at {made}, confirmed {self.confirmed}")
            self.counts["lost"] += 1
        self.counts["ahead"] += made > self.confirmed
        self.counts["half-made rounds"] += bool(table.pending())
        if table.outcome() is not None:
            self.number, self.id, self.confirmed = self.number + 1, "", -1
            self.counts["finished games"] += 1


def kills(times: int, seed: int) -> Watch:
    """Kills ``times`` children; what came of it."""
    with tempfile.TemporaryDirectory(prefix="messdeck-kills-") as name:
        watch = Watch(Path(name), random.Random(seed))
        for _ in range(times):
            watch.kill_one()
        return watch


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    watch = kills(given.kills, given.seed)
    if given.json:
        print(json.dumps({**watch.counts, "faults": watch.faults}))
    else:
        for name, count in sorted(watch.counts.items()):
            print(f"{name:20} {count}")
        for fault in watch.faults:
            print("FAULT", fault)
    return 1 if watch.faults else 0


if __name__ == "__main__":
    sys.exit(main())
