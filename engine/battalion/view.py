"""What one seat of Battalion knows, and the worlds that agree with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from engine.battalion import hands as held
from engine.battalion.public import DEFENDING, BattalionPublic
from engine.battalion.snapshot import dump_of_view, outcome_of
from engine.chance import Chance, FastChance
from engine.game import Dump, Game, State, View
from engine.outcome import Outcome
from engine.refusals import Refusal
from engine.rng import Rng

if TYPE_CHECKING:  # compiled code cannot evaluate vec[i64] at run time
    MakeState = Callable[[Game, Chance, BattalionPublic, vec[i64], vec[i64]], State]

MOST_TRIES = 10000


@mypyc_attr(native_class=True)
class BattalionView(View):
    """public: what everybody knows. hand: the seat's own one (``battalion.hands``), empty for a
    spectator."""

    def __init__(
        self, game: Game, seat: int, public: BattalionPublic, hand: vec[i64], make: MakeState
    ) -> None:
        self.game = game
        self.seat = seat
        self.public = public
        self.hand = hand
        self.make = make

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
        return self.make(self.game, FastChance(rng.fork()), public, hands, stock)

    def deal_unseen(self, rng: Rng) -> tuple[vec[i64], vec[i64]]:
        """All hands and the stock (its top first) of a world, drawn uniformly.

        Certain are here: the own hand, what lies open, cards that others took face up and still
        hold, bids on hands that have not changed since, and what the question that a seat is being
        asked says about its hand.
        """
        public = self.public
        order = vec[i64]([0] * (public.stock + self._hidden_in_hands()))
        left = self.unseen()
        n: i64 = 0
        card: i64 = 0
        while card < held.CARDS:
            copies = left[card]
            while copies > 0:
                order[n] = card
                n += 1
                copies -= 1
            card += 1
        tries = 0
        while True:
            rng.shuffle(order)
            hands, n = self._dealt(order)
            if self._fits(hands):
                return hands, order[n:]
            tries += 1
            if tries == MOST_TRIES:
                raise RuntimeError("no world agrees with what the view knows")

    def _fits(self, hands: vec[i64]) -> bool:
        seat: i64 = 0
        while seat < self.public.players:
            if not self.public.fits(seat, hands, seat * held.HAND):
                return False
            seat += 1
        return True

    def _hidden_in_hands(self) -> i64:
        """How many cards in other hands the seat does not know."""
        public = self.public
        own: i64 = self.seat
        hidden: i64 = 0
        seat: i64 = 0
        while seat < public.players:
            if seat != own:
                hidden += public.sizes[seat]
                card: i64 = seat * held.CARDS
                while card < (seat + 1) * held.CARDS:
                    hidden -= public.known[card]
                    card += 1
            seat += 1
        return hidden

    def _dealt(self, order: vec[i64]) -> tuple[vec[i64], i64]:
        """All hands when ``order`` is dealt to the others, and how many of it that took."""
        public = self.public
        own: i64 = self.seat
        hands = vec[i64]([0] * (public.players * held.HAND))
        n: i64 = 0
        seat: i64 = 0
        while seat < public.players:
            base = seat * held.HAND
            if seat == own:
                cell: i64 = 0
                while cell < held.HAND:
                    hands[base + cell] = self.hand[cell]
                    cell += 1
            else:
                missing = public.sizes[seat]
                card: i64 = 0
                while card < held.CARDS:
                    copies = public.known[seat * held.CARDS + card]
                    while copies > 0:
                        held.add_card(hands, base, card)
                        copies -= 1
                        missing -= 1
                    card += 1
                while missing > 0:
                    held.add_card(hands, base, order[n])
                    n += 1
                    missing -= 1
            seat += 1
        return hands, n

    def dump(self) -> Dump:
        return dump_of_view(self.seat, self.public, self.hand)
