"""Saves of every format and every version of the rules that was released still open.

A golden save is a file as it was written then; ``<name>.json`` beside it holds what was in it, as
it was then. They are never written anew: a new format or version of a rule set adds files.
``MESSDECK_GOLDEN=write`` makes those that are missing, by the present build.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine.events import DealSkipped, Event, PassedOver
from engine.game import SPECTATOR
from engine.records import check_record
from engine.registry import rule_set, rule_sets
from engine.rng import rng_from
from engine.table import Table
from saves.codec import decode, encode
from saves.exchange import record_of
from saves.restore import restore
from saves.schema import FORMAT
from tests.support.saving import answer, saved_of, seed_bytes, tables

FOLDER = Path(__file__).resolve().parent / "golden"
MOST = 1500


class Kind(NamedTuple):
    """A moment of a game worth keeping: a rule set, how many play, options, and when it is."""

    name: str
    rules: str
    players: int
    options: dict[str, object]
    here: Callable[[Table, list[Event]], bool]


def phase(table: Table) -> object:
    return table.snapshot()["phase"]


def after(choices: int) -> Callable[[Table, list[Event]], bool]:
    return lambda table, _: len(table.log()) >= choices


def at_the_end(table: Table, _: list[Event]) -> bool:
    return table.outcome() is not None


def incomplete_round(table: Table, _: list[Event]) -> bool:
    return bool(table.pending())


def half_an_exchange(table: Table, _: list[Event]) -> bool:
    return phase(table) == "exchange" and any(table.snapshot()["given"])


def half_a_trick(table: Table, _: list[Event]) -> bool:
    tricks: Any = table.snapshot()["tricks"]
    return len(tricks) > 1 and 0 < len(tricks[-1].split()) < table.game.players


def second_pass(table: Table, _: list[Event]) -> bool:
    snapshot = table.snapshot()
    return snapshot["phase"] == "defend" and snapshot["round"] == 2 and "-" in snapshot["answers"]


def half_a_cover(table: Table, _: list[Event]) -> bool:
    answers: Any = table.snapshot()["answers"]
    return phase(table) == "defend" and len(set(answers) - {"-"}) > 1


def half_a_draw(table: Table, _: list[Event]) -> bool:
    return phase(table) == "discard"


def half_the_bids(table: Table, _: list[Event]) -> bool:
    bids: Any = table.snapshot()["bids"]
    return phase(table) == "bid" and 0 < sum(bid >= 0 for bid in bids) < table.game.players


def passed_over_deal(table: Table, events: list[Event]) -> bool:
    return any(isinstance(event, DealSkipped) for event in events)


def passed_over_seat(table: Table, events: list[Event]) -> bool:
    return any(isinstance(event, PassedOver) for event in events)


KINDS = [
    Kind(f"{rules}-{players}-{name}", rules, players, {}, here)
    for rules in rule_sets()
    for players in rule_set(rules).seats
    for name, here in (("begun", after(1)), ("midst", after(12)), ("over", at_the_end))
] + [
    Kind("twins-draw", "battalion-twins", 4, {}, half_a_draw),
    Kind("twins-bids", "battalion-twins", 4, {}, half_the_bids),
    Kind("cover-draw", "battalion-cover", 4, {}, half_a_draw),
    Kind("cover-bids", "battalion-cover", 3, {}, half_the_bids),
    Kind("cover-half-covered", "battalion-cover", 4, {}, half_a_cover),
    Kind("cover-second-pass", "battalion-cover", 4, {}, second_pass),
    Kind("lead-fight-incomplete", "fight-for-the-lead", 4, {}, incomplete_round),
    Kind("lead-exchange", "fight-for-the-lead", 4, {}, half_an_exchange),
    Kind("lead-trick", "fight-for-the-lead", 4, {}, half_a_trick),
    Kind("lead-deal-passed-over", "fight-for-the-lead", 3, {"sit_out": "anyone"}, passed_over_deal),
    Kind("war-squads-incomplete", "generals-war", 4, {}, incomplete_round),
    Kind("war-passed-over", "generals-war", 4, {}, passed_over_seat),
]
NAMES = [kind.name for kind in KINDS]


def found(kind: Kind) -> Iterator[tuple[Table, str]]:
    """Tables of random games at the moment of ``kind``, with their seed's text."""
    game = rule_set(kind.rules).game(kind.players, kind.options)
    for number in range(200):
        seed = f"golden {kind.name} {number}"
        for table in tables(game, seed, dealer=number % kind.players, most=MOST):
            if kind.here(table, table.history(SPECTATOR)[-12:]):
                yield table, seed
                break


def told(table: Table) -> dict[str, Any]:
    """What a golden save has to come back as."""
    snapshot = table.snapshot()
    return {
        "players": table.game.players,
        "options": dict(table.game.options),
        "dealer": table.dealer,
        "snapshot": snapshot,
        "asked": list(table.actors()),
        "pending": {str(seat): action for seat, action in sorted(table.pending().items())},
        "choices": len(table.log()),
    }


def write_missing(kind: Kind) -> None:
    path = FOLDER / f"{kind.name}-{FORMAT}.save"
    if path.exists():
        return
    table, seed = next(found(kind))
    saved = saved_of(table, seed_bytes(seed), "0123456789abcdef")
    path.write_bytes(encode(saved))
    text = json.dumps(told(table), sort_keys=True, separators=(",", ":"))
    path.with_suffix(".json").write_text(text + "\n", "utf-8")


if os.environ.get("MESSDECK_GOLDEN") == "write":
    for each in KINDS:
        write_missing(each)

FILES = sorted(FOLDER.glob("*.save"))


def test_every_kind_of_moment_is_kept_in_the_present_format() -> None:
    """Half-made ones too: an incomplete round, an exchange, a second pass, a passed-over deal."""
    kept = {path.stem for path in FILES}
    assert kept >= {f"{name}-{FORMAT}" for name in NAMES}
    for path in FILES:
        rules = decode(path.read_bytes()).rules
        assert rules in rule_sets()


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_save_of_a_released_version_opens(path: Path) -> None:
    restored = restore(decode(path.read_bytes()))
    expected = json.loads(path.with_suffix(".json").read_text("utf-8"))
    found = json.loads(json.dumps(told(restored.table)))
    # A later program may know more of a position than was kept then.
    assert found["snapshot"].keys() >= expected["snapshot"].keys()
    found["snapshot"] = {name: found["snapshot"][name] for name in expected["snapshot"]}
    assert found == expected
    assert restored.replayed
    record = record_of(restored).to_json()
    assert check_record(record).record.to_json() == record
    rng = rng_from("golden", path.stem)
    for _ in range(20):
        if restored.table.outcome() is not None:
            break
        answer(restored.table, rng)


@pytest.mark.parametrize("kind", KINDS[-12:], ids=NAMES[-12:])
def test_the_half_made_moments_are_what_their_names_say(kind: Kind) -> None:
    restored = restore(decode((FOLDER / f"{kind.name}-{FORMAT}.save").read_bytes()))
    assert kind.here(restored.table, restored.table.history(SPECTATOR)[-12:])
