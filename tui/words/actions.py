"""Choices in words: what one can do ("Attack Bea with Q♠ J♠") and what somebody does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from engine import actions as act
from tui.words.marks import N_, NN_, Text
from tui.words.scene import NOWHERE, Scene
from tui.words.tongue import Phrase, Tongue


class Deed(NamedTuple):
    """The ways to say a choice.

    do: as an offer. you, they: after it was made, by the reader and by somebody else. at_you: by
    somebody else against the reader. Every text may say ``{name}``, ``{target}``, ``{cards}``
    and ``{number}``.
    """

    do: Text
    you: Text
    they: Text
    at_you: Text = ""


DEEDS: Final[Mapping[int, Deed]] = {
    act.DRAW_STOCK: Deed(
        N_("Take from the stock"),
        N_("You take from the stock."),
        N_("{name} takes from the stock."),
    ),
    act.DRAW_DISCARD: Deed(
        N_("Take the top discard"),
        N_("You take the top discard."),
        N_("{name} takes the top discard."),
    ),
    act.DISCARD: Deed(
        N_("Discard {cards}"), N_("You discard {cards}."), N_("{name} discards {cards}.")
    ),
    act.BID: Deed(N_("Bid {number}"), N_("You bid {number}."), N_("{name} bids {number}.")),
    act.PASS: Deed(N_("Pass"), N_("You pass."), N_("{name} passes.")),
    act.ATTACK: Deed(
        N_("Attack {target} with {cards}"),
        N_("You attack {target} with {cards}."),
        N_("{name} attacks {target} with {cards}."),
        N_("{name} attacks you with {cards}."),
    ),
    # The target, the next seat, is added where the table is known.
    act.ASSAULT: Deed(
        N_("Attack {target} with {cards}"),
        N_("You attack {target} with {cards}."),
        N_("{name} attacks {target} with {cards}."),
        N_("{name} attacks you with {cards}."),
    ),
    act.DEFEND: Deed(
        N_("Defend with {cards}"),
        N_("You defend with {cards}."),
        N_("{name} defends with {cards}."),
    ),
    act.SURRENDER: Deed(N_("Surrender"), N_("You surrender."), N_("{name} surrenders.")),
    act.COVER: Deed(
        N_("Cover with {cards}"), N_("You cover with {cards}."), N_("{name} covers with {cards}.")
    ),
    act.LEAVE: Deed(
        N_("Leave it bare"), N_("You leave the card bare."), N_("{name} leaves the card bare.")
    ),
    act.ENTER: Deed(N_("Enter the deal"), N_("You enter the deal."), N_("{name} enters the deal.")),
    act.SIT: Deed(
        N_("Sit the deal out"), N_("You sit the deal out."), N_("{name} sits the deal out.")
    ),
    act.FIGHT: Deed(
        N_("Put {cards} forward"),
        N_("You put {cards} forward."),
        N_("{name} puts {cards} forward."),
    ),
    act.EXCHANGE: Deed(
        N_("Exchange {cards}"), N_("You exchange {cards}."), N_("{name} exchanges {cards}.")
    ),
    act.STAND: Deed(
        N_("Exchange nothing"), N_("You exchange nothing."), N_("{name} exchanges nothing.")
    ),
    act.PLAY: Deed(N_("Play {cards}"), N_("You play {cards}."), N_("{name} plays {cards}.")),
    act.MUSTER: Deed(
        N_("Announce {cards}"), N_("You announce {cards}."), N_("{name} announces {cards}.")
    ),
    act.READY: Deed(N_("Ready"), N_("You are ready."), N_("{name} is ready.")),
    act.CHALLENGE: Deed(
        N_("Challenge {target}"),
        N_("You challenge {target}."),
        N_("{name} challenges {target}."),
        N_("{name} challenges you."),
    ),
    act.SQUAD: Deed(
        N_("Send {cards} into battle"),
        N_("You send {cards} into battle."),
        N_("{name} sends {cards} into battle."),
    ),
}

# What a rule set calls by another name.
_SPECIAL: Final[Mapping[tuple[str, int], Deed]] = {
    ("battalion-cover", act.BID): Deed(
        N_("Declare {number}"), N_("You declare {number}."), N_("{name} declares {number}.")
    ),
}

# Choices whose cards the others do not see: all they are told.
_UNSEEN: Final[Mapping[int, tuple[Text, Text]]] = {
    act.SQUAD: (N_("You have chosen a squad."), N_("{name} has chosen a squad.")),
    act.FIGHT: (N_("You have chosen a fight card."), N_("{name} has chosen a fight card.")),
    act.EXCHANGE: (
        NN_("You exchange {count} card.", "You exchange {count} cards."),
        NN_("{name} exchanges {count} card.", "{name} exchanges {count} cards."),
    ),
}
# An attack on the next seat, where nobody says who sits there.
_ASSAULT: Final = Deed(
    N_("Attack with {cards}"), N_("You attack with {cards}."), N_("{name} attacks with {cards}.")
)
_UNSEEN_OTHER: Final = (N_("You have chosen."), N_("{name} has chosen."))
_WITH_TARGET: Final = (act.ATTACK, act.CHALLENGE)
_NOBODY: Final = -9


def _deed(scene: Scene, kind: int, target: int) -> Deed:
    """How a kind of choice is said in a rule set."""
    if kind == act.ASSAULT and target == _NOBODY:
        return _ASSAULT
    return _SPECIAL.get((scene.rules, kind)) or DEEDS[kind]


def _target(seat: int, action: int, scene: Scene) -> int:
    """Whom a choice is made against, _NOBODY if nobody or not known."""
    kind = action & 31
    if kind in _WITH_TARGET:
        return int(act.target_of(action))
    if kind == act.ASSAULT and seat >= 0 and scene.names:
        return (seat + 1) % len(scene.names)
    return _NOBODY


def _values(tongue: Tongue, seat: int, target: int, action: int, scene: Scene) -> dict[str, object]:
    return {
        "name": Phrase(tongue.name(seat, scene)),
        "target": target,
        "cards": Phrase(tongue.cards(act.cards_of(action))),
        "number": Phrase(str(act.number_of(action))),
    }


def offer(tongue: Tongue, action: int, scene: Scene = NOWHERE) -> str:
    """A choice as something the reader can do: ``Attack Bea with Q♠ J♠``; no full stop."""
    target = _target(scene.me, action, scene)
    ways = _deed(scene, action & 31, target)
    return tongue.fill(ways.do, _values(tongue, scene.me, target, action, scene), scene)


def did(tongue: Tongue, seat: int, action: int, scene: Scene = NOWHERE) -> str:
    """A choice that was made: ``Ann attacks Bea with Q♠ J♠.``; "You …" and "… you" for the
    reader."""
    target = _target(seat, action, scene)
    ways = _deed(scene, action & 31, target)
    text = ways.they
    if seat == scene.me:
        text = ways.you
    elif ways.at_you and target == scene.me:
        text = ways.at_you
    return tongue.fill(text, _values(tongue, seat, target, action, scene), scene)


def did_unseen(tongue: Tongue, seat: int, kind: int, count: int, scene: Scene = NOWHERE) -> str:
    """A choice whose cards the reader does not see."""
    you, they = _UNSEEN.get(kind, _UNSEEN_OTHER)
    values: dict[str, object] = {"count": count, "name": Phrase(tongue.name(seat, scene))}
    return tongue.fill(you if seat == scene.me else they, values, scene, "count")
