"""A save brings back the very table: position, log, commitments, and all that comes after."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import registry
from engine.chance import SeededChance
from engine.game import SPECTATOR
from engine.registry import rule_set, rule_sets
from engine.rng import rng_from
from engine.rules import RuleSet
from engine.table import Table
from saves.capture import LogTexts, result_of
from saves.codec import decode, encode
from saves.exchange import record_of
from saves.faults import SaveFault
from saves.restore import restore
from saves.schema import SHUFFLE, SavedGame
from tests.support.random_games import TABLE_IDS, TABLES, games
from tests.support.saving import answer, changed, saved_of, seed_bytes, some_save, tables


def same_table(one: Table, other: Table) -> None:
    assert one.log() == other.log()
    assert one.pending() == other.pending()
    assert one.actors() == other.actors()
    assert one.outcome() == other.outcome()
    for seat in range(SPECTATOR, one.game.players):
        assert one.view(seat).dump() == other.view(seat).dump()
        assert one.history(seat) == other.history(seat)


def fault_of(saved: SavedGame) -> SaveFault:
    with pytest.raises(SaveFault) as found:
        restore(decode(encode(saved)))
    return found.value


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=TABLE_IDS)
@settings(max_examples=3)
@given(data=st.data())
def test_every_position_comes_back(rules: str, players: int, data: st.DataObject) -> None:
    """At every position of random games with odd options, half-made rounds included."""
    game = data.draw(games(rule_set(rules), players))
    seed = data.draw(st.integers(0, 10**6))
    dealer = data.draw(st.integers(0, players - 1))
    for table in tables(game, seed, dealer=dealer, most=60):
        restored = restore(decode(encode(saved_of(table, seed_bytes(seed)))))
        assert restored.replayed
        same_table(restored.table, table)


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=TABLE_IDS)
def test_the_same_choices_lead_to_the_same_end(rules: str, players: int) -> None:
    """What is yet to be shuffled is the same after resuming, at three places of a game."""
    for stop in (0, 7, 31):
        for count, table in enumerate(tables(rule_set(rules).game(players), "end")):
            if count == stop or table.outcome() is not None:
                break
        other = restore(decode(encode(saved_of(table, seed_bytes("end"))))).table
        one_rng, other_rng = rng_from("on"), rng_from("on")
        for _ in range(300):
            if table.outcome() is not None:
                break
            answer(table, one_rng)
            answer(other, other_rng)
        same_table(other, table)


def test_some_rule_set_has_commitments_that_wait() -> None:
    """Otherwise the tests above say nothing about half-made rounds."""
    assert any(some_save(rules, players).pending for rules, players in TABLES)


def half_made() -> Iterator[SavedGame]:
    for rules, players in TABLES:
        saved = some_save(rules, players)
        if saved.pending:
            yield saved


def test_a_commitment_stays_unseen_by_the_others() -> None:
    for saved in half_made():
        table = restore(saved).table
        seat = int(saved.pending[0].split()[0])
        without = restore(changed(saved, pending=(), asked=asked_without(saved))).table
        for other in range(SPECTATOR, saved.players):
            if other != seat:
                assert table.view(other).dump() == without.view(other).dump()


def asked_without(saved: SavedGame) -> tuple[int, ...]:
    game = rule_set(saved.rules).game(saved.players, saved.options)
    return tuple(game.restore(saved.snapshot, SeededChance(saved.seed)).actors())


def test_a_commitment_that_the_rules_forbid_is_refused() -> None:
    for saved in half_made():
        seat = saved.pending[0].split()[0]
        for text in (f"{seat} frobnicate", f"{seat} squad 2S 2S 2S", "9 ready", "x"):
            assert fault_of(changed(saved, pending=(text,))).code == "bad-commitment"
        twice = (saved.pending[0], saved.pending[0])
        assert fault_of(changed(saved, pending=twice)).code == "bad-commitment"


def test_commitments_never_complete_a_round() -> None:
    """The last commitment of a round enters the log; a save in which it waits is no save."""
    for saved in half_made():
        table = restore(saved).table
        pending = list(saved.pending)
        for seat in table.actors():
            view = table.view(seat)
            pending.append(table.game.action_text(seat, int(view.legal_nth(0))))
        assert fault_of(changed(saved, pending=tuple(pending))).code == "bad-commitment"


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=TABLE_IDS)
def test_a_changed_log_is_refused(rules: str, players: int) -> None:
    saved = changed(some_save(rules, players), pending=())
    log = saved.log
    last = max(i for i, text in enumerate(log) if text != SHUFFLE)
    nonsense = changed(saved, log=(*log[:last], "0 frobnicate", *log[last + 1 :]))
    assert fault_of(nonsense).code == "bad-log"
    shorter = changed(saved, log=log[:last] + log[last + 1 :])
    assert fault_of(shorter).code in ("bad-log", "position-differs")
    longer = changed(saved, log=(*log, log[last]))
    assert fault_of(longer).code in ("bad-log", "position-differs")
    wrong = next(i for i, text in enumerate(log) if text != SHUFFLE)
    other = str((int(log[wrong][0]) + 1) % players) + log[wrong][1:]
    fault = fault_of(changed(saved, log=(*log[:wrong], other, *log[wrong + 1 :])))
    assert (fault.code, fault.values["index"]) == ("bad-log", wrong)


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=TABLE_IDS)
def test_shuffles_belong_to_the_seed(rules: str, players: int) -> None:
    saved = some_save(rules, players)
    fault = fault_of(changed(saved, seed=bytes(32)))
    assert (fault.code, fault.values["number"]) == ("shuffle-differs", 0)
    foreign = changed(saved, seed=bytes(32), foreign=len(saved.shuffles))
    assert restore(decode(encode(foreign))).replayed
    more = changed(saved, foreign=len(saved.shuffles) + 1)
    assert fault_of(more).values["field"] == "foreign"
    first = bytes(sorted(saved.shuffles[0]))
    fault = fault_of(changed(saved, shuffles=(first, *saved.shuffles[1:])))
    assert fault.code in ("shuffle-differs", "bad-log", "position-differs")
    fault = fault_of(changed(saved, shuffles=(b"\xff" + first[1:], *saved.shuffles[1:])))
    assert fault.code == "bad-log"


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=TABLE_IDS)
def test_the_snapshot_has_to_agree_with_the_log(rules: str, players: int) -> None:
    earlier = None
    for count, table in enumerate(tables(rule_set(rules).game(players), "snapshot", most=12)):
        saved = saved_of(table, seed_bytes("snapshot"))
        if count == 5:
            earlier = saved
    assert earlier is not None
    fault = fault_of(changed(saved, snapshot=earlier.snapshot))
    assert (fault.code, fault.values["field"]) == ("position-differs", "snapshot")
    fault = fault_of(changed(saved, snapshot={}))
    assert fault.code == "bad-position"
    fault = fault_of(changed(saved, pending=(), asked=()))
    assert (fault.code, fault.values["field"]) == ("position-differs", "asked")


def test_unknown_rules_and_options_are_named() -> None:
    saved = some_save(*TABLES[0])
    assert fault_of(changed(saved, rules="poker")).code == "unknown-rules"
    fault = fault_of(changed(saved, options={**saved.options, "hats": 3}))
    assert fault.code == "bad-option"
    name = next(iter(saved.options))
    rest = {key: value for key, value in saved.options.items() if key != name}
    fault = fault_of(changed(saved, options=rest))
    assert fault.values["field"] == f"options.{name}"


# Another version of a rule set


@pytest.fixture
def newer_rules(monkeypatch: pytest.MonkeyPatch) -> RuleSet:
    """The rule set that has commitments, one version on."""
    rules = rule_set(next(half_made()).rules)
    newer = replace(rules, version=rules.version + 1, earlier={rules.version: None})
    known = {**rule_sets(), rules.id: newer}
    monkeypatch.setattr(registry, "rule_sets", lambda: known)
    return newer


def test_of_an_older_version_the_position_is_kept_and_the_replay_is_not(
    newer_rules: RuleSet,
) -> None:
    saved = next(half_made())
    restored = restore(decode(encode(saved)))
    assert not restored.replayed
    table = restored.table
    assert msgspec.to_builtins(table.snapshot()) == msgspec.to_builtins(saved.snapshot)
    assert set(table.committed()) == {int(text.split()[0]) for text in saved.pending}
    assert restored.saved.choices == saved.choices
    with pytest.raises(SaveFault) as found:
        record_of(restored)
    assert found.value.code == "replay-not-available"


def test_a_game_taken_over_by_a_newer_version_goes_on_and_is_saved(newer_rules: RuleSet) -> None:
    restored = restore(decode(encode(next(half_made()))))
    table = restored.table
    rng = rng_from("over")
    for _ in range(4):
        if table.outcome() is None:
            answer(table, rng)
    log, shuffles = LogTexts(table.game).of(table.log())
    again = changed(
        restored.saved,
        log=log,
        shuffles=shuffles,
        pending=tuple(
            table.game.action_text(seat, action) for seat, action in sorted(table.pending().items())
        ),
        snapshot=table.snapshot(),
        asked=tuple(table.actors()),
        result=result_of(table.outcome()),
    )
    back = restore(decode(encode(again)))
    assert back.replayed
    assert back.table.snapshot() == table.snapshot()
    assert back.table.log() == table.log()
    assert back.table.pending() == table.pending()


def test_a_newer_version_of_a_rule_set_is_refused_by_number() -> None:
    saved = some_save(*TABLES[0])
    fault = fault_of(changed(saved, rules_version=saved.rules_version + 1))
    assert fault.code == "newer-rules"
    assert fault.values["version"] == saved.rules_version + 1
    assert fault.values["known"] == saved.rules_version
