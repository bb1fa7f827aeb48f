"""Who plays: a player is handed the view of its seat and names a choice, with its reason."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from engine.game import View
from engine.refusals import MessdeckError
from engine.rng import Rng, rng_from


class Budget(NamedTuple):
    """The limits of one choice.

    seconds: Seconds a choice; None: no limit. A player keeps to it as well as it can.
    """

    seconds: float | None = None


NO_LIMIT = Budget()


class Candidate(NamedTuple):
    """A choice that was weighed.

    action: its code. expected: the result that the player expects of it, in what the game's
    ``score`` counts unless ``Why.values["unit"]`` says otherwise; None if it was not estimated.
    spread: standard error of ``expected``; None if it was not estimated. share: the part of the
    search spent on it, 0 to 1; None without a search.
    """

    action: int
    expected: float | None
    spread: float | None = None
    share: float | None = None


class Why(NamedTuple):
    """The reason of a choice: plain values, drawn from the view that was given and nothing else.

    code: a short stable name, one of ``ai.reasons.CODES`` for our levels. values: what a sentence
    needs: whole numbers, texts and lists of them, cards as codes. candidates: best first; empty
    if none were compared.
    """

    code: str
    values: dict[str, object]
    candidates: tuple[Candidate, ...] = ()


class Thought(NamedTuple):
    """An answer: the code of a choice, and why; None where there is nothing to say."""

    action: int
    why: Why | None = None


class Player(Protocol):
    """Somebody who plays one game's seats. It keeps nothing from one choice to the next."""

    def choose(self, view: View, budget: Budget, rng: Rng) -> Thought:
        """A choice among ``view.legal_actions()``, of which there is at least one.

        The same view and the same numbers from ``rng`` give the same choice, in any process,
        unless ``budget`` cuts the thinking short.
        """
        ...


class UnknownPlayer(MessdeckError):
    """No player is written like that, or it does not play this rule set."""


def player_rng(seed: bytes, seat: int, number: int) -> Rng:
    """The stream of a seat's choice ``number`` (from 0, counted per seat) in the game of ``seed``.

    Shuffles cannot be worked out from it, so it may go where the seed may not.
    """
    return rng_from(seed, "player", seat, number)
