"""Statistics in lines of text with bars: for the page in the card room, and for the shell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from saves.statistics import MIXED, Finished, Line
from tui.commandline.pitting.chart import heights
from tui.widgets.canvas import cells, wrapped
from tui.words import Words
from tui.words.marks import N_, NN_, Text

# How many games a row of scores shows, and how many are listed one by one.
TREND: Final = 48
LATEST: Final = 8
BAR: Final = 30

LEFT_OUT: Final[dict[str, Text]] = {
    "practice": NN_("{count} practice game", "{count} practice games"),
    "hot-seat": NN_(
        "{count} game of several people at one screen",
        "{count} games of several people at one screen",
    ),
    "imported": NN_("{count} game from elsewhere", "{count} games from elsewhere"),
    "minded": NN_(
        "{count} game that a level ended for you", "{count} games that a level ended for you"
    ),
}


@dataclass(frozen=True, slots=True)
class CountLine:
    """A line of the page. style: of Textual, for the whole line."""

    text: str
    style: str = ""


def statistics_lines(
    words: Words,
    lines: Sequence[Line],
    games: Sequence[Finished],
    *,
    width: int,
    plain: bool,
    now: datetime,
) -> list[CountLine]:
    """Everything that was counted, by rule set, players and level; what was not; the last games.

    width: in cells. plain: nothing but ASCII is used for the bars.
    """
    if not games:
        told = N_(
            "No game was finished so far. Each one that you finish alone against levels is "
            "counted here: games, places, chips or points."
        )
        return [CountLine(row) for row in wrapped(words.gettext(told), width)]
    found = _head(words, lines, games, width)
    rules = ""
    for line in lines:
        if line.rules != rules:
            rules = line.rules
            found += [CountLine(""), CountLine(words.title(rules), "bold $text-accent")]
        found.append(CountLine(""))
        found += _table(words, line, games, width, plain)
    found += [CountLine(""), CountLine(words.gettext(N_("The last games")), "bold $text-accent")]
    for game in games[:LATEST]:
        told = _game(words, game, now)
        found += [CountLine(row) for row in wrapped(told, width, indent=2)]
    return found


def _head(
    words: Words, lines: Sequence[Line], games: Sequence[Finished], width: int
) -> list[CountLine]:
    counted, won = sum(line.games for line in lines), sum(line.won for line in lines)
    text = NN_("{count} game counted, {won} won.", "{count} games counted, {won} won.")
    told = words.fill(text, {"count": counted, "won": won}, by="count")
    out = [CountLine(row, "bold") for row in wrapped(told, width)]
    left: list[str] = []
    for why, forms in LEFT_OUT.items():
        count = sum(game.left_out == why for game in games)
        if count:
            left.append(words.fill(forms, {"count": count}, by="count"))
    if left:
        told = words.fill(N_("Not counted: {games}."), {"games": words.said(words.both(left), 300)})
        out += [CountLine(row, "$quiet") for row in wrapped(told, width)]
    return out


def against(words: Words, level: str) -> str:
    """Whom one played: ``against corporal``, ``against different levels``."""
    if level == MIXED:
        return words.gettext(N_("against different levels"))
    if not level:
        return ""
    return words.fill(N_("against {level}"), {"level": words.said(words.level(level))})


def _table(
    words: Words, line: Line, games: Sequence[Finished], width: int, plain: bool
) -> list[CountLine]:
    players = words.fill(
        NN_("{count} player", "{count} players"), {"count": line.players}, by="count"
    )
    count = words.fill(NN_("{count} game", "{count} games"), {"count": line.games}, by="count")
    head = ", ".join([part for part in (players, against(words, line.level), count) if part])
    values: dict[str, object] = {
        "share": words.said(f"{100 * line.won / line.games:.0f}"),
        "fair": words.said(f"{100 / line.players:.0f}"),
        "mean": words.said(f"{line.scores / line.games:.1f}"),
        "best": line.best,
        "worst": line.worst,
    }
    told = words.fill(N_("First in {share} % (by chance alone {fair} %)."), values)
    unit = N_("Points: {mean} on average, from {worst} to {best}.")
    if line.rules != "generals-war":
        unit = N_("Chips: {mean} on average, from {worst} to {best}.")
    found = [CountLine(f"  {row}", "bold") for row in wrapped(head, width - 2)]
    for text in (told, words.fill(unit, values)):
        found += [CountLine(f"  {row}") for row in wrapped(text, width - 2)]
    found += _bars(words, line, width, plain)
    found += _trend(words, line, games, width, plain)
    return found


def _bars(words: Words, line: Line, width: int, plain: bool) -> list[CountLine]:
    labels = [
        words.fill(N_("place {place}"), {"place": place})
        for place in range(1, len(line.places) + 1)
    ]
    wide = max(cells(label) for label in labels)
    room = max(8, min(BAR, width - wide - 12))
    most = max(line.places)
    rows: list[CountLine] = []
    for label, count in zip(labels, line.places, strict=True):
        bar = ("#" if plain else "█") * (-(-room * count // most) if most else 0)
        pad = " " * (wide - cells(label))
        space = " " if bar else ""
        rows.append(CountLine(f"  {label}{pad}  {bar}{space}{count}", "$text-primary"))
    return rows


def _trend(
    words: Words, line: Line, games: Sequence[Finished], width: int, plain: bool
) -> list[CountLine]:
    """The scores of the last games at this kind of table, the latest at the right."""
    scores = [
        game.score
        for game in games
        if not game.left_out
        and (game.rules, game.players, game.level) == (line.rules, line.players, line.level)
    ]
    latest = scores[: min(TREND, width - 4)][::-1]
    if len(latest) < 3:
        return []
    low = min(latest)
    row = heights([score - low + 1 for score in latest], plain=plain)
    told = words.fill(
        NN_("the last {count} game, the latest at the right:",
            "the last {count} games, the latest at the right:"),
        {"count": len(latest)},
        by="count",
    )  # fmt: skip
    return [
        *[CountLine(f"  {text}", "$quiet") for text in wrapped(told, width - 2)],
        CountLine(f"  {row}", "$text-accent"),
    ]


def _game(words: Words, game: Finished, now: datetime) -> str:
    when = words.when(datetime.fromtimestamp(game.ended, UTC), now)
    players = words.fill(
        NN_("{count} player", "{count} players"), {"count": game.players}, by="count"
    )
    parts = [when, words.title(game.rules), players]
    if game.level:
        parts.append(against(words, game.level))
    if game.place:
        parts.append(words.fill(N_("place {place}"), {"place": game.place}))
        unit = "points" if game.rules == "generals-war" else "chips"
        parts.append(words.score(unit, game.score))
    if game.left_out:
        parts.append(words.gettext(N_("not counted")))
    return ", ".join(parts)
