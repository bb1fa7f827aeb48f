"""What the two Battalion rule sets share of starting and loading games."""

from __future__ import annotations

from collections.abc import Mapping

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from engine.battalion import hands as held
from engine.battalion.drawn import Drawn, load_all_drawn, load_drawn
from engine.battalion.ledger import Ledger, ledger_in
from engine.battalion.public import HAND_SIZE, BattalionPublic
from engine.battalion.snapshot import load_hand, load_hands, load_public, load_stock
from engine.battalion.state import BattalionState
from engine.battalion.view import BattalionView
from engine.chance import Chance
from engine.events import Event
from engine.game import Game, State, View
from engine.options import Options
from engine.refusals import BadSnapshot, BrokenState
from engine.snapshots import whole


@mypyc_attr(native_class=True, allow_interpreted_subclasses=True)
class BattalionGame(Game):
    """A game of Battalion. ``pack`` and ``hand_size`` differ from the rules only in tests.

    pack: copies of each card 0 to 51. hand_size: cards dealt, and drawn up to: 1 to 10. The pack
    has to hold more than all full hands, so that a draw never finds both piles empty.
    """

    def __init__(
        self,
        rules: str,
        version: int,
        players: int,
        options: Options,
        kinds: tuple[int, ...],
        one_suit: str,
        pack: list[int],
        hand_size: int = HAND_SIZE,
    ) -> None:
        super().__init__(rules, version, players, options, kinds, one_suit, "chips")
        if not 1 <= hand_size <= HAND_SIZE or len(pack) <= players * hand_size:
            raise ValueError(f"{len(pack)} cards do not do for {players} hands of {hand_size}")
        self.pack = vec[i64]([0] * held.CARDS)
        for card in pack:
            self.pack[card] += 1
        self.hand_size = hand_size

    def fresh_public(self, dealer: int) -> BattalionPublic:
        """The public part before anything has happened."""
        raise NotImplementedError

    def make_state(
        self, chance: Chance, public: BattalionPublic, hands: vec[i64], stock: vec[i64]
    ) -> BattalionState:
        """A position from its parts; the stock's top card is the first of ``stock``."""
        raise NotImplementedError

    def number(self, option: str) -> int:
        """The value of an option that is a whole number."""
        value = self.options[option]
        assert isinstance(value, int)
        return value

    def start(self, dealer: int, chance: Chance, events: list[Event] | None = None) -> State:
        public = self.fresh_public(dealer)
        chips: i64 = self.number("chips")
        seat: i64 = 0
        while seat < public.players:
            public.chips[seat] = chips
            seat += 1
        public.ledger = Ledger(self.players)
        state = self.make_state(chance, public, vec[i64](), vec[i64]())
        state.drawn = Drawn(self.players)
        state.deal(events)
        return state

    def restore(self, snapshot: Mapping[str, object], chance: Chance) -> State:
        public = self.fresh_public(0)
        load_public(snapshot, public)
        hands = load_hands(snapshot, self.players)
        state = self.make_state(chance, public, hands, load_stock(snapshot))
        public.ledger = ledger_in(snapshot, self.players)
        if public.ledger is not None:
            state.drawn = load_all_drawn(snapshot, "drawn", self.players)
        state.check()
        return state

    def load_view(self, dump: Mapping[str, object]) -> View:
        public = self.fresh_public(0)
        load_public(dump, public)
        seat = whole(dump, "seat", -1, self.players - 1)
        state = self.make_state(NoChance(), public, vec[i64](), vec[i64]())
        public.ledger = ledger_in(dump, self.players)
        memory: list[int] = []
        if public.ledger is not None:
            self._check_ledger(public, public.ledger)
            if seat >= 0:
                memory = load_drawn(dump, "memory")
        return BattalionView(self, seat, public, load_hand(dump), memory, state.maker())

    def _check_ledger(self, public: BattalionPublic, ledger: Ledger) -> None:
        """Raises BadSnapshot if the ledger of a view cannot be that of its position."""
        try:
            ledger.check([int(public.hidden(seat)) for seat in range(self.players)], public.pack)
        except BrokenState as error:
            raise BadSnapshot(error.code, field="ledger") from None


@mypyc_attr(native_class=True)
class NoChance(Chance):
    """The chance of a position that is never played."""

    def clone(self) -> Chance:
        return self
