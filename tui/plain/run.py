"""``messdeck play --plain``: opens a game on standard input and output."""

from __future__ import annotations

import asyncio
import io
import signal
import sys
from typing import Final

from ai.thinker import Thinker
from tui.called import PLAYER, crew_in, usual_names
from tui.commandline.launch import Launch
from tui.commandline.output import INTERRUPTED, REFUSED, complain
from tui.look import Look
from tui.plain.game import MOST_REFUSED, PlainGame
from tui.plain.lines import Lines
from tui.settings import Settings, shelf_in
from tui.setup import draft_of
from tui.sitting import CLOCK, Sitting
from tui.words import CardStyle, Words
from tui.words.marks import N_

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


def run(launch: Launch, look: Look, words: Words, cards: CardStyle) -> int:
    """Plays the game of ``launch`` in lines until it is over or left; the exit status.

    Raises MessdeckError if it cannot be begun, Stopped and OutputFault for the output.
    """
    return asyncio.run(_run(launch, look, Words(words.language, cards)))


async def _run(launch: Launch, look: Look, words: Words) -> int:
    settings = launch.settings or Settings()
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    lines = Lines(sys.stdin if sys.stdin is not None else io.StringIO())
    stopped: list[signal.Signals] = []

    def stop(number: signal.Signals) -> None:
        stopped.append(number)
        lines.end()
        playing.cancel()

    thinker = Thinker()
    sitting = _sit(launch, settings, words, thinker)
    sitting.budget = CLOCK
    game = PlainGame(sitting, lines, words, look, thinker, forced=settings.forced)
    playing = asyncio.ensure_future(game.play())
    for number in _SIGNALS:
        asyncio.get_running_loop().add_signal_handler(number, stop, number)
    levels: asyncio.Task[None] | None = None
    over = False
    try:
        await thinker.start()
        levels = asyncio.ensure_future(sitting.run())
        over = await playing
    except asyncio.CancelledError:
        if not stopped:
            raise
    finally:
        playing.cancel()
        trouble = await sitting.close()
        if levels is not None:
            await levels
        await thinker.stop()
    if game.given_up:
        text = N_("{count} lines in a row were no choice, so the game was left.")
        complain(words.fill(text, {"count": MOST_REFUSED}))
    if trouble is not None:
        complain(words.trouble(trouble.reason, trouble.folder, left=True))
    elif not over and stopped != [signal.SIGHUP]:
        lines.say(words.gettext(N_("The game is saved; messdeck resume --plain goes on with it.")))
    if game.given_up:
        return REFUSED
    return INTERRUPTED if stopped == [signal.SIGINT] else 0


def _sit(launch: Launch, settings: Settings, words: Words, thinker: Thinker) -> Sitting:
    shelf = shelf_in(launch.data_dir, settings)
    crew = crew_in(words)
    if launch.resume is not None:
        sitting = Sitting.resume(launch.resume, shelf, thinker)
        sitting.call_usual(usual_names(sitting.seats, words.gettext(PLAYER), crew))
        return sitting
    new = launch.new
    assert new is not None
    draft = draft_of(new.rules, new.players, new.seats, new.options, new.seed, new.dealer)
    person = settings.name or words.gettext(PLAYER)
    return Sitting.begin(draft.setup(person, crew, given=bool(settings.name)), shelf, thinker)
