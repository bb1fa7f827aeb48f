"""Finds and loads the gettext catalogues, one object a session; nothing is installed globally."""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from pathlib import Path

from tui.words.marks import N_

DOMAIN = "messdeck"
LOCALE = Path(__file__).resolve().parent.parent / "locale"
ENGLISH = "en"
VARIABLE = "MESSDECK_LANGUAGE"


def languages(locale: Path = LOCALE) -> tuple[str, ...]:
    """The languages that have a catalogue, in alphabetical order; English is always there."""
    found = {path.parent.parent.name for path in locale.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")}
    return tuple(sorted(found | {ENGLISH}))


def load(language: str, locale: Path = LOCALE) -> gettext.NullTranslations:
    """The catalogue of ``language``; the English of the sources where there is none."""
    return gettext.translation(DOMAIN, str(locale), [language], fallback=True)


def language_of(environment: Mapping[str, str], locale: Path = LOCALE) -> str:
    """The language that the environment asks for, if there is a catalogue; else English.

    MESSDECK_LANGUAGE comes first. The other variables and their order are those of gettext:
    LANGUAGE, LC_ALL, LC_MESSAGES, LANG.
    """
    ours = language_named(environment.get(VARIABLE, ""), locale)
    if ours is not None:
        return ours
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        wanted = environment.get(variable, "")
        if wanted:
            found = [language_named(name, locale) for name in wanted.split(":")]
            return next((name for name in found if name is not None), ENGLISH)
    return ENGLISH


def language_named(name: str, locale: Path = LOCALE) -> str | None:
    """The language of a catalogue that ``name`` means: ``ru``, ``ru_RU.UTF-8``, ``RU``."""
    known = languages(locale)
    short = name.strip().partition(".")[0].partition("@")[0].replace("-", "_")
    for candidate in (short, short.partition("_")[0].lower()):
        if candidate in known:
            return candidate
    return None


def can_be_written(language: str, encoding: str | None) -> bool:
    """Whether ``encoding`` has the letters of ``language``; None stands for ASCII."""
    try:
        load(language).gettext(_SAMPLE).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


_SAMPLE = N_("Three military card games, four ways to play.")
