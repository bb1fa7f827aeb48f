"""What every rule set promises, over all rule sets, player counts and options."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import cards_of, sorted_action
from engine.chance import FastChance, SeededChance, seed_from_text
from engine.game import SPECTATOR, State
from engine.log import Choice, entry_text, parse_entry
from engine.records import Record, RecordFault, check_record
from engine.registry import rule_set
from engine.rng import rng_from
from engine.table import Table
from tests.support.random_games import TABLE_IDS, TABLES, games, positions, random_choice, tries

every_table = pytest.mark.parametrize(("name", "players"), TABLES, ids=TABLE_IDS)
EXAMPLES = settings(max_examples=12)
MOST = 3000


def step_through(state: State) -> None:
    """Everything that must hold in one position."""
    game = state.game
    state.check()
    actors = state.actors()
    assert len(set(actors)) == len(actors)
    assert state.is_over() == (not actors) == (state.outcome() is not None)
    assert state.next_actor() == (actors[0] if actors else -1)
    for seat in range(game.players):
        legal = state.legal_actions(seat)
        assert (seat in actors) == bool(legal)
        assert len(legal) == state.legal_count(seat)
        view = state.view(seat)
        assert view.actors() == actors
        assert view.legal_actions() == legal
        assert view.outcome() == state.outcome()
        dump = view.dump()
        assert game.load_view(dump).dump() == dump
        assert json.loads(json.dumps(dump)) == dump, "a view is dumped as plain values"
    snapshot = state.snapshot()
    assert json.loads(json.dumps(snapshot)) == snapshot
    assert game.restore(snapshot, FastChance(rng_from(0))).snapshot() == snapshot
    assert state.view(SPECTATOR).legal_actions() == []


@every_table
@EXAMPLES
@given(data=st.data())
def test_every_position_of_a_random_game_keeps_all_promises(
    name: str, players: int, data: st.DataObject
) -> None:
    game = data.draw(games(rule_set(name), players))
    seed = data.draw(st.integers(0, 10**6))
    for at, state in enumerate(positions(game, seed, dealer=seed % players, most=20000)):
        if at < tries(60, 25) or at % tries(97, 193) == 0 or state.is_over():
            step_through(state)
        if at > MOST:
            break


@every_table
def test_games_end_and_places_fit_the_scores(name: str, players: int) -> None:
    game = rule_set(name).game(players)
    for seed in range(tries(15, 5)):
        last = None
        for state in positions(game, seed, dealer=seed % players):
            last = state
        assert last is not None
        outcome = last.outcome()
        assert outcome is not None
        assert len(outcome.places) == len(outcome.scores) == players
        for place in outcome.places:
            better = sum(1 for other in outcome.places if other < place)
            assert place == better + 1, "equal seats share a place and the next ones are left free"


@every_table
def test_every_legal_choice_is_allowed_in_any_order_of_its_cards(name: str, players: int) -> None:
    game = rule_set(name).game(players)
    for at, state in enumerate(positions(game, 5)):
        for seat in state.actors():
            legal = state.legal_actions(seat)
            assert len({sorted_action(action) for action in legal}) == len(legal)
            for action in legal[:: max(1, len(legal) // 8)]:
                assert sorted_action(action) == action, "choices are listed in card order"
                assert state.refusal(seat, action) is None
                text = game.action_text(seat, action)
                assert game.parse_action(text) == (seat, action)
                if len(cards_of(action)) > 1:
                    words = text.split(" ")
                    turned = (
                        words[: -len(cards_of(action))] + words[: -len(cards_of(action)) - 1 : -1]
                    )
                    other = game.parse_action(" ".join(turned))[1]
                    assert state.refusal(seat, other) is None
                    one, two = state.clone(), state.clone()
                    one.apply(seat, action)
                    two.apply(seat, other)
                    assert one.actors() == two.actors()
        if at > 150:
            break


@every_table
def test_what_is_not_listed_is_refused_with_a_clause(name: str, players: int) -> None:
    game = rule_set(name).game(players)
    rng = rng_from("refusing", name)
    # Choices of earlier positions serve as tries in later ones.
    earlier: list[int] = []
    refused = 0
    for at, state in enumerate(positions(game, 11)):
        for seat in range(players):
            legal = {sorted_action(action) for action in state.legal_actions(seat)}
            for _ in range(6):
                if earlier:
                    action = earlier[int(rng.below(len(earlier)))]
                    why = state.refusal(seat, action)
                    assert (why is None) == (sorted_action(action) in legal)
                    if why is not None:
                        refused += 1
                        assert why.code
                        assert "." in why.clause
            if legal:
                earlier.append(random_choice(state, seat, rng))
        if at > 200:
            break
    assert refused > 50


@every_table
def test_a_clone_goes_its_own_way(name: str, players: int) -> None:
    game = rule_set(name).game(players)
    rng = rng_from("clones")
    for at, state in enumerate(positions(game, 3)):
        if at % 7 == 0 and not state.is_over():
            before = state.snapshot()
            one, two = state.clone(), state.clone()
            one.chance = FastChance(rng_from("one"))
            for _ in range(12):
                if not one.is_over():
                    one.play_random(one.next_actor(), rng)
            assert state.snapshot() == before
            assert two.snapshot() == before
        if at > 150:
            break


@every_table
@EXAMPLES
@given(data=st.data())
def test_a_game_is_rebuilt_exactly_from_its_log(
    name: str, players: int, data: st.DataObject
) -> None:
    game = data.draw(games(rule_set(name), players))
    seed = data.draw(st.binary(min_size=32, max_size=32))
    stop = data.draw(st.integers(0, 300))
    rng = rng_from("log", seed)
    dealer = seed[0] % players
    table = Table(game, dealer, SeededChance(seed))
    for _ in range(stop):
        actors = table.actors()
        if not actors:
            break
        seat = actors[int(rng.below(len(actors)))]
        ask = table.ask(seat)
        assert ask is not None
        action = int(ask.view.legal_nth(rng.below(ask.view.legal_count())))
        table.submit(seat, ask.token, action)
    log = table.log()
    texts = table.log_texts()
    assert [parse_entry(game, text) for text in texts] == list(log)
    assert [entry_text(game, entry) for entry in log] == texts
    again = Table.resumed(game, dealer, log, lambda used: SeededChance(seed, used), table.pending())
    assert again.snapshot() == table.snapshot()
    assert again.pending() == table.pending()
    assert again.history(0) == table.history(0)
    record = Record(game, dealer, ["x"] * players, list(log), table.outcome())
    checked = check_record(json.loads(record.to_line()), keep=True)
    assert checked.finished == (table.outcome() is not None)
    assert checked.replay.steps[-1].state.snapshot() == table.snapshot()


@every_table
def test_a_record_with_one_entry_changed_is_never_more_than_refused(
    name: str, players: int
) -> None:
    game = rule_set(name).game(players)
    table = Table(game, 0, SeededChance(seed_from_text("changed")))
    rng = rng_from("changed", name)
    for _ in range(2000):
        if not table.actors():
            break
        seat = table.actors()[0]
        ask = table.ask(seat)
        assert ask is not None
        table.submit(seat, ask.token, int(ask.view.legal_nth(rng.below(ask.view.legal_count()))))
    good = json.loads(
        Record(game, 0, ["x"] * players, list(table.log()), table.outcome()).to_line()
    )
    faults = 0
    for at in range(0, len(good["log"]), max(1, len(good["log"]) // 25)):
        for change in ("drop", "twice", "swap"):
            log = list(good["log"])
            if change == "drop":
                del log[at]
            elif change == "twice":
                log.insert(at, log[at])
            elif at + 1 < len(log):
                log[at], log[at + 1] = log[at + 1], log[at]
            if log == good["log"]:
                continue
            faults += fault_of({**good, "log": log}) != ""
    assert faults > 10


@every_table
def test_a_sampled_world_agrees_with_the_view_it_came_from(name: str, players: int) -> None:
    game = rule_set(name).game(players)
    rng = rng_from("worlds", name)
    for seed in range(tries(4, 1)):
        for at, state in enumerate(positions(game, f"worlds {seed}")):
            if at % tries(5, 11) == 0:
                for seat in [*state.actors(), at % players]:
                    view = state.view(seat)
                    world = view.sample(rng)
                    world.check()
                    assert world.view(seat).legal_actions() == view.legal_actions()
                    if not state.missing():
                        assert known(world.view(seat).dump()) == known(view.dump())
            if at > 300:
                break


def fault_of(source: dict[str, object]) -> str:
    """The code with which a record is refused, "" if it is accepted."""
    try:
        check_record(source)
    except RecordFault as fault:
        return fault.code
    return ""


def known(dump: dict[str, object]) -> dict[str, object]:
    """A dumped view without the memory that only sampling needs."""
    return {key: value for key, value in dump.items() if key not in ("ledger", "memory")}


@every_table
def test_a_sampled_world_plays_on_to_the_end(name: str, players: int) -> None:
    game = rule_set(name).game(players)
    rng = rng_from("playouts", name)
    for at, state in enumerate(positions(game, "playouts")):
        if at % 11 == 0 and not state.is_over():
            world = state.view(state.actors()[0]).sample(rng)
            for _ in range(20000):
                if world.is_over():
                    break
                world.play_random(world.next_actor(), rng)
            world.check()
            assert world.outcome() is not None
        if at > 120:
            break


@every_table
def test_random_play_takes_every_choice_equally_often(name: str, players: int) -> None:
    game = rule_set(name).game(players)
    rng = rng_from("equally", name)
    tested = 0
    for state in positions(game, "equally"):
        seat = int(state.next_actor())
        if seat < 0 or tested > 12:
            break
        legal = state.legal_actions(seat)
        if not 2 <= len(legal) <= 60:
            continue
        tested += 1
        found: dict[str, int] = {}
        expected = {}
        for action in legal:
            after = state.clone()
            after.chance = FastChance(rng_from("same"))
            after.play(seat, action, None)
            key = json.dumps(after.snapshot())
            expected[key] = expected.get(key, 0) + 1
        drawn = 60 * len(legal)
        for _ in range(drawn):
            after = state.clone()
            after.chance = FastChance(rng_from("same"))
            after.play_random(seat, rng)
            key = json.dumps(after.snapshot())
            found[key] = found.get(key, 0) + 1
        assert set(found) <= set(expected)
        spread = sum(
            (found.get(key, 0) - 60 * share) ** 2 / (60 * share) for key, share in expected.items()
        )
        free = len(expected) - 1
        # Five standard deviations of the chi-square above its mean: a fault, not luck.
        assert spread < free + 5 * (2 * free) ** 0.5 + 5
    assert tested > 3


def test_choices_in_logs_keep_the_order_in_which_cards_were_laid() -> None:
    game = rule_set("generals-war").game(2)
    for text in ("0 squad KS QH JC", "0 squad JC KS QH"):
        entry = parse_entry(game, text)
        assert isinstance(entry, Choice)
        assert entry_text(game, entry) == text
