"""What is asked of the reader now, in one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from engine import actions as act
from tui.words.marks import N_, NN_, Text
from tui.words.scene import NOWHERE, Scene
from tui.words.tongue import Phrase, Tongue, placeholders


class Prompt(NamedTuple):
    """A sentence, used when all the values it says are given.

    by: the value that chooses the form, for a text that has several.
    """

    text: Text
    by: str = ""


# The most telling sentence first; the last one of each says no value.
_PROMPTS: Final[Mapping[frozenset[int], Sequence[Prompt]]] = {
    frozenset((act.DRAW_STOCK, act.DRAW_DISCARD)): (
        Prompt(N_("Take the top card of the stock, or {card} from the discard pile.")),
        Prompt(N_("Take the top card of the stock or of the discard pile.")),
    ),
    frozenset((act.DRAW_STOCK,)): (Prompt(N_("Take the top card of the stock.")),),
    frozenset((act.DISCARD,)): (Prompt(N_("Choose a card to discard.")),),
    frozenset((act.BID, act.PASS)): (
        Prompt(N_("Bid {only}, or pass.")),
        Prompt(N_("Bid from {low} to {high}, or pass.")),
        Prompt(N_("Bid, or pass.")),
    ),
    frozenset((act.PASS,)): (Prompt(N_("You cannot bid: pass.")),),
    frozenset((act.ATTACK,)): (
        Prompt(N_("Choose a target and at least {least} cards of one suit, not {suit}.")),
        Prompt(
            NN_(
                "Choose a target and at least {least} card of one suit.",
                "Choose a target and at least {least} cards of one suit.",
            ),
            "least",
        ),
        Prompt(N_("Choose a target and cards of one suit, but not {suit}.")),
        Prompt(N_("Choose a target and cards of one suit.")),
    ),
    frozenset((act.ASSAULT,)): (
        Prompt(
            NN_(
                "Attack {target} with exactly {exactly} card.",
                "Attack {target} with exactly {exactly} cards of one suit.",
            ),
            "exactly",
        ),
        Prompt(N_("Attack {target} with several cards of one suit.")),
        Prompt(N_("Attack the next player with cards of one suit.")),
    ),
    frozenset((act.DEFEND, act.SURRENDER)): (
        Prompt(N_("Defend with {suit}, or surrender.")),
        Prompt(N_("Defend, or surrender.")),
    ),
    frozenset((act.SURRENDER,)): (
        Prompt(N_("You hold no {suit}: surrender.")),
        Prompt(N_("You cannot defend: surrender.")),
    ),
    frozenset((act.COVER, act.LEAVE)): (
        Prompt(N_("Cover {card}, or leave it bare.")),
        Prompt(N_("Cover the card, or leave it bare.")),
    ),
    frozenset((act.LEAVE,)): (
        Prompt(N_("You cannot cover {card}: leave it bare.")),
        Prompt(N_("You cannot cover the card: leave it bare.")),
    ),
    frozenset((act.ENTER, act.SIT)): (
        Prompt(
            NN_(
                "Enter this deal for {price} chip, or sit it out?",
                "Enter this deal for {price} chips, or sit it out?",
            ),
            "price",
        ),
        Prompt(N_("Enter this deal, or sit it out?")),
    ),
    frozenset((act.FIGHT,)): (Prompt(N_("Choose the card that fights for the lead.")),),
    frozenset((act.EXCHANGE, act.STAND)): (
        Prompt(
            NN_(
                "Choose cards to exchange, for {price} chip each, or none.",
                "Choose cards to exchange, for {price} chips each, or none.",
            ),
            "price",
        ),
        Prompt(N_("Choose cards to exchange, or none.")),
    ),
    frozenset((act.STAND,)): (Prompt(N_("You cannot pay for an exchange: stand.")),),
    frozenset((act.PLAY,)): (
        Prompt(N_("Play a card; {suit} must be followed.")),
        Prompt(N_("Play a card.")),
    ),
    frozenset((act.MUSTER, act.READY)): (
        Prompt(N_("Announce an ace and draw five cards, or say that you are ready.")),
    ),
    frozenset((act.READY,)): (Prompt(N_("You have no ace to announce: say that you are ready.")),),
    frozenset((act.CHALLENGE,)): (Prompt(N_("Choose whom to challenge.")),),
    frozenset((act.SQUAD,)): (Prompt(N_("Choose three cards for your squad.")),),
}
_SPECIAL: Final[Mapping[tuple[str, frozenset[int]], Sequence[Prompt]]] = {
    ("battalion-cover", frozenset((act.BID, act.PASS))): (
        Prompt(N_("Declare the {high} cards of your longest suit, or pass.")),
        Prompt(N_("Declare your longest suit, or pass.")),
    ),
    ("battalion-cover", frozenset((act.PASS,))): (
        Prompt(N_("You have no four cards of one suit to declare: pass.")),
    ),
}
_OTHER = Prompt(N_("It is your turn to choose."))


def prompt_sentence(
    tongue: Tongue,
    kinds: Iterable[int],
    scene: Scene = NOWHERE,
    values: Mapping[str, object] | None = None,
) -> str:
    """What is asked, given the kinds of the choices that are allowed.

    values: what the sentence may name, if known: ``card``, ``suit`` (one letter), ``target`` (a
    seat), ``low`` and ``high``, or ``only`` (bids), ``least`` and ``exactly`` (numbers of cards),
    ``price``.
    """
    asked = frozenset(kinds)
    known = values or {}
    prompts = _SPECIAL.get((scene.rules, asked)) or _PROMPTS.get(asked, (_OTHER,))
    for prompt in prompts:
        if placeholders(prompt.text) <= set(known):
            return tongue.fill(prompt.text, known, scene, prompt.by)
    return tongue.gettext(_OTHER.text) if isinstance(_OTHER.text, str) else ""


def waiting_sentence(tongue: Tongue, seats: Sequence[int], scene: Scene = NOWHERE) -> str:
    """For whom the game waits: ``Waiting for Bea and Cleo.``"""
    names = Phrase(tongue.both([tongue.name(seat, scene) for seat in seats]))
    return tongue.fill(N_("Waiting for {names}."), {"names": names})


def all_kinds() -> frozenset[frozenset[int]]:
    """The sets of kinds that have a sentence."""
    return frozenset(_PROMPTS)
