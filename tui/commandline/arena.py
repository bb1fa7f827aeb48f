"""``messdeck arena``: pits players against each other."""

from __future__ import annotations

import json
import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from engine.registry import rule_set
from tui.commandline import choosing
from tui.commandline.house import HouseCommand, Problem
from tui.commandline.output import INTERRUPTED, TERMINATED, Stopped, complain, room, tell
from tui.commandline.pitting.progress import Progress, shown
from tui.commandline.pitting.standings import table_lines
from tui.words import Words
from tui.words.marks import N_, NN_

if TYPE_CHECKING:
    from ai.arena.play import GamePlayed
    from ai.arena.report import ArenaResult
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
        scheduler: str | None,
        store: Path | None,
        records: Path | None,
        sprt: str | None,
        as_json: bool,
    ) -> None:
        setup = _setup(words, rules, players, seats, deals, seed, option, seconds, jobs)
        setup = replace(
            setup,
            keep_logs=records is not None or store is not None,
            scheduler=scheduler or "",
            sprt=None if sprt is None else _shares(words, sprt),
        )
        result = _run(words, setup, records, store)
        if as_json:
            version = rule_set(setup.rules).version
            tell(json.dumps({**result.to_json(), "seed": setup.seed, "version": version}))
            return
        for line in table_lines(words, result, setup.seed, setup.sprt, room()):
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
                help=say(
                    N_("How many deals; each is played in every seating. With 0 nothing is played.")
                ),
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
                ["--scheduler"],
                metavar="ADDRESS",
                help=say(
                    N_("Let the workers of a Dask scheduler play, such as tcp://10.0.0.1:8786.")
                ),
            ),
            click.Option(
                ["--store"],
                type=click.Path(path_type=Path),
                metavar="FILE",
                help=say(
                    N_(
                        "Keep every game in FILE, a database. The same command goes on where it "
                        "was stopped; more deals add to what is there."
                    )
                ),
            ),
            click.Option(
                ["--records"],
                type=click.Path(path_type=Path),
                metavar="FILE",
                help=say(N_("Write the records of all games to FILE, one a line.")),
            ),
            click.Option(
                ["--sprt"],
                metavar="SHARE0,SHARE1",
                help=say(
                    N_(
                        "Test which of two shares of first places the first of two players has, "
                        "such as 0.5,0.55, and stop as soon as it is clear (wrong 5 times in 100)."
                    )
                ),
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
) -> ArenaSetup:
    from ai.arena.lineup import fill, parse_lineup
    from ai.arena.setup import ArenaSetup, processors

    found = choosing.find_rules(words, rules)
    number = choosing.read_players(words, found, seats)
    given = choosing.read_options(found, options, words)
    found.game(number, given)  # raises for what only the whole can tell
    lineup = parse_lineup(players)
    at_once = processors()
    if jobs is not None:
        at_once = choosing.read_number(words, "--jobs", jobs, 1, MOST_JOBS)
    fill(lineup, number)  # raises if there are too many
    return ArenaSetup(
        found.id,
        lineup,
        number,
        choosing.read_number(words, "--deals", deals, 0, MOST_DEALS),
        choosing.check_seed(words, seed) or "",
        given,
        None if seconds is None else _seconds(words, seconds),
        at_once,
    )


def _shares(words: Words, text: str) -> tuple[float, float]:
    try:
        share0, share1 = [float(part) for part in text.split(",")]
    except ValueError:
        values: dict[str, object] = {"text": words.said(f"“{text}”", 60)}
        said = N_("--sprt must be two shares such as 0.5,0.55, not {text}.")
        raise Problem(words.fill(said, values)) from None
    return share0, share1


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


def _run(words: Words, setup: ArenaSetup, path: Path | None, database: Path | None) -> ArenaResult:
    from ai.arena.run import record_of, run_arena
    from ai.arena.store import Store

    with ExitStack() as open_:
        store = None
        if database is not None:
            store = open_.enter_context(Store(database, logs=path is not None))
        file = open_.enter_context(_writing(words, path))
        progress = open_.enter_context(shown(words))
        open_.enter_context(_stopping(words, progress, stored=database is not None))

        def write(game: GamePlayed) -> None:
            if file is not None:
                file.write(record_of(setup, game).to_line() + "\n")

        return run_arena(setup, progress.deals, write, store, progress.test)


class _Terminated(BaseException):
    """SIGTERM came."""


@contextmanager
def _stopping(words: Words, progress: Progress, *, stored: bool) -> Iterator[None]:
    """Ctrl+C and SIGTERM end the run in order, its games kept, with one sentence. Raises
    Stopped."""

    def end(number: int, frame: object) -> None:
        raise _Terminated

    alone = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGTERM, end) if alone else None
    try:
        yield
    except (KeyboardInterrupt, _Terminated) as stop:
        progress.wipe()
        forms = NN_(
            "Stopped after {count} deal; with --store the same command would go on there.",
            "Stopped after {count} deals; with --store the same command would go on there.",
        )
        if stored:
            forms = NN_(
                "Stopped after {count} deal; the same command goes on where it stood.",
                "Stopped after {count} deals; the same command goes on where it stood.",
            )
        complain(words.fill(forms, {"count": progress.done}, by="count"))
        raise Stopped(INTERRUPTED if isinstance(stop, KeyboardInterrupt) else TERMINATED) from None
    finally:
        if alone:
            signal.signal(signal.SIGTERM, before or signal.SIG_DFL)


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
