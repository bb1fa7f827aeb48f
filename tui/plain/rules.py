"""The rules of a game as lines."""

from __future__ import annotations

from typing import Final

from tui.look import Look
from tui.screens.pages import rules_source
from tui.widgets.markdown import MarkdownText
from tui.words import Words
from tui.words.marks import N_

WIDTH: Final = 78


def rules_lines(rules: str, about: str, words: Words, look: Look) -> list[str]:
    """The text of the rules; only the paragraphs that name ``about``, if something is given."""
    source = rules_source(rules, words.language)
    if not source:
        return [words.gettext(N_("There is no text of these rules."))]
    lines = [line.plain.rstrip() for line in MarkdownText(source, look).lay_out(WIDTH)]
    if not about:
        return lines
    found: list[str] = []
    for paragraph in "\n".join(lines).split("\n\n"):
        if about.casefold() in paragraph.casefold():
            found += [*paragraph.strip("\n").split("\n"), ""]
    return found or [words.fill(N_("The rules do not speak of {text}."), {"text": about})]
