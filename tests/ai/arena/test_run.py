"""The arena: deals, seatings, streams, counting, processes."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ai import levels as levels_module
from ai.arena.lineup import ArenaFault
from ai.arena.play import GamePlayed, deal_seed
from ai.arena.report import Tally
from ai.arena.run import ArenaSetup, deal_sets, record_of, run_arena
from ai.levels import Level, levels
from ai.player import Budget, Thought, UnknownPlayer
from engine.actions import CHALLENGE, with_seat
from engine.game import View
from engine.log import Choice, Shuffle
from engine.records import check_record
from engine.refusals import OptionFault
from engine.registry import UnknownRules
from engine.rng import Rng
from tests.support.odd_players import OddPlayers, ended, until
from tests.support.random_games import TABLE_IDS, TABLES

ROOT = Path(__file__).resolve().parents[3]
WAR = ArenaSetup("generals-war", ("corporal", "recruit"), 4, 5, "seed", keep_logs=True)


def logs(setup: ArenaSetup) -> list[tuple[object, ...]]:
    """Everything about the games of a setup but the time they took."""
    return [game._replace(seconds=(), spans=()) for games in deal_sets(setup) for game in games]


def changed(setup: ArenaSetup, **changes: Any) -> ArenaSetup:
    return ArenaSetup(**{**{n: getattr(setup, n) for n in setup.__dataclass_fields__}, **changes})


@pytest.mark.parametrize(("name", "players"), TABLES, ids=TABLE_IDS)
def test_every_game_is_a_record_that_the_referee_accepts(name: str, players: int) -> None:
    setup = ArenaSetup(name, ("corporal", "random"), players, 2, "records", keep_logs=True)
    games = [game for games in deal_sets(setup) for game in games]
    assert len(games) == 2 * players
    for game in games:
        record = record_of(setup, game)
        checked = check_record(json.loads(record.to_line()))
        assert checked.finished
        assert checked.record.names == list(game.names)
        assert checked.record.extra["arena"] == {"seed": "records", "deal": game.deal}


def test_a_deal_has_the_same_shuffles_in_every_seating_and_the_dealer_rotates() -> None:
    first_shuffles = set()
    for deal, games in enumerate(deal_sets(WAR)):
        assert [game.names.index("corporal") for game in games] == [0, 1, 2, 3]
        assert {game.dealer for game in games} == {deal % 4}
        packs = {game.log[0] for game in games}
        assert len(packs) == 1
        assert isinstance(games[0].log[0], Shuffle)
        first_shuffles |= packs
    assert len(first_shuffles) == WAR.deals


def test_a_deal_depends_on_seed_and_number_alone() -> None:
    assert len({deal_seed(seed, deal) for seed in ("a", "b") for deal in range(50)}) == 100
    longer = logs(changed(WAR, deals=7))
    assert longer[: len(logs(WAR))] == logs(WAR)


def test_replacing_a_player_changes_no_deal_and_no_other_choice_in_equal_positions() -> None:
    """Up to the first choice in which the two differ, both games are the same."""
    with_corporal = logs(WAR)
    with_random = logs(changed(WAR, players=("random", "recruit")))
    parted = 0
    for one, other in zip(with_corporal, with_random, strict=True):
        assert isinstance(one, GamePlayed)
        assert isinstance(other, GamePlayed)
        seat = one.names.index("corporal")
        for here, there in zip(one.log, other.log, strict=False):
            if here == there:
                continue
            assert isinstance(here, Choice)
            assert isinstance(there, Choice)
            assert here.seat == there.seat == seat
            parted += 1
            break
    assert parted > 10


def test_a_stream_is_the_seats_own() -> None:
    """A player that takes more numbers, or comes to more choices, moves no other stream."""
    taken: dict[str, list[tuple[int, int]]] = {}

    class Notes:
        def __init__(self, greedy: bool, into: str) -> None:
            self.greedy = greedy
            self.into = taken.setdefault(into, [])

        def choose(self, view: View, budget: Budget, rng: Rng) -> Thought:
            if view.seat == 1:
                self.into.append((int(rng.clone().word()), len(self.into)))
            elif self.greedy:
                rng.word()
            return Thought(view.legal_actions()[0])

    known = levels()
    names = ("modest", "greedy")
    try:
        for name in names:
            player = Notes(name == "greedy", name)
            known[name] = Level(name, (), lambda game, options, player=player: player)  # type: ignore[misc]
            list(deal_sets(ArenaSetup("generals-war", (name,), 2, 2, "streams")))
    finally:
        for name in names:
            known.pop(name, None)
    assert taken["modest"] == taken["greedy"]
    assert len(taken["modest"]) > 10


def test_the_same_seed_gives_the_same_games_in_any_process_and_number_of_processes() -> None:
    here = repr(logs(WAR))
    code = (
        "import sys; sys.path[:] = sys.argv[2:]\n"
        "from tests.ai.arena.test_run import WAR, changed, logs\n"
        "if __name__ == '__main__': print(repr(logs(changed(WAR, jobs=int(sys.argv[1])))))"
    )
    paths = [path or os.getcwd() for path in sys.path] + [str(ROOT)]
    for jobs, hash_seed in (("1", "1"), ("1", "2")):
        done = subprocess.run(
            [sys.executable, "-c", code, jobs, *paths],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == here
    assert repr(logs(changed(WAR, jobs=2))) == here


def played(deal: int, names: str, places: tuple[int, ...], scores: tuple[int, ...]) -> GamePlayed:
    n = len(names)
    return GamePlayed(deal, 0, tuple(names), places, scores, "", (2,) * n, (0.001,) * n, ())


def test_counting_on_known_numbers() -> None:
    """One a in a field of b: a wins, shares, loses; the other way round in the second deal."""
    tally = Tally("r", {"o": 1}, 3, ("a", "b", "b"))
    tally.add(
        [
            played(0, "abb", (1, 2, 3), (9, 5, 1)),
            played(0, "bab", (1, 1, 3), (6, 6, 3)),
            played(0, "bba", (1, 2, 3), (8, 4, 3)),
        ]
    )
    tally.add(
        [
            played(1, "abb", (3, 1, 2), (0, 10, 5)),
            played(1, "bab", (1, 3, 2), (9, 0, 6)),
            played(1, "bba", (2, 3, 1), (5, 0, 10)),
        ]
    )
    result = tally.result()
    assert (result.deals, result.games) == (2, 6)
    a, b = result.players
    assert (a.name, a.games, b.name, b.games) == ("a", 6, "b", 12)
    # Sets of a: (1 + 1/2 + 0)/3 = 1/2 and 1/3; of b: a half as much is missing to 1, by two seats.
    assert a.share == pytest.approx((1 / 2 + 1 / 3) / 2)
    assert b.share == pytest.approx((1 / 4 + 1 / 3) / 2)
    assert a.mean == pytest.approx((18 / 3 + 10 / 3) / 2)
    assert b.mean == pytest.approx((27 / 6 + 35 / 6) / 2)
    # Two sets: the standard error is half their distance; t(1) = 12.7062, cut off at 0 and 1.
    assert a.mean_low == pytest.approx(14 / 3 - 12.7062 * (18 / 3 - 10 / 3) / 2, abs=1e-3)
    assert a.share_low == 0.0
    assert b.share_high == pytest.approx(7 / 24 + 12.7062 / 24, abs=1e-4)
    assert a.ms_mean == pytest.approx(0.5)


def test_the_result_is_json_of_fixed_shape_without_holes() -> None:
    for deals in (0, 1, 3):
        setup = changed(WAR, deals=deals, options={"target": 60})
        result = json.loads(json.dumps(run_arena(setup).to_json(), allow_nan=False))
        assert list(result) == [
            "rules", "options", "seats", "deals", "games", "players", "los", "sprt",
        ]  # fmt: skip
        assert result["options"] == {"target": 60}
        assert (result["seats"], result["deals"], result["games"]) == (4, deals, 4 * deals)
        assert [player["name"] for player in result["players"]] == ["corporal", "recruit"]
        for player in result["players"]:
            assert list(player) == [
                "name",
                "games",
                "share",
                "share_low",
                "share_high",
                "mean",
                "mean_low",
                "mean_high",
                "ms_mean",
                "rating",
                "rating_low",
                "rating_high",
                "forfeits",
                "ms_p99",
            ]
            assert (player["share"] is None) == (deals == 0)
            assert (player["share_low"] is None) == (deals < 2)


def test_shares_of_all_seats_add_up_to_one() -> None:
    result = run_arena(WAR)
    corporal, recruit = result.players
    assert corporal.share is not None
    assert recruit.share is not None
    assert corporal.share + 3 * recruit.share == pytest.approx(1)


def test_whoever_plays_like_all_others_has_the_fair_share() -> None:
    (only,) = run_arena(changed(WAR, players=("recruit",))).players
    assert only.share == only.share_low == only.share_high == 0.25


def test_progress_and_games_are_told_in_order() -> None:
    told: list[tuple[int, int]] = []
    games: list[GamePlayed] = []
    run_arena(changed(WAR, jobs=2), lambda sets, of: told.append((sets, of)), on_game=games.append)
    assert told == [(number, 5) for number in range(1, 6)]
    assert [game.deal for game in games] == [deal for deal in range(5) for _ in range(4)]


@pytest.mark.parametrize(
    ("changes", "error", "code"),
    [
        ({"rules": "whist"}, UnknownRules, "unknown-rules"),
        ({"seats": 3}, OptionFault, "players"),
        ({"options": {"target": 5}}, OptionFault, "out-of-range"),
        ({"options": {"chips": 5}}, OptionFault, "unknown-option"),
        ({"players": ("colonel",)}, UnknownPlayer, "unknown-player"),
        ({"players": ("random",) * 5}, ArenaFault, "too-many-players"),
        ({"players": ()}, ArenaFault, "empty-player"),
        ({"deals": -1}, ArenaFault, "out-of-range"),
        ({"jobs": 0}, ArenaFault, "out-of-range"),
        ({"seconds": 0.0}, ArenaFault, "out-of-range"),
        ({"seconds": float("nan")}, ArenaFault, "out-of-range"),
    ],
)
def test_a_setup_that_cannot_be_is_a_code_before_any_game(
    changes: dict[str, object], error: type[Exception], code: str
) -> None:
    with pytest.raises(error) as caught:
        deal_sets(changed(WAR, **changes))
    assert caught.value.code == code  # type: ignore[attr-defined]


class Cheat:
    def choose(self, view: View, budget: Budget, rng: Rng) -> Thought:
        return Thought(int(with_seat(CHALLENGE, 6)))


class Crash:
    def choose(self, view: View, budget: Budget, rng: Rng) -> Thought:
        raise RuntimeError("out of ideas")


@pytest.mark.parametrize(("make", "code"), [(Cheat, "illegal-choice"), (Crash, "player-failed")])
def test_a_level_of_ours_that_fails_is_named_and_ends_the_run(
    make: Callable[[], Any], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {**levels(), "recruit": Level("recruit", (), lambda game, options: make())}
    monkeypatch.setattr(levels_module, "levels", lambda: known)
    with pytest.raises(ArenaFault) as caught:
        run_arena(changed(WAR, players=("recruit", "random")))
    assert caught.value.code == code
    assert caught.value.values["player"] == "recruit"
    assert caught.value.values["deal"] == 0


@pytest.mark.parametrize(("make", "said"), [(Cheat, "illegal: "), (Crash, "raised: RuntimeError")])
def test_a_plug_in_that_fails_forfeits_that_game_and_the_run_goes_on(
    make: Callable[[], Any], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {**levels(), "odd": Level("odd", (), lambda game, options: make())}
    monkeypatch.setattr(levels_module, "levels", lambda: known)
    played: list[GamePlayed] = []
    result = run_arena(changed(WAR, players=("odd", "random"), keep_logs=True), None, played.append)
    odd = result.players[0]
    assert odd.name == "odd"
    assert odd.forfeits == odd.games == result.games
    assert odd.share == 0.0
    for game in played:
        at = game.names.index("odd")
        assert game.forfeits[at].startswith(said)
        assert [why for seat, why in enumerate(game.forfeits) if seat != at] == [""] * (
            len(game.names) - 1
        )


def test_a_plug_in_that_fails_in_another_process_forfeits(odd_players: OddPlayers) -> None:
    levels.cache_clear()
    try:
        result = run_arena(changed(WAR, players=("crashes", "random"), jobs=2))
    finally:
        levels.cache_clear()
    assert result.players[0].forfeits == result.players[0].games > 0


async def test_no_process_outlives_an_arena_that_was_killed(odd_players: OddPlayers) -> None:
    code = (
        "import sys; sys.path[:] = sys.argv[1:]\n"
        "from tests.ai.arena.test_run import WAR, changed, run_arena\n"
        "if __name__ == '__main__': run_arena(changed(WAR, players=('waits',), jobs=2))"
    )
    paths = [str(odd_players.folder), *(path or os.getcwd() for path in sys.path), str(ROOT)]
    arena = start([sys.executable, "-c", code, *paths])
    try:
        await until(lambda: len(odd_players.thinking()) == 2)
    finally:
        os.kill(arena.pid, signal.SIGKILL)
        arena.wait()
    await until(lambda: all(map(ended, odd_players.thinking())), seconds=5)


def start(command: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command, stdin=subprocess.DEVNULL)


def test_a_process_that_was_killed_costs_nothing_but_time() -> None:
    """Its batches are played again by others; no game is counted twice or left out."""
    games: list[GamePlayed] = []

    def kill_one(number: int, total: int) -> None:
        if number in (2, 30):
            os.kill(multiprocessing.active_children()[0].pid or 0, signal.SIGKILL)

    setup = changed(WAR, deals=60, jobs=2, seats=2)
    run_arena(setup, kill_one, games.append)
    assert [game._replace(seconds=(), spans=()) for game in games] == logs(changed(setup, jobs=1))


def test_processes_that_keep_dying_end_the_arena(odd_players: OddPlayers) -> None:
    levels.cache_clear()
    try:
        with pytest.raises(ArenaFault) as caught:
            run_arena(changed(WAR, players=("dies", "random"), jobs=2))
    finally:
        levels.cache_clear()
    assert caught.value.code == "process-died"


def test_a_test_finds_corporal_above_recruit_and_no_better_than_itself() -> None:
    setup = ArenaSetup(
        "generals-war", ("corporal", "recruit"), 2, 400, "sprt", sprt=(0.5, 0.6), jobs=2
    )
    better = run_arena(setup)
    assert better.sprt is not None
    assert better.sprt.verdict == "H1"
    assert better.deals < 400
    same = run_arena(changed(setup, players=("corporal", "corporal")))
    assert same.sprt is not None
    assert same.sprt.verdict == "H0"
    assert same.deals < 400


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"sprt": (0.6, 0.5)}, "sprt-shares"),
        ({"sprt": (0.0, 0.5)}, "sprt-shares"),
        ({"sprt": (0.5, 1.0)}, "sprt-shares"),
        ({"sprt": (0.2, 0.3), "players": ("corporal", "recruit", "random")}, "sprt-players"),
    ],
)
def test_a_test_that_cannot_be_made_is_a_code(changes: dict[str, object], code: str) -> None:
    with pytest.raises(ArenaFault) as caught:
        run_arena(changed(WAR, **changes))
    assert caught.value.code == code
