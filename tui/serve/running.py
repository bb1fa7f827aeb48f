"""The process of ``messdeck serve``: its log, its signals, its end."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tui.serve.guard import LOG
from tui.serve.options import ServerOptions
from tui.serve.server import CardServer

# What must have ended by then is ended: everything that was to be saved is.
_GRACE: Final = 0.7

Opened = Callable[[str, int, str], None]


def run(folder: Path, options: ServerOptions, opened: Opened) -> None:
    """Serves until SIGTERM or SIGINT. opened: called with host, port and fingerprint. Raises
    MessdeckError if the server cannot start."""
    _log()
    asyncio.run(_serve(folder, options, opened))


async def _serve(folder: Path, options: ServerOptions, opened: Opened) -> None:
    loop = asyncio.get_running_loop()
    server = CardServer(folder, options)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        loop.add_signal_handler(number, server.closing.set)
    await server.open()
    tidy_seldom()
    opened(options.host, server.port, server.fingerprint)
    await server.closing.wait()
    LOG.info("closing: everybody is told, everything is saved")
    # Nothing that hangs may hold up whoever waits for the server to end.
    last = threading.Timer(options.closing + _GRACE, os._exit, (0,))
    last.daemon = True
    last.start()
    await server.close()
    last.cancel()


def tidy_seldom() -> None:
    """Looks for garbage in circles less often than Python does by itself: with many people inside
    that is a good part of all work, and everybody waits for it. What is there now stays."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def _log() -> None:
    """Writes to stderr, where a service manager keeps it; times are its own business there."""
    handler = logging.StreamHandler(sys.stderr)
    stamp = "" if os.environ.get("JOURNAL_STREAM") else "%(asctime)s "
    handler.setFormatter(logging.Formatter(f"{stamp}%(levelname)s %(message)s"))
    log = logging.getLogger("messdeck")
    log.handlers = [handler]
    log.setLevel(logging.INFO)
    log.propagate = False
