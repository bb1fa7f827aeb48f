"""Choices in the fewest words, for the panel of the seat that made them: ``bids 5``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine import actions as act
from tui.words.marks import N_, NN_, Text
from tui.words.scene import NOWHERE, Scene
from tui.words.tongue import Phrase, Tongue

_DEEDS: Final[Mapping[int, Text]] = {
    act.DRAW_STOCK: N_("takes from the stock"),
    act.DRAW_DISCARD: N_("takes the discard"),
    act.DISCARD: N_("discards {cards}"),
    act.BID: N_("bids {number}"),
    act.PASS: N_("passes"),
    act.ATTACK: N_("attacks {target}: {cards}"),
    act.ASSAULT: N_("attacks: {cards}"),
    act.DEFEND: N_("defends: {cards}"),
    act.SURRENDER: N_("surrenders"),
    act.COVER: N_("covers with {cards}"),
    act.LEAVE: N_("leaves it bare"),
    act.ENTER: N_("enters"),
    act.SIT: N_("sits out"),
    act.FIGHT: N_("puts {cards} forward"),
    act.EXCHANGE: N_("exchanges {cards}"),
    act.STAND: N_("exchanges nothing"),
    act.PLAY: N_("plays {cards}"),
    act.MUSTER: N_("announces {cards}"),
    act.READY: N_("is ready"),
    act.CHALLENGE: N_("challenges {target}"),
    act.SQUAD: N_("squad {cards}"),
}
_SPECIAL: Final[Mapping[tuple[str, int], Text]] = {
    ("battalion-cover", act.BID): N_("declares {number}"),
}
# The same without the cards, or in fewer words, for panels that are too narrow.
_SHORT: Final[Mapping[int, Text]] = {
    act.DRAW_STOCK: N_("from the stock"),
    act.DRAW_DISCARD: N_("from the discards"),
    act.ATTACK: N_("attacks {target}"),
    act.ASSAULT: NN_("attacks: {count} card", "attacks: {count} cards"),
    act.DEFEND: NN_("defends: {count} card", "defends: {count} cards"),
    act.EXCHANGE: N_("new: {count}"),
    act.STAND: N_("new: {count}"),
}
_UNSEEN: Final[Mapping[int, Text]] = {
    act.SQUAD: N_("has chosen a squad"),
    act.FIGHT: N_("has chosen a card"),
    act.EXCHANGE: NN_("exchanges {count} card", "exchanges {count} cards"),
}
_UNSEEN_OTHER: Final = N_("has chosen")


def deed(tongue: Tongue, action: int, scene: Scene = NOWHERE) -> str:
    """A choice that was made, without saying by whom."""
    kind = action & 31
    text = _SPECIAL.get((scene.rules, kind)) or _DEEDS[kind]
    values: dict[str, object] = {
        "cards": Phrase(tongue.cards(act.cards_of(action))),
        "number": Phrase(str(act.number_of(action))),
        "target": int(act.target_of(action)),
    }
    return tongue.fill(text, values, scene)


def short_deed(tongue: Tongue, action: int, scene: Scene = NOWHERE) -> str:
    """The same where there is not the room to name many cards."""
    text = _SHORT.get(action & 31)
    if text is None:
        return deed(tongue, action, scene)
    values: dict[str, object] = {
        "count": len(act.cards_of(action)), "target": int(act.target_of(action)),
    }  # fmt: skip
    return tongue.fill(text, values, scene, by="" if isinstance(text, str) else "count")


def deed_unseen(tongue: Tongue, kind: int, count: int, *, short: bool = False) -> str:
    """A choice whose cards the reader does not see."""
    if short and kind in _SHORT and isinstance(_SHORT[kind], str):
        return tongue.fill(_SHORT[kind], {"count": count})
    return tongue.fill(_UNSEEN.get(kind, _UNSEEN_OTHER), {"count": count}, by="count")
