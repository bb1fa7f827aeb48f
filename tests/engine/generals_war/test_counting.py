"""Exact numbers of lines of play on a tiny pack: a fault in listing choices changes them."""

from __future__ import annotations

from math import comb

from engine.cards import parse_cards
from engine.game import State
from engine.generals_war.game import WarGame
from tests.support.dealing import Stacked, do, stacked

PACK = sorted(parse_cards("KS QS JS AS 2S KH QH JH AH 2H 3D 4D"))


def lines(state: State, depth: int) -> int:
    """How many ways there are to play ``depth`` choices (fewer where the game ends)."""
    if depth == 0 or state.is_over():
        return 1
    seat = state.actors()[0]
    total = 0
    for action in state.legal_actions(seat):
        after = state.clone()
        after.apply(seat, action)
        total += lines(after, depth - 1)
    return total


def start() -> State:
    game = WarGame(2, {"target": 364}, pack=PACK, hand_size=5)
    hands = ("KS QS JS AS 2S", "KH QH JH AH 2H")
    return game.start(0, Stacked(stacked(hands, "3D 4D", dealer=0, pack=PACK)))


def test_mustering_an_ace_or_not() -> None:
    # Seat 1 is ready, or musters its ace, which takes the two cards left, and then is ready.
    assert lines(start(), 1) == 2
    assert lines(start(), 2) == 2 + 1


def test_battles_with_five_cards_each_are_ten_by_ten() -> None:
    state = do(start(), "1 ready", "0 ready")
    assert lines(state, 2) == comb(5, 3) ** 2


def test_lines_to_four_choices_agree_with_counting_by_hand() -> None:
    state = do(start(), "1 ready", "0 ready")
    total = 0
    for mine in state.legal_actions(1):
        for theirs in state.legal_actions(0):
            after = state.clone()
            after.apply(1, mine)
            after.apply(0, theirs)
            if after.is_over():
                total += 1
            else:
                sizes = [len(parse_cards(str(h))) for h in after.snapshot()["hands"]]  # type: ignore[attr-defined]
                total += comb(sizes[0], 3) * comb(sizes[1], 3)
    assert lines(state, 4) == total
