"""Worlds drawn uniformly: how the unseen cards may lie, told apart card by card.

A *history* says of every unseen card since the ledger's first entries in which slot or place of the
stock it came to lie, and of every card shown out of which slot it was taken. Every history that
agrees with what is certain is equally likely, and a world is how the cards lie in the end. An
attempt at one draws

1. for each card shown that may have come out of several eras of its seat, the era: with the
   weight slots × copies left in its generation × an estimate of what the choice leaves: 1 / cards
   left in the generation, × cards in all / cards that may lie there, for slots that lack a suit;
2. the hidden slots of seats with facts and of slots that lack a suit, seat by seat: slots with a
   hard fact by first drawing how many cards of which suit, as if no slot were filled yet; slots
   that lack a suit from the other suits; the rest from all cards of their generation;
3. all else as it comes from a shuffle. (Seats whose cards shown can only be of one generation have
   their part of 1 just before their part of 2.)

It fails when a fact does not hold. How far it strays from uniform is its *share*: the product of
(sum of the weights at 1) / (its greatest possible value) and, for choices at 2 that are not from
all cards, (cards left to choose from) / (what the estimate took for them), again as a part of the
greatest possible value. With the probability share / ``limit`` the attempt succeeds. A pilot of
attempts, always the same, worked out once, sets the limit:

- 1, so that what succeeds is exactly uniform (but for the rounding of floating-point numbers), if
  at least one of ENOUGH attempts would succeed so;
- else SPARE (or WIDE_SPARE) times the greatest share of another pilot, because those greatest
  values are never reached all together. Worlds with a greater share, if there are any, come too
  seldom by share / limit.

After MOST_TRIES failures, and at once if the pilot finds no world, ``battalion.chain`` takes over.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from engine.battalion.chain import Chain
from engine.battalion.claims import Claims
from engine.battalion.history import Sight
from engine.battalion.pools import Pools
from engine.rng import Rng

MOST_TRIES: Final = 500
PILOT_WORLDS: Final = 16
LIMIT_WORLDS: Final = 64
PILOT_TRIES: Final = 1000
ENOUGH: Final = 50
SPARE: Final = 2.5
# Where the pools depend on choices at 1, shares lie further apart.
WIDE_SPARE: Final = 6.0
# A step has STEP numbers: the card shown; a mask of the eras it may have come from; the end of the
# facts that are older than it; whether its copy must be taken out of a pool that depends on the
# choice; where its ways begin, and how many there are for each era.
STEP: Final = 6


@mypyc_attr(native_class=True)
class Sampler:
    """Draws worlds for one sight; made by ``battalion.plan``, which fills in what follows.

    start: where each seat's cards lie in ``out``, the stock's after them; ``next`` is the first
    place of a seat that is still free. order: the seats of 2, the hardest first.
    steps: those of seat s are ``step_begin[s]`` to ``step_end[s]``; those before ``early`` come
    first of all. bounds: the greatest sum of weights of each step.
    ways: for each step, each era it may have come from, and each number of steps before that chose
    the same era: slots to choose from, lessened by what the choice takes away from later shows
    that are certainly of that era, times ``era_scale``.
    eras: those of seat s are ``era_begin[s]`` to ``era_end[s]``. era_held: slots still to be
    filled, era_held0 before the steps. era_facts: the first fact that an era's slots are part of.
    era_scale: cards of the generation / those that can lie in the era. era_top: 1 / the greatest
    value of the product of shares of an era that lacks suits. era_hard: which table fills the era,
    or -1. era_rest: 1 for eras that are left to 3.
    table_fact, table_row: each table's fact and first row; row_until is the end of the range of
    words that stand for row_count cards of the suit of which row_suit is the mask.
    """

    def __init__(self, sight: Sight, pools: Pools, claims: Claims) -> None:
        self.sight = sight
        self.pools = pools
        self.claims = claims
        self.start = vec[i64]()
        self.next = vec[i64]()
        self.out = vec[i64]()
        self.order = vec[i64]()
        self.steps = vec[i64]()
        self.bounds = vec[float]()
        self.early: i64 = 0
        self.step_begin = vec[i64]()
        self.step_end = vec[i64]()
        self.ways = vec[float]()
        self.era_seat = vec[i64]()
        self.era_begin = vec[i64]()
        self.era_end = vec[i64]()
        self.era_generation = vec[i64]()
        self.era_forbid = vec[i64]()
        self.era_facts = vec[i64]()
        self.era_scale = vec[float]()
        self.era_top = vec[float]()
        self.era_hard = vec[i64]()
        self.era_rest = vec[i64]()
        self.era_held0 = vec[i64]()
        self.era_held = vec[i64]()
        self.table_fact = vec[i64]()
        self.table_row = vec[i64]()
        self.row_suit = vec[i64]()
        self.row_count = vec[i64]()
        self.row_until = vec[i64]()
        self.tries: i64 = MOST_TRIES
        self.weighs = False
        self.share = 1.0
        self.least = 0.0
        self.limit = 1.0
        self.chain: Chain | None = None

    def deal(self, rng: Rng) -> vec[i64]:
        """The hidden cards of seat 0, 1, … and then the stock, its top first.

        The vector is the sampler's own and is filled anew by the next call.
        """
        self.pools.restart()
        left = self.tries
        while left > 0:
            if self.weighs:
                self.least = rng.unit() * self.limit
            if self._attempt(rng):
                return self.out
            left -= 1
        chain = self.chain
        if chain is None:
            chain = Chain(self.sight)
            self.chain = chain
        chain.deal(rng, self.out)
        return self.out

    def pilot(self) -> None:
        """Sets the limit if it is needed, and ``tries`` to 0 if worlds are too rare."""
        if len(self.order) == 0 and self.early == 0:
            return
        tries, total, most = self._try_out(PILOT_WORLDS)
        if most == 0.0:
            self.tries = 0
        elif total * ENOUGH < float(int(tries)):
            self.set_limit()

    def set_limit(self) -> None:
        """Sets the limit as for a sight for which it would be needed."""
        _tries, _total, most = self._try_out(LIMIT_WORLDS)
        self.limit = min(1.0, (WIDE_SPARE if self.early > 0 else SPARE) * most)

    def _try_out(self, enough: i64) -> tuple[i64, float, float]:
        """A pilot for ``enough`` worlds: its attempts, the sum of their shares and the greatest,
        which is 0 if it found none."""
        rng = Rng(1, 2, 3, 4)
        self.pools.restart()
        self.least = 0.0
        worlds: i64 = 0
        most = 0.0
        total = 0.0
        left: i64 = PILOT_TRIES
        while left > 0 and worlds < enough:
            if self._attempt(rng):
                worlds += 1
                total += self.share
                most = max(most, self.share)
            left -= 1
        return PILOT_TRIES - left, total, most

    def _attempt(self, rng: Rng) -> bool:
        self._reset()
        step: i64 = 0
        while step < self.early:
            if not self._explain(rng, step):
                return False
            step += 1
        for seat in self.order:
            if not self._fill_seat(rng, seat):
                return False
        return self._fill_rest(rng)

    def _reset(self) -> None:
        self.share = 1.0
        self.pools.reset()
        self.claims.reset()
        n: i64 = 0
        while n < len(self.next):
            self.next[n] = self.start[n]
            n += 1
        n = 0
        while n < len(self.era_held):
            self.era_held[n] = self.era_held0[n]
            n += 1

    # 1: which era each shown card came out of

    def _explain(self, rng: Rng, step: i64) -> bool:
        at = step * STEP
        card = self.steps[at]
        eras = self.steps[at + 1]
        moves = self.steps[at + 3] != 0
        ways = self.steps[at + 4]
        width = self.steps[at + 5]
        total = 0.0
        era: i64 = 0
        while eras >> era != 0:
            if eras >> era & 1 != 0:
                total += self._weight(era, ways, card, moves)
                ways += width
            era += 1
        if total <= 0.0:
            return False
        if total < self.bounds[step]:
            self.share *= total / self.bounds[step]
            if self.share < self.least:
                return False
        chosen = rng.unit() * total
        ways = self.steps[at + 4]
        last: i64 = -1
        era = 0
        while chosen >= 0.0 and eras >> era != 0:
            if eras >> era & 1 != 0:
                weight = self._weight(era, ways, card, moves)
                if weight > 0.0:
                    last = era
                    chosen -= weight
                ways += width
            era += 1
        self.era_held[last] -= 1
        if moves:
            self.pools.take(self.era_generation[last], card)
        self.claims.count(self.era_facts[last], self.steps[at + 2], card)
        return True

    def _weight(self, era: i64, ways: i64, card: i64, moves: bool) -> float:
        """The weight of ``card`` having come out of ``era``."""
        weight = self.ways[ways + self.era_held0[era] - self.era_held[era]]
        if moves and weight > 0.0:
            generation = self.era_generation[era]
            copies = self.pools.copies(generation, card)
            if copies == 0:
                return 0.0
            weight *= float(int(copies)) / float(int(self.pools.left(generation, 0)))
        return weight

    # 2: filling slots

    def _fill_seat(self, rng: Rng, seat: i64) -> bool:
        step = self.step_begin[seat]
        while step < self.step_end[seat]:
            if not self._explain(rng, step):
                return False
            step += 1
        era = self.era_begin[seat]
        while era < self.era_end[seat]:
            if self.era_hard[era] >= 0:
                if not self._fill_hard(rng, era):
                    return False
            elif self.era_forbid[era] != 0 and not self._fill_lacking(rng, era):
                return False
            era += 1
        if self.claims.begin[seat] == self.claims.end[seat]:
            return True
        era = self.era_begin[seat]
        while era < self.era_end[seat]:
            if self.era_held[era] > 0 and not self._fill_any(rng, era):
                return False
            era += 1
        return self.claims.all_hold(seat)

    def _lay(self, era: i64, card: i64) -> None:
        """Puts ``card`` into a slot of ``era``."""
        seat = self.era_seat[era]
        self.out[self.next[seat]] = card
        self.next[seat] += 1
        self.era_held[era] -= 1
        self.claims.count(self.era_facts[era], self.claims.end[seat], card)

    def _fill_any(self, rng: Rng, era: i64) -> bool:
        generation = self.era_generation[era]
        left = self.pools.left(generation, 0)
        if left < self.era_held[era]:
            return False
        while self.era_held[era] > 0:
            self._lay(era, self.pools.pick(rng, generation, 0, left))
            left -= 1
        return True

    def _fill_lacking(self, rng: Rng, era: i64) -> bool:
        generation = self.era_generation[era]
        forbid = self.era_forbid[era]
        cards = self.pools.left(generation, 0)
        self.share *= self.era_top[era]
        while self.era_held[era] > 0:
            left = self.pools.left(generation, forbid)
            if left <= 0:
                return False
            self.share *= float(int(left)) / float(int(cards)) * self.era_scale[era]
            self._lay(era, self.pools.pick(rng, generation, forbid, left))
            cards -= 1
        return self.share >= self.least

    def _fill_hard(self, rng: Rng, era: i64) -> bool:
        table = self.era_hard[era]
        word = rng.word()
        row = self.table_row[table]
        while word >= self.row_until[row]:
            row += 1
        one = self.row_suit[row]
        count = self.row_count[row]
        others = self.era_held[era] - count
        if not self._fill_suits(rng, era, 15 - one, count):
            return False
        if not self._fill_suits(rng, era, one, others):
            return False
        # Where several suits are long enough the hand stands in the table several times.
        long = self.claims.long_suits(self.table_fact[table])
        return long == 1 or rng.below(long) == 0

    def _fill_suits(self, rng: Rng, era: i64, forbid: i64, count: i64) -> bool:
        """Fills ``count`` slots with cards of the suits that are not in ``forbid``."""
        generation = self.era_generation[era]
        most = self.pools.all_of(generation, forbid)
        left = self.pools.left(generation, forbid)
        while count > 0:
            if left < most:
                self.share *= float(int(left)) / float(int(most))
                if left <= 0 or self.share < self.least:
                    return False
            self._lay(era, self.pools.pick(rng, generation, forbid, left))
            count -= 1
            most -= 1
            left -= 1
        return True

    # 3: the rest

    def _fill_rest(self, rng: Rng) -> bool:
        generation: i64 = 0
        while generation < self.pools.generations:
            left = self.pools.gather(generation)
            era: i64 = 0
            while era < len(self.era_seat):
                if self.era_rest[era] != 0 and self.era_generation[era] == generation:
                    held = self.era_held[era]
                    if held > left or held < 0:
                        return False
                    seat = self.era_seat[era]
                    self.pools.deal(rng, self.out, self.next[seat], held, left)
                    self.next[seat] += held
                    left -= held
                era += 1
            if generation < self.pools.generations - 1:
                if left != 0:
                    return False
            else:
                place = self.start[len(self.next)]
                if left != len(self.out) - place:
                    return False
                self.pools.deal(rng, self.out, place, left, left)
            generation += 1
        return True
