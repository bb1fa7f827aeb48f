"""The clauses of the rules, as they stand in docs/rules/en."""

from __future__ import annotations

import re
from pathlib import Path

RULES = Path(__file__).resolve().parents[2] / "docs" / "rules" / "en"
_CLAUSE = re.compile(r"^`([a-z]+(?:\.[a-z0-9-]+)+)` ", re.MULTILINE)


def clauses() -> dict[str, str]:
    """Every clause id with the name of its file."""
    found: dict[str, str] = {}
    for path in sorted(RULES.glob("*.md")):
        for id_ in _CLAUSE.findall(path.read_text(encoding="utf-8")):
            assert id_ not in found, f"{id_} stands in {found[id_]} and in {path.name}"
            found[id_] = path.name
    return found
