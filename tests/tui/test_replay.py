"""Replay and review by keys alone, for games that are over and games that are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from ai.player import NO_LIMIT, Budget, Thought
from engine.cards import card_text
from engine.game import SPECTATOR, View
from engine.registry import rule_set
from engine.rng import Rng
from tests.support.command_line import random_record
from tests.tui.conftest import MakeRoom
from tests.tui.person import Person
from tests.tui.screen_text import shown
from tests.tui.test_table import sit_down
from tui.app import CardRoom
from tui.commandline.launch import Launch
from tui.learning import advice, reviewing
from tui.learning.playback import ALL_OPEN, of_game, of_record
from tui.screens.menu import MenuScreen
from tui.screens.motive import MotiveScreen
from tui.screens.reason import ReasonScreen
from tui.screens.replay import ReplayScreen
from tui.screens.result import ResultScreen
from tui.screens.review import ReviewScreen
from tui.screens.saves import SavesScreen
from tui.setup import PERSON

RULES = ("battalion-twins", "battalion-cover", "fight-for-the-lead", "generals-war")
LARGEST = [(rules, rule_set(rules).seats[-1]) for rules in RULES]
SHORT = {
    "battalion-twins": {"chips": 4, "rounds": 1},
    "battalion-cover": {"chips": 4, "rounds": 1},
    "fight-for-the-lead": {"deals": 1},
    "generals-war": {"target": 60},
}


@pytest.fixture(autouse=True)
def short_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Uncompiled levels need not show here how well they can think."""
    monkeypatch.setattr(advice, "SECONDS", 0.05)
    monkeypatch.setattr(reviewing, "SECONDS", 0.05)


async def finished(room: CardRoom, person: Person, rules: str) -> None:
    """Plays a short game to its end, until the result is shown."""
    players = rule_set(rules).seats[0]
    seats = [PERSON, *["recruit"] * (players - 1)]
    sat = await sit_down(room, person.pilot, rules, seats, **SHORT[rules])
    await sat.play_to_the_end()


async def replay_of(person: Person, key: str = "r") -> ReplayScreen:
    await person.press(key)
    await person.until("the replay", lambda: person.sees(ReplayScreen))
    screen = person.room.screen
    assert isinstance(screen, ReplayScreen)
    return screen


@pytest.mark.parametrize("rules", RULES)
async def test_a_finished_game_is_replayed_and_reviewed_by_keys(
    make_room: MakeRoom, rules: str
) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        await finished(room, person, rules)
        screen = await replay_of(person)
        last = len(screen.playback.stops) - 1
        assert screen.at == 0
        assert screen.viewpoint == 0
        await person.press("right", "right", "left")
        assert screen.at == 1
        await person.press("down")
        own = screen.playback.choices_of(0)
        assert screen.at == next(at for at in own if at > 1)
        await person.press("end")
        assert screen.at == last
        await person.press("up")
        assert screen.at == [at for at in own if at < last][-1]
        await person.press(*str(last), "enter")
        assert screen.at == last
        await person.press("1", "enter")
        assert screen.at == 1
        await person.press("plus", "plus", "plus", "plus", "space")
        await person.until("the end, played by itself", lambda: screen.at == last)
        assert screen.timer is None
        # All viewpoints in turn, all cards open last.
        seen = []
        for _ in screen.playback.viewpoints:
            await person.press("v")
            seen.append(screen.viewpoint)
        assert set(seen) == {SPECTATOR, ALL_OPEN, *range(screen.playback.game.players)}
        await person.press("home", "right", "w")
        await person.until("the reasons", lambda: isinstance(room.screen, ReasonScreen))
        reasons = room.screen
        assert isinstance(reasons, ReasonScreen)
        await person.until("a verdict", lambda: bool(reasons.judged))
        await person.press("escape", "r")
        await person.until("the review", lambda: person.sees(ReviewScreen))
        await person.press("escape", "b", "escape", "g", "escape", "question_mark", "escape", "q")
        await person.until("the result", lambda: person.sees(ResultScreen))
        await person.press("v")
        await person.until("the review", lambda: person.sees(ReviewScreen))
        review = room.screen
        assert isinstance(review, ReviewScreen)
        await person.until("all choices judged", lambda: review.review.done)
        assert review.review.trouble is None
        await pilot.pause()
        text = shown(room)
        assert "100%" in text
        assert "judged" in text
        await person.press("right", "right")
        assert review.current is not None
        if review.review.costliest():
            await person.press("down")
            assert "costs" in shown(room)
        at = review.current.at
        await person.press("enter")
        await person.until("the replay", lambda: person.sees(ReplayScreen))
        assert isinstance(room.screen, ReplayScreen)
        assert room.screen.at == at - 1
        await person.press("q", "q", "q")
        await person.until("the menu", lambda: person.sees(MenuScreen))


async def test_a_review_offers_the_replay_once_there_is_a_choice_to_open_it_at(
    make_room: MakeRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviewing.Review, "costliest", lambda review: [])
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        await finished(room, person, "battalion-twins")
        await person.press("v")
        await person.until("the review", lambda: person.sees(ReviewScreen))
        review = room.screen
        assert isinstance(review, ReviewScreen)
        await person.until("all choices judged", lambda: review.review.done)
        await pilot.pause()
        assert "Enter" not in shown(room)
        await person.press("enter")
        assert room.screen is review
        await person.press("right")
        assert "Enter replay" in shown(room)
        await person.press("enter")
        await person.until("the replay", lambda: person.sees(ReplayScreen))
        await person.press("q", "v")
        await person.until("another seat", lambda: review.seat == 1)
        assert "Enter" not in shown(room)


class Stalling:
    """Answers twice and then thinks for ever."""

    def __init__(self, room: CardRoom) -> None:
        self.real = room.thinker
        self.left = 6

    async def start(self) -> None:
        await self.real.start()

    async def stop(self) -> None:
        await self.real.stop()

    async def choose(self, view: View, level: str, rng: Rng, budget: Budget = NO_LIMIT) -> Thought:
        import asyncio

        self.left -= 1
        if self.left < 0:
            await asyncio.Event().wait()
        return await self.real.choose(view, level, rng, budget)


async def test_a_review_shows_progress_and_can_be_stopped_and_taken_up(
    make_room: MakeRoom,
) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        await finished(room, person, "battalion-twins")
        stalling = Stalling(room)
        room.thinker = stalling
        await person.press("v")
        await person.until("the review", lambda: person.sees(ReviewScreen))
        review = room.screen
        assert isinstance(review, ReviewScreen)
        await person.until("some progress", lambda: len(review.review.judged) > 1)
        await pilot.pause()
        assert "reckoning: " in shown(room)
        await person.press("s")
        await pilot.pause()
        assert "stopped at " in shown(room)
        judged = len(review.review.judged)
        room.thinker = stalling.real
        await person.press("s")
        await person.until("the rest", lambda: review.review.done)
        assert len(review.review.judged) > judged
        await person.press("tab")  # another seat
        assert review.seat == 1
        await person.until("theirs", lambda: review.review.done)
        await person.press("escape")
        await person.until("the result", lambda: person.sees(ResultScreen))


@pytest.mark.parametrize("rules", RULES)
async def test_a_game_that_is_not_over_shows_only_the_own_seat(
    make_room: MakeRoom, rules: str
) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        players = rule_set(rules).seats[0]
        person = await sit_down(room, pilot, rules, [PERSON, *["recruit"] * (players - 1)])
        for _ in range(4):
            view = await person.wait_for_question()
            assert view is not None
            await person.choose(view)
        await person.wait_for_question()
        await person.press("q", "m")
        await person.until("the menu", lambda: person.sees(MenuScreen))
        await person.press("s")
        await person.until("the saves", lambda: person.sees(SavesScreen))
        screen = await replay_of(person)
        assert set(screen.playback.viewpoints) == {0, SPECTATOR}
        hidden = screen.playback.stops[0].state.view(1)
        cards = {card_text(card) for card in screen.renderer.hand(hidden)}
        assert cards
        await person.press("end")
        text = shown(room)
        for _ in range(3):
            await person.press("v")
            assert screen.viewpoint in (0, SPECTATOR)
        await person.press("w")
        await person.until("the motives", lambda: isinstance(room.screen, MotiveScreen))
        await person.press("escape", "q", "escape")
        await person.until("the menu", lambda: person.sees(MenuScreen))
        assert "seen by Player" in text


def test_viewpoints_are_kept_by_the_playback_itself() -> None:
    record = random_record("generals-war", 2, "views", 6)
    playback = of_game(record, ["", "corporal"])
    assert playback.viewpoints == (0, SPECTATOR)
    for forbidden in (1, ALL_OPEN):
        with pytest.raises(ValueError, match="viewpoint"):
            playback.view(0, forbidden)
        with pytest.raises(ValueError, match="viewpoint"):
            playback.events(0, forbidden)
    shared = of_game(record, ["", ""])
    assert shared.viewpoints == (SPECTATOR,)
    for at in range(len(shared.stops)):
        assert all(event.only == SPECTATOR for event in shared.events(at, SPECTATOR))


@pytest.mark.parametrize(("rules", "players"), LARGEST)
async def test_any_record_is_replayed_from_every_viewpoint(
    make_room: MakeRoom, rules: str, players: int
) -> None:
    playback = of_record(random_record(rules, players, "replay"))
    room = make_room()
    room.launch = Launch("en", Path(), replay=playback)
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        await person.until("the replay", lambda: person.sees(ReplayScreen))
        screen = room.screen
        assert isinstance(screen, ReplayScreen)
        assert playback.viewpoints[-1] == ALL_OPEN
        count = len(playback.stops)
        for number, _ in enumerate(playback.viewpoints):
            await person.press("v")
            screen.go(1 + number * (count - 2) // len(playback.viewpoints))
            await pilot.pause()
            assert f"of {count - 1}" in shown(room)
            made = playback.stops[screen.at].made
            assert made
            if screen.viewpoint == ALL_OPEN:
                state = playback.stops[screen.at].state
                for seat in range(players):
                    held = screen.renderer.sorted_hand(state.view(seat))
                    text = shown(room)
                    assert all(screen.words.card(card) in text for card in held[:4])
