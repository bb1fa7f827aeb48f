"""Games played at random: reproducible, over every rule set, with odd options."""

from __future__ import annotations

import os
from collections.abc import Iterator

from hypothesis import strategies as st

from engine import build
from engine.chance import FastChance, SeededChance, seed_from_text
from engine.game import Game, State
from engine.options import Option
from engine.registry import rule_sets
from engine.rng import Rng, rng_from
from engine.rules import RuleSet

# Every table on the compiled build and in the soak; without it, the smallest and the largest.
ALL = build.build_name() == "compiled" or os.environ.get("MESSDECK_PROFILE") == "soak"
TABLES = [
    (name, players)
    for name, rules in rule_sets().items()
    for players in rules.seats
    if ALL or players in (rules.seats[0], rules.seats[-1])
]


def tries(thorough: int, quick: int) -> int:
    """How often a test draws by chance: ``thorough`` on the compiled build and in the soak."""
    return thorough if ALL else quick


TABLE_IDS = [f"{name}-{players}" for name, players in TABLES]


def option_values(option: Option) -> st.SearchStrategy[int | str]:
    """Allowed values of an option, its ends more often than by chance."""
    if option.choices:
        return st.sampled_from(option.choices)
    assert option.low is not None
    assert option.high is not None
    low, high = option.low, option.high
    near = st.integers(low, min(high, low + 12))
    return st.one_of(near, st.sampled_from((low, high)), st.integers(low, high))


def games(rules: RuleSet, players: int) -> st.SearchStrategy[Game]:
    """Games of a rule set with some options given and defaults for the rest.

    Options that cannot go together (chips below the ante) are left out by way of retrying.
    """
    some = st.fixed_dictionaries(
        {}, optional={option.name: option_values(option) for option in rules.options}
    )

    def fits(given: dict[str, int | str]) -> bool:
        try:
            rules.game(players, given)
        except Exception:
            return False
        return True

    return some.filter(fits).map(lambda given: rules.game(players, given))


def random_choice(state: State, seat: int, rng: Rng) -> int:
    """One of the legal choices of ``seat``, without listing them."""
    return int(state.legal_nth(seat, rng.below(state.legal_count(seat))))


def positions(game: Game, seed: object, *, dealer: int = 0, most: int = 5000) -> Iterator[State]:
    """The live state of a random game before each choice and at the end; do not change it."""
    rng = rng_from("positions", seed)
    state = game.start(dealer, SeededChance(seed_from_text(f"positions {seed}")))
    for _ in range(most):
        yield state
        if state.is_over():
            return
        actors = state.actors()
        seat = actors[int(rng.below(len(actors)))]
        state.play(seat, random_choice(state, seat, rng), None)
    raise AssertionError(f"the game did not end within {most} choices")


def any_position(game: Game, seed: object) -> State:
    """A position somewhere in a random game, at most 400 choices in, not its end."""
    rng = rng_from("any position", seed)
    dealer = int(rng.below(game.players))
    length = sum(1 for _ in zip(positions(game, seed, dealer=dealer), range(400), strict=False))
    stop = int(rng.below(max(1, length - 1)))
    for at, state in enumerate(positions(game, seed, dealer=dealer)):
        if at == stop:
            copy = state.clone()
            copy.chance = FastChance(rng)
            return copy
    raise AssertionError("unreachable")
