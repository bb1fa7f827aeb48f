"""Thousands of games of every level, odd options included: no choice is refused."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ai.levels import PlayerSpec, level, levels, levels_for
from ai.player import NO_LIMIT, player_rng
from engine import build
from engine.chance import SeededChance, seed_from_text
from engine.game import Game
from engine.options import Option, OptionValue
from engine.refusals import MessdeckError
from engine.registry import rule_set, rule_sets
from engine.rng import Rng, rng_from
from engine.rules import RuleSet
from tests.support.random_games import tries

OURS = [name for name in rule_sets() if not name.startswith("test-")]
# A level that does not search plays so many games, one that does so many. The interpreted build
# plays the same code fifty times slower, so there it is fewer, over fewer worlds.
GAMES = {"recruit": 10_000, "corporal": 10_000, "sergeant": 10_000, "captain": 300, "general": 300}
SHARE = 1 if build.build_name() == "compiled" else 50
# Some options make games that go on for ever.
MOST_CHOICES = 1500


def odd_value(option: Option, rng: Rng) -> OptionValue:
    """A value of an option, its ends more often than by chance."""
    if option.choices:
        return option.choices[int(rng.below(len(option.choices)))]
    assert option.low is not None
    assert option.high is not None
    low, high = option.low, option.high
    kind = int(rng.below(4))
    if kind == 0:
        return low
    if kind == 1:
        return high
    top = min(high, low + 12) if kind == 2 else high
    return low + int(rng.below(top - low + 1))


def odd_game(rules: RuleSet, players: int, rng: Rng) -> Game:
    """A game with some options given, as far as they go together."""
    while True:
        given = {
            option.name: odd_value(option, rng) for option in rules.options if rng.below(2) == 0
        }
        try:
            return rules.game(players, given)
        except MessdeckError:
            continue


def played(name: str, kind: str, number: int, worlds: int, most: int = MOST_CHOICES) -> int:
    """How many choices a game number ``number`` of a level had; every one was allowed."""
    rules = rule_set(name)
    rng = rng_from("odd games", name, number)
    players = rules.seats[number % len(rules.seats)]
    # Every third game has the options that most games have.
    game = rules.game(players) if number % 3 == 0 else odd_game(rules, players, rng)
    options = {option.name for option in levels()[kind].options}
    spec = PlayerSpec(kind, (("worlds", worlds),) if "worlds" in options else ())
    player = level(spec.text, game)
    secret = seed_from_text(f"odd {name} {number}")
    state = game.start(number % players, SeededChance(secret))
    made = 0
    while made < most and (actors := state.actors()):
        chosen: list[tuple[int, int]] = []
        for seat in actors:
            view = state.view(seat)
            action = player.choose(view, NO_LIMIT, player_rng(secret, seat, made)).action
            assert view.refusal(action) is None, (game.options, players, number, made)
            chosen.append((seat, action))
            made += 1
        for seat, action in chosen:
            state.apply(seat, action)
    return made


def who_plays() -> Iterator[tuple[str, str]]:
    for name in OURS:
        for kind in levels_for(rule_set(name).game(rule_set(name).seats[0])):
            if kind in GAMES:
                yield name, kind


@pytest.mark.parametrize(("name", "kind"), who_plays())
def test_no_choice_is_refused_in_a_few_games_with_odd_options(name: str, kind: str) -> None:
    for number in range(1, tries(5, 3)):
        assert played(name, kind, number, 1, 120) > 0


@pytest.mark.soak
@pytest.mark.parametrize(("name", "kind"), who_plays())
def test_no_choice_is_refused_in_thousands_of_games(name: str, kind: str) -> None:
    searching = GAMES[kind] < 1000
    worlds = 2 if searching and SHARE > 1 else 0
    for number in range(max(20, GAMES[kind] // SHARE)):
        played(name, kind, number, worlds)
