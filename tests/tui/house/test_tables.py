"""Shared tables: opened, sat down at, played to the end, played at again, left."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from engine.game import SPECTATOR
from saves.shelf import Shelf
from tests.tui.house.people import HandClock, Player, open_house, person, plan, play, until
from tui.house.house import House, Limits
from tui.house.news import Again, Began, Closed, Over
from tui.house.plan import Plan
from tui.house.refusals import HouseRefusal
from tui.house.seating import Phase
from tui.house.table import SharedTable

# Short games: they come to their proper end all the same.
GAMES = [
    ("battalion-twins", 2, 2, {"chips": 2, "rounds": 1}),
    ("battalion-cover", 2, 2, {"chips": 2, "rounds": 1}),
    ("fight-for-the-lead", 2, 2, {"deals": 2}),
    ("generals-war", 2, 2, {"target": 40}),
    ("generals-war", 2, 0, {}),
]


async def two(
    house: House, folder: Path, table_plan: Plan | None = None
) -> tuple[SharedTable, Player, Player]:
    """Ann and Bea at a table of their own, playing."""
    ann, bea = Player(house, person("Ann", folder)), Player(house, person("Bea", folder))
    table = await house.open_table(ann.presence, table_plan or plan("generals-war", 2, 0))
    for player in (ann, bea):
        player.listen(table)
    await table.sit(bea.presence)
    await table.ready(ann.presence, "ann says")
    assert table.phase is Phase.WAITING
    await table.ready(bea.presence, "bea says")
    assert table.phase is Phase.PLAYING
    return table, ann, bea


@pytest.mark.parametrize(("rules", "persons", "levels", "options"), GAMES)
async def test_two_people_and_levels_play_to_the_end_and_once_more(
    rules: str, persons: int, levels: int, options: dict[str, int], tmp_path: Path
) -> None:
    house = await open_house(tmp_path)
    table, ann, bea = await two(house, tmp_path, plan(rules, persons, levels, options=options))
    dealer = table.shuffling.dealer
    assert table.sitting is not None
    assert table.sitting.even  # nobody's quick answer tells anything here
    await play(table, [ann, bea])
    await until("the end", lambda: table.phase is Phase.OVER)
    assert len(ann.heard(Began)) == len(bea.heard(Over)) == 1
    await table.again(bea.presence)
    assert table.phase is Phase.WAITING
    assert ann.heard(Again)
    assert not any(chair.ready for chair in table.chairs)
    for player in (ann, bea):
        await table.ready(player.presence, "again")
    assert table.sitting is not None
    assert table.sitting.table.dealer == (dealer + 1) % (persons + levels)
    await house.close()


async def test_the_finished_game_goes_to_the_shelf_of_each_who_played(tmp_path: Path) -> None:
    house = await open_house(tmp_path)
    table, ann, bea = await two(house, tmp_path)
    eve = Player(house, person("Eve", tmp_path))
    table.come(eve.presence)
    await play(table, [ann, bea])
    await until("copies", lambda: all(chair.kept for chair in table.chairs))
    for player in (ann, bea):
        [entry] = Shelf(player.who.folder).entries()
        assert entry.summary is not None
        assert entry.summary.finished
        assert list((player.who.folder / "records").iterdir())
    assert not Shelf(eve.who.folder).entries()
    await house.close()


async def test_nobody_takes_a_seat_that_is_somebodys(tmp_path: Path) -> None:
    house = await open_house(tmp_path)
    table, _, bea = await two(house, tmp_path)
    eve = Player(house, person("Eve", tmp_path))
    with pytest.raises(HouseRefusal, match="game-runs"):
        await table.sit(eve.presence)
    bea.presence.left()
    with pytest.raises(HouseRefusal, match="game-runs"):
        await table.sit(eve.presence, 1)
    assert table.come(eve.presence) == SPECTATOR
    with pytest.raises(HouseRefusal, match="not-seated"):
        await table.ready(eve.presence, "mine now")
    await house.close()


async def test_free_seats_are_sat_down_at_and_others_are_not(tmp_path: Path) -> None:
    house = await open_house(tmp_path)
    ann, bea, eve = [Player(house, person(name, tmp_path)) for name in ("Ann", "Bea", "Eve")]
    table = await house.open_table(ann.presence, plan("battalion-twins", 2, 1))
    with pytest.raises(HouseRefusal, match="seat-taken"):
        await table.sit(bea.presence, 0)
    with pytest.raises(HouseRefusal, match="seat-of-level"):
        await table.sit(bea.presence, 2)
    assert await table.sit(bea.presence) == 1
    with pytest.raises(HouseRefusal, match="seated-already"):
        await table.sit(bea.presence, 0)
    with pytest.raises(HouseRefusal, match="table-full"):
        await table.sit(eve.presence)
    await house.close()


async def test_a_game_begins_with_free_seats_only_when_somebody_says_so(tmp_path: Path) -> None:
    house = await open_house(tmp_path)
    ann = Player(house, person("Ann", tmp_path))
    table = await house.open_table(ann.presence, plan("battalion-twins", 2, 1))
    with pytest.raises(HouseRefusal, match="not-all-ready"):
        await table.begin(ann.presence)
    await table.ready(ann.presence, "hm")
    assert table.phase is Phase.WAITING
    await table.begin(ann.presence)
    assert table.sitting is not None
    assert [seat.kind for seat in table.sitting.seats] == ["person", "level", "level"]
    await house.close()


async def test_a_pass_phrase_keeps_others_out_and_cannot_be_tried_for_long(tmp_path: Path) -> None:
    house = await open_house(tmp_path)
    ann, bea, eve = [Player(house, person(name, tmp_path)) for name in ("Ann", "Bea", "Eve")]
    table = await house.open_table(ann.presence, plan("generals-war", 2, 0, phrase="for us"))
    for try_ in (lambda: table.come(eve.presence), lambda: table.come(eve.presence, "for you")):
        with pytest.raises(HouseRefusal, match="wrong-phrase"):
            try_()
    for _ in range(4):
        with pytest.raises(HouseRefusal, match="wrong-phrase"):
            await table.sit(eve.presence, phrase="guess")
    with pytest.raises(HouseRefusal, match="phrases-too-fast"):
        table.come(eve.presence, "for us")
    assert await table.sit(bea.presence, phrase="for us") == 1
    assert "for us" not in (house.files.folder / f"{table.id}.json").read_text()
    await house.close()


async def test_a_table_takes_ten_watchers(tmp_path: Path) -> None:
    house = await open_house(tmp_path)
    table, _, _ = await two(house, tmp_path)
    for number in range(10):
        table.come(house.arrived(person(f"W{number}", tmp_path)))
    with pytest.raises(HouseRefusal, match="too-many-watchers"):
        table.come(house.arrived(person("W10", tmp_path)))
    await house.close()


async def test_a_seat_that_is_left_for_good_is_played_by_a_level(tmp_path: Path) -> None:
    house = await open_house(tmp_path)
    table, ann, bea = await two(house, tmp_path)
    await table.leave(bea.presence)
    await play(table, [ann])
    assert table.phase is Phase.OVER
    await table.leave(ann.presence)
    assert table.id not in house.tables
    assert ann.heard(Closed)
    await house.close()
    assert not list(house.files.folder.iterdir())


async def test_tables_are_limited_by_house_and_by_person(tmp_path: Path) -> None:
    house = await open_house(tmp_path, limits=Limits(tables=3, own=2))
    ann, bea = Player(house, person("Ann", tmp_path)), Player(house, person("Bea", tmp_path))
    for _ in range(2):
        await house.open_table(ann.presence, plan("generals-war", 2, 0))
    with pytest.raises(HouseRefusal, match="too-many-own-tables"):
        await house.open_table(ann.presence, plan("generals-war", 2, 0))
    await house.open_table(bea.presence, plan("generals-war", 2, 0))
    with pytest.raises(HouseRefusal, match="too-many-tables"):
        await house.open_table(bea.presence, plan("generals-war", 2, 0))
    await house.close()


@pytest.mark.parametrize("who", ["bot:sh -c id", "nobody", "corporal:rules=x"])
async def test_a_seat_is_given_to_a_level_of_the_house_and_to_no_program(
    who: str, tmp_path: Path
) -> None:
    house = await open_house(tmp_path)
    ann = Player(house, person("Ann", tmp_path))
    for wrong in (
        Plan("generals-war", 2, ("person", who)),
        Plan("generals-war", 2, ("person", "random"), minder=who),
    ):
        with pytest.raises(HouseRefusal, match="bad-plan"):
            await house.open_table(ann.presence, wrong)
    assert not house.tables
    await house.close()


async def test_before_a_game_a_seat_waits_a_minute_for_somebody_who_was_cut_off(
    tmp_path: Path,
) -> None:
    clock = HandClock()
    house = await open_house(tmp_path, clock)
    ann, bea, eve = [Player(house, person(name, tmp_path)) for name in ("Ann", "Bea", "Eve")]
    table = await house.open_table(ann.presence, plan("generals-war", 2, 0))
    await table.sit(bea.presence)
    bea.presence.left()
    clock.go(59)
    with pytest.raises(HouseRefusal, match="table-full"):
        await table.sit(eve.presence)
    clock.go(2)
    assert await table.sit(eve.presence) == 1
    table.go(eve.presence, on_purpose=True)
    clock.go(24 * 3600)
    with pytest.raises(HouseRefusal, match="table-full"):
        await table.sit(Player(house, bea.who).presence)
    await house.close()


async def test_one_who_was_cut_off_before_the_game_does_not_keep_it_from_beginning(
    tmp_path: Path,
) -> None:
    clock = HandClock()
    house = await open_house(tmp_path, clock)
    ann, bea = Player(house, person("Ann", tmp_path)), Player(house, person("Bea", tmp_path))
    table = await house.open_table(ann.presence, plan("generals-war", 2, 0))
    await table.sit(bea.presence)
    await table.ready(ann.presence, "a")
    bea.presence.left()
    with pytest.raises(HouseRefusal, match="not-all-ready"):
        await table.begin(ann.presence)
    clock.go(61)
    await table.begin(ann.presence)
    assert table.phase is Phase.PLAYING
    await house.close()


async def test_ten_watchers_keep_nobody_from_sitting_down(tmp_path: Path) -> None:
    house = await open_house(tmp_path)
    ann, bea = Player(house, person("Ann", tmp_path)), Player(house, person("Bea", tmp_path))
    table = await house.open_table(ann.presence, plan("generals-war", 2, 0))
    for number in range(10):
        table.come(house.arrived(person(f"W{number}", tmp_path)))
    assert await table.sit(bea.presence) == 1
    await house.close()


async def test_in_a_full_house_an_idle_table_gives_way_but_never_a_game(tmp_path: Path) -> None:
    clock = HandClock()
    house = await open_house(tmp_path, clock, limits=Limits(tables=2, own=5))
    table, ann, bea = await two(house, tmp_path)
    idle = await house.open_table(ann.presence, plan("generals-war", 2, 0))
    for one in (ann, bea):
        one.presence.left()
    eve = Player(house, person("Eve", tmp_path))
    with pytest.raises(HouseRefusal, match="too-many-tables"):
        await house.open_table(eve.presence, plan("generals-war", 2, 0))
    clock.go(3601)
    await house.open_table(eve.presence, plan("generals-war", 2, 0))
    assert idle.id not in house.tables
    assert table.id in house.tables
    with pytest.raises(HouseRefusal, match="too-many-tables"):
        await house.open_table(eve.presence, plan("generals-war", 2, 0))
    await house.close()


async def test_a_guest_who_goes_for_good_leaves_no_seat_behind(tmp_path: Path) -> None:
    house = await open_house(tmp_path)
    guest = Player(house, person("Guest 1", tmp_path, guest=True))
    table = await house.open_table(guest.presence, plan("generals-war", 2, 0))
    table.go(guest.presence, on_purpose=True)
    assert table.id in house.tables
    guest.presence.left()
    assert table.id not in house.tables
    await house.close()


async def test_who_gets_up_while_the_game_begins_is_played_for(tmp_path: Path) -> None:
    house = await open_house(tmp_path)
    ann, bea = Player(house, person("Ann", tmp_path)), Player(house, person("Bea", tmp_path))
    table = await house.open_table(ann.presence, plan("generals-war", 2, 0))
    await table.sit(bea.presence)
    await table.ready(ann.presence, "a")
    beginning = asyncio.ensure_future(table.ready(bea.presence, "b"))
    await until("the game", lambda: table.sitting is not None)
    await table.leave(bea.presence)
    await beginning
    await play(table, [ann])
    assert table.phase is Phase.OVER
    await house.close()


async def test_who_gets_up_while_the_last_word_is_written_down_keeps_it_from_beginning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = await open_house(tmp_path)
    ann, bea = Player(house, person("Ann", tmp_path)), Player(house, person("Bea", tmp_path))
    table = await house.open_table(ann.presence, plan("generals-war", 2, 0))
    await table.sit(bea.presence)
    await table.ready(ann.presence, "a")
    written, keep = asyncio.Event(), table._kept

    async def slowly_kept() -> None:
        await written.wait()
        await keep()

    monkeypatch.setattr(table, "_kept", slowly_kept)
    beginning = asyncio.ensure_future(table.ready(bea.presence, "b"))
    await until("the word", lambda: table.chairs[1].ready)
    leaving = asyncio.ensure_future(table.leave(bea.presence))
    await until("an empty seat", lambda: not table.chairs[1].ready)
    written.set()
    await asyncio.gather(leaving, beginning)
    assert table.phase is Phase.WAITING
    assert not table.chairs[0].ready  # the words were settled: they are void
    await house.close()


async def test_somebody_who_is_away_at_the_end_finds_the_game_on_their_shelf(
    tmp_path: Path,
) -> None:
    clock = HandClock()
    house = await open_house(tmp_path, clock)
    table, ann, bea = await two(house, tmp_path)
    bea.presence.left()
    clock.go(61)
    await play(table, [ann])
    await until("copies", lambda: all(chair.kept for chair in table.chairs))
    assert len(Shelf(bea.who.folder).entries()) == 1
    await table.again(ann.presence)
    await house.close()
    assert not house.shelf.entries()
    assert len(house.shelf.deleted()) == 1
