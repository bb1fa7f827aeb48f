"""Keys come whenever they come: several at once, before a screen has its widgets, and after it was
closed."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Mapping
from typing import Any, Final

from textual import events
from textual.actions import ActionParseResult
from textual.app import App
from textual.dom import DOMNode
from textual.message_pump import MessagePump
from textual.screen import Screen

# Seconds after which the next key is not kept waiting any longer, whatever became of the last one.
LONGEST_WAIT: Final = 1.0
# Seconds between two looks whether a screen is there.
_GLANCE: Final = 0.01


class Patient(App[None], inherit_bindings=False):
    """An application that does what keys say in their order, and acts upon a screen only while it
    stands.

    Textual lets a screen see every key at once, but does what a key is bound to only when the key
    has come back from there: of keys that arrive together letters would overtake all others. And
    it looks a key up in the topmost screen, whether that has been composed or not; on a busy
    server, and for whoever types fast, it often has not.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        # What was typed ahead, and since when something typed is under way; 0 if nothing is.
        self._ahead: deque[events.Event] = deque()
        self._since = 0.0

    async def on_event(self, event: events.Event) -> None:
        if not isinstance(event, events.Key | events.Paste) or event.is_forwarded:
            await super().on_event(event)
            return
        self._ahead.append(event)
        if not self._since or time.monotonic() - self._since > LONGEST_WAIT:
            await self._go_on()

    async def take(self, event: events.Event) -> None:
        """Hands on a key or what was pasted, when it is its turn."""
        await super().on_event(event)

    async def _go_on(self) -> None:
        self._since = 0.0
        if self._ahead:
            self._since = time.monotonic()
            await self.take(self._ahead.popleft())
            self._follow(self.focused or self.screen)

    def _follow(self, pump: MessagePump) -> None:
        """Goes the way that a key comes back, from queue to queue; behind it, here, the next one's
        turn has come."""
        if pump is self or not pump.call_later(self._follow, pump._parent or self):
            self.call_later(self._turn)

    async def _turn(self) -> None:
        """What was typed ahead of a screen waits until it is there."""
        late = time.monotonic() - self._since > LONGEST_WAIT
        if late or not self._ahead or self.stands(self.screen):
            await self._go_on()
        else:
            self.set_timer(_GLANCE, self._turn)

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
