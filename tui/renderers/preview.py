"""A saved game's table in a few lines of plain text, as the person who plays it sees it."""

from __future__ import annotations

from engine.game import SPECTATOR
from engine.table import Table
from saves.schema import SavedGame
from tui.called import names_of
from tui.look import Look
from tui.renderers import can_show, renderer_for
from tui.renderers.facts import SeatFacts
from tui.renderers.moment import Deeds, Moment
from tui.renderers.renderer import Cast, Renderer
from tui.widgets.canvas import Canvas, cells
from tui.words import NOBODY, Scene, Words
from tui.words.marks import N_

WIDTH = 72
BOARD_HEIGHT = 9


def own_seat(saved: SavedGame) -> int:
    """The seat of the one person who plays; SPECTATOR if several do, or none."""
    persons = [seat for seat, held in enumerate(saved.seats) if held.kind == "person"]
    return persons[0] if len(persons) == 1 else SPECTATOR


def preview_lines(words: Words, saved: SavedGame, table: Table, *, first: int = 0) -> list[str]:
    """The table from ``own_seat``: a line a seat, what lies between them, and the own hand.

    first: the number of the first seat; the command line counts from 0, screens from 1.
    """
    if not can_show(saved.rules):
        return []
    seat = own_seat(saved)
    look = Look(ascii=words.card_style == "letters")
    names = names_of(words, saved)
    scene = Scene(saved.rules, names, seat if seat != SPECTATOR else NOBODY)
    cast = Cast(names, tuple(held.chooser for held in saved.seats))
    renderer = renderer_for(table.game, cast, words, look)
    own = table.commitment(seat) if seat != SPECTATOR else None
    moment = Moment(table.view(seat), tuple(table.actors()), tuple(table.committed()), own)
    deeds = Deeds()
    deeds.add(table.history(seat))
    status = renderer.status(moment, scene)
    lines = [status] if status else []
    facts = [renderer.facts(moment, at, deeds, scene) for at in range(saved.players)]
    widest = max(cells(_head(one, look, first)) for one in facts)
    lines += [_seat_line(one, look, widest, first) for one in facts]
    lines += _board(renderer, moment, scene, look)
    hand = renderer.sorted_hand(moment.view) if seat != SPECTATOR else []
    if hand:
        cards = words.said(words.cards(hand))
        lines.append(words.fill(N_("Your hand: {cards}"), {"cards": cards}))
    return lines


def _head(facts: SeatFacts, look: Look, first: int) -> str:
    mark = look.glyphs.turn if facts.turn else " "
    dealer = f" {look.glyphs.dealer}" if facts.dealer else ""
    return f"{mark} {facts.number - 1 + first} {facts.name}{dealer}"


def _seat_line(facts: SeatFacts, look: Look, widest: int, first: int) -> str:
    head = _head(facts, look, first)
    parts = [facts.cards, facts.score, *facts.notes, facts.deed]
    told = f" {look.glyphs.dot} ".join([part for part in parts if part])
    return f"{head}{' ' * (widest - cells(head))}  {told}".rstrip()


def _board(renderer: Renderer, moment: Moment, scene: Scene, look: Look) -> list[str]:
    canvas = Canvas(WIDTH, BOARD_HEIGHT)
    renderer.paint_board(canvas, moment, scene)
    if look.ascii:
        canvas.to_ascii()
    rows = [canvas.line(y).plain.rstrip() for y in range(canvas.height)]
    while rows and not rows[-1]:
        rows.pop()
    while rows and not rows[0]:
        rows.pop(0)
    return ["", *rows, ""] if rows else []
