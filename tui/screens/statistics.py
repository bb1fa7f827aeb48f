"""How one has done so far: games, places, chips and points, with bars."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.widget import Widget

from engine.refusals import MessdeckError
from saves.statistics import Statistics
from tui.counting import CountLine, statistics_lines
from tui.screens.pages import PageScreen
from tui.widgets.canvas import wrapped
from tui.widgets.page import Page
from tui.words.marks import N_


class StatisticsScreen(PageScreen):
    """The statistics of the session's data folder."""

    def __init__(self) -> None:
        super().__init__("")

    def content(self) -> Sequence[Widget]:
        self.title_text = self.words.gettext(N_("Statistics"))
        return super().content()

    def page(self) -> Page:
        statistics = Statistics(self.room.shelf.data_dir)
        told = ""
        try:
            lines, aside = statistics.lines()
            games, _ = statistics.games()
            told = self.words.error(aside) if aside is not None else ""
        except MessdeckError as error:
            fault = self.words.error(error)
            return Page(self.look, lambda width: _styled(_told(fault, width)))

        def lay_out(width: int) -> list[Content]:
            found = statistics_lines(
                self.words, lines, games, width=width, plain=self.look.ascii, now=self.room.now()
            )
            return _styled([*_told(told, width), *found])

        return Page(self.look, lay_out)


def _told(text: str, width: int) -> list[CountLine]:
    return [CountLine(row, "$text-warning") for row in wrapped(text, width)] if text else []


def _styled(lines: Sequence[CountLine]) -> list[Content]:
    return [Content.styled(line.text, line.style) for line in lines]
