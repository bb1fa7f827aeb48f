"""The invariants of a Fight for the Lead position."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from engine import bits
from engine.fight_for_the_lead.mixed import played_by
from engine.fight_for_the_lead.public import SUIT_OF, LeadPublic
from engine.fight_for_the_lead.snapshot import tricks_of
from engine.fight_for_the_lead.terms import (
    ENTERING,
    EXCHANGING,
    FIGHTING,
    FORCED,
    LAPSES,
    OVER,
    RUNNING,
    TRICKS,
)
from engine.game import Game
from engine.refusals import BrokenState


def _require(holds: bool, code: str) -> None:
    if not holds:
        raise BrokenState(code)


def check_position(
    game: Game,
    public: LeadPublic,
    dealt: vec[i64],
    fights: i64,
    given: vec[i64],
    late: vec[i64],
    stock: list[int],
) -> None:
    """Every invariant of a position. Raises BrokenState with the name of the broken one."""
    _require(int(public.terms.players) == game.players, "players")
    _check_match(public)
    _check_phase(public)
    _check_tricks(public)
    _require(public.stock == i64(len(stock)), "stock-size")
    if public.phase == ENTERING or public.phase == OVER:
        for mask in dealt:
            _require(mask & ~public.played == 0, "cards-between-deals")
        for vector in (given, late):
            for mask in vector:
                _require(mask == 0, "cards-between-deals")
        _require(len(stock) == 0 and fights == 0, "cards-between-deals")
        return
    _check_fight(public, fights, dealt)
    _check_cards(public, dealt, given, stock)
    _check_mixed(public, dealt, given, late)


def _check_match(public: LeadPublic) -> None:
    terms = public.terms
    total = public.pot
    for chips in public.chips:
        _require(chips >= 0, "chips")
        total += chips
    _require(total == terms.chips * terms.players, "chips")
    _require(public.deal >= 1 and public.deal <= terms.deals, "deal")
    _require((public.phase == OVER) == (public.ending != RUNNING), "ending")
    _require(public.phase != OVER or public.pot == 0, "pot")
    for debt in public.debts:
        # A debt is a whole pot, into which at least two seats paid.
        _require(debt == 0 or debt >= 2 * terms.ante, "debt")
        _require(debt <= terms.chips * terms.players, "debt")
    all_seats = bits.bit(terms.players) - 1
    for seats in (public.playing, public.sat, public.committed, public.back, public.fresh):
        _require(seats & ~all_seats == 0, "seats")
    _require(public.size >= 2, "too-few-play")
    copy = public.clone()
    copy.seat_players(public.playing)
    _require(copy.size == public.size and copy.after == public.after, "playing")
    _require(public.sat == 0 or terms.debt != FORCED, "sat")


def _check_phase(public: LeadPublic) -> None:
    terms = public.terms
    phase = public.phase
    seat: i64 = 0
    between = phase == ENTERING or phase == OVER
    while seat < terms.players:
        plays = (public.playing >> seat) & 1 != 0
        sat = (public.sat >> seat) & 1 != 0
        _require(between or not plays or public.debts[seat] == 0, "debt-unpaid")
        _require(between or not (plays and sat) or terms.debt != LAPSES, "sat")
        _require(plays or (public.gave >> (4 * seat)) & 15 == 0, "gave")
        seat += 1
    _require(phase == FIGHTING or public.committed == 0, "committed")
    _require(public.committed & ~public.playing == 0, "committed")
    _require(phase != FIGHTING or public.committed != public.playing, "committed")
    if between:
        _require(public.done == terms.hand_size, "tricks")
        _require(public.last_winner == public.leader(), "last-winner")
        _require(phase == OVER or public.pot < terms.hand_size, "pot")
    else:
        _require(public.pot >= terms.ante * public.size, "pot")
    if phase == ENTERING:
        _require(public.deal > 1, "deal")
        _require(public.may_sit(public.turn), "turn")
        for other in public.in_order():
            if other == public.turn:
                break
            _require((public.sat >> other) & 1 == 0 or public.may_sit(other), "sat")
        waiting = False
        for other in public.in_order():
            waiting = waiting or other == public.turn
            _require(not waiting or (public.sat >> other) & 1 == 0, "sat")
    elif phase == EXCHANGING or phase == TRICKS:
        _require((public.playing >> public.turn) & 1 != 0, "turn")
    if phase == EXCHANGING:
        waiting = False
        for other in public.in_order():
            waiting = waiting or other == public.turn
            _require(not waiting or (public.gave >> (4 * other)) & 15 == 0, "gave")


def _check_tricks(public: LeadPublic) -> None:
    """What is kept about the tricks is what comes of laying their cards again."""
    again = LeadPublic(public.terms, public.dealer)
    again.seat_players(public.playing)
    again.leads = public.leads & 7
    again.turn = again.leads
    for trick in tricks_of(public):
        for card in trick:
            _require(again.played & bits.bit(card) == 0, "card-in-two-places")
            again.lay(again.turn, card)
    _require(again.played == public.played, "played")
    _require(again.leads == public.leads, "leads")
    _require(again.done == public.done and again.laid == public.laid, "tricks")
    _require(again.voids == public.voids, "voids")
    _require(again.led == public.led, "led")
    if public.laid > 0:
        _require(again.best == public.best, "best")
        _require(again.best_seat == public.best_seat, "best")
    if public.phase == TRICKS:
        _require(again.turn == public.turn, "turn")
        _require(public.done < public.terms.hand_size, "tricks")
    elif public.phase == FIGHTING or public.phase == EXCHANGING:
        _require(public.played == 0, "played")


def _check_fight(public: LeadPublic, fights: i64, dealt: vec[i64]) -> None:
    shown: i64 = 0
    for card in public.turned:
        _require(shown & bits.bit(card) == 0, "card-in-two-places")
        shown |= bits.bit(card)
    best: i64 = -1
    lead = public.first_from(public.playing)
    last = public.turned[len(public.turned) - 1] if len(public.turned) > 0 else -1
    seat: i64 = 0
    while seat < public.terms.players:
        if (public.committed >> seat) & 1 != 0:
            card = (fights >> (6 * seat)) & 63
            _require(card < 52 and dealt[seat] & bits.bit(card) != 0, "fight-not-held")
        if (public.playing >> seat) & 1 != 0 and public.phase != FIGHTING:
            card = (public.fights >> (6 * seat)) & 63
            _require(card < 52 and shown & bits.bit(card) == 0, "card-in-two-places")
            shown |= bits.bit(card)
            for turned in public.turned:
                same = SUIT_OF[turned] == SUIT_OF[card]
                _require(not same or turned == last, "turned-too-many")
                if same and card > best:
                    best = card
                    lead = seat
        seat += 1
    if public.phase == FIGHTING:
        _require(len(public.turned) == 0 and public.shown == 0, "shown")
        _require(public.leads == 0, "lead")
        return
    _require(shown == public.shown, "shown")
    _require(public.leads & 7 == lead, "lead")
    dealt_out = public.size * public.terms.hand_size
    left = bits.count(public.terms.pack) - dealt_out - i64(len(public.turned))
    _require(best >= 0 or left == 0, "turned-too-few")


def _check_cards(public: LeadPublic, dealt: vec[i64], given: vec[i64], stock: list[int]) -> None:
    """Every card of the pack is in one place."""
    places: list[i64] = [public.played]
    if public.mixed == 0:
        places.append(public.shown)
    seat: i64 = 0
    while seat < public.terms.players:
        hand = dealt[seat] & ~public.played
        _require(bits.count(hand) == public.hand_size(seat), "hand-size")
        _require(hand & public.void(seat) == 0, "void")
        _require(bits.count(given[seat]) == (public.gave >> (4 * seat)) & 15, "gave")
        places.append(hand)
        if (public.back >> seat) & 1 == 0:
            places.append(given[seat])
        seat += 1
    for card in stock:
        places.append(bits.bit(card))
    seen: i64 = 0
    for mask in places:
        _require(seen & mask == 0, "card-in-two-places")
        seen |= mask
    _require(seen == public.terms.pack, "pack")


def _check_mixed(public: LeadPublic, dealt: vec[i64], given: vec[i64], late: vec[i64]) -> None:
    """What went into a new stock has not been elsewhere before."""
    if public.mixed == 0:
        _require(public.back == 0 and public.fresh == 0 and public.late == 0, "mixed")
        for mask in late:
            _require(mask == 0, "late")
        return
    _require(public.mixed == public.shown, "mixed")
    _require(public.fresh == 0 or public.back == 0, "mixed")
    known = public.mixed
    seat: i64 = 0
    while seat < public.terms.players:
        if (public.back >> seat) & 1 != 0:
            _require(given[seat] != 0 and given[seat] & known == 0, "back")
            known |= given[seat]
        seat += 1
    total: i64 = 0
    seat = 0
    while seat < public.terms.players:
        number = (public.late >> (4 * seat)) & 15
        _require(number <= (public.gave >> (4 * seat)) & 15, "late")
        number += (public.fresh >> seat) & 1
        had = (dealt[seat] & ~public.played) | played_by(public, seat)
        if (public.back >> seat) & 1 == 0:
            had |= given[seat]
        _require(bits.count(late[seat]) == number, "late")
        _require(late[seat] & ~(had & known) == 0, "late")
        _require(had & known & ~late[seat] == 0, "late")
        total += number
        seat += 1
    _require(total + public.stock == bits.count(known), "late")
