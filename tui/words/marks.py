"""Marks for the catalogues: they give back what they get, and Babel finds what they stand around.

A table of sentences is made once for all sessions, so its texts stay English; a session's Words
translates them when it speaks.
"""

from __future__ import annotations

# A text, or its forms for one and for several (the others come from the catalogue).
Text = str | tuple[str, str]


def N_(text: str) -> str:  # noqa: N802 - the name that catalogue tools know
    """A text that is translated later."""
    return text


def NN_(one: str, several: str) -> tuple[str, str]:  # noqa: N802
    """A text with a number in it, translated later: for one, and for several."""
    return one, several


def PN_(context: str, text: str) -> str:  # noqa: N802
    """A text that is translated later as it is meant in ``context`` (``Tongue.pgettext``)."""
    return text
