"""What one seat of Battalion knows, and the worlds that agree with it."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from engine.battalion import hands as held
from engine.battalion.history import Sight
from engine.battalion.plan import plan
from engine.battalion.public import DEFENDING, BattalionPublic
from engine.battalion.sampler import Sampler
from engine.battalion.snapshot import dump_of_view, outcome_of
from engine.chance import Chance, FastChance
from engine.game import Dump, Game, State, View
from engine.outcome import Outcome
from engine.refusals import Refusal
from engine.rng import Rng


@mypyc_attr(native_class=True, allow_interpreted_subclasses=True)
class PositionMaker:
    """Makes a position of its parts; each rule set has its own. No function: vectors that go
    through a call of Python are not freed by compiled code."""

    def make(
        self,
        game: Game,
        chance: Chance,
        public: BattalionPublic,
        hands: vec[i64],
        stock: vec[i64],
    ) -> State:
        """The position; the stock's top card is the first of ``stock``."""
        raise NotImplementedError


@mypyc_attr(native_class=True)
class BattalionView(View):
    """public: what everybody knows. hand: the seat's own one (``battalion.hands``), empty for a
    spectator. memory: what the seat drew itself since the reshuffles that the ledger tells apart
    (``Drawn.cards``)."""

    def __init__(
        self,
        game: Game,
        seat: int,
        public: BattalionPublic,
        hand: vec[i64],
        memory: list[int],
        maker: PositionMaker,
    ) -> None:
        self.game = game
        self.seat = seat
        self.public = public
        self.hand = hand
        self.memory = memory
        self.maker = maker
        self._sampler: Sampler | None = None
        self._certain = vec[i64]()

    def actors(self) -> list[int]:
        return self.public.actors()

    def legal_count(self) -> i64:
        return self.public.legal_count(self.seat, self.hand, 0)

    def legal_nth(self, n: i64) -> i64:
        return self.public.legal_nth(self.seat, self.hand, 0, n)

    def refusal(self, action: int) -> Refusal | None:
        return self.public.refusal(self.seat, self.hand, 0, action)

    def outcome(self) -> Outcome | None:
        return outcome_of(self.public)

    def unseen(self) -> vec[i64]:
        """Copies of each card 0 to 51 of which the seat does not know where they are."""
        public = self.public
        left = public.pack[:]
        for card in public.discard:
            left[card] -= 1
        if public.phase == DEFENDING:
            for card in public.attack:
                left[card] -= 1
            for card in public.answers:
                if card >= 0:
                    left[card] -= 1
        own: i64 = self.seat
        seat: i64 = 0
        while seat < public.players:
            card = 0
            while card < held.CARDS:
                if seat == own:
                    left[card] -= self.hand[card]
                else:
                    left[card] -= public.known[seat * held.CARDS + card]
                card += 1
            seat += 1
        return left

    def sample(self, rng: Rng) -> State:
        public = self.public.clone()
        hands, stock = self.deal_unseen(rng)
        return self.maker.make(self.game, FastChance(rng.fork()), public, hands, stock)

    def deal_unseen(self, rng: Rng) -> tuple[vec[i64], vec[i64]]:
        """All hands and the stock (its top first) of a world, drawn uniformly.

        Certain are the own hand, what lies open, cards that others took face up and still hold,
        and what the ledger has kept of bids, declarations, lacks and reshuffles (see
        ``battalion.ledger``, and ``battalion.sampler`` for what is uniform). A view without a
        ledger, one of an imagined world, goes by what can be told from the present position.
        """
        sampler = self._sampler
        if sampler is None:
            sampler = self._plan()
        out = sampler.deal(rng)
        hands = self._certain[:]
        place: i64 = 0
        seat: i64 = 0
        while seat < self.public.players:
            end = sampler.start[seat + 1]
            while place < end:
                held.add_card(hands, seat * held.HAND, out[place])
                place += 1
            seat += 1
        return hands, out[place:]

    def _plan(self) -> Sampler:
        """Works out what all worlds have in common."""
        public = self.public
        own: i64 = self.seat
        hidden = vec[i64]([0] * public.players)
        hands = vec[i64]([0] * (public.players * held.HAND))
        seat: i64 = 0
        while seat < public.players:
            base = seat * held.HAND
            if seat == own:
                cell: i64 = 0
                while cell < held.HAND:
                    hands[base + cell] = self.hand[cell]
                    cell += 1
            else:
                hidden[seat] = public.hidden(seat)
                for card in public.known_cards(seat):
                    held.add_card(hands, base, card)
            seat += 1
        self._certain = hands
        ledger = public.ledger
        if ledger is None:
            ledger = public.record_present()
        sight = Sight(ledger, own, hidden, public.stock, self.unseen(), self.memory)
        sampler = plan(sight)
        self._sampler = sampler
        return sampler

    def dump(self) -> Dump:
        return dump_of_view(self.seat, self.public, self.hand, self.memory)
