"""``messdeck saves``: lists the saved games; its commands do something with one."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tui.commandline.house import HouseGroup, data_dir_option, folder_of_saves
from tui.commandline.output import tell
from tui.words import Scene, Words
from tui.words.marks import N_, NN_

if TYPE_CHECKING:
    from saves.entries import Entry, Summary


def command(words: Words) -> click.Command:
    """``messdeck saves``."""
    say = words.gettext

    @click.pass_context
    def saves(ctx: click.Context, data_dir: Path | None) -> None:
        if ctx.invoked_subcommand is None:
            for line in list_lines(words, folder_of_saves(words, ctx, data_dir)):
                tell(line)

    return HouseGroup(
        words,
        "saves",
        "tui.commandline.shelving",
        ("export",),
        callback=saves,
        invoke_without_command=True,
        help=say(
            N_(
                "List the saved games, the one that was played last first: what is played, by "
                "whom, how far it is and when it was saved."
            )
        ),
        short_help=say(N_("List the saved games.")),
        params=[data_dir_option(words)],
    )


def list_lines(words: Words, folder: Path) -> list[str]:
    """The list of the saved games in ``folder``, two lines a game."""
    from saves.shelf import Shelf

    entries = Shelf(folder).entries()
    if not entries:
        values: dict[str, object] = {"folder": words.said(str(folder))}
        return [words.fill(N_("There are no saved games in {folder}."), values)]
    now = datetime.now(UTC).astimezone()
    lines: list[str] = []
    for entry in entries:
        lines += _entry_lines(words, entry, now)
    return lines


def _entry_lines(words: Words, entry: Entry, now: datetime) -> list[str]:
    summary = entry.summary
    if summary is None:
        why = words.error(entry.fault) if entry.fault is not None else ""
        return [entry.id, f"  {why}"]
    scene = Scene(summary.rules, summary.names)
    saved = words.when(datetime.fromtimestamp(summary.changed, UTC), now)
    head = [entry.id, words.title(summary.rules), saved]
    if summary.title:
        head.insert(1, words.said(summary.title, 40))
    names = words.both([words.name(seat, scene) for seat in range(summary.players)])
    lines = ["  ".join(head), f"  {names}; {_progress(words, summary, scene)}"]
    if entry.fault is not None:
        text = N_("An earlier save is used, as the newest one has a fault: {why}")
        lines.append("  " + words.fill(text, {"why": words.said(words.error(entry.fault))}))
    return lines


def _progress(words: Words, summary: Summary, scene: Scene) -> str:
    forms = NN_("{count} choice", "{count} choices")
    made = words.fill(forms, {"count": summary.choices}, by="count")
    if summary.result is not None:
        state = words.winner(summary.result.places, scene)
    else:
        state = words.waiting(summary.asked, scene)
    return f"{made}. {state}"
