"""``messdeck record show --why``: what a level thinks of each choice, from that seat's view."""

from __future__ import annotations

from collections.abc import Sequence

from ai.levels import level
from ai.player import NO_LIMIT, Player
from ai.reasons import on_view
from ai.weighing import strongest
from engine.game import Game, State
from engine.log import Choice, Entry
from engine.rng import rng_from
from tui.learning.choices import opinion
from tui.words import Scene, Words


class Critic:
    """Says of each choice of a game what the level ``name`` ("" for the strongest) thinks of it.

    Raises UnknownPlayer or OptionFault for a level that does not play the game.
    """

    def __init__(self, words: Words, game: Game, name: str, scene: Scene) -> None:
        self.words = words
        self.game = game
        self.name = name or strongest(game)
        self.scene = scene
        self._player: Player = level(self.name, game)

    def close(self) -> None:
        """Ends a level that is a program of its own."""
        close = getattr(self._player, "close", None)
        if close is not None:
            close()

    def lines(self, before: State, log: Sequence[Entry], at: int) -> list[str]:
        """What is said of entry ``at`` of the log, made in the position ``before``.

        The level is handed what the seat knew then, and nothing else.
        """
        entry = log[at]
        assert isinstance(entry, Choice)
        view = before.view(entry.seat)
        if view.legal_count() < 2:
            return []
        scene = Scene(self.scene.rules, self.scene.names, open=True)
        # The same game says the same each time.
        thought = self._player.choose(view, NO_LIMIT, rng_from("why", entry.seat, at))
        words = self.words
        level_name = words.said(words.level(self.name.partition(":")[0]))
        values: dict[str, object] = {
            "level": level_name,
            "choice": words.said(words.action(thought.action, scene)),
        }
        text = opinion(thought.action, thought.why, entry.action)
        parts = [words.fill(text, values)]
        if thought.why is not None:
            why = on_view(thought.why, thought.action, view)
            parts.append(words.reason(why, scene))
            parts.append(words.figures(thought.why, scene, self.game.score).text())
        return [" ".join([part for part in parts if part])]
