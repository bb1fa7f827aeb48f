"""The shuffle of one game at a table: the house's number, its commitment, and what people gave."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import Final

from engine.fairness import (
    HOUSE_BYTES,
    MAX_TEXT,
    Proof,
    Said,
    commitment_to,
    is_digest,
    mixed_seed,
    seal_of,
)
from tui.house.chairs import Chair
from tui.house.refusals import HouseRefusal
from tui.words.clean import clean

# How somebody gives the commitment to a text instead of the text.
_SEALED: Final = re.compile(r"(?:sha256[:=])?\s*([0-9a-fA-F]{64})\Z")

_LONGEST: Final = 80
SEALED: Final = "sha256:"


class Shuffling:
    """house: 32 bytes, which nobody is shown before the game is over. dealer: bound with it."""

    def __init__(self, rules: str, players: int, dealer: int, house: bytes | None = None) -> None:
        self.rules = rules
        self.players = players
        self.dealer = dealer
        self.house = secrets.token_bytes(HOUSE_BYTES) if house is None else house

    @property
    def commitment(self) -> str:
        """What is shown before anybody gives anything."""
        return commitment_to(self.house, self.rules, self.players, self.dealer)

    def give(self, chair: Chair, text: str) -> None:
        """Takes what the person on ``chair`` gives: a text, a seal of one, or the text to a seal.

        Raises HouseRefusal ``text-missing``, ``seal-broken``.
        """
        given = clean(text, MAX_TEXT)
        if not given:
            raise HouseRefusal("text-missing")
        sealed = _SEALED.match(clean(text, _LONGEST))
        if chair.seal:
            if seal_of(given) != chair.seal:
                raise HouseRefusal("seal-broken")
            chair.text = given
        elif sealed is not None and is_digest(sealed.group(1).lower()):
            chair.seal = sealed.group(1).lower()
            chair.word = SEALED + chair.seal
        else:
            chair.text = chair.word = given

    def said(self, chairs: Sequence[Chair]) -> tuple[Said, ...]:
        """All that was given, by seat."""
        return tuple(Said(one.seat, one.text, one.seal) for one in chairs if one.text)

    def seed(self, chairs: Sequence[Chair]) -> bytes:
        """The seed of the game."""
        return mixed_seed(self.house, self.said(chairs))

    def proof(self, said: Sequence[Said], *, over: bool) -> Proof:
        """What the record holds of it; the house's number only once the game is over."""
        return Proof(self.commitment, self.house.hex() if over else "", tuple(said))
