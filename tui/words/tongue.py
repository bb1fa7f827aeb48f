"""One session's language: the catalogue, and how cards, seats, numbers and lists are said."""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from typing import Final, Literal

from engine.cards import CARD_TEXTS, RANKS, SUITS
from tui.words.catalogue import ENGLISH, load
from tui.words.clean import clean, quoted
from tui.words.marks import N_, PN_, Text
from tui.words.scene import NOWHERE, Scene

CardStyle = Literal["symbols", "letters", "names"]

# A text from elsewhere is cut off after so many characters.
MAX_VALUE: Final = 240
SYMBOLS: Final = "♠♥♦♣"
_SUIT_NAMES: Final = (N_("spades"), N_("hearts"), N_("diamonds"), N_("clubs"))
# As a part of a card's name, which in some languages is another form.
_OF: Final = "of a card"
_SUITS_OF_CARDS: Final = (
    PN_("of a card", "spades"), PN_("of a card", "hearts"), PN_("of a card", "diamonds"),
    PN_("of a card", "clubs"),
)  # fmt: skip
_RANK_NAMES: Final = (
    N_("deuce"), N_("three"), N_("four"), N_("five"), N_("six"), N_("seven"), N_("eight"),
    N_("nine"), N_("ten"), N_("jack"), N_("queen"), N_("king"), N_("ace"),
)  # fmt: skip
_CARD = N_("{rank} of {suit}")
# As they stand on cards, from the deuce up. On a card of which one cell is seen, T is the ten.
_ON: Final = "on a card"
_RANK_SIGNS: Final = (
    "2", "3", "4", "5", "6", "7", "8", "9", "10", PN_("on a card", "J"), PN_("on a card", "Q"),
    PN_("on a card", "K"), PN_("on a card", "A"),
)  # fmt: skip
_TEN: Final = 8
_NARROW_TEN: Final = PN_("on a card", "T")
_SEAT = N_("Seat {seat}")
_NAMESAKE = N_("{name} ({seat})")
# Values under these names are seats; so are lists of them.
_SEAT_KEYS: Final = frozenset(("seat", "target", "asked", "due_seat", "chooser"))
_CARD_KEYS: Final = frozenset(("card", "cards", "first", "other"))
_SUIT_KEYS: Final = frozenset(("suit", "led", "asked"))

# Lists under these names hold all together; of others, such as ``choices``, one is meant.
_TOGETHER: Final = frozenset(("asked", "seats", "known"))


class Tongue:
    """What every sentence of one session is made with.

    language: a catalogue's name; without that catalogue it is English. cards: ``"symbols"``
    (Q♠), ``"letters"`` (QS) where the encoding demands it, ``"names"`` (queen of spades).
    """

    def __init__(self, language: str = ENGLISH, cards: CardStyle = "symbols") -> None:
        self.language = language
        self.card_style: CardStyle = cards
        self._catalogue = load(language)

    # The catalogue; screens use these for their own texts

    def gettext(self, text: str) -> str:
        """``text`` in the session's language."""
        return self._catalogue.gettext(text)

    def ngettext(self, one: str, several: str, number: int) -> str:
        """The form for ``number`` in the session's language."""
        return self._catalogue.ngettext(one, several, number)

    def pgettext(self, context: str, text: str) -> str:
        """``text`` in the session's language, as it is meant in ``context``."""
        return self._catalogue.pgettext(context, text)

    # Cards

    def card(self, card: int) -> str:
        """A card (0 to 51) in the session's style: ``Q♠``, ``QS`` or ``queen of spades``."""
        if self.card_style == "names":
            return self.card_name(card)
        if self.card_style == "letters":
            return CARD_TEXTS[card]
        return self.rank_sign(card % 13) + SYMBOLS[card // 13]

    def card_name(self, card: int) -> str:
        """A card in full: ``queen of spades``."""
        suit = self.pgettext(_OF, _SUITS_OF_CARDS[card // 13])
        return self.gettext(_CARD).format(rank=self.rank(card % 13), suit=suit)

    def cards(self, cards: Sequence[int]) -> str:
        """Cards in the order given: ``Q♠ J♠``; by name they are separated by commas."""
        joint = ", " if self.card_style == "names" else " "
        return joint.join([self.card(card) for card in cards])

    def suit(self, suit: int) -> str:
        """The name of a suit, 0 to 3 in the order S H D C: ``spades``."""
        return self.gettext(_SUIT_NAMES[suit])

    def suit_sign(self, suit: int) -> str:
        """The shortest form of a suit: ``♠``, or ``S``."""
        return SUITS[suit] if self.card_style == "letters" else SYMBOLS[suit]

    def rank(self, rank: int) -> str:
        """The name of a rank, 0 (the deuce) to 12 (the ace)."""
        return self.gettext(_RANK_NAMES[rank])

    def rank_sign(self, rank: int, room: int = 2) -> str:
        """A rank as it stands on a card, in at most ``room`` cells: ``Q``, ``10``; in letters as
        records write it, so that a card is called the same wherever it is seen."""
        if self.card_style == "letters":
            return RANKS[rank]
        if rank < _TEN:
            return _RANK_SIGNS[rank]
        if rank == _TEN:
            return "10" if room >= 2 else self.pgettext(_ON, _NARROW_TEN)
        return self.pgettext(_ON, _RANK_SIGNS[rank])

    # Seats and lists

    def name(self, seat: int, scene: Scene = NOWHERE) -> str:
        """Who sits at ``seat``, with the seat's number if somebody else is called the same; also
        the bank and the pot, which pay and are paid."""
        if seat < 0:
            from engine.events import BANK, POT  # not needed to begin with

            if seat == BANK:
                return self.gettext(N_("the bank"))
            if seat == POT:
                return self.gettext(N_("the pot"))
        if 0 <= seat < len(scene.names):
            name = clean(scene.names[seat], 24)
            if name and scene.names.count(scene.names[seat]) > 1:
                return self.gettext(_NAMESAKE).format(name=name, seat=seat)
            if name:
                return name
        return self.gettext(_SEAT).format(seat=seat)

    def both(self, items: Sequence[str]) -> str:
        """``a``, ``a and b``, ``a, b and c``."""
        return self._list(items, self.gettext(N_("{first} and {last}")))

    def either(self, items: Sequence[str]) -> str:
        """``a``, ``a or b``, ``a, b or c``."""
        return self._list(items, self.gettext(N_("{first} or {last}")))

    def _list(self, items: Sequence[str], pattern: str) -> str:
        if len(items) < 2:
            return items[0] if items else self.gettext(N_("none"))
        return pattern.format(first=", ".join(items[:-1]), last=items[-1])

    # Sentences with values

    def fill(
        self,
        text: Text,
        values: Mapping[str, object],
        scene: Scene = NOWHERE,
        by: str = "",
    ) -> str:
        """``text`` in the session's language with ``values`` said in it.

        by: the value that decides between the forms of a text that has several. A value under
        a capitalised name (``{Suit}``) begins with a capital letter. Raises KeyError if the text
        names a value that is not there.
        """
        if isinstance(text, tuple):
            number = values[by]
            counted = number if isinstance(number, int) else 2
            said = self.ngettext(*text, counted)
        else:
            said = self.gettext(text)
        return said.format_map(_Said(self, values, scene))

    def said(self, text: str, most: int = 300) -> Phrase:
        """``text`` as a part of a sentence that is longer than a value or already in words."""
        return Phrase(clean(text, most))

    def value(self, name: str, value: object, scene: Scene = NOWHERE) -> str:
        """A value that the engine gave to a refusal, an error or an option, as it is said."""
        if isinstance(value, bool) or value is None:
            return quoted(value)
        if isinstance(value, int):
            return self.name(value, scene) if name in _SEAT_KEYS else quoted(value)
        if isinstance(value, (list, tuple)):
            one = "seat" if name == "seats" else name
            items = [self.value(one, item, scene) for item in value]
            return self.both(items) if name in _TOGETHER else self.either(items)
        if isinstance(value, str):
            return self._text_value(name, value)
        return quoted(value)

    def _text_value(self, name: str, value: str) -> str:
        if name in _SUIT_KEYS and len(value) == 1 and value in SUITS:
            return self.suit(SUITS.index(value))
        words = value.split(" ")
        if name in _CARD_KEYS and all(word in _CARD_INDEX for word in words):
            return self.cards([_CARD_INDEX[word] for word in words])
        return clean(value, MAX_VALUE)


_CARD_INDEX: Final = {text: card for card, text in enumerate(CARD_TEXTS)}


class _Said(dict[str, str]):
    """Values as they are said, made when a text asks for them."""

    def __init__(self, tongue: Tongue, values: Mapping[str, object], scene: Scene) -> None:
        super().__init__()
        self._tongue = tongue
        self._values = values
        self._scene = scene

    def __missing__(self, name: str) -> str:
        if name not in self._values and name[:1].isupper():
            lower = name[0].lower() + name[1:]
            said = self._tongue.value(lower, self._values[lower], self._scene)
            return said[:1].upper() + said[1:]
        value = self._values[name]
        # What is already words (made by our own sentences) is not cleaned a second time.
        return value if isinstance(value, Phrase) else self._tongue.value(name, value, self._scene)


class Phrase(str):
    """A part of a sentence that is said already."""

    __slots__ = ()


def placeholders(text: Text) -> set[str]:
    """The names of the values that ``text`` says."""
    forms = text if isinstance(text, tuple) else (text,)
    formatter = string.Formatter()
    return {name for form in forms for _, name, _, _ in formatter.parse(form) if name}
