"""Between the deals: who is asked, who plays, prices, pay-out, debts and the end of the match.

All of it is public, so everything here works on the public part alone.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from engine.events import (
    POT,
    CalledIn,
    DealBegan,
    DealSkipped,
    DebtChanged,
    Ended,
    Event,
    Paid,
    PassedOver,
)
from engine.fight_for_the_lead.public import LeadPublic
from engine.fight_for_the_lead.terms import (
    DEALS_PLAYED,
    ENDINGS,
    ENTERING,
    LAPSES,
    OVER,
    STANDS,
    TOO_FEW_ANTES,
    TOO_FEW_PLAY,
)
from engine.outcome import Outcome, places_by

# What came of settling who plays.
SKIPPED: Final = 0
DEALT: Final = 1
ENDED: Final = 2


def next_deal(public: LeadPublic, events: list[Event] | None) -> i64:
    """Moves the deal on until seats are asked or a deal is to be dealt, or the match ends.

    The deal goes to the next seat, whether or not it plays (``lead.enter.dealer``). Gives DEALT if
    cards are to be dealt now, else SKIPPED (then seats are asked) or ENDED.
    """
    while True:
        if public.deal == public.terms.deals:
            end_match(public, DEALS_PLAYED, events)
            return ENDED
        public.deal += 1
        public.dealer = (public.dealer + 1) % public.terms.players
        public.sat = 0
        public.phase = ENTERING
        if _ask_from(public, public.dealer):
            return SKIPPED
        came_of_it = settle(public, events)
        if came_of_it != SKIPPED:
            return came_of_it


def ask_next(public: LeadPublic) -> bool:
    """Gives the turn to the next seat that is asked to enter; False if all have been asked."""
    return public.turn != public.dealer and _ask_from(public, public.turn)


def _ask_from(public: LeadPublic, seat: i64) -> bool:
    """Asks the first seat after ``seat``, up to the dealer, that may sit out (``lead.enter``)."""
    while True:
        seat = (seat + 1) % public.terms.players
        if public.may_sit(seat):
            public.turn = seat
            return True
        if seat == public.dealer:
            return False


def settle(public: LeadPublic, events: list[Event] | None) -> i64:
    """Settles who plays the deal, once all have been asked, and has them pay (``lead.debt``)."""
    terms = public.terms
    players = terms.players
    able: i64 = 0
    with_ante: i64 = 0
    bit: i64 = 1
    seat: i64 = 0
    while seat < players:
        if public.chips[seat] >= terms.ante:
            with_ante += 1
        if public.chips[seat] >= public.price(seat):
            able |= bit
        elif events is not None:
            events.append(PassedOver(int(seat), "cannot-pay"))
        bit += bit
        seat += 1
    if with_ante < 2:
        end_match(public, TOO_FEW_ANTES, events)
        return ENDED
    playing = able & ~public.sat
    if _count(playing) < 2:
        if terms.debt == LAPSES:
            _skip(public, events)
            return SKIPPED
        if terms.debt == STANDS:
            if events is not None and _count(able) >= 2:
                events.extend(
                    [CalledIn(other) for other in public.in_order() if (public.sat >> other) & 1]
                )
            playing = able
        if _count(playing) < 2:
            end_match(public, TOO_FEW_PLAY, events)
            return ENDED
    _enter(public, playing, events)
    return DEALT


def _count(seats: i64) -> i64:
    n: i64 = 0
    while seats != 0:
        seats &= seats - 1
        n += 1
    return n


def _enter(public: LeadPublic, playing: i64, events: list[Event] | None) -> None:
    """All of ``playing`` pay their price (``lead.deal.pay``); nothing of the last deal is left."""
    public.seat_players(playing)
    public.turned = public.terms.empty
    public.fights = 0
    public.shown = 0
    public.gave = 0
    public.mixed = 0
    public.back = 0
    public.fresh = 0
    public.late = 0
    public.played = 0
    public.done = 0
    public.leads = 0
    public.past0 = 0
    public.past1 = 0
    public.voids = 0
    if events is not None:
        order = [seat for seat in public.in_order() if (playing >> seat) & 1]
        events.append(DealBegan(int(public.deal), int(public.dealer), tuple(order)))
    chips = public.chips[:]
    debts = public.debts[:]
    payer = public.first_from(playing)
    paid: i64 = 0
    while paid < public.size:
        price = public.price(payer)
        chips[payer] -= price
        public.pot += price
        if events is not None:
            events.append(Paid(int(payer), POT, int(price)))
            if debts[payer] > 0:
                events.append(DebtChanged(int(payer), 0, "paid"))
        debts[payer] = 0
        payer = (public.after >> (payer * 4)) & 15
        paid += 1
    public.chips = chips
    public.debts = debts


def _skip(public: LeadPublic, events: list[Event] | None) -> None:
    """The deal counts, without a pot and without tricks (``lead.debt.lapses-few``)."""
    if events is not None:
        events.append(DealSkipped(int(public.deal), int(public.dealer)))
    _forget_debts(public, events)


def _forget_debts(public: LeadPublic, events: list[Event] | None) -> None:
    if events is not None:
        for seat in public.in_order():
            if public.debts[seat] > 0:
                events.append(DebtChanged(seat, 0, "lapsed"))
    public.debts = public.terms.zeros


def pay_out(public: LeadPublic, events: list[Event] | None) -> None:
    """Shares the pot by tricks and writes down the new debts (``lead.pay``, ``lead.enter.owed``).

    What does not divide stays in the pot. Debts that were not paid lapse, where debts do.
    """
    terms = public.terms
    pot = public.pot
    share = pot // terms.hand_size
    if terms.debt == LAPSES:
        _forget_debts(public, events)
    chips = public.chips[:]
    debts = public.debts[:]
    first = public.first_from(public.playing)
    seat = first
    while True:
        won = public.tricks_of(seat)
        if won == 0:
            debts[seat] = pot
            if events is not None:
                events.append(DebtChanged(int(seat), int(pot), "no-trick"))
        elif share > 0:
            chips[seat] += won * share
            public.pot -= won * share
            if events is not None:
                events.append(Paid(POT, int(seat), int(won * share)))
        seat = (public.after >> (seat * 4)) & 15
        if seat == first:
            break
    public.chips = chips
    public.debts = debts
    public.last_winner = public.leader()


def end_match(public: LeadPublic, ending: i64, events: list[Event] | None) -> None:
    """No further deal is dealt: who took the last trick gets what the pot still holds."""
    public.phase = OVER
    public.ending = ending
    rest = public.pot
    if rest > 0:
        chips = public.chips[:]
        chips[public.last_winner] += rest
        public.chips = chips
        public.pot = 0
        if events is not None:
            events.append(Paid(POT, int(public.last_winner), int(rest)))
    if events is not None:
        outcome = outcome_of(public)
        events.append(Ended(outcome.ending, outcome.places))


def outcome_of(public: LeadPublic) -> Outcome:
    """Places and chips; equal chips share the place (``lead.end.equal``)."""
    scores = [int(chips) for chips in public.chips]
    return Outcome(tuple(places_by(scores)), tuple(scores), ENDINGS[public.ending])
