"""Sampling in Fight for the Lead against all histories of small matches that look the same.

``histories`` plays every order of the pack and of a new stock, and every choice that others hide,
by the rules and without the engine, and keeps those that show a seat what it has seen.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from engine.cards import cards_text, parse_cards
from engine.chance import FastChance
from engine.events import Event, Received
from engine.fight_for_the_lead.game import RULES, LeadGame
from engine.game import State
from engine.rng import Rng, rng_from
from tests.contract.scramble_fight_for_the_lead import scramble
from tests.support.dealing import Stacked
from tests.support.lead import tiny
from tests.support.random_games import tries

World = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], str]
EIGHT = "2S 3S 4S 2H 3H 4H 2D 3D"
NINE = EIGHT + " 4D"


@dataclass
class Seen:
    """What a seat (-1: a spectator) has seen of a first deal that seat ``players - 1`` deals."""

    players: int
    size: int
    pack: list[int]
    seat: int
    first_hand: list[int]
    fights: list[int]
    turned: list[int]
    received: list[int] = field(default_factory=list)  # own cards after the first hand, in order
    gave: list[int] = field(default_factory=list)  # numbers of cards, by seat, as far as known
    own_given: list[int] = field(default_factory=list)
    plays: list[tuple[int, int]] = field(default_factory=list)


@dataclass
class Table:
    """A position of the simulation; ``late`` holds what each drew from a new stock."""

    hands: list[list[int]]
    stock: list[int]
    discard: list[int]
    given: list[list[int]]
    late: list[list[int]]
    new_stock: bool = False
    received: int = 0


def copied(table: Table) -> Table:
    return Table(
        [list(hand) for hand in table.hands],
        list(table.stock),
        list(table.discard),
        [list(pile) for pile in table.given],
        [list(pile) for pile in table.late],
        table.new_stock,
        table.received,
    )


def histories(seen: Seen) -> Iterator[Table]:
    """Every history: first hands and stock, then what follows."""
    for hands, rest in deals(seen, 0, seen.pack):
        for order in itertools.permutations([card for card in rest if card not in seen.turned]):
            left = [
                [card for card in hand if card != fight]
                for hand, fight in zip(hands, seen.fights, strict=True)
            ]
            empty: list[list[int]] = [[] for _ in hands]
            table = Table(
                left,
                list(order),
                seen.turned + seen.fights,
                [list(pile) for pile in empty],
                [list(pile) for pile in empty],
            )
            yield from replaced(seen, table, 0)


def deals(
    seen: Seen, seat: int, pack: list[int]
) -> Iterator[tuple[list[tuple[int, ...]], list[int]]]:
    if seat == seen.players:
        yield [], pack
        return
    for hand in itertools.combinations(pack, seen.size):
        if seen.fights[seat] not in hand or set(hand) & set(seen.turned):
            continue
        if seat == seen.seat and sorted(hand) != sorted(seen.first_hand):
            continue
        if any(f in hand for s, f in enumerate(seen.fights) if s != seat):
            continue
        for others, rest in deals(seen, seat + 1, [card for card in pack if card not in hand]):
            yield [hand, *others], rest


def drawn(seen: Seen, table: Table, seat: int, cards: int) -> Iterator[Table]:
    """All ways in which ``cards`` cards are drawn by ``seat``; it saw them if they are its own."""
    if cards == 0:
        yield table
        return
    if not table.stock:
        for order in itertools.permutations(table.discard):
            after = copied(table)
            after.stock, after.discard, after.new_stock = list(order), [], True
            yield from drawn(seen, after, seat, cards)
        return
    after = copied(table)
    card = after.stock.pop(0)
    if seat == seen.seat:
        if card != seen.received[after.received]:
            return
        after.received += 1
    after.hands[seat].append(card)
    if after.new_stock:
        after.late[seat].append(card)
    yield from drawn(seen, after, seat, cards - 1)


def replaced(seen: Seen, table: Table, seat: int) -> Iterator[Table]:
    if seat == seen.players:
        yield from exchanged(seen, table, 0)
        return
    for after in drawn(seen, table, seat, 1):
        yield from replaced(seen, after, seat + 1)


def exchanged(seen: Seen, table: Table, seat: int) -> Iterator[Table]:
    if seat == len(seen.gave):
        if followed(seen, table):
            yield table
        return
    for cards in itertools.combinations(table.hands[seat], seen.gave[seat]):
        if seat == seen.seat and sorted(cards) != sorted(seen.own_given):
            continue
        before = copied(table)
        for card in cards:
            before.hands[seat].remove(card)
        for after in drawn(seen, before, seat, len(cards)):
            after.given[seat] = list(cards)
            after.discard += cards
            yield from exchanged(seen, after, seat + 1)


def followed(seen: Seen, table: Table) -> bool:
    """Takes the cards played from the hands; False if they could not be played so."""
    led = -1
    for at, (seat, card) in enumerate(seen.plays):
        if at % seen.players == 0:
            led = card // 13
        hand = table.hands[seat]
        if card not in hand or (card // 13 != led and any(c // 13 == led for c in hand)):
            return False
        hand.remove(card)
    return True


def texts(piles: list[list[int]]) -> tuple[str, ...]:
    return tuple(cards_text(sorted(pile)) for pile in piles)


def world_of(table: Table) -> World:
    stock = cards_text(table.stock)
    return texts(table.hands), texts(table.given), texts(table.late), stock


def world(state: State) -> World:
    shot = state.snapshot()
    hands, given, late = (
        tuple(str(pile) for pile in piles)  # type: ignore[attr-defined]
        for piles in (shot["hands"], shot["given"], shot["late"])
    )
    return hands, given, late, str(shot["stock"])


def played(
    pack: str, order: str, choices: str, seat: int, *new_stock: str, players: int = 2, size: int = 2
) -> tuple[State, Seen]:
    """A deal in which ``choices`` are made, and what ``seat`` has seen of it."""
    cards = parse_cards(order)
    state = tiny(players, pack, Stacked(cards, *map(parse_cards, new_stock)), size=size, deals=1)
    seen = Seen(
        players,
        size,
        parse_cards(pack),
        seat,
        [] if seat < 0 else cards[seat : players * size : players],
        [-1] * players,
        [],
    )
    events: list[Event] = []
    for text in choices.split(", "):
        who, action = state.game.parse_action(text)
        words = text.split(" ")
        named = parse_cards(" ".join(words[2:]))
        if words[1] == "fight":
            seen.fights[who] = named[0]
        elif words[1] == "play":
            seen.plays.append((who, named[0]))
        else:
            seen.gave.append(len(named))
            if who == seat:
                seen.own_given = named
        state.apply(who, action, events)
        state.check()
    seen.turned = parse_cards(str(state.snapshot()["turned"]))
    for event in events:
        if isinstance(event, Received) and event.only == seat:
            seen.received += event.cards
    return state, seen


# Pack, order, choices and the orders of a new stock.
FIGHT = "0 fight 2S, 1 fight 2H"
ORDER = "2S 2H 3S 3H 4S 4H 2D 3D"
DEALS = {
    "before-exchange": (EIGHT, ORDER, FIGHT),
    "one-exchanged": (NINE, ORDER + " 4D", FIGHT + ", 0 exchange 3S"),
    "both-exchanged": (NINE, ORDER + " 4D", FIGHT + ", 0 exchange 3S, 1 exchange 3H"),
    "a-void-shown": (
        NINE,
        "2S 2H 3S 3H 4S 2D 4H 4D 3D",
        FIGHT + ", 0 exchange 3S, 1 stand, 0 play 4D, 1 play 3H",
    ),
    "new-stock-in-exchange": (
        NINE,
        ORDER + " 4D",
        FIGHT + ", 0 exchange 3S 4H, 1 exchange 3H 2D",
        "4H 2S 4S 3S 2H",
    ),
    "new-stock-halfway-through-an-exchange": (
        EIGHT,
        ORDER,
        FIGHT + ", 0 exchange 3S 4H, 1 exchange 2D",
        "2H 4S 2S",
    ),
    "new-stock-and-a-known-card-played": (
        NINE,
        ORDER + " 4D",
        FIGHT + ", 0 exchange 3S 4H, 1 exchange 3H, 0 play 3D, 1 play 2D",
        "4H 2S 4S 3S 2H",
    ),
    "new-stock-and-a-card-from-it-played": (
        NINE,
        ORDER + " 4D",
        FIGHT + ", 0 exchange 3S 4H, 1 exchange 2D 3H, 0 play 3D, 1 play 3S",
        "3S 2S 4S 4H 2H",
    ),
    "new-stock-after-the-fight": (
        EIGHT,
        "2S 2H 3S 3H 2D 3D 4S 4H",
        FIGHT + ", 0 exchange 4H, 1 exchange 3H",
        "2D 2S 3D 4S 2H",
    ),
    "new-stock-after-the-fight-given-up-again": (
        EIGHT,
        "2S 2H 3S 3H 2D 3D 4S 4H",
        FIGHT + ", 0 exchange 4H, 1 exchange 2D",
        "2D 2S 3D 4S 2H",
    ),
    "new-stock-after-the-fight-and-a-trick": (
        EIGHT,
        "2S 2H 3S 3H 2D 3D 4S 4H",
        FIGHT + ", 0 exchange 4H, 1 exchange 3H, 0 play 2S, 1 play 2D",
        "2D 2S 3D 4S 2H",
    ),
}


@pytest.mark.parametrize("seat", [-1, 0, 1])
@pytest.mark.parametrize("name", DEALS)
def test_worlds_are_as_likely_as_the_histories_that_lead_to_them(name: str, seat: int) -> None:
    pack, order, choices, *new_stock = DEALS[name]
    state, seen = played(pack, order, choices, seat, *new_stock)
    expected = Counter(world_of(table) for table in histories(seen))
    assert world(state) in expected
    total = sum(expected.values())
    view = state.view(seat)
    rng = rng_from("worlds", name, seat)
    drawn = min(20000, 30 * len(expected)) if len(expected) > 1 else 20
    found = Counter(world(view.sample(rng)) for _ in range(drawn))
    assert set(found) <= set(expected)
    spread = sum(
        (found[key] - drawn * ways / total) ** 2 / (drawn * ways / total)
        for key, ways in expected.items()
    )
    free = len(expected) - 1
    # Five standard deviations of the chi-square above its mean: a fault, not luck.
    assert spread <= free + 5 * (2 * free) ** 0.5


def test_two_seats_with_voids_share_what_is_left_uniformly() -> None:
    """Three seats, two of which showed a void: their hands are drawn together."""
    pack = "2S 3S 4S 5S 2H 3H 4H 5H 2D 3D 4D 5D"
    # After the fight 0 holds 5S 3S, 1 holds 2H 2D and 2 holds 4H 4D.
    order = "2S 3H 3D 3S 2H 4H 4S 5S 2D 4D 5H 5D"
    choices = "0 fight 2S, 1 fight 3H, 2 fight 3D, 0 stand, 1 stand, 2 stand"
    choices += ", 0 play 5S, 1 play 2H, 2 play 4H"
    state, seen = played(pack, order, choices, 0, players=3)
    assert state.snapshot()["tricks"] == ["5S 2H 4H"]
    expected = Counter(world_of(table) for table in histories(seen))
    # Two cards that are no spades, in order, and the other two as the stock in either order.
    assert len(expected) == 24
    assert len(set(expected.values())) == 1
    view = state.view(0)
    rng = rng_from("two voids")
    found = Counter(world(view.sample(rng)) for _ in range(2400))
    assert set(found) == set(expected)
    spread = sum((found[key] - 100) ** 2 / 100 for key in expected)
    assert spread < 23 + 5 * 46**0.5


def test_small_matches_with_new_stocks_sample_consistently() -> None:
    """Random play with small packs, in which the stock runs out often."""
    shuffles = 0
    for seed in range(tries(60, 16)):
        players = 2 + seed % 4
        rng = rng_from("small", seed)
        pack = sorted(some_cards(rng, 4 * players + seed % 3))
        game = LeadGame(players, RULES.game(players, {"deals": 3}).options, pack, 2)
        state = game.start(0, FastChance(rng.fork()))
        while not state.is_over():
            for seat in range(-1, players):
                view = state.view(seat)
                dump = view.dump()
                other = view.sample(rng)
                other.check()
                if not state.missing():
                    assert other.view(seat).dump() == dump
                if seat >= 0:
                    moved, _ = scramble(state, seat, rng)
                    moved.check()
                    assert moved.view(seat).dump() == dump
            seat = state.actors()[0]
            state.apply(seat, int(state.legal_nth(seat, rng.below(state.legal_count(seat)))))
            state.check()
            shuffles += state.snapshot()["mixed"] == 1
    assert shuffles > tries(100, 20)


def some_cards(rng: Rng, size: int) -> list[int]:
    cards = vec[i64](range(52))
    rng.shuffle(cards)
    return [int(card) for card in cards[:size]]
