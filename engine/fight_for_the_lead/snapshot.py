"""Fight for the Lead positions and views by name."""

from __future__ import annotations

from collections.abc import Mapping

from librt.vecs import vec
from mypy_extensions import i64

from engine import bits
from engine.cards import cards_text
from engine.fight_for_the_lead.public import LeadPublic
from engine.fight_for_the_lead.terms import ENDINGS, MAX_CHIPS, MAX_PLAYERS, PHASES, Terms
from engine.game import Dump
from engine.refusals import BadSnapshot
from engine.snapshots import pile, piles, whole, wholes, word

MOST_CHIPS = MAX_PLAYERS * MAX_CHIPS
DECK = 52


def text_of(mask: i64) -> str:
    """The cards of a mask in card order."""
    return cards_text(bits.cards_of(mask))


def _texts(masks: vec[i64]) -> list[str]:
    return [text_of(mask) for mask in masks]


def _flags(seats: i64, players: i64) -> list[int]:
    return [int((seats >> seat) & 1) for seat in range(players)]


def _packed(numbers: i64, players: i64) -> list[int]:
    return [int((numbers >> (4 * seat)) & 15) for seat in range(players)]


def packed_cards(cards: i64, size: i64) -> list[int]:
    """The first ``size`` cards of a number that holds 6 bits a card."""
    return [int((cards >> (6 * n)) & 63) for n in range(size)]


def fight_texts(fights: i64, seats: i64, players: i64) -> list[str]:
    """The fight card of each of ``seats``, "" for the others."""
    return [
        cards_text([int((fights >> (6 * seat)) & 63)]) if (seats >> seat) & 1 else ""
        for seat in range(players)
    ]


def tricks_of(public: LeadPublic) -> list[list[int]]:
    """The tricks of the deal, cards in the order of play; the last may lie on the table."""
    found = [packed_cards(public.finished(n), public.size) for n in range(public.done)]
    if public.laid > 0:
        found.append(packed_cards(public.trick, public.laid))
    return found


def dump_of_public(public: LeadPublic) -> Dump:
    """The public part by names. The options are the game's and stand elsewhere."""
    players = public.terms.players
    return {
        "deal": int(public.deal),
        "dealer": int(public.dealer),
        "phase": PHASES[public.phase],
        "turn": int(public.turn),
        "chips": [int(chips) for chips in public.chips],
        "debts": [int(debt) for debt in public.debts],
        "pot": int(public.pot),
        "sat": _flags(public.sat, players),
        "last_winner": int(public.last_winner),
        "ending": ENDINGS[public.ending],
        "playing": _flags(public.playing, players),
        "committed": _flags(public.committed, players),
        "turned": cards_text([int(card) for card in public.turned]),
        "fights": fight_texts(public.fights, public.playing if public.shown else 0, players),
        "gave": _packed(public.gave, players),
        "stock_left": int(public.stock),
        "mixed": 1 if public.mixed != 0 else 0,
        "back": _flags(public.back, players),
        "fresh": _flags(public.fresh, players),
        "late_counts": _packed(public.late, players),
        "lead": int(public.leads & 7),
        "tricks": [cards_text(trick) for trick in tricks_of(public)],
    }


def snapshot_of(
    public: LeadPublic,
    dealt: vec[i64],
    fights: i64,
    given: vec[i64],
    late: vec[i64],
    stock: list[int],
) -> Dump:
    """A whole position by names; ``hands`` are what is held now."""
    dump = dump_of_public(public)
    dump["hands"] = [text_of(mask & ~public.played) for mask in dealt]
    dump["face_down"] = fight_texts(fights, public.committed, public.terms.players)
    dump["given"] = _texts(given)
    dump["late"] = _texts(late)
    dump["stock"] = cards_text(stock)
    return dump


def dump_of_view(
    seat: int, public: LeadPublic, hand: i64, fight: i64, given: i64, late: i64
) -> Dump:
    """A view by names."""
    dump = dump_of_public(public)
    dump["seat"] = seat
    dump["hand"] = text_of(hand)
    dump["face_down"] = cards_text([int(fight)] if fight >= 0 else [])
    dump["given"] = text_of(given)
    dump["late"] = text_of(late)
    return dump


# Reading


def _as_mask(cards: list[int], field: str) -> i64:
    if len(set(cards)) != len(cards):
        raise BadSnapshot("card-twice", field=field)
    return bits.mask_of(cards)


def mask_at(source: Mapping[str, object], field: str) -> i64:
    """The set of cards at ``field``. Raises BadSnapshot."""
    return _as_mask(pile(source, field, DECK), field)


def masks_at(source: Mapping[str, object], field: str, players: int) -> vec[i64]:
    """One set of cards a seat. Raises BadSnapshot."""
    found = [int(_as_mask(cards, field)) for cards in piles(source, field, players, DECK)]
    return vec[i64](found)


def fights_at(source: Mapping[str, object], field: str, seats: i64, players: int) -> i64:
    """The fight cards of exactly ``seats``, 6 bits a seat. Raises BadSnapshot."""
    found: i64 = 0
    for n, cards in enumerate(piles(source, field, players, 1)):
        seat: i64 = n
        if (len(cards) == 1) != ((seats >> seat) & 1 != 0):
            raise BadSnapshot("fight-cards", field=field)
        if cards:
            found |= i64(cards[0]) << (6 * seat)
    return found


def _seats(source: Mapping[str, object], field: str, players: int) -> i64:
    seats: i64 = 0
    for n, flag in enumerate(wholes(source, field, players, 0, 1)):
        seat: i64 = n
        seats |= i64(flag) << seat
    return seats


def _numbers(source: Mapping[str, object], field: str, players: int, most: int) -> i64:
    packed: i64 = 0
    for n, number in enumerate(wholes(source, field, players, 0, most)):
        seat: i64 = n
        packed |= i64(number) << (4 * seat)
    return packed


def load_public(source: Mapping[str, object], terms: Terms) -> LeadPublic:
    """The public part from its names. Raises BadSnapshot for anything out of its range."""
    players = int(terms.players)
    most = int(terms.hand_size)
    public = LeadPublic(terms, whole(source, "dealer", 0, players - 1))
    public.deal = whole(source, "deal", 1, int(terms.deals))
    public.phase = PHASES.index(word(source, "phase", PHASES))
    public.chips = vec[i64](wholes(source, "chips", players, 0, MOST_CHIPS))
    public.debts = vec[i64](wholes(source, "debts", players, 0, MOST_CHIPS))
    public.pot = whole(source, "pot", 0, MOST_CHIPS)
    public.sat = _seats(source, "sat", players)
    public.last_winner = whole(source, "last_winner", -1, players - 1)
    public.ending = ENDINGS.index(word(source, "ending", ENDINGS))
    public.seat_players(_seats(source, "playing", players))
    if public.size < 2:
        raise BadSnapshot("too-few-play", field="playing")
    public.committed = _seats(source, "committed", players)
    public.gave = _numbers(source, "gave", players, most)
    public.stock = whole(source, "stock_left", 0, DECK)
    _load_shown(source, public)
    public.back = _seats(source, "back", players)
    public.fresh = _seats(source, "fresh", players)
    public.late = _numbers(source, "late_counts", players, most)
    _load_tricks(source, public)
    public.turn = whole(source, "turn", 0, players - 1)
    return public


def _load_shown(source: Mapping[str, object], public: LeadPublic) -> None:
    """The fight: cards turned up, fight cards, and whether they went into a new stock."""
    turned = pile(source, "turned", DECK)
    public.turned = vec[i64](turned)
    public.shown = _as_mask(turned, "turned")
    # Without a card turned up there may still have been a fight, with no stock; so look at both.
    fights = piles(source, "fights", int(public.terms.players), 1)
    revealed = public.playing if any(len(cards) > 0 for cards in fights) else 0
    public.fights = fights_at(source, "fights", revealed, int(public.terms.players))
    for cards in fights:
        mask = bits.mask_of(cards)
        if public.shown & mask != 0:
            raise BadSnapshot("card-twice", field="fights")
        public.shown |= mask
    if whole(source, "mixed", 0, 1) == 1:
        if revealed == 0:
            raise BadSnapshot("mixed", field="mixed")
        public.mixed = public.shown


def _load_tricks(source: Mapping[str, object], public: LeadPublic) -> None:
    """Lays the tricks again, which gives all the rest of what is known about them."""
    value = source.get("tricks")
    if not isinstance(value, (list, tuple)) or len(value) > public.terms.hand_size:
        raise BadSnapshot("not-a-list", field="tricks", size=int(public.terms.hand_size))
    tricks = piles(source, "tricks", len(value), int(public.size))
    lead = whole(source, "lead", 0, int(public.terms.players) - 1)
    public.leads = lead
    public.turn = lead
    if tricks and (public.playing >> lead) & 1 == 0:
        raise BadSnapshot("lead", field="lead")
    for n, trick in enumerate(tricks):
        if not trick or (len(trick) < public.size and n + 1 < len(tricks)):
            raise BadSnapshot("trick-size", field="tricks")
        for card in trick:
            if public.played & bits.bit(card) != 0:
                raise BadSnapshot("card-twice", field="tricks")
            public.lay(public.turn, card)
