"""How players go about each kind of choice, level by level: what everybody may know of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine import actions as act
from tui.words.marks import N_

# How rules of thumb go about each kind of choice.
_THUMB: Final[Mapping[tuple[str, int], str]] = {
    ("battalion-twins", act.DRAW_STOCK): N_(
        "takes from the stock unless the discard on top makes its best suits stronger"
    ),
    ("battalion-twins", act.DRAW_DISCARD): N_(
        "takes the discard on top only if it makes its best suits clearly stronger"
    ),
    ("battalion-twins", act.DISCARD): N_(
        "collects one suit, twins above all, and a second one, and throws away what helps"
        " these least"
    ),
    ("battalion-twins", act.BID): N_("bids as high as its best suit allows, so as to attack first"),
    ("battalion-twins", act.PASS): N_("passes only if it cannot bid higher"),
    ("battalion-twins", act.ATTACK): N_(
        "attacks whoever has the most chips, with all of the suit that counts most"
    ),
    ("battalion-twins", act.DEFEND): N_(
        "defends with every card of the suit, as all that is laid is drawn again"
    ),
    ("battalion-twins", act.SURRENDER): N_("surrenders only if it holds no card of the suit"),
    ("battalion-cover", act.DRAW_STOCK): N_(
        "takes from the stock unless the discard on top is high or makes a long suit longer"
    ),
    ("battalion-cover", act.DRAW_DISCARD): N_(
        "takes the discard on top if it is high or makes a long suit longer"
    ),
    ("battalion-cover", act.DISCARD): N_(
        "keeps high cards and a long suit, and throws away the rest"
    ),
    ("battalion-cover", act.BID): N_("declares its longest suit whenever it may"),
    ("battalion-cover", act.PASS): N_("passes only if it cannot declare higher"),
    ("battalion-cover", act.ASSAULT): N_(
        "attacks with the two highest cards of a suit, which are hard to cover"
    ),
    ("battalion-cover", act.COVER): N_(
        "beats as many cards as it can, each as cheaply as it can, and covers the others "
        "with what is lowest"
    ),
    ("battalion-cover", act.LEAVE): N_(
        "leaves a card bare if it has nothing that it would lay on it"
    ),
    ("fight-for-the-lead", act.ENTER): N_("enters whenever it does not owe a pot"),
    ("fight-for-the-lead", act.SIT): N_(
        "sits out when it owes a pot and the debt will be forgotten"
    ),
    ("fight-for-the-lead", act.FIGHT): N_(
        "fights with its lowest card, so that the high ones stay for the tricks"
    ),
    ("fight-for-the-lead", act.EXCHANGE): N_("exchanges cards that will hardly take a trick"),
    ("fight-for-the-lead", act.STAND): N_(
        "pays for no exchange, as a card costs more than it brings"
    ),
    ("fight-for-the-lead", act.PLAY): N_(
        "leads its highest card; it takes a trick as cheaply as it can, and else throws "
        "away its lowest card"
    ),
    ("generals-war", act.MUSTER): N_("announces every ace at once, for the five cards"),
    ("generals-war", act.READY): N_("is ready when it has no ace left to announce"),
    ("generals-war", act.CHALLENGE): N_("challenges whoever has the fewest cards"),
    ("generals-war", act.SQUAD): N_(
        "sends its three highest cards, or its three lowest if even those would hardly win"
    ),
}
# Where the upper levels go about it in another way.
_STRONG: Final[Mapping[tuple[str, int], str]] = {
    ("battalion-twins", act.ATTACK): N_(
        "reckons for each suit and each opponent how many chips the attack brings on the average,"
        " and remembers who could not defend with what"
    ),
    ("battalion-cover", act.DRAW_STOCK): N_(
        "takes from the stock unless the discard on top is high"
    ),
    ("battalion-cover", act.DRAW_DISCARD): N_("takes the discard on top if it is high"),
    ("battalion-cover", act.DISCARD): N_("throws away what is low, and protects short suits"),
    ("battalion-cover", act.BID): N_("declares only if nothing else is allowed"),
    ("battalion-cover", act.PASS): N_("never declares, as whoever does must lay all these cards"),
    ("battalion-cover", act.ASSAULT): N_(
        "looks for the attack that costs itself least and the defender most"
    ),
    ("fight-for-the-lead", act.EXCHANGE): N_("weighs what new cards may bring against their price"),
    ("fight-for-the-lead", act.STAND): N_("weighs what new cards may bring against their price"),
    ("fight-for-the-lead", act.FIGHT): N_(
        "weighs the lead against the cards it has left for the tricks"
    ),
    ("fight-for-the-lead", act.PLAY): N_(
        "counts which cards are still out and plays for as many tricks as it can get"
    ),
    ("generals-war", act.SQUAD): N_(
        "guesses what the other may send, and looks for the cheapest three that beat it"
    ),
    ("generals-war", act.READY): N_(
        "weighs five more cards against being challenged last, and with four may do without them"
    ),
}
_GENERAL: Final = N_("goes by what it holds and has seen")
# What captain and general try out in imagined deals.
_TRIED_OUT: Final[Mapping[str, frozenset[int]]] = {
    "battalion-twins": frozenset((act.ATTACK,)),
    "battalion-cover": frozenset((act.ASSAULT,)),
    "fight-for-the-lead": frozenset(
        (act.ENTER, act.SIT, act.FIGHT, act.EXCHANGE, act.STAND, act.PLAY)
    ),
    "generals-war": frozenset((act.SQUAD, act.CHALLENGE)),
}
_BY_THUMB: Final = ("recruit", "corporal")
# Where the sergeant goes about it in a way of its own.
_SERGEANT: Final[Mapping[tuple[str, int], str]] = {
    ("battalion-cover", act.ASSAULT): N_(
        "attacks with the two highest cards of a suit, rather of one that its neighbour may lack"
    ),
}
_SEARCHING: Final = ("captain", "general")


def manner_of(rules: str, kind: int, level: str) -> str:
    """How the level goes about choices of ``kind``: the end of a sentence about it."""
    key = (rules, kind)
    usual = _THUMB.get(key, _GENERAL)
    if level in _BY_THUMB:
        return usual
    strong = _STRONG.get(key, usual)
    return _SERGEANT.get(key, strong) if level == "sergeant" else strong


def tries_out(rules: str, kind: int, level: str) -> bool:
    """Whether the level plays such choices on in imagined deals before it decides."""
    return level in _SEARCHING and kind in _TRIED_OUT.get(rules, frozenset())
