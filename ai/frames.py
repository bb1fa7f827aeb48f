"""What goes between the thinker and its worker: JSON in frames, plain values only.

A frame is its length in 4 bytes, big-endian, and that many bytes of JSON. The question holds a
dumped view and a stream that was derived for this one choice; neither a game's seed nor another
seat's cards ever go this way.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final, NamedTuple

from ai.player import Budget, Candidate, Thought, Why
from engine.game import View
from engine.rng import Rng

HEAD: Final = 4
MOST_BYTES: Final = 16_000_000


class Question(NamedTuple):
    """One choice to make.

    rules, players, options: which game. view: as dumped. level: the player as written. rng: the
    four words of its stream. seconds: of its budget.
    """

    rules: str
    players: int
    options: Mapping[str, object]
    view: Mapping[str, object]
    level: str
    rng: tuple[int, int, int, int]
    seconds: float | None

    @classmethod
    def of(cls, view: View, level: str, rng: Rng, budget: Budget) -> Question:
        """The question that ``view`` puts to ``level``."""
        game = view.game
        words = (int(rng.x), int(rng.y), int(rng.z), int(rng.w))
        return cls(
            game.rules, game.players, game.options, view.dump(), level, words, budget.seconds
        )


class Answer(NamedTuple):
    """What came of a question: a thought, or the code and values of what went wrong."""

    thought: Thought | None
    fault: str = ""
    values: Mapping[str, object] = {}


def frame(value: object) -> bytes:
    """``value`` (texts, numbers, lists, dicts with text keys) as a frame."""
    data = json.dumps(value, separators=(",", ":")).encode()
    return len(data).to_bytes(HEAD, "big") + data


def frame_size(head: bytes) -> int:
    """The bytes that follow the head of a frame. Raises ValueError for more than MOST_BYTES."""
    size = int.from_bytes(head, "big")
    if size > MOST_BYTES:
        raise ValueError(f"a frame has at most {MOST_BYTES} bytes, not {size}")
    return size


def question_frame(question: Question) -> bytes:
    """A question as a frame."""
    return frame({**question._asdict(), "view": dict(question.view)})


def read_question(data: bytes) -> Question:
    """The question in the bytes of a frame. Raises ValueError, KeyError or TypeError."""
    found = json.loads(data)
    x, y, z, w = found.pop("rng")
    return Question(rng=(x, y, z, w), **found)


def answer_frame(answer: Answer) -> bytes:
    """An answer as a frame."""
    if answer.thought is None:
        return frame({"fault": answer.fault, "values": dict(answer.values)})
    return frame({"action": answer.thought.action, "why": answer.thought.why})


def read_answer(data: bytes) -> Answer:
    """The answer in the bytes of a frame. Raises ValueError, KeyError or TypeError."""
    found = json.loads(data)
    if "fault" in found:
        return Answer(None, found["fault"], found["values"])
    why = found["why"]
    if why is not None:
        code, values, candidates = why
        why = Why(code, values, tuple(Candidate(*candidate) for candidate in candidates))
    return Answer(Thought(found["action"], why))
