"""Reads files of records one after the other, without holding more of a file than it must."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import BinaryIO, Final, NamedTuple

from engine.records import FORMAT, RecordFault, parse_json

# A line, or a single record that is spread over many lines, is not longer than this.
MAX_BYTES: Final = 64 * 1024 * 1024
# A file whose first lines, as many as this, hold no JSON object is no file of records.
MOST_LINES: Final = 10_000
_SQLITE: Final = b"SQLite format 3\0"
# Bytes below these are in no text, but soon in whatever is none.
_FIRST_IN_TEXT: Final = 9
_BOM: Final = b"\xef\xbb\xbf"


class Found(NamedTuple):
    """What stands at a place of a file.

    line: number of its first line, from 1. source: the JSON value; None if there is a fault.
    fault: why there is none.
    """

    line: int
    source: object = None
    fault: RecordFault | None = None


def records(stream: BinaryIO) -> Iterator[Found]:
    """Everything that stands in ``stream``: one JSON object over any number of lines, or JSON
    Lines. Of a text in which no line is a JSON object it is said once. Raises OSError."""
    held: list[Found] = []
    rest = _each(stream)
    for found in rest:
        held.append(found)
        if isinstance(found.source, Mapping):
            yield from held
            yield from rest
            return
        if len(held) == MOST_LINES:
            break
    if len(held) < 2:
        yield from held
    else:
        yield Found(held[0].line, fault=RecordFault("no-records", lines=len(held)))


def _each(stream: BinaryIO) -> Iterator[Found]:
    """What stands in ``stream``, line by line if it is not one object."""
    lines = _lines(stream)
    first = next(lines, None)
    if first is None:
        return
    found = _of_another_kind(first[1]) or _parse(*first)
    if found.fault is not None and not _is_text(found.fault, first[1]):
        yield found  # to complain of every line of such a file would help nobody
        return
    if found.fault is None or found.fault.code != "not-json" or not _opens(first[1]):
        yield found
    else:
        yield from _spread(first, lines)
    for number, raw in lines:
        yield _parse(number, raw)


def _of_another_kind(raw: bytes | None) -> Found | None:
    """What is wrong with a file of another kind of ours, told by its first line."""
    from saves.codec import MAGIC

    if raw is not None and raw.startswith(_SQLITE):
        return Found(1, fault=RecordFault("a-database"))
    if raw is not None and (raw + b"\n").startswith(MAGIC):
        return Found(1, fault=RecordFault("a-save"))
    return None


def _is_text(fault: RecordFault, raw: bytes | None) -> bool:
    """Whether what follows a first line with that fault may still be records."""
    if fault.code == "not-utf-8":
        return min(raw or b" ") >= _FIRST_IN_TEXT
    return fault.code not in ("a-database", "a-save")


def _opens(raw: bytes | None) -> bool:
    return raw is not None and raw.lstrip()[:1] == b"{"


def _spread(
    first: tuple[int, bytes | None], lines: Iterator[tuple[int, bytes | None]]
) -> Iterator[Found]:
    """What begins with a line that is no JSON by itself: one object over many lines, or a file
    of one a line whose first is broken; the second is told by any line that is a record."""
    held = [first]
    size = len(first[1] or b"")
    for number, raw in lines:
        held.append((number, raw))
        size += len(raw or b"")
        if raw is None or size > MAX_BYTES or _is_record(raw):
            yield from [_parse(*line) for line in held]
            return
    whole = b"\n".join([raw or b"" for _, raw in _with_gaps(held)])
    yield _parse(first[0], whole)


def _with_gaps(held: list[tuple[int, bytes | None]]) -> Iterator[tuple[int, bytes | None]]:
    """The lines with the empty ones that were left out, so that faults name the right one."""
    due = held[0][0]
    for number, raw in held:
        for gap in range(due, number):
            yield gap, b""
        yield number, raw
        due = number + 1


def _is_record(raw: bytes) -> bool:
    if not _opens(raw):
        return False
    source = _parse(1, raw).source
    return isinstance(source, Mapping) and source.get("format") == FORMAT


def _lines(stream: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """The lines that are not empty, with their numbers; None for one that is too long."""
    number = 0
    while True:
        raw = stream.readline(MAX_BYTES + 1)
        if not raw:
            return
        number += 1
        if number == 1:
            raw = raw.removeprefix(_BOM)
        if len(raw) > MAX_BYTES:
            while raw and not raw.endswith(b"\n"):
                raw = stream.readline(MAX_BYTES)
            yield number, None
        elif raw.strip():
            yield number, raw.rstrip(b"\r\n")


def _parse(number: int, raw: bytes | None) -> Found:
    if raw is None:
        return Found(number, fault=RecordFault("line-too-long", most=MAX_BYTES // 2**20))
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        return Found(number, fault=RecordFault("not-utf-8", byte=error.start + 1))
    try:
        return Found(number, parse_json(text))
    except RecordFault as fault:
        if "line" in fault.values and isinstance(fault.values["line"], int):
            # The fault counts lines from where this text begins.
            line = fault.values["line"] + number - 1
            fault = RecordFault(fault.code, **{**fault.values, "line": line})
        return Found(number, fault=fault)
