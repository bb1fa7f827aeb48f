"""What the strongest level thinks of a choice that was made, in a game that is over."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import State
from engine.log import Choice
from engine.refusals import MessdeckError
from tui.learning.advice import Advice, advise
from tui.learning.choices import opinion, same_choice
from tui.learning.playback import Playback
from tui.look import Look
from tui.screens.slip import SlipScreen
from tui.words import NOBODY, Scene, Words
from tui.words.marks import N_
from tui.words.whys import percent


class ReasonScreen(SlipScreen):
    """Judges the choices right before stop ``at``, each from what its seat could know then."""

    def __init__(self, words: Words, look: Look, playback: Playback, at: int, scene: Scene) -> None:
        super().__init__(words, look)
        assert playback.outcome is not None
        self.game = playback.game
        self.before: State = playback.stops[at - 1].state
        self.made: tuple[Choice, ...] = playback.stops[at].made
        # Offers name a target as seen by whoever chooses.
        self.scene = scene._replace(me=NOBODY, open=True)
        self.judged: list[str] = []

    def on_mount(self) -> None:
        self.run_worker(self._think(), group="reason", exit_on_error=True)

    def paragraphs(self) -> Sequence[str]:
        heading = self.words.gettext(N_("What the strongest level thinks of it"))
        thinking = self.words.gettext(N_("The strongest level thinks about it …"))
        return [heading, *(self.judged or [thinking])]

    async def _think(self) -> None:
        found: list[str] = []
        try:
            await self.room.thinker.start()
            for choice in self.made:
                found += await self._judge(choice)
        except MessdeckError as error:
            found.append(self.words.error(error, self.scene))
        self.judged = found
        self.refill()

    async def _judge(self, choice: Choice) -> list[str]:
        words = self.words
        did = words.did(choice.seat, choice.action, self.scene)
        view = self.before.view(choice.seat)
        if view.legal_count() < 2:
            return [did, words.gettext(N_("The rules left no other choice."))]
        advice = await advise(self.room.thinker, view, also=choice.action)
        return [did, *verdict(words, advice, choice, self.scene, self.game.score)]


def verdict(words: Words, advice: Advice, choice: Choice, scene: Scene, score: str) -> list[str]:
    """What ``advice`` says of ``choice``, a paragraph each."""
    level = words.said(words.level(advice.level))
    # Offers name the next seat as the target of whoever chooses.
    offered = words.action(advice.action, scene._replace(me=choice.seat))
    values: dict[str, object] = {"level": level, "choice": words.said(offered)}
    figures = words.figures(advice.why, scene, score)
    reason = words.reason(advice.why, scene)
    if same_choice(advice.action, choice.action):
        agreed = words.fill(opinion(advice.action, advice.why, choice.action), values)
        return [agreed, reason, figures.text()]
    played = advice.expected(choice.action)
    best = advice.expected(advice.action)
    found = [words.fill(opinion(advice.action, advice.why, choice.action), values), reason]
    if played is not None and best is not None:
        values = {"played": percent(words, played), "best": percent(words, best)}
        found.append(
            words.fill(N_("It wins {best} of the games, the choice made {played}."), values)
        )
    return [*found, figures.effort]
