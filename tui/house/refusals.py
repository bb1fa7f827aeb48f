"""What the house does not let somebody do: codes with values, said by ``tui.words``."""

from __future__ import annotations

from engine.refusals import MessdeckError


class HouseRefusal(MessdeckError):
    """Something that cannot be done at a shared table. Codes and their values:

    ``no-such-table``: it was closed. ``house-closes``: the server is about to end.
    ``too-many-tables`` (most): in the house. ``too-many-own-tables`` (most): of this person.
    ``seat-taken`` (name): somebody else's. ``seat-of-level``: no seat for people.
    ``table-full``: all seats for people are taken. ``seated-already``: with another seat.
    ``game-runs``: only before a game. ``no-game``: only in a game.
    ``wrong-phrase``; ``phrases-too-fast`` (seconds): after too many wrong ones.
    ``too-many-watchers`` (most); ``too-many-screens`` (most): of one person at one table.
    ``not-seated``: only for those who sit here.
    ``chat-too-fast`` (seconds): until the next line is taken. ``chat-nothing``: an empty line.
    ``vote-runs``: one question at a time. ``no-vote``: it is over already.
    ``not-all-ready``: everybody who sits has to be ready first.
    ``text-missing``: nothing was given to the shuffle. ``seal-broken``: not what was sealed.
    ``bad-plan`` (key): the table cannot be opened so.
    """
