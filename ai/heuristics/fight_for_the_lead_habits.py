"""How Fight for the Lead is played by those who search, as chances.

Fitted to games in which every seat searched (``docs/strength.md``): each choice is e times as
likely for each point of pull that it has more than another. The strong heuristic makes the
likeliest choice; beliefs ask how likely the choices are that were made.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from engine import bits

# A fight card, by rank (0 to 12) and cards of its suit in hand.
FIGHT_RANK: Final = -0.5
FIGHT_LENGTH: Final = -1.6
# Whether anything is exchanged, in matches of two and of more: constant, with the lead, doublings
# of the pot over the antes, strength (ranks of the hand added up, an ace 1), strength with the
# lead, doublings with the lead, cards of the longest suit, highest rank (an ace 1).
ANY_OF_TWO: Final = [-3.04, 2.01, 2.26, -1.86, 1.01, -1.74, -0.32, 4.05]
ANY_OF_MORE: Final = [-3.3, 0.12, 3.5, -0.87, 0.87, -1.32, -0.34, 1.49]
# Then whether a card is given up: constant, rank (an ace 1), cards of its suit, with the lead,
# doublings of the pot, strength.
CARD_OF_TWO: Final = [2.46, -6.93, -0.72, 0.29, -0.07, 0.92]
CARD_OF_MORE: Final = [4.7, -4.19, -1.43, -0.22, 0.19, -0.09]
# A card thrown away, in matches of two and of more: rank (an ace 1), cards of its suit.
THROW_OF_TWO: Final = [-10.4, 1.5]
THROW_OF_MORE: Final = [-10.4, -1.1]


@mypyc_attr(native_class=True)
class ExchangeHabit:
    """How one seat exchanges: prepared with what everybody knows, then asked about hands."""

    def __init__(self, players: i64, size: i64, leads: bool, pot: i64, ante: i64) -> None:
        any_ = ANY_OF_TWO if players == 2 else ANY_OF_MORE
        card = CARD_OF_TWO if players == 2 else CARD_OF_MORE
        doublings = log(float(int(pot)) / float(int(ante * size))) / log(2.0)
        lead = 1.0 if leads else 0.0
        self.constant = any_[0] + lead * any_[1] + doublings * (any_[2] + lead * any_[5])
        self.by_strength = any_[3] + lead * any_[4]
        self.by_longest = any_[6]
        self.by_highest = any_[7]
        self.card_constant = card[0] + lead * card[3] + doublings * card[4]
        self.card_rank = card[1] / 12.0
        self.card_length = card[2]
        self.card_strength = card[5]

    def pull(self, hand: i64) -> float:
        """The pull towards exchanging anything of ``hand``; above 0: more likely than not."""
        highest: i64 = 0
        longest: i64 = 0
        suit: i64 = 0
        while suit < 4:
            ranks = bits.suit_of(hand, suit)
            if ranks != 0:
                length = i64(bits.COUNT[ranks])
                top = i64(bits.HIGHEST[ranks])
                if length > longest:
                    longest = length
                if top > highest:
                    highest = top
            suit += 1
        return (
            self.constant
            + self.by_strength * strength(hand)
            + self.by_longest * float(int(longest))
            + self.by_highest * float(int(highest)) / 12.0
        )

    def likely(self, hand: i64, gave: i64) -> float:
        """How likely the cards ``gave`` of ``hand``, perhaps none, are those given up."""
        pull = self.pull(hand)
        if gave == 0:
            return 1.0 / (1.0 + exp(pull))
        some = 1.0 / (1.0 + exp(-pull))
        base = self.card_strength * strength(hand)
        product = 1.0
        none = 1.0
        rest = hand
        while rest != 0:
            card = bits.lowest(rest)
            rest &= rest - 1
            odds = exp(base + self.card_pull(hand, card))
            keeps = 1.0 / (1.0 + odds)
            none *= keeps
            if (gave >> card) & 1 != 0:
                product *= odds * keeps
            else:
                product *= keeps
        return some * product / (1.0 - none)

    def card_pull(self, hand: i64, card: i64) -> float:
        """The pull towards giving ``card`` up, what the strength of ``hand`` adds left out."""
        suit = card // 13
        length = i64(bits.COUNT[bits.suit_of(hand, suit)])
        rank = float(int(card - 13 * suit))
        return self.card_constant + self.card_rank * rank + self.card_length * float(int(length))


def strength(hand: i64) -> float:
    """The ranks of a hand, added up; an ace is 1, a two 0."""
    total: i64 = 0
    while hand != 0:
        total += bits.lowest(hand) % 13
        hand &= hand - 1
    return float(int(total)) / 12.0


# Playing a card: to lead, to throw away, to follow below the best card, above it as the last seat,
# above it with seats still to come. Rank (an ace 1), cards of its suit, constant.
LEADING: Final = 0
THROWING: Final = 1
UNDER: Final = 2
OVER_LAST: Final = 3
OVER: Final = 4
_PLAYS_OF_TWO: Final = [
    [6.0, 0.8, 0.0],
    [*THROW_OF_TWO, 0.0],
    [-14.0, 0.0, 0.0],
    [-16.0, 0.0, 12.0],
    [0.0, 0.0, 5.0],
]
_PLAYS_OF_MORE: Final = [
    [5.6, 0.43, 0.0],
    [*THROW_OF_MORE, 0.0],
    [-14.0, 0.0, 0.0],
    [-16.0, 0.0, 12.0],
    [9.5, 0.0, 2.5],
]


@mypyc_attr(native_class=True)
class PlayHabit:
    """How cards are played in a match of ``players``. ``powers``: e ** pull, by the way of playing
    (LEADING … OVER), length of the suit in hand (0 to 4) and rank: 65 numbers each."""

    def __init__(self, players: i64) -> None:
        self.powers = vec[float]([0.0] * 325)
        plays = _PLAYS_OF_TWO if players == 2 else _PLAYS_OF_MORE
        n: i64 = 0
        while n < 325:
            by = plays[n // 65]
            length = float(int(n % 65 // 13))
            rank = float(int(n % 13)) / 12.0
            self.powers[n] = exp(by[0] * rank + by[1] * length + by[2])
            n += 1

    def likely(self, hand: i64, card: i64, led: i64, best: i64, last: bool, blur: float) -> float:
        """How likely ``card`` is played from ``hand``. led: suit led, -1 if the seat leads. best:
        the card that takes the trick so far. last: whether no seat is still to come."""
        cards = hand
        follows = False
        if led >= 0:
            cards = hand & bits.whole_suit(led)
            follows = cards != 0
            if not follows:
                cards = hand
        if cards & (cards - 1) == 0:
            return 1.0
        way: i64 = THROWING
        if led < 0:
            way = LEADING
        mass = 0.0
        mine = 0.0
        n: i64 = 0
        while cards != 0:
            one = bits.lowest(cards)
            cards &= cards - 1
            if follows:
                way = UNDER
                if one > best:
                    way = OVER_LAST if last else OVER
            suit = one // 13
            length = i64(bits.COUNT[bits.suit_of(hand, suit)])
            power = self.powers[65 * way + 13 * length + one - 13 * suit]
            mass += power
            if one == card:
                mine = power
            n += 1
        return (1.0 - blur) * mine / mass + blur / float(int(n))
