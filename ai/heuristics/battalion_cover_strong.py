"""battalion-cover by priced attacks: lose little, let the next seat lose more, keep high cards.

Payments go to the bank, so what an attack costs its attacker counts far more than what it costs
the defender. Acquisition keeps high cards and something of every suit. Nothing is declared.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ai.beliefs.battalion import Leaning
from ai.heuristics import battalion_cover
from engine.actions import ASSAULT, DISCARD, DRAW_DISCARD, DRAW_STOCK, PASS, with_card
from engine.battalion import hands as held
from engine.battalion.public import ATTACKING, BIDDING, DISCARDING, TAKING
from engine.battalion.view import BattalionView
from engine.battalion_cover.public import CoverPublic
from engine.rng import Rng

# A suit of so many cards or fewer is not thrown away.
_SHORT: Final = 2
# By so many ranks a card is as good as a higher one if the next seat is sure to lack its suit.
_LACKING: Final = 6.0


@mypyc_attr(native_class=True)
class CoverStyle:
    """How to attack.

    leaning: the model of the others. theirs: what a chip that the defender pays is worth. high:
    chips that laying an ace costs, lower cards in proportion. take: the lowest rank taken face up.
    """

    def __init__(self, leaning: Leaning, theirs: float, high: float, take: i64) -> None:
        self.leaning = leaning
        self.theirs = theirs
        self.high = high
        self.take = take


def pick(
    style: CoverStyle, public: CoverPublic, seat: i64, hands: vec[i64], base: i64, rng: Rng
) -> i64:
    """The choice of ``seat``, which is asked now and holds the hand at ``base`` of ``hands``."""
    phase = public.phase
    if phase == ATTACKING:
        return attack(style, public, seat, hands, base)
    if phase == TAKING:
        card = public.top_discard()
        return DRAW_DISCARD if card >= 0 and card % 13 >= style.take else DRAW_STOCK
    if phase == DISCARDING:
        return with_card(DISCARD, least_useful(hands, base))
    if phase == BIDDING:
        return PASS
    return battalion_cover.pick(public, seat, hands, base, rng)


def pick_for(style: CoverStyle, view: BattalionView, rng: Rng) -> int:
    """The choice of the view's seat, which is asked now."""
    public = view.public
    assert isinstance(public, CoverPublic)
    return int(pick(style, public, view.seat, view.hand, 0, rng))


def highest_for(style: CoverStyle, view: BattalionView) -> int:
    """The attack with the two highest of a suit of the view's seat, which is asked now."""
    public = view.public
    assert isinstance(public, CoverPublic)
    return int(highest(style, public, view.seat, view.hand, 0))


def attacks_for(style: CoverStyle, view: BattalionView, most: int) -> list[int]:
    """The ``most`` attacks of the best price among neighbouring cards of each suit, best first."""
    public = view.public
    assert isinstance(public, CoverPublic)
    codes, worths = priced(style, public, view.seat, view.hand, 0)
    order = sorted(range(len(codes)), key=lambda n: (-worths[n], n))
    return list(dict.fromkeys(int(codes[n]) for n in order))[:most]


def least_useful(hands: vec[i64], base: i64) -> i64:
    """The lowest card of a suit that is not short; of all cards if every suit is."""
    rank: i64 = 0
    while rank < 13:
        suit: i64 = 0
        while suit < 4:
            if hands[base + suit * 13 + rank] != 0 and hands[base + held.LENGTHS + suit] > _SHORT:
                return suit * 13 + rank
            suit += 1
        rank += 1
    rank = 0
    while rank < 13:
        suit = 0
        while suit < 4:
            if hands[base + suit * 13 + rank] != 0:
                return suit * 13 + rank
            suit += 1
        rank += 1
    return -1


def attack(style: CoverStyle, public: CoverPublic, seat: i64, hands: vec[i64], base: i64) -> i64:
    """The best priced attack among neighbouring cards of each suit."""
    codes, worths = priced(style, public, seat, hands, base)
    best: i64 = 0
    n: i64 = 1
    while n < i64(len(codes)):
        if worths[n] > worths[best]:
            best = n
        n += 1
    return codes[best]


def highest(style: CoverStyle, public: CoverPublic, seat: i64, hands: vec[i64], base: i64) -> i64:
    """The two highest cards of a suit, or as many as were declared: where they are highest, but
    rather of a suit that the next seat lacks, going by its defences."""
    target = public.left_of(seat)
    hidden = public.hidden(target)
    several: i64 = 2 if held.longest(hands, base) > 1 else 1
    wanted = public.demand if public.demand > 0 else several
    best: i64 = -1
    most = -1.0e9
    suit: i64 = 0
    while suit < 4:
        if hands[base + held.LENGTHS + suit] >= wanted:
            ranks, total = battalion_cover.highest(hands, base, suit, wanted)
            lean = style.leaning.lean(public, target, suit, hidden)
            score = float(int(total)) - _LACKING * float(int(wanted)) * lean
            if score > most:
                most = score
                best = ASSAULT | (wanted << 8) | (suit << 12) | (ranks << 14)
        suit += 1
    return best


def priced(
    style: CoverStyle, public: CoverPublic, seat: i64, hands: vec[i64], base: i64
) -> tuple[vec[i64], vec[float]]:
    """All attacks with neighbouring cards of a suit, as many as were declared if any were, and
    what each is worth."""
    target = public.left_of(seat)
    hidden = public.hidden(target)
    left = unseen_cards(style.leaning.ranks, public, hands, base, target)
    mass = 0.0
    leans: list[float] = []
    suit: i64 = 0
    while suit < 4:
        lean = style.leaning.lean(public, target, suit, hidden)
        leans.append(lean)
        count: i64 = 0
        card = suit * 13
        while card < suit * 13 + 13:
            count += left[card]
            card += 1
        mass += lean * float(int(count))
        suit += 1
    least: i64 = 2 if held.longest(hands, base) > 1 else 1
    codes = vec[i64](capacity=32)
    worths = vec[float](capacity=32)
    suit = 0
    while suit < 4:
        length = hands[base + held.LENGTHS + suit]
        low = public.demand if public.demand > 0 else least
        high = public.demand if public.demand > 0 else length
        if length >= low:
            ranks = ranks_of(hands, base, suit)
            weight = leans[suit] / mass if mass > 0.0 else 0.0
            size = low
            while size <= high:
                start: i64 = 0
                while start + size <= length:
                    worth = price(
                        style, public, target, hidden, left, suit, weight, ranks, start, size
                    )
                    codes = append(codes, code_of(ranks, start, size, suit))
                    worths = append(worths, worth)
                    start += 1
                size += 1
        suit += 1
    return codes, worths


def price(
    style: CoverStyle,
    public: CoverPublic,
    target: i64,
    hidden: i64,
    left: vec[i64],
    suit: i64,
    weight: float,
    ranks: vec[i64],
    start: i64,
    size: i64,
) -> float:
    """What it is worth to lay ``size`` of ``ranks`` (ascending) from ``start`` on."""
    beaten = 0.0
    bare = 0.0
    highs = 0.0
    j: i64 = 1
    while j <= size:
        # The j lowest can all be beaten if enough cards are higher than each of them.
        chance = 1.0
        i: i64 = 0
        while i < j:
            rank = ranks[start + i]
            one = at_least(
                hidden, weight, left, suit, rank, j - i - known(public, target, suit, rank)
            )
            if one < chance:
                chance = one
            i += 1
        beaten += chance
        bare += 1.0 - at_least(hidden, weight, left, suit, -1, j - known(public, target, suit, -1))
        highs += float(int(ranks[start + j - 1]))
        j += 1
    return style.theirs * bare - 2.0 * beaten - style.high * highs / 12.0


def at_least(
    hidden: i64, weight: float, left: vec[i64], suit: i64, rank: i64, wanted: i64
) -> float:
    """The chance that ``wanted`` of the hidden cards are of the suit and higher than ``rank``."""
    if wanted <= 0:
        return 1.0
    if wanted > hidden:
        return 0.0
    count: i64 = 0
    higher = rank + 1
    while higher < 13:
        count += left[suit * 13 + higher]
        higher += 1
    share = weight * float(int(count))
    if share > 0.999:
        share = 0.999
    chance = 1.0
    n: i64 = 0
    while n < hidden:
        chance *= 1.0 - share
        n += 1
    odds = share / (1.0 - share)
    fewer = 0.0
    n = 0
    while n < wanted:
        fewer += chance
        chance *= odds * float(int(hidden - n)) / float(int(n + 1))
        n += 1
    return 1.0 - fewer if fewer < 1.0 else 0.0


def known(public: CoverPublic, seat: i64, suit: i64, rank: i64) -> i64:
    """How many cards of the suit above ``rank`` all know to be in the hand of ``seat``."""
    found: i64 = 0
    card = seat * held.CARDS + suit * 13 + rank + 1
    end = seat * held.CARDS + suit * 13 + 13
    while card < end:
        found += public.known[card]
        card += 1
    return found


def unseen_cards(
    weights: vec[i64], public: CoverPublic, hands: vec[i64], base: i64, target: i64
) -> vec[i64]:
    """Copies of each card of which the holder of the hand at ``base`` does not know where they
    are, as far as it matters for ``target``, each as heavy as its rank in ``weights``."""
    left = public.pack[:]
    for shown in public.discard:
        left[shown] -= 1
    card: i64 = 0
    while card < held.CARDS:
        left[card] -= hands[base + card] + public.known[target * held.CARDS + card]
        if left[card] < 0:
            left[card] = 0
        left[card] *= weights[card % 13]
        card += 1
    return left


def ranks_of(hands: vec[i64], base: i64, suit: i64) -> vec[i64]:
    """The ranks of the cards of a suit, ascending."""
    ranks = vec[i64]([0] * hands[base + held.LENGTHS + suit])
    n: i64 = 0
    rank: i64 = 0
    while rank < 13:
        copies = hands[base + suit * 13 + rank]
        while copies > 0:
            ranks[n] = rank
            n += 1
            copies -= 1
        rank += 1
    return ranks


def code_of(ranks: vec[i64], start: i64, size: i64, suit: i64) -> i64:
    """The attack with ``size`` of ``ranks`` from ``start`` on."""
    laid: i64 = 0
    n = start + size - 1
    while n >= start:
        laid = (laid << 4) | ranks[n]
        n -= 1
    return ASSAULT | (size << 8) | (suit << 12) | (laid << 14)
