"""``messdeck replay``: any game that was played, choice by choice."""

from __future__ import annotations

import contextlib
import itertools
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.records import RecordFault, check_record
from tui.commandline.choosing import TypedText
from tui.commandline.house import (
    HouseCommand,
    Problem,
    data_dir_option,
    folder_of_saves,
    need_terminal,
)
from tui.commandline.launch import Launch, launch
from tui.commandline.looks import look_options
from tui.commandline.records.files import game_number, game_option
from tui.words import Words
from tui.words.marks import N_

if TYPE_CHECKING:
    from tui.learning.playback import Playback

_SQLITE = b"SQLite format 3\0"


def command(words: Words) -> click.Command:
    """``messdeck replay FILE``."""
    say = words.gettext

    @click.pass_context
    def replay(
        ctx: click.Context, file: str, game: str, number: str | None, data_dir: Path | None
    ) -> None:
        folder = folder_of_saves(words, ctx, data_dir)
        which = game_number(words, game)
        playback = _found(words, ctx, folder, file, which, number)
        need_terminal(words)
        launch(ctx, Launch(words.language, folder, replay=playback))

    return HouseCommand(
        words,
        "replay",
        callback=replay,
        help=say(
            N_(
                "Look at a game choice by choice: step, play, jump, change the viewpoint. FILE is "
                "a record, a save, a database of messdeck arena --store, or a game as messdeck "
                "saves lists it. All cards are open only once the game is over."
            )
        ),
        short_help=say(N_("Look at a game choice by choice.")),
        epilog=say(N_("Example: messdeck replay arena.sqlite --number 2 --game 17")),
        params=[
            click.Argument(["file"], type=TypedText(), metavar=words.gettext(N_("FILE"))),
            game_option(words),
            click.Option(
                ["--number"],
                metavar="N",
                help=say(N_("Of a database: which tournament; the last one if left out.")),
            ),
            data_dir_option(words),
            *look_options(words),
        ],
    )


def _found(
    words: Words, ctx: click.Context, folder: Path, file: str, game: int, number: str | None
) -> Playback:
    """The game that is meant. Raises Problem or a fault of the file."""
    path = Path(file)
    head = b""
    if path.exists() or "/" in file:
        try:
            with path.open("rb") as opened:
                head = opened.read(len(_SQLITE))
        except OSError as error:
            raise Problem(words.file_error(error, file)) from error
        if head == _SQLITE:
            return _of_store(words, ctx, path, game, number)
        return _of_file(words, path, game, head)
    from saves.shelf import Shelf
    from tui.commandline.shelving.naming import find_game, usable
    from tui.learning.playback import of_save

    entry = usable(words, find_game(words, folder, file))
    return of_save(Shelf(folder).load(entry.id).saved, words)


def _of_file(words: Words, path: Path, game: int, head: bytes) -> Playback:
    from saves.codec import MAGIC, MAX_BYTES, decode
    from saves.disk import read_file
    from tui.commandline.records.check import scene_of
    from tui.commandline.records.show import picked
    from tui.learning.playback import of_record, of_save

    if head[: len(MAGIC)] == MAGIC:
        return of_save(decode(read_file(path.resolve(), MAX_BYTES)), words)
    found, _ = picked(words, str(path), game)
    try:
        if found.fault is not None:
            raise found.fault
        return of_record(check_record(found.source).record)
    except RecordFault as fault:
        said = words.said(words.error(fault, scene_of(found.source)))
        values: dict[str, object] = {
            "path": words.said(str(path)),
            "line": found.line,
            "why": said,
        }
        raise Problem(words.fill(N_("{path}:{line}: {why}"), values)) from fault


def _of_store(
    words: Words, ctx: click.Context, path: Path, game: int, number: str | None
) -> Playback:
    from engine.records import parse_json
    from tui.commandline.pitting.stored import open_store, picked
    from tui.learning.playback import of_record

    with contextlib.closing(open_store(words, ctx, path)) as store:
        tournaments = picked(words, store, number)
        if tournaments:
            lines = store.records(tournaments[-1])
            line = next(itertools.islice(lines, game - 1, None), None)
            if line is not None:
                return of_record(check_record(parse_json(line)).record)
            count = tournaments[-1].games
            text = N_("--game: the tournament {number} has no game of that number, only {count}.")
            values = {"number": tournaments[-1].number, "count": count}
            raise Problem(words.fill(text, values))
    raise Problem(words.gettext(N_("No tournament is stored there.")))
