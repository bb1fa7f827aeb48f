"""Which language a session speaks, and that its screens have room for it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from rich.cells import cell_len

from saves.shelf import Shelf
from tests.support.command_line import Line, one_sentence
from tests.support.shares import at_every_run
from tests.tui.person import Person
from tui.app import CardRoom
from tui.called import CREW
from tui.commandline.helping import cells as plain_cells
from tui.commandline.helping import wrap
from tui.commandline.languages import wanted_language
from tui.commandline.running import words_for_output
from tui.look import Look
from tui.screens.table import TableScreen
from tui.setup import draft_of
from tui.widgets import canvas, prompt, seat_panel
from tui.widgets.canvas import Canvas
from tui.widgets.painted import Painted
from tui.words import Words
from tui.words.catalogue import ENGLISH, can_be_written, language_named, languages, load

VARIABLES = ("MESSDECK_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
TRANSLATED = tuple(language for language in languages() if language != ENGLISH)


@pytest.fixture
def line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Line:
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    return Line(capsys, monkeypatch)


@pytest.fixture
def speaks(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """The language of a session with these arguments and this environment."""

    def speaks(*arguments: str, **environment: str) -> str:
        for variable in VARIABLES:
            monkeypatch.delenv(variable, raising=False)
        for variable, value in environment.items():
            monkeypatch.setenv(variable, value)
        return words_for_output(arguments).language

    return speaks


# Choosing


def test_the_command_line_comes_before_the_variable_and_the_variable_before_the_locale(
    speaks: Callable[..., str],
) -> None:
    assert speaks() == ENGLISH
    assert speaks(LANG="uk_UA.UTF-8") == "uk"
    assert speaks(LC_MESSAGES="ko_KR.UTF-8", LANG="uk_UA.UTF-8") == "ko"
    assert speaks(LC_ALL="C.UTF-8", LANG="uk_UA.UTF-8") == ENGLISH
    assert speaks(MESSDECK_LANGUAGE="ru", LC_ALL="ko_KR.UTF-8") == "ru"
    assert speaks(MESSDECK_LANGUAGE="tlh", LC_ALL="ko_KR.UTF-8") == "ko"
    assert speaks("--language", "uk", MESSDECK_LANGUAGE="ru") == "uk"
    assert speaks("play", "war", "--language=ko", MESSDECK_LANGUAGE="ru") == "ko"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("ru", "ru"), ("RU", "ru"), ("ru_RU.UTF-8", "ru"), ("uk-UA", "uk"), ("ko_KR@x", "ko"),
     ("xx", None), ("", None)],
)  # fmt: skip
def test_a_language_is_named_as_locales_are(typed: str, meant: str | None) -> None:
    assert language_named(typed) == meant


def test_the_last_language_given_counts_and_a_file_of_that_name_is_none() -> None:
    assert wanted_language(["--language", "ru", "saves", "--language", "ko"]) == "ko"
    assert wanted_language(["record", "check", "--", "--language", "ko"]) is None
    assert wanted_language(["--language"]) is None


def test_a_language_that_there_is_not_is_refused_with_those_that_there_are(line: Line) -> None:
    ran = line("--language", "tlh")
    assert ran.status == 2
    assert one_sentence(ran.err).startswith("--language: the languages are en, ko, ru and uk.")


@pytest.mark.parametrize("language", TRANSLATED)
def test_help_and_complaints_are_in_the_language_that_was_asked_for(
    line: Line, language: str
) -> None:
    words = Words(language)
    helped = line("play", "--help", "--language", language)
    assert helped.status == 0
    assert helped.out.startswith(words.gettext("Usage:"))
    assert words.gettext("Options") in helped.out
    assert "Usage" not in helped.out
    assert "Options" not in helped.out
    refused = line("play", "chess", "--language", language)
    assert refused.status == 2
    assert "chess" in refused.err
    assert "There is no rule set" not in refused.err


def test_where_letters_cannot_be_written_it_is_english(
    monkeypatch: pytest.MonkeyPatch, speaks: Callable[..., str]
) -> None:
    assert can_be_written("ru", "koi8-r")
    assert can_be_written("ko", "euc-kr")
    assert not can_be_written("ru", "latin-1")
    assert not can_be_written("ko", None)
    assert can_be_written(ENGLISH, "ascii")

    class Typewriter:
        encoding = "ascii"

    monkeypatch.setattr(sys, "stdout", Typewriter())
    assert speaks("--language", "ru") == ENGLISH


async def test_sessions_of_one_process_have_their_own_languages(tmp_path: Path) -> None:
    rooms = [CardRoom(Words(language), Look(), Shelf(tmp_path)) for language in languages()]
    assert len({room.called for room in rooms}) == len(rooms)
    assert len({room.words.title("generals-war") for room in rooms}) == len(rooms)


# Help in columns


def test_texts_are_measured_in_cells_of_the_terminal() -> None:
    assert plain_cells("카드 Q♠ и") == cell_len("카드 Q♠ и") == 9
    assert wrap("카드를 버리고 패스", 9) == ["카드를", "버리고", "패스"]
    assert wrap("one\n\ntwo", 20) == ["one", "", "two"]


@pytest.mark.parametrize("language", languages())
def test_help_keeps_its_columns_in_every_language(
    line: Line, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for command in ((), ("play",), ("resume",), ("saves",), ("arena",)):
        rows = line(*command, "--help", "--language", language).out.splitlines()
        assert [row for row in rows if cell_len(row) > 80] == []
        options = [row for row in rows if row.startswith("  -") and "  " in row.strip()]
        # What an option does begins at the same cell in each row.
        starts = set()
        for row in options:
            told = row.strip().split("  ")[-1].strip()
            starts.add(cell_len(row) - cell_len(told))
        assert len(starts) == 1, rows


# Screens


class Polyglot(Words):
    """Words that change their language, to look at one moment in all of them."""

    def speak(self, language: str) -> None:
        self.language = language
        self._catalogue = load(language)


class Cuts:
    """Takes note of every text that has less room than it needs."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.found: set[str] = set()
        put, hints, fitted = Canvas.put, prompt.paint_hints, canvas.fitted

        def noting_put(
            self_: Canvas, x: int, y: int, text: str, style: str = "", *, limit: int | None = None
        ) -> int:
            room = min(self_.width, self_.width if limit is None else limit) - x
            if 0 <= y < self_.height and cell_len(text.rstrip()) > room:
                self.found.add(text)
            return put(self_, x, y, text, style, limit=limit)

        def noting_hints(
            self_: Canvas, x: int, y: int, given: list[prompt.KeyHint], *, gap: int = 2
        ) -> None:
            texts = [f"{hint.key} {hint.label}" for hint in given]
            if x + sum(map(cell_len, texts)) + gap * (len(texts) - 1) > self_.width:
                self.found.add("  ".join(texts))
            hints(self_, x, y, given, gap=gap)

        def noting_fitted(text: str, width: int) -> str:
            if cell_len(text) > width:
                self.found.add(text)
            return fitted(text, width)

        patch.setattr(Canvas, "put", noting_put)
        patch.setattr(prompt, "paint_hints", noting_hints)
        patch.setattr(seat_panel, "fitted", noting_fitted)

    def without_cards(self) -> list[str]:
        """Texts that hold no cards: of those there can be more than any panel has room for."""
        return sorted(text for text in self.found if not set(text) & set("♠♥♦♣"))


def repainted(screen: TableScreen) -> None:
    """Draws all that the table's screen shows anew, as if it had just come."""
    screen._sit(screen.viewer)
    for painted in screen.query(Painted):
        painted._canvas = None
        painted.refresh()
    screen.show_keys()


def columns(rows: list[str], mark: str) -> Iterator[int]:
    """The cells at which ``mark`` stands in the rows that have it."""
    for row in rows:
        if mark in row:
            yield cell_len(row[: row.rindex(mark)])


@pytest.mark.parametrize(
    ("rules", "players", "choices"),
    at_every_run(
        [
            ("battalion-twins", 3, 16), ("battalion-twins", 6, 10), ("battalion-cover", 4, 20),
            ("fight-for-the-lead", 3, 12), ("fight-for-the-lead", 5, 12), ("generals-war", 2, 8),
            ("generals-war", 4, 10),
        ],
        [("battalion-twins", 6, 10), ("fight-for-the-lead", 5, 12), ("generals-war", 4, 10)],
    ),
)  # fmt: skip
async def test_a_table_at_eighty_columns_has_room_for_every_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rules: str, players: int, choices: int
) -> None:
    words = Polyglot()
    now = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)
    room = CardRoom(words, Look(pace=0.0), Shelf(tmp_path), now=lambda: now)
    who = ["person", "random", "recruit", "corporal", "corporal", "corporal"][:players]
    korean = Words("ko")
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot, 3)
        draft = draft_of(rules, players, who, {}, "mess", None)
        await room.begin(draft.setup(korean.gettext("Player"), [korean.gettext(n) for n in CREW]))
        table = await person.at_table()
        while person.choices < choices and (view := await person.wait_for_question()) is not None:
            for language in TRANSLATED:
                words.speak(language)
                with monkeypatch.context() as patch:
                    cuts = Cuts(patch)
                    repainted(table)
                    await pilot.pause()
                assert cuts.without_cards() == [], language
                rows = [strip.text for strip in table._compositor.render_strips()]
                assert {cell_len(row) for row in rows} == {80}
                # The log's left border is one straight line, whatever stands beside it.
                assert len(set(columns(rows[6:13], "│ "))) == 1, "\n".join(rows)
            words.speak(ENGLISH)
            repainted(table)
            await person.choose(view)
