"""A damaged save is refused, or the one before is used, and says so; never anything else."""

from __future__ import annotations

import random
import resource
import time
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import msgpack
import pytest

from engine.registry import rule_set, rule_sets
from saves.codec import HEADER_BYTES, decode, encode
from saves.disk import Disk
from saves.faults import SaveFault
from saves.restore import restore
from saves.schema import Base, SavedGame
from saves.shelf import Shelf
from saves.writing import file_name, write_save
from tests.saves.test_codec import sealed
from tests.support.mutating import mutated, raw_mutated
from tests.support.random_games import TABLE_IDS, TABLES
from tests.support.saving import changed, saved_of, seed_bytes, some_save, tables

EACH_RULES = [(name, rules.seats[-1]) for name, rules in rule_sets().items()]
EACH_ID = [name for name, _ in EACH_RULES]
MAX_MEMORY = 64 * 1024 * 1024
MAX_SECONDS = 0.1


def refused(data: bytes) -> bool:
    try:
        decode(data)
    except SaveFault:
        return True
    return False


@pytest.mark.parametrize(("rules", "players"), EACH_RULES, ids=EACH_ID)
def test_every_truncation_is_refused(rules: str, players: int) -> None:
    data = encode(some_save(rules, players))
    assert not refused(data)
    assert [size for size in range(len(data)) if not refused(data[:size])] == []


@pytest.mark.parametrize(("rules", "players"), EACH_RULES, ids=EACH_ID)
def test_every_flipped_bit_is_refused(rules: str, players: int) -> None:
    data = bytearray(encode(some_save(rules, players)))
    accepted = []
    for at in range(len(data)):
        for bit in range(8):
            data[at] ^= 1 << bit
            if not refused(bytes(data)):
                accepted.append((at, bit))
            data[at] ^= 1 << bit
    assert accepted == []


def two_generations(folder: Path, rules: str, players: int) -> tuple[Shelf, SavedGame, SavedGame]:
    """A shelf with a game saved twice: before and after its last choice."""
    shelf = Shelf(folder)
    saves: list[SavedGame] = []
    for table in tables(rule_set(rules).game(players), "two", most=20):
        saves.append(saved_of(table, seed_bytes("two"), "0123456789abcdef"))
    place = shelf.folder / saves[0].id
    place.mkdir(parents=True)
    for number, saved in enumerate(saves[-2:], start=7):
        write_save(Disk(), place, number, encode(saved))
    return shelf, saves[-2], saves[-1]


@pytest.mark.parametrize(("rules", "players"), EACH_RULES, ids=EACH_ID)
def test_a_damaged_newest_save_gives_way_to_the_one_before(
    tmp_path: Path, rules: str, players: int
) -> None:
    shelf, before, newest = two_generations(tmp_path, rules, players)
    opened = shelf.open(newest.id)
    assert opened.restored.saved == newest
    assert opened.fault is None
    opened.keeper.close()
    path = shelf.folder / newest.id / file_name(8)
    data = path.read_bytes()
    rng = random.Random(1)
    broken = [data[:size] for size in (0, 1, 20, HEADER_BYTES, len(data) - 1)]
    for _ in range(40):
        flipped = bytearray(data)
        flipped[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        broken.append(bytes(flipped))
    for bad in broken:
        path.write_bytes(bad)
        opened = shelf.open(newest.id)
        assert opened.restored.saved == before
        assert opened.fault is not None
        opened.keeper.close()
        (entry,) = shelf.entries()
        assert entry.code == "recovered"
        assert entry.summary is not None
        assert entry.summary.choices == before.choices


def test_a_save_that_the_rules_refuse_gives_way_too(tmp_path: Path) -> None:
    """The checksum is right, the position is not."""
    shelf, before, newest = two_generations(tmp_path, *TABLES[0])
    wrong = changed(newest, snapshot=before.snapshot, pending=())
    (shelf.folder / newest.id / file_name(8)).write_bytes(encode(wrong))
    opened = shelf.open(newest.id)
    assert opened.restored.saved == before
    assert opened.fault is not None
    assert opened.fault.code == "position-differs"
    opened.keeper.close()
    assert shelf.verify(newest.id).saved == before


def test_going_on_after_damage_writes_newer_saves(tmp_path: Path) -> None:
    shelf, before, newest = two_generations(tmp_path, *TABLES[0])
    (shelf.folder / newest.id / file_name(8)).write_bytes(b"rubbish")
    opened = shelf.open(newest.id)
    assert opened.keeper.save(changed(before, title="on")).result(30) is None
    opened.keeper.close()
    loaded = shelf.load(newest.id)
    assert (loaded.saved.title, loaded.fault) == ("on", None)
    assert loaded.number > 8


def test_a_save_of_something_newer_does_not_give_way(tmp_path: Path) -> None:
    """Going on from the one before would throw away what the newer program has saved."""
    shelf, _, newest = two_generations(tmp_path, *TABLES[0])
    path = shelf.folder / newest.id / file_name(8)
    later = changed(newest, rules_version=newest.rules_version + 1)
    path.write_bytes(encode(later))
    with pytest.raises(SaveFault) as found:
        shelf.open(newest.id)
    assert found.value.code == "newer-rules"
    tree = msgpack.unpackb(encode(newest)[HEADER_BYTES:])
    path.write_bytes(sealed(msgpack.packb(tree), rules=newest.rules.encode(), format_=2))
    (entry,) = shelf.entries()
    assert (entry.code, entry.summary) == ("newer-format", None)


# Mutations of the body, with the checksum made right again


def on_a_base(saved: SavedGame) -> SavedGame:
    """The same position with no log to hold it against: only ``check`` stands in the way."""
    choices = tuple(
        sum(1 for text in saved.log if text[0] == str(seat)) for seat in range(saved.players)
    )
    base = Base(1, saved.snapshot, len(saved.shuffles), choices)
    return changed(saved, log=(), shuffles=(), base=base)


def base_mutated(tree: dict[str, Any], rng: random.Random) -> Any:
    """The position of a save on a base changed, and its copy with it."""
    inner = {"base": tree["base"], "pending": tree["pending"], "asked": tree["asked"]}
    copy = {**tree, **mutated(inner, rng, {})}
    if isinstance(copy["base"], dict):
        copy["snapshot"] = copy["base"].get("snapshot")
    return copy


@contextmanager
def at_most_more_memory(size: int) -> Iterator[None]:
    """The kernel refuses to give this process more than ``size`` bytes beyond what it has."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    before = resource.getrlimit(resource.RLIMIT_AS)
    limit = pages * resource.getpagesize() + size
    resource.setrlimit(resource.RLIMIT_AS, (limit, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def mutate_and_load(
    rules: str, players: int, times: int, seed: int, memory: int | None = None
) -> Counter[str]:
    """Loads ``times`` mutations of saves, each with no more than ``memory`` bytes; how often each
    thing came of it."""
    rng = random.Random(f"{seed} {rules} {players}")
    saves = [some_save(rules, players, choices, seed) for choices in (3, 20, 60)]
    trees = [msgpack.unpackb(encode(saved)[HEADER_BYTES:]) for saved in saves]
    based = [msgpack.unpackb(encode(on_a_base(saved))[HEADER_BYTES:]) for saved in saves]
    counts: Counter[str] = Counter()
    for _ in range(times):
        tree = rng.choice(trees)
        kind = rng.random()
        if kind < 0.3:
            body = raw_mutated(msgpack.packb(tree), rng)
        elif kind < 0.5:
            body = msgpack.packb(base_mutated(rng.choice(based), rng))
        else:
            body = msgpack.packb(mutated(tree, rng, rng.choice(trees)))
        data = sealed(body, rules=rules.encode())
        counts["all"] += 1
        began = time.process_time()
        limit = nullcontext() if memory is None else at_most_more_memory(memory)
        try:
            with limit:
                saved = decode(data)
                counts["past the schema"] += 1
                restored = restore(saved)
        except SaveFault as fault:
            counts[fault.code] += 1
            if fault.code not in ("bad-body", "too-deep", "too-many"):
                counts["past msgpack"] += 1
            if fault.code == "engine-fault":
                raise AssertionError(body) from fault
        else:
            counts["past msgpack"] += 1
            counts["loaded"] += 1
            counts["loaded on a base"] += saved.base is not None
            game = restored.table.game
            state = game.restore(restored.table.snapshot(), _chance(saved))
            state.check()
            assert restored.saved == saved
        took = time.process_time() - began
        counts["slow"] += took > MAX_SECONDS
    return counts


def _chance(saved: SavedGame) -> Any:
    from engine.chance import SeededChance

    return SeededChance(saved.seed)


@pytest.mark.parametrize(("rules", "players"), EACH_RULES, ids=EACH_ID)
def test_no_mutation_does_harm(rules: str, players: int) -> None:
    """With the checksum made right: refused by name, or a position that passes its check."""
    counts = mutate_and_load(rules, players, 500, 1)
    assert counts["past msgpack"] >= counts["all"] // 2
    assert counts["past the schema"] >= counts["all"] // 20
    assert counts["loaded on a base"] >= 1
    assert counts["slow"] <= 1  # a pause of the machine, once


@pytest.mark.parametrize(("rules", "players"), EACH_RULES, ids=EACH_ID)
def test_no_mutation_takes_much_memory(rules: str, players: int) -> None:
    some_save(rules, players)
    tracemalloc.start()
    try:
        mutate_and_load(rules, players, 60, 2)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < MAX_MEMORY


needs_statm = pytest.mark.skipif(
    not Path("/proc/self/statm").exists(), reason="the size of a process is read from /proc"
)


@needs_statm
def test_too_much_memory_would_be_noticed() -> None:
    with at_most_more_memory(MAX_MEMORY):
        assert len(bytearray(MAX_MEMORY // 2)) == MAX_MEMORY // 2
        with pytest.raises(MemoryError):
            bytearray(MAX_MEMORY * 2)


@pytest.mark.soak
@needs_statm
@pytest.mark.parametrize(("rules", "players"), TABLES, ids=TABLE_IDS)
def test_no_mutation_of_a_hundred_thousand_does_harm(rules: str, players: int) -> None:
    counts = mutate_and_load(rules, players, 100_000 // len(TABLES) + 1, 3, MAX_MEMORY)
    print(rules, players, dict(counts))
    assert counts["past msgpack"] >= counts["all"] // 2
    assert counts["past the schema"] >= counts["all"] // 20
    assert counts["slow"] <= counts["all"] // 1000
