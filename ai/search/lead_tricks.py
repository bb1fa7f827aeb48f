"""From a position of Fight for the Lead to its tricks, for the exact solver.

Only for imagined positions: it looks at all hands.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from ai.search.tricks import SEATS, Tricks
from engine import bits
from engine.fight_for_the_lead.public import LeadPublic
from engine.fight_for_the_lead.state import LeadState
from engine.fight_for_the_lead.terms import ANYONE, LAPSES, TRICKS


def tricks_of(state: LeadState) -> Tricks:
    """The tricks still to be played in ``state``, which is in its play; worth is in chips.

    Raises ValueError if no tricks are being played.
    """
    public = state.public
    if public.phase != TRICKS:
        raise ValueError("no tricks are being played")
    terms = public.terms
    hands = vec[i64]([0] * SEATS)
    debts = vec[float]([0.0] * SEATS)
    has: i64 = 0
    seat: i64 = 0
    while seat < terms.players:
        if (public.playing >> seat) & 1 != 0:
            hands[seat] = state.hand(seat)
            debts[seat] = float(int(debt_of(public, seat)))
            if public.tricks_of(seat) > 0:
                has |= bits.bit(seat)
        seat += 1
    # What does not divide stays in the pot, and is the last trick's if no deal follows.
    rest = public.pot % terms.hand_size if public.deal == terms.deals else 0
    quarter = float(int(public.pot // terms.hand_size))
    tricks = Tricks(
        hands, public.after, public.size, public.turn, has, quarter, debts, float(int(rest))
    )
    tricks.laid = public.laid
    tricks.led = public.led
    tricks.best = public.best
    tricks.best_seat = public.best_seat
    return tricks


def debt_of(public: LeadPublic, seat: i64) -> i64:
    """The chips it costs ``seat`` to take no trick in the deal that is being played.

    The next deal's price is then the whole pot instead of the ante (``lead.enter.owed``), so it
    costs the difference, but nothing where the debt never has to be paid: in the last deal, and
    with debts that lapse if the seat may sit out or could not pay (it gets nothing out of this
    pot). Debts that stand are counted in full even if the seat cannot pay, for then it is out of
    the match.
    """
    terms = public.terms
    if public.deal == terms.deals:
        return 0
    if terms.debt == LAPSES:
        asked = terms.sit_out == ANYONE or terms.players > 2
        if asked or public.chips[seat] < public.pot:
            return 0
    return public.pot - terms.ante
