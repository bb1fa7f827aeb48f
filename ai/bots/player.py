"""A bot as a player of one seat: the view goes out as JSON, a choice comes back as text."""

from __future__ import annotations

import json
import shlex
import shutil
from typing import Final

from ai.bots.faults import BotFault
from ai.bots.process import BotProcess
from ai.player import Budget, Thought, UnknownPlayer
from engine.actions import action_text, parse_action
from engine.game import View
from engine.refusals import MessdeckError
from engine.rng import Rng

PREFIX: Final = "bot:"
PROTOCOL: Final = 1
# Seconds a choice where nothing else is said, and what starting may take on top.
SECONDS: Final = 10.0
STARTING: Final = 10.0
# What a limit that was asked for is exceeded by before it counts: the way there and back.
GRACE: Final = 0.25


def is_bot(text: str) -> bool:
    """Whether ``text`` names a bot: ``bot:COMMAND``."""
    return text.startswith(PREFIX)


def command_of(text: str) -> list[str]:
    """The program and arguments in ``bot:COMMAND``, split as a shell splits words, but by no shell.

    Raises UnknownPlayer (``malformed-bot``, ``no-such-program``).
    """
    written = text[len(PREFIX) :].strip()
    try:
        words = shlex.split(written)
    except ValueError:
        words = []
    if not words or not written.isprintable():
        raise UnknownPlayer("malformed-bot", text=text)
    if shutil.which(words[0]) is None:
        raise UnknownPlayer("no-such-program", text=text, program=words[0])
    return words


class BotPlayer:
    """A bot at one seat of one game. Its process starts with the first question and ends with
    ``close``; after a fault the next question starts another one."""

    def __init__(self, text: str) -> None:
        """text: ``bot:COMMAND``. Raises UnknownPlayer."""
        self._command = command_of(text)
        self._process: BotProcess | None = None

    def choose(self, view: View, budget: Budget, rng: Rng) -> Thought:
        """What the bot says. Raises BotFault, and has ended the bot then."""
        limit = SECONDS if budget.seconds is None else budget.seconds + GRACE
        data = json.dumps(question(view, budget, rng), separators=(",", ":")).encode()
        try:
            if self._process is None:
                self._process = BotProcess(self._command)
                answer = self._process.ask(data, limit + STARTING)
            else:
                answer = self._process.ask(data, limit)
            return Thought(_choice(view, answer))
        except BotFault:
            self.close()
            raise

    def close(self) -> None:
        """Ends the bot; nothing of it is left."""
        process, self._process = self._process, None
        if process is not None:
            process.close()


def question(view: View, budget: Budget, rng: Rng) -> dict[str, object]:
    """What a bot is sent for one choice (``docs/bots.md``)."""
    game = view.game
    return {
        "protocol": PROTOCOL,
        "rules": game.rules,
        "version": game.version,
        "players": game.players,
        "options": dict(game.options),
        "seat": view.seat,
        "seconds": SECONDS if budget.seconds is None else budget.seconds,
        "random": int(rng.below(2**31)),
        "view": view.dump(),
        "actions": [action_text(action) for action in view.legal_actions()],
    }


def _choice(view: View, answer: bytes) -> int:
    """The code of the choice in an answer. Raises BotFault."""
    try:
        found = json.loads(answer)
        text = found["action"]
        if not isinstance(text, str):
            raise TypeError
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BotFault("bot-garbage", detail=_shown(answer.decode(errors="replace"))) from None
    try:
        action = parse_action(text, view.game.kinds, view.game.one_suit)
    except MessdeckError as error:
        raise BotFault("bot-illegal", detail=f"{_shown(text)} ({error.code})") from None
    refusal = view.refusal(action)
    if refusal is not None:
        raise BotFault("bot-illegal", detail=f"{_shown(text)} ({refusal.code})")
    return action


def _shown(text: str) -> str:
    """The beginning of what a bot said, on one line and harmless on a terminal."""
    return "".join(sign if sign.isprintable() else "?" for sign in text[:80])
