"""The reasons of the rules of thumb, as codes; ``CODES`` names the values that each one has."""

from __future__ import annotations

from typing import Final

from ai.heuristics.generals_war import WORTH_IT
from ai.player import Why
from engine.actions import (
    ASSAULT,
    ATTACK,
    BID,
    CHALLENGE,
    COVER,
    DEFEND,
    DISCARD,
    DRAW_DISCARD,
    DRAW_STOCK,
    ENTER,
    EXCHANGE,
    FIGHT,
    LEAVE,
    MUSTER,
    PASS,
    PLAY,
    READY,
    SIT,
    SQUAD,
    STAND,
    SURRENDER,
    card_of,
    cards_of,
    kind_of,
    number_of,
    target_of,
)
from engine.battalion.public import DEFENDING
from engine.battalion.view import BattalionView
from engine.game import View
from engine.generals_war.public import squad_mask, value_of

CARDS: Final = ("cards",)
SEAT: Final = ("seat",)
NUMBER: Final = ("number",)
NONE: Final = ()
# Sampled worlds, and what the candidates' results count. Also "cut" (1) where the clock ended the
# search and this is the best found so far.
SEARCHED: Final = ("worlds", "unit")

# Kind of choice: code of the reason, and the values it has: the cards, seat or number chosen.
_REASONS: Final[dict[int, tuple[str, tuple[str, ...]]]] = {
    DRAW_STOCK: ("thumb.draw.unseen", NONE),
    DRAW_DISCARD: ("thumb.draw.useful", NONE),
    DISCARD: ("thumb.discard.least", CARDS),
    BID: ("thumb.bid.limit", NUMBER),
    PASS: ("thumb.bid.pass", NONE),
    ATTACK: ("thumb.attack.best-suit", ("seat", "cards")),
    ASSAULT: ("thumb.assault.highest", CARDS),
    DEFEND: ("thumb.defend.all", CARDS),
    SURRENDER: ("thumb.defend.none", NONE),
    COVER: ("thumb.cover.cheapest", CARDS),
    LEAVE: ("thumb.cover.leave", NONE),
    ENTER: ("thumb.enter", NONE),
    SIT: ("thumb.sit", NONE),
    FIGHT: ("thumb.fight.second", CARDS),
    EXCHANGE: ("thumb.exchange.low", CARDS),
    STAND: ("thumb.exchange.none", NONE),
    PLAY: ("thumb.play", CARDS),
    MUSTER: ("thumb.muster", CARDS),
    READY: ("thumb.muster.none", NONE),
    CHALLENGE: ("thumb.challenge.smallest", SEAT),
    SQUAD: ("thumb.squad.highest", CARDS),
}

# Every code that our levels give, with the names of its values.
CODES: Final[dict[str, tuple[str, ...]]] = {
    "forced": NONE,
    "careless": NONE,
    "thumb.other": NONE,
    "thumb.squad.lowest": CARDS,
    "thumb.cover.thrown": CARDS,
    "strong.attack.chips": ("seat", "cards"),
    "strong.attack.price": CARDS,
    "strong.attack.highest": CARDS,
    "strong.draw.high": NONE,
    "strong.discard.low": CARDS,
    "strong.bid.never": NONE,
    "strong.fight.spare": CARDS,
    "strong.lead.likeliest": CARDS,
    "strong.enter.last": NONE,
    "strong.muster.leave": NONE,
    "strong.squad.price": CARDS,
    "strong.squad.save": CARDS,
    "searched.thumb": SEARCHED,
    "searched.better": SEARCHED,
    "searched.tree": SEARCHED,
    "searched.solved": ("unit",),
    **dict(_REASONS.values()),
}


def reason(action: int) -> Why:
    """Why the rules of thumb choose ``action``."""
    code, names = _REASONS.get(int(kind_of(action)), ("thumb.other", NONE))
    if code == "thumb.squad.highest" and value_of(squad_mask(action)) < WORTH_IT:
        code = "thumb.squad.lowest"
    values: dict[str, object] = {}
    for name in names:
        if name == "cards":
            values[name] = cards_of(action)
        elif name == "seat":
            values[name] = int(target_of(action))
        else:
            values[name] = int(number_of(action))
    return Why(code, values)


def on_view(why: Why, action: int, view: View) -> Why:
    """``why``, given for ``action``, as it holds on ``view``: a card laid on one of another suit
    covers nothing."""
    if why.code != "thumb.cover.cheapest" or kind_of(action) != COVER:
        return why
    if not isinstance(view, BattalionView) or view.public.phase != DEFENDING:
        return why
    asked = view.public.attack[view.public.asked]
    if card_of(action) // 13 == asked // 13:
        return why
    return why._replace(code="thumb.cover.thrown")
