"""Worlds drawn uniformly: how the unseen cards may lie, told apart card by card.

A *history* says of every unseen card since the ledger's first entries in which slot or place of the
stock it came to lie, and of every card shown out of which slot it was taken. Every history that
agrees with what is certain is equally likely, and a world is how the cards lie in the end. An
attempt draws a history in this order:

1. for each card shown that may have come out of several eras of its seat, the era: with the
   weight slots × copies left in its generation × an estimate of how many ways there are to fill
   what remains (1 / places left, or 1 / cards left that are allowed there);
2. the slots of one seat whose fact is hard, if there is such a one: first how many cards of which
   suit, by their exact counts, then the cards;
3. slots that cannot hold some suit, from the other suits;
4. the other slots of seats with facts, from all cards of their generation;
5. all else, which is left as it comes from a shuffle.

The attempt fails when a fact does not hold, and, at 1 and 3, by a draw that makes good for the
estimate: it goes on with the probability (sum of the weights) / (its greatest possible value), and
(cards allowed) / (their greatest possible number). What succeeds is therefore exactly uniform,
but for the rounding of the weights, which is less than 1 in 10,000. After MOST_TRIES failures
``battalion.chain`` takes over.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from engine import bits
from engine.battalion.chain import Chain
from engine.battalion.facts import HOLDS, LONGEST
from engine.battalion.history import Sight
from engine.rng import Rng

MOST_TRIES: Final = 1000
ONE: Final = 4194304  # the scale of the weights: 2**22
# A step has STEP numbers: the card shown; a mask of the eras it may have come from; the end of the
# facts that are older than it; the bound of the sum of weights; whether its copy must be taken out
# of a pool that depends on the choice; where its ways begin, and how many there are for each era.
STEP: Final = 7
WAYS: Final = 16  # the bits behind the point of ``ways``


@mypyc_attr(native_class=True)
class Sampler:
    """Draws worlds for one sight; made by ``battalion.plan``, which fills in what follows.

    deck: the cards of all generations, by generation and suit; that of pool ``generation * 4 +
    suit`` starts at ``at`` and has ``size`` cards, ``used`` of which the attempt has dealt.
    start: where each seat's cards lie in ``out``, the stock's after them; ``next`` is the first
    place of a seat that is still free.
    era_*: one number an era; era_held is how many slots are still to be filled, era_held0 what it
    is before the steps; era_most the number of cards that can lie in a slot of an era that forbids
    suits; era_rest is 1 if its slots are filled last. free0: the places of each generation that
    are open to every suit, before the steps. ways: for each step, each era it may have come from,
    and each number of steps before that chose the same era: the slots to choose from, lessened
    by what the choice takes away from later shows that are certainly of that era.
    masked: the eras of 3. tested: the seats with facts, the hardest first, the facts of seat s are
    ``fact_from[s]`` to ``fact_to[s]``. fact_*: one number a fact, or 4 of lengths.
    hard_era: the era of 2, -1 if there is none. Its table: hard_until[n] is the end of the range of
    words that stand for hard_count[n] cards of the suit whose mask is hard_suit[n].
    """

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.generations: i64 = 1
        self.deck = vec[i64]()
        self.at = vec[i64]()
        self.size = vec[i64]()
        self.used = vec[i64]()
        self.start = vec[i64]()
        self.next = vec[i64]()
        self.out = vec[i64]()
        self.spare = vec[i64]()
        self.steps = vec[i64]()
        self.era_seat = vec[i64]()
        self.era_generation = vec[i64]()
        self.era_forbid = vec[i64]()
        self.era_facts = vec[i64]()
        self.era_most = vec[i64]()
        self.era_rest = vec[i64]()
        self.era_held0 = vec[i64]()
        self.era_held = vec[i64]()
        self.ways = vec[i64]()
        self.free0 = vec[i64]()
        self.free = vec[i64]()
        self.masked = vec[i64]()
        self.tested = vec[i64]()
        self.fact_from = vec[i64]()
        self.fact_to = vec[i64]()
        self.fact_kind = vec[i64]()
        self.fact_first = vec[i64]()
        self.fact_second = vec[i64]()
        self.fact_lengths0 = vec[i64]()
        self.fact_lengths = vec[i64]()
        self.fact_once0 = vec[i64]()
        self.fact_once = vec[i64]()
        self.fact_twice0 = vec[i64]()
        self.fact_twice = vec[i64]()
        self.hard_era: i64 = -1
        self.hard_fact: i64 = 0
        self.hard_suit = vec[i64]()
        self.hard_count = vec[i64]()
        self.hard_until = vec[i64]()
        self.tries: i64 = MOST_TRIES
        self.failures: i64 = 0
        self.chain: Chain | None = None

    def deal(self, rng: Rng) -> vec[i64]:
        """The hidden cards of seat 0, 1, … and then the stock, its top first.

        The vector is the sampler's own and is filled anew by the next call.
        """
        left = self.tries
        while left > 0:
            if self._attempt(rng):
                return self.out
            self.failures += 1
            left -= 1
        chain = self.chain
        if chain is None:
            chain = Chain(self.sight)
            self.chain = chain
        chain.deal(rng, self.out)
        return self.out

    def _attempt(self, rng: Rng) -> bool:
        self._reset()
        if len(self.steps) > 0 and not self._explain(rng):
            return False
        if self.hard_era >= 0 and not self._fill_hard(rng):
            return False
        for era in self.masked:
            if not self._fill_masked(rng, era):
                return False
        for seat in self.tested:
            if not self._fill_tested(rng, seat):
                return False
        return self._fill_rest(rng)

    def _reset(self) -> None:
        n: i64 = 0
        while n < len(self.used):
            self.used[n] = 0
            n += 1
        n = 0
        while n < len(self.next):
            self.next[n] = self.start[n]
            n += 1
        n = 0
        while n < len(self.era_held):
            self.era_held[n] = self.era_held0[n]
            n += 1
        n = 0
        while n < len(self.free):
            self.free[n] = self.free0[n]
            n += 1
        n = 0
        while n < len(self.fact_once):
            self.fact_once[n] = self.fact_once0[n]
            self.fact_twice[n] = self.fact_twice0[n]
            n += 1
        n = 0
        while n < len(self.fact_lengths):
            self.fact_lengths[n] = self.fact_lengths0[n]
            n += 1

    # 1: which era each shown card came out of

    def _explain(self, rng: Rng) -> bool:
        n: i64 = 0
        while n < len(self.steps):
            if not self._explain_one(rng, n):
                return False
            n += STEP
        return True

    def _explain_one(self, rng: Rng, step: i64) -> bool:
        card = self.steps[step]
        eras = self.steps[step + 1]
        bound = self.steps[step + 3]
        moves = self.steps[step + 4] != 0
        ways = self.steps[step + 5]
        width = self.steps[step + 6]
        total: i64 = 0
        era: i64 = 0
        while eras >> era != 0:
            if eras >> era & 1 != 0:
                total += self._weight(era, ways, card, moves)
                ways += width
            era += 1
        if total == 0 or (total < bound and rng.below(bound) >= total):
            return False
        chosen = rng.below(total)
        ways = self.steps[step + 5]
        era = -1
        while chosen >= 0:
            era += 1
            if eras >> era & 1 != 0:
                chosen -= self._weight(era, ways, card, moves)
                ways += width
        self.era_held[era] -= 1
        if self.era_forbid[era] == 0:
            self.free[self.era_generation[era]] -= 1
        if moves:
            self._take(self.era_generation[era], card)
        fact = self.era_facts[era]
        while fact < self.steps[step + 2]:
            self._count(fact, card)
            fact += 1
        return True

    def _weight(self, era: i64, ways: i64, card: i64, moves: bool) -> i64:
        """The weight of ``card`` having come out of ``era``; it is below 2**30."""
        weight = self.ways[ways + self.era_held0[era] - self.era_held[era]]
        if weight == 0:
            return 0
        generation = self.era_generation[era]
        if moves:
            weight *= self._copies(generation, card)
        if self.era_forbid[era] == 0:
            return (weight * (ONE // self.free[generation])) >> WAYS
        choices = self.era_most[era] - self.era_held[era] + 1
        return (weight * (ONE // choices if choices > 1 else ONE)) >> WAYS

    def _copies(self, generation: i64, card: i64) -> i64:
        pool = generation * 4 + card // 13
        place = self.at[pool] + self.used[pool]
        end = self.at[pool] + self.size[pool]
        found: i64 = 0
        while place < end:
            if self.deck[place] == card:
                found += 1
            place += 1
        return found

    def _take(self, generation: i64, card: i64) -> None:
        pool = generation * 4 + card // 13
        first = self.at[pool] + self.used[pool]
        place = first
        while self.deck[place] != card:
            place += 1
        self.deck[place] = self.deck[first]
        self.deck[first] = card
        self.used[pool] += 1

    # 2 to 4: filling slots

    def _pick(self, rng: Rng, generation: i64, forbid: i64, left: i64) -> i64:
        """Deals one of the ``left`` cards of a generation whose suits are not in ``forbid``."""
        n = rng.below(left)
        pool = generation * 4
        while True:
            if forbid & 1 == 0:
                left = self.size[pool] - self.used[pool]
                if n < left:
                    break
                n -= left
            forbid >>= 1
            pool += 1
        first = self.at[pool] + self.used[pool]
        card = self.deck[first + n]
        self.deck[first + n] = self.deck[first]
        self.deck[first] = card
        self.used[pool] += 1
        return card

    def _left(self, generation: i64, forbid: i64) -> i64:
        """How many cards of a generation are left whose suits are not in ``forbid``."""
        left: i64 = 0
        pool = generation * 4
        end = pool + 4
        while pool < end:
            if forbid & 1 == 0:
                left += self.size[pool] - self.used[pool]
            forbid >>= 1
            pool += 1
        return left

    def _lay(self, era: i64, seat: i64, card: i64) -> None:
        """Puts ``card`` into a slot of ``era`` of ``seat``."""
        self.out[self.next[seat]] = card
        self.next[seat] += 1
        fact = self.era_facts[era]
        end = self.fact_to[seat]
        while fact < end:
            self._count(fact, card)
            fact += 1

    def _count(self, fact: i64, card: i64) -> None:
        self.fact_lengths[fact * 4 + card // 13] += 1
        if self.fact_kind[fact] != LONGEST and self.fact_kind[fact] != HOLDS:
            mask = bits.bit(card)
            self.fact_twice[fact] |= self.fact_once[fact] & mask
            self.fact_once[fact] |= mask

    def _fill_hard(self, rng: Rng) -> bool:
        era = self.hard_era
        seat = self.era_seat[era]
        generation = self.era_generation[era]
        word = rng.word()
        row: i64 = 0
        while word >= self.hard_until[row]:
            row += 1
        one = self.hard_suit[row]
        count = self.hard_count[row]
        others = self.era_held[era] - count
        while count > 0:
            left = self._left(generation, 15 - one)
            self._lay(era, seat, self._pick(rng, generation, 15 - one, left))
            count -= 1
        while others > 0:
            left = self._left(generation, one)
            self._lay(era, seat, self._pick(rng, generation, one, left))
            others -= 1
        self.era_held[era] = 0
        # Where several suits are long enough the hand stands in the table several times.
        low = self.fact_first[self.hard_fact]
        long: i64 = 0
        suit = self.hard_fact * 4
        end = suit + 4
        while suit < end:
            if self.fact_lengths[suit] >= low:
                long += 1
            suit += 1
        return long == 1 or rng.below(long) == 0

    def _fill_masked(self, rng: Rng, era: i64) -> bool:
        seat = self.era_seat[era]
        generation = self.era_generation[era]
        forbid = self.era_forbid[era]
        most = self.era_most[era]
        while self.era_held[era] > 0:
            left = self._left(generation, forbid)
            if left <= 0 or (left < most and rng.below(most) >= left):
                return False
            self._lay(era, seat, self._pick(rng, generation, forbid, left))
            self.era_held[era] -= 1
            most -= 1
        return True

    def _fill_tested(self, rng: Rng, seat: i64) -> bool:
        era: i64 = 0
        while era < len(self.era_seat):
            if self.era_seat[era] == seat and self.era_held[era] > 0:
                generation = self.era_generation[era]
                left = self._left(generation, 0)
                if left < self.era_held[era]:
                    return False
                while self.era_held[era] > 0:
                    self._lay(era, seat, self._pick(rng, generation, 0, left))
                    self.era_held[era] -= 1
                    left -= 1
            era += 1
        fact = self.fact_from[seat]
        while fact < self.fact_to[seat]:
            if not self._holds(fact):
                return False
            fact += 1
        return True

    def _holds(self, fact: i64) -> bool:
        kind = self.fact_kind[fact]
        first = self.fact_first[fact]
        most: i64 = 0
        suit: i64 = 0
        while suit < 4:
            length = self.fact_lengths[fact * 4 + suit]
            if kind == HOLDS:
                length = length if first >> suit & 1 != 0 else 0
            elif kind != LONGEST:
                length += 2 * bits.count(bits.suit_of(self.fact_twice[fact], suit))
            if length > most:
                most = length
            suit += 1
        if kind == HOLDS:
            return most > 0
        if kind == LONGEST and most > self.fact_second[fact]:
            return False
        return most >= first

    # 5: the rest

    def _fill_rest(self, rng: Rng) -> bool:
        generation: i64 = 0
        while generation < self.generations:
            left: i64 = 0
            pool = generation * 4
            end = pool + 4
            while pool < end:
                place = self.at[pool] + self.used[pool]
                last = self.at[pool] + self.size[pool]
                while place < last:
                    self.spare[left] = self.deck[place]
                    left += 1
                    place += 1
                pool += 1
            era: i64 = 0
            while era < len(self.era_seat):
                if self.era_rest[era] != 0 and self.era_generation[era] == generation:
                    held = self.era_held[era]
                    if held > left or held < 0:
                        return False
                    seat = self.era_seat[era]
                    self._lay_rest(rng, self.next[seat], held, left)
                    self.next[seat] += held
                    left -= held
                era += 1
            if generation < self.generations - 1:
                if left != 0:
                    return False
            else:
                place = self.start[len(self.next)]
                if left != len(self.out) - place:
                    return False
                self._lay_rest(rng, place, left, left)
            generation += 1
        return True

    def _lay_rest(self, rng: Rng, place: i64, count: i64, left: i64) -> None:
        """Deals ``count`` of the ``left`` spare cards to the places from ``place`` on."""
        end = place + count
        while place < end:
            n = rng.below(left)
            self.out[place] = self.spare[n]
            left -= 1
            self.spare[n] = self.spare[left]
            place += 1
