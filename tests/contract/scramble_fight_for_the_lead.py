"""Re-deals what a seat of Fight for the Lead cannot know (written from the rules, over the state).

Unknown to a seat: the cards in other hands, the stock and its order, what others gave up in an
exchange, and which fight card another seat has put down. Known, besides what was shown: that who
did not follow suit holds none of it, and that of the cards shuffled into a new stock those that
the seat saw or gave up itself are in it or were dealt from it since.
"""

from __future__ import annotations

from engine.cards import cards_text, parse_cards
from engine.chance import FastChance
from engine.game import State
from engine.rng import Rng

HIDDEN_PLACES = ("hands", "stock", "given", "fights")

# Piles, which of them, and the index of the card there.
Place = tuple[list[list[int]], int, int]


def scramble(state: State, seat: int, rng: Rng) -> tuple[State, dict[str, bool]]:
    """A position that ``seat`` cannot tell from ``state``, and which hidden places differ."""
    shot = state.snapshot()
    hands, given, late = (_piles(shot[field]) for field in ("hands", "given", "late"))
    stock = parse_cards(str(shot["stock"]))
    back = _numbers(shot["back"])
    voids = _voids(shot)
    gone = {*(parse_cards(str(shot["turned"]))), *(c for p in _piles(shot["fights"]) for c in p)}
    known = gone | set(given[seat] if back[seat] else ()) if shot["mixed"] == 1 else set()

    # Two hidden cards trade places again and again, and in what others remember of them. A card
    # known to have gone into the new stock cannot be where no card from there can be.
    places: list[Place] = []
    for other in range(len(hands)):
        if other != seat:
            places += [(hands, other, at) for at in range(len(hands[other]))]
            if not back[other]:
                places += [(given, other, at) for at in range(len(given[other]))]
    piles = [stock]
    places += [(piles, 0, at) for at in range(len(stock))]
    before = ([sorted(h) for h in hands], list(stock), [sorted(g) for g in given])
    for _ in range(4 * len(places) if places else 0):
        one = places[int(rng.below(len(places)))]
        two = places[int(rng.below(len(places)))]
        first, second = one[0][one[1]][one[2]], two[0][two[1]][two[2]]
        if (first in known) != (second in known):
            continue
        if _forbidden(one, second, hands, voids) or _forbidden(two, first, hands, voids):
            continue
        one[0][one[1]][one[2]], two[0][two[1]][two[2]] = second, first
        _rename(late, first, second)
        _rename(
            [pile for other, pile in enumerate(given) if back[other] and other != seat],
            first,
            second,
        )
    face_down = _piles(shot["face_down"])
    for other, pile in enumerate(face_down):
        if pile and other != seat:
            face_down[other] = [hands[other][int(rng.below(len(hands[other])))]]
    new = {
        **shot,
        "hands": [cards_text(sorted(hand)) for hand in hands],
        "given": [cards_text(sorted(pile)) for pile in given],
        "late": [cards_text(sorted(pile)) for pile in late],
        "stock": cards_text(stock),
        "face_down": [cards_text(pile) for pile in face_down],
    }
    changed = {
        "hands": before[0] != [sorted(hand) for hand in hands],
        "stock": before[1] != stock,
        "given": before[2] != [sorted(pile) for pile in given],
        "fights": face_down != _piles(shot["face_down"]),
    }
    return state.game.restore(new, FastChance(rng.fork())), changed


def _forbidden(place: Place, card: int, hands: list[list[int]], voids: dict[int, set[int]]) -> bool:
    return place[0] is hands and card // 13 in voids.get(place[1], set())


def _rename(piles: list[list[int]], first: int, second: int) -> None:
    """Puts each of the two cards where the other was named."""
    for pile in piles:
        for at, card in enumerate(pile):
            if card in (first, second):
                pile[at] = second if card == first else first


def _voids(shot: dict[str, object]) -> dict[int, set[int]]:
    """Suits that each seat has shown not to hold, from the tricks as they were played."""
    playing = [seat for seat, plays in enumerate(_numbers(shot["playing"])) if plays]
    found: dict[int, set[int]] = {seat: set() for seat in playing}
    lead = shot["lead"]
    assert isinstance(lead, int)
    for trick in _piles(shot["tricks"]):
        suit = trick[0] // 13
        best = -1
        at = playing.index(lead) if lead in playing else 0
        for step, card in enumerate(trick):
            player = playing[(at + step) % len(playing)]
            if card // 13 != suit:
                found[player].add(suit)
            elif card > best:
                best = card
                lead = player
    return found


def _piles(value: object) -> list[list[int]]:
    assert isinstance(value, list)
    return [parse_cards(str(text)) for text in value]


def _numbers(value: object) -> list[int]:
    assert isinstance(value, list)
    return [int(number) for number in value]
