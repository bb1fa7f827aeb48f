"""What a ledger tells one seat about the slots of the others, read into eras, steps and facts."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from engine import bits
from engine.battalion.facts import (
    CUT,
    DREW,
    KNEW,
    LACKS,
    SHOWED,
    first_of,
    kind_of,
    second_of,
)
from engine.battalion.ledger import Ledger
from engine.cards import DECK_SIZE


@mypyc_attr(native_class=True)
class Sight:
    """A seat's whole knowledge of the unseen cards.

    ledger: the public record. viewer: the seat, -1 for a spectator. hidden: for each seat the
    cards in its hand that the viewer does not know; 0 for the viewer itself. stock: cards in it.
    unseen: how many copies of each card 0 to 51 lie in those places. drawn: what the viewer drew
    itself (``Drawn.cards``).
    """

    def __init__(
        self,
        ledger: Ledger,
        viewer: i64,
        hidden: vec[i64],
        stock: i64,
        unseen: vec[i64],
        drawn: list[int],
    ) -> None:
        self.ledger = ledger
        self.viewer = viewer
        self.hidden = hidden
        self.stock = stock
        self.unseen = unseen
        self.drawn = drawn


@mypyc_attr(native_class=True)
class Era:
    """Slots of one seat that were filled between two entries that set slots apart.

    generation: which shuffle they were drawn from, 0 for all before the first CUT. forbid: suits
    (a mask) that cannot lie in those of them that are hidden now. count: slots filled so far, and
    not certainly shown. facts_from: the first of the seat's facts whose hand they were part of.
    """

    def __init__(self, seat: int, generation: int, facts_from: int) -> None:
        self.seat = seat
        self.generation = generation
        self.forbid = 0
        self.count = 0
        self.facts_from = facts_from


@mypyc_attr(native_class=True)
class Fact:
    """LONGEST, POINTS or HOLDS about a seat's hand; lengths, once and twice tell the cards in it
    that are certain: per suit, and which cards are there at least once and twice (masks)."""

    def __init__(self, kind: int, first: int, second: int) -> None:
        self.kind = kind
        self.first = first
        self.second = second
        self.lengths = [0, 0, 0, 0]
        self.once = 0
        self.twice = 0

    def add(self, card: int) -> None:
        """One more card that was certainly in the hand."""
        self.lengths[card // 13] += 1
        mask = int(bits.bit(card))
        self.twice |= self.once & mask
        self.once |= mask


@mypyc_attr(native_class=True)
class Step:
    """``count`` slots filled in ``era``, or, with era -1, ``card`` shown.

    eras: those that it may have come out of, by their index. facts_to: facts before this one are
    older than the show. recent: it happened after the first CUT. taken: a copy of it has been
    taken out of the pool, since only one generation can have had it.
    """

    def __init__(self, era: int, count: int, card: int) -> None:
        self.era = era
        self.count = count
        self.card = card
        self.eras: list[int] = []
        self.facts_to = 0
        self.recent = False
        self.taken = False


@mypyc_attr(native_class=True)
class History:
    """All other seats' histories; ``sound`` is False if no shuffle can have led to them.

    eras: all seats' eras, seat after seat. steps, facts: one list a seat. pools: how many copies
    of each card are in the unseen places of each generation (at ``generation * 52 + card``), those
    of cards shown since the first CUT included until they are ``taken``. whole: the same with all
    cards shown.
    """

    def __init__(self, sight: Sight) -> None:
        self.sound = True
        self.eras: list[Era] = []
        self.steps: list[list[Step]] = []
        self.facts: list[list[Fact]] = []
        self.generations = len(sight.ledger.cuts) + 1
        for seat in range(len(sight.hidden)):
            self.steps.append([])
            self.facts.append([])
            if seat != sight.viewer:
                self._read(sight, seat)
        self.pools = self._pools(sight)
        self.whole = self.pools[:]
        for steps in self.steps:
            for step in steps:
                if step.era < 0 and not step.recent:
                    self.whole[step.card] += 1
        self._resolve()

    def _read(self, sight: Sight, seat: int) -> None:
        steps = self.steps[seat]
        facts = self.facts[seat]
        first = len(self.eras)
        generation = 0
        self.eras.append(Era(seat, 0, 0))
        steps.append(Step(first, sight.ledger.base[seat], 0))
        for code in sight.ledger.entries[seat]:
            kind = kind_of(code)
            number = first_of(code)
            if kind == DREW:
                steps.append(Step(len(self.eras) - 1, number, 0))
            elif kind == SHOWED:
                step = Step(-1, 1, number)
                for index in range(first, len(self.eras)):
                    if not self.eras[index].forbid >> (number // 13) & 1:
                        step.eras.append(index)
                step.facts_to = len(facts)
                step.recent = generation > 0
                steps.append(step)
            elif kind == KNEW:
                facts[-1].add(number)
            else:
                if kind == CUT:
                    generation += 1
                elif kind == LACKS:
                    for index in range(first, len(self.eras)):
                        self.eras[index].forbid |= number
                else:
                    facts.append(Fact(kind, number, second_of(code)))
                self.eras.append(Era(seat, generation, len(facts)))

    def _pools(self, sight: Sight) -> list[int]:
        pools = [0] * (self.generations * DECK_SIZE)
        for card in range(DECK_SIZE):
            pools[card] = int(sight.unseen[card])
        for steps in self.steps:
            for step in steps:
                if step.recent and step.era < 0:
                    pools[step.card] += 1
        for generation in range(1, self.generations):
            at = generation * DECK_SIZE
            for card in range(DECK_SIZE):
                pools[at + card] = sight.ledger.cuts[generation - 1][card]
        for code in sight.drawn:
            generation, card = code // 64, code % 64
            if 0 < generation < self.generations and card < DECK_SIZE:
                pools[generation * DECK_SIZE + card] -= 1
        for generation in range(1, self.generations):
            for card in range(DECK_SIZE):
                pools[card] -= pools[generation * DECK_SIZE + card]
        return pools

    def _resolve(self) -> None:
        """Narrows down what each shown card may have come out of, until nothing changes."""
        changed = True
        while changed and self.sound:
            changed = False
            for era in self.eras:
                era.count = 0
            for steps in self.steps:
                for step in steps:
                    if step.era >= 0:
                        self.eras[step.era].count += step.count
                        continue
                    eras = [index for index in step.eras if self._possible(step, index)]
                    if len(eras) < len(step.eras):
                        changed = True
                        step.eras = eras
                    if not eras:
                        self.sound = False
                        return
                    if len(eras) == 1:
                        self.eras[eras[0]].count -= 1
                    if step.recent and not step.taken and self._one_generation(eras):
                        step.taken = True
                        changed = True
                        at = self.eras[eras[0]].generation * DECK_SIZE + step.card
                        self.pools[at] -= 1
        self.sound = self.sound and min(self.pools) >= 0

    def _possible(self, step: Step, index: int) -> bool:
        era = self.eras[index]
        if era.count <= 0:
            return False
        at = era.generation * DECK_SIZE + step.card
        return step.taken or not step.recent or self.pools[at] > 0

    def _one_generation(self, eras: list[int]) -> bool:
        generation = self.eras[eras[0]].generation
        return all(self.eras[index].generation == generation for index in eras)
