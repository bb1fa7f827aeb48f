"""The standings of a tournament, as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tui.commandline.helping import cells, wrap
from tui.words import Words
from tui.words.marks import N_, NN_

if TYPE_CHECKING:
    from ai.arena.report import ArenaResult, PlayerResult

# Below that nobody is to be called the better one.
LEAST_LIKELIHOOD: Final = 0.6
# The columns from this one on, times and forfeits, go below the others together.
TIMES: Final = 5


def table_lines(
    words: Words,
    result: ArenaResult,
    seed: str,
    sprt: tuple[float, float] | None = None,
    width: int | None = None,
) -> list[str]:
    """What came of a run, as a table. sprt: the shares that were tested, if any were. width: the
    columns that there are, None for any number."""
    deals = words.fill(NN_("{count} deal", "{count} deals"), {"count": result.deals}, by="count")
    games = words.fill(NN_("{count} game", "{count} games"), {"count": result.games}, by="count")
    seats = words.fill(NN_("{count} seat", "{count} seats"), {"count": result.seats}, by="count")
    title = words.title(result.rules)
    values: dict[str, object] = {"seed": seed}
    head = ", ".join([title, seats, deals, games, words.fill(N_("seed {seed}"), values)])
    options = ", ".join([f"{name} {value}" for name, value in result.options.items()])
    rows = rows_of(words, result)
    fair = fair_line(words, result.seats)
    above = [head, words.fill(N_("Options: {options}"), {"options": words.said(options)})]
    below = [
        " ".join([fair, words.gettext(N_("Brackets: 95 % intervals over the deals."))]),
        *_notes(words, result),
        *_verdict(words, result, sprt),
    ]
    return [
        *_wrapped(above, width),
        "",
        *fitting(rows, width, TIMES),
        "",
        *_wrapped(below, width),
    ]


def _wrapped(lines: list[str], width: int | None) -> list[str]:
    if width is None:
        return lines
    return [row for line in lines for row in wrap(line, width)]


def fair_line(words: Words, seats: int) -> str:
    """The share of first places that is everybody's due."""
    share = words.said(f"{100 / seats:.1f}")
    return words.fill(N_("Everybody's fair share of first places is {share} %."), {"share": share})


def rows_of(words: Words, result: ArenaResult) -> list[tuple[str, ...]]:
    """Titles, then a row a player, the more important columns first."""
    return [_titles(words)] + [_row(words, player) for player in result.players]


def _notes(words: Words, result: ArenaResult) -> list[str]:
    lines: list[str] = []
    # The players stand in the order of the line-up, the better one first or second.
    los = 0.5 if result.los is None else result.los
    better, likely = (0, los) if los >= 0.5 else (1, 1 - los)
    if len(result.players) == 2 and likely >= LEAST_LIKELIHOOD:
        values: dict[str, object] = {
            "player": words.said(result.players[better].name, 60),
            "los": words.said(f"{100 * likely:.1f}"),
        }
        lines.append(words.fill(N_("{player} is the better one with {los} % likelihood."), values))
    if len(result.players) > 1 and result.games and result.players[0].rating is None:
        text = N_("Ratings need more software: pip install 'messdeck[arena]'.")
        lines.append(words.gettext(text))
    return lines


VERDICTS: Final = {
    "H0": N_("H0: the share is {share0} %, not {share1} %"),
    "H1": N_("H1: the share is {share1} %, not {share0} %"),
    "inconclusive": N_("inconclusive: it may be {share0} % or {share1} %"),
}


def _verdict(words: Words, result: ArenaResult, sprt: tuple[float, float] | None) -> list[str]:
    state = result.sprt
    if state is None or sprt is None:
        return []
    shares: dict[str, object] = {
        f"share{n}": words.said(f"{100 * share:.4g}") for n, share in enumerate(sprt)
    }
    values: dict[str, object] = {
        "player": words.said(result.players[0].name, 60),
        "verdict": words.said(words.fill(VERDICTS[state.verdict], shares)),
        "llr": words.said(f"{state.llr:.2f}"),
        "low": words.said(f"{state.low:.2f}"),
        "high": words.said(f"{state.high:.2f}"),
    }
    text = N_("Test of {player}: {verdict} (log likelihood ratio {llr}, bounds {low} and {high}).")
    return [words.fill(text, values)]


def _titles(words: Words) -> tuple[str, ...]:
    return tuple(
        [
            words.gettext(title)
            for title in (
                N_("player"),
                N_("games"),
                N_("first places, %"),
                N_("mean result"),
                N_("rating"),
                N_("ms a choice"),
                N_("99 % within"),
                N_("forfeits"),
            )
        ]
    )


def _row(words: Words, player: PlayerResult) -> tuple[str, ...]:
    return (
        words.said(player.name, 40),
        str(player.games),
        _with_interval(player.share, player.share_low, player.share_high, 100),
        _with_interval(player.mean, player.mean_low, player.mean_high, 1),
        _with_interval(player.rating, player.rating_low, player.rating_high, 1, 0),
        _milliseconds(player.ms_mean),
        _milliseconds(player.ms_p99),
        str(player.forfeits),
    )


def _milliseconds(value: float | None) -> str:
    """With as many digits as tell something of a choice by lot, too."""
    if value is None:
        return "–"
    return f"{value:.4f}" if value < 0.1 else f"{value:.2f}"


def _with_interval(
    value: float | None, low: float | None, high: float | None, times: int, digits: int = 1
) -> str:
    if value is None:
        return "–"
    shown = f"{value * times:.{digits}f}"
    if low is None or high is None:
        return shown
    return f"{shown} [{low * times:.{digits}f}, {high * times:.{digits}f}]"


def columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Rows with their columns aligned: names to the left, figures to the right."""
    widths = [max([cells(row[column]) for row in rows]) for column in range(len(rows[0]))]
    lines: list[str] = []
    for row in rows:
        blanks = [" " * (width - cells(cell)) for cell, width in zip(row, widths, strict=True)]
        figures = [blank + cell for cell, blank in zip(row[1:], blanks[1:], strict=True)]
        lines.append("  ".join([row[0] + blanks[0], *figures]))
    return lines


def fitting(rows: Sequence[tuple[str, ...]], width: int | None, last: int = 0) -> list[str]:
    """``columns`` where they are not wider than ``width``; else several tables, one below the
    other, each with the names. last: the columns from this one on are parted last."""
    if width is None:
        return columns(rows)
    lines: list[str] = []
    begin, count = 1, len(rows[0])
    while begin < count:
        end = count
        table = columns([(row[0], *row[begin:end]) for row in rows])
        while cells(table[0]) > width and end > begin + 1:
            end = last if end > last > begin else end - 1
            table = columns([(row[0], *row[begin:end]) for row in rows])
        lines += ["", *table] if lines else table
        begin = end
    return lines
