"""Screens that are read: rules, the log, what the keys do."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import ClassVar

from textual.content import Content
from textual.widget import Widget

from engine.registry import rule_sets
from tui.commands import BACK, DOWN, ENTER, HELP, UP, Command, key_name
from tui.look import Look
from tui.screens.base import RoomScreen
from tui.screens.menu import ListScreen
from tui.widgets.board import TitleLine
from tui.widgets.canvas import wrapped
from tui.widgets.choices import Choice, Choices
from tui.widgets.log import LogLine
from tui.widgets.markdown import MarkdownText, table_lines
from tui.widgets.page import LayOut, Page
from tui.words import Words
from tui.words.marks import N_

LINE_UP = Command("page.up", "up,k", N_("up"), "scroll(-1)", shown=False)
LINE_DOWN = Command("page.down", "down,j", N_("down"), "scroll(1)", shown=False)
PAGE_UP = Command("page.page-up", "pageup,b", N_("page up"), "page(-1)", N_("A page back"))
PAGE_DOWN = Command("page.page-down", "pagedown,space,enter", N_("page down"), "page(1)",
                    N_("A page on"))  # fmt: skip
TOP = Command("page.top", "home,g", N_("start"), "ends(0)", N_("To the start"),
              shown=False)  # fmt: skip
END = Command("page.end", "end,G", N_("end"), "ends(1)", N_("To the end"),
              shown=False)  # fmt: skip


class PageScreen(RoomScreen):
    """A title and a text to leaf through."""

    KEYS: ClassVar[Sequence[Command]] = (
        LINE_UP, LINE_DOWN, PAGE_DOWN, PAGE_UP, TOP, END, HELP, BACK,
    )  # fmt: skip

    def __init__(self, title: str) -> None:
        super().__init__()
        self.title_text = title

    def page(self) -> Page:
        """The text."""
        raise NotImplementedError

    def content(self) -> Sequence[Widget]:
        self.text = self.page()
        self.title_line = TitleLine(self.look)
        self.title_line.show(self.title_text)
        return [self.title_line, self.text]

    def fit(self) -> None:
        # How long the text is, is known when it was laid out for the size.
        self.call_after_refresh(self._say_place)

    def _say_place(self) -> None:
        if self.text.content_size:  # not where the terminal is too small for any text
            self.text.lines()
            self.show_keys()

    def key_note(self) -> str:
        return self.text.place()

    def action_scroll(self, lines: int) -> None:
        """A line on or back."""
        self.text.scroll(lines)
        self.show_keys()

    def action_page(self, pages: int) -> None:
        """A page on or back."""
        self.text.page(pages)
        self.show_keys()

    def action_ends(self, end: int) -> None:
        """To the start or to the end."""
        self.text.lines()
        self.text.go(self.text.last_top if end else 0)
        self.show_keys()


class TextScreen(PageScreen):
    """A page whose text is given."""

    def __init__(
        self, title: str, lay_out: LayOut, *, from_end: bool = False, start: str = ""
    ) -> None:
        super().__init__(title)
        self.lay_out = lay_out
        self.from_end = from_end
        self.start = start

    def page(self) -> Page:
        return Page(self.look, self.lay_out, from_end=self.from_end, start=self.start)


def rules_source(rules: str, language: str) -> str:
    """The rules of a rule set in Markdown, and those that all have in common; in English where
    there is no translation. "" if there are none."""
    folder = files("tui") / "rules_text"
    texts: list[str] = []
    for name in (rules, "common"):
        for spoken in (language, "en"):
            file = folder / spoken / f"{name}.md"
            if file.is_file():
                texts.append(file.read_text(encoding="utf-8"))
                break
    return "\n\n".join(texts) if len(texts) == 2 else ""


def rules_screen(rules: str, words: Words, look: Look, clause: str = "") -> TextScreen:
    """The rules of a rule set, to be read; from ``clause`` on, if it is one of them."""
    source = rules_source(rules, words.language)
    if not source:
        source = words.gettext(N_("There is no text of these rules."))
    return TextScreen(words.title(rules), MarkdownText(source, look).lay_out, start=clause)


def log_screen(title: str, lines: Sequence[LogLine], look: Look) -> TextScreen:
    """All that happened, from the end."""

    def lay_out(width: int) -> list[Content]:
        found: list[Content] = []
        for line in lines:
            style = "bold $text-accent" if line.mark else ""
            if line.mark and found:
                found.append(Content())
            found += [Content.styled(row, style) for row in wrapped(line.text, width, indent=2)]
        return found

    return TextScreen(title, lay_out, from_end=True)


class HelpScreen(PageScreen):
    """What the keys do on the screen that it was opened from."""

    KEYS: ClassVar[Sequence[Command]] = tuple(key for key in PageScreen.KEYS if key is not HELP)

    def __init__(self, title: str, about: RoomScreen, commands: Sequence[Command]) -> None:
        super().__init__(title)
        self.about = about
        self.commands = tuple(commands)

    def page(self) -> Page:
        return Page(self.look, self.lay_out)

    def lay_out(self, width: int) -> list[Content]:
        """A table of keys and what they do."""
        say = self.words.gettext
        rows = [[say(N_("Key")), say(N_("What it does"))]]
        for command in self.commands:
            names = [
                say(key_name(key, symbols=not self.look.ascii))
                for key in self.room.keys_of(command)
            ]
            rows.append([" ".join(names), say(command.help or command.label)])
        return [*table_lines(rows, width, self.look), Content(), *self._notes(width)]

    def _signs(self) -> str:
        glyphs = self.look.glyphs
        return self.words.fill(
            N_("At a table, {turn} stands before who is to choose, {dealer} after who deals."),
            {"turn": glyphs.turn, "dealer": glyphs.dealer},
        )

    def _notes(self, width: int) -> list[Content]:
        say = self.words.gettext
        notes = [
            say(
                N_(
                    "Cards have their key on their lower edge: press it to pick the card, or "
                    "press it again to put the card back. The mouse works too."
                )
            ),
            self._signs(),
            say(N_("The last row of every screen names its most important keys.")),
        ]
        found: list[Content] = []
        for note in notes:
            found += [Content.styled(row, "$quiet") for row in wrapped(note, width)]
        return found


class RulesListScreen(ListScreen):
    """The rule sets, to read their rules."""

    KEYS: ClassVar[Sequence[Command]] = (UP, DOWN, ENTER, HELP, BACK)

    def content(self) -> Sequence[Widget]:
        title = TitleLine(self.look)
        title.show(self.words.gettext(N_("Rules")))
        items = [
            Choice(id_, self.words.title(id_), self.words.line(id_), str(number))
            for number, id_ in enumerate(rule_sets(), start=1)
        ]
        return [title, Choices(self.look, items, gap=1)]

    async def chosen(self, choice: Choice) -> None:
        self.room.show_rules(choice.id)
