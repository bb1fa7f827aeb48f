"""What stands on a screen, as text."""

from __future__ import annotations

from tui.app import CardRoom


def shown(room: CardRoom) -> str:
    """All that stands on the screen, row by row."""
    return "\n".join(strip.text for strip in room.screen._compositor.render_strips())
