"""What tests of Fight for the Lead share: matches whose cards are chosen, read by snapshot."""

from __future__ import annotations

from engine.cards import cards_text, deck, parse_cards
from engine.chance import Chance
from engine.events import Event
from engine.fight_for_the_lead.game import RULES, LeadGame
from engine.game import State
from engine.outcome import Outcome
from tests.support.dealing import Stacked, do, stacked

# Seat 0 gets the best spades, seat 1 the best hearts, and so on: whoever leads a suit of its own
# takes all tricks.
HANDS = ("AS KS QS JS", "AH KH QH JH", "AD KD QD JD", "AC KC QC JC", "TS TH TD TC")
REST = "2S 2H 2D 2C 3S 3H 3D 3C"


def lead(players: int, *chances: list[int], dealer: int = -1, **options: int | str) -> State:
    """A match that begins with ``chances`` as its shuffles; the last seat deals unless said."""
    game = RULES.game(players, options)
    return game.start(dealer % players, Stacked(*chances))


def deal(hands: tuple[str, ...], then: str = "", *, dealer: int) -> list[int]:
    """A shuffle that deals ``hands``, an empty text for who does not play, then ``then``."""
    playing = [seat for seat, hand in enumerate(hands) if hand]
    first = min(playing, key=lambda seat: (seat - dealer - 1) % len(hands))
    turned = playing[playing.index(first) :] + playing[: playing.index(first)]
    return stacked([hands[seat] for seat in turned], then, dealer=len(turned) - 1, pack=deck())


def tiny(
    players: int,
    pack: str,
    chance: Chance,
    *,
    size: int = 2,
    dealer: int = -1,
    **options: int | str,
) -> State:
    """A match with a small pack and hands of ``size`` cards."""
    full = RULES.game(players, options).options
    game = LeadGame(players, full, pack=parse_cards(pack), hand_size=size)
    return game.start(dealer % players, chance)


def shot(state: State, field: str) -> object:
    return state.snapshot()[field]


def chips(state: State) -> object:
    return shot(state, "chips")


def debts(state: State) -> object:
    return shot(state, "debts")


def phase(state: State) -> str:
    return f"{shot(state, 'deal')} {shot(state, 'phase')}"


def held(state: State, seat: int) -> str:
    hands = shot(state, "hands")
    assert isinstance(hands, list)
    return str(hands[seat])


def playing(state: State) -> list[int]:
    flags = shot(state, "playing")
    assert isinstance(flags, list)
    return [seat for seat, flag in enumerate(flags) if flag]


def in_order(text: str) -> str:
    return cards_text(sorted(parse_cards(text)))


def changed(state: State, *chances: list[int], **fields: object) -> State:
    """The position with some fields of its snapshot changed, and its further shuffles."""
    return state.game.restore({**state.snapshot(), **fields}, Stacked(*chances))


def outcome(state: State) -> Outcome:
    result = state.outcome()
    assert result is not None
    return result


def events_of(state: State, text: str) -> list[Event]:
    """What happens by a choice."""
    seat, action = state.game.parse_action(text)
    events: list[Event] = []
    state.apply(seat, action, events)
    return events


def texts_of(state: State, seat: int) -> list[str]:
    return [state.game.action_text(seat, action) for action in state.legal_actions(seat)]


def to_tricks(state: State) -> State:
    """Everybody puts their first card forward and exchanges nothing."""
    deal_number = shot(state, "deal")
    while not state.is_over() and shot(state, "deal") == deal_number:
        seat = state.actors()[0]
        if shot(state, "phase") == "play":
            break
        state.apply(seat, state.legal_actions(seat)[0])
        state.check()
    return state


def to_pay_out(state: State) -> State:
    """Plays the first card that may be played until the deal is over."""
    to_tricks(state)
    deal_number = shot(state, "deal")
    while shot(state, "phase") == "play" and shot(state, "deal") == deal_number:
        seat = state.actors()[0]
        state.apply(seat, state.legal_actions(seat)[0])
        state.check()
    return state


def answer(state: State, *texts: str) -> State:
    """Answers to "enter or sit", each with the seat that is asked."""
    return do(state, *texts)
