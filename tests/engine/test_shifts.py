"""No constant is shifted by a variable in compiled code.

mypyc 2.4 compiles ``i64(1) << n`` to a shift of 32 bits, which is wrong for n of 31 and more, and
says nothing; so does a constant by name. What is shifted has to be a parameter, an attribute or a
table's entry (``engine.bits.bit``). Interpreted, all of them are right, so tests of the results
see it on the compiled build only, and only where somebody thought of testing.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from ai.search import tricks
from engine import bits, build
from engine.fight_for_the_lead import public as lead

ROOT = Path(build.__file__).resolve().parents[1]


def constant_names(tree: ast.AST) -> set[str]:
    """Names that are only ever given whole numbers written out."""
    always: set[str] = set()
    other: set[str] = set()
    for node in ast.walk(tree):
        targets: list[ast.expr] = []
        value: ast.expr | None = None
        if isinstance(node, ast.Assign):
            targets, value = node.targets, node.value
        elif isinstance(node, ast.AnnAssign):
            targets, value = [node.target], node.value
        elif isinstance(node, ast.AugAssign | ast.For):
            targets = [node.target]
        elif isinstance(node, ast.arg):
            other.add(node.arg)
        for target in targets:
            for name in ast.walk(target):
                if isinstance(name, ast.Name):
                    (always if is_constant(value, set()) else other).add(name.id)
    return always - other


def is_constant(value: ast.expr | None, names: set[str]) -> bool:
    if isinstance(value, ast.Constant):
        return isinstance(value.value, int)
    if isinstance(value, ast.UnaryOp):
        return is_constant(value.operand, names)
    if isinstance(value, ast.BinOp):
        return is_constant(value.left, names) and is_constant(value.right, names)
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        return value.func.id in ("i64", "int") and is_constant(value.args[0], names)
    return isinstance(value, ast.Name) and value.id in names


def shifted_constants(source: str, imported: set[str]) -> list[int]:
    """The lines on which a constant is shifted to the left by something that is none."""
    tree = ast.parse(source)
    found: list[int] = []
    scopes = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)] or [tree]
    module = {
        name
        for node in tree.body
        if isinstance(node, ast.AnnAssign | ast.Assign)
        for name in constant_names(node)
    }
    for scope in scopes:
        names = imported | module | constant_names(scope)
        for node in ast.walk(scope):
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift):
                if is_constant(node.left, names) and not is_constant(node.right, names):
                    found.append(node.lineno)
            if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.LShift):
                if is_constant(node.target, names) and not is_constant(node.value, names):
                    found.append(node.lineno)
    return found


@pytest.mark.parametrize("path", build.hot_sources())
def test_no_constant_is_shifted_by_a_variable(path: str) -> None:
    # Whatever stands in capitals is a constant of some module.
    source = (ROOT / path).read_text("utf-8")
    capitals = {
        node.id
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Name) and node.id.isupper()
    }
    assert shifted_constants(source, capitals) == []


@pytest.mark.parametrize(
    "text",
    [
        "def f(n: i64) -> i64:\n    return i64(1) << n",
        "def f(n: i64) -> i64:\n    return 7 << (n * 13)",
        "def f(n: i64) -> i64:\n    one: i64 = 1\n    return one << n",
        "ONE: Final = 1\ndef f(n: i64) -> i64:\n    return ONE << n",
        "def f(x: i64, n: i64) -> i64:\n    x |= 1 << n\n    return x",
    ],
)
def test_the_patterns_that_go_wrong_are_found(text: str) -> None:
    assert shifted_constants(text, set()) != []


@pytest.mark.parametrize(
    "text",
    [
        "def f(one: i64, n: i64) -> i64:\n    return one << n",
        "def f(n: i64) -> i64:\n    code: i64 = 3 << 8\n    return code",
        "def f(n: i64) -> i64:\n    mask: i64 = 1\n    mask += n\n    return mask << n",
    ],
)
def test_what_goes_right_is_let_alone(text: str) -> None:
    assert shifted_constants(text, set()) == []


def test_masks_are_right_on_this_build() -> None:
    for n in range(63):
        assert bits.bit(n) == 2**n
    for suit in range(4):
        assert lead.whole_suit(suit) == 8191 * 2 ** (13 * suit)
        assert tricks._suit_mask(suit) == 8191 * 2 ** (13 * suit)
