"""The rule set ``battalion-cover``: its options, start and loading."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from engine.actions import (
    ASSAULT,
    BID,
    COVER,
    DISCARD,
    DRAW_DISCARD,
    DRAW_STOCK,
    LEAVE,
    PASS,
)
from engine.battalion.game import BattalionGame
from engine.battalion.public import HAND_SIZE, BattalionPublic
from engine.battalion.state import BattalionState
from engine.battalion_cover.public import CoverPublic
from engine.battalion_cover.state import CoverState
from engine.cards import deck
from engine.chance import Chance
from engine.game import Game
from engine.options import Option, Options
from engine.rules import RuleSet


@mypyc_attr(native_class=True)
class CoverGame(BattalionGame):
    """battalion-cover for 3 to 6."""

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
            (DRAW_STOCK, DRAW_DISCARD, DISCARD, BID, PASS, ASSAULT, COVER, LEAVE),
            "cover.attack.one-suit",
            deck(2 if players < 5 else 3) if pack is None else pack,
            hand_size,
        )

    def fresh_public(self, dealer: int) -> BattalionPublic:
        public = CoverPublic(
            self.players,
            dealer,
            self.hand_size,
            self.pack,
            self.number("rounds"),
            self.number("attack_limit"),
            self.options["refill"] == "ten",
        )
        public.begin()
        return public

    def make_state(
        self, chance: Chance, public: BattalionPublic, hands: vec[i64], stock: vec[i64]
    ) -> BattalionState:
        return CoverState(self, chance, public, hands, stock)


def make(players: int, options: Options) -> Game:
    """The game for ``players`` seats with all ``options`` given."""
    return CoverGame(players, options)


RULES = RuleSet(
    id="battalion-cover",
    version=1,
    seats=(3, 4, 5, 6),
    decks=2,
    options=(
        Option(
            "chips",
            {3: 10, 4: 10, 5: 15, 6: 15},
            low=1,
            high=99,
            unit="chips",
            clause="cover.options.chips",
        ),
        Option("rounds", 3, low=0, high=5, unit="rounds", clause="cover.options.rounds"),
        Option("refill", "ten", choices=("ten", "none"), clause="cover.options.refill"),
        Option(
            "attack_limit",
            {players: 100 * players for players in (3, 4, 5, 6)},
            low=1,
            high=9999,
            unit="attacks",
            clause="cover.options.attack-limit",
        ),
    ),
    make=make,
)
