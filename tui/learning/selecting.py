"""Puts a choice into the selection of the person who is asked, for them to confirm or change."""

from __future__ import annotations

from engine import actions as act
from tui.renderers.question import PLAIN_KINDS, Answering, Stage


def put_in(answering: Answering, action: int) -> bool:
    """Prepares ``action``; False, and nothing is changed, if it does not fit."""
    kind = int(act.kind_of(action))
    question = answering.question
    if kind in PLAIN_KINDS:
        if kind not in question.plain:
            return False
        answering.clear()
        answering.word = kind
        return True
    picked = _places(list(question.hand), act.cards_of(action))
    if picked is None or kind not in question.kinds:
        return False
    answering.clear()
    if kind == act.BID:
        answering.typed = str(int(act.number_of(action)))
    if kind == question.cards:
        answering.picked = picked
        answering.cursor = picked[0] if picked else None
    if kind == question.seat_kind:
        answering.seat = int(act.target_of(action))
        answering.stage = Stage.SEAT
    return True


def _places(hand: list[int], cards: list[int]) -> list[int] | None:
    """Where the cards are in the hand; None if one is not."""
    found: list[int] = []
    for card in cards:
        place = next((at for at, held in enumerate(hand) if held == card and at not in found), None)
        if place is None:
            return None
        found.append(place)
    return found
