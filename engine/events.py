"""What happened, as small frozen values for whoever watches: screens, logs, summaries.

Events are made only when somebody listens; searches make none. ``only`` is the single seat that
may be told an event, EVERYONE for all seats and spectators.
"""

from __future__ import annotations

from dataclasses import dataclass, field

EVERYONE = -1
# Receivers and givers of a payment that are not seats.
BANK = -2
POT = -3


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events."""

    only: int = field(default=EVERYONE, kw_only=True)


@dataclass(frozen=True, slots=True)
class Chose(Event):
    """A seat made a choice; ``action`` is its code."""

    seat: int
    action: int


@dataclass(frozen=True, slots=True)
class ChoseUnseen(Event):
    """A seat made a choice of ``kind`` whose ``count`` cards the others do not see."""

    seat: int
    kind: int
    count: int


@dataclass(frozen=True, slots=True)
class DealBegan(Event):
    """A hand or deal begins: its number from 1, its dealer, the seats that are in it."""

    number: int
    dealer: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shuffled(Event):
    """A pile of ``count`` cards was shuffled: ``"pack"`` or ``"discard"``."""

    pile: str
    count: int


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A seat was dealt or drew ``count`` cards, unseen by others."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class Received(Event):
    """The cards that a seat was dealt or drew, told to that seat only."""

    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TookUp(Event):
    """A seat took the top card of a face-up discard pile into its hand."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class TurnedUp(Event):
    """A card of the stock was turned face up (the first discard, the card of a fight)."""

    card: int


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """Cards that a seat had put face down were turned over; ``kind`` is the choice they made."""

    seat: int
    kind: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PassedOver(Event):
    """A seat was passed over; ``code`` says why (``"no-allowed-suit"``, ``"out"``, …)."""

    seat: int
    code: str


@dataclass(frozen=True, slots=True)
class Paid(Event):
    """``chips`` went from one seat (or POT, BANK) to another (or BANK, POT)."""

    seat: int
    to: int
    chips: int


@dataclass(frozen=True, slots=True)
class BattleEnded(Event):
    """A battle or trick: the seats in it, what each was worth, who won it (-1: nobody)."""

    seats: tuple[int, ...]
    worth: tuple[int, ...]
    winner: int


@dataclass(frozen=True, slots=True)
class LeadWon(Event):
    """A seat has the lead, or attacks first; ``code`` says by what."""

    seat: int
    code: str


@dataclass(frozen=True, slots=True)
class WentOut(Event):
    """A seat reached a goal (``code``) and takes ``place``."""

    seat: int
    place: int
    code: str


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The game is over; ``ending`` is the ending's code, ``places`` one a seat, 1 the best."""

    ending: str
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealSkipped(Event):
    """A deal that counts, but for which no cards are dealt: its number from 1, its dealer."""

    number: int
    dealer: int


@dataclass(frozen=True, slots=True)
class CalledIn(Event):
    """A seat that chose to sit a deal out has to play it after all."""

    seat: int


@dataclass(frozen=True, slots=True)
class DebtChanged(Event):
    """What a seat owes is now ``chips``; ``code`` is ``"no-trick"``, ``"paid"`` or ``"lapsed"``."""

    seat: int
    chips: int
    code: str


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """A seat went back to its last choice; ``choices`` are gone, its own and what followed.

    It stands in no history: what was told of these choices does not count any more.
    """

    seat: int
    choices: int
