"""A game in lines: every answer, every command, nobody hears what they may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import actions as act
from saves.shelf import Shelf
from tests.tui.plain.scripts import SHORT, Typist, play, recorded
from tui.plain.commands import COMMANDS, Said, command_of
from tui.plain.reading import choice_of
from tui.words import Words
from tui.words.catalogue import languages

RULES = tuple(SHORT)


@pytest.mark.parametrize("rules", RULES)
async def test_a_game_is_played_to_its_end_and_saved(tmp_path: Path, rules: str) -> None:
    typist = Typist(recorded)
    sitting, over = await play(tmp_path, rules, typist)
    assert over
    outcome = sitting.table.outcome()
    assert outcome is not None
    # Told once, as what happened; what follows are the places.
    winner = Words("en").winner(outcome.places, typist.game.scene)  # type: ignore[union-attr]
    assert sum(winner in line for line in typist.said) == 1
    assert typist.said[-1].startswith(f"{max(outcome.places)}. ")
    (entry,) = Shelf(tmp_path).entries()
    assert entry.code == "ok"
    assert Shelf(tmp_path).load(entry.id).saved.result is not None
    # Whole sentences, one a line, and nothing that a terminal would have to draw.
    for line in typist.said:
        assert "\n" not in line
        assert line.isprintable()
        assert line[-1] in ".?:!"


@pytest.mark.parametrize("rules", RULES)
async def test_every_choice_can_be_typed_in_every_way(tmp_path: Path, rules: str) -> None:
    """As records write it, with the seat before it, by places in the hand, as it is shown."""
    ways = 0

    def answer(typist: Typist) -> str | None:
        nonlocal ways
        game = typist.game
        assert game is not None
        view = typist.view()
        question, kinds = game.renderer.question(view), game.renderer.kinds(view)
        for number in range(int(view.legal_count())):
            action = int(view.legal_nth(number))
            text = act.action_text(action)
            cards = act.cards_of(action) if act.size_of(action) else []
            places, left = [], list(question.hand)
            for card in cards:
                places.append(str(left.index(card) + 1))
                left[left.index(card)] = -1
            word = act.word_of(action & 31)
            seat = (
                [str(act.target_of(action))] if action & 31 in (act.ATTACK, act.CHALLENGE) else []
            )
            name = [game.scene.names[int(seat[0])].lower()] if seat else []
            typed = [text, text.upper(), f"{view.seat} {text}", f"  {text}. "]
            if cards:
                typed.append(" ".join([word, *seat, *places]))
                typed.append(", ".join([*seat, *places]))
                typed.append(" ".join([word, *name, *[Words("en").card(card) for card in cards]]))
            elif seat:
                typed += [seat[0], name[0]]
            elif action & 31 == act.BID:
                typed.append(str(act.number_of(action)))
            else:
                typed.append(Words("en").action(action, game.scene))
            for one in typed:
                found = choice_of(one, question, kinds, game.words, game.scene)
                assert act.sorted_action(found) == act.sorted_action(action), (one, text)
                ways += 1
        return typist.any_choice()

    _, over = await play(tmp_path, rules, Typist(answer))
    assert over
    assert ways > 50


async def test_what_cannot_be_chosen_gets_a_sentence_and_is_asked_again(tmp_path: Path) -> None:
    tries = [
        "no such thing",
        "bid 3",
        "discard",
        "discard XX",
        "discard 77",
        "attack 9 QS",
        "5",
        "\x1b[2J",
    ]
    said: list[tuple[str, str]] = []

    def answer(typist: Typist) -> str | None:
        if said:
            tried = said[-1][0]
            said[-1] = (tried, " ".join(typist.said[typist.mark :]))  # type: ignore[attr-defined]
        typist.mark = len(typist.said)  # type: ignore[attr-defined]
        if tries:
            said.append((tries.pop(0), ""))
            return said[-1][0]
        return None

    sitting, over = await play(tmp_path, "battalion-twins", Typist(answer))
    assert not over
    assert len(sitting.table.history(0)) < 30
    assert len(said) == 8
    for tried, told in said:
        assert told, tried
        assert told.isprintable()


async def test_commands_tell_and_change_nothing(tmp_path: Path) -> None:
    typed = ["?", "hand", "table", "log 3", "log", "rules combat", "rules", "", "save and quit"]

    def answer(typist: Typist) -> str | None:
        return typed.pop(0)

    typist = Typist(answer)
    _, over = await play(tmp_path, "battalion-twins", typist)
    assert not over
    assert not typed
    told = "\n".join(typist.said)
    for name, does in COMMANDS.values():
        assert f"{name}: {does}" in told
    assert told.count("Your hand: 1 ") == 2
    assert "0 Ann: 10 cards, 4 chips" in told
    assert "Stock: " in told
    assert "surrender" in told.lower()  # from the rules
    assert [entry.code for entry in Shelf(tmp_path).entries()] == ["ok"]


async def test_undo_takes_the_choice_back_and_asks_again(tmp_path: Path) -> None:
    typed = ["1", "undo", "quit"]
    typist = Typist(lambda _: typed.pop(0))
    await play(tmp_path, "generals-war", typist, seed="no ace")
    first = [line for line in typist.said if line.startswith("Your hand")]
    assert first[0] == first[-1]
    assert len(first) == 3


async def test_people_who_share_the_lines_hear_no_hand_but_behind_a_handing_over(
    tmp_path: Path,
) -> None:
    typist = Typist(recorded)
    _, over = await play(
        tmp_path, "fight-for-the-lead", typist, seats=("person", "person"), seed="shared"
    )
    assert over
    hands = 0
    shown = ""
    for at, line in enumerate(typist.said):
        if line.endswith("press Enter to see your cards."):
            assert at - 1 in typist.hidden
            shown = line.partition(",")[0]
        if line.startswith("Your hand"):
            assert shown in ("Ann 1", "Ann 2")
            hands += 1
        assert not line.startswith("You draw")
        assert " draws 2" not in line or " cards" in line
    assert hands > 4
    assert len(typist.hidden) > 4


async def test_a_forced_choice_plays_itself_where_that_is_set(tmp_path: Path) -> None:
    def answer(typist: Typist) -> str | None:
        assert typist.view().legal_count() > 1
        return typist.any_choice()

    _, over = await play(tmp_path, "battalion-cover", Typist(answer), forced=True)
    assert over


@pytest.mark.parametrize("language", languages())
def test_commands_are_understood_in_the_language_and_in_english(language: str) -> None:
    words = Words(language)
    for command, (name, _) in COMMANDS.items():
        assert command_of(words.gettext(name), words) == (command, "")
        assert command_of(f" {command.value.upper()}. ", words) == (command, "")
    assert command_of("rules 2 attack", words) == (Said.RULES, "2 attack")
    assert command_of("attack 2 QS", words) == (None, "")
    assert len({words.gettext(name) for name, _ in COMMANDS.values()}) == len(COMMANDS)
