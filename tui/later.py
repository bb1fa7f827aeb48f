"""Names of other modules that are imported when they are used for the first time.

Starting is light: the menu is on the screen before anything else of the card room is loaded. Used
beside an import for the type checker alone::

    if TYPE_CHECKING:
        from tui.screens.table import TableScreen
    else:
        TableScreen = Later("tui.screens.table", "TableScreen")
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any, Final

# The modules that are to be imported some time.
_WAITING: Final[dict[str, None]] = {}


class Later:
    """A class, a function or, without a ``name``, a module that is imported when it is called,
    or something of it is asked for."""

    def __init__(self, module: str, name: str = "") -> None:
        self._module = module
        self._name = name
        _WAITING[module] = None

    def _meant(self) -> Any:
        module = import_module(self._module)
        return getattr(module, self._name) if self._name else module

    def __getattr__(self, name: str) -> Any:
        return getattr(self._meant(), name)

    def __call__(self, *given: Any, **named: Any) -> Any:
        return self._meant()(*given, **named)

    def __instancecheck__(self, one: object) -> bool:
        # Of a class that nobody has loaded there is nothing yet.
        return self._module in sys.modules and isinstance(one, self._meant())


def waiting() -> list[str]:
    """The modules that nobody has needed so far, and ``load_all`` would load."""
    return list(_WAITING)


def load_all() -> None:
    """Imports everything that was put off, so that nobody waits for it any more."""
    for module in waiting():
        import_module(module)
        _WAITING.pop(module, None)
