"""The card room on this terminal: opened, ended from outside, and left in order."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import termios
import threading
from typing import TYPE_CHECKING, Final

from tui.app import CardRoom
from tui.commandline.launch import Launch
from tui.commandline.output import complain
from tui.later import Later, load_all
from tui.look import Look
from tui.preferences import Preferences
from tui.settings import AUTO, Settings, settings_file, shelf_in
from tui.words import Words
from tui.words.catalogue import ENGLISH, language_of

if TYPE_CHECKING:
    from tui.hangup import watch_terminal
else:
    watch_terminal = Later("tui.hangup", "watch_terminal")

# Seconds after which the rest of the card room is loaded beside the menu.
LOADING_AFTER: Final = 0.5


def run(launch: Launch, look: Look) -> int:
    """Opens the card room on this terminal until it is left; the exit status.

    A fault of the program is raised again once the terminal is in order.
    """
    # Where nothing but ASCII is written, only English can be.
    language = ENGLISH if look.ascii else launch.language
    settings = launch.settings or Settings()
    words = Words(language, settings.card_style(look))
    spoken = launch.language if settings.language == AUTO else language_of(os.environ)
    preferences = Preferences(settings, settings_file(), terminal=launch.terminal, spoken=spoken)
    app = CardRoom(
        words,
        look,
        shelf_in(launch.data_dir, settings),
        launch=launch,
        preferences=preferences,
    )
    try:
        asyncio.run(_run(app))
    except (OSError, termios.error):
        # Without a terminal there is nothing to put in order, and nobody to be told.
        if not app.hung_up:
            raise
    if app.fault is not None and not app.hung_up:
        raise app.fault
    if app.farewell:
        complain(app.farewell)
    return app.return_code or 0


async def _run(app: CardRoom) -> None:
    loop = asyncio.get_running_loop()
    saved = threading.Event()
    leaving: list[asyncio.Task[None]] = []

    async def leave_saved() -> None:
        try:
            await app.leave()
        finally:
            saved.set()

    def leave() -> None:
        leaving.append(loop.create_task(leave_saved()))

    def gone() -> None:
        app.hung_up = True
        with contextlib.suppress(RuntimeError):  # the session has ended by itself
            loop.call_soon_threadsafe(leave)

    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
        loop.add_signal_handler(number, leave)
    watch_terminal(sys.__stdin__, gone, saved)
    loop.call_later(LOADING_AFTER, load_the_rest)
    try:
        await app.run_async()
    finally:
        saved.set()


def load_the_rest() -> None:
    """Loads what the menu did without, beside it; whoever is faster loads it themselves."""
    threading.Thread(target=load_all, name="loading", daemon=True).start()
