"""Which clause of the rules matters now, by the kinds of choices that are open."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from engine import actions as act

# By rule set and kind of choice: the clause, and where it is in the order of importance when a
# choice of several kinds is open (the kinds are tried in this order).
_CLAUSES: Final[Mapping[str, Mapping[int, str]]] = {
    "battalion-twins": {
        act.DRAW_STOCK: "twins.acquisition.take",
        act.DRAW_DISCARD: "twins.acquisition.take",
        act.DISCARD: "twins.acquisition.discard",
        act.BID: "twins.bid.minimum",
        act.PASS: "twins.bid.limit",
        act.ATTACK: "twins.combat.target",
        act.DEFEND: "twins.combat.defend-suit",
        act.SURRENDER: "twins.combat.surrender",
    },
    "battalion-cover": {
        act.DRAW_STOCK: "cover.acquisition.take",
        act.DRAW_DISCARD: "cover.acquisition.take",
        act.DISCARD: "cover.acquisition.discard",
        act.BID: "cover.declare.longest",
        act.PASS: "cover.declare.minimum",
        act.ASSAULT: "cover.attack.target",
        act.COVER: "cover.defence.order",
        act.LEAVE: "cover.defence.leave",
    },
    "fight-for-the-lead": {
        act.ENTER: "lead.enter.price",
        act.SIT: "lead.enter.asked",
        act.FIGHT: "lead.fight.simultaneous",
        act.EXCHANGE: "lead.exchange.number",
        act.STAND: "lead.exchange.number",
        act.PLAY: "lead.play.follow",
    },
    "generals-war": {
        act.MUSTER: "war.muster.ace",
        act.READY: "war.muster.ready",
        act.CHALLENGE: "war.challenge.target",
        act.SQUAD: "war.squad.three",
    },
}
_OVER: Final = {
    "battalion-twins": "twins.end.chips",
    "battalion-cover": "cover.end.chips",
    "fight-for-the-lead": "lead.end.deals",
    "generals-war": "war.goal.when",
}


def clause_now(rules: str, kinds: Collection[int], *, over: bool = False) -> str:
    """The clause to open the rules at; "" for their beginning.

    kinds: of the choices that are open to whoever is asked. over: the game has ended.
    """
    if over:
        return _OVER.get(rules, "")
    for kind, clause in _CLAUSES.get(rules, {}).items():
        if kind in kinds:
            return clause
    return ""
