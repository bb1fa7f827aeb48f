"""Finds the rule sets: ours, and others' by entry points of the group ``messdeck.rules``."""

from __future__ import annotations

from functools import cache

from engine.refusals import MessdeckError
from engine.rules import RuleSet

GROUP = "messdeck.rules"
# In the order in which menus show them.
OURS = ("battalion-twins", "battalion-cover", "fight-for-the-lead", "generals-war")


class UnknownRules(MessdeckError):
    """No rule set has that id; ``values`` holds ``id`` and the ``known`` ones."""


@cache
def rule_sets() -> dict[str, RuleSet]:
    """All registered rule sets by id, ours first. One that cannot be loaded is left out."""
    from importlib.metadata import entry_points  # takes its time; not everything asks for rules

    found: dict[str, RuleSet] = {}
    for point in entry_points(group=GROUP):
        try:
            loaded = point.load()
        except Exception:  # a plug-in of somebody else's: its fault must not cost the others
            continue
        if isinstance(loaded, RuleSet):
            found[loaded.id] = loaded
    first = [name for name in OURS if name in found]
    return {name: found[name] for name in first + sorted(set(found) - set(first))}


def rule_set(id_: str) -> RuleSet:
    """The rule set with that id. Raises UnknownRules."""
    sets = rule_sets()
    if id_ not in sets:
        raise UnknownRules("unknown-rules", id=id_, known=tuple(sets))
    return sets[id_]
