"""What playouts need: who chooses in them, and what a position is worth to whom.

Both are native base classes with few methods, so that playouts call them from compiled code.
"""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from engine.game import State
from engine.rng import Rng


@mypyc_attr(native_class=True, allow_interpreted_subclasses=True)
class Policy:
    """Chooses for every seat of an imagined position."""

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        """A legal choice of ``seat``, who is asked. It may look at what that seat knows only."""
        raise NotImplementedError

    def play(self, state: State, seat: i64, rng: Rng) -> None:
        """Makes that choice."""
        state.play(seat, self.choose(state, seat, rng), None)


@mypyc_attr(native_class=True)
class RandomPolicy(Policy):
    """Every legal choice is equally likely."""

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        return state.legal_nth(seat, rng.below(state.legal_count(seat)))

    def play(self, state: State, seat: i64, rng: Rng) -> None:
        state.play_random(seat, rng)


@mypyc_attr(native_class=True, allow_interpreted_subclasses=True)
class Utility:
    """What a position is worth to a seat: 0 (worst) to 1 (best), finished or cut off."""

    def values(self, state: State) -> list[float]:
        """One number a seat."""
        raise NotImplementedError


@mypyc_attr(native_class=True)
class PlaceUtility(Utility):
    """The share of the first place: 1 for winning alone, 1/k for a tie of k, 0 otherwise.

    A position that was cut off before the end is worth the same to everybody.
    """

    def values(self, state: State) -> list[float]:
        outcome = state.outcome()
        players = state.game.players
        if outcome is None:
            return [1.0 / players] * players
        winners = outcome.places.count(1)
        return [1.0 / winners if place == 1 else 0.0 for place in outcome.places]
