"""Every error of engine, ai and saves in a sentence: what is wrong, and what to do.

Errors are found by the names of their classes, so that speaking imports nothing.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Final

from engine.refusals import IllegalAction, MessdeckError, Refusal
from tui.words.clean import clean, quoted
from tui.words.faults import DAMAGES, FAULTS, REASONS, Sentences
from tui.words.house import FAIR, HOUSE
from tui.words.marks import N_
from tui.words.refusals import LINES, refusal_sentence, rule_mark
from tui.words.scene import NOWHERE, Scene
from tui.words.serving import NAMES, SERVER
from tui.words.times import when
from tui.words.tongue import Phrase, Tongue, placeholders

MALFORMED: Final = {
    "no-seat": N_("A choice begins with the number of a seat, such as 0, not with “{word}”."),
    "no-such-seat": N_("Nobody sits at seat {word}."),
    "unknown-word": N_("“{word}” is no choice of this game."),
    "unknown-card": N_("No card is written “{word}”: a card is a rank and a suit, such as QS."),
    "not-a-number": N_("“{word}” is no number: digits only, without a leading zero."),
    "number-too-large": N_("The number {word} is too large for any choice."),
    "too-many-words": N_("“{word}” is one word too many."),
    "too-few-words": N_("Something must follow “{word}”."),
    "too-many-cards": N_("Nobody can lay so many cards; {word} is too many."),
}
OPTIONS: Final = {
    "players": N_("This game is for {choices} players, not {value}."),
    "not-a-choice": N_("{name} must be {choices}, not {value}."),
    "not-a-whole-number": N_("{name} must be a whole number from {low} to {high}, not {value}."),
    "out-of-range": N_("{name} must be from {low} to {high}, not {value}."),
    "unknown-option": N_("There is no option {name}; known here: {known}."),
    "no-options": N_("There is no option {name}: this game takes none."),
}
REGISTRY: Final = {"unknown-rules": N_("There is no rule set {id}; there are {known}.")}
TOKENS: Final = {
    "stale-token": N_("That question is answered already; look at what is asked now."),
    "not-asked": N_("{seat} is not asked anything now."),
}
UNDO: Final = {
    "nothing-to-undo": N_("There is no choice of yours to take back."),
    "another-chose": N_("{chooser} has chosen since; only that choice could be taken back now."),
    "unseen-card": N_(
        "A card that you had not seen has come out since; only a practice game can go back there."
    ),
    "game-over": N_("The game is over; only in a practice game can its end be taken back."),
}
# What is wrong with an entry of a log, apart from what a choice is refused for.
LOG: Final = {
    "shuffle-missing": N_("a shuffle is due here, and the log has none"),
    "shuffle-of-other-cards": N_("these are not the cards that have to be shuffled here"),
    "shuffle-not-due": N_("no shuffle is due here"),
    "round-out-of-order": N_(
        "choices made at the same time stand in the order from the dealer's left: "
        "{due_seat} comes first"
    ),
    "round-incomplete": N_(
        "the log breaks off within choices made at the same time (still to choose: {seats}); it "
        "must end before the first of them"
    ),
    "entry-not-text": N_("every entry must be a text, not {value}"),
}
RECORDS: Final = {
    "not-json": N_("this is no JSON (fault at line {line}, column {column})"),
    "json-too-much": N_("this JSON is nested too deeply, or has a number of too many digits"),
    "key-twice": N_("the key {key} stands twice in one object"),
    "no-json-number": N_("{value} is no number of JSON"),
    "a-database": N_(
        "this is a database, no file of records: messdeck results lists what is in it, and "
        "messdeck replay shows its games"
    ),
    "a-save": N_("this is a saved game, no record: messdeck replay shows it"),
    "no-records": N_(
        "this is no file of records: {lines} lines were read, and none of them is a JSON object"
    ),
    "not-utf-8": N_("this is no text in UTF-8 (fault at byte {byte})"),
    "line-too-long": N_("this line is longer than {most} MB"),
    "not-an-object": N_("this is JSON, but not an object, so it is no record"),
    "not-a-record": N_("{key} must be “messdeck-record”, not {value}: this is no record"),
    "other-version": N_("version {value} of records is unknown; this program knows {known}"),
    "bad-dealer": N_("dealer must be a seat from 0 to {last}, not {value}"),
    "missing": N_("{key} is missing or is not of the right type"),
    "unknown-rules": N_("there is no rule set {value}; there are {known}"),
    "bad-option": N_("there is a fault in the options: {fault}"),
    "option-missing": N_("the option {key} is missing; a record names every option"),
    "bad-names": N_("names must be a list of {players} texts, one a seat, none very long"),
    "log-too-long": N_("the log has more than {most} entries"),
    "bad-result": N_(
        "there is a fault in the result ({key}): it holds places, and chips or points, each as a "
        "list of whole numbers, one a seat"
    ),
    "result-too-early": N_("there is a result, but the game is not over at the log's end"),
    "result-missing": N_("the game is over at the log's end, but there is no result"),
    "result-differs": N_("{key} in the result must be {due}, not {named}"),
}
TABLES: Final[Mapping[str, Sentences]] = {
    "MalformedAction": MALFORMED,
    "OptionFault": OPTIONS,
    "UnknownRules": REGISTRY,
    "StaleToken": TOKENS,
    "UndoRefused": UNDO,
    "HouseRefusal": HOUSE,
    "FairFault": FAIR,
    "ServerFault": SERVER,
    "NameFault": NAMES,
    "NothingToReplay": {
        "game-not-begun": N_("No card was dealt in this game, so there is nothing to replay."),
        "no-picture": N_("The card room cannot draw tables of {rules}; messdeck record show can."),
    },
    "NotDrawn": {
        "no-renderer": N_(
            "The card room cannot draw tables of {rules}; messdeck arena lets levels play it."
        ),
    },
    **FAULTS,
}
# One sentence for all the codes of a family that says nothing a player could act on.
FAMILIES: Final[Mapping[str, str]] = {
    "BrokenState": N_("The position is impossible: it breaks the rule “{code}”."),
    "BadSnapshot": N_("The position cannot be read: there is a fault in {field} ({code})."),
}
_OTHER = N_("That did not work ({code}).")


def error_sentence(
    tongue: Tongue, error: MessdeckError, scene: Scene = NOWHERE, seat: int | None = None
) -> str:
    """What is wrong and what to do, in one or two sentences; it never raises.

    seat: whose choice it was, if it was one; None for the reader.
    """
    if isinstance(error, IllegalAction):
        return refusal_sentence(tongue, error.refusal, scene, seat)
    for cls in type(error).__mro__:
        special = _SPECIAL.get(cls.__name__)
        if special is not None:
            return special(tongue, error, scene)
        if cls.__name__ in TABLES:
            found = _from(tongue, TABLES[cls.__name__], error.code, error.values, scene)
            if found is not None:
                return found
        if cls.__name__ in FAMILIES:
            return _family(tongue, FAMILIES[cls.__name__], error, scene)
    return _family(tongue, _OTHER, error, scene)


def reason_text(tongue: Tongue, reason: str) -> str:
    """Why the system refused to read or write, as a part of a sentence."""
    return tongue.gettext(REASONS.get(reason, REASONS["other"]))


def trouble_sentence(tongue: Tongue, reason: str, folder: str, *, left: bool = False) -> str:
    """That the game is not on the disk, and why; for as long as it lasts.

    left: it was left so, and nobody plays on.
    """
    values = {"reason": Phrase(reason_text(tongue, reason)), "folder": Phrase(clean(folder, 200))}
    if left:
        return tongue.fill(N_("The game is not saved: {reason} ({folder})."), values)
    return tongue.fill(
        N_("The game is not saved: {reason} ({folder}). You can play on; it is tried again."),
        values,
    )


def _family(tongue: Tongue, text: str, error: MessdeckError, scene: Scene) -> str:
    values = {"field": "?", **error.values, "code": error.code.replace("-", " ")}
    return tongue.fill(text, values, scene)


def _from(
    tongue: Tongue,
    sentences: Sentences,
    code: str,
    given: Mapping[str, object],
    scene: Scene,
) -> str | None:
    """The sentence of ``code``; None if there is none, or if a value is missing for it."""
    text = sentences.get(code)
    if text is None:
        return None
    values = {name: _named(tongue, name, value, scene) for name, value in given.items()}
    _add(tongue, values, given)
    if not placeholders(text) <= set(values):
        return None
    return tongue.fill(text, values, scene)


def _add(tongue: Tongue, values: dict[str, object], given: Mapping[str, object]) -> None:
    """Values that sentences say in another way than they are given."""
    index = given.get("index")
    if isinstance(index, int):
        values["number"] = index + 1
    if "seat" in given:
        values["seat_number"] = Phrase(clean(str(given["seat"])))
    due = given.get("due")
    if isinstance(due, int):
        values["due_seat"] = due
    if not values.get("who", True):
        values["who"] = given.get("pid", 0)
    since = given.get("since")
    if isinstance(since, int):
        values["since"] = Phrase(_since(tongue, since))


def _since(tongue: Tongue, seconds: int) -> str:
    """A Unix time in the zone of this machine; 0 for one that is not known."""
    if not 0 < seconds < 253_402_214_400:
        return tongue.gettext(N_("a time that is not known"))
    return when(tongue, datetime.fromtimestamp(seconds, UTC), datetime.now(UTC).astimezone())


def _named(tongue: Tongue, name: str, value: object, scene: Scene) -> object:
    """A value as it is quoted: what somebody typed is told from what we say."""
    if isinstance(value, MessdeckError):
        return Phrase(error_sentence(tongue, value, scene))
    if name in ("value", "due", "named"):
        return Phrase(_json(value))
    if name in ("text", "word", "part", "id", "choice"):
        return Phrase(clean(str(value), 80))
    if name == "reason" and isinstance(value, str):
        return Phrase(reason_text(tongue, value))
    if name == "what" and isinstance(value, str):
        return Phrase(tongue.gettext(DAMAGES[value]) if value in DAMAGES else clean(value))
    if name == "fault":
        return Phrase(clean(value) if isinstance(value, str) else "?")
    return value


def _json(value: object) -> str:
    if isinstance(value, (list, tuple)) and all(isinstance(item, int) for item in value):
        return clean("[" + ", ".join([quoted(item) for item in value]) + "]")
    return quoted(value)


# Records and logs: where it is, then why.


def _log_fault(tongue: Tongue, error: MessdeckError, scene: Scene) -> str:
    index = getattr(error, "index", None)
    return _at_entry(tongue, error, index, "", scene)


def _record_fault(tongue: Tongue, error: MessdeckError, scene: Scene) -> str:
    index = error.values.get("index")
    if isinstance(index, int):
        return _at_entry(tongue, error, index, str(error.values.get("text", "")), scene)
    why = _from(tongue, RECORDS, error.code, error.values, scene)
    if why is None:
        return _family(tongue, _OTHER, error, scene)
    return _sentence(why)


def _at_entry(
    tongue: Tongue, error: MessdeckError, index: int | None, text: str, scene: Scene
) -> str:
    why = _why(tongue, error, text, scene)
    values: dict[str, object] = {
        "number": (index or 0) + 1,
        "text": Phrase(clean(text, 80)),
        "why": Phrase(why),
    }
    if text:
        return tongue.fill(N_("Entry {number}, “{text}”: {why}"), values, scene)
    return tongue.fill(N_("Entry {number}: {why}"), values, scene)


def _why(tongue: Tongue, error: MessdeckError, text: str, scene: Scene) -> str:
    refusal = getattr(error, "refusal", None)
    if isinstance(refusal, Refusal):
        said = refusal_sentence(tongue, refusal, scene, _seat_of(text))
        mark = rule_mark(tongue, refusal.clause)
        return f"{said} ({mark})" if mark else said
    for sentences in (LOG, MALFORMED):
        found = _from(tongue, sentences, error.code, error.values, scene)
        if found is not None:
            return _sentence(found)
    if error.code in LINES:
        return refusal_sentence(
            tongue, Refusal(error.code, "", error.values), scene, _seat_of(text)
        )
    return _family(tongue, _OTHER, error, scene)


def _seat_of(text: str) -> int:
    """Who is named at the head of an entry; of no use (and so "seat -1") never: faults of an
    entry without a seat are not refusals."""
    head = text.partition(" ")[0]
    return int(head) if head.isascii() and head.isdigit() and len(head) == 1 else 0


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")


_SPECIAL: Final[Mapping[str, Callable[[Tongue, MessdeckError, Scene], str]]] = {
    "LogFault": _log_fault,
    "RecordFault": _record_fault,
}

# Files


_FILES: Final[Mapping[int, str]] = {
    errno.ENOENT: N_("{path}: there is no such file or folder."),
    errno.EACCES: N_("{path}: you have no permission for that."),
    errno.EPERM: N_("{path}: you have no permission for that."),
    errno.EISDIR: N_("{path} is a folder, not a file."),
    errno.ENOTDIR: N_("{path}: a part of this path is a file, not a folder."),
    errno.ENOSPC: N_("{path}: the disk is full."),
    errno.EDQUOT: N_("{path}: the disk is full."),
    errno.EROFS: N_("{path}: this disk can only be read."),
    errno.ENAMETOOLONG: N_("{path}: this name is too long."),
    errno.ELOOP: N_("{path}: these links lead round in a circle."),
}
_FILE = N_("{path}: {fault}.")


def file_sentence(tongue: Tongue, error: OSError, path: object = None) -> str:
    """What the system refused to do with a file. path: as the person named it."""
    named = path if path is not None else error.filename
    values: dict[str, object] = {
        "path": Phrase(clean(str(named), 200)),
        "fault": Phrase(clean(error.strerror or type(error).__name__)),
    }
    return tongue.fill(_FILES.get(error.errno or 0, _FILE), values)
