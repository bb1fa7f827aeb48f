"""The shows that may have come out of several eras: their weights, and what these add up to."""

from __future__ import annotations

from librt.vecs import append
from mypy_extensions import i64

from engine import bits
from engine.battalion.history import History, Step
from engine.battalion.sampler import Sampler
from engine.cards import DECK_SIZE


def pending(history: History) -> list[Step]:
    """The shows whose era is not certain."""
    return [step for steps in history.steps for step in steps if len(step.eras) > 1]


def moves(step: Step) -> bool:
    """Whether it is open from which generation's pool a shown card is to be taken."""
    return step.recent and not step.taken


def lay_steps(sampler: Sampler, history: History) -> None:
    """Writes down the steps: first those of seats with one that ``moves``, then the others'."""
    cards = [int(sampler.pools.all_of(each, 0)) for each in range(history.generations)]
    early: list[int] = []
    late: list[int] = []
    for seat, steps in enumerate(history.steps):
        if any(len(step.eras) > 1 and moves(step) for step in steps):
            early.append(seat)
        else:
            late.append(seat)
        sampler.step_begin = append(sampler.step_begin, 0)
        sampler.step_end = append(sampler.step_end, 0)
    for seat in early:
        _lay_seat(sampler, history, seat, cards)
    sampler.early = i64(len(sampler.bounds))
    for seat in late:
        sampler.step_begin[seat] = i64(len(sampler.bounds))
        _lay_seat(sampler, history, seat, cards)
        sampler.step_end[seat] = i64(len(sampler.bounds))


def _lay_seat(sampler: Sampler, history: History, seat: int, cards: list[int]) -> None:
    """``cards``: the fewest that can be left of each generation."""
    steps = history.steps[seat]
    chosen = [0] * len(history.eras)
    before = 0
    for at, step in enumerate(steps):
        if len(step.eras) <= 1:
            continue
        mask = 0
        ways = len(sampler.ways)
        for index in step.eras:
            mask |= bits.bit(index)
            for others in range(before + 1):
                way = _ways(steps, at, index, others) * sampler.era_scale[index]
                sampler.ways = append(sampler.ways, way)
        bound = _bound(sampler, history, step, ways, chosen, before, cards)
        sampler.bounds = append(sampler.bounds, bound)
        facts_to = int(sampler.claims.begin[seat]) + step.facts_to
        for item in (step.card, mask, facts_to, 1 if moves(step) else 0, ways, before + 1):
            sampler.steps = append(sampler.steps, item)
        before += 1
        for index in step.eras:
            chosen[index] += 1
        if moves(step):
            for generation in {history.eras[index].generation for index in step.eras}:
                cards[generation] -= 1


def _ways(steps: list[Step], at: int, index: int, others: int) -> float:
    """The slots of era ``index`` that the show at ``at`` can have come out of, lessened by what it
    takes from later shows that are certainly of that era; ``others`` shows that are not certain
    have come out of it before."""
    slots = -others
    ways = 0.0
    for number, step in enumerate(steps):
        if step.era == index:
            slots += step.count
        elif step.era < 0 and len(step.eras) == 1 and step.eras[0] == index:
            if number > at:
                # Without this choice there are ``slots`` for that show, with it one fewer.
                if slots <= 1:
                    return 0.0
                ways = ways * (slots - 1) / slots
            slots -= 1
        if number == at:
            if slots <= 0:
                return 0.0
            ways = float(slots)
    return ways


def _bound(
    sampler: Sampler,
    history: History,
    step: Step,
    ways: int,
    chosen: list[int],
    before: int,
    cards: list[int],
) -> float:
    """An upper bound of the sum of weights of a show, whatever the ``before`` shows of its seat
    before it have come out of: ``chosen`` says how many may have come out of each era."""
    seat = history.eras[step.eras[0]].seat
    best = [0.0] + [-1.0] * before  # by the number of shows before that are spoken for
    rank = 0
    for index, era in enumerate(history.eras):
        if era.seat != seat:
            continue
        weights = [0.0] * (before + 1)
        if index in step.eras:
            most = 1.0
            if moves(step):
                most = history.pools[era.generation * DECK_SIZE + step.card] / max(
                    1, cards[era.generation]
                )
            for others in range(before + 1):
                weights[others] = sampler.ways[ways + rank * (before + 1) + others] * most
            rank += 1
        after = [-1.0] * (before + 1)
        for spoken in range(before + 1):
            if best[spoken] < 0.0:
                continue
            for others in range(min(chosen[index], before - spoken) + 1):
                total = best[spoken] + weights[others]
                after[spoken + others] = max(after[spoken + others], total)
        best = after
    return max(0.0, best[before])
