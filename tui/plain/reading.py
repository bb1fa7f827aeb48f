"""What somebody typed, as a choice: the record's words, cards by number or name, seats by name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from engine import actions as act
from engine.cards import CARD_TEXTS, RANKS, SUITS
from engine.game import Game
from tui.renderers.question import CARD_KINDS, PLAIN_KINDS, SEAT_KINDS, Question
from tui.words import Scene, Words
from tui.words.tongue import SYMBOLS

_SPACES: Final = re.compile(r"[\s,;]+")
# Typed with a record's seat in front: "0 bid 5".
_SEATED: Final = re.compile(r"\d \D")
# The picture of a suit may be followed by a sign that asks for a colourful one.
_SIGNS: Final = str.maketrans({"\ufe0f": "", "\ufe0e": ""})
TEN: Final = RANKS.index("T")


def choice_of(
    text: str, question: Question, kinds: Sequence[int], words: Words, scene: Scene
) -> int:
    """The choice that ``text`` means as an answer to ``question``.

    kinds: those that the stage of the game knows, allowed or not. Whether the rules allow the
    choice is another question. Raises MalformedAction, which quotes the text, and IllegalAction
    for cards that never go together.
    """
    said = _SPACES.sub(" ", text.translate(_SIGNS)).strip(" .")
    plain = _plain(said, kinds, words, scene)
    if plain is not None:
        return plain
    only_words = question.cards is None and not question.seats and not question.numbers
    if only_words and said.isdecimal() and 0 < int(said) <= len(question.plain):
        return question.plain[int(said) - 1]
    game = question.view.game
    if _SEATED.match(said) and said[0] == str(question.view.seat):
        said = said[2:]
    kind, rest = _kind(said, game, question)
    if kind is None:
        found = _beginning(said, kinds, words, scene)
        return found if found is not None else _parse(said, game)
    tokens = rest.split(" ") if rest else []
    if kind in SEAT_KINDS and tokens:
        tokens = _seat(tokens, scene)
    if kind in CARD_KINDS:
        at = 1 if kind in SEAT_KINDS else 0
        tokens[at:] = [_card(token, question.hand, words) for token in tokens[at:]]
    return _parse(" ".join([act.word_of(kind), *tokens]), game)


def _parse(text: str, game: Game) -> int:
    return act.parse_action(text, game.kinds, game.one_suit)


def names_of(kind: int, words: Words, scene: Scene) -> list[str]:
    """How a choice that is only a word may be typed, the shortest first."""
    word = act.word_of(kind)
    names = [word.rpartition(" ")[2], word, words.action(kind, scene)]
    return list(dict.fromkeys(names))


def _plain(said: str, kinds: Sequence[int], words: Words, scene: Scene) -> int | None:
    for kind in kinds:
        if kind in PLAIN_KINDS and said.casefold() in _folded(names_of(kind, words, scene)):
            return kind
    return None


def _beginning(said: str, kinds: Sequence[int], words: Words, scene: Scene) -> int | None:
    """The only choice of a word that begins like this, None for none or several."""
    begun = said.casefold()
    found = [
        kind
        for kind in kinds
        if kind in PLAIN_KINDS
        and any(name.startswith(begun) for name in _folded(names_of(kind, words, scene)))
    ]
    return found[0] if begun and len(found) == 1 else None


def _folded(names: list[str]) -> list[str]:
    return [name.casefold() for name in names]


def _kind(said: str, game: Game, question: Question) -> tuple[int | None, str]:
    """The kind that is named, and what follows; else the one that is asked for, and all of it."""
    head, _, rest = said.partition(" ")
    for kind in game.kinds:
        if kind not in PLAIN_KINDS and head.casefold() == act.word_of(kind):
            return kind, rest
    asked = question.cards if question.cards is not None else question.number
    if asked is None and question.seats:
        asked = question.seat_kind
    begins = bool(head) and (head[0].isdigit() or asked in SEAT_KINDS or _is_card(head))
    return (asked, said) if asked is not None and begins else (None, said)


def _is_card(text: str) -> bool:
    return len(text) in (2, 3) and (text[-1] in SYMBOLS or text[-1].upper() in SUITS)


def _seat(tokens: list[str], scene: Scene) -> list[str]:
    """The seat's number in place of the name of who sits there."""
    for length in range(len(tokens), 0, -1):
        name = " ".join(tokens[:length]).casefold()
        found = [at for at, known in enumerate(scene.names) if known.casefold() == name]
        if len(found) == 1:
            return [str(found[0]), *tokens[length:]]
    if tokens[0].isdecimal():
        return tokens
    begun = tokens[0].casefold()
    found = [at for at, known in enumerate(scene.names) if known.casefold().startswith(begun)]
    return [str(found[0]), *tokens[1:]] if len(found) == 1 else tokens


def _card(token: str, hand: Sequence[int], words: Words) -> str:
    """A card as records write it: by its place in the hand, or as it is shown or written."""
    if token.isdecimal():
        place = int(token)
        return CARD_TEXTS[hand[place - 1]] if 0 < place <= len(hand) else token
    suit = token[-1].upper()
    if suit in SYMBOLS:
        suit = SUITS[SYMBOLS.index(suit)]
    rank = token[:-1].upper()
    if rank == "10":
        rank = RANKS[TEN]
    if rank not in RANKS:
        shown = [words.rank_sign(at).upper() for at in range(len(RANKS))]
        rank = RANKS[shown.index(rank)] if rank in shown else rank
    return rank + suit
