"""The rule set ``generals-war``: its options, start and loading."""

from __future__ import annotations

from collections.abc import Mapping

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from engine.actions import CHALLENGE, MUSTER, READY, SQUAD
from engine.cards import deck
from engine.chance import Chance
from engine.events import Event
from engine.game import Game, State, View
from engine.generals_war.snapshot import load_public, masks, own_cards
from engine.generals_war.state import MAKER, start
from engine.generals_war.view import WarView
from engine.options import Option, Options
from engine.rules import RuleSet
from engine.snapshots import pile, whole

HAND_SIZE = 5


@mypyc_attr(native_class=True)
class WarGame(Game):
    """General's War for 2 or 4. ``pack`` and ``hand_size`` differ from the rules only in tests."""

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
            (MUSTER, READY, CHALLENGE, SQUAD),
            "",
            "points",
        )
        self.pack = deck() if pack is None else pack
        self.hand_size = hand_size

    def start(self, dealer: int, chance: Chance, events: list[Event] | None = None) -> State:
        target = self.options["target"]
        assert isinstance(target, int)
        return start(self, self.pack, self.hand_size, dealer, target, chance, events)

    def restore(self, snapshot: Mapping[str, object], chance: Chance) -> State:
        public = load_public(snapshot, self.players)
        state = MAKER.make(
            self,
            chance,
            public,
            masks(snapshot, "hands", self.players),
            masks(snapshot, "squads", self.players),
            vec[i64](pile(snapshot, "reserve", 52)),
        )
        state.check()
        return state

    def load_view(self, dump: Mapping[str, object]) -> View:
        public = load_public(dump, self.players)
        hand, squad = own_cards(dump)
        seat = whole(dump, "seat", -1, self.players - 1)
        return WarView(self, seat, public, hand, squad, MAKER)


def make(players: int, options: Options) -> Game:
    """The game for ``players`` seats with all ``options`` given."""
    return WarGame(players, options)


RULES = RuleSet(
    id="generals-war",
    version=1,
    seats=(2, 4),
    decks=1,
    options=(
        Option(
            "target",
            {2: 200, 4: 80},
            low=20,
            high=364,
            unit="points",
            clause="war.options.target",
        ),
    ),
    make=make,
)
