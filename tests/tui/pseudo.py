"""A language that nobody speaks: marked texts are in other letters, so that the rest stands out."""

from __future__ import annotations

import gettext
import re

from tui.words import CardStyle, Words

_VALUE = re.compile(r"(\{[^{}]*\})")
# As wide as the letters they stand for, and none of them is in ASCII.
_LETTERS = {ord("a") + n: chr(0x0430 + n) for n in range(26)}
_LETTERS |= {ord("A") + n: chr(0x0410 + n) for n in range(26)}
# Two letters or more together: text, and not the key of a card or of a command.
_WORD = re.compile(r"[A-Za-z]{2,}")


def disguised(text: str) -> str:
    """``text`` in other letters; the names of its values stay."""
    parts = _VALUE.split(text)
    return "".join([part if part[:1] == "{" else part.translate(_LETTERS) for part in parts])


class PseudoCatalogue(gettext.NullTranslations):
    """Disguises all that is asked of it."""

    def gettext(self, message: str) -> str:
        return disguised(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return disguised(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return disguised(message)


class PseudoWords(Words):
    """Words in that language."""

    def __init__(self, cards: CardStyle = "symbols") -> None:
        super().__init__("en", cards)
        self._catalogue = PseudoCatalogue()


def unmarked(text: str, known: frozenset[str] = frozenset()) -> list[str]:
    """The words in ``text`` that went through no catalogue, without those that are ``known``."""
    return [word for word in _WORD.findall(text) if word not in known]
