"""What happened, in the third person with names, and in the second for the reader's own seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine import actions as act
from engine import events as ev
from tui.words.actions import did, did_unseen
from tui.words.marks import N_, NN_, Text
from tui.words.rules import ending_sentence
from tui.words.scene import Scene
from tui.words.tongue import Phrase, Tongue

_BATTALIONS: Final = ("battalion-twins", "battalion-cover")


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


# What is told by the draw that comes of it, with the card.
_TOLD_BY_DRAW: Final = (act.DRAW_STOCK, act.DRAW_DISCARD)


def _chose(tongue: Tongue, event: ev.Chose, scene: Scene) -> str | None:
    if event.action & 31 in _TOLD_BY_DRAW and scene.rules in _BATTALIONS:
        return None
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
    text = NN_("{name} draws a card.", "{name} draws {count} cards.")
    name = _name(tongue, event.seat, scene)
    return _say(tongue, text, scene, "count", count=event.count, name=name)


def _received(tongue: Tongue, event: ev.Received, scene: Scene) -> str | None:
    cards = Phrase(tongue.cards(event.cards))
    if event.seat == scene.me:
        return _say(tongue, N_("You draw {cards}."), scene, cards=cards)
    name = _name(tongue, event.seat, scene)
    return _say(tongue, N_("{name} draws {cards}."), scene, name=name, cards=cards)


def _took_up(tongue: Tongue, event: ev.TookUp, scene: Scene) -> str | None:
    card = Phrase(tongue.card(event.card))
    text = N_("{name} takes {card} from the discard pile.")
    if event.seat == scene.me:
        text = N_("You take {card} from the discard pile.")
    return _say(tongue, text, scene, name=_name(tongue, event.seat, scene), card=card)


def _turned_up(tongue: Tongue, event: ev.TurnedUp, scene: Scene) -> str | None:
    card = Phrase(tongue.card(event.card))
    return _say(tongue, N_("{card} is turned up."), scene, card=card)


def _revealed(tongue: Tongue, event: ev.Revealed, scene: Scene) -> str | None:
    # Who chose them knows them.
    if scene.open or event.seat == scene.me:
        return None
    cards = Phrase(tongue.cards(event.cards))
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
    "cannot-pay": (
        N_("You cannot pay for this deal."),
        N_("{name} cannot pay for this deal."),
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


# The bank and the pot have sentences of their own: in some languages one pays into them in another
# way than to a player.
_INTO: Final[Mapping[int, tuple[Text, Text]]] = {
    ev.BANK: (
        NN_("You pay {count} chip to the bank.", "You pay {count} chips to the bank."),
        NN_("{name} pays {count} chip to the bank.", "{name} pays {count} chips to the bank."),
    ),
    ev.POT: (
        NN_("You pay {count} chip to the pot.", "You pay {count} chips to the pot."),
        NN_("{name} pays {count} chip to the pot.", "{name} pays {count} chips to the pot."),
    ),
}
_OUT_OF: Final[Mapping[int, tuple[Text, Text]]] = {
    ev.BANK: (
        NN_("You take {count} chip from the bank.", "You take {count} chips from the bank."),
        NN_("{to} takes {count} chip from the bank.", "{to} takes {count} chips from the bank."),
    ),
    ev.POT: (
        NN_("You take {count} chip from the pot.", "You take {count} chips from the pot."),
        NN_("{to} takes {count} chip from the pot.", "{to} takes {count} chips from the pot."),
    ),
}
_TO_SEAT: Final = (
    NN_("You pay {count} chip to {to}.", "You pay {count} chips to {to}."),
    NN_("{name} pays {count} chip to {to}.", "{name} pays {count} chips to {to}."),
)
_TO_YOU: Final = NN_("{name} pays you {count} chip.", "{name} pays you {count} chips.")


def _paid(tongue: Tongue, event: ev.Paid, scene: Scene) -> str | None:
    if event.chips == 0:
        return None
    text: Text
    if event.seat < 0:
        text = _OUT_OF[event.seat][0 if event.to == scene.me else 1]
    elif event.to < 0:
        text = _INTO[event.to][0 if event.seat == scene.me else 1]
    elif event.to == scene.me:
        text = _TO_YOU
    else:
        text = _TO_SEAT[0] if event.seat == scene.me else _TO_SEAT[1]
    name, to = _name(tongue, event.seat, scene), _name(tongue, event.to, scene)
    return _say(tongue, text, scene, "count", name=name, to=to, count=event.chips)


_BATTLE: Final = (
    N_("You win the battle, {won} to {lost}."),
    N_("{name} wins the battle, {won} to {lost}."),
    N_("The battle is a tie, {won} to {lost}."),
)
_TRICK: Final = (N_("You take the trick."), N_("{name} takes the trick."), N_("A trick is over."))


def _battle_ended(tongue: Tongue, event: ev.BattleEnded, scene: Scene) -> str | None:
    if scene.rules == "battalion-cover":
        # Nobody wins there; the payments tell the rest.
        return None if any(event.worth) else tongue.gettext(N_("Nobody pays for the battle."))
    ways = _TRICK if scene.rules == "fight-for-the-lead" else _BATTLE
    text, name = ways[2], Phrase("")
    if event.winner >= 0:
        text = ways[0] if event.winner == scene.me else ways[1]
        name = _name(tongue, event.winner, scene)
    won, lost = max(event.worth, default=0), min(event.worth, default=0)
    return _say(tongue, text, scene, name=name, won=won, lost=lost)


_LEADS: Final[Mapping[str, tuple[str, str]]] = {
    "challenges": (N_("It is for you to challenge."), N_("It is for {name} to challenge.")),
    "highest-bid": (
        N_("You have the highest number and attack first."),
        N_("{name} has the highest number and attacks first."),
    ),
    "all-passed": (
        N_("All have passed, and you attack first."),
        N_("All have passed, and {name} attacks first."),
    ),
    "fight": (N_("You win the lead."), N_("{name} wins the lead.")),
    "stock-out": (
        N_("No card put forward fits; the lead falls to you."),
        N_("No card put forward fits; the lead falls to {name}."),
    ),
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


def _deal_skipped(tongue: Tongue, event: ev.DealSkipped, scene: Scene) -> str | None:
    text = N_("Deal {number} is skipped, as fewer than two would play.")
    return _say(tongue, text, scene, number=event.number)


def _called_in(tongue: Tongue, event: ev.CalledIn, scene: Scene) -> str | None:
    if event.seat == scene.me:
        return _say(tongue, N_("Too few would play: you must play after all."), scene)
    name = _name(tongue, event.seat, scene)
    return _say(tongue, N_("Too few would play: {name} must play after all."), scene, name=name)


_DEBTS: Final[Mapping[str, tuple[Text, Text]]] = {
    "no-trick": (
        NN_(
            "You took no trick and owe {count} chip.",
            "You took no trick and owe {count} chips.",
        ),
        NN_(
            "{name} took no trick and owes {count} chip.",
            "{name} took no trick and owes {count} chips.",
        ),
    ),
    "paid": (N_("Your debt is paid."), N_("{name} has paid a debt.")),
    "lapsed": (N_("Your debt has lapsed."), N_("The debt of {name} has lapsed.")),
}
_DEBTS_OTHER: Final = (
    NN_("You owe {count} chip.", "You owe {count} chips."),
    NN_("{name} owes {count} chip.", "{name} owes {count} chips."),
)


def _debt_changed(tongue: Tongue, event: ev.DebtChanged, scene: Scene) -> str | None:
    you, they = _DEBTS.get(event.code, _DEBTS_OTHER)
    name = _name(tongue, event.seat, scene)
    text = you if event.seat == scene.me else they
    return _say(tongue, text, scene, "count", name=name, count=event.chips)


def _undone(tongue: Tongue, event: ev.Undone, scene: Scene) -> str | None:
    if event.seat == scene.me:
        return _say(tongue, N_("You take your choice back."), scene)
    name = _name(tongue, event.seat, scene)
    return _say(tongue, N_("{name} takes a choice back."), scene, name=name)


# By name, so that a rule set's own events (a plug-in's) simply have no line.
_SAY: Final[Mapping[str, Callable[[Tongue, Any, Scene], str | None]]] = {
    "Chose": _chose,
    "ChoseUnseen": _chose_unseen,
    "DealBegan": _deal_began,
    "Shuffled": _shuffled,
    "Drew": _drew,
    "Received": _received,
    "TookUp": _took_up,
    "TurnedUp": _turned_up,
    "Revealed": _revealed,
    "PassedOver": _passed_over,
    "Paid": _paid,
    "BattleEnded": _battle_ended,
    "LeadWon": _lead_won,
    "WentOut": _went_out,
    "Ended": _ended,
    "DealSkipped": _deal_skipped,
    "CalledIn": _called_in,
    "DebtChanged": _debt_changed,
    "Undone": _undone,
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
        "DebtChanged": frozenset(_DEBTS),
    }
