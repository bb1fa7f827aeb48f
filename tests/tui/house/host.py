"""A process with a house in it, for tests that kill it: people play, and it says how far they are.

Writes a JSON object a line: first how the house stands when it was opened, then after every choice
that was settled. Arguments: the folder, a seed for what people choose.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from pathlib import Path

from tests.tui.house.people import Player, open_house, person, plan
from tui.house.house import House
from tui.house.seating import Phase
from tui.house.table import SharedTable

RULES = ("battalion-cover", "generals-war")


def stands(house: House, before: dict[str, object]) -> dict[str, object]:
    """All that has to be there again. before: the same as it was said last."""
    found: dict[str, object] = {}
    for table in house.tables.values():
        sitting = table.sitting
        if sitting is not None and not sitting._settled.is_set() and table.id in before:
            found[table.id] = before[table.id]  # something is on its way to the disk
            continue
        saved = sitting.save() if sitting is not None else None
        found[table.id] = {
            "seats": [[chair.key, chair.level, chair.ready] for chair in table.chairs],
            "said": [[chair.text, chair.seal] for chair in table.chairs],
            "phrase": table.door.hidden,
            "minder": table.plan.minder,
            "house": table.shuffling.house.hex(),
            "dealer": table.shuffling.dealer,
            "talk": [line.text for line in table.chat.lines],
            "mutes": {reader: sorted(keys) for reader, keys in table.chat.mutes.items()},
            "log": [*saved.log, *[f"({text})" for text in saved.pending]] if saved else [],
            "playing": table.phase is Phase.PLAYING,
        }
    return found


class Told:
    """What is said, one line after the other."""

    def __init__(self) -> None:
        self.tables: dict[str, object] = {}

    def say(self, kind: str, house: House) -> None:
        self.tables = stands(house, self.tables)
        print(json.dumps({"kind": kind, "tables": self.tables}), flush=True)


async def begin(house: House, folder: Path) -> None:
    """Two games under way, and a table at which somebody still waits."""
    ann, bea = Player(house, person("Ann", folder)), Player(house, person("Bea", folder))
    for rules in RULES:
        table = await house.open_table(ann.presence, plan(rules, 2, 0 if "war" in rules else 1))
        await table.sit(bea.presence)
        table.say(ann.presence, f"let us play {rules}")
        table.mute(bea.presence, ann.who.key, on=True)
        await table.ready(ann.presence, "ann")
        await table.ready(bea.presence, "bea")
    waiting = await house.open_table(bea.presence, plan("battalion-twins", 3, 0, phrase="psst"))
    await waiting.ready(bea.presence, "my word")
    for one in (ann, bea):
        one.presence.left()


async def main(folder: Path, seed: int) -> None:
    house = await open_house(folder)
    if not house.tables:
        await begin(house, folder)
    told = Told()
    told.say("opened", house)
    chance = random.Random(seed)
    players = [Player(house, person(name, folder)) for name in ("Ann", "Bea")]
    playing: list[SharedTable] = []
    for table in house.tables.values():
        if table.phase is Phase.PLAYING:
            playing.append(table)
            for player in players:
                table.come(player.presence)
    while any(table.phase is Phase.PLAYING for table in playing):
        table, player = chance.choice(playing), chance.choice(players)
        sitting, seat = table.sitting, table.seat_of(player.who.key)
        assert sitting is not None
        ask = sitting.ask(seat)
        if ask is None:
            await asyncio.sleep(0.001)
            continue
        action = ask.view.legal_nth(chance.randrange(int(ask.view.legal_count())))
        await sitting.choose(seat, ask.token, int(action))
        told.say("chosen", house)
    told.say("over", house)
    await house.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
