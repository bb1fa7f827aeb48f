"""On a slow machine `make test` keeps within its minutes by leaving cases of large families out.

A family is a test with its parameters. The first case of each is always run, and all of them by
plain pytest and on a machine as quick as most. What the compiled build runs as well is thinned out
as a whole in the interpreted run, whatever its families.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence

# Families of no more cases than this are always run as they are.
SMALL = 3
# Seconds of a fixed piece of work up to which all cases are run, or every second one; else every
# third is. A quick machine takes about 0.04.
QUICK, MIDDLING = 0.06, 0.085


def work() -> float:
    """The seconds that a fixed piece of work takes here, at the best of several times."""
    best = 1e9
    for _ in range(7):
        began = time.perf_counter()
        total = 0
        for number in range(1_000_000):
            total += number
        best = min(best, time.perf_counter() - began)
    return best


def step_for(seconds: float) -> int:
    """Of a large family every so manieth case is run where ``work`` takes ``seconds``."""
    if seconds <= QUICK:
        return 1
    return 2 if seconds <= MIDDLING else 3


def left_out(names: Sequence[str], step: int, *, elsewhere: Sequence[str] = ()) -> set[str]:
    """Of the tests called ``names`` (``file::test[case]``), those that are not run.

    elsewhere: folders of tests that another run runs, too.
    """
    families: dict[str, list[str]] = defaultdict(list)
    again = [name for name in names if name.startswith(tuple(elsewhere))] if elsewhere else []
    for name in names:
        families[name.partition("[")[0]].append(name)
    return {name for at, name in enumerate(again) if at % step != 0} | {
        name
        for cases in families.values()
        if len(cases) > SMALL and not (elsewhere and cases[0].startswith(tuple(elsewhere)))
        for at, name in enumerate(cases)
        if at % step != 0
    }
