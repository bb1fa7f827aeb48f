"""The process in which levels think. ``ai.thinker`` starts it; it is good for nothing alone.

It ends when whoever started it is gone, whichever way, also in the middle of a thought: on Linux
the kernel sees to it; elsewhere, the end of the socket does, as soon as the thinking code lets
other threads run. It has no terminal, and an interrupt typed there is not meant for it.
"""

from __future__ import annotations

import os
import signal
import socket
import threading
import traceback
from functools import lru_cache
from queue import SimpleQueue

from ai.bots.player import BotPlayer
from ai.frames import HEAD, Answer, answer_frame, frame_size, read_question
from ai.levels import level
from ai.orphans import end_with
from ai.player import Budget, Player, UnknownPlayer
from ai.weighing import is_weigher
from engine.game import Game
from engine.refusals import MessdeckError
from engine.registry import rule_set
from engine.rng import Rng


def main(descriptor: int, parent: int) -> None:
    """Answers the questions that come in on the socket ``descriptor`` from process ``parent``."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with(parent)
    line = socket.socket(fileno=descriptor)
    questions: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(line, questions), daemon=True).start()
    while True:
        line.sendall(answer_frame(answer(questions.get())))


def answer(data: bytes) -> Answer:
    """The answer to the question in ``data``; whatever goes wrong is in it."""
    try:
        question = read_question(data)
        options = tuple(sorted(question.options.items()))
        game, player = _seated(question.rules, question.players, options, question.level)
        view = game.load_view(question.view)
        if isinstance(player, BotPlayer):
            player = _bot(question.level, (question.rules, question.players, options, view.seat))
        thought = player.choose(view, Budget(question.seconds), Rng(*question.rng))
        return Answer(thought._replace(action=int(thought.action)))
    except UnknownPlayer as fault:
        return Answer(None, fault.code, _plain(fault.values))
    except Exception as fault:
        known = fault.code if isinstance(fault, MessdeckError) else type(fault).__name__
        detail = "".join(traceback.format_exception(fault))
        return Answer(None, "player-failed", {"fault": known, "detail": detail[-4000:]})


@lru_cache(maxsize=64)
def _seated(
    rules: str, players: int, options: tuple[tuple[str, object], ...], name: str
) -> tuple[Game, Player]:
    game = rule_set(rules).game(players, dict(options))
    if is_weigher(name):
        from ai.weigher import read_weigher

        return game, read_weigher(name)
    return game, level(name, game)


# A bot's process knows one seat of one table; more of them than can be asked are not kept.
_MOST_BOTS = 8
_bots: dict[tuple[str, object], BotPlayer] = {}


def _bot(text: str, seat: object) -> BotPlayer:
    """The bot at a seat, longest unused ones given up."""
    found = _bots.pop((text, seat), None) or BotPlayer(text)
    _bots[text, seat] = found
    while len(_bots) > _MOST_BOTS:
        _bots.pop(next(iter(_bots))).close()
    return found


def _plain(values: object) -> dict[str, object]:
    assert isinstance(values, dict)
    return {
        name: value if isinstance(value, (int, str)) else str(value)
        for name, value in values.items()
    }


def _listen(line: socket.socket, questions: SimpleQueue[bytes]) -> None:
    """Passes frames on, and ends the process when there will be no more."""
    try:
        while True:
            questions.put(_receive(line, frame_size(_receive(line, HEAD))))
    except (OSError, ValueError):
        os._exit(0)


def _receive(line: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        part = line.recv(size - len(data))
        if not part:
            raise OSError("the other side is gone")
        data += part
    return data
