"""The levels, weakest first, and how a player is written: ``corporal``, ``captain:worlds=200``.

After the name come options, each as ``:name=value``. What the upper levels of a rule set are made
of stands in ``ai.compositions``; other rule sets are searched by ``ai.compositions.any_rules``.
Further players register by entry points of the group ``messdeck.players`` that name a ``Level``;
rules of thumb for other rule sets by the group ``messdeck.heuristics`` that name a ``Heuristic``
under the rule set's id. A bot is written ``bot:COMMAND`` (``docs/bots.md``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import Final, NamedTuple, Protocol, cast

from ai.bots.player import BotPlayer, command_of, is_bot
from ai.player import Player, UnknownPlayer
from ai.random_player import RandomPlayer
from ai.thumb import CarelessPlayer, Heuristic, ThumbPlayer
from engine.game import Game
from engine.options import Option, Options, OptionValue, complete

PLAYERS_GROUP = "messdeck.players"
HEURISTICS_GROUP = "messdeck.heuristics"
MAX_SPEC = 200

# Of ten choices, how many a recruit makes without looking.
CARELESS_OF_TEN: Final = 4

_HEURISTICS: Final = {
    "battalion-twins": "ai.heuristics.battalion_twins",
    "battalion-cover": "ai.heuristics.battalion_cover",
    "fight-for-the-lead": "ai.heuristics.fight_for_the_lead",
    "generals-war": "ai.heuristics.generals_war",
}
_COMPOSITIONS: Final = {
    "battalion-twins": "ai.compositions.battalion_twins",
    "battalion-cover": "ai.compositions.battalion_cover",
    "fight-for-the-lead": "ai.compositions.fight_for_the_lead",
    "generals-war": "ai.compositions.generals_war",
}

# How much a level searches. 0 stands for what the level does at this table without a word about
# it: how many worlds a choice takes to be strong, and how many the time allows, differs by game.
WORLDS: Final = Option("worlds", 0, low=0, high=100_000, unit="worlds")


class Composition(Protocol):
    """The upper levels of a rule set, for all its tables and options.

    worlds: sampled worlds a choice (simulations, where a tree is searched); 0: the level's own
    number.
    """

    def sergeant(self) -> Player: ...

    def captain(self, worlds: int = 0) -> Player: ...

    def general(self, worlds: int = 0) -> Player: ...


@dataclass(frozen=True)
class Level:
    """A kind of player.

    name: as typed. options: declared options. make: the player of a game, given all options;
    raises UnknownPlayer if it does not play that rule set.
    """

    name: str
    options: tuple[Option, ...]
    make: Callable[[Game, Options], Player]


class PlayerSpec(NamedTuple):
    """A player as written: a level and every option it has, with its value; or a bot, whose
    name is all of ``bot:COMMAND``."""

    name: str
    options: tuple[tuple[str, OptionValue], ...] = ()

    @property
    def text(self) -> str:
        """The one way of writing this player; options that are written as read are left in."""
        return ":".join([self.name] + [f"{name}={value}" for name, value in self.options])


def _random(game: Game, options: Options) -> Player:
    return RandomPlayer()


def _recruit(game: Game, options: Options) -> Player:
    return CarelessPlayer(ThumbPlayer(heuristic(game.rules)), CARELESS_OF_TEN)


def _corporal(game: Game, options: Options) -> Player:
    return ThumbPlayer(heuristic(game.rules))


def _sergeant(game: Game, options: Options) -> Player:
    return composition(game.rules).sergeant()


def _captain(game: Game, options: Options) -> Player:
    return composition(game.rules).captain(_worlds(options))


def _general(game: Game, options: Options) -> Player:
    return composition(game.rules).general(_worlds(options))


def _worlds(options: Options) -> int:
    worlds = options[WORLDS.name]
    assert isinstance(worlds, int)
    return worlds


_OURS: Final = (
    Level("random", (), _random),
    Level("recruit", (), _recruit),
    Level("corporal", (), _corporal),
    Level("sergeant", (), _sergeant),
    Level("captain", (WORLDS,), _captain),
    Level("general", (WORLDS,), _general),
)
LEVELS: Final = tuple(level.name for level in _OURS)


@cache
def levels() -> dict[str, Level]:
    """All registered levels by name, ours first, weakest first."""
    found = {level.name: level for level in _OURS}
    for point in sorted(entry_points(group=PLAYERS_GROUP)):
        try:
            loaded = point.load()
        except Exception:  # a plug-in of somebody else's: its fault must not cost the others
            continue
        if isinstance(loaded, Level):
            found.setdefault(loaded.name, loaded)
    return found


@cache
def heuristic(rules: str) -> Heuristic:
    """The rules of thumb for a rule set. Raises UnknownPlayer if nobody registered any."""
    if rules in _HEURISTICS:
        pick_for: Heuristic = import_module(_HEURISTICS[rules]).pick_for
        return pick_for
    for point in entry_points(group=HEURISTICS_GROUP, name=rules):
        try:
            loaded: Heuristic = point.load()
        except Exception:  # as above
            continue
        return loaded
    raise UnknownPlayer("no-heuristic", rules=rules)


@cache
def composition(rules: str) -> Composition:
    """What the upper levels of a rule set are made of. Raises UnknownPlayer if they do not play
    it."""
    name = _COMPOSITIONS.get(rules)
    if name is not None:
        if find_spec(name) is None:
            raise UnknownPlayer("no-heuristic", rules=rules)
        return cast(Composition, import_module(name))
    from ai.compositions.any_rules import AnyRules  # the searches are not loaded for nothing

    try:
        return AnyRules(heuristic(rules))
    except UnknownPlayer:
        return AnyRules(None)


def parse_player(text: str) -> PlayerSpec:
    """The player written as ``text``.

    Raises UnknownPlayer (``unknown-player``, ``malformed-player``, ``malformed-bot``,
    ``no-such-program``, ``no-options``), or OptionFault for an option that the level
    does not have or a value that it does not take.
    """
    if len(text) > MAX_SPEC:
        raise UnknownPlayer("player-too-long", text=text[:MAX_SPEC], most=MAX_SPEC)
    if is_bot(text.strip()):
        command_of(text.strip())  # raises
        return PlayerSpec(text.strip())
    name, *rest = text.strip().split(":")
    level = levels().get(name)
    if level is None:
        raise UnknownPlayer("unknown-player", text=text, name=name, known=tuple(levels()))
    declared = {option.name: option for option in level.options}
    given: dict[str, OptionValue] = {}
    for part in rest:
        key, equals, value = part.partition("=")
        if not equals or not key or key in given:
            raise UnknownPlayer("malformed-player", text=text, part=part)
        if not declared:
            raise UnknownPlayer("no-options", name=name)
        if key not in declared:
            complete(level.options, {key: value}, 0)  # raises
        given[key] = declared[key].read(value)
    ordered = tuple((option, given[option]) for option in declared if option in given)
    return PlayerSpec(name, ordered)


def level(text: str, game: Game) -> Player:
    """The player written as ``text``, for the seats of ``game``. Raises as ``parse_player``, and
    ``cannot-play`` for a level that does not play this rule set.

    A ``BotPlayer`` is good for one seat of one game, and has to be closed.
    """
    spec = parse_player(text)
    if is_bot(spec.name):
        return BotPlayer(spec.name)
    try:
        return _made(spec, game)
    except UnknownPlayer as error:
        known = levels_for(game)
        raise UnknownPlayer("cannot-play", name=spec.name, rules=game.rules, known=known) from error


def _made(spec: PlayerSpec, game: Game) -> Player:
    """A level's player. Raises UnknownPlayer, by the level's own code."""
    found = levels()[spec.name]
    return found.make(game, complete(found.options, dict(spec.options), game.players))


def levels_for(game: Game) -> tuple[str, ...]:
    """The names of the levels that play this game, weakest first."""
    playing: list[str] = []
    for name in levels():
        try:
            _made(PlayerSpec(name), game)
        except UnknownPlayer:
            continue
        playing.append(name)
    return tuple(playing)
