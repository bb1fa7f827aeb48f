"""The log of a game: its shuffles and its choices, in the order in which they happened.

With the options and the first dealer it rebuilds the game exactly. The text form is that of
``docs/record-format.md``.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import UnknownCard, cards_text, parse_card
from engine.game import Game
from engine.refusals import MalformedAction

SHUFFLE_WORD = "shuffle"


class Shuffle(NamedTuple):
    """A pile in its new order, top first."""

    cards: tuple[int, ...]


class Choice(NamedTuple):
    """What a seat chose; ``action`` is a code of ``engine.actions``."""

    seat: int
    action: int


Entry = Shuffle | Choice


def entry_text(game: Game, entry: Entry) -> str:
    """An entry as it stands in a record."""
    if isinstance(entry, Shuffle):
        return f"{SHUFFLE_WORD} {cards_text(list(entry.cards))}"
    return game.action_text(entry.seat, entry.action)


def parse_entry(game: Game, text: str) -> Entry:
    """The entry written as ``text``. Raises MalformedAction or IllegalAction."""
    words = text.split(" ")
    if words[0] != SHUFFLE_WORD:
        return Choice(*game.parse_action(text))
    if len(words) == 1:
        raise MalformedAction("too-few-words", text=text, word=SHUFFLE_WORD)
    try:
        return Shuffle(tuple([parse_card(word) for word in words[1:]]))
    except UnknownCard as error:
        raise MalformedAction("unknown-card", text=text, word=error.text) from None
