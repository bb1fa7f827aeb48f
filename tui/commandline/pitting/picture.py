"""The report as a picture: ratings with intervals above, results below, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from tui.commandline.pitting.chart import Spread, bins, scale

if TYPE_CHECKING:
    from ai.arena.report import PlayerResult

_WIDTH: Final = 760
_NAMES: Final = 220
_ROW: Final = 34
_FONT: Final = 'font-family="sans-serif" font-size="13"'


def svg(
    title: str,
    players: Sequence[PlayerResult],
    spreads: Sequence[Spread],
    captions: tuple[str, str],
) -> str:
    """One tournament's picture. captions: of the ratings and of the results."""
    parts: list[str] = []
    y = 28
    parts.append(_text(12, y, title, bold=True))
    y += 28
    parts.append(_text(12, y, captions[0]))
    y += 10
    ends = scale(players)
    for player in players:
        y += _ROW
        parts.append(_text(12, y, player.name[:32]))
        if ends is not None:
            parts += _rating(player, ends, y - 5)
    y += 40
    parts.append(_text(12, y, captions[1]))
    y += 14
    low, width, counts = bins(spreads)
    for player, row in zip(players, counts, strict=True):
        y += _ROW + 14
        parts.append(_text(12, y, player.name[:32]))
        parts += _bars(row, y)
    y += 18
    if counts and counts[0]:
        parts.append(_text(_NAMES, y, str(low)))
        parts.append(_text(_WIDTH - 60, y, str(low + width * len(counts[0]) - 1)))
    height = y + 16
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" '
        f'viewBox="0 0 {_WIDTH} {height}">\n'
        f'<rect width="{_WIDTH}" height="{height}" fill="white"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def _text(x: int, y: int, text: str, *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x}" y="{y}" {_FONT}{weight}>{escape(text)}</text>'


def _rating(player: PlayerResult, ends: tuple[float, float], y: int) -> list[str]:
    if player.rating is None:
        return []

    def at(value: float) -> float:
        return _NAMES + (value - ends[0]) / (ends[1] - ends[0]) * (_WIDTH - _NAMES - 80)

    parts: list[str] = []
    if player.rating_low is not None and player.rating_high is not None:
        low, high = at(player.rating_low), at(player.rating_high)
        parts.append(
            f'<path d="M{low:.1f} {y}H{high:.1f}M{low:.1f} {y - 5}v10M{high:.1f} {y - 5}v10" '
            'stroke="#444" stroke-width="1.5" fill="none"/>'
        )
    parts.append(f'<circle cx="{at(player.rating):.1f}" cy="{y}" r="4.5" fill="#b03030"/>')
    parts.append(_text(_WIDTH - 60, y + 5, f"{player.rating:+.0f}"))
    return parts


def _bars(counts: Sequence[int], y: int) -> list[str]:
    top = max(counts, default=0)
    if not top:
        return []
    step = (_WIDTH - _NAMES - 60) / len(counts)
    return [
        f'<rect x="{_NAMES + step * n:.1f}" y="{y - 38 * count / top:.1f}" '
        f'width="{max(1.0, step - 1):.1f}" height="{38 * count / top:.1f}" fill="#3a6ea5"/>'
        for n, count in enumerate(counts)
        if count
    ]
