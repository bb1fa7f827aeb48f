"""The file of settings: TOML that people may edit, read with care and changed line by line.

Every setting is declared once. A value that cannot be is named and ignored, a name that is not
known is kept, and what nobody asked to change stays as it was written, with its comments.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from engine.refusals import MessdeckError
from saves.disk import Disk, read_file
from saves.faults import SaveFault, reason_of
from saves.folders import make_private
from saves.names import clean
from saves.writing import write_file

FILE: Final = "settings.toml"
MAX_BYTES: Final = 64 * 1024
MOST_ENTRIES: Final = 200
LONGEST_NAME: Final = 60
Value = str | int | float | bool | Mapping[str, str]


class SettingFault(MessdeckError):
    """Something is wrong with the settings.

    Codes and their values:

    ``not-a-choice`` (name, value, choices), ``out-of-range`` (name, value, low, high),
    ``not-a-switch`` (name, value), ``not-a-text`` (name, value, most), ``not-a-table`` (name,
    value), ``unknown-command`` (name, value), ``key-taken`` (name, value, other), ``no-such-key``
    (name, value): a value that is ignored.
    ``settings-broken`` (path, why): the file is no TOML, and none of it is used.
    ``settings-unreadable`` (path, reason), ``settings-unwritable`` (path, reason): the system
    refused; reason is a code of ``saves.faults.reason_of``, ``too-big`` or ``no-file``.
    ``settings-aside`` (path): the file was no TOML; it is kept at ``path``, and there is a new one.
    """


class Setting(NamedTuple):
    """A setting, by its default: one of ``choices``; a text of at most ``high`` characters; a
    number from ``low`` to ``high`` (whole if the default is); true or false; or a table of texts
    by name, each at most ``high`` characters long."""

    name: str
    default: Value
    choices: tuple[str, ...] = ()
    low: float = 0
    high: float = 0

    def accept(self, value: object) -> Value:
        """``value``, if it can be. Raises SettingFault."""
        if self.choices:
            if isinstance(value, str) and value in self.choices:
                return value
            raise SettingFault(
                "not-a-choice", name=self.name, value=shown(value), choices=self.choices
            )
        if isinstance(self.default, bool):
            if isinstance(value, bool):
                return value
            raise SettingFault("not-a-switch", name=self.name, value=shown(value))
        if isinstance(self.default, str):
            return self._text(self.name, value)
        if isinstance(self.default, Mapping):
            return self._table(value)
        kinds = (int, float) if isinstance(self.default, float) else (int,)
        if isinstance(value, kinds) and not isinstance(value, bool):
            if self.low <= value <= self.high:
                return float(value) if isinstance(self.default, float) else value
        raise SettingFault(
            "out-of-range", name=self.name, value=shown(value), low=self.low, high=self.high
        )

    def _text(self, name: str, value: object) -> str:
        if (
            isinstance(value, str)
            and len(value) <= self.high
            and value == clean(value, int(self.high))
        ):
            return value
        raise SettingFault("not-a-text", name=name, value=shown(value), most=int(self.high))

    def _table(self, value: object) -> dict[str, str]:
        if not isinstance(value, Mapping) or len(value) > MOST_ENTRIES:
            raise SettingFault("not-a-table", name=self.name, value=shown(value))
        found: dict[str, str] = {}
        for key, text in value.items():
            name = f"{self.name}.{str(key)[:LONGEST_NAME]}"
            if len(str(key)) > LONGEST_NAME:
                raise SettingFault("not-a-text", name=name, value=shown(key), most=LONGEST_NAME)
            found[str(key)] = self._text(name, text)
        return found


class Loaded(NamedTuple):
    """What the file says. values: of every declared setting. given: those that the file gives.
    faults: what is ignored, and why."""

    values: Mapping[str, Value]
    given: frozenset[str]
    faults: tuple[SettingFault, ...]


def shown(value: object) -> object:
    """A value as a fault quotes it: short, and nothing that is not plain."""
    if isinstance(value, (bool, int, float)) and len(repr(value)) <= 40:
        return value
    return str(value)[:40]


class SettingsFile:
    """The settings in ``folder``; nothing is made before there is something to write."""

    def __init__(self, folder: Path, declared: Sequence[Setting], disk: Disk | None = None) -> None:
        self.path = folder / FILE
        self.declared = {setting.name: setting for setting in declared}
        self._disk = disk or Disk()

    def load(self) -> Loaded:
        """What the file says; the defaults where it says nothing that can be. Raises nothing."""
        values: dict[str, Value] = {
            name: setting.default for name, setting in self.declared.items()
        }
        faults: list[SettingFault] = []
        try:
            _, tree = self._tree(self._data())
        except SettingFault as fault:
            return Loaded(values, frozenset(), (fault,))
        given: set[str] = set()
        for name, setting in self.declared.items():
            if name in tree:
                try:
                    values[name] = setting.accept(tree[name])
                    given.add(name)
                except SettingFault as fault:
                    faults.append(fault)
        return Loaded(values, frozenset(given), tuple(faults))

    def store(
        self, changes: Mapping[str, Value], notes: Mapping[str, str] | None = None
    ) -> SettingFault | None:
        """Writes these settings, whole or not at all; all else in the file stays.

        notes: what to write as a comment above a setting that was not there yet. Returns
        ``settings-aside`` if the file was broken. Raises SettingFault for a value that cannot be,
        ``settings-unreadable`` or ``settings-unwritable``.
        """
        accepted = {name: self.declared[name].accept(value) for name, value in changes.items()}
        data = self._data()
        aside: SettingFault | None = None
        text = ""
        tree: dict[str, object] = {}
        try:
            text, tree = self._tree(data)
        except SettingFault:
            aside = self._set_aside()
        due: dict[str, object] = {**tree, **accepted}
        for name, value in accepted.items():
            if isinstance(value, Mapping) and not value:
                del due[name]  # an empty table is not written
        edited = _edited(text, accepted, notes or {})
        if not _says(edited, due):  # written in a way that cannot be edited line by line
            edited = "".join([f"{line}\n" for line in _lines_of(due)])
        if not _says(edited, due):
            raise SettingFault("settings-unwritable", path=str(self.path), reason="other")
        try:
            # A link that somebody made stays one.
            target = self.path.resolve()
            make_private(target.parent)
            write_file(self._disk, target, edited.encode())
        except (OSError, RuntimeError) as error:
            raise self._unwritable(error) from None
        return aside

    def _data(self) -> bytes:
        """What the file holds, nothing if there is none. Raises SettingFault."""
        try:
            return read_file(self.path.resolve(), MAX_BYTES)
        except SaveFault as fault:
            if fault.code == "missing":
                return b""
            reason = fault.values.get("reason", fault.code)
        except (OSError, RuntimeError):  # links that lead round in a circle
            reason = "link"
        raise SettingFault("settings-unreadable", path=str(self.path), reason=reason)

    def _tree(self, data: bytes) -> tuple[str, dict[str, object]]:
        """The text of the file and what it says. Raises SettingFault ``settings-broken``."""
        import tomllib

        try:
            text = data.decode("utf-8-sig").replace("\r\n", "\n")
            return text, tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            why = str(error) if isinstance(error, tomllib.TOMLDecodeError) else "UTF-8"
            raise SettingFault("settings-broken", path=str(self.path), why=why[:80]) from None

    def _set_aside(self) -> SettingFault:
        number = 1
        while (target := self.path.with_name(f"settings-broken-{number}.toml")).exists():
            number += 1
        try:
            self._disk.rename(self.path.resolve(), target)
        except (OSError, RuntimeError) as error:
            raise self._unwritable(error) from None
        return SettingFault("settings-aside", path=str(target))

    def _unwritable(self, error: OSError | RuntimeError) -> SettingFault:
        reason = reason_of(error) if isinstance(error, OSError) else "link"
        return SettingFault("settings-unwritable", path=str(self.path), reason=reason)


def _says(text: str, due: Mapping[str, object]) -> bool:
    """Whether ``text`` is TOML that says ``due``, nothing more and nothing less."""
    import json
    import tomllib

    try:
        found, wanted = (
            json.dumps(tree, sort_keys=True, default=repr) for tree in (tomllib.loads(text), due)
        )
    except (ValueError, RecursionError):
        return False
    return found == wanted


_TABLE: Final = re.compile(r"\s*\[")


def _edited(text: str, changes: Mapping[str, Value], notes: Mapping[str, str]) -> str:
    """``text`` with lines of its first part, before any table, replaced or added."""
    lines = text.split("\n") if text else []
    while lines and not lines[-1].strip():
        lines.pop()
    end = next((at for at, line in enumerate(lines) if _TABLE.match(line)), len(lines))
    added: list[str] = []
    for name, value in changes.items():
        note = [f"# {notes[name]}"] if name in notes else []
        if isinstance(value, Mapping):
            # A line for each entry: keys."table.undo" = "u"
            place = re.compile(rf"\s*{re.escape(name)}\s*[.=]")
            kept = [line for line in lines[:end] if not place.match(line) and line not in note]
            lines[:end], end = kept, len(kept)
            added += note if value else []
            added += [f"{name}.{_key(key)} = {_written(value[key])}" for key in value]
            continue
        line = f"{name} = {_written(value)}"
        place = re.compile(rf"\s*{re.escape(name)}\s*=")
        at = next((at for at in range(end) if place.match(lines[at])), None)
        if at is not None:
            lines[at] = line + _comment(lines[at])
        else:
            added += note
            added.append(line)
    if added and end < len(lines):
        added.append("")
    return "\n".join([*lines[:end], *added, *lines[end:]]) + "\n"


def _comment(line: str) -> str:
    """The comment at the end of a line, unless a text in it may hold the sign."""
    head, sign, rest = line.partition("#")
    return f"  #{rest}" if sign and head.count('"') in (0, 2) and "'" not in head else ""


_BARE: Final = re.compile(r"[A-Za-z0-9_-]+\Z")
_ESCAPED: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def _written(value: object) -> str:
    """A value as TOML, on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (dt.datetime, dt.date, dt.time)):
        return value.isoformat()
    if isinstance(value, list):
        return f"[{', '.join([_written(item) for item in value])}]"
    if isinstance(value, dict):
        items = [f"{_key(key)} = {_written(value[key])}" for key in value]
        return f"{{{', '.join(items)}}}"
    return f'"{"".join([_character(character) for character in str(value)])}"'


def _character(character: str) -> str:
    if character in _ESCAPED:
        return _ESCAPED[character]
    if ord(character) < 32 or ord(character) == 127:
        return f"\\u{ord(character):04x}"
    return character


def _key(name: str) -> str:
    return name if _BARE.match(name) else _written(name)


def _lines_of(tree: Mapping[str, object]) -> list[str]:
    """A whole file, tables of tables in braces."""
    return [f"{_key(name)} = {_written(value)}" for name, value in tree.items()]
