"""General's War positions and views by name, and their invariants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from engine import bits
from engine.cards import cards_text
from engine.game import Dump, Game
from engine.generals_war.public import (
    ACES,
    BATTLE,
    ENDINGS,
    MOST_SQUADS,
    MUSTERING,
    OVER,
    PHASES,
    RUNNING,
    SENDER,
    SQUAD_SIZE,
    WarPublic,
)
from engine.refusals import BadSnapshot, BrokenState
from engine.snapshots import length, pile, piles, whole, wholes, word

MAX_CARDS = 52
EVERY_CARD: Final = (1 << 52) - 1


def _masks(masks: vec[i64]) -> list[str]:
    return [cards_text(bits.cards_of(mask)) for mask in masks]


def _text(mask: i64) -> str:
    return cards_text(bits.cards_of(mask))


def dump_of_public(public: WarPublic) -> Dump:
    """The public part by names."""
    return {
        "players": int(public.players),
        "dealer": int(public.dealer),
        "target": int(public.target),
        "pack": _text(public.pack),
        "phase": PHASES[public.phase],
        "turn": int(public.turn),
        "pair": [int(public.first), int(public.second)],
        "announced": _text(public.announced),
        "known": _masks(public.known),
        "sizes": [int(size) for size in public.sizes],
        "reserve_left": int(public.reserve),
        "won": _masks(public.won),
        "table": _masks(public.table),
        "lost": _text(public.lost),
        "killed": [int(aces) for aces in public.killed],
        "place": [int(place) for place in public.place],
        "committed": [int(flag) for flag in public.committed],
        "last": _masks(public.last),
        "last_winner": int(public.last_winner),
        "sent": _masks(vec[i64]([entry & EVERY_CARD for entry in public.sent])),
        "senders": [int(entry >> SENDER) for entry in public.sent],
        "ending": ENDINGS[public.ending],
    }


def snapshot_of(public: WarPublic, hands: vec[i64], squads: vec[i64], stock: vec[i64]) -> Dump:
    """A whole position by names."""
    dump = dump_of_public(public)
    dump["hands"] = _masks(hands)
    dump["squads"] = _masks(squads)
    dump["reserve"] = cards_text([int(card) for card in stock])
    return dump


def dump_of_view(seat: int, public: WarPublic, hand: i64, squad: i64) -> Dump:
    """A view by names."""
    dump = dump_of_public(public)
    dump["seat"] = seat
    dump["hand"] = _text(hand)
    dump["squad"] = _text(squad)
    return dump


def _mask(source: Mapping[str, object], field: str) -> i64:
    return _as_mask(pile(source, field, MAX_CARDS), field)


def _as_mask(cards: list[int], field: str) -> i64:
    if len(set(cards)) != len(cards):
        raise BadSnapshot("card-twice", field=field)
    return bits.mask_of(cards)


def masks(source: Mapping[str, object], field: str, size: int) -> vec[i64]:
    """One mask a seat from the piles at ``field``. Raises BadSnapshot."""
    found = [int(_as_mask(cards, field)) for cards in piles(source, field, size, MAX_CARDS)]
    return vec[i64](found)


def own_cards(source: Mapping[str, object]) -> tuple[int, int]:
    """Hand and squad of a dumped view, as masks. Raises BadSnapshot."""
    return int(_mask(source, "hand")), int(_mask(source, "squad"))


def load_public(source: Mapping[str, object], players: int) -> WarPublic:
    """The public part from its names. Raises BadSnapshot for anything out of its range."""
    last_seat = players - 1
    public = WarPublic(
        whole(source, "players", players, players),
        whole(source, "dealer", 0, last_seat),
        whole(source, "target", 1, 9999),
        _mask(source, "pack"),
        whole(source, "reserve_left", 0, MAX_CARDS),
    )
    public.phase = PHASES.index(word(source, "phase", PHASES))
    public.turn = whole(source, "turn", 0, last_seat)
    pair = wholes(source, "pair", 2, 0, last_seat)
    public.first = pair[0]
    public.second = pair[1]
    public.announced = _mask(source, "announced")
    public.known = masks(source, "known", players)
    public.sizes = vec[i64](wholes(source, "sizes", players, 0, MAX_CARDS))
    public.won = masks(source, "won", players)
    public.table = masks(source, "table", players)
    public.lost = _mask(source, "lost")
    public.killed = vec[i64](wholes(source, "killed", players * players, 0, 4))
    public.place = vec[i64](wholes(source, "place", players, 0, players))
    public.committed = vec[i64](wholes(source, "committed", players, 0, 1))
    public.last = masks(source, "last", players)
    public.last_winner = whole(source, "last_winner", -1, last_seat)
    public.sent = _sent(source, players)
    public.ending = ENDINGS.index(word(source, "ending", ENDINGS))
    return public


def _sent(source: Mapping[str, object], players: int) -> vec[i64]:
    """The squads there were, with who sent them; none in what was written before they were kept.
    Raises BadSnapshot."""
    found = vec[i64](capacity=MOST_SQUADS)
    if "sent" not in source and "senders" not in source:
        return found
    many = length(source, "sent", MOST_SQUADS)
    squads = masks(source, "sent", many)
    senders = wholes(source, "senders", many, 0, players - 1)
    for squad, sender in zip(squads, senders, strict=True):
        found = append(found, squad | i64(sender) << SENDER)
    return found


def _require(holds: bool, code: str) -> None:
    if not holds:
        raise BrokenState(code)


def check_position(
    game: Game, public: WarPublic, hands: vec[i64], squads: vec[i64], stock: vec[i64]
) -> None:
    """Every invariant of a position. Raises BrokenState with the name of the broken one."""
    players = public.players
    _require(int(players) == game.players, "players")
    _require(int(public.target) == game.options["target"], "target")
    places: list[i64] = [public.lost]
    seat: i64 = 0
    while seat < players:
        places.append(hands[seat])
        places.append(public.won[seat])
        places.append(public.table[seat])
        # A squad that lies face down is still counted among the cards in hand.
        _require(squads[seat] & ~hands[seat] == 0, "squad-not-held")
        held = squads[seat] != 0
        _require(held == (public.committed[seat] != 0), "committed")
        _require(not held or bits.count(squads[seat]) == SQUAD_SIZE, "squad-size")
        _require(bits.count(hands[seat]) == public.sizes[seat], "hand-size")
        _require(public.known[seat] == hands[seat] & public.announced, "known-aces")
        seat += 1
    seen: i64 = 0
    cards: i64 = 0
    for mask in places:
        _require(seen & mask == 0, "card-in-two-places")
        seen |= mask
        cards += bits.count(mask)
    for card in stock:
        _require(seen & bits.bit(card) == 0, "card-in-two-places")
        seen |= bits.bit(card)
        cards += 1
    _require(seen == public.pack, "pack")
    _require(i64(len(stock)) == public.reserve, "reserve-size")
    _require(public.announced & ~ACES == 0, "announced-not-aces")
    _require((public.phase == OVER) == (public.ending != RUNNING), "ending")
    _check_sent(public)
    _check_turn(public)
    _check_out(public)


def _check_sent(public: WarPublic) -> None:
    laid = public.lost
    n: i64 = 0
    while n < public.players:
        laid |= public.won[n] | public.table[n]
        n += 1
    seen: i64 = 0
    for entry in public.sent:
        squad = entry & EVERY_CARD
        _require(bits.count(squad) == SQUAD_SIZE, "sent-size")
        _require(squad & (seen | ~laid) == 0, "sent-cards")
        seen |= squad
    _require(len(public.sent) % 2 == 0, "sent-pairs")


def _check_turn(public: WarPublic) -> None:
    players = public.players
    left = public.dealer + 1
    if public.phase == BATTLE:
        _require(public.first != public.second, "pair")
        one = (public.first - left + players) % players
        other = (public.second - left + players) % players
        _require(one < other, "pair-order")
        _require(public.can_battle(public.first), "pair-able")
        _require(public.can_battle(public.second), "pair-able")
    elif public.phase != OVER and public.phase != MUSTERING:
        _require(public.can_battle(public.turn), "challenger-able")
        _require(players > 2, "challenge-of-two")
    for mask in public.known:
        _require(mask & ~public.announced == 0, "known-aces")
    seat: i64 = 0
    while seat < players:
        in_battle = public.phase == BATTLE and (seat == public.first or seat == public.second)
        _require(public.committed[seat] == 0 or in_battle, "committed")
        _require(public.table[seat] == 0 or in_battle, "table")
        seat += 1


def _check_out(public: WarPublic) -> None:
    taken = sorted(int(place) for place in public.place if place != 0)
    _require(taken == list(range(1, len(taken) + 1)), "places")
    _require(public.phase == OVER or len(taken) < public.players - 1, "places")
