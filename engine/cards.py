"""Cards: whole numbers 0 to 51 inside, two characters at the edge.

A card is ``suit * 13 + rank`` with suits in the order S H D C (0 to 3) and ranks from the deuce
(0) to the ace (12). "Card order" everywhere in the program is the order of these numbers.
Equal cards of several decks have the same number; a hand is a multiset of them.
"""

from __future__ import annotations

from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "SHDC"
SUIT_SIZE: Final = 13
DECK_SIZE: Final = 52
ACE: Final = 12

CARD_TEXTS: Final = [rank + suit for suit in SUITS for rank in RANKS]
_CARD_OF_TEXT: Final = {text: card for card, text in enumerate(CARD_TEXTS)}


class UnknownCard(ValueError):
    """A text that is no card. ``text`` quotes it."""

    def __init__(self, text: str) -> None:
        super().__init__(f"no card is written {text!r}")
        self.text = text


def card_text(card: int) -> str:
    """Two characters for ``card`` (0 to 51), rank first: ``QS``, ``TH``."""
    return CARD_TEXTS[card]


def parse_card(text: str) -> int:
    """The card written as ``text``, exactly two characters. Raises UnknownCard."""
    card = _CARD_OF_TEXT.get(text)
    if card is None:
        raise UnknownCard(text)
    return card


def cards_text(cards: list[int]) -> str:
    """``cards`` in the order given, separated by single spaces; an empty list gives ``""``."""
    return " ".join([CARD_TEXTS[card] for card in cards])


def parse_cards(text: str) -> list[int]:
    """The reverse of ``cards_text``. Raises UnknownCard."""
    return [parse_card(word) for word in text.split(" ")] if text else []


def deck(copies: int = 1) -> list[int]:
    """``copies`` whole decks in card order."""
    return [card for card in range(DECK_SIZE) for _ in range(copies)]
