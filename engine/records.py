"""Game records: the open form of a game, written, read and checked (``docs/record-format.md``)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.game import Game
from engine.log import Choice, Entry, entry_text, parse_entry
from engine.outcome import Outcome
from engine.refusals import IllegalAction, MalformedAction, MessdeckError, OptionFault
from engine.registry import rule_set
from engine.replay import LogFault, Replay, replay

FORMAT = "messdeck-record"
VERSION = 1
MAX_ENTRIES = 200_000
MAX_NAME = 200
_KNOWN = ("format", "version", "rules", "options", "dealer", "names", "log", "result")


class RecordFault(MessdeckError):
    """A record that is not valid. ``values`` name the key, or the log entry by ``index`` (from 0)
    with its ``text``; ``refusal`` is the rule that forbids the entry, if it is a rule."""

    def __init__(self, code: str, refusal: object = None, **values: object) -> None:
        super().__init__(code, **values)
        self.refusal = refusal


@dataclass(slots=True)
class Record:
    """One game.

    game: rule set with options. dealer: the first dealer's seat. names: one a seat. log: entries.
    outcome: the result, None while unfinished. extra: further keys, kept as they are.
    """

    game: Game
    dealer: int
    names: list[str]
    log: list[Entry]
    outcome: Outcome | None = None
    extra: dict[str, object] = field(default_factory=dict)

    def to_json(self) -> dict[str, object]:
        """The record as the JSON object of the format."""
        options: dict[str, object] = {"players": self.game.players, **self.game.options}
        found: dict[str, object] = {
            "format": FORMAT,
            "version": VERSION,
            "rules": self.game.rules,
            "options": options,
            "dealer": self.dealer,
            "names": list(self.names),
            "log": [entry_text(self.game, entry) for entry in self.log],
        }
        if self.outcome is not None:
            found["result"] = {
                "places": list(self.outcome.places),
                self.game.score: list(self.outcome.scores),
            }
        for key, value in self.extra.items():
            found.setdefault(key, value)
        return found

    def to_line(self) -> str:
        """The record as one line of JSON, without the line's end."""
        return json.dumps(self.to_json(), ensure_ascii=False, separators=(",", ":"))


@dataclass(slots=True)
class CheckedRecord:
    """A record that is valid, with the positions of its game."""

    record: Record
    replay: Replay

    @property
    def finished(self) -> bool:
        """Whether the game was played to its end."""
        return self.record.outcome is not None


def parse_json(text: str) -> object:
    """The JSON value of ``text``. Raises RecordFault, where it is no JSON with line and column."""
    try:
        return json.loads(text, parse_constant=_no_constant, object_pairs_hook=_no_twins)
    except json.JSONDecodeError as error:
        raise RecordFault("not-json", line=error.lineno, column=error.colno) from None
    except (ValueError, RecursionError):
        # A number of too many digits, or brackets in brackets without end.
        raise RecordFault("json-too-much") from None


def _no_constant(name: str) -> object:
    raise RecordFault("no-json-number", value=name)


def _no_twins(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise RecordFault("key-twice", key=key)
        found[key] = value
    return found


def lines(text: str) -> Iterator[tuple[int, str]]:
    """The records of a text: one JSON object, or JSON Lines; with the number of their line."""
    if text.lstrip()[:1] == "{" and _is_one_object(text):
        yield 1, text
        return
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, line


def _is_one_object(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def read_record(source: object) -> Record:
    """The record in a JSON object, its log parsed but not yet played. Raises RecordFault."""
    if not isinstance(source, Mapping):
        raise RecordFault("not-an-object")
    if source.get("format") != FORMAT:
        raise RecordFault("not-a-record", key="format", value=source.get("format"))
    version = source.get("version")
    if isinstance(version, bool) or version != VERSION or not isinstance(version, int):
        raise RecordFault("other-version", key="version", value=version, known=VERSION)
    game = _game(source)
    dealer = source.get("dealer")
    if isinstance(dealer, bool) or not isinstance(dealer, int) or not 0 <= dealer < game.players:
        raise RecordFault("bad-dealer", key="dealer", value=dealer, last=game.players - 1)
    extra = {str(key): value for key, value in source.items() if key not in _KNOWN}
    return Record(
        game,
        dealer,
        _names(source, game.players),
        _log(source, game),
        _result(source, game),
        extra,
    )


def _game(source: Mapping[str, object]) -> Game:
    rules = source.get("rules")
    options = source.get("options")
    if not isinstance(rules, str):
        raise RecordFault("missing", key="rules")
    if not isinstance(options, Mapping) or "players" not in options:
        raise RecordFault("missing", key="options" if options is None else "players")
    given = {str(name): value for name, value in options.items() if name != "players"}
    try:
        found = rule_set(rules)
        players = options["players"]
        game = found.game(players, given)
    except OptionFault as error:
        raise RecordFault("bad-option", fault=error) from None
    except MessdeckError as error:
        raise RecordFault("unknown-rules", value=rules, known=error.values.get("known")) from None
    for option in found.options:
        if option.name not in given:
            raise RecordFault("option-missing", key=option.name)
    return game


def _names(source: Mapping[str, object], players: int) -> list[str]:
    names = source.get("names")
    if not isinstance(names, list) or len(names) != players:
        raise RecordFault("bad-names", key="names", players=players)
    for name in names:
        if not isinstance(name, str) or len(name) > MAX_NAME:
            raise RecordFault("bad-names", key="names", players=players)
    return list(names)


def _log(source: Mapping[str, object], game: Game) -> list[Entry]:
    log = source.get("log")
    if not isinstance(log, list):
        raise RecordFault("missing", key="log")
    if len(log) > MAX_ENTRIES:
        raise RecordFault("log-too-long", key="log", most=MAX_ENTRIES)
    entries: list[Entry] = []
    for index, text in enumerate(log):
        if not isinstance(text, str):
            raise RecordFault("entry-not-text", index=index, value=text)
        try:
            entries.append(parse_entry(game, text))
        except IllegalAction as error:
            # Cards that never go together are a fault of their own only if the game gets there.
            entries.append(_Impossible(error, text))
        except MalformedAction as error:
            entries.append(_Impossible(error, text))
    return entries


class _Impossible(Choice):
    """An entry that cannot be made a choice of this rule set; reported when it is reached."""

    error: MessdeckError
    text: str

    def __new__(cls, error: MessdeckError, text: str) -> _Impossible:
        made = super().__new__(cls, -1, 0)
        made.error = error
        made.text = text
        return made


def _result(source: Mapping[str, object], game: Game) -> Outcome | None:
    if "result" not in source:
        return None
    result = source["result"]
    if not isinstance(result, Mapping):
        raise RecordFault("bad-result", key="result")
    found: list[tuple[int, ...]] = []
    for key in ("places", game.score):
        value = result.get(key)
        if not isinstance(value, list) or len(value) != game.players:
            raise RecordFault("bad-result", key=key)
        for number in value:
            if isinstance(number, bool) or not isinstance(number, int):
                raise RecordFault("bad-result", key=key)
        found.append(tuple(value))
    return Outcome(found[0], found[1], "")


def check_record(source: object, *, keep: bool = False) -> CheckedRecord:
    """Reads a record and plays it through as a referee.

    keep: hold all positions on the way. Raises RecordFault for the first thing that is wrong.
    """
    record = read_record(source)
    texts = source["log"] if isinstance(source, Mapping) else []
    stop = _first_impossible(record.log)
    playable = record.log if stop is None else record.log[:stop]
    try:
        played = replay(record.game, record.dealer, playable, keep=keep)
    except LogFault as error:
        if error.code == "round-incomplete" and stop is not None:
            _raise_impossible(record.log, stop)
        raise _entry_fault(error, texts) from None
    if stop is not None:
        if not played.complete or not played.steps:
            raise RecordFault("shuffle-missing", index=stop, text=texts[stop])
        if played.steps[-1].state.is_over():
            raise RecordFault("game-over", index=stop, text=texts[stop])
        _raise_impossible(record.log, stop)
    _compare_result(record, played)
    return CheckedRecord(record, played)


def _first_impossible(log: Sequence[Entry]) -> int | None:
    for index, entry in enumerate(log):
        if isinstance(entry, _Impossible):
            return index
    return None


def _raise_impossible(log: Sequence[Entry], index: int) -> None:
    entry = log[index]
    assert isinstance(entry, _Impossible)
    error = entry.error
    refusal = error.refusal if isinstance(error, IllegalAction) else None
    values = {key: value for key, value in error.values.items() if key not in ("index", "text")}
    raise RecordFault(error.code, refusal, index=index, text=entry.text, **values)


def _entry_fault(error: LogFault, texts: Sequence[str]) -> RecordFault:
    text = texts[error.index] if error.index < len(texts) else ""
    return RecordFault(error.code, error.refusal, index=error.index, text=text, **error.values)


def _compare_result(record: Record, played: Replay) -> None:
    state = played.steps[-1].state if played.steps else None
    outcome = state.outcome() if state is not None else None
    if outcome is None:
        if record.outcome is not None:
            raise RecordFault("result-too-early", key="result")
        return
    if record.outcome is None:
        raise RecordFault("result-missing", key="result")
    if record.outcome.places != outcome.places:
        raise RecordFault(
            "result-differs", key="places", due=outcome.places, named=record.outcome.places
        )
    if record.outcome.scores != outcome.scores:
        raise RecordFault(
            "result-differs", key=record.game.score, due=outcome.scores, named=record.outcome.scores
        )
    record.outcome = outcome
