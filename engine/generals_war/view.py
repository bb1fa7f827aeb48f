"""What one seat of General's War knows, and the worlds that agree with it."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from engine import bits
from engine.chance import Chance, FastChance
from engine.game import Dump, Game, State, View
from engine.generals_war.public import ENDINGS, OVER, WarPublic, value_of
from engine.generals_war.snapshot import dump_of_view
from engine.outcome import Outcome
from engine.refusals import Refusal
from engine.rng import Rng


@mypyc_attr(native_class=True, allow_interpreted_subclasses=True)
class PositionMaker:
    """Makes a position of its parts; the module of positions has the one there is. No function:
    vectors that go through a call of Python are not freed by compiled code."""

    def make(
        self,
        game: Game,
        chance: Chance,
        public: WarPublic,
        hands: vec[i64],
        squads: vec[i64],
        stock: vec[i64],
    ) -> State:
        """The position; the reserve's top card is the first of ``stock``."""
        raise NotImplementedError


@mypyc_attr(native_class=True)
class WarView(View):
    """public: what everybody knows. hand, squad: the seat's own cards and its own squad that
    lies face down, as masks (empty for a spectator)."""

    def __init__(
        self, game: Game, seat: int, public: WarPublic, hand: i64, squad: i64, maker: PositionMaker
    ) -> None:
        self.game = game
        self.seat = seat
        self.public = public
        self.hand = hand
        self.squad = squad
        self.maker = maker

    def actors(self) -> list[int]:
        return self.public.actors()

    def legal_count(self) -> i64:
        return self.public.legal_count(self.seat, self.hand) if self.seat >= 0 else 0

    def legal_nth(self, n: i64) -> i64:
        return self.public.legal_nth(self.seat, self.hand, n)

    def refusal(self, action: int) -> Refusal | None:
        return self.public.refusal(self.seat, self.hand, action)

    def outcome(self) -> Outcome | None:
        return outcome_of(self.public) if self.public.phase == OVER else None

    def unseen(self) -> i64:
        """The cards of which the seat does not know where they are, as a mask."""
        public = self.public
        seen = self.hand | self.squad | public.lost
        for mask in public.won:
            seen |= mask
        for mask in public.table:
            seen |= mask
        for mask in public.known:
            seen |= mask
        return public.pack & ~seen

    def sample(self, rng: Rng) -> State:
        # Nothing but announced aces is ever certain about an unseen card here: whoever passes
        # with "ready" may hold an ace, and choices of squads are free. So any deal of the unseen
        # cards into the other hands and the reserve is one of the equally likely worlds.
        public = self.public.clone()
        order = vec[i64]([0] * bits.count(self.unseen()))
        rest = self.unseen()
        n: i64 = 0
        while rest != 0:
            order[n] = bits.lowest(rest)
            rest &= rest - 1
            n += 1
        rng.shuffle(order)
        hands = vec[i64]([0] * public.players)
        squads = vec[i64]([0] * public.players)
        n = 0
        seat: i64 = 0
        own: i64 = self.seat
        while seat < public.players:
            if seat == own:
                hands[seat] = self.hand
                squads[seat] = self.squad
            else:
                missing = public.sizes[seat] - bits.count(public.known[seat])
                hand = public.known[seat]
                while missing > 0:
                    hand |= bits.bit(order[n])
                    n += 1
                    missing -= 1
                hands[seat] = hand
            seat += 1
        # A squad that another seat has put down in this half-made round is taken back to its hand.
        seat = 0
        while seat < public.players:
            if seat != own:
                public.committed[seat] = 0
            seat += 1
        return self.maker.make(self.game, FastChance(rng.fork()), public, hands, squads, order[n:])

    def dump(self) -> Dump:
        return dump_of_view(self.seat, self.public, self.hand, self.squad)


def outcome_of(public: WarPublic) -> Outcome:
    """Places and points; those still in rank below those who went out (rules, war, End)."""
    scores = [int(value_of(mask)) for mask in public.won]
    places = [int(place) for place in public.place]
    out = sum(1 for place in places if place != 0)
    final = list(places)
    for seat, place in enumerate(places):
        if place == 0:
            better = sum(
                1 for other, at in enumerate(places) if at == 0 and scores[other] > scores[seat]
            )
            final[seat] = out + 1 + better
    return Outcome(tuple(final), tuple(scores), ENDINGS[public.ending])
