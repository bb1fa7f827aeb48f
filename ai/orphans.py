"""A process that another one started for its own purposes ends when that one is gone."""

from __future__ import annotations

import os
import signal
import sys
from typing import Final

_PR_SET_PDEATHSIG: Final = 1


def end_with(parent: int) -> None:
    """Makes this process end when its parent does, whichever way; at once if it already has.

    parent: the process number of who started us. Only Linux can be asked for that; elsewhere
    the caller has to watch the line to its parent as well.
    """
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(0)
