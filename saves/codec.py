"""Saves as bytes and back: header, checksum, msgpack body, schema (``docs/save-format.md``).

What comes out of ``decode`` is well-formed, no more: ``saves.restore`` asks the rules about it.
"""

from __future__ import annotations

import hashlib
import re
import struct
from typing import Final

import msgpack
import msgspec

from saves.faults import SaveFault
from saves.limits import MAX_ITEMS, MAX_TEXT, measure
from saves.migrations import migrate
from saves.names import MAX_NAME, MAX_TITLE, clean
from saves.schema import FORMAT, SHUFFLE, SavedGame

MAGIC: Final = b"\x89MDSAVE\n"
# Magic, format version, rule set version, rule set id, length of the body; then the checksum.
_HEAD: Final = struct.Struct(">8sHH32sI")
CHECKSUM_BYTES: Final = 16
HEADER_BYTES: Final = _HEAD.size + CHECKSUM_BYTES
MAX_BYTES: Final = 8 * 1024 * 1024
_PERSON: Final = b"messdeck-save-1"
_RULES_ID = re.compile(rb"[a-z0-9]+(?:-[a-z0-9]+)*\0*\Z")
_AT = re.compile(r" - at (?:`key` in )?`\$\.?(.*)`\Z")
_NAMED = re.compile(r"field `([^`]*)`")


def encode(saved: SavedGame) -> bytes:
    """The bytes of a save. Raises SaveFault ``too-big``, or ``bad-field`` for what ``decode``
    would refuse: nothing is written that could not be read again."""
    tree = msgspec.to_builtins(saved, builtin_types=(bytes,))
    assert isinstance(tree, dict)
    _typed(tree)
    rules = tree.pop("rules")
    version = tree.pop("rules_version")
    if not saved.usual:  # came later than the format: where there are none, it is as it was
        del tree["usual"]
    body = msgpack.packb(tree, use_bin_type=True)
    assert isinstance(body, bytes)
    head = _HEAD.pack(MAGIC, FORMAT, version, rules.encode("ascii"), len(body))
    data = head + checksum(head, body) + body
    if len(data) > MAX_BYTES:
        raise SaveFault("too-big", bytes=len(data), most=MAX_BYTES)
    return data


def decode(data: bytes) -> SavedGame:
    """The save in ``data``. Raises SaveFault, whose ``field`` names what is wrong in the body."""
    format_, rules, version, body = _opened(data)
    measure(body)
    tree = migrate(_unpacked(body), format_, FORMAT, rules, version)
    for name in ("rules", "rules_version"):
        if name in tree:
            raise SaveFault("bad-field", field=name, why="stands in the header")
    tree["rules"] = rules
    tree["rules_version"] = version
    saved = _typed(tree)
    names = tuple(clean(name, MAX_NAME) for name in saved.names)
    title = clean(saved.title, MAX_TITLE)
    if names != saved.names or title != saved.title:  # written by another program, or by a joker
        saved = msgspec.structs.replace(saved, names=names, title=title)
    return saved


def checksum(head: bytes, body: bytes) -> bytes:
    """The checksum over the header's first part and the body."""
    digest = hashlib.blake2b(head, digest_size=CHECKSUM_BYTES, person=_PERSON)
    digest.update(body)
    return digest.digest()


def _opened(data: bytes) -> tuple[int, str, int, bytes]:
    """Format, rule set, its version and the body, once the checksum agrees."""
    if len(data) > MAX_BYTES:
        raise SaveFault("too-big", bytes=len(data), most=MAX_BYTES)
    if data[: len(MAGIC)] != MAGIC[: len(data)] or not data:
        raise SaveFault("not-a-save")
    if len(data) < HEADER_BYTES:
        raise SaveFault("damaged", what="length")
    head = data[: _HEAD.size]
    _, format_, version, rules, length = _HEAD.unpack(head)
    body = data[HEADER_BYTES:]
    if length != len(body):
        raise SaveFault("damaged", what="length")
    if checksum(head, body) != data[_HEAD.size : HEADER_BYTES]:
        raise SaveFault("damaged", what="checksum")
    if format_ > FORMAT:
        raise SaveFault("newer-format", version=format_, known=FORMAT)
    if format_ < 1:
        raise SaveFault("unknown-format", version=format_)
    if not _RULES_ID.match(rules):
        raise SaveFault("bad-field", field="rules", why="no id of a rule set")
    return format_, rules.rstrip(b"\0").decode("ascii"), version, body


def _unpacked(body: bytes) -> dict[str, object]:
    try:
        tree = msgpack.unpackb(
            body,
            raw=False,
            strict_map_key=True,
            object_pairs_hook=_no_twins,
            max_str_len=MAX_TEXT,
            max_bin_len=MAX_TEXT,
            max_array_len=MAX_ITEMS,
            max_map_len=MAX_ITEMS,
            max_ext_len=0,
        )
    except SaveFault:
        raise
    except (ValueError, TypeError, msgpack.UnpackException) as error:
        raise SaveFault("bad-body", why=type(error).__name__) from None
    if not isinstance(tree, dict):
        raise SaveFault("bad-body", why="no-map")
    return tree


def _no_twins(pairs: list[tuple[object, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if not isinstance(key, str):
            raise SaveFault("bad-body", why="key-not-text")
        if key in found:
            raise SaveFault("bad-body", why="key-twice")
        found[key] = value
    return found


def _typed(tree: dict[str, object]) -> SavedGame:
    """The save in a body with the header's fields, every type and range checked."""
    try:
        saved = msgspec.convert(tree, SavedGame, strict=True)
    except msgspec.ValidationError as error:
        raise _bad_field(str(error)) from None
    _same_sizes(saved)
    return saved


def _bad_field(message: str) -> SaveFault:
    """A fault that names the field, from what msgspec says: ``… - at `$.seats[0].kind```."""
    where = _AT.search(message)
    named = _NAMED.search(message)
    path = where.group(1) if where else ""
    if named:
        path = f"{path}.{named.group(1)}" if path else named.group(1)
    return SaveFault("bad-field", field=path, why=message[: where.start()] if where else message)


def _same_sizes(saved: SavedGame) -> None:
    """One of everything a seat, and seats that exist."""
    players = saved.players
    sized: list[tuple[str, int]] = [("names", len(saved.names)), ("seats", len(saved.seats))]
    if saved.base is not None:
        sized.append(("base.choices", len(saved.base.choices)))
    if saved.result is not None:
        sized.append(("result.places", len(saved.result.places)))
        sized.append(("result.scores", len(saved.result.scores)))
    named = saved.log.count(SHUFFLE)
    if named != len(saved.shuffles):
        raise SaveFault("bad-field", field="shuffles", why=f"Expected {named} items")
    for field, size in sized:
        if size != players:
            raise SaveFault("bad-field", field=field, why=f"Expected {players} items")
    if saved.dealer >= players:
        raise SaveFault("bad-field", field="dealer", why=f"Expected `int` < {players}")
    for field, seats in (("asked", saved.asked), ("usual", saved.usual)):
        if any(seat >= players for seat in seats):
            raise SaveFault("bad-field", field=field, why=f"Expected `int` < {players}")
    for index, seat_ in enumerate(saved.seats):
        if (seat_.kind == "level") != (seat_.player != ""):
            raise SaveFault("bad-field", field=f"seats[{index}].player", why="of a level only")
        if seat_.kind == "level" and seat_.minding:
            raise SaveFault("bad-field", field=f"seats[{index}].minding", why="of a person only")
