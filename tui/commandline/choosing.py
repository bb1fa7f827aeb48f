"""Rule sets, options, seats and players as they are typed, with a sentence for each mistake."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from engine.game import Game
from engine.options import OptionValue
from engine.rules import RuleSet
from tui.commandline.house import Problem
from tui.commandline.launch import PERSON
from tui.words import Words
from tui.words.marks import N_

if TYPE_CHECKING:  # older clicks have no generic types
    TypedText = click.ParamType[str]
else:
    TypedText = click.ParamType

MAX_SEED = 200


def find_rules(words: Words, text: str) -> RuleSet:
    """The rule set with that id, or the only one that has ``text`` as a part: ``cover``, ``war``.

    Raises Problem, which names those that there are.
    """
    from engine.registry import rule_set, rule_sets

    known = rule_sets()
    if not known:
        raise Problem(words.gettext(N_("No rule set is installed. Install messdeck again.")))
    if text in known:
        return known[text]
    parts = [name for name in known if text in name.split("-") or name.startswith(f"{text}-")]
    if len(parts) > 1:
        raise Problem(
            words.fill(
                N_("{text} may be {known}; type one of them."),
                {"text": text, "known": words.said(words.either(parts))},
            )
        )
    return rule_set(parts[0] if parts else text)


def read_options(rules: RuleSet, given: Iterable[str], words: Words) -> dict[str, OptionValue]:
    """The options written ``name=value``. Raises Problem or OptionFault."""
    from engine.options import complete

    declared = {option.name: option for option in rules.options}
    found: dict[str, OptionValue] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise Problem(
                words.fill(
                    N_("--option must be written name=value, such as {example}, not {text}."),
                    {"example": words.said(_example(rules)), "text": text},
                )
            )
        if name in found:
            raise Problem(words.fill(N_("The option {name} is given twice."), {"name": name}))
        if name not in declared:
            complete(rules.options, {name: value}, rules.seats[0])  # raises
        found[name] = declared[name].read(value)
    return found


def _example(rules: RuleSet) -> str:
    for option in rules.options:
        return f"{option.name}={option.default_for(rules.seats[0])}"
    return "name=value"


def read_player(words: Words, text: str) -> str:
    """A player in its one way of writing. Raises UnknownPlayer or OptionFault."""
    from ai.levels import parse_player

    return PERSON if text == PERSON else parse_player(text).text


def read_seats(words: Words, given: Iterable[str], players: int) -> tuple[str, ...]:
    """Who sits where, from texts ``SEAT=PLAYER``; seat 0 is a person, the others corporals,
    unless something else is said. Raises Problem, UnknownPlayer or OptionFault."""
    seats: dict[int, str] = {}
    for text in given:
        seat, equals, player = text.partition("=")
        if not equals or not player:
            text_ = N_("--seat must be written seat=player, such as 1=corporal, not {text}.")
            raise Problem(words.fill(text_, {"text": text}))
        number = read_seat(words, "--seat", seat, players)
        if number in seats:
            raise Problem(words.fill(N_("Seat {number} is given twice."), {"number": number}))
        seats[number] = read_player(words, player)
    return tuple([seats.get(n, PERSON if n == 0 else "corporal") for n in range(players)])


def check_players(who: Iterable[str], game: Game) -> None:
    """Raises UnknownPlayer for a level that does not play this game."""
    from ai.levels import level

    for player in who:
        if player != PERSON:
            level(player, game)


def read_seat(words: Words, name: str, text: str, players: int) -> int:
    """The number of a seat at a table of ``players``. Raises Problem."""
    if text.isascii() and text.isdigit() and len(text) < 3 and int(text) < players:
        return int(text)
    raise Problem(
        words.fill(
            N_("{name}: a seat is a number from 0 to {last}, not {text}."),
            {"name": name, "last": players - 1, "text": words.said(f"“{text}”", 60)},
        )
    )


def read_number(words: Words, name: str, text: str, low: int, high: int) -> int:
    """A whole number from ``low`` to ``high``, as typed after ``name``. Raises Problem."""
    if text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high:
        return int(text)
    raise Problem(
        words.fill(
            N_("{name} must be a whole number from {low} to {high}, not {text}."),
            {"name": name, "low": low, "high": high, "text": words.said(f"“{text}”", 60)},
        )
    )


def read_players(words: Words, rules: RuleSet, text: str | None) -> int:
    """How many play; the smallest number if nothing is said. Raises Problem or OptionFault."""
    from engine.refusals import OptionFault

    if text is None:
        return rules.seats[0]
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else -1
    if number not in rules.seats:
        raise OptionFault(
            "players", name="players", value=text if number < 0 else number, choices=rules.seats
        )
    return number


def check_seed(words: Words, seed: str | None) -> str | None:
    """A seed as it was typed, if it is one. Raises Problem."""
    if seed is not None and (not seed or len(seed) > MAX_SEED or not seed.isprintable()):
        text = N_("--seed must be a text of 1 to {most} printable characters.")
        raise Problem(words.fill(text, {"most": MAX_SEED}))
    return seed


# What a shell is offered when somebody presses Tab


class RulesType(TypedText):
    """A rule set's name on the command line; it is looked up when the command runs."""

    name = "rules"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from engine.registry import rule_sets

        return _items(rule_sets(), incomplete)


class OptionType(TypedText):
    """``name=value`` of a rule set's option."""

    name = "option"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from engine.registry import rule_sets

        known = rule_sets()
        meant = known.get(str(ctx.params.get("rules") or ""))
        texts: dict[str, None] = {}
        # click does not tell the rule set while the option before it has no value yet.
        for rules in known.values() if meant is None else [meant]:
            for option in rules.options:
                values = option.choices or (option.default_for(rules.seats[0]),)
                texts.update({f"{option.name}={value}": None for value in values})
        return _items(texts, incomplete)


class PlayersType(TypedText):
    """Players, separated by commas; or one behind ``SEAT=``."""

    name = "players"

    def __init__(self, separator: str, more: Sequence[str] = ()) -> None:
        self.separator = separator
        self.more = tuple(more)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from ai.levels import levels

        head, separator, _ = incomplete.rpartition(self.separator)
        if self.separator == "=" and not separator:
            return _items([f"{seat}=" for seat in range(6)], incomplete)
        names = [*self.more, *levels()]
        return _items([f"{head}{separator}{name}" for name in names], incomplete)


def _items(texts: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(text) for text in texts if text.startswith(incomplete)]
