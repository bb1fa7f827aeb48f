"""Every code that engine, ai and saves give has a sentence; the sources are read for them."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import pytest

import ai
import engine
import saves
from engine import events
from engine.refusals import MessdeckError, Refusal
from engine.registry import rule_sets
from tui.words import Scene, Words
from tui.words import events as said_events
from tui.words.errors import FAMILIES, LOG, MALFORMED, RECORDS, TABLES
from tui.words.faults import REASONS
from tui.words.marks import Text
from tui.words.refusals import LINES
from tui.words.rules import endings
from tui.words.tongue import placeholders

ROOT = Path(__file__).resolve().parents[2]
# Values that calls hand on as a whole (``**note``), by the call's class.
HANDED_ON = {"InUse": {"pid", "who", "since"}}
# Values that a sentence may name although the call does not: they are added on the way.
ADDED = {"clause", "name", "number", "seat_number", "target_number", "due_seat", "line", "why"}

# What some modules need that not every install has. None of those has an error of its own.
EXTRAS = {"pyspiel", "open_spiel"}


class Given(NamedTuple):
    """A code where it is given: file and line, the class that carries it, its values' names."""

    place: str
    carrier: str
    code: str
    values: frozenset[str]


def modules() -> None:
    """Imports all of engine, ai and saves, so that every kind of error is known."""
    for package in (engine, ai, saves):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            try:
                importlib.import_module(found.name)
            except ModuleNotFoundError as error:  # of an extra that is not here
                if error.name not in EXTRAS:
                    raise


def carriers() -> set[str]:
    """The names of all kinds of errors that carry a code."""
    modules()
    found: set[str] = set()
    waiting = [MessdeckError]
    while waiting:
        kind = waiting.pop()
        found.add(kind.__name__)
        waiting += kind.__subclasses__()
    return found


def calls() -> Iterator[tuple[str, str, ast.Call]]:
    """Every call by a plain name in the sources: place, name, call."""
    for package in ("engine", "ai", "saves"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", node.func.id, node


def given() -> list[Given]:
    """Every code that is written out in the sources. One handed on from another error (a name
    that is no text) is found where that error is made."""
    known = carriers() | {"refuse"}
    found: list[Given] = []
    for place, name, call in calls():
        if name not in known:
            continue
        texts = [node.value for node in call.args[:2] if isinstance(node, ast.Constant)]
        codes = [text for text in texts if isinstance(text, str)]
        if not codes:
            continue
        values = {keyword.arg for keyword in call.keywords if keyword.arg is not None}
        if any(keyword.arg is None for keyword in call.keywords):
            values |= HANDED_ON.get(name, set())
        found.append(Given(place, name, codes[0], frozenset(values)))
    return found


def names_in(text: Text) -> set[str]:
    """The values that a text says; ``{Suit}`` is ``suit`` with a capital letter."""
    return {name[0].lower() + name[1:] for name in placeholders(text)}


GIVEN = given()


def test_the_walk_finds_what_it_is_meant_to_find() -> None:
    codes = {(one.carrier, one.code) for one in GIVEN}
    assert ("refuse", "not-held") in codes
    assert ("LogFault", "shuffle-missing") in codes
    assert ("RecordFault", "not-json") in codes
    assert ("SaveFault", "damaged") in codes
    assert len(GIVEN) > 100


@pytest.mark.parametrize("one", GIVEN, ids=lambda one: f"{one.carrier}-{one.code}-{one.place}")
def test_every_code_in_the_sources_has_a_sentence(one: Given) -> None:
    if one.carrier in FAMILIES:
        return
    if one.carrier == "refuse":
        assert one.code in LINES, f"{one.place}: no sentence in tui/words/refusals.py"
        for text in LINES[one.code][:2]:
            assert names_in(text) <= one.values | ADDED, one.place
        return
    tables = {"LogFault": (LOG, LINES), "RecordFault": (RECORDS, LOG, LINES, MALFORMED)}
    candidates = tables.get(one.carrier, (TABLES.get(one.carrier, {}),))
    texts = [table[one.code] for table in candidates if one.code in table]
    assert texts, f"{one.place}: no sentence for {one.carrier} {one.code} in tui/words"
    text = texts[0]
    if isinstance(text, str):
        assert names_in(text) <= one.values | ADDED, one.place


def test_every_event_class_is_thought_of() -> None:
    classes = {
        name
        for name, value in vars(events).items()
        if isinstance(value, type) and issubclass(value, events.Event) and value is not events.Event
    }
    assert classes == said_events.known_events()


def test_every_code_of_an_event_has_a_sentence() -> None:
    known = said_events.known_codes()
    found: set[tuple[str, str]] = set()
    for place, name, call in calls():
        if name not in known or not place.startswith("engine"):
            continue
        for node in call.args:
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add((name, node.value))
                assert node.value in known[name], f"{place}: {name} {node.value}"
    assert ("PassedOver", "no-allowed-suit") in found


def test_every_ending_has_a_sentence() -> None:
    found: set[str] = set()
    for path in (ROOT / "engine").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            target = getattr(node, "target", None) or (getattr(node, "targets", None) or [None])[0]
            if isinstance(target, ast.Name) and target.id == "ENDINGS":
                found |= set(ast.literal_eval(node.value))  # type: ignore[attr-defined]
    assert "target" in found
    assert found - {""} <= endings()


def test_every_reason_for_not_writing_has_words() -> None:
    from saves import faults

    codes = set(faults._REASONS.values()) | {"other"}
    # What keeps a save from being written without the system having a part in it.
    codes |= {"too-big", "bad-field", "in-use", "program"}
    assert codes <= set(REASONS)
    for code in codes:
        said = Words().trouble(code, "/x")
        assert Words().gettext(REASONS[code]) in said


def test_who_has_a_game_open_is_told_with_the_time() -> None:
    from saves.faults import InUse

    noon = int(datetime.now().astimezone().replace(hour=12, minute=5).timestamp())
    said = Words().error(InUse("in-use", pid=7, who="Ann", since=noon))
    assert "(Ann, since today 12:05)" in said
    said = Words().error(InUse("in-use", pid=7, who="", since=0))
    assert "(7, since a time that is not known)" in said


def test_a_code_without_a_sentence_still_gets_one_that_names_the_rule() -> None:
    words = Words()
    said = words.refusal(Refusal("of-somebody-else", "chess.castling", {"rook": {"a": 1}}))
    assert said == "The rules do not allow that now (rule chess.castling)."
    third = words.refusal(Refusal("of-somebody-else", "x.y"), Scene(names=("Ann", "Bea")), 1)
    assert third == "The rules do not allow Bea to do that (rule x.y)."


def test_a_sentence_whose_values_are_missing_falls_back_and_never_raises() -> None:
    words = Words()
    said = words.refusal(Refusal("not-held", "common.holding", {}))
    assert said == "The rules do not allow that now (rule common.holding)."
    for kind in MessdeckError, *MessdeckError.__subclasses__():
        if kind.__name__ in ("IllegalAction", "LogFault"):
            continue
        for code in ("damaged", "unknown-rules", "never-heard-of"):
            text = words.error(kind(code))
            assert text
            assert "{" not in text


def test_options_of_every_rule_set_have_words_units_and_choices() -> None:
    from tui.words.options import known_choices, known_options, known_units

    for rules in rule_sets().values():
        for option in rules.options:
            assert option.name in known_options()
            assert option.choices or option.unit in known_units(), option.name
            for choice in option.choices:
                assert (option.name, choice) in known_choices()
