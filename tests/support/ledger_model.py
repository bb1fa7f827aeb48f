"""A small card table over a ledger, and the exact law of what a seat cannot see, by enumeration.

The law is worked out from the log alone: all shuffles are gone through card by card, equal cards
told apart, and those are kept in which everything that the viewer saw could happen as it did. A
card shown out of a hand counts once for each equal card that was there unknown to the others.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from math import sqrt

from librt.vecs import vec
from mypy_extensions import i64

from engine.battalion.drawn import Drawn
from engine.battalion.history import Sight
from engine.battalion.ledger import Ledger
from engine.battalion.plan import plan
from engine.battalion.sampler import Sampler
from engine.cards import DECK_SIZE, cards_text, parse_cards
from engine.rng import Rng

Cards = tuple[int, ...]
World = tuple[tuple[Cards, ...], Cards]  # hidden cards of each seat, sorted; the stock's cards
Test = Callable[[Sequence[int]], bool]


def lengths(cards: Sequence[int]) -> list[int]:
    return [sum(1 for card in cards if card // 13 == suit) for suit in range(4)]


def worth(cards: Sequence[int]) -> int:
    points = [0, 0, 0, 0]
    for card, copies in Counter(cards).items():
        points[card // 13] += copies + 2 * (copies // 2)
    return max(points)


class Story:
    """Plays with real cards, tells the ledger, and writes the log for ``law``."""

    def __init__(
        self, pack: Sequence[int], players: int, size: int, rng: Rng, hands: Sequence[str] = ()
    ) -> None:
        """``hands``: what seat 0, 1, … is dealt; the rest of the pack is shuffled."""
        self.pack = list(pack)
        self.players = players
        self.rng = rng
        first = [card for hand in hands for card in parse_cards(hand)]
        rest = list((Counter(self.pack) - Counter(first)).elements())
        self.stock = self.shuffled(rest) + first[::-1]
        self.discard: list[int] = []
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.known: list[Counter[int]] = [Counter() for _ in range(players)]
        self.ledger = Ledger(players)
        self.drawn = Drawn(players)
        # Whether the ledger has kept everything that the law knows.
        self.exact = True
        self.log: list[tuple[str, int, object]] = [("pack", -1, tuple(pack))]
        self.ledger.dealt(size)
        for seat in range(players):
            self._draw(seat, size)

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        pile = vec[i64](list(cards))
        self.rng.shuffle(pile)
        return [int(card) for card in pile]

    def _draw(self, seat: int, count: int) -> None:
        cards = [self.stock.pop() for _ in range(count)]
        self.hands[seat] += cards
        for card in cards:
            self.drawn.drew(seat, card, len(self.ledger.cuts))
        self.log.append(("draw", seat, tuple(cards)))

    def draw(self, seat: int, count: int) -> None:
        """From the stock; the discard pile replaces it when a card is due and it is empty."""
        while count > 0:
            if not self.stock:
                self.log.append(("shuffle", -1, tuple(self.discard)))
                dropped = self.ledger.reshuffled(vec[i64](self.discard))
                self.drawn.forget(dropped)
                self.exact = self.exact and dropped == 0
                self.stock = self.shuffled(self.discard)
                self.discard = []
            some = min(count, len(self.stock))
            self._draw(seat, some)
            self.ledger.drew(seat, some)
            count -= some

    def turn_up(self) -> None:
        """The top of the stock starts the discard pile."""
        card = self.stock.pop()
        self.discard.append(card)
        self.log.append(("turn up", -1, card))

    def take(self, seat: int) -> None:
        """The top of the discard pile, for all to see."""
        card = self.discard.pop()
        self.hands[seat].append(card)
        self.known[seat][card] += 1
        self.log.append(("take", seat, card))

    def show(self, seat: int, card: int) -> None:
        """Lays a card on the discard pile."""
        self.hands[seat].remove(card)
        self.discard.append(card)
        self.log.append(("show", seat, card))
        if self.known[seat][card] > 0:
            self.known[seat][card] -= 1
        else:
            self.ledger.showed(seat, card)

    def show_any(self, seat: int) -> None:
        self.show(seat, self.hands[seat][self.rng.below(len(self.hands[seat]))])

    def knew(self, seat: int) -> list[int]:
        return sorted(self.known[seat].elements())

    def _certain(self, seat: int, test: Test) -> None:
        assert test(self.hands[seat]), "the story says something that is not so"
        self.log.append(("certain", seat, test))

    def longest(self, seat: int, low: int, high: int) -> None:
        self._certain(seat, lambda cards: low <= max(lengths(cards)) <= high)
        self.ledger.longest(seat, low, high, self.knew(seat))

    def points(self, seat: int, low: int) -> None:
        self._certain(seat, lambda cards: worth(cards) >= low)
        self.ledger.points(seat, low, self.knew(seat))

    def holds(self, seat: int, suits: int) -> None:
        self._certain(seat, lambda cards: any(suits >> card // 13 & 1 for card in cards))
        self.ledger.holds(seat, suits, self.knew(seat))

    def lacks(self, seat: int, suits: int) -> None:
        self._certain(seat, lambda cards: not any(suits >> card // 13 & 1 for card in cards))
        self.ledger.lacks(seat, suits)

    def best(self, seat: int) -> int:
        return max(lengths(self.hands[seat]))

    def suits(self, seat: int) -> int:
        """The suits in a hand, as a mask."""
        return sum(1 << suit for suit in range(4) if lengths(self.hands[seat])[suit])

    # What a viewer makes of it

    def hidden(self, viewer: int) -> list[int]:
        return [
            0 if seat == viewer else len(hand) - self.known[seat].total()
            for seat, hand in enumerate(self.hands)
        ]

    def sight(self, viewer: int) -> Sight:
        unseen = Counter(self.stock)
        for seat, hand in enumerate(self.hands):
            if seat != viewer:
                unseen += Counter(hand) - self.known[seat]
        return Sight(
            self.ledger.clone(),
            viewer,
            vec[i64](self.hidden(viewer)),
            len(self.stock),
            vec[i64]([unseen[card] for card in range(DECK_SIZE)]),
            self.drawn.cards[viewer][:] if viewer >= 0 else [],
        )

    def sampler(self, viewer: int, tries: int = -1) -> Sampler:
        found = plan(self.sight(viewer))
        if tries >= 0:
            found.tries = tries
        return found

    def world(self, sampler: Sampler, viewer: int) -> World:
        """One sampled world; here the stock's cards stand in their order."""
        out = [int(card) for card in sampler.deal(self.rng)]
        hands: list[Cards] = []
        for hidden in self.hidden(viewer):
            hands.append(tuple(sorted(out[:hidden])))
            out = out[hidden:]
        return tuple(hands), tuple(out)

    def law(self, viewer: int) -> dict[World, int]:
        """The weight of every world: hidden cards of each seat, and the stock's as a set."""
        worlds: dict[World, int] = {}
        known: list[Counter[int]] = [Counter() for _ in range(self.players)]
        for what, seat, value in self.log:
            after: dict[World, int] = defaultdict(int)
            if what == "pack":
                assert isinstance(value, tuple)
                after[((),) * self.players, tuple(sorted(value))] = 1
            elif what == "take":
                assert isinstance(value, int)
                if seat != viewer:
                    known[seat][value] += 1
                after.update(worlds)
            elif what == "shuffle":
                assert isinstance(value, tuple)
                for (hands, stock), weight in worlds.items():
                    assert not stock
                    after[hands, tuple(sorted(value))] += weight
            elif what == "draw":
                assert isinstance(value, tuple)
                for card in value:
                    after = defaultdict(int)
                    for world, weight in worlds.items():
                        _drawn(after, world, weight, seat, card if seat == viewer else -1, viewer)
                    worlds = after
            elif what == "turn up":
                assert isinstance(value, int)
                for world, weight in worlds.items():
                    _drawn(after, world, weight, viewer, value, viewer)
            elif what == "show":
                assert isinstance(value, int)
                if seat == viewer:
                    after.update(worlds)
                elif known[seat][value] > 0:
                    known[seat][value] -= 1
                    after.update(worlds)
                else:
                    for (hands, stock), weight in worlds.items():
                        copies = hands[seat].count(value)
                        if copies:
                            less = list(hands[seat])
                            less.remove(value)
                            after[_with(hands, seat, less), stock] += weight * copies
            elif seat == viewer:
                after.update(worlds)
            else:
                assert callable(value)
                for (hands, stock), weight in worlds.items():
                    if value([*hands[seat], *known[seat].elements()]):
                        after[hands, stock] += weight
            worlds = after
        return worlds


def _with(hands: tuple[Cards, ...], seat: int, hand: Sequence[int]) -> tuple[Cards, ...]:
    return (*hands[:seat], tuple(sorted(hand)), *hands[seat + 1 :])


def _drawn(
    after: dict[World, int], world: World, weight: int, seat: int, card: int, viewer: int
) -> None:
    """Adds the worlds after a draw: of ``card`` if it was seen, which then is hidden no more."""
    hands, stock = world
    for drawn, copies in Counter(stock).items():
        if card in (drawn, -1):
            less = list(stock)
            less.remove(drawn)
            then = hands if seat == viewer else _with(hands, seat, [*hands[seat], drawn])
            after[then, tuple(less)] += weight * copies


def misfit(story: Story, viewer: int, count: int, tries: int = -1, limited: bool = False) -> float:
    """How badly ``count`` sampled worlds go with the law, in standard deviations (chi-square).

    Raises AssertionError for a world that is not in it at all. The stock's top card is part of
    what is compared. ``limited``: with the limit of a pilot, whether the sampler needs it or not.
    """
    law = story.law(viewer)
    expected: dict[object, float] = defaultdict(float)
    total = sum(law.values())
    for (hands, stock), weight in law.items():
        if stock:
            for card, copies in Counter(stock).items():
                expected[hands, card] += count * weight / total * copies / len(stock)
        else:
            expected[hands, -1] += count * weight / total
    sampler = story.sampler(viewer, tries)
    if limited:
        sampler.set_limit()
    found: Counter[object] = Counter()
    for _ in range(count):
        hands, order = story.world(sampler, viewer)
        key = hands, order[0] if order else -1
        assert key in expected, [cards_text(list(hand)) for hand in hands]
        found[key] += 1
    return deviation(expected, found)


def deviation(expected: dict[object, float], found: Counter[object]) -> float:
    """Chi-square over the cells, small ones put together, as a normal deviation."""
    cells: list[tuple[float, float]] = []
    lump = seen = 0.0
    for key in sorted(expected, key=lambda key: expected[key]):
        lump += expected[key]
        seen += found[key]
        if lump >= 8:
            cells.append((lump, seen))
            lump = seen = 0.0
    if lump and cells:
        cells[-1] = cells[-1][0] + lump, cells[-1][1] + seen
    free = len(cells) - 1
    if free < 1:
        return 0.0
    chi = sum((seen - want) ** 2 / want for want, seen in cells)
    return float(((chi / free) ** (1 / 3) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free)))
