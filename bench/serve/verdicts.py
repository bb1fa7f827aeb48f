"""What is held of a scenario, one line each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class Verdict:
    """A scenario: what was seen, and what was wrong."""

    name: str
    seen: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def holds(self, what: str, found: object, why: object = "") -> None:
        """Takes down that ``what`` is so, or is not."""
        if not found:
            self.wrong.append(f"{what}{f': {why}' if why else ''}")

    def line(self) -> str:
        """The verdict in a line."""
        state = "FAULT" if self.wrong else "ok"
        return f"{state:6} {self.name:32} {', '.join(self.seen)}"


def judged(name: str, work: Callable[[Verdict], None]) -> Verdict:
    """Runs a scenario; what it stumbles over is wrong."""
    verdict = Verdict(name)
    try:
        work(verdict)
    except Exception as error:
        verdict.wrong.append(f"{type(error).__name__}: {error}")
    return verdict
