"""All scenes by name: ``home/…``, ``house/…`` and ``<rule set>/…``."""

from __future__ import annotations

from tests.tui.scenes import menus, shared, tables
from tests.tui.scenes.scene import RULES, Scene, all_at_home

SCENES: dict[str, Scene] = {
    **{f"home/{name}": scene for name, scene in menus.SCENES.items()},
    **{f"house/{name}": scene for name, scene in shared.SCENES.items()},
}
for _rules in RULES:
    _found = {**menus.of_rules(_rules), **tables.of_rules(_rules)}
    SCENES |= {f"{_rules}/{name}": scene for name, scene in all_at_home(_found).items()}
