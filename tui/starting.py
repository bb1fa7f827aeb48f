"""Garbage is not looked for while the program starts: what is loaded then stays."""

from __future__ import annotations

import gc


def begin() -> None:
    """From now on memory is only taken."""
    gc.disable()


def over() -> None:
    """Garbage is looked for again, but not among what there is already: that would take as long as
    a tenth of the start. Does nothing where it is looked for."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
