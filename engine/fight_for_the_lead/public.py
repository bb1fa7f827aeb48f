"""What everybody at a table of Fight for the Lead knows, and the rules of who may choose what.

Everything that changes while tricks are played is a plain number, so that a copy costs little:
a card played is only marked in ``played``, and hands are what was held before less what is marked.
The vectors change only between tricks, and never in place: whoever changes one makes a new one, so
copies of a position share them.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from engine import bits
from engine.actions import (
    ENTER,
    EXCHANGE,
    FIGHT,
    PLAY,
    SIT,
    STAND,
    with_card,
)
from engine.fight_for_the_lead.terms import (
    ANYONE,
    ENTERING,
    FIGHTING,
    FORCED,
    OVER,
    RUNNING,
    TRICKS,
    Terms,
)

SUIT_OF: Final = bytes([card // 13 for card in range(52)])
# Which cards of a hand, as a mask of their places in it: none, one, two … in card order.
_CHOICES: Final = bytes([0, 1, 2, 4, 8, 3, 5, 9, 6, 10, 12, 7, 11, 13, 14, 15])


def _shifted(mask: i64, n: i64) -> i64:
    return mask << n


def whole_suit(suit: i64) -> i64:
    """The mask of all cards of ``suit`` (0 to 3)."""
    return _shifted(8191, suit * 13)


@mypyc_attr(native_class=True, acyclic=True, free_list_len=1)
class LeadPublic:
    """The public part of a position. Sets of cards are masks (``engine.bits``), sets of seats too.

    The match: terms. deal: number of the deal, from 1. dealer: of this deal. phase: ENTERING …
    OVER. turn: the seat asked (FIGHTING asks several, see ``committed``). chips, debts: vectors,
    one number a seat; a debt of 0 is none. pot: in it now; between deals what did not divide.
    sat: seats that answered "sit" for this deal. last_winner: of the last trick, -1 before it.
    ending: RUNNING … TOO_FEW_PLAY.

    The deal: playing: seats that play it (until the next is dealt). size: how many. after: the
    next playing seat, 4 bits a seat at ``4 * seat``. committed: seats whose fight card lies face
    down. turned: vector of the cards turned up, in order. fights: the fight cards once revealed, 6
    bits a seat. shown: mask of ``turned`` and ``fights``. gave: how many cards each exchanged, 4
    bits a seat. stock: cards left in it.

    A stock made anew within the deal: mixed: the ``shown`` cards that went into it, 0 if it was
    not. back: seats whose exchanged cards went into it. fresh: seats whose replacement of the
    fight card came from it. late: how many exchanged cards each drew from it, 4 bits a seat.

    The tricks: played: mask of all cards played. trick: the cards of the trick on the table in
    the order of play, 6 bits each; laid: how many. led: its suit, -1 before the lead. best,
    best_seat: the card that takes it so far, and whose. done: tricks finished. leads: who led to
    each trick, 3 bits each, and after them who took the last. past0, past1: the first two and the
    last two finished tricks, 30 bits each, like ``trick``. voids: suits a seat has shown not to
    hold, 4 bits a seat.
    """

    def __init__(self, terms: Terms, dealer: i64) -> None:
        self.terms = terms
        self.dealer = dealer
        self.deal: i64 = 1
        self.phase: i64 = ENTERING
        self.turn = dealer
        self.chips = terms.purse
        self.debts = terms.zeros
        self.pot: i64 = 0
        self.sat: i64 = 0
        self.last_winner: i64 = -1
        self.ending: i64 = RUNNING
        self.playing: i64 = 0
        self.size: i64 = 0
        self.after: i64 = 0
        self.committed: i64 = 0
        self.turned = terms.empty
        self.fights: i64 = 0
        self.shown: i64 = 0
        self.gave: i64 = 0
        self.stock: i64 = 0
        self.mixed: i64 = 0
        self.back: i64 = 0
        self.fresh: i64 = 0
        self.late: i64 = 0
        self.played: i64 = 0
        self.trick: i64 = 0
        self.laid: i64 = 0
        self.led: i64 = -1
        self.best: i64 = 0
        self.best_seat: i64 = 0
        self.done: i64 = 0
        self.leads: i64 = 0
        self.past0: i64 = 0
        self.past1: i64 = 0
        self.voids: i64 = 0

    def clone(self) -> LeadPublic:
        """An independent copy."""
        copy = LeadPublic(self.terms, self.dealer)
        copy.deal = self.deal
        copy.phase = self.phase
        copy.turn = self.turn
        copy.chips = self.chips
        copy.debts = self.debts
        copy.pot = self.pot
        copy.sat = self.sat
        copy.last_winner = self.last_winner
        copy.ending = self.ending
        copy.playing = self.playing
        copy.size = self.size
        copy.after = self.after
        copy.committed = self.committed
        copy.turned = self.turned
        copy.fights = self.fights
        copy.shown = self.shown
        copy.gave = self.gave
        copy.stock = self.stock
        copy.mixed = self.mixed
        copy.back = self.back
        copy.fresh = self.fresh
        copy.late = self.late
        copy.played = self.played
        copy.trick = self.trick
        copy.laid = self.laid
        copy.led = self.led
        copy.best = self.best
        copy.best_seat = self.best_seat
        copy.done = self.done
        copy.leads = self.leads
        copy.past0 = self.past0
        copy.past1 = self.past1
        copy.voids = self.voids
        return copy

    def seat_players(self, playing: i64) -> None:
        """Makes ``playing`` the seats that play the deal."""
        self.playing = playing
        self.size = 0
        self.after = 0
        players = self.terms.players
        seat: i64 = 0
        while seat < players:
            if (playing >> seat) & 1 != 0:
                self.size += 1
                other = (seat + 1) % players
                while (playing >> other) & 1 == 0:
                    other = (other + 1) % players
                self.after |= other << (seat * 4)
            seat += 1

    # Who is asked

    def next_actor(self) -> i64:
        """The first seat that is asked, -1 when the match is over."""
        if self.phase == FIGHTING:
            return self.first_from(self.playing & ~self.committed)
        return self.turn if self.phase != OVER else -1

    def actors(self) -> list[int]:
        """The seats that are asked, clockwise from the dealer's left."""
        if self.phase == OVER:
            return []
        if self.phase != FIGHTING:
            return [int(self.turn)]
        waiting = self.playing & ~self.committed
        return [int(seat) for seat in self.in_order() if (waiting >> seat) & 1 != 0]

    def asks(self, seat: i64) -> bool:
        """Whether ``seat`` is asked now."""
        if seat < 0 or seat >= self.terms.players or self.phase == OVER:
            return False
        if self.phase == FIGHTING:
            return ((self.playing & ~self.committed) >> seat) & 1 != 0
        return seat == self.turn

    def in_order(self) -> list[int]:
        """All seats of the match, clockwise from the left of this deal's dealer."""
        players = self.terms.players
        dealer = self.dealer
        return [int((dealer + 1 + n) % players) for n in range(players)]

    def first_from(self, seats: i64) -> i64:
        """Of ``seats``, a mask that is not empty, the first one left of this deal's dealer."""
        seat = self.dealer
        while True:
            seat += 1
            if seat == self.terms.players:
                seat = 0
            if (seats >> seat) & 1 != 0:
                return seat

    def price(self, seat: i64) -> i64:
        """What this deal costs ``seat``: what it owes, or else the ante (``lead.enter``)."""
        debt = self.debts[seat]
        return debt if debt > 0 else self.terms.ante

    def may_sit(self, seat: i64) -> bool:
        """Whether ``seat`` is asked, before this deal, if it wants to play."""
        terms = self.terms
        if terms.debt == FORCED or self.chips[seat] < self.price(seat):
            return False
        if terms.sit_out == ANYONE:
            return True
        return terms.players > 2 and self.debts[seat] > 0

    # What it holds

    def hand_size(self, seat: i64) -> i64:
        """How many cards ``seat`` holds, one that lies face down for the fight included."""
        if (self.playing >> seat) & 1 == 0 or self.phase == ENTERING or self.phase == OVER:
            return 0
        if self.phase != TRICKS:
            return self.terms.hand_size
        left = self.terms.hand_size - self.done
        laid = self.laid
        other = self.leader()
        while laid > 0:
            if other == seat:
                return left - 1
            other = (self.after >> (other * 4)) & 15
            laid -= 1
        return left

    def leader(self) -> i64:
        """Who leads, or led, to the trick on the table."""
        return (self.leads >> (self.done * 3)) & 7

    def tricks_of(self, seat: i64) -> i64:
        """How many tricks ``seat`` has taken in this deal."""
        won: i64 = 0
        leads = self.leads >> 3
        n: i64 = 0
        while n < self.done:
            if leads & 7 == seat:
                won += 1
            leads >>= 3
            n += 1
        return won

    def finished(self, n: i64) -> i64:
        """The cards of the ``n``-th (from 0) finished trick in the order of play, 6 bits each."""
        past = self.past0 if n < 2 else self.past1
        return (past >> (30 * (n & 1))) & 1073741823

    def void(self, seat: i64) -> i64:
        """The mask of all cards of the suits that ``seat`` has shown not to hold."""
        suits = (self.voids >> (seat * 4)) & 15
        found: i64 = 0
        suit: i64 = 0
        while suits != 0:
            if suits & 1 != 0:
                found |= whole_suit(suit)
            suits >>= 1
            suit += 1
        return found

    # The tricks

    def playable(self, hand: i64) -> i64:
        """Which cards of ``hand`` may be played now (``lead.play.follow``)."""
        if self.laid == 0:
            return hand
        follow = hand & whole_suit(self.led)
        return follow if follow != 0 else hand

    def lay(self, seat: i64, card: i64) -> bool:
        """Puts a card of ``seat``, whose turn it is, on the trick; whether that ends the trick."""
        laid = self.laid
        suit = i64(SUIT_OF[card])
        self.played |= bits.bit(card)
        if laid == 0:
            self.led = suit
            self.best = card
            self.best_seat = seat
        elif suit == self.led:
            if card > self.best:
                self.best = card
                self.best_seat = seat
        else:
            self.voids |= bits.bit(seat * 4 + self.led)
        self.trick |= card << (laid * 6)
        laid += 1
        self.laid = laid
        if laid < self.size:
            self.turn = (self.after >> (seat * 4)) & 15
            return False
        self._close()
        return True

    def _close(self) -> None:
        """The highest card of the suit led takes the trick, and its owner leads to the next."""
        done = self.done
        if done < 2:
            self.past0 |= self.trick << (30 * done)
        else:
            self.past1 |= self.trick << (30 * (done - 2))
        self.done = done + 1
        self.leads |= self.best_seat << (3 * (done + 1))
        self.turn = self.best_seat
        self.trick = 0
        self.laid = 0
        self.led = -1

    # What may be chosen

    def most_exchanged(self, seat: i64) -> i64:
        """How many cards ``seat`` can pay to exchange (``lead.exchange.afford``)."""
        return min(self.terms.hand_size, self.chips[seat] // self.terms.ante)

    def legal_count(self, seat: i64, hand: i64) -> i64:
        """How many choices ``seat``, who holds ``hand``, has now."""
        if not self.asks(seat):
            return 0
        if self.phase == TRICKS:
            return bits.count(self.playable(hand))
        if self.phase == FIGHTING:
            return bits.count(hand)
        if self.phase == ENTERING:
            return 2
        held = self.terms.hand_size
        most = self.most_exchanged(seat)
        total: i64 = 1
        ways: i64 = 1
        n: i64 = 1
        while n <= most:
            ways = ways * (held - n + 1) // n
            total += ways
            n += 1
        return total

    def legal_nth(self, seat: i64, hand: i64, n: i64) -> i64:
        """The ``n``-th choice: enter, sit; cards in order; stand, then one card, two cards …"""
        if self.phase == TRICKS:
            return with_card(PLAY, bits.nth(self.playable(hand), n))
        if self.phase == FIGHTING:
            return with_card(FIGHT, bits.nth(hand, n))
        if self.phase == ENTERING:
            return ENTER if n == 0 else SIT
        if n == 0:
            return STAND
        return exchange_of(hand, _nth_choice(self.terms.hand_size, n))


def _nth_choice(held: i64, n: i64) -> i64:
    """The ``n``-th set of places in a hand of ``held`` cards, small sets first."""
    if held == 4:
        return i64(_CHOICES[n])
    limit = bits.bit(held)
    place: i64 = 0
    while True:
        chosen = i64(_CHOICES[place])
        if chosen < limit:
            if n == 0:
                return chosen
            n -= 1
        place += 1


def exchange_of(hand: i64, chosen: i64) -> i64:
    """The EXCHANGE of the cards at the places ``chosen`` (a mask) of ``hand``, in card order."""
    cards: i64 = 0
    size: i64 = 0
    while chosen != 0:
        if chosen & 1 != 0:
            cards |= bits.lowest(hand) << (6 * size)
            size += 1
        hand &= hand - 1
        chosen >>= 1
    return EXCHANGE | (size << 8) | (cards << 12)
