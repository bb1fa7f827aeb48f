"""Whole games told to everybody at the table: every line is a sentence, and tells no secret."""

from __future__ import annotations

import re

import pytest

from engine.actions import cards_of
from engine.cards import CARD_TEXTS
from engine.chance import SeededChance, seed_from_text
from engine.events import EVERYONE, Chose, Event, Received
from engine.registry import rule_set
from engine.rng import rng_from
from engine.table import Table
from tests.support.random_games import TABLE_IDS, TABLES
from tui.words import NOBODY, Scene, Words

WORDS = Words(cards="letters")
NAMES = ("Ann", "Bea", "Cleo", "Dan", "Eve", "Fay")
CARD = re.compile(r"\b(?:" + "|".join(CARD_TEXTS) + r")\b")


def table_played(rules: str, players: int, seed: str, most: int = 400) -> Table:
    """A random game, played to its end or for ``most`` choices."""
    game = rule_set(rules).game(players)
    table = Table(game, 0, SeededChance(seed_from_text(seed)))
    rng = rng_from("words", seed)
    for _ in range(most):
        asked = table.actors()
        if not asked:
            break
        ask = table.ask(asked[0])
        assert ask is not None
        count = ask.view.legal_count()
        table.submit(ask.seat, ask.token, int(ask.view.legal_nth(rng.below(count))))
    return table


def check_line(line: str) -> None:
    assert line == line.strip()
    assert line[0].isupper() or CARD.match(line), line
    assert line.endswith((".", "?")), line
    assert not re.search(r"[{}_]|-1|None|\bseat\b", line), line


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=TABLE_IDS)
def test_every_event_of_a_game_is_a_sentence_for_every_seat(rules: str, players: int) -> None:
    for number in range(3):
        table = table_played(rules, players, f"{rules} {number}")
        for me in (NOBODY, *range(players)):
            scene = Scene(rules, NAMES[:players], me)
            lines = [WORDS.event(event, scene) for event in table.history(me)]
            told = [line for line in lines if line is not None]
            assert len(told) > 5
            for line in told:
                check_line(line)
                if me != NOBODY:
                    # Whoever reads is called "you" and not by name, but for old debts and shares.
                    assert NAMES[me] not in line, line


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=TABLE_IDS)
def test_no_line_names_a_card_that_its_event_does_not_hold(rules: str, players: int) -> None:
    table = table_played(rules, players, f"cards {rules}")
    scene = Scene(rules, NAMES[:players], 0)
    for event in table.history(0):
        line = WORDS.event(event, scene)
        named = set(CARD.findall(line or ""))
        assert named <= cards_in(event), line


def cards_in(event: Event) -> set[str]:
    """The cards that an event tells."""
    if isinstance(event, Chose):
        return {CARD_TEXTS[card] for card in cards_of(event.action)}
    cards = getattr(event, "cards", ())
    one = getattr(event, "card", None)
    return {CARD_TEXTS[card] for card in (*cards, *(() if one is None else (one,)))}


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=TABLE_IDS)
def test_every_question_of_a_game_has_a_prompt(rules: str, players: int) -> None:
    game = rule_set(rules).game(players)
    table = Table(game, 0, SeededChance(seed_from_text("prompts")))
    rng = rng_from("prompts", rules, players)
    other = WORDS.prompt(())
    for _ in range(300):
        if not table.actors():
            break
        ask = table.ask(table.actors()[0])
        assert ask is not None
        actions = ask.view.legal_actions()
        scene = Scene(rules, NAMES[:players], ask.seat)
        assert WORDS.prompt({action & 31 for action in actions}, scene) != other
        for action in actions[:5]:
            assert WORDS.action(action, scene)
        table.submit(ask.seat, ask.token, actions[int(rng.below(len(actions)))])


def test_with_open_cards_what_was_hidden_is_told_once() -> None:
    table = table_played("generals-war", 2, "open")
    scene = Scene("generals-war", NAMES[:2], open=True)
    everything = [event for seat in range(2) for event in table.history(seat)]
    lines = [WORDS.event(event, scene) for event in everything if event.only != EVERYONE]
    assert lines
    assert None not in lines
    assert all(isinstance(event, (Chose, Received)) for event in everything if event.only >= 0)
    hidden = [event for event in table.history(NOBODY) if type(event).__name__ == "ChoseUnseen"]
    assert hidden
    assert [WORDS.event(event, scene) for event in hidden] == [None] * len(hidden)
