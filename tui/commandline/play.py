"""``messdeck play``: begins a game at once."""

from __future__ import annotations

from pathlib import Path

import click

from tui.commandline import choosing
from tui.commandline.house import HouseCommand, Problem, data_dir_option, folder_of_saves
from tui.commandline.house import need_terminal as check_terminal
from tui.commandline.launch import PERSON, Launch, NewGame, launch
from tui.commandline.looks import look_options
from tui.commandline.plain import launch_plain, plain_options
from tui.words import Words
from tui.words.marks import N_


def command(words: Words) -> click.Command:
    """``messdeck play RULES``."""
    say = words.gettext

    @click.pass_context
    def play(
        ctx: click.Context,
        rules: str,
        players: str | None,
        seat: tuple[str, ...],
        option: tuple[str, ...],
        seed: str | None,
        dealer: str | None,
        data_dir: Path | None,
        plain: bool,
        card_names: bool,
    ) -> None:
        new = new_game(words, rules, players, seat, option, seed, dealer)
        opening = Launch(words.language, folder_of_saves(words, ctx, data_dir), new)
        if plain:
            launch_plain(ctx, opening, names=card_names)
        check_terminal(words)
        launch(ctx, opening)

    return HouseCommand(
        words,
        "play",
        callback=play,
        help=say(
            N_(
                "Begin a game of RULES: battalion-twins, battalion-cover, fight-for-the-lead or "
                "generals-war. A part of the name will do: twins, cover, lead, war."
            )
        ),
        short_help=say(N_("Begin a game.")),
        epilog=say(N_("Example: messdeck play cover --players 4 --seat 2=recruit")),
        params=[
            click.Argument(["rules"], type=choosing.RulesType(), metavar="RULES"),
            click.Option(
                ["--players"],
                metavar="N",
                help=say(N_("How many play; the smallest number the rule set takes if left out.")),
            ),
            click.Option(
                ["--seat"],
                multiple=True,
                type=choosing.PlayersType("=", [PERSON]),
                metavar="N=WHO",
                help=say(
                    N_(
                        "Who sits at seat N: person, or a level such as recruit or corporal. "
                        "Repeat it for more seats; seat 0 is a person if nothing is said. Seats "
                        "count from 0 here and from 1 at the table: --seat 2 is its third seat."
                    )
                ),
            ),
            click.Option(
                ["--option"],
                multiple=True,
                type=choosing.OptionType(),
                metavar="NAME=VALUE",
                help=say(N_("An option of the rule set, such as chips=20. Repeat it for more.")),
            ),
            click.Option(
                ["--seed"],
                metavar="TEXT",
                help=say(N_("The same text gives the same shuffles.")),
            ),
            click.Option(
                ["--dealer"],
                metavar="N",
                help=say(N_("The seat that deals first, counted from 0.")),
            ),
            data_dir_option(words),
            *plain_options(words),
            *look_options(words),
        ],
    )


def new_game(
    words: Words,
    rules: str,
    players: str | None,
    seats: tuple[str, ...],
    options: tuple[str, ...],
    seed: str | None,
    dealer: str | None,
) -> NewGame:
    """The game that was asked for. Raises Problem, UnknownPlayer, UnknownRules, OptionFault or
    NotDrawn."""
    from tui.renderers import check_shown

    found = choosing.find_rules(words, rules)
    check_shown(found.id)
    given = choosing.read_options(found, options, words)
    number = choosing.read_players(words, found, players)
    game = found.game(number, given)
    who = choosing.read_seats(words, seats, number)
    choosing.check_players(who, game)
    if PERSON not in who:
        raise Problem(words.gettext(N_("At least one seat needs a person; messdeck arena lets "
                                       "levels play alone.")))  # fmt: skip
    first = None if dealer is None else choosing.read_seat(words, "--dealer", dealer, number)
    return NewGame(found.id, number, who, given, choosing.check_seed(words, seed), first)
