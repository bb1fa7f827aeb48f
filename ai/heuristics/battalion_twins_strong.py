"""battalion-twins by expected chips: attack where the most is to be won, defend with all.

What a seat can defend with is estimated from its leans (``ai.beliefs.battalion``). Acquisition,
bids and defence are those of the plain rules of thumb.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from ai.beliefs.battalion import Leaning
from ai.heuristics import battalion_twins
from ai.heuristics.battalion import suit_points
from engine import bits
from engine.actions import ATTACK, with_seat
from engine.battalion import hands as held
from engine.battalion import signs as sign
from engine.battalion.public import ATTACKING
from engine.battalion.view import BattalionView
from engine.battalion_twins.public import TwinsPublic
from engine.rng import Rng

# Two unseen cards of a suit are twins about once in 25 times, and twins count two more.
_TWINS: Final = 0.04


@mypyc_attr(native_class=True)
class TwinsStyle:
    """How to attack.

    leaning: the model of the others. keep: chips that a point laid must bring beyond itself. lead:
    how much more a chip of the richest seat counts than one of an average seat.
    """

    def __init__(self, leaning: Leaning, keep: float, lead: float) -> None:
        self.leaning = leaning
        self.keep = keep
        self.lead = lead


def pick(
    style: TwinsStyle, public: TwinsPublic, seat: i64, hands: vec[i64], base: i64, rng: Rng
) -> i64:
    """The choice of ``seat``, which is asked now and holds the hand at ``base`` of ``hands``."""
    if public.phase != ATTACKING:
        return battalion_twins.pick(public, seat, hands, base, rng)
    return attack(style, public, seat, hands, base)


def pick_for(style: TwinsStyle, view: BattalionView, rng: Rng) -> int:
    """The choice of the view's seat, which is asked now."""
    public = view.public
    assert isinstance(public, TwinsPublic)
    return int(pick(style, public, view.seat, view.hand, 0, rng))


def attacks_for(view: BattalionView) -> list[int]:
    """The attacks worth weighing: on each target, of each suit all cards, the twins, one card."""
    public = view.public
    assert isinstance(public, TwinsPublic)
    own: i64 = view.seat
    found: list[int] = []
    target: i64 = 0
    while target < public.players:
        suit: i64 = 0
        while suit < 4:
            if target != own and suit != public.last_suit:
                kind: i64 = 0
                while kind < 3:
                    action = attack_code(public, view.hand, 0, suit, kind, target)
                    if action >= 0:
                        found.append(int(action))
                    kind += 1
            suit += 1
        target += 1
    return found


def attack(style: TwinsStyle, public: TwinsPublic, seat: i64, hands: vec[i64], base: i64) -> i64:
    """The attack that is expected to bring most."""
    left = unseen_suits(public, hands, base)
    best: i64 = -1
    most = -1.0e9
    total = 0.0
    for chips in public.chips:
        total += float(int(chips))
    mean = total / float(int(public.players))
    target: i64 = 0
    while target < public.players:
        if target != seat:
            hidden = public.hidden(target)
            leans = vec_leans(style.leaning, public, target, hidden)
            mass = 0.0
            suit: i64 = 0
            while suit < 4:
                mass += lean_of(leans, suit) * float(int(left[suit]))
                suit += 1
            weight = 1.0 + style.lead * (float(int(public.chips[target])) / mean - 1.0)
            suit = 0
            while suit < 4:
                length = hands[base + held.LENGTHS + suit]
                if suit != public.last_suit and length > 0:
                    share = 0.0
                    if mass > 0.0:
                        share = lean_of(leans, suit) * float(int(left[suit])) / mass
                    shown = known_of_suit(public, target, suit)
                    kind: i64 = 0
                    while kind < 3:
                        code = attack_code(public, hands, base, suit, kind, target)
                        if code >= 0:
                            points = worth(hands, base, suit, kind)
                            gain = expected(public, seat, target, points, hidden, share, shown)
                            score = gain * weight - style.keep * float(int(points))
                            if score > most:
                                most = score
                                best = code
                        kind += 1
                suit += 1
        target += 1
    return best


def attack_code(
    public: TwinsPublic, hands: vec[i64], base: i64, suit: i64, kind: i64, target: i64
) -> i64:
    """The attack on ``target`` with all of ``suit`` (kind 0), its twins alone (1) or one single
    card (2); -1 if there is none, it is another kind as well, or the bid asks for more."""
    length = hands[base + held.LENGTHS + suit]
    demand = public.demand
    head = with_seat(ATTACK, target)
    if kind == 0:
        asked = suit_points(hands, base, suit) if public.points else length
        if length == 0 or asked < demand:
            return -1
        return held.subset_code(hands, base, suit, held.subsets(hands, base, suit) - 1, head)
    twins = bits.suit_of(hands[base + held.TWINS], suit)
    if kind == 1:
        size: i64 = 0
        ranks: i64 = 0
        shift: i64 = 14
        while twins != 0:
            rank = i64(bits.LOWEST[twins])
            copies = hands[base + suit * 13 + rank] // 2 * 2
            while copies > 0:
                ranks |= rank << shift
                shift += 4
                size += 1
                copies -= 1
            twins &= twins - 1
        if size == 0 or size == length or (2 * size if public.points else size) < demand:
            return -1
        return head | (size << 8) | (suit << 12) | ranks
    if length < 2 or demand > 1:
        return -1
    singles = bits.suit_of(hands[base + held.KINDS] & ~hands[base + held.TWINS], suit)
    if singles == 0:
        singles = twins
    return head | 256 | (suit << 12) | (i64(bits.LOWEST[singles]) << 14)


def worth(hands: vec[i64], base: i64, suit: i64, kind: i64) -> i64:
    """Battle points of an attack of ``attack_code``."""
    if kind == 2:
        return 1
    points = suit_points(hands, base, suit)
    if kind == 1:
        twins = bits.suit_of(hands[base + held.TWINS], suit)
        points = 0
        while twins != 0:
            points += 4 * (hands[base + suit * 13 + i64(bits.LOWEST[twins])] // 2)
            twins &= twins - 1
    return points


def expected(
    public: TwinsPublic, seat: i64, target: i64, points: i64, hidden: i64, share: float, shown: i64
) -> float:
    """Chips to be won by ``points`` from ``target``: it holds ``shown`` known cards of the suit,
    and each of ``hidden`` others is of it with probability ``share``."""
    if share > 0.999:
        share = 0.999
    laid = float(int(points))
    rich = float(int(public.chips[target]))
    own = float(int(public.chips[seat]))
    # Probability of n hidden cards of the suit, n from 0 on.
    chance = 1.0
    n: i64 = 0
    while n < hidden:
        chance *= 1.0 - share
        n += 1
    odds = share / (1.0 - share)
    total = 0.0
    n = 0
    while True:
        cards = float(int(n + shown))
        gain = laid - cards - _TWINS * cards * (cards - 1.0)
        if gain > 0.0:
            total += chance * (min(rich, gain))
        else:
            total += chance * (2.0 * gain if -2.0 * gain < own else -own)
        if n == hidden:
            return total
        chance *= odds * float(int(hidden - n)) / float(int(n + 1))
        n += 1


def unseen_suits(public: TwinsPublic, hands: vec[i64], base: i64) -> vec[i64]:
    """How many cards of each suit the holder of the hand at ``base`` has not seen."""
    left = vec[i64]([0] * 4)
    card: i64 = 0
    while card < held.CARDS:
        left[card // 13] += public.pack[card]
        card += 1
    for shown in public.discard:
        left[shown // 13] -= 1
    suit: i64 = 0
    while suit < 4:
        left[suit] -= hands[base + held.LENGTHS + suit]
        suit += 1
    return left


def known_of_suit(public: TwinsPublic, seat: i64, suit: i64) -> i64:
    """How many cards of ``suit`` all know to be in the hand of ``seat``."""
    found: i64 = 0
    if public.signs[seat * sign.SIGNS + sign.TAKEN + suit] == 0:
        return 0
    card = seat * held.CARDS + suit * 13
    end = card + 13
    while card < end:
        found += public.known[card]
        card += 1
    return found


def vec_leans(
    leaning: Leaning, public: TwinsPublic, seat: i64, hidden: i64
) -> tuple[float, float, float, float]:
    """The leans of a seat, suit by suit."""
    return (
        leaning.lean(public, seat, 0, hidden),
        leaning.lean(public, seat, 1, hidden),
        leaning.lean(public, seat, 2, hidden),
        leaning.lean(public, seat, 3, hidden),
    )


def lean_of(leans: tuple[float, float, float, float], suit: i64) -> float:
    """One of four."""
    if suit == 0:
        return leans[0]
    if suit == 1:
        return leans[1]
    return leans[2] if suit == 2 else leans[3]
