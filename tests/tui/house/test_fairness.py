"""Shuffles that can be checked: the promise comes first, the proof after, and lies are found."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.chance import shuffled
from engine.fairness import FairFault, Said, check_fair, mixed_seed, seal_of
from engine.records import check_record
from tests.support.command_line import Line
from tests.tui.house.people import Player, open_house, person, plan, play
from tests.tui.house.test_tables import two
from tui.house import keeping
from tui.house.refusals import HouseRefusal
from tui.house.seating import Phase

Json = dict[str, Any]


@pytest.fixture
def line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Line:
    return Line(capsys, monkeypatch)


async def played(folder: Path, rules: str = "battalion-cover") -> tuple[Json, str]:
    """The record of a game of two people, and the commitment they were shown before."""
    house = await open_house(folder)
    levels = 0 if rules == "generals-war" else 1
    options = {"chips": 1} if rules == "battalion-cover" else {}
    ann, bea = Player(house, person("Ann", folder)), Player(house, person("Bea", folder))
    table = await house.open_table(ann.presence, plan(rules, 2, levels, options=options))
    promised = table.shuffling.commitment
    await table.sit(bea.presence)
    await table.ready(ann.presence, "ann's word")
    await table.ready(bea.presence, "слово 말")
    assert table.shuffling.commitment == promised
    assert table.proof().house == ""
    assert table.sitting is not None
    begun = keeping.record_of(table.sitting, table.proof()).to_json()
    assert table.shuffling.house.hex() not in json.dumps(begun["fair"])
    await play(table, [ann, bea])
    record = keeping.record_of(table.sitting, table.proof()).to_json()
    await house.close()
    return json.loads(json.dumps(record)), promised


async def test_the_proof_holds_and_can_be_done_with_sha256_alone(tmp_path: Path) -> None:
    record, promised = await played(tmp_path)
    fair = record["fair"]
    assert fair["commitment"] == promised
    text = f"messdeck-fair-1 commit battalion-cover 3 {record['dealer']} {fair['house']}"
    assert hashlib.sha256(text.encode()).hexdigest() == promised
    text = f"messdeck-fair-1 seed {fair['house']}\n0 ann's word\n1 слово 말\n"
    seed = hashlib.sha256(text.encode()).digest()
    assert seed.hex() == fair["seed"]
    first = check_record(record).record.log[0]
    assert list(first.cards) == shuffled(seed, 0, list(first.cards))  # type: ignore[union-attr]
    check_fair(check_record(record).record)


LIES: list[tuple[str, Callable[[Json], object]]] = [
    ("no-proof", lambda record: record.pop("fair")),
    ("bad-proof", lambda record: record["fair"].update(scheme=2)),
    ("bad-proof", lambda record: record["fair"].update(said=[{"seat": 0, "text": "a\n1 b"}])),
    ("bad-proof", lambda record: record["fair"].update(said=[{"seat": 0, "text": "\ud800"}])),
    ("bad-proof", lambda record: record["fair"].update(said=record["fair"]["said"] * 2)),
    ("bad-proof", lambda record: record["fair"].update(house=7)),
    ("not-revealed", lambda record: record["fair"].pop("house")),
    ("commitment-differs", lambda record: record["fair"].update(house="0" * 64)),
    ("commitment-differs", lambda record: record["fair"].update(commitment="0" * 64)),
    ("seed-differs", lambda record: record["fair"].update(seed="0" * 64)),
    ("seed-differs", lambda record: record["fair"]["said"].pop()),
    ("seed-differs", lambda record: record["fair"]["said"][0].update(text="another word")),
    ("seal-differs", lambda record: record["fair"]["said"][0].update(seal=seal_of("x"))),
]


async def test_every_lie_is_found(tmp_path: Path) -> None:
    record, _ = await played(tmp_path)
    for code, lie in LIES:
        told = json.loads(json.dumps(record))
        lie(told)
        with pytest.raises(FairFault, match=code):
            check_fair(check_record(told).record)


async def test_a_deal_that_was_steered_is_found(tmp_path: Path) -> None:
    """A valid record of other shuffles under the same promise."""
    record, _ = await played(tmp_path / "a", "generals-war")
    other, _ = await played(tmp_path / "b", "generals-war")
    other["fair"] = {**record["fair"]}
    other["dealer"] = other["dealer"]
    if other["dealer"] == record["dealer"]:
        with pytest.raises(FairFault, match="shuffle-not-of-seed"):
            check_fair(check_record(other).record)
    else:
        with pytest.raises(FairFault, match="commitment-differs"):
            check_fair(check_record(other).record)


async def test_the_command_says_so(tmp_path: Path, line: Line) -> None:
    record, promised = await played(tmp_path)
    path = tmp_path / "game.jsonl"
    path.write_text(json.dumps(record))
    ran = line("record", "check", "--fair", path)
    assert ran.status == 0, ran
    assert promised in ran.out
    assert "Ann gave: ann's word" in ran.out
    record["fair"]["said"][0]["text"] = "something else"
    path.write_text(json.dumps(record))
    assert line("record", "check", path).status == 0
    ran = line("record", "check", "--fair", path)
    assert ran.status == 1
    assert "the seed is not what house and people gave together" in ran.out


async def test_the_record_in_each_persons_folder_holds_the_proof(
    tmp_path: Path, line: Line
) -> None:
    house = await open_house(tmp_path)
    table, ann, bea = await two(house, tmp_path)
    await play(table, [ann, bea])
    await house.close()
    for who in (ann, bea):
        [path] = (who.who.folder / "records").iterdir()
        assert line("record", "check", "--fair", path).status == 0


async def test_a_seal_is_kept_until_all_are_ready_and_then_has_to_be_met(tmp_path: Path) -> None:
    house = await open_house(tmp_path)
    ann, bea = Player(house, person("Ann", tmp_path)), Player(house, person("Bea", tmp_path))
    table = await house.open_table(ann.presence, plan("generals-war", 2, 0))
    await table.sit(bea.presence)
    await table.ready(ann.presence, f"sha256:{seal_of('my secret')}")
    await table.ready(bea.presence, "open")
    assert table.phase is Phase.WAITING
    with pytest.raises(HouseRefusal, match="seal-broken"):
        await table.ready(ann.presence, "another secret")
    await table.ready(ann.presence, "my secret")
    assert table.phase is Phase.PLAYING
    assert table.said == (Said(0, "my secret", seal_of("my secret")), Said(1, "open"))
    await play(table, [ann, bea])
    assert table.sitting is not None
    record = keeping.record_of(table.sitting, table.proof())
    check_fair(check_record(json.loads(record.to_line())).record)
    await house.close()


async def test_nobody_can_change_their_word_once_the_others_may_know_it(tmp_path: Path) -> None:
    house = await open_house(tmp_path)
    ann, bea = Player(house, person("Ann", tmp_path)), Player(house, person("Bea", tmp_path))
    table = await house.open_table(ann.presence, plan("generals-war", 2, 0))
    await table.sit(bea.presence)
    await table.ready(ann.presence, f"sha256:{seal_of('s')}")
    await table.ready(bea.presence, "first")
    await table.unready(bea.presence)
    await table.ready(bea.presence, "second")
    assert table.chairs[1].text == "first"
    await house.close()


async def test_who_gets_up_knowing_the_others_words_voids_them_all(tmp_path: Path) -> None:
    house = await open_house(tmp_path)
    ann, bea, eve = [Player(house, person(name, tmp_path)) for name in ("Ann", "Bea", "Eve")]
    table = await house.open_table(ann.presence, plan("battalion-twins", 3, 0))
    await table.sit(bea.presence)
    await table.ready(ann.presence, f"sha256:{seal_of('a')}")
    await table.ready(bea.presence, f"sha256:{seal_of('b')}")
    # As long as somebody may still sit down, nobody is asked for what they sealed.
    await table.ready(ann.presence, "a")
    assert table.chairs[0].text == ""
    await table.begin(ann.presence)
    with pytest.raises(HouseRefusal, match="game-runs"):
        await table.sit(eve.presence)
    promised = table.shuffling.commitment
    await table.ready(ann.presence, "a")
    assert table.chairs[0].text == "a"
    await table.leave(bea.presence)
    assert table.shuffling.commitment != promised
    assert not table.chairs[0].ready
    await house.close()


def test_every_word_changes_the_seed() -> None:
    house = bytes(range(32))
    seeds = {
        mixed_seed(house, said)
        for said in (
            (),
            (Said(0, "a"),),
            (Said(1, "a"),),
            (Said(0, "a"), Said(1, "b")),
            (Said(0, "b"), Said(1, "a")),
        )
    }
    assert len(seeds) == 5
    assert mixed_seed(house, (Said(1, "b"), Said(0, "a"))) in seeds
