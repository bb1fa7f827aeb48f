"""Keys that a person has given to commands: which may be, and which clash."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from textual.binding import BindingsMap
from textual.keys import REPLACED_KEYS, Keys, _character_to_key
from textual.screen import Screen

from engine import actions as act
from saves.settings import SettingFault
from tui.commands import EVERYWHERE, Command

# Answers that a game asks for at the same moment; all others may share a key.
_TOGETHER: Final = ({act.DRAW_STOCK, act.DRAW_DISCARD}, {act.ENTER, act.SIT})
# Keys that mean a card, a seat or a number wherever they are pressed.
DIGITS: Final = frozenset("0123456789")
# What always ends the session.
ALWAYS: Final = frozenset(("ctrl+q", "ctrl+c"))
MOST_KEYS: Final = 4


class Group(NamedTuple):
    """The commands of one screen. id: of the screen, for its title."""

    id: str
    commands: tuple[Command, ...]


@lru_cache(maxsize=1)
def groups() -> tuple[Group, ...]:
    """Every screen with its commands."""
    from tui.screens.declared import SCREENS

    return tuple(Group(id_, (*commands, *EVERYWHERE)) for id_, commands in SCREENS)


def commands() -> Iterator[Command]:
    """Every command there is, once."""
    seen: set[str] = set()
    for group in groups():
        for command in group.commands:
            if command.id not in seen:
                seen.add(command.id)
                yield command


def keys_of(command: Command, given: Mapping[str, str]) -> list[str]:
    """The keys of a command, the one to be shown first."""
    keys = given.get(command.id, command.key).split(",")
    return [normal(key) for key in keys if key.strip()]


def clash(command: Command, key: str, given: Mapping[str, str]) -> Command | None:
    """The command that has ``key`` already on a screen that ``command`` is on; None if none."""
    for group in groups():
        if not any(one.id == command.id for one in group.commands):
            continue
        for other in group.commands:
            if other.id != command.id and not _apart(command, other):
                if key in keys_of(other, given):
                    return other
    return None


def is_key(key: str) -> bool:
    """Whether ``key``, as Textual calls it, can be given to a command."""
    if key in DIGITS or key in ALWAYS:
        return False
    bare = key.rpartition("+")[2]
    if len(bare) == 1:
        return bare.isprintable() and not bare.isspace()
    return bare in _NAMED or _is_named(bare)


_NAMED: Final = frozenset(key.value for key in Keys) | frozenset(REPLACED_KEYS) | {"space"}


def _is_named(key: str) -> bool:
    try:
        unicodedata.lookup(key.replace("_", " "))
    except KeyError:
        return False
    return True


def normal(key: str) -> str:
    """A key as Textual calls it: ``question_mark`` also where it was written ``?``."""
    key = key.strip()
    return _character_to_key(key) if len(key) == 1 else key


def bind(screen: Screen[Any], commands: Sequence[Command], given: Mapping[str, str]) -> None:
    """Gives a screen the keys of its commands in this session.

    Textual's own keymaps drop the other commands that share a key with one that was changed; ours
    share keys where only one of them is ever asked for.
    """
    ours = {command.id for command in commands}
    bindings = [
        binding
        for same_key in (type(screen)._merged_bindings or BindingsMap()).key_to_bindings.values()
        for binding in same_key
        if binding.id not in ours
    ]
    for command in commands:
        for key in keys_of(command, given):
            bindings.append(command.binding(key))
    found = BindingsMap()
    for binding in bindings:
        found.key_to_bindings.setdefault(binding.key, []).append(binding)
    screen._bindings = found


def checked(given: Mapping[str, str]) -> tuple[dict[str, str], tuple[SettingFault, ...]]:
    """The keys that can be used, and what is wrong with the others."""
    if not given:
        return {}, ()
    known = {command.id: command for command in commands()}
    kept: dict[str, str] = {}
    faults: list[SettingFault] = []
    for id_, keys in given.items():
        name = f"keys.{id_}"
        if id_ not in known:
            faults.append(SettingFault("unknown-command", name=name, value=keys))
            continue
        wanted = [normal(key) for key in keys.split(",")]
        bad = next((key for key in wanted if not is_key(key)), None)
        if bad is not None or len(wanted) > MOST_KEYS:
            faults.append(SettingFault("no-such-key", name=name, value=bad or keys))
        else:
            kept[id_] = ",".join(wanted)
    # Exchanged keys clash with nothing, so all are tried together, and those at fault go one by
    # one, the last first.
    for id_ in reversed(list(kept)):
        for key in kept[id_].split(","):
            other = clash(known[id_], key, kept)
            if other is not None:
                fault = SettingFault("key-taken", name=f"keys.{id_}", value=key, other=other.id)
                faults.append(fault)
                del kept[id_]
                break
    return kept, tuple(faults)


def _apart(one: Command, other: Command) -> bool:
    """Whether two commands are answers of which only one is ever asked for."""
    kinds = _answers(one), _answers(other)
    if kinds[0] < 0 or kinds[1] < 0:
        return False
    return not any(kinds[0] in both and kinds[1] in both for both in _TOGETHER)


def _answers(command: Command) -> int:
    """The kind of choice that a command answers with, -1 for none."""
    if command.action.startswith("answer("):
        return int(command.action[len("answer(") : -1])
    return -1


__all__: Sequence[str] = ("Group", "checked", "clash", "commands", "groups", "is_key", "keys_of")
