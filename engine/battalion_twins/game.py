"""The rule set ``battalion-twins``: its options, start and loading."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from engine.actions import (
    ATTACK,
    BID,
    DEFEND,
    DISCARD,
    DRAW_DISCARD,
    DRAW_STOCK,
    PASS,
    SURRENDER,
)
from engine.battalion.game import BattalionGame
from engine.battalion.public import HAND_SIZE, BattalionPublic
from engine.battalion.state import BattalionState
from engine.battalion_twins.public import TwinsPublic
from engine.battalion_twins.state import TwinsState
from engine.cards import deck
from engine.chance import Chance
from engine.game import Game
from engine.options import Option, Options
from engine.rules import RuleSet


@mypyc_attr(native_class=True)
class TwinsGame(BattalionGame):
    """battalion-twins for 3 to 6."""

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
            (DRAW_STOCK, DRAW_DISCARD, DISCARD, BID, PASS, ATTACK, DEFEND, SURRENDER),
            "twins.combat.one-suit",
            deck(2) if pack is None else pack,
            hand_size,
        )

    def fresh_public(self, dealer: int) -> BattalionPublic:
        public = TwinsPublic(
            self.players,
            dealer,
            self.hand_size,
            self.pack,
            self.number("rounds"),
            self.number("attack_limit"),
            self.options["bid_counts"] == "points",
        )
        public.begin()
        return public

    def make_state(
        self, chance: Chance, public: BattalionPublic, hands: vec[i64], stock: vec[i64]
    ) -> BattalionState:
        return TwinsState(self, chance, public, hands, stock)


def make(players: int, options: Options) -> Game:
    """The game for ``players`` seats with all ``options`` given."""
    return TwinsGame(players, options)


RULES = RuleSet(
    id="battalion-twins",
    version=1,
    seats=(3, 4, 5, 6),
    decks=2,
    options=(
        Option("chips", 10, low=1, high=99, unit="chips", clause="twins.options.chips"),
        Option("rounds", 3, low=0, high=5, unit="rounds", clause="twins.options.rounds"),
        Option(
            "bid_counts", "cards", choices=("cards", "points"), clause="twins.options.bid-counts"
        ),
        Option(
            "attack_limit",
            {players: 100 * players for players in (3, 4, 5, 6)},
            low=1,
            high=9999,
            unit="attacks",
            clause="twins.options.attack-limit",
        ),
    ),
    make=make,
)
