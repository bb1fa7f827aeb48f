"""Taking back in a sitting: saved, told, and the same again after resuming."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from engine.chance import seed_from_text
from engine.events import Event, Undone
from engine.log import Choice
from engine.refusals import StaleToken, UndoRefused
from engine.registry import rule_set, rule_sets
from saves.schema import Seat
from saves.shelf import Shelf
from tests.tui.test_sitting import (
    FakeThinker,
    GatedDisk,
    StuckThinker,
    log_of,
    play,
    question,
    setup,
    to_battle,
)
from tui.sitting import PERSON, Setup, Sitting


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "data")


async def begun(shelf: Shelf, thinker: FakeThinker | None = None, *, persons: int = 1) -> Sitting:
    """A game of battalion-twins with ``persons`` at seats 0 …; seat 0 is asked first."""
    seats = (PERSON,) * persons + (Seat("level", "random"),) * (3 - persons)
    game = rule_set("battalion-twins").game(3)
    made = Setup(game, seats, ("A", "B", "C"), dealer=2, seed=seed_from_text("undo"))
    sitting = Sitting.begin(made, shelf, thinker or FakeThinker())
    assert await question(sitting) is not None
    return sitting


async def choose(sitting: Sitting, text: str) -> None:
    seat, action = sitting.table.game.parse_action(text)
    ask = sitting.ask(seat)
    assert ask is not None
    await sitting.choose(seat, ask.token, action)


async def test_a_choice_taken_back_is_asked_again_and_is_gone_from_the_save(shelf: Shelf) -> None:
    sitting = await begun(shelf)
    before = shelf.load(sitting.id).saved
    history = sitting.table.history(0)
    heard: list[Event] = []
    sitting.subscribe(0, heard.extend)
    token = sitting.ask(0).token  # type: ignore[union-attr]
    await choose(sitting, "0 draw discard")
    assert sitting.can_undo(0)
    assert await sitting.undo(0) == 1
    assert heard[-1] == Undone(0, 1)
    assert sitting.table.history(0) == history
    ask = sitting.ask(0)
    assert ask is not None
    assert ask.token > token
    with pytest.raises(StaleToken):
        await sitting.choose(0, token, ask.view.legal_actions()[0])
    saved = shelf.load(sitting.id).saved
    assert (saved.log, saved.snapshot, saved.asked) == (before.log, before.snapshot, before.asked)
    assert (saved.practice, saved.undone) == (False, 1)
    await sitting.close()


async def test_past_an_unseen_card_only_a_practice_game_goes_back_and_says_so(
    shelf: Shelf,
) -> None:
    sitting = await begun(shelf)
    await choose(sitting, "0 draw stock")
    with pytest.raises(UndoRefused) as found:
        await sitting.undo(0)
    assert found.value.code == "unseen-card"
    assert not sitting.can_undo(0)
    assert sitting.can_undo(0, practice=True)
    assert not sitting.practice
    hand = sitting.table.view(0).dump()
    assert await sitting.undo(0, practice=True) == 1
    assert sitting.practice
    assert shelf.load(sitting.id).saved.practice
    # The same choice gives the same card again, and taking it back needs no asking any more.
    await choose(sitting, "0 draw stock")
    assert sitting.table.view(0).dump() == hand
    assert sitting.can_undo(0)
    id_ = sitting.id
    await sitting.close()
    again = Sitting.resume(id_, shelf, FakeThinker())
    await question(again)
    assert again.practice
    assert await again.undo(0) == 1
    assert shelf.load(id_).saved.undone == 2
    await again.close()


async def test_nothing_is_undone_in_front_of_another_person(shelf: Shelf) -> None:
    sitting = await begun(shelf, persons=2)
    await choose(sitting, "0 draw discard")
    ask = sitting.ask(0)
    assert ask is not None
    await sitting.choose(0, ask.token, ask.view.legal_actions()[0])
    await choose(sitting, "1 draw discard")
    for practice in (False, True):
        with pytest.raises(UndoRefused) as found:
            await sitting.undo(0, practice=practice)
        assert found.value.code == "another-chose"
    assert not sitting.practice
    assert await sitting.undo(1) == 1
    assert await sitting.undo(0) == 1
    await sitting.close()


async def test_a_level_has_nothing_to_take_back(shelf: Shelf) -> None:
    sitting = Sitting.begin(setup("generals-war", 2), shelf, FakeThinker())
    await play(sitting, 2)
    with pytest.raises(UndoRefused):
        await sitting.undo(1, practice=True)
    await sitting.close()


async def test_a_level_that_thinks_about_what_is_gone_is_stopped(shelf: Shelf) -> None:
    thinker = StuckThinker()
    sitting = await begun(shelf, thinker)
    running = asyncio.ensure_future(sitting.run())
    await choose(sitting, "0 draw discard")
    asked = await question(sitting)
    assert asked is not None
    await sitting.choose(0, asked[1], asked[2].legal_actions()[0])
    await asyncio.wait_for(thinker.begun.wait(), 10)
    assert await sitting.undo(0) == 1
    asked = await question(sitting)
    assert asked is not None
    assert thinker.cancelled == 1
    thinker.go.set()
    await sitting.choose(0, asked[1], asked[2].legal_actions()[0])
    await sitting.close()
    await asyncio.wait_for(running, 10)


async def test_what_is_shown_changes_when_the_undo_is_on_the_disk(tmp_path: Path) -> None:
    disk = GatedDisk()
    sitting = await begun(Shelf(tmp_path, disk=disk))
    await choose(sitting, "0 draw discard")
    view, history = sitting.table.view(0).dump(), sitting.table.history(0)
    disk.gate.clear()
    undoing = asyncio.ensure_future(sitting.undo(0))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert sitting.ask(0) is None
    assert sitting.table.view(0).dump() == view
    assert sitting.table.history(0) == history
    disk.gate.set()
    await asyncio.wait_for(undoing, 10)
    assert sitting.table.view(0).dump() != view
    assert sitting.table.history(0) == history[: len(sitting.table.history(0))]
    await sitting.close()


async def test_a_commitment_is_taken_back_and_committed_anew(shelf: Shelf) -> None:
    sitting = Sitting.begin(setup("generals-war", 2, persons=2), shelf, FakeThinker())
    await to_battle(sitting)
    seat = sitting.table.actors()[0]
    ask = sitting.ask(seat)
    assert ask is not None
    await sitting.choose(seat, ask.token, ask.view.legal_actions()[0])
    assert len(shelf.load(sitting.id).saved.pending) == 1
    assert await sitting.undo(seat) == 1
    assert sitting.table.commitment(seat) is None
    assert shelf.load(sitting.id).saved.pending == ()
    ask = sitting.ask(seat)
    assert ask is not None
    await sitting.choose(seat, ask.token, ask.view.legal_actions()[1])
    assert sitting.table.commitment(seat) == ask.view.legal_actions()[1]
    await sitting.close()


async def test_the_end_of_a_practice_game_can_be_taken_back(shelf: Shelf) -> None:
    sitting = Sitting.begin(setup("generals-war", 2, practice=True), shelf, FakeThinker())
    await play(sitting)
    assert sitting.table.outcome() is not None
    await sitting.undo(0)
    assert sitting.table.outcome() is None
    await play(sitting)
    assert sitting.table.outcome() is not None
    await sitting.close()


@pytest.mark.parametrize("rules", rule_sets())
async def test_levels_choose_the_same_again_after_undo_and_after_resuming(
    shelf: Shelf, rules: str
) -> None:
    """A level's stream depends on the number of its choice, and undone ones do not count."""
    players = rule_set(rules).seats[-1]
    straight = Sitting.begin(setup(rules, players, practice=True), shelf, FakeThinker())
    await play(straight, 6)
    crooked = Sitting.begin(setup(rules, players, practice=True), shelf, FakeThinker())
    running = asyncio.ensure_future(crooked.run())
    for turn in range(4):
        asked = await question(crooked)
        assert asked is not None
        seat, token, view = asked
        due = [e for e in log_of(straight) if isinstance(e, Choice) and e.seat == seat][turn]
        await crooked.choose(seat, token, int(view.legal_nth(view.legal_count() - 1)))
        await question(crooked)  # the levels have answered
        await crooked.undo(seat)
        asked = await question(crooked)
        assert asked is not None
        await crooked.choose(seat, asked[1], due.action)
        if turn == 1:
            running.cancel()
            await asyncio.wait({running})
            id_ = crooked.id
            await crooked.close()
            crooked = Sitting.resume(id_, shelf, FakeThinker())
            running = asyncio.ensure_future(crooked.run())
    await question(crooked)
    running.cancel()
    await asyncio.wait({running})
    shorter = min(len(log_of(crooked)), len(log_of(straight)))
    assert shorter > 4
    assert log_of(crooked)[:shorter] == log_of(straight)[:shorter]
    await crooked.close()
    await straight.close()
