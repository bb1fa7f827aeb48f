"""docs/save-format.md says what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from saves.codec import HEADER_BYTES, MAGIC, MAX_BYTES
from saves.limits import MAX_DEPTH, MAX_ITEMS, MAX_TEXT
from saves.schema import FORMAT, MAX_LOG, MAX_SHUFFLE, SavedGame
from saves.writing import KEEP

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "save-format.md").read_text("utf-8")


def test_the_document_names_every_key_and_no_other() -> None:
    body = TEXT.split("## The body")[1].split("**Seats.**")[0]
    rows = [line.split("|")[1] for line in body.splitlines() if line.startswith("| `")]
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    fields = [field.name for field in msgspec.structs.fields(SavedGame)]
    assert sorted(named) == sorted(set(fields) - {"rules", "rules_version"})


def test_the_document_marks_what_may_be_left_out() -> None:
    for field in msgspec.structs.fields(SavedGame):
        row = re.search(rf"^\| `{field.name}` .*$", TEXT, re.MULTILINE)
        if row is not None:
            optional = field.default is not msgspec.NODEFAULT
            assert ("*optional*" in row.group()) == optional, field.name


def test_the_document_gives_the_numbers() -> None:
    assert MAGIC.hex(" ").upper() in TEXT
    assert f"format version: {FORMAT}" in TEXT
    assert f"| {HEADER_BYTES} | | the body" in TEXT
    assert f"{MAX_BYTES // 2**20} MiB" in TEXT
    assert f"{MAX_DEPTH} levels" in TEXT
    assert KEEP == 3
    for number in (MAX_ITEMS, MAX_TEXT, MAX_LOG, MAX_SHUFFLE):
        assert f"{number:,}" in TEXT
