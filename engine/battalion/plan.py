"""From what a seat knows to a sampler of worlds: everything that is worked out once a view."""

from __future__ import annotations

from math import comb
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from engine import bits
from engine.battalion.claims import Claims
from engine.battalion.facts import LONGEST
from engine.battalion.history import Era, Fact, History, Sight
from engine.battalion.ledger import Ledger
from engine.battalion.pools import Pools
from engine.battalion.sampler import Sampler
from engine.battalion.steps import lay_steps, moves, pending
from engine.cards import DECK_SIZE

WORD: Final = 4294967296
# A fact that so few hands make true is worth a table; a second one if all facts together are
# true RARELY.
RARE: Final = 0.4
RARELY: Final = 0.05


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
    _count_certain(history)
    pools = Pools(history.generations, history.pools)
    sampler = Sampler(sight, pools, Claims(history.facts))
    _lay_out(sampler, sight)
    _eras(sampler, history)
    lay_steps(sampler, history)
    _tables(sampler, history)
    _order(sampler, history)
    _tops(sampler, history)
    sampler.pilot()
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
        for step in pending(history):
            if history.eras[step.eras[0]].generation == generation and not moves(step):
                places -= 1
        if places != 0:
            return False
    return True


def _count_certain(history: History) -> None:
    """Adds the cards shown that can only be of one era to the facts they are part of."""
    for steps in history.steps:
        for step in steps:
            if len(step.eras) == 1:
                era = history.eras[step.eras[0]]
                for fact in history.facts[era.seat][era.facts_from : step.facts_to]:
                    fact.add(step.card)


def _lay_out(sampler: Sampler, sight: Sight) -> None:
    place: i64 = 0
    for hidden in sight.hidden:
        sampler.start = append(sampler.start, place)
        place += hidden
    sampler.start = append(sampler.start, place)
    sampler.next = vec[i64]([0] * len(sight.hidden))
    sampler.out = vec[i64]([0] * (place + sight.stock))


def _eras(sampler: Sampler, history: History) -> None:
    for seat in range(len(history.facts)):
        sampler.era_begin = append(sampler.era_begin, i64(len(sampler.era_seat)))
        for era in history.eras:
            if era.seat == seat:
                _add_era(sampler, history, era)
        sampler.era_end = append(sampler.era_end, i64(len(sampler.era_seat)))
    sampler.era_held = sampler.era_held0[:]


def _add_era(sampler: Sampler, history: History, era: Era) -> None:
    everything = int(sampler.pools.all_of(era.generation, 0))
    allowed = int(sampler.pools.all_of(era.generation, era.forbid))
    rest = era.forbid == 0 and not history.facts[era.seat]
    sampler.era_seat = append(sampler.era_seat, era.seat)
    sampler.era_generation = append(sampler.era_generation, era.generation)
    sampler.era_forbid = append(sampler.era_forbid, era.forbid)
    sampler.era_facts = append(sampler.era_facts, sampler.claims.begin[era.seat] + era.facts_from)
    scale = everything / allowed if allowed > 0 else 1.0
    sampler.era_scale = append(sampler.era_scale, scale)
    sampler.era_top = append(sampler.era_top, 1.0)
    sampler.era_hard = append(sampler.era_hard, -1)
    sampler.era_rest = append(sampler.era_rest, 1 if rest else 0)
    sampler.era_held0 = append(sampler.era_held0, era.count)


def _then(history: History, seat: int, fact: int) -> list[int]:
    """The eras of ``seat`` whose hidden slots were part of the hand of its ``fact``."""
    return [
        index
        for index, era in enumerate(history.eras)
        if era.seat == seat and era.facts_from <= fact and era.count > 0
    ]


def _tables(sampler: Sampler, history: History) -> None:
    """Chooses the facts whose slots are filled by a table: the rarest, and more if need be."""
    if any(moves(step) for step in pending(history)):
        return  # the pools depend on the choices
    rare: list[tuple[float, int, int]] = []
    for seat, facts in enumerate(history.facts):
        if any(len(step.eras) > 1 for step in history.steps[seat]):
            continue
        found: list[tuple[float, int, int]] = []
        for number, fact in enumerate(facts):
            eras = _then(history, seat, number)
            if (
                fact.kind == LONGEST
                and max(fact.lengths) < fact.first
                and len(eras) == 1
                and history.eras[eras[0]].forbid == 0
            ):
                chance = _chance(sampler, history.eras[eras[0]], fact)
                found.append((chance, number, eras[0]))
        if found:
            rare.append(min(found))
    rare.sort()
    together = 1.0
    for chance, _number, _index in rare:
        together *= chance
    for chance, number, index in rare:
        if chance > RARE or chance == 0.0:
            continue
        if len(sampler.table_fact) > 0 and together > RARELY:
            break
        together /= chance
        _table(sampler, history, number, index)


def _rows(sampler: Sampler, era: Era, fact: Fact) -> list[tuple[int, int, int]]:
    """Suit, number of its cards, and ways to fill the slots of ``era`` with so many of it, for
    all that makes the LONGEST ``fact`` true by this suit."""
    sizes = [int(sampler.pools.size[era.generation * 4 + suit]) for suit in range(4)]
    rows: list[tuple[int, int, int]] = []
    for suit in range(4):
        had = fact.lengths[suit]
        for count in range(fact.first - had, min(fact.second - had, era.count) + 1):
            others = sum(sizes) - sizes[suit]
            ways = comb(sizes[suit], count) * comb(others, era.count - count)
            if ways > 0:
                rows.append((suit, count, ways))
    return rows


def _chance(sampler: Sampler, era: Era, fact: Fact) -> float:
    """About how likely cards as they come are to make the fact true; 0 if they cannot."""
    everything = comb(int(sampler.pools.all_of(era.generation, 0)), era.count)
    ways = sum(ways for _suit, _count, ways in _rows(sampler, era, fact))
    return ways / everything if everything > 0 else 0.0


def _table(sampler: Sampler, history: History, number: int, index: int) -> None:
    era = history.eras[index]
    rows = _rows(sampler, era, history.facts[era.seat][number])
    total = sum(ways for _suit, _count, ways in rows)
    sampler.era_hard[index] = i64(len(sampler.table_fact))
    sampler.table_fact = append(sampler.table_fact, sampler.claims.begin[era.seat] + number)
    sampler.table_row = append(sampler.table_row, i64(len(sampler.row_suit)))
    so_far = 0
    for suit, count, ways in rows:
        so_far += ways
        sampler.row_suit = append(sampler.row_suit, bits.bit(suit))
        sampler.row_count = append(sampler.row_count, count)
        sampler.row_until = append(sampler.row_until, WORD * so_far // total)


def _order(sampler: Sampler, history: History) -> None:
    """Puts first the seats with a table, whose shares hang on it that what is filled before them
    is always as many cards; then those that are likeliest to fail."""
    found: list[tuple[int, int]] = []
    for seat, facts in enumerate(history.facts):
        ease = 100
        takes_part = bool(facts) or sampler.step_begin[seat] < sampler.step_end[seat]
        for fact in facts:
            if fact.kind == LONGEST:
                ease = min(ease, 80 - 8 * (fact.first - max(fact.lengths)))
        for index, era in enumerate(history.eras):
            if era.seat == seat and era.forbid != 0:
                takes_part = True
                ease = min(ease, int(60.0 / sampler.era_scale[index]))
            if era.seat == seat and sampler.era_hard[index] >= 0:
                ease = -1
        if takes_part:
            found.append((ease, seat))
    for _ease, seat in sorted(found):
        sampler.order = append(sampler.order, seat)


def _tops(sampler: Sampler, history: History) -> None:
    """Works out ``era_top``, from the fewest cards there can be left when an era is filled."""
    lacking = 0
    cards: list[int] = []
    for generation in range(history.generations):
        fewest = int(sampler.pools.all_of(generation, 0))
        for step in pending(history):
            if moves(step):
                fewest -= 1
        cards.append(fewest)
    for seat in sampler.order:
        tested = sampler.claims.begin[seat] < sampler.claims.end[seat]
        for index, era in enumerate(history.eras):
            if era.seat == seat and era.forbid != 0:
                lacking += 1
                top = _top(sampler, era, index, cards[era.generation])
                sampler.era_top[index] = 1.0 / top
                cards[era.generation] -= era.count
        for era in history.eras:
            if era.seat == seat and era.forbid == 0 and tested:
                cards[era.generation] -= era.count
    sampler.weighs = len(sampler.bounds) > 0 or lacking > 0 or len(sampler.table_fact) > 1


def _top(sampler: Sampler, era: Era, index: int, cards: int) -> float:
    """The greatest product of shares of an era: (cards allowed / cards left) × scale for each slot,
    with all cards allowed that were not dealt to the era itself."""
    allowed = int(sampler.pools.all_of(era.generation, era.forbid))
    top = 1.0
    product = 1.0
    for slot in range(era.count):
        left = max(1, cards - slot)
        product *= min(allowed - slot, left) / left * sampler.era_scale[index]
        top = max(top, product)
    return top
