"""Who sits at the ladder's tables: levels, reference players, the all-seeing one, OpenSpiel's."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from ai.levels import level
from ai.player import Player
from engine.game import Game

BENCH = Path(__file__).resolve().parents[1]


def seated(text: str, game: Game) -> Player:
    """The player written as ``text``: a level, or ``reference``, ``all-seeing``,
    ``openspiel:simulations=N``, ``openspiel-random``."""
    name, _, rest = text.partition(":")
    if name == "reference":
        folder = str(BENCH / "reference")
        if folder not in sys.path:
            sys.path.append(folder)
        common = importlib.import_module("common")
        module = importlib.import_module(game.rules.replace("-", "_"))
        player: Player = common.ReferencePlayer(module.pick)
        return player
    if name == "all-seeing":
        seeing: Player = importlib.import_module("seeing").seeing_player(game)
        return seeing
    if name.startswith("openspiel"):
        _find_openspiel()
        openspiel = importlib.import_module("ai.adapters.openspiel")
        if name == "openspiel-random":
            random_player: Player = openspiel.RandomBotPlayer()
            return random_player
        ismcts: Player = openspiel.IsmctsPlayer(int(rest.partition("=")[2]))
        return ismcts
    return level(text, game)


def _find_openspiel() -> None:
    """OpenSpiel has an environment of its own (bench/README.md); here its packages come last."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    folder = BENCH.parent / ".venv-openspiel" / "lib" / version / "site-packages"
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
