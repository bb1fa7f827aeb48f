"""Shuffles that nobody could steer, and how that is checked (``docs/fairness.md``).

The house draws 32 bytes and shows their commitment before anybody at the table gives a text. The
seed of the game's shuffles is mixed from both, so that neither side alone decides the deal. When
the game is over the house's bytes are shown; whoever has the record can do all sums again, with
nothing but SHA-256 and the shuffles of ``engine.chance``.

commitment   SHA-256 of ``messdeck-fair-1 commit RULES PLAYERS DEALER HOUSE``
seed         SHA-256 of the lines ``messdeck-fair-1 seed HOUSE`` and, by seat, ``SEAT TEXT``
seal         SHA-256 of ``TEXT``: a person's own commitment to what they will say

HOUSE is in hexadecimal; all is UTF-8; every line of the seed ends with a line feed.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.chance import shuffled
from engine.log import Shuffle
from engine.records import Record
from engine.refusals import MessdeckError

KEY: Final = "fair"
SCHEME: Final = 1
HOUSE_BYTES: Final = 32
MAX_TEXT: Final = 64
_MARK: Final = "messdeck-fair-1"
_HEX: Final = frozenset("0123456789abcdef")


class FairFault(MessdeckError):
    """A record whose shuffles cannot be shown to be fair. Codes and their values:

    ``no-proof``: there is none in it. ``bad-proof`` (key): it is not of this form.
    ``not-revealed``: the house has not shown its number, as the game is not over.
    ``commitment-differs``: the house's number is not the one that was promised.
    ``seal-differs`` (seat): a text is not the one that its person had sealed.
    ``seed-differs``: the seed is not mixed from the house's number and the texts.
    ``shuffle-not-of-seed`` (number): shuffle ``number`` (from 1) is not that of the seed.
    """


@dataclass(frozen=True, slots=True)
class Said:
    """What the person at ``seat`` gave to the shuffle. seal: "" if they gave it openly."""

    seat: int
    text: str
    seal: str = ""


@dataclass(frozen=True, slots=True)
class Proof:
    """commitment: shown before anything was said. house: the house's number in hexadecimal, ""
    as long as it is secret. said: by seat."""

    commitment: str
    house: str
    said: tuple[Said, ...]

    def to_json(self) -> dict[str, object]:
        """As it stands in a record under the key ``fair``."""
        found: dict[str, object] = {"scheme": SCHEME, "commitment": self.commitment}
        if self.house:
            found["house"] = self.house
            found["seed"] = mixed_seed(bytes.fromhex(self.house), self.said).hex()
        said: list[dict[str, object]] = []
        for one in self.said:
            entry: dict[str, object] = {"seat": one.seat, "text": one.text}
            if one.seal:
                entry["seal"] = one.seal
            said.append(entry)
        found["said"] = said
        return found


def commitment_to(house: bytes, rules: str, players: int, dealer: int) -> str:
    """What binds the house to its number, and to the dealer, before anybody has said anything."""
    return _sha256(f"{_MARK} commit {rules} {players} {dealer} {house.hex()}")


def seal_of(text: str) -> str:
    """What binds a person to a text that is still theirs alone."""
    return _sha256(text)


def is_digest(text: str) -> bool:
    """Whether ``text`` is a SHA-256 in hexadecimal."""
    return len(text) == 64 and _HEX.issuperset(text)


def is_text(text: str) -> bool:
    """Whether somebody may give ``text`` to a shuffle: one short line that UTF-8 can hold."""
    if len(text) > MAX_TEXT or "\n" in text:
        return False
    return not any("\ud800" <= char <= "\udfff" for char in text)


def mixed_seed(house: bytes, said: Sequence[Said]) -> bytes:
    """The 32 bytes of the game's shuffles."""
    lines = [f"{_MARK} seed {house.hex()}\n"]
    lines += [f"{one.seat} {one.text}\n" for one in sorted(said, key=lambda one: one.seat)]
    return hashlib.sha256("".join(lines).encode()).digest()


def proof_in(record: Record) -> Proof:
    """The proof in a record. Raises FairFault ``no-proof``, ``bad-proof``."""
    source = record.extra.get(KEY)
    if source is None:
        raise FairFault("no-proof")
    if not isinstance(source, Mapping) or source.get("scheme") != SCHEME:
        raise FairFault("bad-proof", key="scheme")
    commitment = source.get("commitment")
    if not isinstance(commitment, str) or not is_digest(commitment):
        raise FairFault("bad-proof", key="commitment")
    for key in ("house", "seed"):
        value = source.get(key, "")
        if not isinstance(value, str) or not (value == "" or is_digest(value)):
            raise FairFault("bad-proof", key=key)
    return Proof(commitment, str(source.get("house", "")), _said(source, record.game.players))


def _said(source: Mapping[str, object], players: int) -> tuple[Said, ...]:
    given = source.get("said")
    if not isinstance(given, list):
        raise FairFault("bad-proof", key="said")
    found: list[Said] = []
    for entry in given:
        if not isinstance(entry, Mapping):
            raise FairFault("bad-proof", key="said")
        seat, text, seal = entry.get("seat"), entry.get("text"), entry.get("seal", "")
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < players:
            raise FairFault("bad-proof", key="said")
        # A line feed within a text would let one person speak for the next seat too.
        if not isinstance(text, str) or not is_text(text):
            raise FairFault("bad-proof", key="said")
        if not isinstance(seal, str) or not (seal == "" or is_digest(seal)):
            raise FairFault("bad-proof", key="said")
        found.append(Said(seat, text, seal))
    if sorted({one.seat for one in found}) != [one.seat for one in found]:
        raise FairFault("bad-proof", key="said")
    return tuple(found)


def check_fair(record: Record) -> Proof:
    """Holds all shuffles of a valid record against its proof. Raises FairFault.

    That the commitment is the one that was shown, and the texts are those that were said, only
    the people who sat there can tell.
    """
    proof = proof_in(record)
    if not proof.house:
        raise FairFault("not-revealed")
    house = bytes.fromhex(proof.house)
    game = record.game
    due = commitment_to(house, game.rules, game.players, record.dealer)
    if not hmac.compare_digest(due, proof.commitment):
        raise FairFault("commitment-differs")
    for one in proof.said:
        if one.seal and seal_of(one.text) != one.seal:
            raise FairFault("seal-differs", seat=one.seat)
    seed = mixed_seed(house, proof.said)
    source = record.extra[KEY]
    assert isinstance(source, Mapping)
    if source.get("seed") != seed.hex():
        raise FairFault("seed-differs")
    number = 0
    for entry in record.log:
        if isinstance(entry, Shuffle):
            if shuffled(seed, number, list(entry.cards)) != list(entry.cards):
                raise FairFault("shuffle-not-of-seed", number=number + 1)
            number += 1
    return proof


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
