"""A position of General's War: play, draws, goals and the end."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from engine import bits
from engine.actions import CHALLENGE, MUSTER, READY, SQUAD, card_of, kind_of, target_of
from engine.chance import Chance
from engine.events import (
    BattleEnded,
    Chose,
    ChoseUnseen,
    Drew,
    Ended,
    Event,
    LeadWon,
    PassedOver,
    Received,
    Revealed,
    Shuffled,
    WentOut,
)
from engine.game import Dump, Game, State, View
from engine.generals_war.public import (
    ACES,
    BATTLE,
    BY_GENERALS,
    BY_TARGET,
    CHALLENGING,
    ENDINGS,
    LAST_IN,
    NO_BATTLE,
    OVER,
    SENDER,
    SQUAD_SIZE,
    WarPublic,
    squad_mask,
    value_of,
)
from engine.generals_war.snapshot import check_position, snapshot_of
from engine.generals_war.view import PositionMaker, WarView, outcome_of
from engine.outcome import Outcome
from engine.refusals import Refusal
from engine.rng import Rng

MUSTER_DRAW = 5
BATTLE_DRAW = 3


@mypyc_attr(native_class=True)
class WarState(State):
    """public: what everybody knows. hands, squads: masks, one a seat (a squad lies face down until
    the other is in). stock: the reserve as it was shuffled; ``top`` indexes its top card."""

    def __init__(
        self, game: Game, chance: Chance, public: WarPublic, hands: vec[i64], stock: vec[i64]
    ) -> None:
        self.game = game
        self.chance = chance
        self.public = public
        self.hands = hands
        self.squads = vec[i64]([0] * public.players)
        self.stock = stock
        self.top: i64 = 0

    def clone(self) -> State:
        copy = WarState(
            self.game, self.chance.clone(), self.public.clone(), self.hands[:], self.stock[:]
        )
        copy.squads = self.squads[:]
        copy.top = self.top
        return copy

    def actors(self) -> list[int]:
        return self.public.actors()

    def next_actor(self) -> i64:
        return self.public.next_actor()

    def missing(self) -> list[int]:
        public = self.public
        answered = public.committed[public.first] + public.committed[public.second]
        return public.actors() if public.phase == BATTLE and answered != 0 else []

    def legal_count(self, seat: i64) -> i64:
        return self.public.legal_count(seat, self.hands[seat])

    def legal_nth(self, seat: i64, n: i64) -> i64:
        return self.public.legal_nth(seat, self.hands[seat], n)

    def refusal(self, seat: int, action: int) -> Refusal | None:
        return self.public.refusal(seat, self.hands[seat], action)

    def play(self, seat: i64, action: i64, events: list[Event] | None) -> None:
        kind = kind_of(action)
        if kind == SQUAD:
            self._commit(seat, action, events)
            return
        if events is not None:
            events.append(Chose(int(seat), int(action)))
        if kind == MUSTER:
            self._muster(seat, card_of(action), events)
        elif kind == READY:
            self._ready(seat, events)
        elif kind == CHALLENGE:
            self._pair(seat, target_of(action))

    def play_random(self, seat: i64, rng: Rng) -> None:
        if self.public.phase != BATTLE:
            self.play(seat, self.legal_nth(seat, rng.below(self.legal_count(seat))), None)
            return
        # Three cards one after another: every set of three is equally likely.
        hand = self.hands[seat]
        left = bits.count(hand)
        squad: i64 = 0
        n: i64 = 0
        while n < SQUAD_SIZE:
            card = bits.bit(bits.nth(hand, rng.below(left)))
            hand &= ~card
            squad |= card
            left -= 1
            n += 1
        self._put_down(seat, squad, None)

    # Mustering

    def _muster(self, seat: i64, ace: i64, events: list[Event] | None) -> None:
        public = self.public
        public.announced |= bits.bit(ace)
        public.known[seat] |= bits.bit(ace)
        self._draw(seat, MUSTER_DRAW, events)

    def _ready(self, seat: i64, events: list[Event] | None) -> None:
        public = self.public
        if seat != public.dealer:
            public.turn = (seat + 1) % public.players
        elif public.players == 2:
            self._pair(0, 1)
            self._battle_or_end(events)
        else:
            self._next_challenge(public.dealer, events)

    # Who battles

    def _pair(self, one: i64, other: i64) -> None:
        """Puts the two into battle, in clockwise order from the dealer's left."""
        public = self.public
        left = public.dealer + 1
        players = public.players
        if (one - left + players) % players > (other - left + players) % players:
            one, other = other, one
        public.first = one
        public.second = other
        public.phase = BATTLE

    def _battle_or_end(self, events: list[Event] | None) -> None:
        public = self.public
        if not (public.can_battle(public.first) and public.can_battle(public.second)):
            self._end(NO_BATTLE, events)

    def _next_challenge(self, seat: i64, events: list[Event] | None) -> None:
        """Gives the turn to challenge to ``seat`` or to the next one who can challenge anybody."""
        public = self.public
        able: i64 = 0
        other: i64 = 0
        while other < public.players:
            if public.can_battle(other):
                able += 1
            other += 1
        if able < 2:
            self._end(NO_BATTLE, events)
            return
        while not public.can_battle(seat):
            if events is not None:
                code = "out" if public.place[seat] != 0 else "too-few-cards"
                events.append(PassedOver(int(seat), code))
            seat = (seat + 1) % public.players
        public.phase = CHALLENGING
        public.turn = seat
        if events is not None:
            events.append(LeadWon(int(seat), "challenges"))

    # Battle

    def _commit(self, seat: i64, action: i64, events: list[Event] | None) -> None:
        if events is not None:
            events.append(Chose(int(seat), int(action), only=int(seat)))
            events.append(ChoseUnseen(int(seat), SQUAD, SQUAD_SIZE))
        self._put_down(seat, squad_mask(action), events)

    def _put_down(self, seat: i64, squad: i64, events: list[Event] | None) -> None:
        public = self.public
        self.squads[seat] = squad
        public.committed[seat] = 1
        if public.committed[public.first] != 0 and public.committed[public.second] != 0:
            self._reveal(events)

    def _reveal(self, events: list[Event] | None) -> None:
        public = self.public
        first, second = public.first, public.second
        seat: i64 = 0
        while seat < public.players:
            squad = self.squads[seat]
            public.last[seat] = squad
            if squad != 0:
                public.table[seat] |= squad
                self.hands[seat] &= ~squad
                public.known[seat] &= ~squad
                public.sizes[seat] -= SQUAD_SIZE
                public.committed[seat] = 0
                self.squads[seat] = 0
            seat += 1
        public.sent = append(public.sent, public.last[first] | first << SENDER)
        public.sent = append(public.sent, public.last[second] | second << SENDER)
        worth_first = value_of(public.last[first])
        worth_second = value_of(public.last[second])
        public.last_winner = -1
        if worth_first != worth_second:
            public.last_winner = first if worth_first > worth_second else second
        if events is not None:
            for fighter in (first, second):
                shown = tuple(bits.cards_of(public.last[fighter]))
                events.append(Revealed(int(fighter), SQUAD, shown))
            events.append(
                BattleEnded(
                    (int(first), int(second)),
                    (int(worth_first), int(worth_second)),
                    int(public.last_winner),
                )
            )
        if public.last_winner < 0:
            self._tie(events)
        elif public.last_winner == first:
            self._won(first, second, events)
        else:
            self._won(second, first, events)

    def _tie(self, events: list[Event] | None) -> None:
        public = self.public
        first, second = public.first, public.second
        self._draw(first, BATTLE_DRAW, events)
        self._draw(second, BATTLE_DRAW, events)
        if public.sizes[first] >= SQUAD_SIZE and public.sizes[second] >= SQUAD_SIZE:
            return
        public.lost |= public.table[first] | public.table[second]
        public.table[first] = 0
        public.table[second] = 0
        self._after_battle(events)

    def _won(self, winner: i64, loser: i64, events: list[Event] | None) -> None:
        public = self.public
        cell = winner * public.players + loser
        public.killed[cell] += bits.count(public.table[loser] & ACES)
        public.won[winner] |= public.table[winner] | public.table[loser]
        public.table[winner] = 0
        public.table[loser] = 0
        goal: i64 = 0
        if public.killed[cell] >= 2:
            goal = BY_GENERALS
        elif value_of(public.won[winner]) >= public.target:
            goal = BY_TARGET
        if goal == 0:
            self._draw(winner, BATTLE_DRAW, events)
        else:
            self._go_out(winner, goal, events)
            if public.phase == OVER:
                return
        self._draw(loser, BATTLE_DRAW, events)
        self._after_battle(events)

    def _go_out(self, winner: i64, goal: i64, events: list[Event] | None) -> None:
        public = self.public
        out: i64 = 0
        for place in public.place:
            out += 1 if place != 0 else 0
        public.place[winner] = out + 1
        if events is not None:
            events.append(WentOut(int(winner), int(out + 1), ENDINGS[goal]))
        if public.players == 2:
            self._end(goal, events)
        elif out + 1 == public.players - 1:
            self._end(LAST_IN, events)

    def _after_battle(self, events: list[Event] | None) -> None:
        public = self.public
        if public.players == 2:
            self._battle_or_end(events)
        else:
            self._next_challenge((public.turn + 1) % public.players, events)

    def _draw(self, seat: i64, most: i64, events: list[Event] | None) -> None:
        """``seat`` draws ``most`` cards from the reserve, or as many as there are."""
        public = self.public
        drawn = min(most, public.reserve)
        cards: list[int] = []
        n: i64 = 0
        while n < drawn:
            card = self.stock[self.top]
            self.top += 1
            self.hands[seat] |= bits.bit(card)
            if events is not None:
                cards.append(int(card))
            n += 1
        public.reserve -= drawn
        public.sizes[seat] += drawn
        if events is not None and drawn > 0:
            events.append(Drew(int(seat), int(drawn)))
            events.append(Received(int(seat), tuple(cards), only=int(seat)))

    # The end

    def _end(self, ending: i64, events: list[Event] | None) -> None:
        self.public.phase = OVER
        self.public.ending = ending
        if events is not None:
            outcome = outcome_of(self.public)
            events.append(Ended(outcome.ending, outcome.places))

    def outcome(self) -> Outcome | None:
        return outcome_of(self.public) if self.public.phase == OVER else None

    def view(self, seat: int) -> View:
        hand: i64 = 0
        squad: i64 = 0
        if seat >= 0:
            hand = self.hands[seat]
            squad = self.squads[seat]
        return WarView(self.game, seat, self.public.clone(), hand, squad, MAKER)

    def check(self) -> None:
        check_position(self.game, self.public, self.hands, self.squads, self.stock[self.top :])

    def snapshot(self) -> Dump:
        return snapshot_of(self.public, self.hands, self.squads, self.stock[self.top :])


class _Maker(PositionMaker):
    """Makes the positions that views imagine."""

    def make(
        self,
        game: Game,
        chance: Chance,
        public: WarPublic,
        hands: vec[i64],
        squads: vec[i64],
        stock: vec[i64],
    ) -> State:
        state = WarState(game, chance, public, hands, stock)
        state.squads = squads
        return state


MAKER: Final = _Maker()


def start(
    game: Game,
    pack: list[int],
    hand_size: i64,
    dealer: i64,
    target: i64,
    chance: Chance,
    events: list[Event] | None,
) -> State:
    """Shuffles and deals: one card at a time, left of the dealer first (rules, Common ground)."""
    players: i64 = game.players
    order = chance.shuffle(vec[i64](pack))
    dealt = players * hand_size
    public = WarPublic(players, dealer, target, bits.mask_of(pack), i64(len(order)) - dealt)
    hands = vec[i64]([0] * players)
    if events is not None:
        events.append(Shuffled("pack", len(pack)))
    n: i64 = 0
    while n < dealt:
        hands[(dealer + 1 + n) % players] |= bits.bit(order[n])
        n += 1
    seat: i64 = 0
    while seat < players:
        public.sizes[seat] = hand_size
        if events is not None:
            events.append(Drew(int(seat), int(hand_size)))
            mine = tuple(bits.cards_of(hands[seat]))
            events.append(Received(int(seat), mine, only=int(seat)))
        seat += 1
    return WarState(game, chance, public, hands, order[dealt:])
