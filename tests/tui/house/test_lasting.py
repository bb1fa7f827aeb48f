"""The house outlasts its process: SIGTERM's way out, and none at all."""

from __future__ import annotations

import errno
import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from saves.faults import InUse
from tests.support.breaking import FailingDisk
from tests.support.shares import at_every_run
from tests.tui.house.people import HandClock, Player, QuickThinker, open_house, person, plan, play
from tests.tui.house.test_tables import two
from tui.house.house import House
from tui.house.seating import Phase
from tui.serve.faults import NameFault
from tui.serve.people import People

HOST = "tests.tui.house.host"
KILLS = 10


def start(folder: Path, seed: int) -> subprocess.Popen[str]:
    paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
    return subprocess.Popen(
        [sys.executable, "-m", HOST, str(folder), str(seed)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": paths},
    )


def read(process: subprocess.Popen[str]) -> dict[str, Any] | None:
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line.endswith("\n"):
        return None
    found: dict[str, Any] = json.loads(line)
    return found


def same_tables(before: dict[str, Any], after: dict[str, Any]) -> int:
    """Holds two states of the house against each other; how many choices are ahead."""
    assert set(before) == set(after)
    ahead = 0
    for id_, table in before.items():
        now = after[id_]
        for key in table:
            if key not in ("log", "playing"):
                assert now[key] == table[key], (id_, key)
        # A choice may have reached the disk, but not whoever made it.
        ahead += compare(table["log"], now["log"])
    return ahead


def compare(log: list[str], now: list[str]) -> int:
    """How many entries ``now`` is ahead; commitments of a round stand in brackets at the end."""
    if now == log:
        return 0
    plain = [entry for entry in log if not entry.startswith("(")]
    assert now[: len(plain)] == plain
    waiting = {entry[1:-1] for entry in log if entry.startswith("(")}
    assert waiting <= {entry.strip("()") for entry in now[len(plain) :]}
    return max(1, len(now) - len(log))


@pytest.mark.parametrize("kills", at_every_run([3, KILLS], [3]))
def test_killed_in_mid_game_every_table_stands_as_it_stood(tmp_path: Path, kills: int) -> None:
    chance = random.Random(8)
    last: dict[str, Any] | None = None
    choices = 0
    for kill in range(kills):
        process = start(tmp_path, kill)
        opened = read(process)
        assert opened is not None
        assert opened["kind"] == "opened"
        if last is not None:
            # Of two tables at most one choice each was under way.
            assert same_tables(last["tables"], opened["tables"]) <= 4
        last = opened
        for _ in range(chance.randrange(1, 7)):
            found = read(process)
            assert found is not None
            last = found
            choices += 1
        process.send_signal(signal.SIGKILL)
        while (found := read(process)) is not None:
            last = found
        process.wait(10)
        assert process.stdout is not None
        process.stdout.close()
        # The shorter of the two games may have come to its end.
        assert any(table["playing"] for table in last["tables"].values())
    assert choices >= kills


async def test_closed_and_opened_again_people_find_seat_hand_and_log(tmp_path: Path) -> None:
    house = await open_house(tmp_path)
    table, ann, bea = await two(house, tmp_path, plan("battalion-cover", 2, 1))
    table.say(ann.presence, "see you")
    await play(table, [ann, bea], 7)
    assert table.sitting is not None
    views = [table.sitting.table.view(seat).dump() for seat in (0, 1)]
    history = table.sitting.table.history(0)
    await house.close()
    await house.close()
    again = await open_house(tmp_path)
    found = again.tables[table.id]
    assert found.phase is Phase.PLAYING
    assert found.sitting is not None
    assert [found.sitting.table.view(seat).dump() for seat in (0, 1)] == views
    assert found.sitting.table.history(0) == history
    back = [Player(again, who.who) for who in (bea, ann)]
    assert [found.come(one.presence) for one in back] == [1, 0]
    assert found.heard(back[0].presence)[-1].text == "see you"
    await play(found, back)
    assert found.phase is Phase.OVER
    await again.close()


async def test_after_the_start_levels_wait_for_somebody_to_come(tmp_path: Path) -> None:
    thinker = QuickThinker()
    house = await open_house(tmp_path)
    table, ann, bea = await two(house, tmp_path, plan("battalion-twins", 2, 2))
    await play(table, [ann, bea], 5)
    await house.close()
    again = await open_house(tmp_path, thinker=thinker)
    found = again.tables[table.id]
    assert found.sitting is not None
    before = found.sitting.save().log
    await found.sitting.settled()
    assert thinker.asked == []
    assert found.sitting.save().log == before
    await again.close()


async def test_a_minded_seat_is_minded_again_after_the_start(tmp_path: Path) -> None:
    clock = HandClock()
    house = await open_house(tmp_path, clock)
    table, ann, bea = await two(house, tmp_path)
    bea.presence.left()
    clock.go(61)
    await house.close()
    again = await open_house(tmp_path, clock)
    found = again.tables[table.id]
    found.come(Player(again, ann.who).presence)
    assert found.sitting is not None
    assert found.sitting.seats[1].minding == "random"
    found.come(Player(again, bea.who).presence)
    assert found.sitting.seats[1].minding == ""
    await again.close()


async def test_the_word_of_a_seat_is_there_again_after_the_start(tmp_path: Path) -> None:
    house = await open_house(tmp_path)
    ann = Player(house, person("Ann", tmp_path))
    table = await house.open_table(ann.presence, plan("generals-war", 2, 0))
    drawn = table.chairs[0].word
    assert drawn
    await table.prepare(ann.presence, "wal\x1brus ")
    await house.close()
    again = await open_house(tmp_path)
    found = again.tables[table.id].chairs[0]
    assert (found.word, found.text, found.ready) == ("walrus", "", False)
    found.forget()
    assert found.word not in ("", "walrus", drawn)
    await again.close()


async def test_the_seat_of_a_guest_is_a_levels_after_the_start_and_the_name_stays_there(
    tmp_path: Path,
) -> None:
    house = await open_house(tmp_path)
    ann = Player(house, person("Ann", tmp_path))
    kim = Player(house, person("kim (guest)", tmp_path, guest=True))
    table = await house.open_table(ann.presence, plan("generals-war", 2, 0))
    await table.sit(kim.presence)
    await table.ready(ann.presence, "a")
    await table.ready(kim.presence, "b")
    alone = await house.open_table(kim.presence, plan("generals-war", 1, 1))
    await house.close()  # nothing of it may hang on how the server ended: see ``House.departed``
    again = await open_house(tmp_path)
    assert alone.id not in again.tables
    found = again.tables[table.id]
    assert found.chairs[1].given_up
    assert again.guests() == {"kim (guest)"}
    people = People(tmp_path)
    people.at_tables = again.guests
    with pytest.raises(NameFault, match="name-taken"):
        people.guest("Kim")
    people.close()
    back = Player(again, ann.who)
    found.come(back.presence)
    await play(found, [back])
    assert found.phase is Phase.OVER
    await again.close()


async def test_one_process_has_a_house_at_a_time(tmp_path: Path) -> None:
    house = await open_house(tmp_path)
    with pytest.raises(InUse):
        await open_house(tmp_path)
    await house.close()
    await (await open_house(tmp_path)).close()


async def test_a_damaged_table_is_set_aside_and_costs_the_others_nothing(tmp_path: Path) -> None:
    house = await open_house(tmp_path)
    ann = Player(house, person("Ann", tmp_path))
    tables = [await house.open_table(ann.presence, plan("generals-war", 2, 0)) for _ in range(4)]
    await house.close()
    folder = house.files.folder
    (folder / f"{tables[0].id}.json").write_bytes(b"{")
    path = folder / f"{tables[1].id}.json"
    path.write_text(path.read_text().replace('"players":2', '"players":9'))
    path = folder / f"{tables[2].id}.json"
    path.write_text(path.read_text().replace('"minder":"random"', '"minder":"bot:id"'))
    again = await open_house(tmp_path)
    assert list(again.tables) == [tables[3].id]
    assert len(list(folder.glob("*.damaged"))) == 3
    await again.close()


async def test_a_game_killed_between_the_last_word_and_the_first_card_begins(
    tmp_path: Path,
) -> None:
    house = await open_house(tmp_path)
    ann, bea = Player(house, person("Ann", tmp_path)), Player(house, person("Bea", tmp_path))
    table = await house.open_table(ann.presence, plan("generals-war", 2, 0))
    await table.sit(bea.presence)
    await table.ready(ann.presence, "a")
    # As ``ready`` does, up to where it was killed.
    table.shuffling.give(table.chairs[1], "b")
    table.chairs[1].ready = True
    await table._kept()
    await house.close()
    again = await open_house(tmp_path)
    assert again.tables[table.id].phase is Phase.PLAYING
    await again.close()


async def test_a_full_disk_stops_no_table(tmp_path: Path) -> None:
    disk = FailingDisk(0)
    clock = HandClock()
    house = await House.open(tmp_path / "house", QuickThinker(), clock=clock, pace=0.0, disk=disk)
    table, ann, bea = await two(house, tmp_path)
    disk.error = errno.ENOSPC
    table.say(ann.presence, "hm")
    await play(table, [ann, bea], 4)
    disk.error = 0
    table.say(ann.presence, "good")
    await table._kept()
    assert '"good"' in (house.files.folder / f"{table.id}.json").read_text()
    await house.close()
