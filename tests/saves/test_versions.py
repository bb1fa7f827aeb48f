"""Saves of other formats and other versions of the rules: taken step by step, or named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import msgpack
import pytest

from engine import registry
from engine.game import Game
from engine.options import Options
from engine.refusals import OptionFault
from engine.registry import rule_set, rule_sets
from engine.rules import RuleSet
from saves import codec
from saves.codec import HEADER_BYTES, decode, encode
from saves.faults import SaveFault
from saves.migrations import Body, migrate
from saves.restore import restore
from saves.schema import FORMAT, SavedGame
from tests.saves.test_codec import sealed
from tests.support.random_games import TABLES
from tests.support.saving import changed, some_save

RULES, PLAYERS = TABLES[0]


def body_of(saved: SavedGame) -> Body:
    found: Body = msgpack.unpackb(encode(saved)[HEADER_BYTES:])
    return found


# Formats. The real ones begin with 1; here two more are made up, in which names were called
# ``people``, and before that the title ``label``.


def first_to_second(body: Body, rules: str, version: int) -> Body:
    body["title"] = body.pop("label")
    return body


def second_to_third(body: Body, rules: str, version: int) -> Body:
    return {**{key: body[key] for key in body if key != "people"}, "names": body["people"]}


STEPS = {FORMAT: first_to_second, FORMAT + 1: second_to_third}


def as_second(saved: SavedGame) -> Body:
    body = body_of(saved)
    body["people"] = body.pop("names")
    return body


def as_first(saved: SavedGame) -> Body:
    body = as_second(saved)
    body["label"] = body.pop("title")
    return body


@pytest.fixture
def third_format(monkeypatch: pytest.MonkeyPatch) -> int:
    """As if the present format were two further on."""
    monkeypatch.setattr(codec, "FORMAT", FORMAT + 2)
    monkeypatch.setattr(
        codec,
        "migrate",
        lambda body, format_, due, rules, version: migrate(
            body, format_, due, rules, version, STEPS
        ),
    )
    return FORMAT + 2


def test_older_formats_are_read_step_by_step(third_format: int) -> None:
    saved = some_save(RULES, PLAYERS)
    first = sealed(msgpack.packb(as_first(saved)), format_=FORMAT)
    second = sealed(msgpack.packb(as_second(saved)), format_=FORMAT + 1)
    present = encode(saved)
    assert int.from_bytes(present[8:10], "big") == third_format
    for data in (first, second, present):
        assert decode(data) == saved
        assert restore(decode(data)).replayed


def test_a_body_that_is_not_what_its_format_promised_is_refused(third_format: int) -> None:
    saved = some_save(RULES, PLAYERS)
    with pytest.raises(SaveFault) as found:
        decode(sealed(msgpack.packb(body_of(saved)), format_=FORMAT))
    assert found.value.code == "bad-body"
    wrong = {**as_second(saved), "people": 7}
    with pytest.raises(SaveFault) as found:
        decode(sealed(msgpack.packb(wrong), format_=FORMAT + 1))
    assert (found.value.code, found.value.values["field"]) == ("bad-field", "names")


def test_formats_that_were_never_released_and_newer_ones_are_named() -> None:
    body = msgpack.packb(body_of(some_save(RULES, PLAYERS)))
    with pytest.raises(SaveFault) as found:
        decode(sealed(body, format_=0))
    assert (found.value.code, found.value.values["version"]) == ("unknown-format", 0)
    with pytest.raises(SaveFault) as found:
        decode(sealed(body, format_=FORMAT + 7))
    assert (found.value.code, found.value.values["version"]) == ("newer-format", FORMAT + 7)
    with pytest.raises(SaveFault) as found:
        migrate({}, 3, 5, RULES, 1, {4: first_to_second})
    assert (found.value.code, found.value.values["version"]) == ("unknown-format", 3)


# Versions of the rules


def known_as(monkeypatch: pytest.MonkeyPatch, changed_: RuleSet) -> None:
    known = {**rule_sets(), changed_.id: changed_}
    monkeypatch.setattr(registry, "rule_sets", lambda: known)


def test_a_version_of_the_rules_that_was_never_released_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = rule_set(RULES)
    known_as(monkeypatch, replace(rules, version=4, earlier={1: None, 3: None}))
    saved = some_save(RULES, PLAYERS)
    with pytest.raises(SaveFault) as found:
        restore(changed(saved, rules_version=2))
    assert found.value.code == "unknown-rules-version"
    assert (found.value.values["version"], found.value.values["known"]) == (2, 4)
    for version in (1, 3):
        assert not restore(changed(saved, rules_version=version)).replayed


def test_options_and_positions_of_earlier_rules_are_upgraded_step_by_step(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Made up: at first the chips were called ``coins``, then the dealer ``giver``."""
    rules = rule_set("battalion-twins")

    def coins(
        options: Mapping[str, object], snapshot: Mapping[str, object]
    ) -> tuple[Mapping[str, object], Mapping[str, object]]:
        renamed = {("chips" if key == "coins" else key): options[key] for key in options}
        assert len(renamed) == len(options)
        return renamed, snapshot

    def giver(
        options: Mapping[str, object], snapshot: Mapping[str, object]
    ) -> tuple[Mapping[str, object], Mapping[str, object]]:
        renamed = {("dealer" if key == "giver" else key): snapshot[key] for key in snapshot}
        return options, renamed

    newest = replace(rules, version=3, earlier={1: coins, 2: giver})
    known_as(monkeypatch, newest)
    now = some_save("battalion-twins", 3)
    second = changed(
        now,
        rules_version=2,
        snapshot={("giver" if key == "dealer" else key): now.snapshot[key] for key in now.snapshot},
    )
    first = changed(
        second,
        rules_version=1,
        options={("coins" if key == "chips" else key): now.options[key] for key in now.options},
    )
    for saved in (first, second):
        restored = restore(decode(encode(saved)))
        assert not restored.replayed
        assert restored.table.snapshot() == now.snapshot
        assert restored.saved.options == now.options
        assert restored.saved.rules_version == 3
        assert restored.saved.base is not None
        assert restored.saved.base.version == saved.rules_version
    with pytest.raises(SaveFault) as found:
        restore(changed(first, snapshot={}))
    assert found.value.code in ("bad-position", "bad-field")


def test_every_rule_set_takes_the_saves_of_all_its_released_versions() -> None:
    for rules in rule_sets().values():
        if rules.id in registry.OURS:
            assert sorted(rules.earlier) == list(range(1, rules.version)), rules.id


def test_an_earlier_rule_set_with_other_options_is_no_excuse_for_wrong_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = rule_set(RULES)

    def make(players: int, options: Options) -> Game:
        raise OptionFault("out-of-range", name="chips", value=1, low=2, high=3)

    known_as(monkeypatch, replace(rules, version=2, earlier={1: None}, make=make))
    with pytest.raises(SaveFault) as found:
        restore(some_save(RULES, PLAYERS))
    assert found.value.code == "bad-option"
