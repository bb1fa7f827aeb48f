"""How well what somebody types fits a command: its short words first, then its sentence."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Final

# Fewer letters are found in some order or other nearly everywhere.
LEAST_LOOSE: Final = 3
# Letters that follow each other, where what was typed is put together from several words.
LEAST_RUN: Final = 2


class Fit(IntEnum):
    """Where the letters were found, the best first."""

    WORD = 0  # the short word itself
    WORD_BEGINS = 1
    IN_WORD_BEGINS = 2  # a later word of a short one of several
    SENTENCE_BEGINS = 3  # a word of the sentence
    OTHER_BEGINS = 4  # a word for what can be done there
    WITHIN = 5
    LOOSE = 6  # beginnings of several words, in their order


def fit(typed: str, word: str, sentence: str, others: Sequence[str] = ()) -> Fit | None:
    """How well ``typed`` fits; None if not at all.

    word: the short one, as in a line of keys. sentence: what it does. others: more words that
    somebody may look for it by. Capitals and marks on letters are the same as none.
    """
    typed = folded(typed.strip())
    word, sentence = folded(word), folded(sentence)
    others = [folded(other) for other in others]
    if typed == word:
        return Fit.WORD
    if word.startswith(typed):
        return Fit.WORD_BEGINS
    if _begins(typed, word):
        return Fit.IN_WORD_BEGINS
    if _begins(typed, sentence):
        return Fit.SENTENCE_BEGINS
    if any(_begins(typed, other) for other in others):
        return Fit.OTHER_BEGINS
    if any(typed in text for text in (word, sentence)):
        return Fit.WITHIN
    if any(_loose(typed, text) for text in (word, sentence)):
        return Fit.LOOSE
    return None


@lru_cache(maxsize=1024)
def folded(text: str) -> str:
    """A text as it is compared: small letters without marks, syllables in their parts, so that a
    Korean one fits as soon as it is begun."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join([part for part in parts if not unicodedata.combining(part)])


def _starts(text: str) -> list[int]:
    return [found.start() for found in re.finditer(r"\w+", text)]


def _begins(typed: str, text: str) -> bool:
    """Whether ``typed`` stands in ``text`` from the beginning of a word on."""
    return any(text.startswith(typed, start) for start in _starts(text))


def _loose(typed: str, text: str) -> bool:
    """Whether ``typed`` is put together from beginnings of words of ``text``, in their order."""
    if len(typed) < LEAST_LOOSE:
        return False
    words = [text[start:] for start in _starts(text)]
    parts = typed.split()
    if len(parts) > 1:
        # Whoever types spaces says where the words begin.
        rest = iter(words)
        return all(any(word.startswith(part) for word in rest) for part in parts)
    return _runs(typed, words)


def _runs(typed: str, words: Sequence[str]) -> bool:
    if not typed:
        return True
    for index, word in enumerate(words):
        for length in range(len(typed), LEAST_RUN - 1, -1):
            if word.startswith(typed[:length]) and _runs(typed[length:], words[index + 1 :]):
                return True
    return False
