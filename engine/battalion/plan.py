"""From what a seat knows to a sampler of worlds: everything that is worked out once a view."""

from __future__ import annotations

from math import comb
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from engine.battalion.facts import LONGEST
from engine.battalion.history import Era, Fact, History, Sight, Step
from engine.battalion.ledger import Ledger
from engine.battalion.sampler import ONE, WAYS, Sampler
from engine.cards import DECK_SIZE

WORD: Final = 4294967296
# From this hardness on (see ``_hardness``) a fact is worth a table: about one hand in three.
HARD: Final = 8


def plan(sight: Sight) -> Sampler:
    """A sampler of the worlds that agree with ``sight``.

    A record that no shuffles can have led to, which only a forged save can bring, is left aside.
    """
    history = History(sight)
    if not (history.sound and _fits(sight, history)):
        plain = Ledger(len(sight.hidden))
        plain.base = [int(cards) for cards in sight.hidden]
        sight = Sight(plain, sight.viewer, sight.hidden, sight.stock, sight.unseen, [])
        history = History(sight)
    sampler = Sampler(sight)
    sampler.generations = history.generations
    _lay_out(sampler, sight, history)
    _facts(sampler, history)
    _eras(sampler, history)
    _hard(sampler, history)
    _order(sampler, history)
    _steps(sampler, history)
    return sampler


def _fits(sight: Sight, history: History) -> bool:
    """Whether the cards of every generation are as many as its places."""
    for generation in range(history.generations):
        at = generation * DECK_SIZE
        places = -sum(history.pools[at : at + DECK_SIZE])
        if generation == history.generations - 1:
            places += int(sight.stock)
        for era in history.eras:
            if era.generation == generation:
                places += era.count
        for step in _pending(history):
            if history.eras[step.eras[0]].generation == generation and not _moves(step):
                places -= 1
        if places != 0:
            return False
    return True


def _pending(history: History) -> list[Step]:
    """The shows whose era is not certain."""
    return [step for steps in history.steps for step in steps if len(step.eras) > 1]


def _moves(step: Step) -> bool:
    """Whether it is open from which generation's pool a shown card is to be taken."""
    return step.recent and not step.taken


def _lay_out(sampler: Sampler, sight: Sight, history: History) -> None:
    for generation in range(history.generations):
        for suit in range(4):
            sampler.at = append(sampler.at, i64(len(sampler.deck)))
            for rank in range(13):
                card = suit * 13 + rank
                copies = history.pools[generation * DECK_SIZE + card]
                while copies > 0:
                    sampler.deck = append(sampler.deck, card)
                    copies -= 1
            sampler.size = append(sampler.size, i64(len(sampler.deck)) - sampler.at[-1])
    place: i64 = 0
    for hidden in sight.hidden:
        sampler.start = append(sampler.start, place)
        place += hidden
    sampler.start = append(sampler.start, place)
    sampler.used = vec[i64]([0] * len(sampler.at))
    sampler.next = vec[i64]([0] * len(sight.hidden))
    sampler.out = vec[i64]([0] * (place + sight.stock))
    sampler.spare = vec[i64]([0] * len(sampler.deck))


def _facts(sampler: Sampler, history: History) -> None:
    facts: list[Fact] = []
    for mine in history.facts:
        sampler.fact_from = append(sampler.fact_from, i64(len(facts)))
        facts += mine
        sampler.fact_to = append(sampler.fact_to, i64(len(facts)))
    for steps in history.steps:
        for step in steps:
            if len(step.eras) == 1:
                era = history.eras[step.eras[0]]
                for fact in history.facts[era.seat][era.facts_from : step.facts_to]:
                    fact.add(step.card)
    for fact in facts:
        sampler.fact_kind = append(sampler.fact_kind, fact.kind)
        sampler.fact_first = append(sampler.fact_first, fact.first)
        sampler.fact_second = append(sampler.fact_second, fact.second)
        sampler.fact_once0 = append(sampler.fact_once0, fact.once)
        sampler.fact_twice0 = append(sampler.fact_twice0, fact.twice)
        for length in fact.lengths:
            sampler.fact_lengths0 = append(sampler.fact_lengths0, length)
    sampler.fact_once = sampler.fact_once0[:]
    sampler.fact_twice = sampler.fact_twice0[:]
    sampler.fact_lengths = sampler.fact_lengths0[:]


def _allowed(sampler: Sampler, era: Era) -> i64:
    """How many cards of its generation can lie in a slot of an era."""
    allowed: i64 = 0
    for suit in range(4):
        if not era.forbid >> suit & 1:
            allowed += sampler.size[era.generation * 4 + suit]
    return allowed


def _eras(sampler: Sampler, history: History) -> None:
    sampler.free0 = vec[i64]([0] * history.generations)
    sampler.free0[history.generations - 1] = sampler.sight.stock
    for era in history.eras:
        allowed = _allowed(sampler, era)
        rest = era.forbid == 0 and not history.facts[era.seat]
        first = sampler.fact_from[era.seat] + era.facts_from
        sampler.era_seat = append(sampler.era_seat, era.seat)
        sampler.era_generation = append(sampler.era_generation, era.generation)
        sampler.era_forbid = append(sampler.era_forbid, era.forbid)
        sampler.era_facts = append(sampler.era_facts, first)
        sampler.era_most = append(sampler.era_most, allowed)
        sampler.era_rest = append(sampler.era_rest, 1 if rest else 0)
        sampler.era_held0 = append(sampler.era_held0, era.count)
        if era.forbid == 0:
            sampler.free0[era.generation] += era.count
    sampler.era_held = sampler.era_held0[:]
    sampler.free = sampler.free0[:]


def _hardness(fact: Fact, slots: int) -> int:
    """A rough measure of how seldom so many unseen cards make a fact true."""
    if fact.kind != LONGEST:
        return 0
    return 4 * (fact.first - max(fact.lengths)) - slots


def _then(history: History, seat: int, fact: int) -> list[int]:
    """The eras of ``seat`` whose hidden slots were part of the hand of its ``fact``."""
    return [
        index
        for index, era in enumerate(history.eras)
        if era.seat == seat and era.facts_from <= fact and era.count > 0
    ]


def _hard(sampler: Sampler, history: History) -> None:
    """Chooses the fact that is filled by a table, and makes the table."""
    if any(_moves(step) for step in _pending(history)):
        return  # the pools depend on the choices
    hardest = HARD - 1
    for seat, facts in enumerate(history.facts):
        if any(len(step.eras) > 1 for step in history.steps[seat]):
            continue
        for number, fact in enumerate(facts):
            eras = _then(history, seat, number)
            if len(eras) != 1 or history.eras[eras[0]].forbid != 0:
                continue
            slots = history.eras[eras[0]].count
            hardness = _hardness(fact, slots)
            if hardness > hardest and max(fact.lengths) < fact.first:
                hardest = hardness
                sampler.hard_era = eras[0]
                sampler.hard_fact = sampler.fact_from[seat] + number
    if sampler.hard_era >= 0:
        _hard_table(sampler, history.eras[sampler.hard_era])


def _hard_table(sampler: Sampler, era: Era) -> None:
    fact = sampler.hard_fact
    low = int(sampler.fact_first[fact])
    high = int(sampler.fact_second[fact])
    sizes = [int(sampler.size[era.generation * 4 + suit]) for suit in range(4)]
    ways: list[int] = []
    for suit in range(4):
        had = int(sampler.fact_lengths0[fact * 4 + suit])
        for count in range(low - had, min(high - had, era.count) + 1):
            others = sum(sizes) - sizes[suit]
            found = comb(sizes[suit], count) * comb(others, era.count - count)
            if found > 0:
                ways.append(found)
                sampler.hard_suit = append(sampler.hard_suit, 1 << suit)
                sampler.hard_count = append(sampler.hard_count, count)
    total = sum(ways)
    if total == 0:
        sampler.hard_era = -1
        return
    so_far = 0
    for found in ways:
        so_far += found
        sampler.hard_until = append(sampler.hard_until, WORD * so_far // total)
    sampler.free0[era.generation] -= era.count


def _order(sampler: Sampler, history: History) -> None:
    masked = [
        (int(sampler.era_most[index]), index)
        for index, era in enumerate(history.eras)
        if era.forbid != 0
    ]
    for _most, index in sorted(masked):
        sampler.masked = append(sampler.masked, index)
    tested: list[tuple[int, int]] = []
    for seat, facts in enumerate(history.facts):
        hardness = 0
        for number, fact in enumerate(facts):
            slots = sum(history.eras[index].count for index in _then(history, seat, number))
            hardness = max(hardness, _hardness(fact, slots))
        if sampler.hard_era >= 0 and history.eras[sampler.hard_era].seat == seat:
            hardness = 99
        if facts:
            tested.append((-hardness, seat))
    for _ease, seat in sorted(tested):
        sampler.tested = append(sampler.tested, seat)


def _steps(sampler: Sampler, history: History) -> None:
    """Writes down the shows that are still open, with the ways and the greatest sums of weights."""
    free = [int(places) for places in sampler.free0]
    for seat, steps in enumerate(history.steps):
        chosen = [0] * len(history.eras)
        before = 0
        for at, step in enumerate(steps):
            if step.era >= 0 or len(step.eras) == 1:
                continue
            mask = 0
            ways = len(sampler.ways)
            for index in step.eras:
                mask |= 1 << index
                for others in range(before + 1):
                    sampler.ways = append(sampler.ways, _ways(steps, at, index, others))
            bound = _bound(sampler, history, step, ways, chosen, before, free)
            moves = 1 if _moves(step) else 0
            facts_to = int(sampler.fact_from[seat]) + step.facts_to
            for item in (step.card, mask, facts_to, bound, moves, ways, before + 1):
                sampler.steps = append(sampler.steps, item)
            before += 1
            generations: list[int] = []
            for index in step.eras:
                chosen[index] += 1
                era = history.eras[index]
                if era.forbid == 0 and era.generation not in generations:
                    generations.append(era.generation)
                    free[era.generation] -= 1


def _ways(steps: list[Step], at: int, index: int, others: int) -> i64:
    """The slots of era ``index`` that the show at ``at`` can have come out of, lessened by what it
    takes from later shows that are certainly of that era; ``others`` shows that are not certain
    have come out of it before. Fixed point with WAYS bits."""
    slots: i64 = -others
    ways: i64 = 0
    for number, step in enumerate(steps):
        if step.era == index:
            slots += step.count
        elif step.era < 0 and len(step.eras) == 1 and step.eras[0] == index:
            if number > at:
                # Without this choice there are ``slots`` for that show, with it one fewer.
                if slots <= 1:
                    return 0
                ways = ways * (slots - 1) // slots
            slots -= 1
        if number == at:
            if slots <= 0:
                return 0
            ways = slots << 40
    return ways >> (40 - WAYS)


def _bound(
    sampler: Sampler,
    history: History,
    step: Step,
    ways: int,
    chosen: list[int],
    before: int,
    free: list[int],
) -> int:
    """An upper bound of the sum of weights of a show, whatever the ``before`` shows of its seat
    before it have come out of: ``chosen`` says how many may have come out of each era."""
    seat = history.eras[step.eras[0]].seat
    best = [0] + [-1] * before  # by the number of shows before that are spoken for
    rank = 0
    for index, era in enumerate(history.eras):
        if era.seat != seat:
            continue
        weights = [0] * (before + 1)
        if index in step.eras:
            for others in range(before + 1):
                way = int(sampler.ways[ways + rank * (before + 1) + others])
                weights[others] = _most_weight(sampler, history, step, index, others, way, free)
            rank += 1
        after = [-1] * (before + 1)
        for spoken in range(before + 1):
            if best[spoken] < 0:
                continue
            for others in range(min(chosen[index], before - spoken) + 1):
                total = best[spoken] + weights[others]
                after[spoken + others] = max(after[spoken + others], total)
        best = after
    return max(1, best[before])


def _most_weight(
    sampler: Sampler,
    history: History,
    step: Step,
    index: int,
    others: int,
    way: int,
    free: list[int],
) -> int:
    """The greatest weight of era ``index`` in a step, after ``others`` that chose it as well."""
    era = history.eras[index]
    if _moves(step):
        way *= history.pools[era.generation * DECK_SIZE + step.card]
    if era.forbid == 0:
        choices = free[era.generation]
    else:
        choices = int(sampler.era_most[index]) - (era.count - others) + 1
    return (way * (ONE // max(1, choices))) >> WAYS
