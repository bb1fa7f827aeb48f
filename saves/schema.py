"""What a save holds, typed and with ranges (``docs/save-format.md``)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from saves.names import GAME_ID

FORMAT = 1
MAX_SEATS = 8
MAX_LOG = 200_000
MAX_SHUFFLE = 1024
# Unix seconds of the last day that calendars know, in the year 9999.
LAST_TIME = 253_402_214_400
_PRINTABLE = r"^[ -~]*\Z"

Number = Annotated[int, Meta(ge=0, le=2**40)]
Time = Annotated[int, Meta(ge=0, le=LAST_TIME)]
SeatNumber = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
Word = Annotated[str, Meta(max_length=64, pattern=_PRINTABLE)]
Place = Annotated[int, Meta(ge=1, le=MAX_SEATS)]
Score = Annotated[int, Meta(ge=-(2**40), le=2**40)]
Name = Annotated[str, Meta(max_length=200)]
PlayerText = Annotated[str, Meta(max_length=200, pattern=_PRINTABLE)]
Value = Annotated[int, Meta(ge=-(2**53), le=2**53)] | Word
Options = Annotated[dict[Word, Value], Meta(max_length=64)]
Seed = Annotated[bytes, Meta(min_length=32, max_length=32)]
GameId = Annotated[str, Meta(pattern=GAME_ID)]
ChoiceText = Annotated[str, Meta(min_length=1, max_length=200, pattern=_PRINTABLE)]
# A shuffle: one byte a card, 0 to 51, top first.
ShuffleBytes = Annotated[bytes, Meta(min_length=1, max_length=MAX_SHUFFLE)]
# Stands in the log for the next of ``shuffles``.
SHUFFLE = "shuffle"
Snapshot = Annotated[dict[str, object], Meta(max_length=256)]


class Seat(Struct, frozen=True, forbid_unknown_fields=True):
    """Who holds a seat.

    kind: a person, or a level. player: the level as typed (``corporal``), "" for a person.
    minding: the level that plays for a person who is away, "" for nobody.
    """

    kind: Literal["person", "level"]
    player: PlayerText = ""
    minding: PlayerText = ""

    @property
    def chooser(self) -> str:
        """The level that chooses for this seat now, "" if a person does."""
        return self.player if self.kind == "level" else self.minding


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """How the game ended: places and scores, one a seat, and the ending's code."""

    places: Annotated[tuple[Place, ...], Meta(max_length=MAX_SEATS)]
    scores: Annotated[tuple[Score, ...], Meta(max_length=MAX_SEATS)]
    ending: Word


class Base(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the log begins if not at the game's start: the position in which another version of
    the rule set took the game over.

    version: of the rule set that played before. snapshot: the position. shuffles: how many were
    taken before. choices: how many choices each seat made before.
    """

    version: Annotated[int, Meta(ge=1, le=65535)]
    snapshot: Snapshot
    shuffles: Number
    choices: Annotated[tuple[Number, ...], Meta(max_length=MAX_SEATS)]


class SavedGame(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game as it is saved.

    rules, rules_version: stand in the header of the file, all else in its body.
    id: of the game, made when it began. title: for lists, "" for none.
    players, options, dealer (the first one), names, seats: one name and one seat a player.
    usual: the seats whose name nobody gave, so that it is that of the language.
    seed: of the shuffles. foreign: how many of the first shuffles came from elsewhere (an imported
    record) and so do not belong to the seed.
    log: choices as in records, and SHUFFLE for each of ``shuffles`` in turn.
    pending: commitments of a simultaneous round that is not complete, as choices, by seat.
    base: see Base.
    snapshot: the position by names, without the commitments. asked: the seats with a question
    open. result: None while the game runs.
    practice: undone moves were seen, or practice was chosen. undone: choices taken back so far.
    imported: it came from another shelf or out of a record.
    created, changed: Unix seconds, for people only; the order of files never depends on them.
    """

    rules: Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*\Z", max_length=32)]
    rules_version: Annotated[int, Meta(ge=1, le=65535)]
    id: GameId
    title: Name = ""
    players: Annotated[int, Meta(ge=1, le=MAX_SEATS)]
    options: Options
    dealer: SeatNumber
    names: Annotated[tuple[Name, ...], Meta(max_length=MAX_SEATS)]
    seats: Annotated[tuple[Seat, ...], Meta(max_length=MAX_SEATS)]
    seed: Seed
    foreign: Number = 0
    log: Annotated[tuple[ChoiceText, ...], Meta(max_length=MAX_LOG)]
    shuffles: Annotated[tuple[ShuffleBytes, ...], Meta(max_length=MAX_LOG)]
    pending: Annotated[tuple[ChoiceText, ...], Meta(max_length=MAX_SEATS)] = ()
    base: Base | None = None
    snapshot: Snapshot
    asked: Annotated[tuple[SeatNumber, ...], Meta(max_length=MAX_SEATS)]
    result: Result | None = None
    practice: bool = False
    undone: Number = 0
    imported: bool = False
    usual: Annotated[tuple[SeatNumber, ...], Meta(max_length=MAX_SEATS)] = ()
    created: Time
    changed: Time

    @property
    def choices(self) -> int:
        """How many choices were made in the game, commitments that wait included."""
        before = sum(self.base.choices) if self.base else 0
        return before + len(self.log) - len(self.shuffles) + len(self.pending)

    @property
    def finished(self) -> bool:
        """Whether the game was played to its end."""
        return self.result is not None
