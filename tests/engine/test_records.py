"""Records: what a valid one is, and how the first fault of an invalid one is named."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chance import SeededChance, seed_from_text
from engine.records import Record, RecordFault, check_record, lines, parse_json, read_record
from engine.registry import rule_set
from engine.rng import rng_from
from engine.table import Table


def played(choices: int = 10_000, seed: str = "record", players: int = 2) -> dict[str, Any]:
    """A record of a General's War game of at most so many choices."""
    game = rule_set("generals-war").game(players)
    table = Table(game, 0, SeededChance(seed_from_text(seed)))
    rng = rng_from(seed)
    while table.actors() and (choices > 0 or table.committed()):
        choices -= 1
        seat = table.actors()[0]
        ask = table.ask(seat)
        assert ask is not None
        table.submit(seat, ask.token, int(ask.view.legal_nth(rng.below(ask.view.legal_count()))))
    names = [f"seat {seat}" for seat in range(players)]
    record = Record(game, 0, names, list(table.log()), table.outcome(), {"date": "2026-01-01"})
    found = json.loads(record.to_line())
    assert isinstance(found, dict)
    return found


WHOLE = played()
HALF = played(5)


def fault(source: object) -> RecordFault:
    with pytest.raises(RecordFault) as caught:
        check_record(source)
    return caught.value


def test_a_whole_game_and_an_unfinished_one_are_valid() -> None:
    assert check_record(WHOLE).finished
    assert not check_record(HALF).finished


@pytest.mark.parametrize("length", range(len(HALF["log"]) + 1))
def test_a_record_may_stop_anywhere_but_in_a_round(length: int) -> None:
    log = HALF["log"][:length]
    half_round = len([text for text in log if " squad " in text]) % 2 == 1
    if half_round:
        found = fault({**HALF, "log": log})
        assert (found.code, found.values["index"]) == ("round-incomplete", length - 1)
    else:
        check_record({**HALF, "log": log})


def test_further_keys_are_kept_and_written_back() -> None:
    record = read_record(WHOLE)
    assert record.extra == {"date": "2026-01-01"}
    assert record.to_json() == WHOLE
    assert check_record({**WHOLE, "result": {**WHOLE["result"], "best": 1}}).finished


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"format": "pgn"}, "not-a-record"),
        ({"version": 2}, "other-version"),
        ({"version": True}, "other-version"),
        ({"rules": "whist"}, "unknown-rules"),
        ({"rules": 3}, "missing"),
        ({"options": {"players": 3, "target": 80}}, "bad-option"),
        ({"options": {"players": 2, "target": 5}}, "bad-option"),
        ({"options": {"players": 2, "target": 80, "x": 1}}, "bad-option"),
        ({"options": {"players": 2}}, "option-missing"),
        ({"options": {"target": 80}}, "missing"),
        ({"options": None}, "missing"),
        ({"dealer": 2}, "bad-dealer"),
        ({"dealer": -1}, "bad-dealer"),
        ({"dealer": True}, "bad-dealer"),
        ({"names": ["a"]}, "bad-names"),
        ({"names": ["a", 1]}, "bad-names"),
        ({"names": "ab"}, "bad-names"),
        ({"log": "shuffle"}, "missing"),
        ({"log": [1]}, "entry-not-text"),
        ({"result": 1}, "bad-result"),
        ({"result": {"places": [1, 2]}}, "bad-result"),
        ({"result": {"places": [1, 2], "points": [1.0, 2]}}, "bad-result"),
        ({"result": {"places": [1, 1], "points": WHOLE["result"]["points"]}}, "result-differs"),
        ({"result": {"places": WHOLE["result"]["places"], "points": [0, 0]}}, "result-differs"),
    ],
)
def test_a_faulty_key_is_named(change: dict[str, object], code: str) -> None:
    assert fault({**WHOLE, **change}).code == code


def test_a_result_stands_in_finished_records_only() -> None:
    assert fault({**HALF, "result": WHOLE["result"]}).code == "result-too-early"
    without = {key: value for key, value in WHOLE.items() if key != "result"}
    assert fault(without).code == "result-missing"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "no-seat"),
        ("ready", "no-seat"),
        ("2 ready", "no-such-seat"),
        ("01 ready", "no-seat"),
        ("-1 ready", "no-seat"),
        ("² ready", "no-seat"),
        ("1 dance", "unknown-word"),
        ("1  ready", "unknown-word"),
        ("1 ready ", "too-many-words"),
        ("1 muster", "too-few-words"),
        ("1 muster XX", "unknown-card"),
        ("1 muster as", "unknown-card"),
        ("1 muster AS AH", "too-many-words"),
        ("1 challenge 02", "not-a-number"),
        ("1 challenge 9", "no-such-seat"),
        ("0 ready", "not-your-turn"),
        ("shuffle", "too-few-words"),
        ("shuffle AS", "shuffle-not-due"),
        ("shuffle ZZ", "unknown-card"),
        ("1 bid 5", "unknown-word"),
    ],
)
def test_the_first_faulty_entry_is_named_by_its_place(text: str, code: str) -> None:
    log = [HALF["log"][0], text, "1 nonsense"]
    found = fault({**HALF, "log": log})
    assert (found.values["index"], found.values["text"], found.code) == (1, text, code)


def test_an_entry_after_the_end_is_named() -> None:
    found = fault({**WHOLE, "log": [*WHOLE["log"], "0 ready"]})
    assert found.values["index"] == len(WHOLE["log"])
    assert found.code == "game-over"


def test_a_shuffle_must_hold_the_pile_that_is_due() -> None:
    cards = HALF["log"][0].split(" ")[1:]
    for wrong in (cards[:-1], [*cards[:-1], cards[0]], [*cards, "2S"]):
        found = fault({**HALF, "log": ["shuffle " + " ".join(wrong)]})
        assert (found.code, found.values["index"]) == ("shuffle-of-other-cards", 0)
    assert fault({**HALF, "log": ["1 ready"]}).code == "shuffle-missing"


def test_simultaneous_choices_stand_clockwise_from_the_dealers_left() -> None:
    log = HALF["log"]
    at = next(i for i, text in enumerate(log) if " squad " in text)
    turned = [*log[:at], log[at + 1], log[at]]
    found = fault({**HALF, "log": turned})
    assert (found.code, found.values["index"]) == ("round-out-of-order", at)


def test_the_order_of_cards_in_a_squad_is_free() -> None:
    log = list(HALF["log"])
    at = next(i for i, text in enumerate(log) if " squad " in text)
    head, cards = log[at].split(" squad ")
    log[at] = f"{head} squad {' '.join(cards.split(' ')[::-1])}"
    check_record({**HALF, "log": log})


@pytest.mark.parametrize(
    "text", ["", "{", "[1", '{"a":NaN}', '{"a":1,"a":2}', "[" * 100_000, "1e999999", '"\\ud800"']
)
def test_hostile_json_is_refused_with_a_code(text: str) -> None:
    with pytest.raises(RecordFault):
        check_record(parse_json(text))


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(st.sampled_from(sorted(WHOLE)), inner, max_size=6)
        ),
        max_leaves=12,
    )
)
def test_any_json_value_is_a_record_or_refused(value: object) -> None:
    changed = value if not isinstance(value, dict) else {**WHOLE, **value}
    try:
        check_record(changed)
    except RecordFault as found:
        code = found.code
    else:
        code = "valid"
    assert code


def test_a_text_is_one_object_or_one_a_line() -> None:
    line = json.dumps(WHOLE)
    assert list(lines(json.dumps(WHOLE, indent=2))) == [(1, json.dumps(WHOLE, indent=2))]
    assert list(lines(f"{line}\n\n{line}\n")) == [(1, line), (3, line)]
    assert list(lines("")) == []
