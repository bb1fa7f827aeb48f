"""The rules' clauses, the tests that hold them, and the refusals that cite them agree."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.support.clauses import clauses

ROOT = Path(__file__).resolve().parents[2]
CITED = re.compile(r"^(?:common|twins|cover|lead|war)(?:\.[a-z0-9-]+)+$")


def marked_clauses() -> dict[str, str]:
    """Clause ids in ``clause`` marks of tests, with the file of one such test."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "clause":
                for argument in node.args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        found[argument.value] = path.name
    return found


def cited_clauses() -> dict[str, str]:
    """Clause ids in the source of the engine, with the file."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / "engine").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if CITED.match(node.value):
                    found[node.value] = path.name
    return found


def test_every_clause_has_a_test() -> None:
    assert sorted(set(clauses()) - set(marked_clauses())) == []


def test_tests_name_only_clauses_that_exist() -> None:
    unknown = {id_: file for id_, file in marked_clauses().items() if id_ not in clauses()}
    assert unknown == {}


def test_refusals_and_options_cite_only_clauses_that_exist() -> None:
    cited = cited_clauses()
    assert len(cited) > 20
    assert {id_: file for id_, file in cited.items() if id_ not in clauses()} == {}
