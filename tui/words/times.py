"""Dates and lengths of time."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from tui.words.marks import N_, NN_
from tui.words.tongue import Phrase, Tongue

_MONTHS: Final = (
    N_("Jan"), N_("Feb"), N_("Mar"), N_("Apr"), N_("May"), N_("Jun"),
    N_("Jul"), N_("Aug"), N_("Sep"), N_("Oct"), N_("Nov"), N_("Dec"),
)  # fmt: skip


def when(tongue: Tongue, then: datetime, now: datetime) -> str:
    """A moment as a list shows it: ``today 14:05``, ``yesterday 9:30``, ``3 May 2026, 14:05``.

    Both with a zone; told in the zone of ``now``.
    """
    then = then.astimezone(now.tzinfo)
    time = Phrase(f"{then.hour}:{then.minute:02}")
    if then.date() == now.date():
        return tongue.fill(N_("today {time}"), {"time": time})
    if then.date() == now.date() - timedelta(days=1):
        return tongue.fill(N_("yesterday {time}"), {"time": time})
    values: dict[str, object] = {
        "day": then.day,
        "month": Phrase(tongue.gettext(_MONTHS[then.month - 1])),
        "year": Phrase(str(then.year)),
        "time": time,
    }
    return tongue.fill(N_("{day} {month} {year}, {time}"), values)


def duration(tongue: Tongue, seconds: float) -> str:
    """A length of time, roundly: ``40 seconds``, ``12 minutes``, ``3 hours``."""
    whole = max(0, round(seconds))
    if whole < 90:
        return tongue.fill(NN_("{count} second", "{count} seconds"), {"count": whole}, by="count")
    if whole < 5400:
        minutes = round(whole / 60)
        forms = NN_("{count} minute", "{count} minutes")
        return tongue.fill(forms, {"count": minutes}, by="count")
    hours = round(whole / 3600)
    return tongue.fill(NN_("{count} hour", "{count} hours"), {"count": hours}, by="count")
