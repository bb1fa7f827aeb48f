"""From a save to the table it describes, with nothing in it believed unchecked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from engine.chance import Chance, SeededChance, shuffled
from engine.game import Game
from engine.log import Choice, Entry, Shuffle
from engine.refusals import BrokenState, IllegalAction, MalformedAction, MessdeckError, OptionFault
from engine.registry import UnknownRules, rule_set
from engine.replay import LogFault
from engine.rules import RuleSet
from engine.table import Table
from saves.capture import parse_shuffle, result_of
from saves.faults import SaveFault
from saves.schema import SHUFFLE, Base, SavedGame


@dataclass(frozen=True, slots=True)
class Restored:
    """A save brought back to life.

    saved: the save that describes the table from here on (see ``base``). table: the live game.
    replayed: the log was played through and led to the snapshot; False if another version of the
    rule set made the save, so that only its snapshot could be used.
    """

    saved: SavedGame
    table: Table
    replayed: bool


def restore(saved: SavedGame) -> Restored:
    """The table that ``saved`` describes. Raises SaveFault.

    The snapshot is read and its invariants checked; then the log is played through, as by a
    referee, and has to lead to that very snapshot.
    """
    try:
        saved = _upgraded(saved)
        rules, game = _game(saved)
        _check_snapshot(game, saved)
        if saved.rules_version != rules.version:
            return _from_snapshot(rules, game, saved)
        return Restored(saved, _replayed(game, saved), replayed=True)
    except MessdeckError:
        raise
    except Exception as error:
        # The rules should have refused it by name. It comes from a file, so nobody else may crash.
        raise SaveFault("engine-fault", cause=type(error).__name__) from error


def game_of(saved: SavedGame) -> Game:
    """The rule set of ``saved`` with its options. Raises SaveFault."""
    return _game(_upgraded(saved))[1]


def _rules(saved: SavedGame) -> RuleSet:
    try:
        return rule_set(saved.rules)
    except UnknownRules as error:
        raise SaveFault("unknown-rules", rules=saved.rules, known=error.values["known"]) from None


def _upgraded(saved: SavedGame) -> SavedGame:
    """The same save with options and snapshot as the present rules write them; it keeps the
    version that it was made by."""
    rules = _rules(saved)
    version = saved.rules_version
    if version > rules.version:
        raise SaveFault("newer-rules", rules=saved.rules, version=version, known=rules.version)
    if version == rules.version:
        return saved
    if version not in rules.earlier:
        raise SaveFault(
            "unknown-rules-version", rules=saved.rules, version=version, known=rules.version
        )
    options: Mapping[str, object] = saved.options
    snapshot: Mapping[str, object] = saved.snapshot
    for number in sorted(rules.earlier):
        step = rules.earlier[number]
        if number < version or step is None:
            continue
        try:
            options, snapshot = step(options, snapshot)
        except Exception as error:  # it comes from a file: whatever it is, nobody may crash
            raise SaveFault("bad-field", field="snapshot", why=type(error).__name__) from error
    return msgspec.structs.replace(saved, options=dict(options), snapshot=dict(snapshot))


def _game(saved: SavedGame) -> tuple[RuleSet, Game]:
    rules = _rules(saved)
    try:
        game = rules.game(saved.players, saved.options)
    except OptionFault as error:
        raise SaveFault("bad-option", fault=error) from None
    if saved.rules_version == rules.version and set(game.options) != set(saved.options):
        missing = sorted(set(game.options) - set(saved.options))
        raise SaveFault("bad-field", field=f"options.{missing[0]}", why="Option is missing")
    return rules, game


def _check_snapshot(game: Game, saved: SavedGame) -> None:
    try:
        state = game.restore(saved.snapshot, SeededChance(saved.seed))
        state.check()
        if state.missing():
            raise BrokenState("round-incomplete")
    except MessdeckError as error:
        raise SaveFault("bad-position", fault=error) from None


def _log(game: Game, saved: SavedGame) -> list[Entry]:
    entries: list[Entry] = []
    shuffles = iter(saved.shuffles)
    for index, text in enumerate(saved.log):
        try:
            if text == SHUFFLE:
                entries.append(parse_shuffle(next(shuffles)))
            else:
                entries.append(Choice(*game.parse_action(text)))
        except (MalformedAction, IllegalAction) as error:
            raise SaveFault("bad-log", index=index, text=text, fault=error) from None
        except ValueError:
            raise SaveFault("bad-log", index=index, text=text, fault=None) from None
    return entries


def _pending(game: Game, saved: SavedGame) -> dict[int, int]:
    found: dict[int, int] = {}
    for text in saved.pending:
        try:
            seat, action = game.parse_action(text)
        except (MalformedAction, IllegalAction) as error:
            raise SaveFault("bad-commitment", text=text, fault=error) from None
        if seat in found:
            raise SaveFault("bad-commitment", text=text, fault=None)
        found[seat] = action
    return found


def _chance(saved: SavedGame, before: int) -> Chance:
    return SeededChance(saved.seed, before)


def _replayed(game: Game, saved: SavedGame) -> Table:
    base = saved.base
    log = _log(game, saved)
    pending = _pending(game, saved)
    before = base.shuffles if base else 0
    try:
        table = Table.resumed(
            game,
            saved.dealer,
            log,
            lambda taken: _chance(saved, before + taken),
            None,
            base.snapshot if base else None,
        )
    except LogFault as error:
        text = saved.log[error.index] if error.index < len(saved.log) else ""
        raise SaveFault("bad-log", index=error.index, text=text, fault=error) from None
    except MessdeckError as error:
        raise SaveFault("bad-field", field="base.snapshot", why=error.code) from None
    if len(table.log()) != len(log):
        # The last choice made a shuffle due that the save does not have.
        raise SaveFault("bad-log", index=len(log), text="", fault=None)
    _check_shuffles(saved, log, before)
    # Snapshots of earlier programs lack what was added to them since; what nothing can do without
    # was asked for when the snapshot was read.
    known = {name: one for name, one in table.snapshot().items() if name in saved.snapshot}
    _compare("snapshot", known, saved.snapshot)
    _commit(table, saved, pending)
    _compare("asked", table.actors(), list(saved.asked))
    _compare("result", result_of(table.outcome()), saved.result)
    return table


def _check_shuffles(saved: SavedGame, log: list[Entry], before: int) -> None:
    """The seed's own shuffles: the game goes on with that seed, so it has to be the right one."""
    number = before
    for entry in log:
        if isinstance(entry, Shuffle):
            if number >= saved.foreign:
                if shuffled(saved.seed, number, list(entry.cards)) != list(entry.cards):
                    raise SaveFault("shuffle-differs", number=number)
            number += 1
    if saved.foreign > number:
        raise SaveFault("bad-field", field="foreign", why=f"Expected `int` <= {number}")


def _commit(table: Table, saved: SavedGame, pending: dict[int, int]) -> None:
    for text, (seat, action) in zip(saved.pending, pending.items(), strict=True):
        asked = table.ask(seat)
        if asked is None:
            raise SaveFault("bad-commitment", text=text, fault=None)
        try:
            table.submit(seat, asked.token, action)
        except IllegalAction as error:
            raise SaveFault("bad-commitment", text=text, fault=error) from None
        if seat not in table.committed():  # it was the last one of its round, or the only one
            raise SaveFault("bad-commitment", text=text, fault=None)


def _compare(field: str, found: object, saved: object) -> None:
    if msgspec.json.encode(found, order="deterministic") != msgspec.json.encode(
        saved, order="deterministic"
    ):
        raise SaveFault("position-differs", field=field)


def _from_snapshot(rules: RuleSet, game: Game, saved: SavedGame) -> Restored:
    """The position alone, for a save of another version of the rule set: the log it has was
    played by other rules. Commitments that these rules do not allow are asked for again."""
    taken = (saved.base.shuffles if saved.base else 0) + len(saved.shuffles)
    choices = list(saved.base.choices if saved.base else [0] * saved.players)
    for text in saved.log:
        if text != SHUFFLE:
            choices[_seat_of(text, saved)] += 1
    base = Base(saved.rules_version, saved.snapshot, taken, tuple(choices))
    try:
        table = Table.resumed(
            game,
            saved.dealer,
            [],
            lambda _: _chance(saved, taken),
            None,
            saved.snapshot,
        )
    except MessdeckError as error:
        raise SaveFault("bad-position", fault=error) from None
    kept: list[str] = []
    for text in saved.pending:
        try:
            choice = Choice(*game.parse_action(text))
            asked = table.ask(choice.seat)
            if asked is not None and len(table.actors()) > 1:
                table.submit(choice.seat, asked.token, choice.action)
                kept.append(text)
        except MessdeckError:
            continue
    updated = msgspec.structs.replace(
        saved,
        rules_version=rules.version,
        options=dict(game.options),
        log=(),
        shuffles=(),
        pending=tuple(kept),
        base=base,
        snapshot=table.snapshot(),
        asked=tuple(table.actors()),
        result=result_of(table.outcome()),
        foreign=min(saved.foreign, taken),
    )
    return Restored(updated, table, replayed=False)


def _seat_of(text: str, saved: SavedGame) -> int:
    head = text.partition(" ")[0]
    if not head.isdigit() or int(head) >= saved.players:
        raise SaveFault("bad-log", index=saved.log.index(text), text=text, fault=None)
    return int(head)
