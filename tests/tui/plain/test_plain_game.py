"""A game in lines: every answer, every command, nobody hears what they may not."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

import tui.plain.game
from engine import actions as act
from engine.game import View
from saves.shelf import Shelf
from tests.tui.plain.scripts import SHORT, Typist, play, recorded
from tui.learning.advice import Advice, advise
from tui.plain.commands import COMMANDS, Said, command_of
from tui.plain.reading import choice_of
from tui.sitting import Thinks
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


CARDS = {Words("en").card(card) for card in range(52)}


def cards_in(lines: Iterable[str]) -> set[str]:
    return {card for card in CARDS if any(card in line for line in lines)}


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Advice of few worlds, soon."""

    async def soon(thinker: Thinks, view: View) -> Advice:
        return await advise(thinker, view, seconds=0.02, worlds=2)

    monkeypatch.setattr(tui.plain.game, "advise", soon)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("seats", [("person", "random"), ("person", "person")], ids=" and ".join)
@pytest.mark.parametrize("rules", RULES)
async def test_hints_and_motives_are_told_and_name_no_card_that_is_hidden(
    tmp_path: Path, rules: str, seats: tuple[str, ...]
) -> None:
    asked: list[str] = []
    told = {"hint": 0, "why": 0}
    public: list[str] = []
    choices = 0

    def answer(typist: Typist) -> str | None:
        nonlocal choices
        assert typist.game is not None
        seat = typist.game._asked()
        new, typist.said = typist.said, []
        if asked and asked[-1] in told:
            assert cards_in(new) <= cards_in([*public, hand[0]]), new
            begins = {"hint": "Hint of the ", "why": "Their cards stay hidden"}[asked[-1]]
            told[asked[-1]] += any(line.startswith(begins) for line in new)
        else:
            public.extend(line for line in new if not line.startswith("Your hand"))
            hand[:] = [line for line in new if line.startswith("Your hand")] or hand
        if seat is None or typist.game.shown != seat[0]:
            asked.append("")
        elif not asked or asked[-1] not in told:
            asked.append("hint")
        elif asked[-1] == "hint":
            asked.append("why")
        else:
            choices += 1
            asked.append(typist.any_choice() if choices < 12 else "quit")
        return asked[-1]

    hand = [""]
    typist = Typist(answer)
    await play(tmp_path, rules, typist, seats=seats, seed="advice")
    assert told["hint"] > 1
    assert told["why"] > 1
    assert choices > 2


@pytest.mark.usefixtures("quick")
async def test_a_hint_says_what_to_type(tmp_path: Path) -> None:
    def answer(typist: Typist) -> str | None:
        head, _, choice = typist.said[-1].partition("type: ")
        if head == "To do so, ":
            return choice.removesuffix(".")
        return "hint" if not typist.typed_so_far else None

    typist = Typist(answer)
    sitting, _ = await play(tmp_path, "fight-for-the-lead", typist)
    assert "hint" in typist.typed_so_far
    assert sitting.choices_of(0) > 0


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
