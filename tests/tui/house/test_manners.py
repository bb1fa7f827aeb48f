"""At the table: undo by consent, talk that is clean and not too fast, answers that tell nothing."""

from __future__ import annotations

import asyncio
from collections import deque
from pathlib import Path

import pytest

from ai.player import NO_LIMIT, Budget, Thought
from engine.game import View
from engine.refusals import UndoRefused
from engine.registry import rule_set
from engine.rng import Rng
from saves.schema import Seat
from saves.shelf import Shelf
from tests.tui.house.people import HandClock, Player, open_house, person, plan, until
from tests.tui.house.test_away import settled, sitting_of
from tests.tui.house.test_tables import two
from tui.house.chat import BURST, MOST_CHARACTERS, Chat
from tui.house.news import Spoken, UndoAsked, UndoEnded
from tui.house.refusals import HouseRefusal
from tui.sitting import Setup, Sitting

# Undo


async def asked(folder: Path, players: int = 3) -> tuple[object, ...]:
    """Three at General's War would be four: a table of three people and a level."""
    clock = HandClock()
    house = await open_house(folder, clock)
    people = [Player(house, person(name, folder)) for name in ("Ann", "Bea", "Cay")]
    table = await house.open_table(people[0].presence, plan("generals-war", 3, 1))
    for one in people:
        one.listen(table)
        await table.sit(one.presence)
    for one in people:
        await table.ready(one.presence, one.who.name)
    await settled(table)
    sitting = sitting_of(table)
    while True:
        await until("a person", lambda: sitting.table.actors()[0] != 3)
        seat = sitting.table.actors()[0]
        await people[seat].choose_if_asked(table)
        await settled(table)
        if sitting.can_undo(seat):
            return house, clock, table, people, seat


async def test_a_choice_is_taken_back_once_all_agree(tmp_path: Path) -> None:
    house, _, table, people, seat = await asked(tmp_path)  # type: ignore[misc]
    sitting = sitting_of(table)
    others = [one for one in people if one is not people[seat]]
    made = sitting.choices_of(seat)
    table.undoing.ask(people[seat].presence)
    assert all(one.heard(UndoAsked) for one in others)
    table.undoing.answer(others[0].presence, yes=True)
    await settled(table)
    assert sitting.choices_of(seat) == made
    table.undoing.answer(others[1].presence, yes=True)
    await until("undone", lambda: sitting.choices_of(seat) == made - 1)
    await until("being told", lambda: bool(people[seat].heard(UndoEnded)))
    assert people[seat].heard(UndoEnded) == [UndoEnded(seat, "agreed")]
    await house.close()


async def test_one_no_is_enough(tmp_path: Path) -> None:
    house, _, table, people, seat = await asked(tmp_path)  # type: ignore[misc]
    others = [one for one in people if one is not people[seat]]
    table.undoing.ask(people[seat].presence)
    with pytest.raises(HouseRefusal, match="vote-runs"):
        table.undoing.ask(people[seat].presence)
    made = sitting_of(table).choices_of(seat)
    by = table.seat_of(others[0].who.key)
    table.undoing.answer(others[0].presence, yes=False)
    assert people[seat].heard(UndoEnded) == [UndoEnded(seat, "refused", by)]
    with pytest.raises(HouseRefusal, match="no-vote"):
        table.undoing.answer(others[1].presence, yes=True)
    assert sitting_of(table).choices_of(seat) == made
    await house.close()


async def test_no_answer_is_a_no(tmp_path: Path) -> None:
    house, clock, table, people, seat = await asked(tmp_path)  # type: ignore[misc]
    table.undoing.ask(people[seat].presence)
    clock.go(59)
    assert table.undoing.seat == seat
    clock.go(2)
    assert people[seat].heard(UndoEnded) == [UndoEnded(seat, "refused")]
    await house.close()


async def test_when_another_chooses_meanwhile_it_is_too_late(tmp_path: Path) -> None:
    house, _, table, people, seat = await asked(tmp_path)  # type: ignore[misc]
    table.undoing.ask(people[seat].presence)
    for _ in range(4):
        for one in people:
            if one is not people[seat]:
                await one.choose_if_asked(table)
        await settled(table)
    assert UndoEnded(seat, "too-late") in people[seat].heard(UndoEnded)
    with pytest.raises(UndoRefused, match="another-chose"):
        table.undoing.ask(people[seat].presence)
    await house.close()


async def test_whoever_is_away_is_not_asked_and_a_watcher_never(tmp_path: Path) -> None:
    house, _, table, people, seat = await asked(tmp_path)  # type: ignore[misc]
    eve = Player(house, person("Eve", tmp_path))
    table.come(eve.presence)
    others = [one for one in people if one is not people[seat]]
    others[0].presence.left()
    made = sitting_of(table).choices_of(seat)
    table.undoing.ask(people[seat].presence)
    with pytest.raises(HouseRefusal, match="not-seated"):
        table.undoing.answer(eve.presence, yes=False)
    table.undoing.answer(others[1].presence, yes=True)
    await until("undone", lambda: sitting_of(table).choices_of(seat) == made - 1)
    await house.close()


# Talk


async def test_what_is_said_is_cleaned_before_anybody_hears_it(tmp_path: Path) -> None:
    house = await open_house(tmp_path)
    table, ann, bea = await two(house, tmp_path)
    evil = "a\x1b]52;c;xx\x07b\x9b2J\u202ec\u2028d" + "e\u0301" + "\u0301" * 50
    table.say(ann.presence, evil)
    [line] = bea.heard(Spoken)
    assert isinstance(line, Spoken)
    assert not any(ord(char) < 32 or 0x7F <= ord(char) < 0xA0 for char in line.text)
    assert "\u202e" not in line.text
    assert line.text.count("\u0301") <= 2
    table.say(ann.presence, "x" * 5000)
    assert len(table.heard(bea.presence)[-1].text) <= MOST_CHARACTERS
    for nothing in ("", "  ", "\x07\x1b"):
        with pytest.raises(HouseRefusal, match="chat-nothing"):
            table.say(ann.presence, nothing)
    await house.close()


def test_after_a_burst_talk_is_let_through_line_by_line() -> None:
    chat = Chat()
    for number in range(BURST):
        chat.say("a", "Ann", f"line {number}", 100.0, 0, watcher=False)
    with pytest.raises(HouseRefusal, match="chat-too-fast") as caught:
        chat.say("a", "Ann", "more", 100.0, 0, watcher=False)
    assert caught.value.values["seconds"] == 4
    chat.say("b", "Bea", "another person's talk", 100.0, 0, watcher=False)
    chat.say("a", "Ann", "more", 104.0, 0, watcher=False)
    with pytest.raises(HouseRefusal, match="chat-too-fast"):
        chat.say("a", "Ann", "more", 104.5, 0, watcher=False)


async def test_the_muted_are_unheard_by_who_muted_them_only(tmp_path: Path) -> None:
    house = await open_house(tmp_path)
    table, ann, bea = await two(house, tmp_path)
    table.mute(bea.presence, ann.who.key, on=True)
    table.say(ann.presence, "one")
    table.say(bea.presence, "two")
    assert [line.text for line in table.heard(bea.presence)] == ["two"]
    assert [line.text for line in table.heard(ann.presence)] == ["one", "two"]
    table.mute(bea.presence, ann.who.key, on=False)
    assert len(table.heard(bea.presence)) == 2
    table.mute(ann.presence, on=True)
    assert [line.text for line in table.heard(ann.presence)] == ["one"]
    await house.close()


async def test_only_those_at_the_table_are_heard_there(tmp_path: Path) -> None:
    house = await open_house(tmp_path)
    table, _, _ = await two(house, tmp_path)
    eve = Player(house, person("Eve", tmp_path))
    with pytest.raises(HouseRefusal, match="not-seated"):
        table.say(eve.presence, "hello from outside")
    await house.close()


# Pace


class SlowThinker:
    """Takes its time for every choice; counts them."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    async def choose(self, view: View, level: str, rng: Rng, budget: Budget = NO_LIMIT) -> Thought:
        await asyncio.sleep(self.seconds)
        return Thought(int(view.legal_nth(rng.below(view.legal_count()))))


async def test_a_level_takes_as_long_where_it_has_only_one_choice(tmp_path: Path) -> None:
    """The last cards of a hand leave no choice: with ``even`` nobody can tell by the clock."""
    game = rule_set("generals-war").game(2)
    seats = (Seat("level", "random"),) * 2
    taken: dict[bool, list[float]] = {True: [], False: []}
    setup = Setup(game, seats, ("A", "B"), seed=bytes(32))
    sitting = Sitting.begin(setup, Shelf(tmp_path), SlowThinker(0.01))
    sitting.even = True
    sitting.spans = {"random": deque([0.01])}  # as other tables have seen it think
    loop = asyncio.get_running_loop()
    began: dict[int, tuple[float, bool]] = {}

    original = sitting._submit

    async def submit(seat: int, token: int, action: int) -> None:
        before, forced = began[seat]
        taken[forced].append(loop.time() - before)
        await original(seat, token, action)

    def heard(notice: object) -> None:
        if type(notice).__name__ == "Thinking":
            seat = notice.seat  # type: ignore[attr-defined]
            view = sitting.table.view(seat)
            began[seat] = (loop.time(), view.legal_count() == 1)

    sitting.listen(heard)
    sitting._submit = submit  # type: ignore[method-assign]
    await asyncio.wait_for(sitting.run(), 60)
    await sitting.close()
    assert taken[True]
    assert min(taken[True]) >= 0.009
