"""Taking choices back: how far, and that the same choices give the same cards again."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import cards_of
from engine.chance import SeededChance, seed_from_text
from engine.events import Drew, Event, Paid, TurnedUp, Undone
from engine.log import Choice, Entry, Shuffle
from engine.refusals import StaleToken, UndoRefused
from engine.registry import rule_set
from engine.rng import Rng, rng_from
from engine.table import Ask, Table
from engine.unseen import unseen_came_out
from tests.support.random_games import TABLE_IDS, TABLES

SEED = seed_from_text("undo")


class Before(NamedTuple):
    """The table before somebody chose: what has to be there again once that is taken back."""

    seat: int
    action: int
    log: tuple[Entry, ...]
    pending: dict[int, int]
    snapshot: dict[str, object]
    actors: list[int]
    history: list[list[Event]]


def seen(table: Table) -> tuple[object, ...]:
    """All there is to a table."""
    seats = range(-1, table.game.players)
    return (
        table.log(),
        table.pending(),
        table.snapshot(),
        table.actors(),
        [table.history(seat) for seat in seats],
        table.outcome(),
    )


def asked(table: Table, seat: int) -> Ask:
    ask = table.ask(seat)
    assert ask is not None
    return ask


def choose(table: Table, seat: int, action: int) -> None:
    table.submit(seat, asked(table, seat).token, action)


def answer(table: Table, text: str) -> None:
    choose(table, *table.game.parse_action(text))


def play(table: Table, choices: int, rng: Rng) -> list[Before]:
    """Makes so many random choices; what was there before each of them."""
    played: list[Before] = []
    while len(played) < choices and table.outcome() is None:
        actors = table.actors()
        seat = actors[int(rng.below(len(actors)))]
        view = asked(table, seat).view
        action = int(view.legal_nth(rng.below(view.legal_count())))
        log, pending, snapshot, actors_, history, _ = seen(table)
        before = Before(seat, action, log, pending, snapshot, actors_, history)  # type: ignore[arg-type]
        played.append(before)
        choose(table, seat, action)
    return played


def started(rules: str, players: int, seed: object = 0) -> Table:
    return Table(rule_set(rules).game(players), 0, SeededChance(SEED))


def resumed(table: Table) -> Table:
    """The same table, come back from its log."""
    return Table.resumed(
        table.game,
        table.dealer,
        table.log(),
        lambda taken: SeededChance(SEED, taken),
        table.pending(),
    )


def came_out(before: Table, now: Table, seat: int) -> bool:
    """Whether a card left a place that ``seat`` may not look into: the face-down pile, a hand."""
    snapshots = (before.snapshot(), now.snapshot())
    hands = [snapshot["hands"] for snapshot in snapshots]
    piles = [snapshot.get("stock", snapshot.get("reserve")) for snapshot in snapshots]
    if snapshots[0].get("deal") != snapshots[1].get("deal"):
        # All cards were gathered, face down as they lay, for the next deal.
        return len(_shuffles(before)) != len(_shuffles(now))
    if piles[0] != piles[1]:
        return True
    for at in range(before.game.players):
        old, new = (Counter(str(hand[at]).split()) for hand in hands)  # type: ignore[index]
        if at != seat and not old <= new:
            return True
    return False


def _shuffles(table: Table) -> list[Entry]:
    return [entry for entry in table.log() if isinstance(entry, Shuffle)]


def laid_by_others(before: Table, now: Table, seat: int) -> bool:
    """Whether another seat named a card since; it may be one that it had taken up face up."""
    since = now.log()[len(before.log()) :]
    return any(
        isinstance(entry, Choice) and entry.seat != seat and cards_of(entry.action)
        for entry in since
    )


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=TABLE_IDS)
@settings(max_examples=50)
@given(number=st.integers(0, 10**9), choices=st.integers(1, 60), again=st.booleans())
def test_undo_and_the_same_choices_lead_to_the_same_position_and_log(
    rules: str, players: int, number: int, choices: int, again: bool
) -> None:
    rng = rng_from("undo", number)
    table = started(rules, players)
    played = play(table, choices, rng)
    if again:
        table = resumed(table)
    reached = seen(table)
    old = {seat: asked(table, seat).token for seat in table.actors()}
    seat = played[int(rng.below(len(played)))].seat
    at = max(index for index, before in enumerate(played) if before.seat == seat)
    before = played[at]

    gone = table.undo(seat, unlimited=True)
    rounds = table.pending()
    assert table.log() == before.log
    assert table.snapshot() == before.snapshot
    assert seen(table)[4] == before.history
    # Of its own round, what others have committed stays; so do all commitments before it.
    assert before.pending.items() <= rounds.items()
    assert seat in table.actors()
    assert set(table.actors()) == set(before.actors) - set(rounds)
    left = [one for one in played[at + 1 :] if not (one.log == before.log and one.seat in rounds)]
    assert gone == 1 + len(left)
    if seat in old:
        with pytest.raises(StaleToken):
            table.submit(seat, old[seat], before.action)
    for one in [before, *left]:
        choose(table, one.seat, one.action)
    assert seen(table) == reached


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=TABLE_IDS)
@settings(max_examples=40)
@given(number=st.integers(0, 10**9), choices=st.integers(1, 40))
def test_undo_is_refused_once_an_unseen_card_came_out(
    rules: str, players: int, number: int, choices: int
) -> None:
    """Held against where the hidden cards really lie, not against what was told."""
    rng = rng_from("undo", number)
    table = started(rules, players)
    play(table, choices, rng)
    for seat in sorted({int(rng.below(players)), int(rng.below(players))}):
        refused = table.undo_refusal(seat)
        if refused is not None and refused.code == "nothing-to-undo":
            with pytest.raises(UndoRefused):
                table.undo(seat, unlimited=True)
            continue
        if refused is not None:
            copy = seen(table)
            with pytest.raises(UndoRefused) as found:
                table.undo(seat)
            assert found.value.code == refused.code
            assert seen(table) == copy
        back = resumed(table)
        back.undo(seat, unlimited=True)
        if refused is None:
            assert not came_out(back, table, seat)
        elif refused.code == "unseen-card":
            assert came_out(back, table, seat) or laid_by_others(back, table, seat)
        else:
            assert refused.code == "game-over"
            assert table.outcome() is not None


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=TABLE_IDS)
def test_a_game_can_be_taken_back_to_its_beginning_choice_by_choice(
    rules: str, players: int
) -> None:
    table = started(rules, players)
    play(table, 25, rng_from("back", rules, players))
    end = seen(table)
    choices = [entry for entry in table.log() if isinstance(entry, Choice)]
    waiting = table.pending()
    while table.pending() or any(isinstance(entry, Choice) for entry in table.log()):
        last = [entry.seat for entry in table.log() if isinstance(entry, Choice)]
        seat = next(iter(table.pending()), last[-1] if last else -1)
        assert table.undo(seat, unlimited=True) >= 1
    assert seen(table) == seen(started(rules, players))
    for entry in choices:
        choose(table, entry.seat, entry.action)
    for seat, action in waiting.items():
        choose(table, seat, action)
    assert seen(table) == end


def test_other_choices_after_undo_shuffle_as_if_they_had_been_made_at_once() -> None:
    """The n-th shuffle is a function of seed, n and pile, so undoing cannot move the cards."""
    game = rule_set("battalion-cover").game(3, {"chips": 99})
    straight = Table(game, 0, SeededChance(SEED))
    back = Table(game, 0, SeededChance(SEED))
    play(back, 200, rng_from("one way"))
    assert len(_shuffles(back)) > 1
    while chosen := [entry.seat for entry in back.log() if isinstance(entry, Choice)]:
        back.undo(chosen[0], unlimited=True)
    play(straight, 200, rng_from("another way"))
    play(back, 200, rng_from("another way"))
    assert len(_shuffles(back)) > 1
    assert seen(back) == seen(straight)


def test_a_draw_ends_the_way_back() -> None:
    table = started("battalion-twins", 3)
    answer(table, "1 draw stock")
    refused = table.undo_refusal(1)
    assert refused is not None
    assert refused.code == "unseen-card"


def test_a_card_taken_from_the_discard_pile_can_be_put_back() -> None:
    table = started("battalion-twins", 3)
    before = seen(table)
    answer(table, "1 draw discard")
    assert table.undo(1) == 1
    assert seen(table) == before


def test_a_choice_can_be_taken_back_until_the_next_player_shows_a_card() -> None:
    table = started("battalion-twins", 3)
    answer(table, "1 draw discard")
    ask = asked(table, 1)
    table.submit(1, ask.token, ask.view.legal_actions()[0])
    answer(table, "2 draw discard")
    assert table.undo_refusal(1) is None
    ask = asked(table, 2)
    table.submit(2, ask.token, ask.view.legal_actions()[0])
    refused = table.undo_refusal(1)
    assert refused is not None
    assert refused.code == "unseen-card"
    assert table.undo_refusal(2) is None


def test_nobody_undoes_past_another_persons_choice() -> None:
    table = started("battalion-twins", 3)
    answer(table, "1 draw discard")
    ask = asked(table, 1)
    table.submit(1, ask.token, ask.view.legal_actions()[0])
    answer(table, "2 draw discard")
    for unlimited in (False, True):
        refused = table.undo_refusal(1, persons=(1, 2), unlimited=unlimited)
        assert refused is not None
        assert refused.code == "another-chose"
        assert refused.values == {"seat": 1, "chooser": 2}
    assert table.undo_refusal(1, persons=(0, 1)) is None


def in_battle() -> Table:
    table = started("generals-war", 2)
    while table.actors() != [1, 0]:
        ask = asked(table, table.actors()[0])
        table.submit(ask.seat, ask.token, ask.view.legal_actions()[-1])
    return table


def test_a_commitment_can_be_taken_back_and_another_seats_question_stays_open() -> None:
    table = in_battle()
    other = asked(table, 0).token
    first = asked(table, 1)
    table.submit(1, first.token, first.view.legal_actions()[0])
    assert table.undo(1, persons=(0, 1)) == 1
    assert table.actors() == [1, 0]
    assert asked(table, 0).token == other
    with pytest.raises(StaleToken):
        table.submit(1, first.token, first.view.legal_actions()[0])
    table.submit(0, other, asked(table, 0).view.legal_actions()[0])


def test_another_persons_commitment_does_not_keep_one_from_taking_ones_own_back() -> None:
    table = in_battle()
    for seat in (1, 0):
        ask = asked(table, seat)
        table.submit(seat, ask.token, ask.view.legal_actions()[0])
    refused = table.undo_refusal(0, persons=(0, 1))
    assert refused is not None
    assert refused.code == "unseen-card"
    squad = table.log()[-1]
    table.undo(0, persons=(0, 1), unlimited=True)
    assert table.committed() == [1]
    assert table.actors() == [0]
    assert table.pending() != {0: squad}
    refused = table.undo_refusal(0, persons=(0, 1), unlimited=True)
    assert refused is not None
    assert refused.code == "another-chose"


def test_what_others_see_does_not_tell_what_was_taken_back() -> None:
    table = in_battle()
    heard: list[list[Event]] = []
    table.subscribe(0, heard.append)
    ask = asked(table, 1)
    table.submit(1, ask.token, ask.view.legal_actions()[0])
    table.undo(1)
    assert heard == [[], [Undone(1, 1)]]


def test_the_end_of_a_game_is_taken_back_only_without_limit() -> None:
    table = started("generals-war", 2)
    while table.outcome() is None:
        play(table, 1, rng_from("end", len(table.log()), len(table.pending())))
    last = table.log()[-1]
    assert isinstance(last, Choice)
    refused = table.undo_refusal(last.seat)
    assert refused is not None
    assert refused.code == "game-over"
    table.undo(last.seat, unlimited=True)
    assert table.outcome() is None
    assert table.actors() == [last.seat]


def test_the_log_of_another_version_cannot_be_undone_past_its_beginning() -> None:
    table = started("battalion-twins", 3)
    answer(table, "1 draw discard")
    base = Table.resumed(
        table.game, 0, [], lambda taken: SeededChance(SEED, 1 + taken), None, table.snapshot()
    )
    refused = base.undo_refusal(1, unlimited=True)
    assert refused is not None
    assert refused.code == "nothing-to-undo"
    ask = asked(base, 1)
    base.submit(1, ask.token, ask.view.legal_actions()[0])
    base.undo(1)
    assert base.snapshot() == table.snapshot()


def test_an_event_of_an_unknown_kind_ends_the_way_back() -> None:
    class Odd(Event):
        pass

    assert unseen_came_out([Odd()], 0)
    assert unseen_came_out([TurnedUp(3)], 0)
    assert not unseen_came_out([Paid(0, 1, 4), Drew(0, 0)], 0)
