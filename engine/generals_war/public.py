"""What everybody at a General's War table knows, and the rules of who may choose what."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from engine import bits
from engine.actions import (
    CHALLENGE,
    MUSTER,
    READY,
    SQUAD,
    card_of,
    cards_of,
    kind_of,
    size_of,
    target_of,
    with_card,
    with_seat,
)
from engine.cards import CARD_TEXTS
from engine.refusals import Refusal, refuse

MUSTERING: Final = 0
CHALLENGING: Final = 1
BATTLE: Final = 2
OVER: Final = 3
PHASES: Final = ("muster", "challenge", "battle", "over")

RUNNING: Final = 0
BY_GENERALS: Final = 1
BY_TARGET: Final = 2
LAST_IN: Final = 3
NO_BATTLE: Final = 4
ENDINGS: Final = ("", "generals", "target", "last-in", "no-battle")

SQUAD_SIZE: Final = 3
# Squads that a pack is enough for, and where the seat stands beside a squad's cards.
MOST_SQUADS: Final = 17
SENDER: Final = 52
ACES: Final = 4096 * (1 + 2**13 + 2**26 + 2**39)
# Points of a card by rank: deuce 2 … ten 10, jack 11, queen 12, king 13, ace 1.
VALUES: Final = bytes([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 1])
_SUMS: Final = b"".join(
    [
        sum([VALUES[rank] for rank in range(13) if ranks >> rank & 1]).to_bytes(2, "little")
        for ranks in range(8192)
    ]
)


def value_of(mask: i64) -> i64:
    """The sum of values of the cards in ``mask`` (rules, war, Values)."""
    # A suit at a time: the sums of all 8192 sets of ranks stand in a table of two bytes each.
    total: i64 = 0
    while mask != 0:
        ranks = (mask & 8191) * 2
        total += i64(_SUMS[ranks]) + 256 * i64(_SUMS[ranks + 1])
        mask >>= 13
    return total


@mypyc_attr(native_class=True)
class WarPublic:
    """The public part of a position. Masks are sets of cards (``engine.bits``).

    Attributes are one item a seat unless said otherwise:
    pack: mask of all cards of the game. phase: MUSTERING … OVER. turn: who musters or challenges.
    first, second: the two in battle, in clockwise order from the dealer's left. announced: mask
    of announced aces. known: announced aces still in that seat's hand. sizes: cards in hand.
    reserve: cards left in it. won: won piles. table: cards that ties left lying, by who laid them.
    lost: cards out of play by a tie. killed: aces of seat v in the pile of seat w at
    ``w * players + v``. place: 0 while still in. committed: 1 for a seat whose squad lies face
    down. last: squads of the last battle (mask 0 for seats not in it). last_winner: -1 for a tie
    or before the first battle. sent: every squad there was, in the order of the battles: its cards
    and, from bit SENDER on, its seat. A game taken up from an older save has only those since.
    """

    def __init__(self, players: i64, dealer: i64, target: i64, pack: i64, reserve: i64) -> None:
        self.players = players
        self.dealer = dealer
        self.target = target
        self.pack = pack
        self.phase: i64 = MUSTERING
        self.turn = (dealer + 1) % players
        self.first: i64 = 0
        self.second: i64 = 0
        self.announced: i64 = 0
        self.known = vec[i64]([0] * players)
        self.sizes = vec[i64]([0] * players)
        self.reserve = reserve
        self.won = vec[i64]([0] * players)
        self.table = vec[i64]([0] * players)
        self.lost: i64 = 0
        self.killed = vec[i64]([0] * (players * players))
        self.place = vec[i64]([0] * players)
        self.committed = vec[i64]([0] * players)
        self.last = vec[i64]([0] * players)
        self.last_winner: i64 = -1
        self.sent = vec[i64](capacity=MOST_SQUADS)
        self.ending: i64 = RUNNING

    def clone(self) -> WarPublic:
        """An independent copy."""
        copy = WarPublic(self.players, self.dealer, self.target, self.pack, self.reserve)
        copy.phase = self.phase
        copy.turn = self.turn
        copy.first = self.first
        copy.second = self.second
        copy.announced = self.announced
        copy.known = self.known[:]
        copy.sizes = self.sizes[:]
        copy.won = self.won[:]
        copy.table = self.table[:]
        copy.lost = self.lost
        copy.killed = self.killed[:]
        copy.place = self.place[:]
        copy.committed = self.committed[:]
        copy.last = self.last[:]
        copy.last_winner = self.last_winner
        copy.sent = self.sent[:]
        copy.ending = self.ending
        return copy

    def next_actor(self) -> i64:
        """The first seat that is asked, -1 when the game is over."""
        if self.phase == OVER:
            return -1
        if self.phase != BATTLE:
            return self.turn
        return self.first if self.committed[self.first] == 0 else self.second

    def actors(self) -> list[int]:
        """The seats that are asked, clockwise from the dealer's left."""
        if self.phase == OVER:
            return []
        if self.phase != BATTLE:
            return [int(self.turn)]
        return [int(seat) for seat in (self.first, self.second) if self.committed[seat] == 0]

    def asks(self, seat: i64) -> bool:
        """Whether ``seat`` is asked now."""
        if self.phase == BATTLE:
            return (seat == self.first or seat == self.second) and self.committed[seat] == 0
        return self.phase != OVER and seat == self.turn

    def can_battle(self, seat: i64) -> bool:
        """Whether ``seat`` is still in and has the three cards of a squad."""
        return self.place[seat] == 0 and self.sizes[seat] >= SQUAD_SIZE

    def legal_count(self, seat: i64, hand: i64) -> i64:
        """How many choices ``seat``, who holds ``hand``, has now."""
        if not self.asks(seat):
            return 0
        if self.phase == MUSTERING:
            return bits.count(hand & ACES & ~self.announced) + 1
        if self.phase == CHALLENGING:
            targets: i64 = 0
            other: i64 = 0
            while other < self.players:
                if other != seat and self.can_battle(other):
                    targets += 1
                other += 1
            return targets
        n = bits.count(hand)
        return n * (n - 1) * (n - 2) // 6

    def legal_nth(self, seat: i64, hand: i64, n: i64) -> i64:
        """The ``n``-th choice of ``seat``: aces and then ready; seats; squads in card order."""
        if self.phase == MUSTERING:
            aces = hand & ACES & ~self.announced
            if n < bits.count(aces):
                return with_card(MUSTER, bits.nth(aces, n))
            return READY
        if self.phase == CHALLENGING:
            other: i64 = 0
            while True:
                if other != seat and self.can_battle(other):
                    if n == 0:
                        return with_seat(CHALLENGE, other)
                    n -= 1
                other += 1
        return _nth_squad(hand, n)

    def refusal(self, seat: i64, hand: i64, action: i64) -> Refusal | None:
        """Why ``seat``, who holds ``hand``, may not choose ``action``; None if it may."""
        if self.phase == OVER:
            return refuse("game-over", "common.over")
        if not self.asks(seat):
            return refuse("not-your-turn", "common.turn", seat=int(seat), asked=self.actors())
        kind = kind_of(action)
        if self.phase == MUSTERING:
            if kind == READY:
                return None
            if kind != MUSTER:
                return self._not_asked()
            return self._muster_refusal(hand, card_of(action))
        if self.phase == CHALLENGING:
            if kind != CHALLENGE:
                return self._not_asked()
            return self._challenge_refusal(seat, target_of(action))
        if kind != SQUAD:
            return self._not_asked()
        return self._squad_refusal(hand, action)

    def _not_asked(self) -> Refusal:
        return refuse("not-asked", "common.choice", phase=PHASES[self.phase])

    def _muster_refusal(self, hand: i64, card: i64) -> Refusal | None:
        if card % 13 != 12:
            return refuse("not-an-ace", "war.muster.ace", card=CARD_TEXTS[card])
        if hand & bits.bit(card) == 0:
            return refuse("not-held", "common.holding", card=CARD_TEXTS[card])
        if self.announced & bits.bit(card) != 0:
            return refuse("announced-before", "war.muster.once", card=CARD_TEXTS[card])
        return None

    def _challenge_refusal(self, seat: i64, target: i64) -> Refusal | None:
        if target >= self.players:
            return refuse("no-such-seat", "war.challenge.target", target=int(target))
        if target == seat:
            return refuse("challenge-self", "war.challenge.target", target=int(target))
        if self.place[target] != 0:
            return refuse("target-out", "war.challenge.target", target=int(target))
        if not self.can_battle(target):
            return refuse("target-short", "war.challenge.target", target=int(target))
        return None

    def _squad_refusal(self, hand: i64, action: i64) -> Refusal | None:
        if size_of(action) != SQUAD_SIZE:
            return refuse("squad-size", "war.squad.three", cards=int(size_of(action)))
        squad: i64 = 0
        for card in cards_of(action):
            mask = bits.bit(card)
            if hand & mask == 0:
                return refuse("not-held", "common.holding", card=CARD_TEXTS[card])
            if squad & mask != 0:
                return refuse("named-twice", "common.holding", card=CARD_TEXTS[card])
            squad |= mask
        return None


def _nth_squad(hand: i64, n: i64) -> i64:
    """The ``n``-th set of three cards of ``hand``, in the order of first, second, third card."""
    left = bits.count(hand)
    while True:
        with_first = (left - 1) * (left - 2) // 2
        if n < with_first:
            break
        n -= with_first
        hand &= hand - 1
        left -= 1
    first = bits.lowest(hand)
    hand &= hand - 1
    left -= 1
    while n >= left - 1:
        n -= left - 1
        hand &= hand - 1
        left -= 1
    second = bits.lowest(hand)
    third = bits.nth(hand & (hand - 1), n)
    return SQUAD | 768 | (first << 12) | (second << 18) | (third << 24)


def squad_mask(action: i64) -> i64:
    """The cards of a SQUAD as a mask."""
    cards = action >> 12
    return bits.bit(cards & 63) | bits.bit((cards >> 6) & 63) | bits.bit((cards >> 12) & 63)
