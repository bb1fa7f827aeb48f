"""Who is away: the countdown, the level that minds the seat, and coming back. No test waits."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from ai.player import NO_LIMIT, Budget, Thought
from engine.game import View
from engine.rng import Rng
from tests.tui.house.people import (
    HandClock,
    Player,
    QuickThinker,
    open_house,
    person,
    plan,
    play,
    until,
)
from tests.tui.house.test_tables import two
from tui.house.house import House
from tui.house.news import TimeUp
from tui.house.seating import Phase
from tui.house.table import SharedTable
from tui.sitting import Sitting


def sitting_of(table: SharedTable) -> Sitting:
    assert table.sitting is not None
    return table.sitting


async def begun(
    folder: Path, **more: object
) -> tuple[House, HandClock, SharedTable, Player, Player]:
    """A game of two; the first choices are made one by one (General's War)."""
    clock = HandClock()
    house = await open_house(folder, clock)
    table, ann, bea = await two(house, folder, plan("generals-war", 2, 0, **more))
    return house, clock, table, ann, bea


async def settled(table: SharedTable) -> None:
    """Lets everything come to rest."""
    for _ in range(20):
        await asyncio.sleep(0)
        await sitting_of(table).settled()


async def test_whoever_is_cut_off_has_sixty_seconds_then_a_level_minds_the_seat(
    tmp_path: Path,
) -> None:
    house, clock, table, ann, bea = await begun(tmp_path)
    bea.presence.left()
    assert table.minding is not None
    assert table.minding.seconds_away(1) == 60.0
    clock.go(59.9)
    assert sitting_of(table).seats[1].minding == ""
    clock.go(0.2)
    assert sitting_of(table).seats[1].minding == "random"
    assert table.minding.seconds_away(1) is None
    await play(table, [ann])
    assert table.phase is Phase.OVER
    await house.close()


async def test_the_seat_is_taken_back_at_once_with_the_same_key(tmp_path: Path) -> None:
    house, clock, table, ann, bea = await begun(tmp_path)
    bea.presence.left()
    clock.go(61)
    await play(table, [ann], 3)
    await settled(table)
    again = Player(house, bea.who)
    assert table.come(again.presence) == 1
    await settled(table)
    assert sitting_of(table).seats[1].minding == ""
    made = sitting_of(table).choices_of(1)
    assert made > 0  # the level has played meanwhile
    await play(table, [ann, again])
    assert table.phase is Phase.OVER
    await house.close()


async def test_the_log_says_once_where_a_level_took_over_and_where_its_person_is_back(
    tmp_path: Path,
) -> None:
    house, clock, table, ann, bea = await begun(tmp_path)
    table.say(ann.presence, "before")
    bea.presence.left()
    clock.go(61)
    await settled(table)
    await play(table, [ann], 3)
    # Nobody is there, and then Ann is again: Bea has been away all the time.
    ann.presence.left()
    await settled(table)
    ann = Player(house, ann.who)
    table.come(ann.presence)
    await play(table, [ann], 1)
    await house.close()
    again = await open_house(tmp_path, clock)
    found = again.tables[table.id]
    found.come(Player(again, ann.who).presence)
    bea = Player(again, bea.who)
    found.come(bea.presence)
    await settled(found)
    said = [(line.name, line.what or line.text) for line in found.heard(bea.presence)]
    assert said == [("Ann", "before"), ("Bea", "minded"), ("Bea", "back")]
    places = [line.place for line in found.heard(bea.presence)]
    assert places == sorted(places)
    assert places[1] < places[2] == found.told_so_far()
    await again.close()


async def test_nobody_elses_key_takes_it(tmp_path: Path) -> None:
    house, clock, table, _ann, bea = await begun(tmp_path)
    bea.presence.left()
    clock.go(61)
    eve = Player(house, person("Eve", tmp_path))
    assert table.come(eve.presence) == -1
    assert sitting_of(table).seats[1].minding == "random"
    assert table.chairs[1].key == bea.who.key
    await house.close()


async def test_of_two_connections_one_may_go(tmp_path: Path) -> None:
    house, _clock, table, _, bea = await begun(tmp_path)
    second = Player(house, bea.who)
    table.come(second.presence)
    bea.presence.left()
    assert table.here(1)
    second.presence.left()
    assert not table.here(1)
    await house.close()


async def test_on_purpose_a_table_without_limits_waits_for_days(tmp_path: Path) -> None:
    house, clock, table, _ann, bea = await begun(tmp_path)
    table.go(bea.presence, on_purpose=True)
    clock.go(3 * 24 * 3600)
    assert sitting_of(table).seats[1].minding == ""
    await house.close()


async def test_on_purpose_does_not_stop_the_clock_where_choices_are_timed(tmp_path: Path) -> None:
    house, clock, table, _ann, bea = await begun(tmp_path, thinking=300)
    table.go(bea.presence, on_purpose=True)
    clock.go(61)
    assert sitting_of(table).seats[1].minding == "random"
    await house.close()


async def test_a_table_may_wait_for_whoever_is_cut_off_too(tmp_path: Path) -> None:
    house, clock, table, _ann, bea = await begun(tmp_path, away=0)
    bea.presence.left()
    clock.go(3 * 24 * 3600)
    assert sitting_of(table).seats[1].minding == ""
    await house.close()


async def test_a_game_does_not_play_itself_when_everybody_is_away(tmp_path: Path) -> None:
    clock, thinker = HandClock(), QuickThinker()
    house = await open_house(tmp_path, clock, thinker)
    table, ann, bea = await two(house, tmp_path)
    bea.presence.left()
    clock.go(61)
    ann.presence.left()
    await settled(table)
    before = len(thinker.asked)
    clock.go(3600)
    await settled(table)
    assert len(thinker.asked) == before
    assert table.phase is Phase.PLAYING
    # Ann comes back: Bea's time was over already, and a level plays for her.
    table.come(Player(house, ann.who).presence)
    await until("the level", lambda: sitting_of(table).seats[1].minding == "random")
    await house.close()


async def test_a_choice_in_no_time_is_made_by_a_level_and_the_next_is_the_persons_again(
    tmp_path: Path,
) -> None:
    house, clock, table, ann, bea = await begun(tmp_path, thinking=30)
    await settled(table)
    sitting = sitting_of(table)
    seat = sitting.table.actors()[0]
    slow = (ann, bea)[seat]
    assert table.minding is not None
    assert table.minding.seconds_left(seat) == 30.0
    clock.go(29.9)
    assert sitting.choices_of(seat) == 0
    clock.go(0.2)
    assert slow.heard(TimeUp)
    await until("the choice", lambda: sitting.choices_of(seat) == 1)
    await until("the seat", lambda: sitting.seats[seat].minding == "")
    await house.close()


async def test_somebody_who_chooses_in_time_is_not_hurried(tmp_path: Path) -> None:
    house, clock, table, ann, bea = await begun(tmp_path, thinking=30)
    for _ in range(6):
        await settled(table)
        clock.go(20)
        await play(table, [ann, bea], 2)
    assert not ann.heard(TimeUp)
    await house.close()


async def test_a_guest_who_is_cut_off_is_somebody_else_next_time(tmp_path: Path) -> None:
    house = await open_house(tmp_path)
    ann = Player(house, person("Ann", tmp_path))
    guest = Player(house, person("Guest 1", tmp_path, guest=True))
    table = await house.open_table(ann.presence, plan("generals-war", 2, 0))
    await table.sit(guest.presence)
    await table.ready(ann.presence, "a")
    await table.ready(guest.presence, "b")
    guest.presence.left()
    assert table.chairs[1].given_up
    await play(table, [ann])
    assert table.phase is Phase.OVER
    await house.close()


@pytest.mark.parametrize("times", [2])
async def test_going_twice_does_nothing(tmp_path: Path, times: int) -> None:
    house, _, table, _ann, bea = await begun(tmp_path)
    for _ in range(times):
        bea.presence.left()
        table.go(bea.presence, on_purpose=True)
    assert not table.chairs[1].detached  # the first going counts: it was no purpose
    await house.close()


class Brooding(QuickThinker):
    """Never comes to a decision."""

    async def choose(self, view: View, level: str, rng: Rng, budget: Budget = NO_LIMIT) -> Thought:
        await asyncio.Event().wait()
        raise AssertionError


async def test_a_level_in_a_free_seat_is_not_hurried_by_the_clock_of_people(
    tmp_path: Path,
) -> None:
    clock = HandClock()
    house = await open_house(tmp_path, clock, Brooding())
    ann = Player(house, person("Ann", tmp_path))
    table = await house.open_table(ann.presence, plan("generals-war", 2, 0, thinking=15))
    ann.listen(table)
    await table.ready(ann.presence, "a")
    await table.begin(ann.presence)
    await settled(table)
    while await ann.choose_if_asked(table):
        await settled(table)
    assert 1 in sitting_of(table).table.actors()
    clock.go(100)
    assert TimeUp(1) not in ann.told
    await house.close()
