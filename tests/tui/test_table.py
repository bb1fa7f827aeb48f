"""The table: illegal tries, ways back, people who share a screen, leaving while a level thinks."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Sequence
from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine import actions as act
from engine.cards import card_text
from engine.events import Received
from engine.game import SPECTATOR, View
from saves.disk import Disk
from saves.shelf import Shelf
from tests.tui.conftest import MakeRoom
from tests.tui.person import Person
from tests.tui.screen_text import shown
from tui.app import CardRoom
from tui.renderers.question import Stage
from tui.screens.cover import CoverScreen
from tui.screens.dialog import Dialog
from tui.screens.lines import log_lines
from tui.screens.menu import MenuScreen
from tui.screens.pages import HelpScreen, PageScreen
from tui.screens.result import ResultScreen
from tui.screens.table import TableScreen
from tui.setup import PERSON, draft_of
from tui.sitting import CLOCK

Seats = Sequence[str]


async def sit_down(
    room: CardRoom,
    pilot: Pilot[None],
    rules: str,
    seats: Seats,
    *,
    seed: str = "mess",
    **options: int,
) -> Person:
    """Begins a game of ``rules`` with these seats; the first deals."""
    draft = draft_of(rules, len(seats), seats, options, seed, 0)
    await room.begin(draft.setup("Player"))
    person = Person(pilot)
    await person.until("the table", lambda: person.sees(TableScreen, CoverScreen))
    return person


def told(room: CardRoom) -> str:
    """The log of the table on the screen."""
    assert isinstance(room.screen, TableScreen)
    return "\n".join(line.text for line in room.screen.log_pane.lines)


def of_suit(person: Person, suit: int) -> list[str]:
    """The keys of the cards of a suit in the hand."""
    answering = person.table.answering
    assert answering is not None
    labels = person.table.labels()
    return [labels[at] for at, card in enumerate(answering.question.hand) if card // 13 == suit]


# Illegal tries


async def test_a_squad_of_two_is_refused_in_a_sentence_and_can_be_mended(
    make_room: MakeRoom,
) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = await sit_down(room, pilot, "generals-war", [PERSON, "recruit"])
        while True:
            view = await person.wait_for_question()
            assert view is not None
            if act.SQUAD in person.table.answering.question.kinds:  # type: ignore[union-attr]
                break
            await person.press("r")
            await person.until("the next question", lambda: not person.table.sending)
        await person.press("enter")
        assert "Pick cards first" in shown(room)
        await person.press("1", "2", "enter")
        assert "A squad has exactly three cards; you chose 2." in shown(room)
        answering = person.table.answering
        assert answering is not None
        assert len(answering.picked) == 2
        await person.press("3", "4")
        assert "A squad has exactly three cards; you chose 4." in shown(room)
        assert len(answering.picked) == 3
        await person.press("enter")
        await person.until("the battle", lambda: "Last battle" in shown(room))


async def test_a_refusal_names_its_rule_and_the_rules_open_there(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        seats = ["recruit", PERSON, "recruit"]
        person = await sit_down(room, pilot, "battalion-cover", seats)
        assert await person.wait_for_question() is not None
        await person.press("d")
        clause = person.table.clause
        assert clause
        assert f"(rule {clause})" in " ".join(shown(room).split()), shown(room)
        await person.press("b")
        await person.until("the rules", lambda: person.sees(PageScreen))
        await person.until(
            "the rule on top", lambda: clause in "".join(shown(room).split("\n")[:5])
        )
        # Help is there as everywhere.
        rules = room.screen
        await person.press("question_mark")
        await person.until("the keys", lambda: person.sees(HelpScreen))
        await person.press("escape")
        await person.until("the rules", lambda: room.screen is rules)


async def test_a_discard_pile_without_a_card_says_why(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        seats = ["recruit", PERSON, "recruit"]
        person = await sit_down(room, pilot, "battalion-cover", seats)
        assert await person.wait_for_question() is not None
        assert "discard pile" not in person.table.prompt.hints
        await person.press("d")
        assert person.table.prompt.refused
        assert "discard pile" in person.table.prompt.detail
        await person.press("s")
        await person.until(
            "the card drawn",
            lambda: (
                person.table.answering is not None
                and person.table.answering.question.cards == act.DISCARD
            ),
        )
        assert "New in your hand" in shown(room)


async def test_cards_of_two_suits_are_refused_before_a_target_is_asked_for(
    make_room: MakeRoom,
) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        seats = ["recruit", PERSON, "recruit"]
        person = await sit_down(room, pilot, "battalion-twins", seats, rounds=0)
        await to_attack(person)
        answering = person.table.answering
        assert answering is not None
        suits = {card // 13 for card in answering.question.hand}
        one, other = sorted(suits)[:2]
        await person.press(of_suit(person, one)[0], of_suit(person, other)[0], "enter")
        assert answering.stage is Stage.CARDS
        assert person.table.prompt.refused
        assert "suit" in person.table.prompt.detail
        await person.press("escape")
        assert answering.picked == []
        assert not person.table.prompt.refused


async def test_a_target_is_asked_for_after_the_cards_and_can_be_taken_back(
    make_room: MakeRoom,
) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        seats = ["recruit", PERSON, "recruit"]
        person = await sit_down(room, pilot, "battalion-twins", seats, rounds=0)
        view = await to_attack(person)
        answering = person.table.answering
        assert answering is not None
        action = next(a for a in view.legal_actions() if act.target_of(a) == 2)
        await person.press(*person.keys_for(action)[:-1])
        assert answering.stage is Stage.SEAT
        assert "Whom do you attack" in shown(room)
        await person.press("2")  # one's own seat is no target
        assert answering.stage is Stage.SEAT
        await person.press("escape")
        assert answering.stage is Stage.CARDS
        assert len(answering.picked) == act.size_of(action)
        await person.press("enter", "3")
        await person.until("the attack", lambda: "You attack Castro" in told(room))


async def to_attack(person: Person) -> View:
    """Plays on until the person attacks; their view."""
    while True:
        view = await person.wait_for_question()
        assert view is not None, "the game was over before an attack"
        answering = person.table.answering
        assert answering is not None
        if answering.question.cards == act.ATTACK:
            return view
        await person.choose(view)


async def test_a_bid_out_of_range_is_refused_with_the_range(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        seats = ["recruit", PERSON, "recruit"]
        person = await sit_down(room, pilot, "battalion-twins", seats, seed="4", rounds=0)
        view = await person.wait_for_question()
        assert view is not None
        answering = person.table.answering
        assert answering is not None
        assert answering.question.number == act.BID, "another seed: nothing to bid with this one"
        await person.press("enter")
        assert "Type a number first" in shown(room)
        await person.press("9", "enter")
        assert person.table.prompt.refused
        high = answering.question.numbers[-1]
        assert f"to {high}" in shown(room) or str(high) in person.table.prompt.detail
        await person.press("backspace", "up", "enter")
        await person.until("the bid", lambda: "You bid" in told(room))


# People who share a screen


async def test_a_cover_stands_between_people_and_nobody_sees_the_others_cards(
    make_room: MakeRoom,
) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        seats = [PERSON, PERSON, "recruit"]
        person = await sit_down(room, pilot, "battalion-twins", seats)
        covers = 0
        turns = 0
        while turns < 8:
            await person.until("a cover or a question", person.asked)
            screen = room.screen
            if isinstance(screen, CoverScreen):
                covers += 1
                name = screen.shown_name
                await person.until("the name", lambda name=name: name in shown(room))
                text = shown(room)
                assert not any(sign in text for sign in "♠♥♦♣")
                await person.press("enter")
                await person.until("the table", lambda: isinstance(room.screen, TableScreen))
                continue
            table = person.table
            view = await person.wait_for_question()
            assert view is not None
            assert table.viewer == view.seat
            assert tuple(table.hand.cards) == tuple(table.renderer.sorted_hand(view))
            drawn = [
                event for event in table.table.history(table.viewer) if isinstance(event, Received)
            ]
            assert {event.seat for event in drawn} == {table.viewer}
            told = "\n".join(line.text for line in table.log_pane.lines)
            assert "You" not in told.split()
            await person.choose(view)
            turns += 1
        assert covers >= 4


async def test_after_ones_choice_the_hand_stays_hidden_until_the_next_cover_is_taken_away(
    make_room: MakeRoom,
) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = await sit_down(room, pilot, "generals-war", [PERSON, PERSON])
        await person.until("the first cover", lambda: isinstance(room.screen, CoverScreen))
        first = room.screen
        await person.press("enter")
        view = await person.wait_for_question()
        assert view is not None
        mine = {card_text(card) for card in person.table.hand.cards}
        await person.press("r")
        await person.until(
            "the cover", lambda: isinstance(room.screen, CoverScreen) and room.screen is not first
        )
        under = room.screen_stack[-2]
        assert isinstance(under, TableScreen)
        assert under.hand.cards == ()
        assert under.viewer == SPECTATOR
        for event in under.table.history(SPECTATOR):
            assert not isinstance(event, Received)
        log = " ".join(line.text for line in under.log_pane.lines)
        assert not any(sign in log for sign in "♠♥♦♣")
        await person.press("enter")
        await person.until("the table", lambda: isinstance(room.screen, TableScreen))
        others = {card_text(card) for card in person.table.hand.cards}
        assert not mine & others


async def test_the_cover_waits_until_a_page_that_lies_on_the_table_is_closed(
    make_room: MakeRoom,
) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        seats = [PERSON, "recruit", PERSON]
        person = await sit_down(room, pilot, "battalion-twins", seats)
        # The first to be asked is the level, then the person at seat 2, then the one at seat 0.
        for _ in range(2):
            view = await person.wait_for_question()
            assert view is not None
            assert view.seat == 2
            answering = person.table.answering
            assert answering is not None
            last = answering.question.cards == act.DISCARD
            if last:
                await person.press("1")
            if last:
                table = person.table
                room.show_log(table.log_pane.lines)
                await person.until("the log", lambda: person.sees(PageScreen))
                table.action_confirm()
                await person.until(
                    "the next asked", lambda table=table: table.table.actors() == [0]
                )
                await pilot.pause(0.1)
                assert person.sees(PageScreen)
                await person.press("escape")
                await person.until("the cover", lambda: person.sees(CoverScreen))
                assert not any(isinstance(screen, PageScreen) for screen in room.screen_stack)
            else:
                await person.choose(view)


def nobodys(table: TableScreen) -> None:
    """Fails if a table shows or tells anything that only one seat may know."""
    assert table.viewer == SPECTATOR
    assert table.hand.cards == ()
    assert table.moment.view.seat == SPECTATOR
    public = log_lines(table.table.history(SPECTATOR), table.words, table.scene)
    assert table.log_pane.lines == public


@pytest.mark.parametrize(
    ("rules", "seats", "options"),
    [
        ("battalion-twins", [PERSON, PERSON, "recruit"], {"chips": 4, "rounds": 1}),
        ("battalion-cover", [PERSON, PERSON, "recruit"], {"chips": 4, "rounds": 1}),
        ("fight-for-the-lead", [PERSON, PERSON, "recruit", "recruit"], {"deals": 2}),
        ("generals-war", [PERSON, PERSON], {"target": 90}),
    ],
)
async def test_people_who_share_a_screen_see_nothing_private_that_no_cover_was_taken_from(
    make_room: MakeRoom, rules: str, seats: list[str], options: dict[str, int]
) -> None:
    room = make_room()
    async with room.run_test(size=(120, 40)) as pilot:
        person = await sit_down(room, pilot, rules, seats, seed="mess", **options)
        uncovered: str | None = None
        while True:
            await person.until("a cover, a question or the end", person.asked)
            screen = room.screen
            if isinstance(screen, CoverScreen):
                under = room.screen_stack[-2]
                assert isinstance(under, TableScreen)
                nobodys(under)
                uncovered = screen.shown_name
                await person.press("enter")
                await person.until("the table", lambda: isinstance(room.screen, TableScreen))
                continue
            view = await person.wait_for_question()
            if view is None:
                break
            assert room.sitting is not None
            assert room.sitting.names[view.seat] == uncovered
            await person.choose(view)
        # The end is reached without a cover, and everybody looks at it.
        table = person.table
        nobodys(table)
        await person.press("enter")
        await person.until("the result", lambda: person.sees(ResultScreen))
        await person.press("t")
        await person.until("the table", lambda: person.sees(TableScreen))
        nobodys(table)
        await person.press("g")
        await person.until("the log", lambda: person.sees(PageScreen))
        await person.press("escape")
        await person.until("the table", lambda: person.sees(TableScreen))
        nobodys(table)


async def test_from_the_cover_one_can_leave(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = await sit_down(room, pilot, "generals-war", [PERSON, PERSON])
        await person.until("the cover", lambda: isinstance(room.screen, CoverScreen))
        await person.press("q")
        await person.until("the menu", lambda: isinstance(room.screen, MenuScreen))


# Leaving


async def test_quitting_while_a_level_thinks_ends_within_two_seconds_with_the_game_saved(
    make_room: MakeRoom,
) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        seats = [PERSON, "recruit"]
        person = await sit_down(room, pilot, "generals-war", seats)
        await person.wait_for_question()
        assert room.sitting is not None
        sitting = room.sitting

        async def never(*_: object) -> object:
            await asyncio.sleep(3600)
            raise AssertionError

        sitting._thinker.choose = never  # type: ignore[method-assign,assignment]
        view = await person.wait_for_question()
        assert view is not None
        await person.press(*person.keys_for(int(view.legal_nth(0))))
        await person.until("the level thinking", lambda: sitting._thought is not None)
        await person.press("q")
        await person.until("the question", lambda: isinstance(room.screen, Dialog))
        await person.press("x")
        await person.until("the end", lambda: not room.is_running or room._exit)
    entry = room.shelf.newest_unfinished()
    assert entry is not None
    assert entry.summary is not None
    assert entry.summary.choices >= 1


class FullDisk(Disk):
    """Takes nothing any more, once ``full``."""

    full = False

    def write(self, descriptor: int, data: bytes) -> None:
        if self.full:
            raise OSError(errno.ENOSPC, "full")
        super().write(descriptor, data)


async def test_a_full_disk_is_told_and_the_game_goes_on(
    make_room: MakeRoom, tmp_path: Path
) -> None:
    room = make_room()
    disk = FullDisk()
    room.shelf = Shelf(tmp_path, disk=disk, retry_seconds=60.0)
    async with room.run_test(size=(80, 24)) as pilot:
        person = await sit_down(room, pilot, "battalion-twins", [PERSON, "recruit", "recruit"])
        view = await person.wait_for_question()
        assert view is not None
        assert "NOT SAVED" not in shown(room)
        disk.full = True
        await person.choose(view)
        await person.until("the note", lambda: "NOT SAVED" in shown(room))
        assert "full" in told(room)
        view = await person.wait_for_question()
        assert view is not None
        # Also where the log is not seen, the reason is; until the next key.
        assert "the disk is full" in person.table.prompt.detail
        await person.press("right" if person.table.answering.stage is Stage.CARDS else "up")  # type: ignore[union-attr]
        assert "the disk is full" not in person.table.prompt.detail
        await person.press("q")
        await person.until("the question", lambda: "Quit; NOT SAVED" in shown(room))
        await person.press("m")
        await person.until("the reason", lambda: "full" in shown(room))
        assert "play on" not in shown(room)
        await person.press("enter")
        await person.until("the menu", lambda: person.sees(MenuScreen))


async def test_moves_of_others_are_paced_and_a_key_shows_them_at_once(make_room: MakeRoom) -> None:
    room = make_room(pace=60.0)
    async with room.run_test(size=(80, 24)) as pilot:
        seats = ["recruit", "recruit", PERSON]
        person = await sit_down(room, pilot, "battalion-twins", seats)
        table = person.table
        await person.until("moves waiting", lambda: table.play.waiting)
        await person.until("all moves made", lambda: 2 in table.table.actors())
        assert table.answering is None
        await person.press("question_mark")
        await person.until("the keys", lambda: not isinstance(room.screen, TableScreen))
        await person.press("escape")
        await person.until("the table", lambda: isinstance(room.screen, TableScreen))
        await person.press("space")
        await person.until("the question", lambda: table.answering is not None)
        assert not table.play.waiting


async def test_levels_play_by_the_clock_at_a_persons_table(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        await sit_down(room, pilot, "generals-war", [PERSON, "recruit"])
        assert room.sitting is not None
        assert room.sitting.budget == CLOCK
