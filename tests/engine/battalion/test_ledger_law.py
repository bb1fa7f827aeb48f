"""Sampled worlds go with the exact law of what a seat cannot see, worked out by enumeration."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Callable

import pytest

from engine.cards import parse_cards
from engine.rng import rng_from
from tests.support.ledger_model import Cards, Story, World, misfit, worth
from tests.support.random_games import tries

TWO_SUITS = parse_cards("2S 2S 3S 3S 4S 4S 2H 2H 3H 3H 4H 4H")
THREE_SUITS = parse_cards("2S 2S 3S 3S 2H 2H 3H 3H 2D 2D 3D 3D")
THREE_COPIES = parse_cards("2S 2S 2S 3S 3S 2H 2H 2H 3H 2D 3D 4D")
SAMPLES = tries(3000, 1000)
# Standard deviations. With some hundred comparisons at fixed seeds the greatest by chance is 3.
FAR = 4.0

SPADES, HEARTS, DIAMONDS = 1, 2, 4


def story(seed: int, pack: list[int], *hands: str) -> Story:
    return Story(pack, 3, 3, rng_from("law", seed), hands)


def a_bid(told: Story) -> None:
    told.longest(1, 2, 11)
    told.longest(2, 3, 11)


def a_bid_half_shown(told: Story) -> None:
    told.longest(1, 3, 11)
    told.show(1, told.hands[1][0])
    told.draw(1, 1)
    told.show_any(1)
    told.draw(1, 1)


def a_bid_of_points(told: Story) -> None:
    told.points(1, 4)
    told.show_any(1)
    told.draw(1, 1)
    told.points(2, 3)


def a_declaration(told: Story) -> None:
    told.longest(1, 3, 3)
    told.longest(2, 3, 3)
    told.show_any(2)
    told.draw(2, 1)


def a_card_of_each_suit(told: Story) -> None:
    told.longest(1, 0, 1)
    told.show_any(1)
    told.draw(1, 1)


def a_lack(told: Story) -> None:
    told.lacks(1, DIAMONDS)
    told.show_any(1)
    told.show_any(1)
    told.draw(1, 2)
    told.show_any(1)


def lacks_of_two_seats(told: Story) -> None:
    told.lacks(1, DIAMONDS)
    told.lacks(2, HEARTS)
    told.show_any(2)
    told.draw(2, 1)
    told.show_any(2)


def a_suit_held(told: Story) -> None:
    told.holds(1, SPADES)
    told.show(1, parse_cards("2H")[0])
    told.draw(1, 1)
    told.show_any(1)
    told.draw(1, 1)


def passed_over(told: Story) -> None:
    told.lacks(1, HEARTS | DIAMONDS)
    told.show_any(1)
    told.draw(1, 1)


def a_card_taken_face_up(told: Story) -> None:
    told.turn_up()
    told.take(1)
    told.longest(1, 2, 11)
    told.show_any(1)
    told.take(2)
    told.longest(2, told.best(2), told.best(2))
    told.show_any(2)


def an_equal_card_shown(told: Story) -> None:
    told.show(0, parse_cards("2S")[0])
    told.take(1)
    told.holds(1, HEARTS)
    told.show(1, parse_cards("2S")[0])
    told.draw(1, 1)
    told.show_any(1)


def a_reshuffle(told: Story) -> None:
    for seat in (0, 1, 2):
        told.show_any(seat)
    told.draw(1, len(told.stock))
    told.draw(2, 2)
    told.show_any(1)
    told.show_any(2)


def facts_around_a_reshuffle(told: Story) -> None:
    told.longest(1, 2, 11)
    told.lacks(2, DIAMONDS)
    for seat in (0, 1, 2):
        told.show_any(seat)
    told.draw(2, len(told.stock))
    told.draw(1, 1)
    told.show_any(1)
    told.longest(2, 2, 11)
    told.show_any(2)
    told.draw(2, 1)


def two_reshuffles(told: Story) -> None:
    for _ in range(2):
        told.show_any(1)
        told.show_any(2)
        told.draw(2, len(told.stock))
        told.draw(1, 1)
        told.show_any(2)


STORIES: list[tuple[Callable[[Story], None], list[int], tuple[str, ...]]] = [
    (a_bid, TWO_SUITS, ("2S 3S 2H", "4S 4S 2H", "3H 4H 4H")),
    (a_bid_half_shown, TWO_SUITS, ("2S 3S 2H", "2S 4S 3S", "3H 4H 4H")),
    (a_bid_of_points, TWO_SUITS, ("2S 3S 2H", "4S 4S 2H", "3H 4H 4H")),
    (a_declaration, TWO_SUITS, ("2S 3S 2H", "4S 3S 2S", "3H 4H 2H")),
    (a_card_of_each_suit, THREE_SUITS, ("2S 3S 2H", "3S 2H 2D", "3H 2D 3D")),
    (a_lack, THREE_SUITS, ("2S 3D 2D", "3S 2H 3H", "3H 2D 3D")),
    (lacks_of_two_seats, THREE_SUITS, ("2S 3D 2H", "3S 2H 3H", "3S 2D 3D")),
    (a_suit_held, THREE_SUITS, ("2S 3S 3H", "3S 2H 2D", "3H 2D 3D")),
    (passed_over, THREE_SUITS, ("2H 3H 2H", "3S 2S 3S", "3H 2D 3D")),
    (a_card_taken_face_up, TWO_SUITS, ("2S 3S 2H", "4S 4S 2H", "3H 4H 4H")),
    (an_equal_card_shown, TWO_SUITS, ("2S 3S 2H", "2S 4S 3H", "3H 4H 4H")),
    (a_reshuffle, TWO_SUITS, ("2S 3S 2H", "2S 4S 3H", "3H 4H 4H")),
    (a_reshuffle, THREE_COPIES, ("2S 3S 2H", "2S 4D 3H", "2H 2D 2H")),
    (facts_around_a_reshuffle, THREE_SUITS, ("2S 3D 2H", "3S 3S 3H", "3H 2S 2H")),
    (two_reshuffles, TWO_SUITS, ("2S 3S 2H", "2S 4S 3H", "3H 4H 4H")),
]


@pytest.mark.parametrize("viewer", [0, -1])
@pytest.mark.parametrize("number", range(len(STORIES)), ids=[s[0].__name__ for s in STORIES])
def test_worlds_are_drawn_as_likely_as_the_shuffles_that_lead_to_them(
    number: int, viewer: int
) -> None:
    tell, pack, hands = STORIES[number]
    told = story(number, pack, *hands)
    tell(told)
    assert told.exact
    assert len(told.law(viewer)) > 3
    assert misfit(told, viewer, SAMPLES) < FAR


# The limit and the chain are for sights so rare that they cannot be enumerated; here they have to
# do what would be done without them.


@pytest.mark.parametrize("number", range(len(STORIES)), ids=[s[0].__name__ for s in STORIES])
def test_a_pilots_limit_makes_no_difference_that_shows(number: int) -> None:
    tell, pack, hands = STORIES[number]
    told = story(number, pack, *hands)
    tell(told)
    assert misfit(told, 0, SAMPLES, limited=True) < FAR


@pytest.mark.parametrize("number", [2, 6, 9, 12, 13], ids=lambda n: STORIES[n][0].__name__)
def test_the_chain_of_exchanges_ends_in_the_same_law(number: int) -> None:
    tell, pack, hands = STORIES[number]
    told = story(number, pack, *hands)
    tell(told)
    assert misfit(told, 0, 400, tries=0) < FAR


def random_story(seed: int) -> Story:
    """Draws, shows, face-up takes, true statements of every kind and reshuffles, at random."""
    rng = rng_from("random story", seed)
    told = Story((TWO_SUITS, THREE_SUITS, THREE_COPIES)[seed % 3], 3, 3, rng)
    for _ in range(3 + seed % 12):
        seat = int(rng.below(3))
        hand = told.hands[seat]
        deed = int(rng.below(12))
        if deed < 4 and hand:
            told.show_any(seat)
            if hand and rng.below(2) == 0:
                told.show_any(seat)
            told.draw(seat, max(0, 3 - len(hand)))
        elif deed == 4 and told.discard and len(hand) < 4:
            told.take(seat)
        elif deed == 5 and len(hand) < 4 and told.stock:
            told.draw(seat, 1)
        elif not hand:
            continue
        elif deed == 6:
            told.longest(seat, max(1, told.best(seat) - int(rng.below(2))), 11)
        elif deed == 7:
            told.longest(seat, told.best(seat), told.best(seat))
        elif deed == 8 and told.best(seat) == 1:
            told.longest(seat, 0, 1)
        elif deed == 9:
            told.points(seat, max(1, worth(hand) - int(rng.below(2))))
        elif deed == 10:
            told.lacks(seat, 7 & ~told.suits(seat))
        elif deed == 11:
            told.holds(seat, told.suits(seat) & (1 + int(rng.below(7))) or told.suits(seat))
    return told


def check_random_stories(first: int, last: int) -> None:
    for seed in range(first, last):
        told = random_story(seed)
        for viewer in (0, 1, -1):
            law = told.law(viewer)
            if told.exact and 1 < len(law) < 300:
                assert misfit(told, viewer, tries(2000, 700)) < FAR, (seed, viewer)


def test_random_stories_too() -> None:
    check_random_stories(0, tries(8, 2))


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_many_random_stories_too() -> None:
    check_random_stories(8, 400)


def test_the_law_is_what_all_orders_of_the_pack_give() -> None:
    """The enumeration itself, against all 5,040 orders of seven cards told apart."""
    pack = parse_cards("2S 2S 3S 2H 2H 3H 3H")
    told = Story(pack, 3, 2, rng_from("orders"), ("2S 2H", "2S 3H", "3S 2H"))
    told.longest(1, 1, 1)
    told.show(1, parse_cards("2S")[0])
    told.draw(1, 1)
    told.holds(1, HEARTS)
    found: dict[World, int] = defaultdict(int)
    for order in itertools.permutations(range(7)):
        cards = [pack[at] for at in order]
        hands = [cards[0:2], cards[2:4], cards[4:6]]
        suits = {card // 13 for card in hands[1]}
        copies = hands[1].count(0)
        if sorted(hands[0]) != sorted(told.hands[0]) or len(suits) != 2 or not copies:
            continue
        hands[1].remove(0)
        hands[1].append(cards[6])
        if any(card // 13 == 1 for card in hands[1]):
            hidden: tuple[Cards, ...] = ((), *(tuple(sorted(hand)) for hand in hands[1:]))
            found[hidden, ()] += copies
    law = told.law(0)
    assert set(law) == set(found)
    share = {world: weight * sum(found.values()) for world, weight in law.items()}
    assert share == {world: weight * sum(law.values()) for world, weight in found.items()}


def test_a_misfit_is_noticed() -> None:
    """The comparison can fail: worlds of a sampler that has not heard of the bid are refused, and
    so are worlds that come too often."""
    told = story(0, TWO_SUITS, "2S 3S 2H", "4S 4S 3S", "3H 4H 4H")
    told.longest(1, 3, 11)
    deaf = story(0, TWO_SUITS, "2S 3S 2H", "4S 4S 3S", "3H 4H 4H")
    deaf.log = told.log
    with pytest.raises(AssertionError):
        misfit(deaf, 0, SAMPLES)
    crooked = story(1, TWO_SUITS, "2S 3S 2H", "4S 4S 3S", "3H 4H 4H")
    twice = Counter(crooked.law(0))
    worlds = sorted(twice)
    for world in worlds[: len(worlds) // 2]:
        twice[world] *= 2
    crooked.law = lambda viewer: dict(twice)  # type: ignore[method-assign]
    assert misfit(crooked, 0, SAMPLES) > FAR
