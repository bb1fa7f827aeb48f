"""What goes over the line to the worker: plain values, and nothing that is not to be known."""

from __future__ import annotations

import json

import pytest

from ai.frames import (
    HEAD,
    Answer,
    Question,
    answer_frame,
    frame_size,
    question_frame,
    read_answer,
    read_question,
)
from ai.player import Budget, Candidate, Thought, Why, player_rng
from engine.chance import SeededChance, seed_from_text
from engine.registry import rule_set
from engine.rng import Rng

SEED = seed_from_text("frames")
CANDIDATES = (Candidate(21, 0.5), Candidate(3, None))


def question() -> Question:
    state = rule_set("generals-war").game(4, {"target": 60}).start(1, SeededChance(SEED))
    return Question.of(state.view(2), "corporal", player_rng(SEED, 2, 0), Budget(1.5))


def test_a_question_comes_out_as_it_went_in() -> None:
    asked = question()
    data = question_frame(asked)
    assert frame_size(data[:HEAD]) == len(data) - HEAD
    assert read_question(data[HEAD:]) == asked


def test_a_question_holds_the_view_and_neither_seed_nor_other_hands() -> None:
    state = rule_set("generals-war").game(4).start(1, SeededChance(SEED))
    view = state.view(2)
    text = question_frame(Question.of(view, "corporal", player_rng(SEED, 2, 0), Budget()))[HEAD:]
    found = json.loads(text)
    assert set(found) == {"rules", "players", "options", "view", "level", "rng", "seconds"}
    assert found["view"] == json.loads(json.dumps(view.dump()))
    assert SEED.hex() not in text.decode()


def test_the_stream_goes_over_whole() -> None:
    asked = question()
    here = player_rng(SEED, 2, 0)
    there = Rng(*read_question(question_frame(asked)[HEAD:]).rng)
    assert [here.word() for _ in range(5)] == [there.word() for _ in range(5)]


@pytest.mark.parametrize(
    "answer",
    [
        Answer(Thought(2**62 + 1, None)),
        Answer(
            Thought(21, Why("weighed", {"cards": [1]}, (Candidate(21, 0.5), Candidate(3, None))))
        ),
        Answer(None, "player-failed", {"fault": "RuntimeError", "detail": "…"}),
    ],
)
def test_an_answer_comes_out_as_it_went_in(answer: Answer) -> None:
    data = answer_frame(answer)
    assert frame_size(data[:HEAD]) == len(data) - HEAD
    assert read_answer(data[HEAD:]) == answer


def test_a_frame_of_hostile_size_is_refused() -> None:
    with pytest.raises(ValueError):
        frame_size(b"\xff\xff\xff\xff")
