"""A game as one seat sees it, to be handed to others: nothing in it is hidden from that seat."""

from __future__ import annotations

from typing import Final

import msgspec

from engine.game import SPECTATOR
from saves.faults import SaveFault
from saves.restore import Restored, restore
from saves.shelf import Shelf

FORMAT: Final = "messdeck-view"
VERSION: Final = 1


def view_tree(restored: Restored, seat: int) -> dict[str, object]:
    """What ``seat`` (or SPECTATOR) may know of a saved game, built up from its view alone.

    Neither seed, shuffles and log nor other seats' commitments are in it. Raises SaveFault
    ``no-such-seat``.
    """
    saved, table = restored.saved, restored.table
    if not SPECTATOR <= seat < saved.players:
        raise SaveFault("no-such-seat", seat=seat, last=saved.players - 1)
    own = table.commitment(seat)
    outcome = table.outcome()
    tree: dict[str, object] = {
        "format": FORMAT,
        "version": VERSION,
        "rules": saved.rules,
        "rules_version": saved.rules_version,
        "players": saved.players,
        "options": dict(saved.options),
        "names": list(saved.names),
        "seat": seat,
        "asked": table.actors(),
        "committed": table.committed(),
        "own": None if own is None else table.game.action_text(seat, own),
        "view": table.view(seat).dump(),
    }
    if outcome is not None:
        tree["result"] = {
            "places": list(outcome.places),
            "scores": list(outcome.scores),
            "ending": outcome.ending,
        }
    return tree


def export_view(shelf: Shelf, id_: str, seat: int) -> bytes:
    """A game on the shelf as ``seat`` sees it: one line of JSON. Raises SaveFault."""
    return msgspec.json.encode(view_tree(restore(shelf.verify(id_).saved), seat)) + b"\n"
