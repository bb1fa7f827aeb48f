"""Structured mutations: trees of dicts, lists, texts and numbers with something changed."""

from __future__ import annotations

import copy
import random
from typing import Any

Path = tuple[Any, ...]


def paths_of(tree: Any, here: Path = ()) -> list[Path]:
    """The way to every value in ``tree``, itself included."""
    found = [here]
    if isinstance(tree, dict):
        for key in tree:
            found += paths_of(tree[key], (*here, key))
    elif isinstance(tree, list):
        for index in range(len(tree)):
            found += paths_of(tree[index], (*here, index))
    return found


def at(tree: Any, path: Path) -> Any:
    """The value at the end of ``path``."""
    for step in path:
        tree = tree[step]
    return tree


def put(tree: Any, path: Path, value: Any) -> None:
    """Puts ``value`` at the end of ``path``, which is not empty."""
    at(tree, path[:-1])[path[-1]] = value


def near(value: Any, rng: random.Random) -> Any:
    """Something like ``value``, but another."""
    if isinstance(value, bool) or value is None:
        return rng.choice([True, False, None, 0, "", [], {}])
    if isinstance(value, int):
        value = max(-(2**62), min(2**62, value))  # msgpack writes no larger ones
        return rng.choice(
            [value + 1, value - 1, -value, 0, 1, 255, 2**31, 2**63 - 1, -(2**63), "1"]
        )
    if isinstance(value, str):
        return _near_text(value, rng)
    if isinstance(value, bytes):
        place = rng.randrange(len(value)) if value else 0
        other = bytes([rng.randrange(256)])
        moved = bytes(rng.sample(value, len(value)))
        return rng.choice(
            [value[:-1], value + other, value[:place] + other + value[place + 1 :], moved, 1]
        )
    if isinstance(value, list):
        return _near_list(value, rng)
    changed = dict(value)
    if changed and rng.random() < 0.5:
        del changed[rng.choice(sorted(changed))]
    else:
        changed[rng.choice(["x", "dealer", "seed", "log", "phase"])] = rng.choice(
            [0, "x", [], {}, None]
        )
    return changed


def _near_text(value: str, rng: random.Random) -> Any:
    words = value.split(" ")
    kind = rng.randrange(6)
    if kind == 0:
        return "".join(rng.sample(value, len(value)))
    if kind == 1:
        return " ".join(rng.sample(words, len(words)))
    if kind == 2:
        return " ".join(words[:-1])
    if kind == 3:
        return f"{value} {rng.choice(['2S', 'AH', 'KD', '0', '7'])}"
    if kind == 4:
        return value.replace(rng.choice("23456789TJQKASHDC01"), rng.choice("23456789TJQKASHDC01"))
    return rng.choice([value * 50, "\x1b[2J", "\0", "…", value.swapcase(), [value], 5])


def _near_list(value: list[Any], rng: random.Random) -> list[Any]:
    changed = list(value)
    kind = rng.randrange(5)
    if kind == 0 and changed:
        changed.pop(rng.randrange(len(changed)))
    elif kind == 1 and changed:
        changed.insert(rng.randrange(len(changed) + 1), rng.choice(changed))
    elif kind == 2 and len(changed) > 1:
        one, other = rng.sample(range(len(changed)), 2)
        changed[one], changed[other] = changed[other], changed[one]
    elif kind == 3:
        changed = []
    else:
        changed = changed * 3
    return changed


def mutated(tree: dict[str, Any], rng: random.Random, other: dict[str, Any]) -> Any:
    """A copy with one to three places changed, or taken from ``other``, a tree of its kind."""
    changed = copy.deepcopy(tree)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        # Every field is as likely as any other; a long one would drown them.
        field = rng.choice(sorted(changed))
        path = rng.choice(paths_of(changed[field], (field,)))
        if rng.random() < 0.15 and field in other:
            changed[field] = copy.deepcopy(other[field])
            continue
        put(changed, path, near(at(changed, path), rng))
    return changed


def position_mutated(
    tree: dict[str, Any], rng: random.Random, other: dict[str, Any]
) -> dict[str, Any]:
    """A position changed in ways that may still add up: cards and chips change places, numbers
    go up or down by one, seats are exchanged."""
    changed: dict[str, Any] = copy.deepcopy(tree)
    for _ in range(rng.choice([1, 1, 2, 2, 3])):
        kind = rng.random()
        if kind < 0.2:
            changed = mutated(changed, rng, other)
        elif kind < 0.45:
            _move_card(changed, rng)
        elif kind < 0.65:
            _shift(changed, rng)
        elif kind < 0.8:
            _swap(changed, rng)
        else:
            paths = [path for path in paths_of(changed) if _is_number(at(changed, path))]
            path = rng.choice(paths)
            put(changed, path, at(changed, path) + rng.choice([-1, 1, 2, -2]))
    return changed


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _move_card(tree: dict[str, Any], rng: random.Random) -> None:
    """A card goes from one pile to another, or two cards change places."""
    texts = [path for path in paths_of(tree) if path and isinstance(at(tree, path), str)]
    piles = [path for path in texts if path[0] not in ("phase", "ending", "last_suit", "pack")]
    if len(piles) < 2:
        return
    one, other = rng.sample(piles, 2)
    cards, others = at(tree, one).split(), at(tree, other).split()
    if not cards:
        return
    card = cards.pop(rng.randrange(len(cards)))
    if others and rng.random() < 0.5:
        place = rng.randrange(len(others))
        others[place], card = card, others[place]
        cards.append(card)
    else:
        others.append(card)
    put(tree, one, " ".join(cards))
    put(tree, other, " ".join(others))


def _shift(tree: dict[str, Any], rng: random.Random) -> None:
    """One number goes up by as much as another goes down."""
    paths = [path for path in paths_of(tree) if path and _is_number(at(tree, path))]
    field = rng.choice(sorted({path[0] for path in paths}))
    here = [path for path in paths if path[0] == field]
    one = rng.choice(here)
    other = rng.choice(here if rng.random() < 0.7 else paths)
    by = rng.choice([1, 1, 2, 5])
    put(tree, one, at(tree, one) + by)
    put(tree, other, at(tree, other) - by)


def _swap(tree: dict[str, Any], rng: random.Random) -> None:
    """Two seats exchange what they have in one or in every list of theirs."""
    lists = [path for path in paths_of(tree) if path and isinstance(at(tree, path), list)]
    longest = max((len(at(tree, path)) for path in lists), default=0)
    if longest < 2:
        return
    one, other = rng.sample(range(longest), 2)
    for path in [rng.choice(lists)] if rng.random() < 0.7 else lists:
        found = at(tree, path)
        if max(one, other) < len(found):
            found[one], found[other] = found[other], found[one]


def raw_mutated(body: bytes, rng: random.Random) -> bytes:
    """The bytes themselves broken: lengths and types that do not fit."""
    data = bytearray(body)
    for _ in range(rng.choice([1, 1, 2, 4])):
        place = rng.randrange(len(data))
        kind = rng.randrange(4)
        if kind == 0:
            data[place] = rng.randrange(256)
        elif kind == 1:
            data[place:place] = bytes(
                [rng.choice([0xDD, 0xDF, 0xDB, 0xC6, 0x9F, 0x8F, 0xC1]), 255, 255, 255]
            )
        elif kind == 2:
            del data[place : place + rng.randrange(1, 9)]
        else:
            data[place : place + 1] = b"\x91" * rng.randrange(1, 60)
    return bytes(data)
