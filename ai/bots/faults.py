"""What a bot can do wrong."""

from __future__ import annotations

from engine.refusals import MessdeckError


class BotFault(MessdeckError):
    """A bot did not choose: ``bot-not-started``, ``bot-crashed``, ``bot-stalled``,
    ``bot-garbage`` or ``bot-illegal``. ``values["detail"]`` says more, in a few words."""

    @property
    def reason(self) -> str:
        """The code without ``bot-`` and the detail, on one line: ``crashed: exit status 3``."""
        return f"{self.code.removeprefix('bot-')}: {self.values.get('detail', '')}"
