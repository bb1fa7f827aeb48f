"""The bytes of a save: round trips, limits, and faults that name what is wrong."""

from __future__ import annotations

import hashlib
import struct
from typing import Any

import msgpack
import msgspec
import pytest

from saves.codec import HEADER_BYTES, MAGIC, MAX_BYTES, checksum, decode, encode
from saves.faults import SaveFault
from saves.limits import MAX_DEPTH, measure
from saves.schema import FORMAT, Seat
from tests.support.random_games import TABLE_IDS, TABLES
from tests.support.saving import changed, some_save

RULES, PLAYERS = TABLES[0]


def tree_of(data: bytes) -> dict[str, Any]:
    tree: dict[str, Any] = msgpack.unpackb(data[HEADER_BYTES:])
    return tree


def sealed(
    body: bytes, *, rules: bytes = RULES.encode(), version: int = 1, format_: int = FORMAT
) -> bytes:
    head = struct.pack(">8sHH32sI", MAGIC, format_, version, rules, len(body))
    return head + checksum(head, body) + body


def packed(tree: object, **header: Any) -> bytes:
    return sealed(msgpack.packb(tree), **header)


def fault_of(data: bytes) -> SaveFault:
    with pytest.raises(SaveFault) as found:
        decode(data)
    return found.value


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=TABLE_IDS)
def test_what_was_encoded_is_decoded(rules: str, players: int) -> None:
    saved = some_save(rules, players)
    assert decode(encode(saved)) == saved


def test_the_header_is_as_the_format_says() -> None:
    """Read with nothing but the document: docs/save-format.md."""
    saved = some_save(RULES, PLAYERS)
    data = encode(saved)
    assert data[:8] == b"\x89MDSAVE\n"
    assert int.from_bytes(data[8:10], "big") == 1
    assert int.from_bytes(data[10:12], "big") == saved.rules_version
    assert data[12:44].rstrip(b"\0").decode() == saved.rules
    assert int.from_bytes(data[44:48], "big") == len(data) - 64
    digest = hashlib.blake2b(data[:48] + data[64:], digest_size=16, person=b"messdeck-save-1")
    assert data[48:64] == digest.digest()
    body = msgpack.unpackb(data[64:])
    assert body["dealer"] == saved.dealer
    assert body["log"] == list(saved.log)
    assert body["shuffles"] == list(saved.shuffles)
    assert "rules" not in body


def test_strange_names_come_out_harmless() -> None:
    saved = changed(
        some_save(RULES, PLAYERS),
        names=("\x1b]0;gotcha\x07Ann\u202e", *["B\n\tb" for _ in range(PLAYERS - 1)]),
        title="x" * 200,
    )
    found = decode(encode(saved))
    assert found.names[:2] == ("]0;gotchaAnn", "B b")
    assert len(found.title) == 80


@pytest.mark.parametrize(
    ("field", "value", "named"),
    [
        ("dealer", 8, "dealer"),
        ("dealer", PLAYERS, "dealer"),
        ("dealer", -1, "dealer"),
        ("dealer", "0", "dealer"),
        ("dealer", True, "dealer"),
        ("dealer", 1.0, None),
        ("players", 9, "players"),
        ("id", "../../../../etc/x", "id"),
        ("id", "0123456789abcdef\n", "id"),
        ("id", "0123456789ABCDEF", "id"),
        ("seed", b"short", "seed"),
        ("seed", "x" * 32, "seed"),
        ("names", ["one"], "names"),
        ("names", ["x" * 201] * PLAYERS, "names[0]"),
        ("seats", [{"kind": "ghost"}] * PLAYERS, "seats[0].kind"),
        ("seats", [{"kind": "level"}] * PLAYERS, "seats[0].player"),
        ("seats", [{"kind": "person", "player": "recruit"}] * PLAYERS, "seats[0].player"),
        ("seats", [{"kind": "level", "player": "a\x1b"}] * PLAYERS, "seats[0].player"),
        ("seats", [{"kind": "person", "hat": "red"}] * PLAYERS, "seats[0].hat"),
        ("log", "shuffle", "log"),
        ("log", [7], "log[0]"),
        ("log", ["x" * 201], "log[0]"),
        ("log", [], "shuffles"),
        ("shuffles", [], "shuffles"),
        ("shuffles", [b""], "shuffles[0]"),
        ("pending", ["0 ready"] * 9, "pending"),
        ("asked", [PLAYERS], "asked"),
        ("usual", [PLAYERS], "usual"),
        ("created", -1, "created"),
        ("changed", 2**63, "changed"),
        ("practice", 1, "practice"),
        ("options", {"target": None}, "options[...]"),
        ("options", [], "options"),
        ("snapshot", [], "snapshot"),
        ("result", {"places": [1], "scores": [1], "ending": "x"}, "result.places"),
        ("hat", "red", "hat"),
        ("rules", "generals-war", "rules"),
    ],
)
def test_a_wrong_field_is_named(field: str, value: object, named: str | None) -> None:
    tree = tree_of(encode(some_save(RULES, PLAYERS)))
    tree[field] = value
    fault = fault_of(packed(tree))
    if named is None:
        assert fault.code == "bad-body"
    else:
        assert (fault.code, fault.values["field"]) == ("bad-field", named)


@pytest.mark.parametrize("field", sorted(tree_of(encode(some_save(RULES, PLAYERS)))))
def test_a_missing_field_is_named_or_has_a_default(field: str) -> None:
    saved = some_save(RULES, PLAYERS)
    tree = tree_of(encode(saved))
    del tree[field]
    defaults = {f.name: f.default for f in msgspec.structs.fields(saved)}
    if defaults[field] is msgspec.NODEFAULT:
        assert fault_of(packed(tree)).values["field"] == field
    else:
        assert getattr(decode(packed(tree)), field) == defaults[field]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("dealer", PLAYERS),
        ("seats", (Seat("level", "x" * 201),) * PLAYERS),
        ("seats", (Seat("level", "한글"),) * PLAYERS),
        ("names", ("one",)),
        ("seed", b"short"),
        ("id", "../x"),
        ("options", {"hats": 2**60}),
    ],
)
def test_nothing_is_written_that_could_not_be_read(field: str, value: object) -> None:
    with pytest.raises(SaveFault) as found:
        encode(changed(some_save(RULES, PLAYERS), **{field: value}))
    assert str(found.value.values["field"]).startswith(field)


def test_a_newer_format_names_its_version() -> None:
    fault = fault_of(packed({}, format_=FORMAT + 1))
    assert (fault.code, fault.values["version"]) == ("newer-format", FORMAT + 1)
    assert fault_of(packed({}, format_=0)).code == "unknown-format"


def test_a_rule_set_version_that_was_never_released_is_refused() -> None:
    tree = tree_of(encode(some_save(RULES, PLAYERS)))
    assert fault_of(packed(tree, version=0)).values["field"] == "rules_version"


@pytest.mark.parametrize("rules", [b"", b"UPPER", b"a/../b", b"a\0b", b"x-", b"\xff"])
def test_a_rule_set_id_is_an_id(rules: bytes) -> None:
    assert fault_of(packed({}, rules=rules)).values["field"] == "rules"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "not-a-save"),
        (b"hello, world", "not-a-save"),
        (b'{"format": "messdeck-record"}', "not-a-save"),
        (MAGIC[:3], "damaged"),
        (MAGIC, "damaged"),
        (b"\0" * 100, "not-a-save"),
    ],
)
def test_other_files_are_told_apart(data: bytes, code: str) -> None:
    assert fault_of(data).code == code


def test_bytes_behind_the_end_are_damage() -> None:
    assert fault_of(encode(some_save(RULES, PLAYERS)) + b"\0").values["what"] == "length"


def test_too_many_bytes_are_refused_before_anything_is_read() -> None:
    assert fault_of(MAGIC + b"\0" * MAX_BYTES).code == "too-big"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "bad-body"),
        (b"\xc1", "bad-body"),  # a byte that means nothing
        (b"\xdd\xff\xff\xff\xff", "bad-body"),  # an array of 4,294,967,295
        (b"\xdf\x7f\xff\xff\xff\xc0", "bad-body"),
        (b"\xdb\x7f\xff\xff\xff", "bad-body"),  # a text of 2 GiB
        (b"\xc6\x7f\xff\xff\xff", "bad-body"),
        (b"\xd9\xff" + b"x" * 10, "bad-body"),
        (b"\xcb" + b"\0" * 8, "bad-body"),  # a float
        (b"\xd4\x01\x02", "bad-body"),  # an extension
        (b"\xd6\xff\0\0\0\0", "bad-body"),  # a time stamp
        (b"\x91" * 30 + b"\xc0", "too-deep"),
        (b"\xc0\xc0", "bad-body"),
        (b"\xc0", "bad-body"),  # no map
        (b"\x90", "bad-body"),
        (b"\xa2\xff\xfe", "bad-body"),  # no UTF-8
        (b"\x81\xa1a", "bad-body"),
        (b"\x82\xa1a\xc0\xa1a\xc0", "bad-body"),  # a key twice
        (b"\x81\x01\xc0", "bad-body"),  # a number as a key
        (b"\x81\xc4\x01a\xc0", "bad-body"),
        (b"\x80", "bad-field"),
    ],
)
def test_hostile_bodies_are_refused_by_name(body: bytes, code: str) -> None:
    assert fault_of(sealed(body)).code == code


def test_nesting_does_not_multiply_claims() -> None:
    """Each level claims as many items as there are bytes left; nothing is made of them."""
    size = 1 << 16
    with pytest.raises(SaveFault) as found:
        measure((b"\xdd" + (size // 4).to_bytes(4, "big")) * 1000 + b"\xc0" * size)
    assert found.value.code == "too-deep"
    assert found.value.values["most"] == MAX_DEPTH


def test_measure_counts_what_msgpack_reads() -> None:
    tree = {"a": [1, -1, 2**40, None, True], "b": {"c": "x" * 300, "d": b"y" * 300}, "e": [[]] * 20}
    assert measure(msgpack.packb(tree)) == 1 + 3 + 1 + 5 + 1 + 4 + 1 + 20


def test_levels_and_persons_keep_their_seats() -> None:
    seats = (
        Seat("person", minding="recruit"),
        *[Seat("level", "captain:worlds=64")] * (PLAYERS - 1),
    )
    found = decode(encode(changed(some_save(RULES, PLAYERS), seats=seats)))
    assert [seat.chooser for seat in found.seats][:2] == ["recruit", "captain:worlds=64"]
