"""``messdeck arena``: pits players against each other."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from tui.commandline import choosing
from tui.commandline.helping import cells
from tui.commandline.house import HouseCommand, Problem
from tui.commandline.output import tell
from tui.words import Words
from tui.words.marks import N_, NN_

if TYPE_CHECKING:
    from ai.arena.play import GamePlayed
    from ai.arena.report import ArenaResult, PlayerResult
    from ai.arena.run import ArenaSetup

MOST_DEALS = 10_000_000
MOST_JOBS = 1024


def command(words: Words) -> click.Command:
    """``messdeck arena RULES``."""
    say = words.gettext

    def arena(
        rules: str,
        players: str,
        seats: str | None,
        deals: str,
        seed: str,
        option: tuple[str, ...],
        seconds: str | None,
        jobs: str | None,
        records: Path | None,
        as_json: bool,
    ) -> None:
        setup = _setup(words, rules, players, seats, deals, seed, option, seconds, jobs, records)
        result = _run(words, setup, records)
        if as_json:
            tell(json.dumps(result.to_json()))
            return
        for line in table_lines(words, setup, result):
            tell(line)

    return HouseCommand(
        words,
        "arena",
        callback=arena,
        help=say(
            N_(
                "Let players play RULES against each other, and count. Every deal is played once "
                "in each different seating of the line-up (in the rotations, if there are more "
                "than 24), with the same shuffles. The same seed gives the same games."
            )
        ),
        short_help=say(N_("Pit players against each other.")),
        epilog=say(N_("Example: messdeck arena war --players corporal,recruit --seats 4")),
        params=[
            click.Argument(["rules"], type=choosing.RulesType(), metavar="RULES"),
            click.Option(
                ["--players"],
                default="corporal,recruit",
                show_default=True,
                type=choosing.PlayersType(","),
                metavar="A,B,...",
                help=say(
                    N_("Who plays; with fewer names than seats the last one takes the others.")
                ),
            ),
            click.Option(
                ["--seats"],
                metavar="N",
                help=say(N_("How many seats; the smallest number the rule set takes if left out.")),
            ),
            click.Option(
                ["--deals"],
                default="100",
                show_default=True,
                metavar="N",
                help=say(N_("How many deals; each is played in every seating.")),
            ),
            click.Option(
                ["--seed"],
                default="1",
                show_default=True,
                metavar="TEXT",
                help=say(N_("The same text gives the same games.")),
            ),
            click.Option(
                ["--option"],
                multiple=True,
                type=choosing.OptionType(),
                metavar="NAME=VALUE",
                help=say(N_("An option of the rule set, such as chips=20. Repeat it for more.")),
            ),
            click.Option(
                ["--seconds"],
                metavar="S",
                help=say(
                    N_(
                        "Seconds that a choice may take. With a limit the same seed need not give "
                        "the same games."
                    )
                ),
            ),
            click.Option(
                ["--jobs"],
                metavar="N",
                help=say(
                    N_("How many processes play; as many as there are processors if left out.")
                ),
            ),
            click.Option(
                ["--records"],
                type=click.Path(path_type=Path),
                metavar="FILE",
                help=say(N_("Write the records of all games to FILE, one a line.")),
            ),
            click.Option(
                ["--json", "as_json"],
                is_flag=True,
                help=say(N_("Print one JSON object instead of a table.")),
            ),
        ],
    )


def _setup(
    words: Words,
    rules: str,
    players: str,
    seats: str | None,
    deals: str,
    seed: str,
    options: tuple[str, ...],
    seconds: str | None,
    jobs: str | None,
    records: Path | None,
) -> ArenaSetup:
    from ai.arena.lineup import fill, parse_lineup
    from ai.arena.run import ArenaSetup

    found = choosing.find_rules(words, rules)
    number = choosing.read_players(words, found, seats)
    given = choosing.read_options(found, options, words)
    found.game(number, given)  # raises for what only the whole can tell
    lineup = parse_lineup(players)
    fill(lineup, number)  # raises if there are too many
    return ArenaSetup(
        found.id,
        lineup,
        number,
        choosing.read_number(words, "--deals", deals, 0, MOST_DEALS),
        choosing.check_seed(words, seed) or "",
        given,
        None if seconds is None else _seconds(words, seconds),
        _jobs() if jobs is None else choosing.read_number(words, "--jobs", jobs, 1, MOST_JOBS),
        keep_logs=records is not None,
    )


def _seconds(words: Words, text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 < found <= 3600:
        values: dict[str, object] = {"text": words.said(f"“{text}”", 60)}
        said = N_("--seconds must be a number above 0, up to 3600, not {text}.")
        raise Problem(words.fill(said, values))
    return found


def _jobs() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS
        return os.cpu_count() or 1


def _run(words: Words, setup: ArenaSetup, path: Path | None) -> ArenaResult:
    from ai.arena.run import record_of, run_arena

    with _writing(words, path) as file, _progress(words) as progress:

        def write(game: GamePlayed) -> None:
            if file is not None:
                file.write(record_of(setup, game).to_line() + "\n")

        return run_arena(setup, progress, write)


@contextmanager
def _writing(words: Words, path: Path | None) -> Iterator[TextIO | None]:
    if path is None:
        yield None
        return
    try:
        with path.open("w", encoding="utf-8") as file:
            yield file
    except OSError as error:
        raise Problem(words.file_error(error, path)) from error


@contextmanager
def _progress(words: Words) -> Iterator[Callable[[int, int], None] | None]:
    """Counts the deals on a terminal's stderr, in place; says nothing where nobody looks."""
    if not sys.stderr.isatty():
        yield None
        return
    width = 0

    def show(done: int, total: int) -> None:
        nonlocal width
        text = words.fill(N_("deal {done} of {total}"), {"done": done, "total": total})
        width = max(width, len(text))
        sys.stderr.write(f"\r{text}")
        sys.stderr.flush()

    try:
        yield show
    finally:
        if width:
            sys.stderr.write("\r" + " " * width + "\r")
            sys.stderr.flush()


# The table


def table_lines(words: Words, setup: ArenaSetup, result: ArenaResult) -> list[str]:
    """What came of a run, as a table."""
    deals = words.fill(NN_("{count} deal", "{count} deals"), {"count": result.deals}, by="count")
    games = words.fill(NN_("{count} game", "{count} games"), {"count": result.games}, by="count")
    seats = words.fill(NN_("{count} seat", "{count} seats"), {"count": result.seats}, by="count")
    title = words.title(result.rules)
    values: dict[str, object] = {"seed": setup.seed}
    head = ", ".join([title, seats, deals, games, words.fill(N_("seed {seed}"), values)])
    options = ", ".join([f"{name} {value}" for name, value in result.options.items()])
    rows = [_titles(words)] + [_row(player) for player in result.players]
    fair = words.fill(
        N_("Everybody's fair share of first places is {share} %."),
        {"share": words.said(f"{100 / result.seats:.1f}")},
    )
    return [
        head,
        words.fill(N_("Options: {options}"), {"options": words.said(options)}),
        "",
        *_columns(rows),
        "",
        f"{fair} {words.gettext(N_('Brackets: 95 % intervals over the deals.'))}",
    ]


def _titles(words: Words) -> tuple[str, ...]:
    return tuple(
        [
            words.gettext(title)
            for title in (
                N_("player"),
                N_("games"),
                N_("first places, %"),
                N_("mean result"),
                N_("ms a choice"),
            )
        ]
    )


def _row(player: PlayerResult) -> tuple[str, ...]:
    return (
        player.name,
        str(player.games),
        _with_interval(player.share, player.share_low, player.share_high, 100),
        _with_interval(player.mean, player.mean_low, player.mean_high, 1),
        "–" if player.ms_mean is None else f"{player.ms_mean:.2f}",
    )


def _with_interval(value: float | None, low: float | None, high: float | None, times: int) -> str:
    if value is None:
        return "–"
    shown = f"{value * times:.1f}"
    if low is None or high is None:
        return shown
    return f"{shown} [{low * times:.1f}, {high * times:.1f}]"


def _columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Rows with their columns aligned: names to the left, figures to the right."""
    widths = [max([cells(row[column]) for row in rows]) for column in range(len(rows[0]))]
    lines: list[str] = []
    for row in rows:
        blanks = [" " * (width - cells(cell)) for cell, width in zip(row, widths, strict=True)]
        figures = [blank + cell for cell, blank in zip(row[1:], blanks[1:], strict=True)]
        lines.append("  ".join([row[0] + blanks[0], *figures]))
    return lines
