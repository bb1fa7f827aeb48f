"""Somebody who plays in lines: in this process, to write the script of a whole game."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

from ai.levels import level as level_of
from ai.player import NO_LIMIT, Budget, Thought
from ai.weigher import read_weigher
from ai.weighing import is_weigher
from engine import actions as act
from engine.game import View
from engine.rng import Rng
from saves.shelf import Shelf
from tui.look import Look
from tui.plain.game import PlainGame
from tui.plain.lines import Lines
from tui.setup import draft_of
from tui.sitting import Sitting
from tui.words import Words

SHORT: dict[str, dict[str, int | str]] = {
    "battalion-twins": {"chips": 4, "rounds": 1},
    "battalion-cover": {"chips": 4, "rounds": 1},
    "fight-for-the-lead": {"deals": 3},
    "generals-war": {"target": 60},
}
Answer = Callable[["Typist"], str | None]


class Here:
    """Lets levels think in this process; they choose as they do elsewhere."""

    async def choose(self, view: View, level: str, rng: Rng, budget: Budget = NO_LIMIT) -> Thought:
        await asyncio.sleep(0)
        player = read_weigher(level) if is_weigher(level) else level_of(level, view.game)
        return player.choose(view, budget, rng)


class Typist(Lines):
    """Lines whose answers ``answer`` types when it is asked; all that is said is kept."""

    def __init__(self, answer: Answer, seed: int = 1) -> None:
        self.answer = answer
        self.said: list[str] = []
        self.typed_so_far: list[str] = []
        self.hidden: list[int] = []
        self.game: PlainGame | None = None
        self.random = random.Random(seed)
        self.ended = False

    def say(self, text: str) -> None:
        self.said.append(text)

    async def ask(self) -> str | None:
        await asyncio.sleep(0)
        typed = None if self.ended else self.answer(self)
        if typed is not None:
            self.typed_so_far.append(typed)
        return typed

    def end(self) -> None:
        self.ended = True

    @property
    def typed(self) -> bool:
        return True

    def hide(self) -> None:
        self.hidden.append(len(self.said))

    def view(self) -> View:
        """What the seat that is asked sees."""
        assert self.game is not None
        asked = self.game._asked()
        assert asked is not None
        return asked[1].view

    def any_choice(self) -> str:
        """One of the allowed choices, written as records write it."""
        view = self.view()
        return act.action_text(int(view.legal_nth(self.random.randrange(int(view.legal_count())))))


def recorded(typist: Typist) -> str | None:
    """Types a choice as records write it; Enter to see the cards."""
    assert typist.game is not None
    asked = typist.game._asked()
    if asked is None or typist.game.shown != asked[0]:
        return ""
    return typist.any_choice()


async def play(
    folder: Path,
    rules: str,
    typist: Typist,
    *,
    seats: tuple[str, ...] = ("person", "random"),
    seed: str = "lines",
    words: Words | None = None,
    forced: bool = False,
) -> tuple[Sitting, bool]:
    """Plays a short game; the sitting, and whether the game came to its end."""
    players = {"battalion-twins": 3, "battalion-cover": 3}.get(rules, 2)
    who = (*seats, *["random"] * players)[:players]
    draft = draft_of(rules, players, who, SHORT[rules], seed, 0)
    thinker = Here()
    sitting = Sitting.begin(
        draft.setup("Ann", ("Bo", "Bea", "Cleo", "Dan")), Shelf(folder), thinker
    )
    game = PlainGame(sitting, typist, words or Words("en"), Look(), thinker, forced=forced)
    typist.game = game
    levels = asyncio.ensure_future(sitting.run())
    try:
        over = await game.play()
    finally:
        await sitting.close()
        await levels
    return sitting, over
