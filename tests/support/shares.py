"""Which cases of a long test every run takes; the others are left to the soak."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest


def at_every_run(cases: Iterable[Any], taken: Sequence[Any]) -> list[Any]:
    """``cases`` as parameters, all but ``taken`` marked to be soaked."""
    found: list[Any] = []
    for case in cases:
        values = case if isinstance(case, tuple) else (case,)
        marks = () if case in taken else (pytest.mark.soak,)
        found.append(pytest.param(*values, marks=marks))
    return found
