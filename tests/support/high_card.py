"""A rule set as somebody else might write it: plain Python, on the compiled engine or any other.

High card: everyone lays a card face down; when all lie they are turned up, and the highest rank
takes a point (of equal ranks the one nearest to the dealer's left). Who took it may draw a card.
The game ends when somebody has no card left; most points win.
"""

from __future__ import annotations

from collections.abc import Mapping

from librt.vecs import vec
from mypy_extensions import i64

from engine.actions import DRAW_STOCK, FIGHT, STAND, card_of, kind_of, with_card
from engine.cards import CARD_TEXTS, cards_text, deck
from engine.chance import Chance, FastChance
from engine.events import Chose, ChoseUnseen, Drew, Ended, Event, Received, Revealed, Shuffled
from engine.game import Dump, Game, State, View
from engine.options import Option, Options
from engine.outcome import Outcome, places_by
from engine.refusals import BrokenState, Refusal, refuse
from engine.rng import Rng
from engine.rules import RuleSet
from engine.snapshots import pile, piles, whole, wholes

LAYING, DRAWING, OVER = "lay", "draw", "over"
PHASES = (LAYING, DRAWING, OVER)


class Public:
    """What all know: phase, turn (DRAWING), dealer, points, sizes, stock size, laid (who has laid),
    shown (cards turned up, in order)."""

    def __init__(self, players: int, dealer: int, hand: int) -> None:
        self.players = players
        self.dealer = dealer
        self.phase = LAYING
        self.turn = -1
        self.points = [0] * players
        self.sizes = [hand] * players
        self.stock = 52 - players * hand
        self.laid = [0] * players
        self.shown: list[int] = []

    def copy(self) -> Public:
        copy = Public(self.players, self.dealer, 0)
        copy.__dict__.update(self.__dict__)
        copy.points = self.points[:]
        copy.sizes = self.sizes[:]
        copy.laid = self.laid[:]
        copy.shown = self.shown[:]
        return copy

    def order(self) -> list[int]:
        return [(self.dealer + 1 + n) % self.players for n in range(self.players)]

    def actors(self) -> list[int]:
        if self.phase == LAYING:
            return [seat for seat in self.order() if not self.laid[seat]]
        return [self.turn] if self.phase == DRAWING else []

    def choices(self, seat: int, hand: list[int]) -> list[int]:
        if seat not in self.actors():
            return []
        if self.phase == LAYING:
            return [int(with_card(FIGHT, card)) for card in hand]
        return [DRAW_STOCK, STAND] if self.stock else [STAND]

    def refusal(self, seat: int, hand: list[int], action: int) -> Refusal | None:
        if self.phase == OVER:
            return refuse("game-over", "common.over")
        if seat not in self.actors():
            return refuse("not-your-turn", "common.turn", seat=seat, asked=self.actors())
        if action in self.choices(seat, hand):
            return None
        if self.phase == LAYING and kind_of(action) == FIGHT and card_of(action) < 52:
            card = CARD_TEXTS[card_of(action)]
            return refuse("not-held", "common.holding", card=card)
        return refuse("not-asked", "common.choice", phase=self.phase)

    def outcome(self) -> Outcome | None:
        if self.phase != OVER:
            return None
        return Outcome(tuple(places_by(self.points)), tuple(self.points), "no-cards")

    def dump(self) -> Dump:
        return {
            "phase": self.phase,
            "turn": self.turn,
            "dealer": self.dealer,
            "points": self.points[:],
            "sizes": self.sizes[:],
            "stock": self.stock,
            "laid": self.laid[:],
            "shown": cards_text(self.shown),
        }


def load_public(players: int, source: Mapping[str, object]) -> Public:
    public = Public(players, whole(source, "dealer", 0, players - 1), 0)
    public.phase = str(source["phase"])
    public.turn = whole(source, "turn", -1, players - 1)
    public.points = wholes(source, "points", players, 0, 52)
    public.sizes = wholes(source, "sizes", players, 0, 52)
    public.stock = whole(source, "stock", 0, 52)
    public.laid = wholes(source, "laid", players, 0, 1)
    public.shown = pile(source, "shown")
    return public


class HighCard(Game):
    def __init__(self, players: int, options: Options) -> None:
        super().__init__("high-card", 1, players, options, (FIGHT, DRAW_STOCK, STAND), "", "points")
        self.hand = int(options["hand"])

    def start(self, dealer: int, chance: Chance, events: list[Event] | None = None) -> State:
        public = Public(self.players, dealer, self.hand)
        order = [int(card) for card in chance.shuffle(vec[i64](deck()))]
        if events is not None:
            events.append(Shuffled("pack", 52))
        hands: list[list[int]] = [[] for _ in range(self.players)]
        for n in range(self.players * self.hand):
            hands[(dealer + 1 + n) % self.players].append(order[n])
        for seat, hand in enumerate(hands):
            hand.sort()
            if events is not None:
                events.append(Drew(seat, len(hand)))
                events.append(Received(seat, tuple(hand), only=seat))
        return HighCardState(self, chance, public, hands, order[self.players * self.hand :])

    def restore(self, snapshot: Mapping[str, object], chance: Chance) -> State:
        hands = piles(snapshot, "hands", self.players)
        public = load_public(self.players, snapshot)
        state = HighCardState(self, chance, public, hands, pile(snapshot, "cards"))
        state.lying = wholes(snapshot, "lying", self.players, -1, 51)
        state.check()
        return state

    def load_view(self, dump: Mapping[str, object]) -> View:
        public = load_public(self.players, dump)
        seat = whole(dump, "seat", -1, self.players - 1)
        return HighCardView(self, seat, public, pile(dump, "hand"), whole(dump, "own", -1, 51))


class HighCardState(State):
    """hands: sorted, one a seat. lying: the card each has laid face down (-1: none), which is no
    longer in the hand. cards: the stock, top first."""

    def __init__(
        self, game: Game, chance: Chance, public: Public, hands: list[list[int]], cards: list[int]
    ) -> None:
        super().__init__(game, chance)
        self.public = public
        self.hands = hands
        self.lying = [-1] * public.players
        self.cards = cards

    def actors(self) -> list[int]:
        return self.public.actors()

    def next_actor(self) -> i64:
        actors = self.public.actors()
        return actors[0] if actors else -1

    def missing(self) -> list[int]:
        return self.public.actors() if any(self.public.laid) else []

    def legal_count(self, seat: i64) -> i64:
        return len(self.public.choices(seat, self.hands[seat]))

    def legal_nth(self, seat: i64, n: i64) -> i64:
        return self.public.choices(seat, self.hands[seat])[n]

    def refusal(self, seat: int, action: int) -> Refusal | None:
        return self.public.refusal(seat, self.hands[seat], action)

    def play(self, seat: i64, action: i64, events: list[Event] | None) -> None:
        public = self.public
        if kind_of(action) == FIGHT:
            card = int(card_of(action))
            self.hands[seat].remove(card)
            self.lying[seat] = card
            public.laid[seat] = 1
            if events is not None:
                events.append(Chose(seat, action, only=seat))
                events.append(ChoseUnseen(seat, FIGHT, 1))
            if all(public.laid):
                self._turn_up(events)
            return
        if events is not None:
            events.append(Chose(seat, action))
        if action == DRAW_STOCK:
            card = self.cards.pop(0)
            public.stock -= 1
            public.sizes[seat] += 1
            self.hands[seat] = sorted([*self.hands[seat], card])
            if events is not None:
                events.append(Drew(seat, 1))
                events.append(Received(seat, (card,), only=seat))
        public.turn = -1
        public.phase = LAYING if all(public.sizes) else OVER
        if events is not None and public.phase == OVER:
            events.append(Ended("no-cards", tuple(places_by(public.points))))

    def _turn_up(self, events: list[Event] | None) -> None:
        public = self.public
        best = max(public.order(), key=lambda seat: self.lying[seat] % 13)
        for seat in public.order():
            public.shown.append(self.lying[seat])
            public.sizes[seat] -= 1
            if events is not None:
                events.append(Revealed(seat, FIGHT, (self.lying[seat],)))
        public.points[best] += 1
        public.laid = [0] * public.players
        self.lying = [-1] * public.players
        public.turn = best
        public.phase = DRAWING

    def outcome(self) -> Outcome | None:
        return self.public.outcome()

    def clone(self) -> State:
        hands = [hand[:] for hand in self.hands]
        copy = HighCardState(
            self.game, self.chance.clone(), self.public.copy(), hands, self.cards[:]
        )
        copy.lying = self.lying[:]
        return copy

    def view(self, seat: int) -> View:
        hand = self.hands[seat][:] if seat >= 0 else []
        own = self.lying[seat] if seat >= 0 else -1
        return HighCardView(self.game, seat, self.public.copy(), hand, own)

    def check(self) -> None:
        public = self.public
        held = [card for hand in self.hands for card in hand]
        lying = [card for card in self.lying if card >= 0]
        if sorted([*held, *lying, *self.cards, *public.shown]) != deck():
            raise BrokenState("pack")
        for seat, hand in enumerate(self.hands):
            if len(hand) + (self.lying[seat] >= 0) != public.sizes[seat]:
                raise BrokenState("hand-size")

    def snapshot(self) -> Dump:
        dump = self.public.dump()
        dump["hands"] = [cards_text(hand) for hand in self.hands]
        dump["lying"] = self.lying[:]
        dump["cards"] = cards_text(self.cards)
        return dump


class HighCardView(View):
    """hand: the seat's cards. own: its card that lies face down, -1 for none."""

    def __init__(self, game: Game, seat: int, public: Public, hand: list[int], own: int) -> None:
        super().__init__(game, seat)
        self.public = public
        self.hand = hand
        self.own = own

    def actors(self) -> list[int]:
        return self.public.actors()

    def legal_count(self) -> i64:
        return len(self.public.choices(self.seat, self.hand))

    def legal_nth(self, n: i64) -> i64:
        return self.public.choices(self.seat, self.hand)[n]

    def refusal(self, action: int) -> Refusal | None:
        return self.public.refusal(self.seat, self.hand, action)

    def outcome(self) -> Outcome | None:
        return self.public.outcome()

    def sample(self, rng: Rng) -> State:
        public = self.public.copy()
        known = {*self.hand, *public.shown, self.own}
        rest = vec[i64]([card for card in deck() if card not in known])
        rng.shuffle(rest)
        cards = [int(card) for card in rest]
        hands = []
        for seat in range(public.players):
            if seat == self.seat:
                hands.append(self.hand[:])
                continue
            # A card that another seat has laid in a half-made round is taken back to its hand.
            public.laid[seat] = 0
            hands.append(sorted(cards[: public.sizes[seat]]))
            del cards[: public.sizes[seat]]
        state = HighCardState(self.game, FastChance(rng.fork()), public, hands, cards)
        if self.seat >= 0:
            state.lying[self.seat] = self.own
        return state

    def dump(self) -> Dump:
        dump = self.public.dump()
        dump["seat"] = self.seat
        dump["hand"] = cards_text(self.hand)
        dump["own"] = self.own
        return dump


RULES = RuleSet(
    id="high-card",
    version=1,
    seats=(2, 3, 4),
    decks=1,
    options=(Option("hand", 5, low=1, high=9, unit="cards", clause="common.holding"),),
    make=HighCard,
)
