"""Finds and loads the gettext catalogues, one object a session; nothing is installed globally."""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from pathlib import Path

DOMAIN = "messdeck"
LOCALE = Path(__file__).resolve().parent.parent / "locale"
ENGLISH = "en"


def languages(locale: Path = LOCALE) -> tuple[str, ...]:
    """The languages that have a catalogue, in alphabetical order; English is always there."""
    found = {path.parent.parent.name for path in locale.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")}
    return tuple(sorted(found | {ENGLISH}))


def load(language: str, locale: Path = LOCALE) -> gettext.NullTranslations:
    """The catalogue of ``language``; the English of the sources where there is none."""
    return gettext.translation(DOMAIN, str(locale), [language], fallback=True)


def language_of(environment: Mapping[str, str], locale: Path = LOCALE) -> str:
    """The language that the environment asks for, if there is a catalogue; else English.

    The variables and their order are those of gettext: LANGUAGE, LC_ALL, LC_MESSAGES, LANG.
    """
    known = languages(locale)
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        wanted = environment.get(variable, "")
        if not wanted:
            continue
        for name in wanted.split(":"):
            short = name.partition(".")[0].partition("@")[0]
            for candidate in (short, short.partition("_")[0]):
                if candidate in known:
                    return candidate
        return ENGLISH
    return ENGLISH
