"""What happened, in the third person with names, and in the second for the reader's own seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine import events as ev
from tui.words.actions import did, did_unseen
from tui.words.marks import N_, NN_, Text
from tui.words.rules import ending_sentence
from tui.words.scene import Scene
from tui.words.tongue import Phrase, Tongue

Values = dict[str, object]


def event_sentence(tongue: Tongue, event: ev.Event, scene: Scene) -> str | None:
    """A line for the log of the reader of ``scene``; None for an event that needs no line.

    The event must be one that this reader may know (``Event.only``).
    """
    say = _SAY.get(type(event).__name__)
    return say(tongue, event, scene) if say is not None else None


def _say(tongue: Tongue, text: Text, scene: Scene, by: str = "", **values: object) -> str:
    return tongue.fill(text, values, scene, by)


def _name(tongue: Tongue, seat: int, scene: Scene) -> Phrase:
    return Phrase(tongue.name(seat, scene))


def _chose(tongue: Tongue, event: ev.Chose, scene: Scene) -> str | None:
    return did(tongue, event.seat, event.action, scene)


def _chose_unseen(tongue: Tongue, event: ev.ChoseUnseen, scene: Scene) -> str | None:
    # Whoever sees the cards is told by Chose.
    if scene.open or event.seat == scene.me:
        return None
    return did_unseen(tongue, event.seat, event.kind, event.count, scene)


def _deal_began(tongue: Tongue, event: ev.DealBegan, scene: Scene) -> str | None:
    text = N_("Deal {number}: {name} deals.")
    if event.dealer == scene.me:
        text = N_("Deal {number}: you deal.")
    name = _name(tongue, event.dealer, scene)
    return _say(tongue, text, scene, number=event.number, name=name)


def _shuffled(tongue: Tongue, event: ev.Shuffled, scene: Scene) -> str | None:
    if event.pile == "discard":
        return _say(tongue, N_("The discard pile is shuffled and is the new stock."), scene)
    return _say(tongue, N_("The cards are shuffled."), scene)


def _drew(tongue: Tongue, event: ev.Drew, scene: Scene) -> str | None:
    # Whoever sees the cards is told by Received.
    if scene.open or event.seat == scene.me:
        return None
    text = NN_("{name} draws {count} card.", "{name} draws {count} cards.")
    name = _name(tongue, event.seat, scene)
    return _say(tongue, text, scene, "count", count=event.count, name=name)


def _received(tongue: Tongue, event: ev.Received, scene: Scene) -> str | None:
    cards = Phrase(tongue.cards(event.cards))
    if event.seat == scene.me:
        return _say(tongue, N_("You draw {cards}."), scene, cards=cards)
    name = _name(tongue, event.seat, scene)
    return _say(tongue, N_("{name} draws {cards}."), scene, name=name, cards=cards)


def _turned_up(tongue: Tongue, event: ev.TurnedUp, scene: Scene) -> str | None:
    card = Phrase(tongue.card(event.card))
    return _say(tongue, N_("{card} is turned up."), scene, card=card)


def _revealed(tongue: Tongue, event: ev.Revealed, scene: Scene) -> str | None:
    if scene.open:
        return None
    cards = Phrase(tongue.cards(event.cards))
    if event.seat == scene.me:
        return _say(tongue, N_("You show {cards}."), scene, cards=cards)
    name = _name(tongue, event.seat, scene)
    return _say(tongue, N_("{name} shows {cards}."), scene, name=name, cards=cards)


_PASSED_OVER: Final[Mapping[str, tuple[str, str]]] = {
    "no-allowed-suit": (
        N_("You have no card of an allowed suit and are passed over."),
        N_("{name} has no card of an allowed suit and is passed over."),
    ),
    "out": (
        N_("You have left the game and are passed over."),
        N_("{name} has left the game and is passed over."),
    ),
    "too-few-cards": (
        N_("You have fewer than three cards and are passed over."),
        N_("{name} has fewer than three cards and is passed over."),
    ),
}
_PASSED_OVER_OTHER: Final = (N_("You are passed over."), N_("{name} is passed over."))


def _passed_over(tongue: Tongue, event: ev.PassedOver, scene: Scene) -> str | None:
    you, they = _PASSED_OVER.get(event.code, _PASSED_OVER_OTHER)
    name = _name(tongue, event.seat, scene)
    return _say(tongue, you if event.seat == scene.me else they, scene, name=name)


_TO_BANK: Final = (
    NN_("You pay {count} chip to {to}.", "You pay {count} chips to {to}."),
    NN_("{name} pays {count} chip to {to}.", "{name} pays {count} chips to {to}."),
)
_FROM_BANK: Final = (
    NN_("You take {count} chip from {name}.", "You take {count} chips from {name}."),
    NN_("{to} takes {count} chip from {name}.", "{to} takes {count} chips from {name}."),
)
_TO_YOU: Final = NN_("{name} pays you {count} chip.", "{name} pays you {count} chips.")


def _paid(tongue: Tongue, event: ev.Paid, scene: Scene) -> str | None:
    if event.chips == 0:
        return None
    text: Text
    if event.seat < 0:
        text = _FROM_BANK[0] if event.to == scene.me else _FROM_BANK[1]
    elif event.to == scene.me:
        text = _TO_YOU
    else:
        text = _TO_BANK[0] if event.seat == scene.me else _TO_BANK[1]
    name, to = _name(tongue, event.seat, scene), _name(tongue, event.to, scene)
    return _say(tongue, text, scene, "count", name=name, to=to, count=event.chips)


_BATTLE: Final = (
    N_("You win the battle, {won} points to {lost}."),
    N_("{name} wins the battle, {won} points to {lost}."),
    N_("The battle is a tie, {won} points each."),
)
_TRICK: Final = (N_("You take the trick."), N_("{name} takes the trick."), "")


def _battle_ended(tongue: Tongue, event: ev.BattleEnded, scene: Scene) -> str | None:
    ways = _TRICK if scene.rules == "fight-for-the-lead" else _BATTLE
    if event.winner < 0:
        text, name = ways[2], Phrase("")
    else:
        text = ways[0] if event.winner == scene.me else ways[1]
        name = _name(tongue, event.winner, scene)
    if not text:
        return None
    worth = sorted(event.worth)
    won, lost = (worth[-1], worth[0]) if worth else (0, 0)
    return _say(tongue, text, scene, name=name, won=won, lost=lost)


_LEADS: Final[Mapping[str, tuple[str, str]]] = {
    "challenges": (N_("It is for you to challenge."), N_("It is for {name} to challenge.")),
}
_LEADS_OTHER: Final = (N_("You have the lead."), N_("{name} has the lead."))


def _lead_won(tongue: Tongue, event: ev.LeadWon, scene: Scene) -> str | None:
    you, they = _LEADS.get(event.code, _LEADS_OTHER)
    name = _name(tongue, event.seat, scene)
    return _say(tongue, you if event.seat == scene.me else they, scene, name=name)


_WENT_OUT: Final[Mapping[str, tuple[str, str]]] = {
    "generals": (
        N_("You have captured two generals of one player: place {place}."),
        N_("{name} has captured two generals of one player: place {place}."),
    ),
    "target": (
        N_("You have won enough points: place {place}."),
        N_("{name} has won enough points: place {place}."),
    ),
}
_WENT_OUT_OTHER: Final = (
    N_("You have reached a goal: place {place}."),
    N_("{name} has reached a goal: place {place}."),
)


def _went_out(tongue: Tongue, event: ev.WentOut, scene: Scene) -> str | None:
    you, they = _WENT_OUT.get(event.code, _WENT_OUT_OTHER)
    name = _name(tongue, event.seat, scene)
    text = you if event.seat == scene.me else they
    return _say(tongue, text, scene, name=name, place=event.place)


def _ended(tongue: Tongue, event: ev.Ended, scene: Scene) -> str | None:
    return f"{ending_sentence(tongue, event.ending)} {winner_sentence(tongue, event.places, scene)}"


def winner_sentence(tongue: Tongue, places: tuple[int, ...], scene: Scene) -> str:
    """Who has won: ``Ann wins.``, ``You and Bea share the first place.``"""
    first = [seat for seat, place in enumerate(places) if place == 1]
    if first == [scene.me]:
        return _say(tongue, N_("You win the game."), scene)
    if len(first) == 1:
        return _say(tongue, N_("{name} wins the game."), scene, name=_name(tongue, first[0], scene))
    you = [tongue.gettext(N_("You"))] if scene.me in first else []
    names = you + [tongue.name(seat, scene) for seat in first if seat != scene.me]
    together = Phrase(tongue.both(names))
    return _say(tongue, N_("{names} share the first place."), scene, names=together)


# By name, so that a rule set's own events (a plug-in's) simply have no line.
_SAY: Final[Mapping[str, Callable[[Tongue, Any, Scene], str | None]]] = {
    "Chose": _chose,
    "ChoseUnseen": _chose_unseen,
    "DealBegan": _deal_began,
    "Shuffled": _shuffled,
    "Drew": _drew,
    "Received": _received,
    "TurnedUp": _turned_up,
    "Revealed": _revealed,
    "PassedOver": _passed_over,
    "Paid": _paid,
    "BattleEnded": _battle_ended,
    "LeadWon": _lead_won,
    "WentOut": _went_out,
    "Ended": _ended,
}


def known_events() -> frozenset[str]:
    """The names of the event classes that are thought of here."""
    return frozenset(_SAY)


def known_codes() -> Mapping[str, frozenset[str]]:
    """The codes of events that have sentences of their own, by the event's class."""
    return {
        "PassedOver": frozenset(_PASSED_OVER),
        "LeadWon": frozenset(_LEADS),
        "WentOut": frozenset(_WENT_OUT),
    }
