"""The rule set ``fight-for-the-lead``: its options, start and loading."""

from __future__ import annotations

from collections.abc import Mapping

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from engine.actions import ENTER, EXCHANGE, FIGHT, PLAY, SIT, STAND
from engine.cards import deck
from engine.chance import Chance
from engine.events import Event
from engine.fight_for_the_lead.snapshot import fights_at, load_public, mask_at, masks_at
from engine.fight_for_the_lead.state import load_position, load_seen, start
from engine.fight_for_the_lead.terms import (
    DEBTS,
    HAND_SIZE,
    MAX_CHIPS,
    MAX_PLAYERS,
    SIT_OUTS,
    Terms,
)
from engine.game import Game, State, View
from engine.options import Option, Options
from engine.refusals import OptionFault
from engine.rules import RuleSet
from engine.snapshots import pile, whole


@mypyc_attr(native_class=True)
class LeadGame(Game):
    """Fight for the Lead for 2 to 5. ``pack`` and ``hand_size`` differ from the rules only in
    tests; a pack has at least twice the cards of all hands, or ValueError is raised."""

    def __init__(
        self,
        players: int,
        options: Options,
        pack: list[int] | None = None,
        hand_size: int = HAND_SIZE,
    ) -> None:
        super().__init__(
            RULES.id,
            RULES.version,
            players,
            options,
            (ENTER, SIT, FIGHT, EXCHANGE, STAND, PLAY),
            "",
            "chips",
        )
        cards = deck() if pack is None else sorted(pack)
        if not 1 <= hand_size <= HAND_SIZE or len(cards) < 2 * hand_size * players:
            raise ValueError("the pack is too small for these hands")
        chips = _number(options, "chips")
        ante = _number(options, "ante")
        if chips < ante:
            raise OptionFault("out-of-range", name="chips", value=chips, low=ante, high=MAX_CHIPS)
        self.terms = Terms(
            players,
            ante,
            chips,
            _number(options, "deals"),
            DEBTS.index(_word(options, "debt")),
            SIT_OUTS.index(_word(options, "sit_out")),
            hand_size,
            cards,
        )

    def start(self, dealer: int, chance: Chance, events: list[Event] | None = None) -> State:
        return start(self, self.terms, dealer, chance, events)

    def restore(self, snapshot: Mapping[str, object], chance: Chance) -> State:
        players = self.players
        public = load_public(snapshot, self.terms)
        state = load_position(
            self,
            chance,
            public,
            masks_at(snapshot, "hands", players),
            fights_at(snapshot, "face_down", public.committed, players),
            masks_at(snapshot, "given", players),
            masks_at(snapshot, "late", players),
            vec[i64](pile(snapshot, "stock", 52)),
        )
        state.check()
        return state

    def load_view(self, dump: Mapping[str, object]) -> View:
        seat = whole(dump, "seat", -1, self.players - 1)
        public = load_public(dump, self.terms)
        own: i64 = seat
        committed: i64 = 0
        if seat >= 0:
            committed = (public.committed >> own) & 1
        down = pile(dump, "face_down", int(committed))
        return load_seen(
            self,
            seat,
            public,
            mask_at(dump, "hand"),
            down[0] if down else -1,
            mask_at(dump, "given"),
            mask_at(dump, "late"),
        )


def _number(options: Options, name: str) -> int:
    value = options[name]
    assert isinstance(value, int)
    return value


def _word(options: Options, name: str) -> str:
    value = options[name]
    assert isinstance(value, str)
    return value


def make(players: int, options: Options) -> Game:
    """The game for ``players`` with all ``options``. Raises OptionFault if chips < ante."""
    return LeadGame(players, options)


RULES = RuleSet(
    id="fight-for-the-lead",
    version=1,
    seats=tuple(range(2, MAX_PLAYERS + 1)),
    decks=1,
    options=(
        Option("ante", 4, low=1, high=99, unit="chips", clause="lead.options.ante"),
        Option("chips", 200, low=1, high=MAX_CHIPS, unit="chips", clause="lead.options.chips"),
        Option("deals", 10, low=1, high=99, unit="deals", clause="lead.options.deals"),
        Option("debt", "lapses", choices=DEBTS, clause="lead.options.debt"),
        Option("sit_out", "owing", choices=SIT_OUTS, clause="lead.options.sit-out"),
    ),
    make=make,
)
