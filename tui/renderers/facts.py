"""What a seat's panel shows, whatever the game is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """One seat as everybody may see it.

    number: from 1, for people. level: "" for a person. person: the word for one, "" for a level.
    cards: in hand, as a text. score: chips or points. notes: what else is to be known (bid,
    tricks, place), the most important first. deed: what it did last, "" for nothing; short: the
    same in fewer words. turn: it is asked now. me: the reader's own. out: it takes no part any
    more. dealer: it dealt.
    """

    number: int
    name: str
    level: str
    person: str
    cards: str
    score: str
    notes: tuple[str, ...] = ()
    deed: str = ""
    short: str = ""
    turn: bool = False
    me: bool = False
    out: bool = False
    dealer: bool = False
