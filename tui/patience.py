"""Keys come whenever they come: also before a screen has its widgets, and after it was closed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textual.actions import ActionParseResult
from textual.app import App
from textual.dom import DOMNode
from textual.screen import Screen


class Patient(App[None], inherit_bindings=False):
    """An application whose screens are acted upon only while they stand.

    Textual looks a key up in the topmost screen, whether it has been composed or not; on a busy
    server, and for whoever types fast, it often has not.
    """

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        if isinstance(default_namespace, Screen) and not self.stands(default_namespace):
            return False
        return await super().run_action(action, default_namespace, namespaces)

    def stands(self, screen: Screen[Any]) -> bool:
        """Whether a screen has its widgets, and is still open."""
        return screen.is_mounted and screen in self._screen_stack and bool(screen.children)
