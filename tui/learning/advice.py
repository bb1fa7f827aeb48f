"""The best choice on a view and why, by the strongest level, with figures for its rivals.

All thinking happens where the session's levels think, never in the loop of the screen. Only the
view of the seat that is asked goes there.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ai.player import Budget, Candidate, Why
from ai.reasons import on_view
from ai.weighing import strongest, weigh_text
from engine.game import View
from engine.rng import rng_from
from tui.learning.choices import same_choice
from tui.sitting import Thinks

# Seconds that the level may think, and as many again for weighing its rivals.
SECONDS: Final = 2.0
WORLDS: Final = 120
# The unit of figures that can be compared: the share of the first place.
UNIT: Final = "win"
MOST_RIVALS: Final = 6


class Advice(NamedTuple):
    """What the level ``level`` advises. ``why.candidates`` begins with ``action``; all of them
    have figures, from the same sampled deals."""

    level: str
    action: int
    why: Why

    def expected(self, action: int) -> float | None:
        """The expected share of the first place of a choice that was weighed, else None."""
        for one in self.why.candidates:
            if same_choice(one.action, action):
                return one.expected
        return None


async def advise(
    thinker: Thinks,
    view: View,
    *,
    also: int | None = None,
    seconds: float | None = None,
    worlds: int = WORLDS,
) -> Advice:
    """What the strongest level would choose on ``view``, whose seat is asked and has a choice.

    also: a choice that has to be among those weighed. seconds: of the level, and again of the
    weighing; None: SECONDS. Raises MessdeckError if nobody can think.
    """
    name = strongest(view.game)
    budget = Budget(SECONDS if seconds is None else seconds)
    stream = rng_from("advice", view.game.rules, view.seat)
    thought = await thinker.choose(view, name, stream.fork(), budget)
    why = on_view(thought.why or Why("thumb.other", {}), thought.action, view)
    if len(_known(why)) > 1 and why.values.get("unit") == UNIT and _has(why, also):
        return Advice(name, thought.action, why)
    rivals = _rivals(view, thought.action, why, also)
    found = await thinker.choose(view, weigh_text(worlds, rivals), stream.fork(), budget)
    return _merged(name, thought.action, why, found.why)


def _known(why: Why) -> list[Candidate]:
    return [one for one in why.candidates if one.expected is not None]


def _has(why: Why, action: int | None) -> bool:
    return action is None or any(same_choice(one.action, action) for one in _known(why))


def _rivals(view: View, action: int, why: Why, also: int | None) -> list[int]:
    """The choice itself, the one asked about, and some of the others, spread over all."""
    found = [action]
    if also is not None and not same_choice(also, action):
        found.append(also)
    others = [one.action for one in why.candidates]
    count = int(view.legal_count())
    step = max(1, count // MOST_RIVALS)
    others += [int(view.legal_nth(n)) for n in range(0, count, step)]
    for other in others:
        if len(found) >= MOST_RIVALS:
            break
        if not any(same_choice(other, one) for one in found):
            found.append(other)
    return found


def _on_one_scale(action: int, why: Why, weighed: Why) -> tuple[Candidate, ...]:
    """The figures of ``weighed``, moved so that the level's choice has the figure that the level
    itself gave it, if it gave one: it has thought longer, and figures of other choices and of
    other moments are its own too."""
    own = next((one for one in _known(why) if same_choice(one.action, action)), None)
    found = next((one for one in weighed.candidates if same_choice(one.action, action)), None)
    if own is None or found is None or why.values.get("unit") != UNIT:
        return weighed.candidates
    assert own.expected is not None
    assert found.expected is not None
    by = own.expected - found.expected
    return tuple(
        one._replace(expected=min(1.0, max(0.0, (one.expected or 0.0) + by)))
        for one in weighed.candidates
    )


def _merged(name: str, action: int, why: Why, weighed: Why | None) -> Advice:
    """The level's choice with the figures that were found; or the best one, if it is clear that
    this is another."""
    if weighed is None or not weighed.candidates:
        return Advice(name, action, why)
    values = {**why.values, **weighed.values}
    weighed = weighed._replace(candidates=_on_one_scale(action, why, weighed))
    best, *rest = weighed.candidates
    if same_choice(best.action, action):
        return Advice(name, action, Why(why.code, values, weighed.candidates))
    own = next(one for one in rest if same_choice(one.action, action))
    assert best.expected is not None
    assert own.expected is not None
    if best.expected - own.expected > 2 * (own.spread or 0.0):
        return Advice(name, best.action, weighed)
    # The level knows more than a short weighing that finds no clear difference.
    others = tuple(one for one in weighed.candidates if one is not own)
    return Advice(name, action, Why(why.code, values, (own, *others)))
