"""Reasons in words: every code has a sentence, and figures are said as they are."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from ai.levels import LEVELS, level, levels_for
from ai.player import NO_LIMIT, Candidate, Why, player_rng
from ai.reasons import CODES
from engine.actions import parse_action
from engine.chance import SeededChance, seed_from_text
from engine.registry import rule_set
from tests.support.random_games import TABLE_IDS, TABLES
from tui.words import Scene, Words
from tui.words.whys import known_codes

ROOT = Path(__file__).resolve().parents[2]
# Whoever makes a reason, with the code first.
MAKERS = re.compile(r"^(Why|with_\w+|searched|weighed)$")
CODE = re.compile(r"^[a-z]+(\.[a-z-]+)+$|^[a-z]+$")


def codes_in(path: Path) -> set[str]:
    """The codes of reasons that stand in a source of ``ai``: first arguments of what makes
    reasons, and constants that begin like a family of codes."""
    families = {code.partition(".")[0] for code in known_codes() if "." in code}
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and MAKERS.match(ast.unparse(node.func)) and node.args:
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                found.add(first.value)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            family, dot, _ = node.value.partition(".")
            if dot and family in families and CODE.match(node.value):
                found.add(node.value)
    return found


def test_every_code_of_a_reason_has_a_sentence() -> None:
    found = set(CODES)
    for path in sorted((ROOT / "ai").rglob("*.py")):
        if "arena" not in path.parts:
            found |= codes_in(path)
    assert {"forced", "strong.attack.price", "searched.thumb"} <= found
    assert sorted(found - known_codes()) == []


@pytest.mark.parametrize(("name", "players"), TABLES, ids=TABLE_IDS)
def test_every_reason_that_a_level_gives_can_be_said(name: str, players: int) -> None:
    game = rule_set(name).game(players)
    names = [one for one in levels_for(game) if one in LEVELS]
    scene = Scene(name, tuple(f"N{seat}" for seat in range(players)), 0)
    words = Words()
    secret = seed_from_text("reasons")
    state = game.start(0, SeededChance(secret))
    for number in range(40):
        if state.is_over():
            break
        seat = state.actors()[0]
        view = state.view(seat)
        chosen = [
            level(
                text
                if text in ("random", "recruit", "corporal", "sergeant")
                else f"{text}:worlds=4",
                game,
            ).choose(view, NO_LIMIT, player_rng(secret, seat, number))
            for text in names
        ]
        for thought in chosen:
            if thought.why is None:
                continue
            assert thought.why.code in known_codes()
            said = words.reason(thought.why, scene)
            assert said
            assert "{" not in said
            assert said != "It is what this player goes by."
            for figure in words.figures(thought.why, scene, game.score):
                assert "{" not in figure
        state.apply(seat, chosen[1].action)


def attack(target: int) -> int:
    kinds = rule_set("battalion-twins").game(3).kinds
    return parse_action(f"attack {target} QS JS", kinds, "")


def test_figures_name_the_share_how_sure_it_is_and_the_second_best() -> None:
    scene = Scene("battalion-twins", ("Ann", "Bea", "Cleo"), 0)
    best = Candidate(attack(1), 0.412, 0.03)
    second = Candidate(attack(2), 0.349, 0.02)
    why = Why("searched.better", {"worlds": 200, "unit": "win", "cut": 1}, (best, second))
    text = Words().figures(why, scene).text()
    assert "41\u00a0%" in text
    assert text.replace("\u00a0", " ") == (
        "It wins 41 % of the games, give or take 3. Next best: Attack Cleo with Q♠ J♠, 35 %. "
        "That is quite sure. Tried out in 200 deals that fit what was seen. "
        "The clock cut it short."
    )
    close = Why("searched.thumb", {"unit": "win"}, (best, second._replace(expected=0.385)))
    assert "may be chance" in Words().figures(close, scene).sure
    same = Why("searched.thumb", {"unit": "win"}, (best, second._replace(expected=0.411)))
    assert "equally good" in Words().figures(same, scene).sure
    slight = Candidate(attack(1), 0.254, 0.002), Candidate(attack(2), 0.241, 0.002)
    for code in ("searched.better", "searched.best"):
        sure = Words().figures(Why(code, {"unit": "win"}, slight), scene).sure
        assert sure == "The difference is small."  # however sure it is: 25 % and 24 % are read
    near = Candidate(attack(1), 0.384, 0.006), Candidate(attack(2), 0.374, 0.006)
    assert (
        "equally good" in Words().figures(Why("searched.thumb", {"unit": "win"}, near), scene).sure
    )
    above = Why("searched.thumb", {"unit": "win"}, (best, second._replace(expected=0.45)))
    assert Words().figures(above, scene).second.startswith("About as good: ")
    assert "may be chance" in Words().figures(above, scene).sure
    assert Words().figures(Why("thumb.sit", {})).text() == ""


@pytest.mark.parametrize(
    ("language", "begins"),
    [("ru", "Примерно так же"), ("uk", "Приблизно так само"), ("ko", "비슷하게")],
)
def test_what_has_the_higher_figure_is_not_called_almost_as_good(
    language: str, begins: str
) -> None:
    scene = Scene("battalion-twins", ("Ann", "Bea", "Cleo"), 0)
    rivals = Candidate(attack(1), 0.41, 0.03), Candidate(attack(2), 0.45, 0.02)
    why = Why("searched.thumb", {"unit": "win"}, rivals)
    assert Words(language).figures(why, scene).second.startswith(begins)


def test_reasons_name_cards_and_seats() -> None:
    scene = Scene("battalion-twins", ("Ann", "Bea"), 0)
    words = Words()
    assert words.reason(Why("thumb.discard.least", {"cards": [10]})) == "Q♠ helps this hand least."
    assert "Bea" in words.reason(Why("strong.attack.chips", {"seat": 1, "cards": [10]}), scene)
    assert words.reason(Why("own.secret", {"x": 1})) == "It is what this player goes by."
    assert words.reason(Why("thumb.bid.limit", {})) == "It is what this player goes by."
