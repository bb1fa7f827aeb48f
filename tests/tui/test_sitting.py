"""The sitting: saved before the next question, the same after resuming, calm when levels fail."""

from __future__ import annotations

import asyncio
import errno
import shlex
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from ai.player import NO_LIMIT, Budget, Thought, UnknownPlayer
from ai.thinker import Thinker, ThinkingFailed
from engine.chance import seed_from_text
from engine.events import EVERYONE, Event
from engine.game import View
from engine.log import Entry
from engine.records import check_record
from engine.refusals import IllegalAction, StaleToken
from engine.registry import rule_set, rule_sets
from engine.rng import Rng, rng_from
from saves.capture import LogTexts
from saves.disk import Disk
from saves.faults import InUse, SaveFault
from saves.schema import Seat
from saves.shelf import Shelf
from tests.support.breaking import FailingDisk
from tui.notices import LevelFailed, Notice, NotSaved, Ready, SavedAgain, SeatChanged, Thinking
from tui.sitting import CLOCK, PERSON, Setup, Sitting

ROOT = Path(__file__).resolve().parents[2]
# Where a round of simultaneous choices comes up soon.
WAR = ("generals-war", 2)
Thinks = Callable[[View, Rng], int]


def by_lot(view: View, rng: Rng) -> int:
    return int(view.legal_nth(rng.below(view.legal_count())))


class FakeThinker:
    """Answers at once with what ``think`` says, and remembers what it was asked."""

    def __init__(self, think: Thinks = by_lot) -> None:
        self.think = think
        self.asked: list[tuple[int, str]] = []
        self.budgets: dict[str, Budget] = {}

    async def choose(self, view: View, level: str, rng: Rng, budget: Budget = NO_LIMIT) -> Thought:
        self.budgets[level] = budget
        self.asked.append((view.seat, level))
        return Thought(self.think(view, rng))


class StuckThinker(FakeThinker):
    """Thinks until ``go`` is set, or it is cancelled."""

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Event()
        self.begun = asyncio.Event()
        self.cancelled = 0

    async def choose(self, view: View, level: str, rng: Rng, budget: Budget = NO_LIMIT) -> Thought:
        self.begun.set()
        try:
            await self.go.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return await super().choose(view, level, rng, budget)


class GatedDisk(Disk):
    """Lets a file be made only while the gate is open."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.gate.set()

    def create(self, path: Path) -> int:
        assert self.gate.wait(30)
        return super().create(path)


def setup(rules: str, players: int, persons: int = 1, **more: object) -> Setup:
    seats = (PERSON,) * persons + (Seat("level", "random"),) * (players - persons)
    names = tuple(f"N{seat}" for seat in range(players))
    seed = seed_from_text("sitting")
    return Setup(rule_set(rules).game(players), seats, names, seed=seed, **more)  # type: ignore[arg-type]


async def question(
    sitting: Sitting, seats: list[int] | None = None
) -> tuple[int, int, View] | None:
    """The next question to a person, None when the game is over."""
    ready = asyncio.Event()
    end = sitting.listen(lambda notice: ready.set() if isinstance(notice, Ready) else None)
    try:
        while True:
            ready.clear()
            for seat in sitting.persons() if seats is None else seats:
                ask = sitting.ask(seat)
                if ask is not None:
                    return ask.seat, ask.token, ask.view
            if sitting.table.outcome() is not None and sitting.ask(0) is None:
                return None
            await asyncio.wait_for(ready.wait(), 60)
    finally:
        end()


async def play(sitting: Sitting, most: int = 10_000) -> int:
    """Lets the persons choose, each time by lot from the game's state of affairs."""
    running = asyncio.ensure_future(sitting.run())
    made = 0
    try:
        while made < most:
            asked = await question(sitting)
            if asked is None:
                await asyncio.wait_for(running, 60)
                break
            seat, token, view = asked
            rng = rng_from("person", seat, len(sitting.table.history(seat)))
            await sitting.choose(seat, token, by_lot(view, rng))
            made += 1
    finally:
        running.cancel()
        await asyncio.wait({running})
    return made


async def to_battle(sitting: Sitting) -> None:
    """Persons get ready in General's War, until both are asked for a squad."""
    while len(sitting.table.actors()) < 2:
        asked = await question(sitting)
        assert asked is not None
        seat, token, view = asked
        await sitting.choose(seat, token, int(view.legal_nth(view.legal_count() - 1)))


def log_of(sitting: Sitting) -> list[Entry]:
    return sitting.record().log


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "data", who="Ann")


@pytest.mark.parametrize("rules", rule_sets())
async def test_a_game_comes_to_its_end_and_its_record_is_valid(shelf: Shelf, rules: str) -> None:
    sitting = Sitting.begin(setup(rules, rule_set(rules).seats[0]), shelf, FakeThinker())
    await play(sitting)
    assert sitting.table.outcome() is not None
    assert await sitting.close() is None
    (entry,) = shelf.entries()
    assert entry.summary is not None
    assert entry.summary.finished
    assert shelf.newest_unfinished() is None
    assert check_record(sitting.record().to_json()).finished


@pytest.mark.parametrize("rules", rule_sets())
async def test_leaving_and_coming_back_changes_nothing(tmp_path: Path, rules: str) -> None:
    """Persons who choose the same get the same game, levels and cards, however often they leave."""
    players = rule_set(rules).seats[-1]
    whole = Sitting.begin(setup(rules, players), Shelf(tmp_path / "one"), FakeThinker())
    await play(whole, 12)
    shelf = Shelf(tmp_path / "other")
    sitting = Sitting.begin(setup(rules, players), shelf, FakeThinker())
    for part in (1, 2, 0, 3, 6):
        await play(sitting, part)
        assert await sitting.close() is None
        sitting = Sitting.resume(sitting.id, shelf, FakeThinker())
        assert sitting.fault is None
        assert sitting.replayed
    await play(sitting, 0)
    shorter = min(len(log_of(whole)), len(log_of(sitting)))
    assert log_of(whole)[:shorter] == log_of(sitting)[:shorter]
    assert shorter > 12
    await whole.close()
    await sitting.close()


async def test_every_choice_is_on_the_disk_before_the_next_is_asked_for(shelf: Shelf) -> None:
    for rules, players in (WAR, ("battalion-twins", 3)):
        sitting = Sitting.begin(setup(rules, players, persons=players), shelf, FakeThinker())
        made = 0
        while made < 20:
            asked = await question(sitting)
            if asked is None:
                break
            saved = shelf.load(sitting.id).saved
            assert saved.choices == made
            seat, token, view = asked
            await sitting.choose(seat, token, by_lot(view, rng_from(made)))
            made += 1
            assert shelf.load(sitting.id).saved.choices == made
        await sitting.close()


async def test_nothing_is_asked_told_or_shown_while_a_choice_is_being_written(
    tmp_path: Path,
) -> None:
    disk = GatedDisk()
    sitting = Sitting.begin(setup(*WAR, persons=2), Shelf(tmp_path, disk=disk), FakeThinker())
    await to_battle(sitting)
    first = await question(sitting, [0])
    assert first is not None
    await sitting.choose(0, first[1], int(first[2].legal_nth(0)))
    told: list[list[Event]] = []
    sitting.subscribe(1, told.append)
    second = await question(sitting, [1])
    assert second is not None
    before = (sitting.table.view(1).dump(), sitting.table.view(0).dump(), sitting.table.history(1))
    disk.gate.clear()
    choosing = asyncio.ensure_future(sitting.choose(1, second[1], int(second[2].legal_nth(0))))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert not choosing.done()
    assert [sitting.ask(seat) for seat in (0, 1)] == [None, None]
    assert told == []
    shown = (sitting.table.view(1).dump(), sitting.table.view(0).dump(), sitting.table.history(1))
    assert shown == before
    assert sitting.table.committed() == [0]
    disk.gate.set()
    await choosing
    assert len(told) == 1
    assert told[0]
    assert sitting.table.history(1) == [*before[2], *told[0]]
    assert sitting.table.view(1).dump() != before[0]
    await sitting.close()


async def test_a_commitment_is_kept_and_not_asked_for_again(shelf: Shelf) -> None:
    sitting = Sitting.begin(setup(*WAR, persons=2), shelf, FakeThinker())
    await to_battle(sitting)
    asked = await question(sitting, [1])
    assert asked is not None
    action = int(asked[2].legal_nth(3))
    await sitting.choose(1, asked[1], action)
    await sitting.close()
    sitting = Sitting.resume(sitting.id, shelf, FakeThinker())
    assert sitting.table.committed() == [1]
    assert sitting.table.commitment(1) == action
    assert sitting.ask(1) is None
    asked = await question(sitting, [0])
    assert asked is not None
    await sitting.choose(0, asked[1], int(asked[2].legal_nth(0)))
    assert sitting.table.committed() == []
    await sitting.close()


async def test_a_seat_hears_only_what_it_may_know(shelf: Shelf) -> None:
    sitting = Sitting.begin(setup("generals-war", 4), shelf, FakeThinker())
    heard: dict[int, list[Event]] = {seat: [] for seat in range(-1, 4)}
    before = {seat: sitting.table.history(seat) for seat in heard}
    for seat, events in heard.items():
        sitting.subscribe(seat, events.extend)
    await play(sitting)
    for seat, events in heard.items():
        assert {event.only for event in events} <= {EVERYONE, seat}
        assert before[seat] + events == sitting.table.history(seat)
    for name in vars(sitting.table):
        assert name in ("game", "dealer") or name.startswith("_")
    await sitting.close()


async def test_wrong_answers_are_refused_and_the_question_stays_open(shelf: Shelf) -> None:
    sitting = Sitting.begin(setup(*WAR, persons=2), shelf, FakeThinker())
    asked = await question(sitting)
    assert asked is not None
    seat, token, view = asked
    with pytest.raises(IllegalAction):
        await sitting.choose(seat, token, 3)
    with pytest.raises(StaleToken):
        await sitting.choose(seat, token + 1000, int(view.legal_nth(0)))
    with pytest.raises(StaleToken):
        await sitting.choose(1 - seat, token, int(view.legal_nth(0)))
    assert sitting.table.view(seat).dump() == view.dump()
    again = sitting.ask(seat)
    assert again is not None
    assert again.token == token
    await sitting.choose(seat, token, int(view.legal_nth(0)))
    with pytest.raises(StaleToken):
        await sitting.choose(seat, token, int(view.legal_nth(0)))
    await sitting.close()


async def test_nobody_answers_for_a_level(shelf: Shelf) -> None:
    sitting = Sitting.begin(setup(*WAR, persons=0), shelf, FakeThinker())
    assert sitting.persons() == []
    assert sitting.ask(0) is None
    with pytest.raises(StaleToken):
        await sitting.choose(0, 1, 1)
    await sitting.close()


async def test_a_single_choice_is_made_without_thinking(shelf: Shelf) -> None:
    thinker = FakeThinker()
    sitting = Sitting.begin(setup("battalion-cover", 3, persons=0), shelf, thinker)
    await asyncio.wait_for(sitting.run(), 60)
    made = sum(1 for entry in sitting.record().log if len(entry) == 2)
    assert 0 < len(thinker.asked) < made  # the first draw is always from the stock
    await sitting.close()


async def test_two_persons_share_a_screen(shelf: Shelf) -> None:
    sitting = Sitting.begin(setup("generals-war", 4, persons=3), shelf, FakeThinker())
    assert sitting.persons() == [0, 1, 2]
    assert await play(sitting) > 3
    await sitting.close()


# Levels that fail


async def failing(shelf: Shelf, think: Thinks) -> tuple[list[LevelFailed], list[Entry]]:
    notices: list[Notice] = []
    sitting = Sitting.begin(setup(*WAR, persons=0), shelf, FakeThinker(think))
    sitting.listen(notices.append)
    await asyncio.wait_for(sitting.run(), 60)
    assert sitting.table.outcome() is not None
    await sitting.close()
    return [notice for notice in notices if isinstance(notice, LevelFailed)], log_of(sitting)


async def test_a_level_that_fails_once_is_asked_again_with_the_same_numbers(shelf: Shelf) -> None:
    calls = 0

    def every_other(view: View, rng: Rng) -> int:
        nonlocal calls
        calls += 1
        if calls % 2:
            rng.word()
            raise ThinkingFailed("worker-died")
        return by_lot(view, rng)

    notices, log = await failing(shelf, every_other)
    assert notices == []
    assert log == (await failing(shelf, by_lot))[1]


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (ThinkingFailed("worker-stuck"), "worker-stuck"),
        (UnknownPlayer("unknown-player"), "unknown-player"),
        (ZeroDivisionError(), "player-failed"),
    ],
)
async def test_for_a_level_that_fails_twice_the_lot_is_drawn_and_that_is_told(
    shelf: Shelf, error: Exception, code: str
) -> None:
    def fail(view: View, rng: Rng) -> int:
        raise error

    notices, log = await failing(shelf, fail)
    assert {notice.error.code for notice in notices} == {code}
    assert {notice.player for notice in notices} == {"random"}
    assert log == (await failing(shelf, by_lot))[1]  # the lot is drawn from the seat's stream


async def test_an_illegal_answer_of_a_level_is_a_failure(shelf: Shelf) -> None:
    notices, _ = await failing(shelf, lambda view, rng: 0)
    assert {notice.error.code for notice in notices} == {"illegal-choice"}


async def test_a_stopped_thinker_ends_the_run_and_nothing_is_chosen(shelf: Shelf) -> None:
    def fail(view: View, rng: Rng) -> int:
        raise ThinkingFailed("thinker-stopped")

    sitting = Sitting.begin(setup(*WAR, persons=0), shelf, FakeThinker(fail))
    await asyncio.wait_for(sitting.run(), 60)
    assert sitting.table.outcome() is None
    assert sitting.table.committed() == []
    await sitting.close()


# Leaving


async def test_closing_stops_a_thought_at_once_and_all_is_saved(shelf: Shelf) -> None:
    thinker = StuckThinker()
    sitting = Sitting.begin(setup(*WAR, persons=0), shelf, thinker)
    game = sitting.table.game
    running = asyncio.ensure_future(sitting.run())
    await asyncio.wait_for(thinker.begun.wait(), 60)
    assert await asyncio.wait_for(sitting.close(), 5) is None
    await asyncio.wait_for(running, 5)
    assert thinker.cancelled == 1
    assert sitting.closed
    assert shelf.load(sitting.id).saved.log == LogTexts(game).of(tuple(log_of(sitting)))[0]
    with pytest.raises(StaleToken):
        await sitting._submit(0, 1, 1)
    assert await sitting.close() is None


async def test_a_thought_for_a_position_that_is_gone_is_dropped(shelf: Shelf) -> None:
    """The level minds a seat, the person comes back and chooses while it still thinks."""
    thinker = StuckThinker()
    sitting = Sitting.begin(setup(*WAR, persons=2), shelf, thinker)
    await to_battle(sitting)
    before = shelf.load(sitting.id).saved.choices
    asked = await question(sitting)
    assert asked is not None
    seat = asked[0]
    notices: list[Notice] = []
    sitting.listen(notices.append)
    sitting.mind(seat, "recruit")
    assert SeatChanged(seat) in notices
    assert sitting.ask(seat) is None
    running = asyncio.ensure_future(sitting.run())
    await asyncio.wait_for(thinker.begun.wait(), 60)
    assert Thinking(seat, "recruit") in notices
    assert shelf.load(sitting.id).saved.seats[seat].minding == "recruit"
    sitting.mind(seat, "")
    asked = await question(sitting)
    assert asked is not None
    thinker.go.set()
    await sitting.choose(asked[0], asked[1], int(asked[2].legal_nth(0)))
    assert shelf.load(sitting.id).saved.choices == before + 1
    await sitting.close()
    await asyncio.wait_for(running, 5)
    assert shelf.load(sitting.id).saved.choices == before + 1


async def test_a_choice_whose_screen_goes_away_stays_made(tmp_path: Path) -> None:
    disk = GatedDisk()
    shelf = Shelf(tmp_path, disk=disk)
    sitting = Sitting.begin(setup(*WAR, persons=2), shelf, FakeThinker())
    asked = await question(sitting)
    assert asked is not None
    disk.gate.clear()
    choosing = asyncio.ensure_future(sitting.choose(asked[0], asked[1], int(asked[2].legal_nth(0))))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    choosing.cancel()
    await asyncio.wait({choosing})
    disk.gate.set()
    assert await question(sitting) is not None
    assert shelf.load(sitting.id).saved.choices == 1
    await sitting.close()


async def test_an_open_game_is_refused_to_a_second_sitting(shelf: Shelf) -> None:
    sitting = Sitting.begin(setup(*WAR, persons=2), shelf, FakeThinker())
    await question(sitting)
    with pytest.raises(InUse) as found:
        Sitting.resume(sitting.id, Shelf(shelf.data_dir), FakeThinker())
    assert found.value.values["who"] == "Ann"
    await sitting.close()
    other = Sitting.resume(shelf.load(sitting.id).saved, shelf, FakeThinker())
    await other.close()


async def test_a_damaged_save_is_told_and_the_one_before_resumed(shelf: Shelf) -> None:
    sitting = Sitting.begin(setup(*WAR, persons=2), shelf, FakeThinker())
    await play(sitting, 3)
    await sitting.close()
    newest = max((shelf.folder / sitting.id).glob("*.save"))
    newest.write_bytes(newest.read_bytes()[:-5])
    sitting = Sitting.resume(sitting.id, shelf, FakeThinker())
    assert sitting.fault is not None
    assert sitting.fault.code == "damaged"
    await play(sitting, 1)
    assert shelf.load(sitting.id).saved.choices == 3
    await sitting.close()


# A disk that fails


async def test_with_a_full_disk_the_game_goes_on_in_memory_and_that_is_told_once(
    tmp_path: Path,
) -> None:
    disk = FailingDisk(0)
    shelf = Shelf(tmp_path, disk=disk, retry_seconds=600)
    sitting = Sitting.begin(setup(*WAR), shelf, FakeThinker())
    notices: list[Notice] = []
    sitting.listen(notices.append)
    await play(sitting, 1)
    disk.error = errno.ENOSPC
    await play(sitting, 2)
    told = [notice for notice in notices if isinstance(notice, (NotSaved, SavedAgain))]
    assert [notice.trouble.reason for notice in told if isinstance(notice, NotSaved)] == [
        "disk-full"
    ]
    assert len(told) == 1
    assert sitting.trouble is not None
    disk.error = 0
    await play(sitting, 1)
    assert SavedAgain() in notices
    assert sitting.trouble is None
    choices = len([entry for entry in log_of(sitting) if len(entry) == 2])
    saved = shelf.load(sitting.id).saved
    assert saved.choices == choices + len(saved.pending)
    disk.error = errno.ENOSPC
    await play(sitting, 1)
    trouble = await sitting.close()
    assert trouble is not None
    assert trouble.reason == "disk-full"


async def test_a_game_that_cannot_be_saved_here_is_saved_elsewhere(tmp_path: Path) -> None:
    full = Shelf(tmp_path / "full", disk=FailingDisk(), retry_seconds=600)
    other = Shelf(tmp_path / "other")
    sitting = Sitting.begin(setup(*WAR), full, FakeThinker())
    await play(sitting, 2)
    sitting.save_to(other)
    assert await sitting.close() is None
    again = Sitting.resume(sitting.id, other, FakeThinker())
    assert log_of(again) == log_of(sitting)
    await again.close()


# Other things


@pytest.mark.clause("common.dealer.next")
async def test_the_next_game_has_the_next_dealer_and_fresh_shuffles(shelf: Shelf) -> None:
    sitting = Sitting.begin(setup("generals-war", 4, dealer=3), shelf, FakeThinker())
    again = sitting.next_setup()
    assert (again.dealer, again.seed, again.seats) == (0, None, sitting.seats)
    await sitting.close()
    games = [Sitting.begin(again, shelf, FakeThinker()) for _ in range(2)]
    assert log_of(games[0]) != log_of(games[1])
    for game in games:
        await game.close()


async def test_a_title_is_saved(shelf: Shelf) -> None:
    sitting = Sitting.begin(setup(*WAR, title="First"), shelf, FakeThinker())
    sitting.rename("Second\x1b")
    await sitting.close()
    assert shelf.load(sitting.id).saved.title == sitting.title == "Second"


async def test_a_listener_that_fails_costs_nobody_anything(shelf: Shelf) -> None:
    faults: list[object] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: faults.append(context["exception"]))

    def fail(_: object) -> None:
        raise KeyError("a fault of a screen")

    sitting = Sitting.begin(setup(*WAR), shelf, FakeThinker())
    heard: list[Event] = []
    sitting.subscribe(0, fail)
    sitting.subscribe(0, heard.extend)
    sitting.listen(fail)
    await play(sitting, 2)
    assert heard
    assert {type(fault) for fault in faults} == {KeyError}
    await sitting.close()


async def test_names_and_seats_have_to_fit(shelf: Shelf) -> None:
    game = rule_set("generals-war").game(4)
    with pytest.raises(ValueError):
        Sitting.begin(Setup(game, (PERSON,) * 3, ("x",) * 4), shelf, FakeThinker())
    assert shelf.entries() == []


async def test_a_resumed_game_of_an_unknown_id_is_missing(shelf: Shelf) -> None:
    with pytest.raises(SaveFault) as found:
        Sitting.resume("0123456789abcdef", shelf, FakeThinker())
    assert found.value.code == "missing"


async def test_levels_think_in_their_own_process(shelf: Shelf) -> None:
    thinker = Thinker()
    await thinker.start()
    notices: list[Notice] = []
    try:
        sitting = Sitting.begin(setup("generals-war", 4, persons=0), shelf, thinker)
        sitting.listen(notices.append)
        await asyncio.wait_for(sitting.run(), 100)
        assert sitting.table.outcome() is not None
        assert not [notice for notice in notices if isinstance(notice, LevelFailed)]
        await sitting.close()
    finally:
        await thinker.stop()


EXAMPLE = "bot:" + shlex.join([sys.executable, "-S", str(ROOT / "examples" / "bot.py")])


@pytest.mark.parametrize("rules", rule_sets())
async def test_the_example_bot_sits_at_a_table_and_plays_to_the_end(
    shelf: Shelf, rules: str
) -> None:
    players = rule_set(rules).seats[0]
    seats = (PERSON, Seat("level", EXAMPLE), *[Seat("level", "corporal")] * (players - 2))
    thinker = Thinker()
    await thinker.start()
    try:
        sitting = Sitting.begin(replace(setup(rules, players), seats=seats), shelf, thinker)
        told: list[Notice] = []
        sitting.listen(told.append)
        await play(sitting)
        assert sitting.table.outcome() is not None
        assert not [notice for notice in told if isinstance(notice, LevelFailed)]
        assert any(isinstance(one, Thinking) and one.seat == 1 for one in told)
        await sitting.close()
    finally:
        await thinker.stop()


async def test_the_clock_is_for_levels_and_not_for_bots(shelf: Shelf) -> None:
    table = setup(*WAR, persons=0)
    bot = "bot:no-such-program"
    table = replace(table, seats=(Seat("level", "random"), Seat("level", bot)))
    thinker = FakeThinker()
    sitting = Sitting.begin(table, shelf, thinker)
    sitting.budget = CLOCK
    await asyncio.wait_for(sitting.run(), 60)
    await sitting.close()
    assert thinker.budgets == {"random": Budget(2.0), bot: NO_LIMIT}
