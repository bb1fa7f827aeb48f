"""Why somebody did what they did, told to another seat without a card that it may not see.

Two things are told: how a player of that level goes about such a choice, which everybody may
know, and what the asker could see of the table right before, in figures. What that level would
say of this very choice is not asked: it would be said over cards that the asker must not see.
"""

from __future__ import annotations

from ai.levels import LEVELS
from engine import actions as act
from engine import bits
from engine.battalion.view import BattalionView
from engine.events import Chose, ChoseUnseen
from engine.fight_for_the_lead.view import LeadView
from engine.generals_war.public import VALUES
from engine.generals_war.view import WarView
from tui.learning.manners import manner_of, tries_out
from tui.learning.moves import Move
from tui.words import Scene, Words
from tui.words.marks import N_, NN_


def motive_lines(words: Words, move: Move, level: str, scene: Scene) -> list[str]:
    """What may be told to the seat of ``move.before`` of why the move was made, a paragraph each.

    level: who chose, as written; "" for a person. It depends on these arguments alone.
    """
    return [
        _deed(words, move, scene),
        *_manner(words, move, level, scene),
        *_facts(words, move, scene),
    ]


def _deed(words: Words, move: Move, scene: Scene) -> str:
    event = move.event
    said: str | None
    if isinstance(event, Chose):
        said = words.did(event.seat, event.action, scene)
    else:
        said = words.event(event, scene)
    return said or ""


def _manner(words: Words, move: Move, level: str, scene: Scene) -> list[str]:
    """How a player of that level goes about such a choice."""
    name = level.partition(":")[0]
    who = words.said(words.name(move.seat, scene))
    if not name:
        text = N_("{name} is a person: ask them. A careful player {manner}.")
        return [
            words.fill(
                text, {"name": who, "manner": words.said(words.gettext(_usual(move, "sergeant")))}
            )
        ]
    if name == "random":
        return [words.fill(N_("{name} chooses anything that the rules allow."), {"name": who})]
    if name not in LEVELS:  # a bot, or a player in Python: nobody here knows what it goes by
        return [words.fill(N_("{name} is a program of somebody else's."), {"name": who})]
    values: dict[str, object] = {
        "name": who,
        "level": words.said(words.level(name)),
        "manner": words.said(words.gettext(_usual(move, name))),
    }
    found = [words.fill(N_("{name} plays as a {level}, who {manner}."), values)]
    if name == "recruit":
        found.append(words.gettext(N_("But a recruit makes four choices of ten without looking.")))
    elif tries_out(move.before.game.rules, move.kind, name):
        text = N_("Before it decides it plays the likeliest choices on in imagined deals.")
        found.append(words.gettext(text))
    return found


def _usual(move: Move, level: str) -> str:
    return manner_of(move.before.game.rules, move.kind, level)


# What the asker could see


def _facts(words: Words, move: Move, scene: Scene) -> list[str]:
    view = move.before
    if isinstance(view, BattalionView):
        return _battalion(words, move, view, scene)
    if isinstance(view, LeadView):
        return _lead(words, move, view, scene)
    if isinstance(view, WarView):
        return _war(words, move, view, scene)
    return []


def _battalion(words: Words, move: Move, view: BattalionView, scene: Scene) -> list[str]:
    public = view.public
    cards = move.cards
    name = words.said(words.name(move.seat, scene))
    if move.kind == act.ATTACK:
        return _attack(words, move, [int(chips) for chips in public.chips], scene)
    if move.kind == act.DEFEND:
        theirs = points(cards)
        ours = points([int(card) for card in public.attack])
        text = N_("The attack counted {attack}, the defence counts {defence}.")
        return [words.fill(text, {"attack": ours, "defence": theirs})]
    if move.kind == act.COVER and cards:
        attack = int(public.attack[public.asked])
        return [_covering(words, cards[0], attack, scene, int(public.attacker))]
    if move.kind == act.LEAVE:
        return [words.gettext(N_("A bare card costs the defender 1 chip."))]
    if move.kind == act.BID:
        number = int(act.number_of(move.event.action)) if isinstance(move.event, Chose) else 0
        by_points = view.game.options.get("bid_counts") == "points"
        text = N_("So {name} holds a suit that counts at least {number}.")
        if not by_points:
            text = N_("So {name} holds at least {number} cards of one suit.")
        return [words.fill(text, {"name": name, "number": number})]
    if move.kind == act.DRAW_DISCARD and len(public.discard):
        card = words.said(words.card(int(public.discard[len(public.discard) - 1])))
        return [
            words.fill(N_("{card} is in the hand of {name} now."), {"card": card, "name": name})
        ]
    return []


def _attack(words: Words, move: Move, chips: list[int], scene: Scene) -> list[str]:
    assert isinstance(move.event, Chose)
    target = int(act.target_of(move.event.action))
    counted = NN_("The attack counts {count} point.", "The attack counts {count} points.")
    found = [words.fill(counted, {"count": points(move.cards)}, by="count")]
    others = [chips[seat] for seat in range(len(chips)) if seat != move.seat]
    values: dict[str, object] = {
        "name": words.said(words.name(target, scene)),
        "count": chips[target],
    }
    you = target == scene.me
    if chips[target] == max(others):
        text = NN_(
            "{name} had {count} chip; no other opponent had more.",
            "{name} had {count} chips; no other opponent had more.",
        )
        if you:
            text = NN_(
                "You had {count} chip; no other opponent had more.",
                "You had {count} chips; no other opponent had more.",
            )
    else:
        values["most"] = max(others)
        text = NN_(
            "{name} had {count} chip, though another had {most}.",
            "{name} had {count} chips, though another had {most}.",
        )
        if you:
            text = NN_(
                "You had {count} chip, though another had {most}.",
                "You had {count} chips, though another had {most}.",
            )
    return [*found, words.fill(text, values, by="count")]


def _covering(words: Words, card: int, attack: int, scene: Scene, attacker: int) -> str:
    values: dict[str, object] = {
        "card": words.said(words.card(card)),
        "on": words.said(words.card(attack)),
    }
    if card // 13 != attack // 13:
        return words.fill(N_("{card} on {on} is another suit: the defender pays 1 chip."), values)
    if card > attack:
        return words.fill(N_("{card} on {on} is higher: the attacker pays 2 chips."), values)
    return words.fill(N_("{card} on {on} is not higher: nobody pays for it."), values)


def points(cards: list[int]) -> int:
    """Battle points of cards laid by one side: 1 each, 2 for each of a pair of twins."""
    pairs = sum(cards.count(card) // 2 for card in set(cards))
    return len(cards) + 2 * pairs


def _lead(words: Words, move: Move, view: LeadView, scene: Scene) -> list[str]:
    public = view.public
    name = words.said(words.name(move.seat, scene))
    if isinstance(move.event, ChoseUnseen) and move.kind == act.EXCHANGE:
        price = move.event.count * int(public.terms.ante)
        text = NN_("That cost {count} chip.", "That cost {count} chips.")
        return [words.fill(text, {"count": price}, by="count")]
    if move.kind in (act.ENTER, act.SIT):
        price = int(public.price(move.seat))
        text = NN_("The price was {count} chip.", "The price was {count} chips.")
        return [words.fill(text, {"count": price}, by="count")]
    if move.kind == act.PLAY and move.cards and public.laid > 0:
        card, best, led = move.cards[0], int(public.best), int(public.led)
        values: dict[str, object] = {
            "name": name,
            "suit": words.said(words.suit(led)),
            "card": words.said(words.card(card)),
            "best": words.said(words.card(best)),
        }
        if card // 13 != led:
            text_ = N_("{name} has no {suit} left: such a card takes nothing.")
        elif best // 13 == led and card > best:
            text_ = N_("{card} beats {best}, which was the best card so far.")
        else:
            text_ = N_("{card} does not beat {best}: the suit had to be followed.")
        return [words.fill(text_, values)]
    return []


def _war(words: Words, move: Move, view: WarView, scene: Scene) -> list[str]:
    public = view.public
    if move.kind == act.SQUAD and move.cards:
        worth = sum(int(VALUES[card % 13]) for card in move.cards)
        found = [words.fill(N_("The squad is worth {worth}."), {"worth": worth})]
        if view.squad:
            own = sum(int(VALUES[card % 13]) for card in bits.cards_of(view.squad))
            found = [words.fill(N_("The squad is worth {worth}, yours {own}."),
                                {"worth": worth, "own": own})]  # fmt: skip
        return found
    if move.kind == act.CHALLENGE and isinstance(move.event, Chose):
        target = int(act.target_of(move.event.action))
        values: dict[str, object] = {
            "name": words.said(words.name(target, scene)),
            "count": int(public.sizes[target]),
        }
        text = NN_("{name} had {count} card.", "{name} had {count} cards.")
        if target == scene.me:
            text = NN_("You had {count} card.", "You had {count} cards.")
        return [words.fill(text, values, by="count")]
    return []
