"""``messdeck record show``: a game printed so that a person can follow it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from engine.events import Chose, DealBegan, Event, Received, Shuffled, TookUp
from engine.log import entry_text
from engine.records import CheckedRecord, Record, RecordFault, check_record
from engine.replay import Step
from tui.commandline.house import HouseCommand, Problem
from tui.commandline.output import complain, tell
from tui.commandline.records.check import scene_of
from tui.commandline.records.files import files_argument, found_in, game_number, game_option, shown
from tui.commandline.records.reading import Found
from tui.words import Scene, Words
from tui.words.marks import N_

if TYPE_CHECKING:
    from tui.commandline.records.why import Critic


def command(words: Words) -> click.Command:
    """``messdeck record show FILE``."""
    say = words.gettext

    @click.pass_context
    def show(ctx: click.Context, file: str, game: str, why: bool, level: str) -> None:
        number = game_number(words, game)
        found, more = picked(words, file, number)
        try:
            checked = _check(found)
        except RecordFault as fault:
            place = f"{shown(words, file)}:{found.line}"
            complain(f"{place}: {words.error(fault, scene_of(found.source))}")
            ctx.exit(1)
        critic = _critic(words, checked, level) if why or level else None
        try:
            for line in game_lines(words, checked, critic):
                tell(line)
        finally:
            if critic is not None:
                critic.close()
        if more:
            text = N_("There are more games in this file; --game {number} shows the next one.")
            tell("\n" + words.fill(text, {"number": number + 1}))

    return HouseCommand(
        words,
        "show",
        callback=show,
        help=say(
            N_(
                "Print a game of a file of records in words: the table, the hands that were "
                "dealt, every choice under the number of its entry, what came of it, and the "
                "final places. All cards are shown."
            )
        ),
        short_help=say(N_("Print a game in words.")),
        params=[
            files_argument(words, many=False),
            game_option(words),
            click.Option(
                ["--why"],
                is_flag=True,
                help=say(
                    N_(
                        "Print below each choice that had an alternative what the strongest level "
                        "thinks of it and why, from what that seat could know."
                    )
                ),
            ),
            click.Option(
                ["--level"],
                default="",
                metavar="WHO",
                help=say(N_("The same from another level, such as corporal.")),
            ),
        ],
    )


def picked(words: Words, path: str, number: int) -> tuple[Found, bool]:
    """The ``number``-th record of a file, and whether others follow. Raises Problem."""
    count = 0
    try:
        rest = found_in(path)
        for found in rest:
            count += 1
            if count == number:
                return found, next(rest, None) is not None
    except OSError as error:
        raise Problem(words.file_error(error, shown(words, path))) from error
    values: dict[str, object] = {"path": words.said(shown(words, path)), "count": count}
    if count == 0:
        raise Problem(words.fill(N_("There is no record in {path}."), values))
    raise Problem(
        words.fill(N_("--game: {path} has no game of that number, only {count}."), values)
    )


def _check(found: Found) -> CheckedRecord:
    if found.fault is not None:
        raise found.fault
    return check_record(found.source, keep=True)


def _critic(words: Words, checked: CheckedRecord, level: str) -> Critic:
    """Who judges the choices. Raises UnknownPlayer or OptionFault."""
    from tui.commandline.records.why import Critic

    record = checked.record
    return Critic(words, record.game, level, Scene(record.game.rules, tuple(record.names)))


def game_lines(words: Words, checked: CheckedRecord, critic: Critic | None = None) -> Iterator[str]:
    """A whole game, line by line, with all cards open; below each choice what ``critic`` thinks
    of it."""
    record = checked.record
    scene = Scene(record.game.rules, tuple(record.names), open=True)
    yield from _head(words, checked, scene)
    before: Step | None = None
    for step in checked.replay.steps:
        yield from _step(words, step, before.entries if before else 0, scene, record)
        if critic is not None and before is not None:
            for line in critic.lines(before.state, record.log, before.entries):
                yield " " * 9 + line
        before = step
    yield ""
    yield from _end(words, checked, scene)


def _head(words: Words, checked: CheckedRecord, scene: Scene) -> Iterator[str]:
    record = checked.record
    yield words.title(record.game.rules)
    options = ", ".join([f"{name} {value}" for name, value in record.game.options.items()])
    values: dict[str, object] = {"options": words.said(options)}
    yield words.fill(N_("Options: {options}"), values)
    for seat in range(record.game.players):
        values = {"number": seat, "name": words.said(words.name(seat, scene))}
        text = N_("Seat {number}: {name}")
        if seat == record.dealer:
            text = N_("Seat {number}: {name}, the first dealer")
        yield words.fill(text, values)
    yield ""


def _step(words: Words, step: Step, before: int, scene: Scene, record: Record) -> Iterator[str]:
    """A choice under the number of its entry, and what came of it below."""
    number = f"{before + 1:5}  "
    if before > 0 and not any(_tells(words, event, scene) for event in step.events):
        # Rules of somebody else's that tell nothing of it: as it stands in the log.
        yield number + entry_text(record.game, record.log[before])
        number = " " * 7
    dealing = False
    for event in step.events:
        if isinstance(event, DealBegan) and before > 0:
            yield ""
        if isinstance(event, Shuffled):
            dealing = event.pile == "pack"
        line = _line(words, event, scene, dealing)
        if line is None:
            continue
        yield number + line
        number = " " * 7


def _tells(words: Words, event: Event, scene: Scene) -> bool:
    """Whether an event says what was chosen."""
    told = isinstance(event, (Chose, Received, TookUp))
    return told and words.event(event, scene) is not None


def _line(words: Words, event: Event, scene: Scene, dealing: bool) -> str | None:
    if dealing and isinstance(event, Received):
        values: dict[str, object] = {
            "name": words.said(words.name(event.seat, scene)),
            "cards": words.said(words.cards(sorted(event.cards))),
        }
        return words.fill(N_("{name} is dealt {cards}."), values)
    return words.event(event, scene)


def _end(words: Words, checked: CheckedRecord, scene: Scene) -> Iterator[str]:
    outcome = checked.record.outcome
    if outcome is not None:
        yield words.gettext(N_("Result"))
        order = sorted(range(len(outcome.places)), key=lambda seat: outcome.places[seat])
        for seat in order:
            score = words.score(checked.record.game.score, outcome.scores[seat])
            yield f"{outcome.places[seat]:5}  {words.name(seat, scene)}, {score}"
        return
    steps = checked.replay.steps
    if not steps:
        yield words.gettext(N_("The game has not begun: its log is empty."))
    elif not checked.replay.complete:
        yield words.gettext(N_("The log ends where the next shuffle is due."))
    else:
        yield words.gettext(N_("The game is not finished."))
        yield words.waiting(steps[-1].state.actors(), scene)
