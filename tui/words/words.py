"""Words: everything a session says, in its language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from tui.later import Later
from tui.words.scene import NOWHERE, Scene
from tui.words.tongue import Tongue

if TYPE_CHECKING:
    from ai.player import Why
    from engine.events import Event
    from engine.options import Option, OptionValue
    from engine.refusals import MessdeckError, Refusal
    from tui.words import actions, errors, events, options, prompts, refusals, rules, times, whys
    from tui.words.options import OptionWords
else:
    actions = Later("tui.words.actions")
    errors = Later("tui.words.errors")
    events = Later("tui.words.events")
    options = Later("tui.words.options")
    prompts = Later("tui.words.prompts")
    refusals = Later("tui.words.refusals")
    rules = Later("tui.words.rules")
    times = Later("tui.words.times")
    whys = Later("tui.words.whys")


class Words(Tongue):
    """Sentences for one session: ``Words("en")``; many with their own language share a process.

    Where a method takes a ``scene``, it says who sits where, and who is called "you".
    """

    # What is not allowed, and what went wrong

    def refusal(self, refusal: Refusal, scene: Scene = NOWHERE, seat: int | None = None) -> str:
        """Why the rules refuse a choice; ``seat`` is who tried, None for the reader."""
        return refusals.refusal_sentence(self, refusal, scene, seat)

    def rule(self, clause: str) -> str:
        """How a rule is named after a refusal: ``rule common.turn``."""
        return refusals.rule_mark(self, clause)

    def error(self, error: MessdeckError, scene: Scene = NOWHERE, seat: int | None = None) -> str:
        """What is wrong and what to do, for any error of ours; it never raises."""
        return errors.error_sentence(self, error, scene, seat)

    def file_error(self, error: OSError, path: object = None) -> str:
        """What the system refused to do with a file."""
        return errors.file_sentence(self, error, path)

    def trouble(self, reason: str, folder: str, *, left: bool = False) -> str:
        """That the game is not on the disk, and why (``saves.keeper.Trouble``); left: and that
        it was left so."""
        return errors.trouble_sentence(self, reason, folder, left=left)

    # What happened, and what is asked

    def event(self, event: Event, scene: Scene = NOWHERE) -> str | None:
        """A line for the log; None for an event that needs none."""
        return events.event_sentence(self, event, scene)

    def winner(self, places: tuple[int, ...], scene: Scene = NOWHERE) -> str:
        """Who has won: ``Ann wins the game.``"""
        return events.winner_sentence(self, places, scene)

    def prompt(
        self,
        kinds: Iterable[int],
        scene: Scene = NOWHERE,
        values: Mapping[str, object] | None = None,
    ) -> str:
        """What is asked, by the kinds of the choices that are allowed (``tui.words.prompts``)."""
        return prompts.prompt_sentence(self, kinds, scene, values)

    def waiting(self, seats: Sequence[int], scene: Scene = NOWHERE) -> str:
        """For whom the game waits."""
        return prompts.waiting_sentence(self, seats, scene)

    def action(self, action: int, scene: Scene = NOWHERE) -> str:
        """A choice as something one can do: ``Attack Bea with Q♠ J♠``."""
        return actions.offer(self, action, scene)

    def did(self, seat: int, action: int, scene: Scene = NOWHERE) -> str:
        """A choice that was made: ``Ann attacks Bea with Q♠ J♠.``"""
        return actions.did(self, seat, action, scene)

    def reason(self, why: Why, scene: Scene = NOWHERE) -> str:
        """Why a player chose as it did, without figures."""
        return whys.reason_sentence(self, why, scene)

    def figures(self, why: Why, scene: Scene = NOWHERE, score: str = "") -> whys.Figures:
        """The figures of a reason, in words."""
        return whys.figures(self, why, scene, score)

    # What there is to play, and against whom

    def title(self, rules_id: str) -> str:
        """A rule set's title."""
        return rules.rules_title(self, rules_id)

    def line(self, rules_id: str) -> str:
        """What a rule set is, in one line."""
        return rules.rules_line(self, rules_id)

    def level(self, name: str) -> str:
        """A level's name in the session's language."""
        return rules.level_title(self, name)

    def level_line(self, name: str) -> str:
        """How a level plays, in one line."""
        return rules.level_line(self, name)

    def ending(self, code: str) -> str:
        """Why a game ended."""
        return rules.ending_sentence(self, code)

    def score(self, score: str, count: int) -> str:
        """A seat's result: ``12 chips``; ``score`` is ``Game.score``."""
        return rules.score_text(self, score, count)

    def option(self, option: Option) -> OptionWords:
        """An option's label, line, range and choices."""
        return options.option_words(self, option)

    def option_value(self, option: Option, value: OptionValue) -> str:
        """A value of an option as a menu shows it."""
        return options.option_value(self, option, value)

    # Times

    def when(self, then: datetime, now: datetime) -> str:
        """A moment: ``today 14:05``."""
        return times.when(self, then, now)

    def duration(self, seconds: float) -> str:
        """A length of time, roundly."""
        return times.duration(self, seconds)
