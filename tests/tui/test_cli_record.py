"""``messdeck record``: the referee names the first thing that is wrong, whatever it is given."""

from __future__ import annotations

import gzip
import json
import re
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.arena.run import run_arena
from ai.arena.setup import ArenaSetup
from ai.arena.store import Store
from engine.actions import word_of
from engine.records import RecordFault, check_record, parse_json
from saves.codec import MAGIC
from tests.support.command_line import ROOT, Line, one_sentence, process, random_record
from tests.support.random_games import TABLE_IDS, TABLES
from tui.commandline.records.check import scene_of
from tui.words import Words

Json = dict[str, Any]
Change = Callable[[Json], object]


@pytest.fixture
def line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Line:
    return Line(capsys, monkeypatch)


def war(most: int = 10_000) -> Json:
    """A record of General's War as a JSON object."""
    return random_record("generals-war", 2, "war", most).to_json()


def a_store(tmp_path: Path) -> Path:
    path = tmp_path / "games.sqlite"
    setup = ArenaSetup("generals-war", ("random", "recruit"), 2, 3, "1", keep_logs=True)
    with Store(path) as store:
        run_arena(setup, store=store)
    return path


def a_save(tmp_path: Path) -> Path:
    path = tmp_path / "game.mdsave"
    path.write_bytes(MAGIC + bytes(range(256)) * 40)
    return path


def no_text(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl.gz"
    path.write_bytes(gzip.compress(b"\n".join(b"%d" % n for n in range(9999))))
    return path


@pytest.mark.parametrize(
    ("made", "said"), [(a_store, "messdeck results"), (a_save, "messdeck replay"), (no_text, "UTF")]
)
def test_a_file_of_another_kind_is_recognised_and_complained_of_once(
    made: Callable[[Path], Path], said: str, tmp_path: Path, line: Line
) -> None:
    path = made(tmp_path)
    checked = line("record", "check", path)
    assert checked.status == 1
    assert len(checked.out.splitlines()) == 2
    assert said in checked.out
    shown = line("record", "show", path)
    assert shown.status == 1
    assert shown.out == ""
    assert said in one_sentence(shown.err)


def test_a_text_that_holds_no_record_is_complained_of_once(
    tmp_path: Path, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "README.md"
    path.write_text("# Read me\n\n- one\n\n12\n[1, 2]\n" * 30, "utf-8")
    checked = line("record", "check", path)
    assert checked.status == 1
    told, summary = checked.out.splitlines()
    assert told.startswith(f"{path}:1: This is no file of records: 120 lines were read")
    assert summary == "1 record: 0 valid, 1 not valid"
    assert "no file of records" in one_sentence(line("record", "show", path).err)
    # No more of a long text is read than tells what it is.
    monkeypatch.setattr("tui.commandline.records.reading.MOST_LINES", 50)
    assert "50 lines were read" in line("record", "check", path).out


def test_lines_that_are_none_do_not_hide_the_one_that_is_a_record(
    tmp_path: Path, line: Line
) -> None:
    path = written(tmp_path, *["no record"] * 40, war(), "nor this")
    out = line("record", "check", path).out.splitlines()
    assert [text.split(":")[1] for text in out[:-1]] == [str(n) for n in range(1, 43)]
    assert out[-1] == "42 records: 1 valid, 41 not valid"


def written(tmp_path: Path, *records: Json | str) -> Path:
    """A file of records, one a line."""
    path = tmp_path / "games.jsonl"
    texts = [text if isinstance(text, str) else json.dumps(text) for text in records]
    path.write_text("\n".join(texts) + "\n", "utf-8")
    return path


# What is valid


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=TABLE_IDS)
def test_finished_and_unfinished_games_are_valid(
    rules: str, players: int, tmp_path: Path, line: Line
) -> None:
    whole = random_record(rules, players, "valid").to_json()
    begun = random_record(rules, players, "valid", 7).to_json()
    path = written(tmp_path, whole, begun)
    ran = line("record", "check", path)
    assert ran.status == 0, ran
    first, second, summary = ran.out.splitlines()
    assert first.startswith(f"{path}:1: OK, ")
    assert first.endswith(", finished")
    assert second.startswith(f"{path}:2: OK, ")
    assert second.endswith(", not finished")
    assert summary == "2 records: 2 valid, 0 not valid"
    assert ran.err == ""


def test_an_empty_log_is_a_valid_unfinished_game(tmp_path: Path, line: Line) -> None:
    record = {**war(3), "log": []}
    assert line("record", "check", written(tmp_path, record)).status == 0
    shown = line("record", "show", tmp_path / "games.jsonl")
    assert "The game has not begun" in shown.out


def test_quiet_prints_only_what_is_wrong(tmp_path: Path, line: Line) -> None:
    path = written(tmp_path, war(), "{}", war(5))
    ran = line("record", "check", "--quiet", path)
    assert ran.status == 1
    assert len(ran.out.splitlines()) == 2
    assert ran.out.startswith(f"{path}:2: ")
    assert ran.out.endswith("3 records: 2 valid, 1 not valid\n")


def test_one_object_over_many_lines_is_one_record(tmp_path: Path, line: Line) -> None:
    path = tmp_path / "pretty.json"
    path.write_text("\n\n" + json.dumps(war(), indent=2))
    ran = line("record", "check", path)
    assert ran.status == 0
    assert ran.out.splitlines()[0].startswith(f"{path}:3: OK")
    assert len(ran.out.splitlines()) == 2


def test_standard_input_is_read_for_a_dash(line: Line) -> None:
    text = json.dumps(war()).encode()
    ran = line("record", "check", "-", stdin=text + b"\r\n" + text)
    assert ran.status == 0
    assert ran.out.splitlines()[-1] == "2 records: 2 valid, 0 not valid"


def test_a_byte_order_mark_and_empty_lines_are_passed_over(tmp_path: Path, line: Line) -> None:
    path = tmp_path / "mark.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(war()).encode() + b"\n\n  \n")
    assert line("record", "check", path).out.endswith("1 record: 1 valid, 0 not valid\n")


def test_keys_that_are_not_known_are_ignored(tmp_path: Path, line: Line) -> None:
    record = war()
    record["date"] = "2026-01-01"
    record["result"]["note"] = {"a": [1, {}]}
    assert line("record", "check", written(tmp_path, record)).status == 0


# What is not


def changed(**values: object) -> Change:
    return lambda record: record.update(values)


def without(key: str) -> Change:
    return lambda record: record.pop(key)


def entry(index: int, text: object) -> Change:
    def change(record: Json) -> None:
        record["log"][index] = text

    return change


def cut(size: int) -> Change:
    def change(record: Json) -> None:
        del record["log"][size:]

    return change


def result(key: str, value: object) -> Change:
    def change(record: Json) -> None:
        record["result"][key] = value

    return change


FAULTS: list[tuple[str, Change, str]] = [
    ("other format", changed(format="x"), "Format must be “messdeck-record”, not “x”: this is no"),
    ("no format", without("format"), "Format must be “messdeck-record”, not null"),
    ("other version", changed(version=2), "Version 2 of records is unknown; this program knows 1"),
    ("version as text", changed(version="1"), "Version “1” of records is unknown"),
    ("version as truth", changed(version=True), "Version true of records is unknown"),
    ("other rules", changed(rules="chess"), "There is no rule set “chess”; there are battalion-"),
    ("rules no text", changed(rules=[1]), "Rules is missing or is not of the right type."),
    ("no options", without("options"), "Options is missing or is not of the right type."),
    ("options a list", changed(options=[]), "Players is missing or is not of the right type."),
    ("no players", changed(options={"target": 200}), "Players is missing"),
    ("option missing", changed(options={"players": 2}), "The option target is missing"),
    ("option too many", changed(options={"players": 2, "target": 200, "x": 1}),
     "There is a fault in the options: There is no option x; known here: target."),
    ("option out of range", changed(options={"players": 2, "target": 5}),
     "There is a fault in the options: target must be from 20 to 364, not 5."),
    ("option of a wrong type", changed(options={"players": 2, "target": [{}]}),
     "There is a fault in the options: target must be a whole number from 20 to 364, not […]."),
    ("players no number", changed(options={"players": "2", "target": 200}),
     "There is a fault in the options: This game is for 2 or 4 players, not “2”."),
    ("players too many", changed(options={"players": 3, "target": 200}),
     "There is a fault in the options: This game is for 2 or 4 players, not 3."),
    ("dealer not there", changed(dealer=2), "Dealer must be a seat from 0 to 1, not 2."),
    ("dealer a truth", changed(dealer=True), "Dealer must be a seat from 0 to 1, not true."),
    ("dealer endless", changed(dealer=10**400), "Dealer must be a seat from 0 to 1, not ∞."),
    ("names too few", changed(names=["Ann"]), "Names must be a list of 2 texts"),
    ("names no texts", changed(names=["Ann", 1]), "Names must be a list of 2 texts"),
    ("names endless", changed(names=["Ann", "x" * 10**5]), "Names must be a list of 2 texts"),
    ("no log", without("log"), "Log is missing or is not of the right type."),
    ("log a text", changed(log="shuffle"), "Log is missing or is not of the right type."),
    ("log endless", changed(log=["x"] * 200_001), "The log has more than 200000 entries."),
    ("entry no text", entry(3, 7), "Entry 4: Every entry must be a text, not 7."),
    ("no seat", entry(1, "ready"), "Entry 2, “ready”: A choice begins with the number of a seat"),
    ("seat not there", entry(1, "7 ready"), "Entry 2, “7 ready”: Nobody sits at seat 7."),
    ("no word", entry(1, "1 sleep"), "Entry 2, “1 sleep”: “sleep” is no choice of this game."),
    ("no card", entry(1, "1 muster QX"), "Entry 2, “1 muster QX”: No card is written “QX”"),
    ("word too many", entry(1, "1 ready now"), "Entry 2, “1 ready now”: “now” is one word"),
    ("word too few", entry(1, "1 muster"), "Entry 2, “1 muster”: Something must follow “muster”."),
    ("two spaces", entry(1, "1  ready"), "Entry 2, “1 ready”: “” is no choice of this game."),
    ("leading zero", entry(1, "01 ready"), "Entry 2, “01 ready”: A choice begins with"),
    ("not the seat", entry(1, "0 ready"),
     "Entry 2, “0 ready”: It is not Ann's turn: Bea must choose first. (rule common.turn)"),
    ("not asked", entry(1, "1 challenge 0"),
     "Entry 2, “1 challenge 0”: That is not what Bea is asked for now. (rule common."),
    ("not held", entry(3, "1 squad KS KH KD"), "Entry 4, “1 squad KS KH KD”: Bea does not hold K"),
    ("squad of two", entry(3, "1 squad KS KH"), "(rule war.squad.three)"),
    ("card twice", entry(0, "shuffle " + "QS " * 51 + "QS"),
     "These are not the cards that have to be shuffled here."),
    ("shuffle empty", entry(0, "shuffle"),
     "Entry 1, “shuffle”: A shuffle is due here, and the log has none."),
    ("shuffle missing", entry(0, "1 ready"),
     "Entry 1, “1 ready”: A shuffle is due here, and the log has none."),
    ("shuffle not due", lambda record: record["log"].insert(2, record["log"][0]),
     "No shuffle is due here."),
    ("broken off", cut(4),
     "The log breaks off within choices made at the same time (still to choose: Ann)"),
    ("result too early", cut(3), "There is a result, but the game is not over at the log's end."),
    ("no result", without("result"), "The game is over at the log's end, but there is no result."),
    ("result a list", changed(result=[]), "There is a fault in the result (result): it holds"),
    ("places differ", result("places", [1, 1]), "Places in the result must be ["),
    ("points differ", result("points", [0, 0]), "Points in the result must be ["),
    ("points truths", result("points", [True, False]), "There is a fault in the result (points)"),
    ("chips for points", result("points", None), "There is a fault in the result (points)"),
    ("past the end", lambda record: record["log"].append("0 ready"),
     "The game is over; nothing more can be done in it. (rule common.over)"),
    ("rubbish past the end", lambda record: record["log"].append("?"), "The game is over"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "said"), [fault[1:] for fault in FAULTS],
                         ids=[fault[0] for fault in FAULTS])  # fmt: skip
def test_each_fault_is_named(change: Change, said: str, tmp_path: Path, line: Line) -> None:
    record = war()
    change(record)
    path = written(tmp_path, record)
    ran = line("record", "check", path)
    assert ran.status == 1, ran
    first, summary = ran.out.splitlines()
    assert first.startswith(f"{path}:1: ")
    assert said in first, first
    assert summary == "1 record: 0 valid, 1 not valid"
    assert ran.err == ""
    shown = line("record", "show", path)
    assert shown.status == 1
    assert said in shown.err
    assert shown.out == ""


# Files that are hostile, or none at all


HOSTILE: list[tuple[str, bytes, str]] = [
    ("empty", b"", "There is no record in it."),
    ("spaces", b" \n\t\n", "There is no record in it."),
    ("text", b"hello\n", "This is no JSON (fault at line 1, column 1)."),
    ("cut off", b'{"format": "messdeck-', "This is no JSON (fault at line 1, column 12)."),
    ("deep lists", b"[" * 200_000, "This JSON is nested too deeply"),
    ("deep objects", b'{"a":' * 100_000, "This JSON is nested too deeply"),
    ("huge number", b"1" * 5_000_000, "or has a number of too many digits."),
    ("huge exponent", b"1e999999999", "This is JSON, but not an object"),
    ("nan", b'{"format": NaN}', "“NaN” is no number of JSON."),
    ("infinity", b'{"format": -Infinity}', "“-Infinity” is no number of JSON."),
    ("key twice", b'{"format": 1, "format": 2}', "The key format stands twice in one object."),
    ("a list", b"[1, 2]", "This is JSON, but not an object, so it is no record."),
    ("null", b"null", "This is JSON, but not an object"),
    ("not utf-8", b'{"format": "\xff"}', "This is no text in UTF-8 (fault at byte 13)."),
    ("utf-16", "{}".encode("utf-16"), "This is no text in UTF-8 (fault at byte 1)."),
    ("nul bytes", b"\0" * 1000, "This is no JSON (fault at line 1, column 1)."),
    ("lone surrogate", b'{"format": "\\ud800"}', "Format must be “messdeck-record”, not “”"),
    ("a megabyte", b'{"format": "' + b"x" * 2**20 + b'"}', "Format must be “messdeck-record”, not"),
    ("escape codes", b'{"format": "\\u001b[2J\\u009b"}', "not “[2J”"),
    ("pretty but broken", b'{\n "format": "messdeck-record",\n "log": [,]\n}',
     "This is no JSON (fault at line 3, column 10)."),
]  # fmt: skip


@pytest.mark.parametrize(("data", "said"), [one[1:] for one in HOSTILE],
                         ids=[one[0] for one in HOSTILE])  # fmt: skip
def test_hostile_files_get_a_sentence(data: bytes, said: str, tmp_path: Path, line: Line) -> None:
    path = tmp_path / "hostile"
    path.write_bytes(data)
    ran = line("record", "check", path)
    assert ran.status == 1, ran
    assert ran.err == ""
    assert said in ran.out
    assert len(ran.out.splitlines()) == 2
    assert all(len(text) < 500 for text in ran.out.splitlines())
    assert "\x1b" not in ran.out


def test_a_broken_first_line_does_not_hide_the_others(tmp_path: Path, line: Line) -> None:
    path = written(tmp_path, '{"format":', war(), "{", war(5))
    ran = line("record", "check", path)
    assert ran.status == 1
    places = [text.split(":")[1] for text in ran.out.splitlines()[:-1]]
    assert places == ["1", "2", "3", "4"]
    assert ran.out.endswith("4 records: 2 valid, 2 not valid\n")


def test_a_line_that_is_too_long_is_skipped_and_the_next_is_read(
    tmp_path: Path, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.commandline.records.reading.MAX_BYTES", 20_000)
    path = written(tmp_path, '{"a": "' + "x" * 100_000 + '"}', war())
    ran = line("record", "check", path)
    assert f"{path}:1: This line is longer than" in ran.out
    assert f"{path}:2: OK" in ran.out


def test_files_that_cannot_be_read_give_status_2_and_the_rest_is_checked(
    tmp_path: Path, line: Line
) -> None:
    path = written(tmp_path, war())
    ran = line("record", "check", tmp_path / "none", tmp_path, path)
    assert ran.status == 2
    assert f"{path}:1: OK" in ran.out
    assert "there is no such file or folder" in ran.err
    assert "is a folder, not a file" in ran.err
    assert "Traceback" not in ran.err


def test_a_game_that_breaks_the_program_does_not_hide_the_next(
    tmp_path: Path, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tui.commandline.records import check

    calls: list[object] = []

    def breaks(source: object) -> object:
        calls.append(source)
        if len(calls) == 1:
            raise ZeroDivisionError
        return check_record(source)

    monkeypatch.setattr(check, "check_record", breaks)
    monkeypatch.setenv("MESSDECK_DATA_DIR", str(tmp_path / "data"))
    path = written(tmp_path, war(), war())
    ran = line("record", "check", path)
    assert ran.status == 2
    assert "The program failed (ZeroDivisionError); the details are in" in ran.err
    assert f"{path}:2: OK" in ran.out


@given(data=st.data())
def test_whatever_is_changed_in_a_record_is_answered_in_words(data: st.DataObject) -> None:
    rules, players = data.draw(st.sampled_from(TABLES))
    record = random_record(rules, players, f"change {data.draw(st.integers(0, 3))}").to_json()
    for _ in range(data.draw(st.integers(1, 3))):
        record = _mutated(record, data)
    words = Words()
    try:
        check_record(record, keep=data.draw(st.booleans()))
    except RecordFault as fault:
        said = words.error(fault, scene_of(record))
        assert re.search(r"[.?)]$", said), said
        assert not re.search(r"[\x00-\x1f\x7f-\x9f]|\{'|did not work", said), said
        assert len(said) < 600


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.integers(-3, 8), st.floats(), st.text(max_size=12),
    st.lists(st.integers(0, 5), max_size=4), st.just({}), st.just({"a": {"b": []}}),
)  # fmt: skip


def _mutated(record: Json, data: st.DataObject) -> Json:
    """One change somewhere in a record."""
    log = record.get("log")
    what = data.draw(st.sampled_from(("key", "drop", "option", "result", "log", "log", "log")))
    if what == "key":
        return {**record, data.draw(st.sampled_from(sorted(record))): data.draw(VALUES)}
    if what == "drop":
        gone = data.draw(st.sampled_from(sorted(record) or ["x"]))
        return {key: value for key, value in record.items() if key != gone}
    for key in ("options", "result"):
        if what == key[:6] and isinstance(record.get(key), dict) and record[key]:
            inner = {
                **record[key],
                data.draw(st.sampled_from(sorted(record[key]))): data.draw(VALUES),
            }
            return {**record, key: inner}
    if not isinstance(log, list) or not log:
        return record
    return {**record, "log": _log_mutated(list(log), data)}


def _log_mutated(log: list[Any], data: st.DataObject) -> list[Any]:
    at = data.draw(st.integers(0, len(log) - 1))
    other = data.draw(st.integers(0, len(log) - 1))
    what = data.draw(st.sampled_from(("drop", "swap", "double", "cut", "word", "value")))
    if what == "drop":
        del log[at]
    elif what == "swap":
        log[at], log[other] = log[other], log[at]
    elif what == "double":
        log.insert(at, log[other])
    elif what == "cut":
        del log[at:]
    elif what == "value" or not isinstance(log[at], str):
        log[at] = data.draw(VALUES)
    else:
        words = log[at].split(" ")
        place = data.draw(st.integers(0, len(words) - 1))
        words[place] = data.draw(
            st.sampled_from(("QS", "2H", "0", "3", "99", "", "pass", "x", "-1"))
        )
        log[at] = " ".join(words)
    return log


# Shown


def test_a_game_is_shown_with_the_numbers_of_its_entries(tmp_path: Path, line: Line) -> None:
    record = random_record("generals-war", 2, "show")
    path = written(tmp_path, record.to_json())
    ran = line("record", "show", path)
    assert ran.status == 0
    lines = ran.out.splitlines()
    assert lines[0] == "General's War"
    assert lines[1] == "Options: target 200"
    assert lines[2] == "Seat 0: Ann, the first dealer"
    numbers = [int(text[:5]) for text in lines if re.match(r" +\d+  \S", text)]
    places = len(record.names)
    assert numbers[:-places] == list(range(1, len(record.log) + 1))
    assert any(text.strip().startswith("Ann is dealt ") for text in lines)
    assert "Result" in lines


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=TABLE_IDS)
def test_every_choice_of_every_game_is_shown_in_words(
    rules: str, players: int, tmp_path: Path, line: Line
) -> None:
    record = random_record(rules, players, "words")
    ran = line("record", "show", written(tmp_path, record.to_json()))
    assert ran.status == 0
    shown = {int(text[:5]) for text in ran.out.splitlines() if re.match(r" {0,4}\d+  \S", text)}
    choices = {n for n, text in enumerate(record.to_json()["log"], 1) if "shuffle" not in text}
    assert choices <= shown
    assert not re.search(r"[{}]|None|-1\b", ran.out)


def test_an_unfinished_game_says_who_is_to_choose(tmp_path: Path, line: Line) -> None:
    path = written(tmp_path, war(2))
    ran = line("record", "show", path)
    assert ran.out.endswith("The game is not finished.\nWaiting for Bea and Ann.\n")


def test_one_game_of_many_is_chosen_by_its_number(tmp_path: Path, line: Line) -> None:
    path = written(tmp_path, war(), random_record("battalion-cover", 3, "x").to_json())
    first = line("record", "show", path)
    assert first.out.splitlines()[0] == "General's War"
    assert first.out.endswith("--game 2 shows the next one.\n")
    second = line("record", "show", path, "--game", 2)
    assert second.out.splitlines()[0] == "Battalion: cover"
    assert "--game" not in second.out
    assert line.refused("record", "show", path, "--game", 3) == (
        f"--game: {path} has no game of that number, only 2."
    )


def test_names_cannot_smuggle_escape_codes_onto_the_screen(tmp_path: Path, line: Line) -> None:
    record = war()
    record["names"] = ["\x1b]0;evil\x07A\u202en\x9bn", "B\nea"]
    path = written(tmp_path, record)
    for command in ("check", "show"):
        out = line("record", command, path).out
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", out)
    assert "B ea" in line("record", "show", path).out


def test_a_large_file_is_read_line_by_line(tmp_path: Path, line: Line) -> None:
    path = tmp_path / "large.jsonl"
    with path.open("w") as file:
        for _ in range(300):
            file.write('{"format": "' + "x" * 100_000 + '"}\n')
    tracemalloc.start()
    try:
        ran = line("record", "check", "-q", path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert ran.out.endswith("300 records: 0 valid, 300 not valid\n")
    assert peak < path.stat().st_size / 5


DOCUMENT = ROOT / "docs" / "record-format.md"


def test_the_example_of_the_format_is_a_valid_record() -> None:
    example = DOCUMENT.read_text("utf-8").partition("```json\n")[2].partition("```")[0]
    assert not check_record(parse_json(example)).finished


def test_the_format_lists_every_word_of_a_log() -> None:
    row = re.compile(r"^\| `\d ([a-z ]+?)(?: [0-9A-Z].*)?` \|", re.MULTILINE)
    told = set(row.findall(DOCUMENT.read_text("utf-8")))
    assert told == {word_of(kind) for kind in range(1, 22)}


def test_checking_works_as_a_process(tmp_path: Path) -> None:
    path = written(tmp_path, war(), {**war(), "dealer": 9})
    ran = process("record", "check", path)
    assert ran.status == 1
    assert ran.err == ""
    assert "Dealer must be a seat" in ran.out
