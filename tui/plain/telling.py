"""What a plain game says: the table, the hand, what is asked and how it can be answered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine import actions as act
from engine.game import SPECTATOR
from engine.outcome import Outcome
from tui.plain.reading import names_of
from tui.renderers.moment import Deeds, Moment
from tui.renderers.question import Question
from tui.renderers.renderer import Renderer
from tui.words import Scene, Words
from tui.words.marks import N_
from tui.words.options import number_text

if TYPE_CHECKING:
    from tui.window import Window

# With so many choices or fewer, that are cards, those that may be played are named.
_FEW = 12


def table_lines(
    words: Words, renderer: Renderer, moment: Moment, deeds: Deeds, scene: Scene
) -> list[str]:
    """How the game stands, as everybody may see it, and the own hand."""
    status = renderer.status(moment, scene)
    title = words.title(renderer.game.rules)
    found = [f"{title}: {status}." if status else f"{title}."]
    for seat in range(renderer.game.players):
        found.append(_seat_line(words, renderer, moment, seat, deeds, scene))
    found += renderer.told_board(moment, scene)
    # What stands between the parts of a heading is read out as a sign otherwise.
    dot = f" {renderer.look.glyphs.dot} "
    return [line.replace(dot, ", ") for line in found]


def _seat_line(
    words: Words, renderer: Renderer, moment: Moment, seat: int, deeds: Deeds, scene: Scene
) -> str:
    facts = renderer.facts(moment, seat, deeds, scene)
    # Seats are numbered as in what is typed, and in records.
    head = f"{seat} {facts.name}"
    if facts.level:
        head = f"{head} ({facts.level})"
    parts = [facts.cards, facts.score, *facts.notes]
    if facts.dealer:
        parts.append(words.gettext(N_("is the dealer")))
    if facts.deed:
        parts.append(facts.deed)
    if facts.turn:
        parts.append(words.gettext(N_("has the turn")))
    return f"{head}: {', '.join(part for part in parts if part)}."


def hand_line(words: Words, hand: Sequence[int]) -> str:
    """The own cards with the numbers by which they can be named."""
    if not hand:
        return words.gettext(N_("Your hand is empty."))
    cards = ", ".join([f"{place} {words.card(card)}" for place, card in enumerate(hand, 1)])
    return words.fill(N_("Your hand: {cards}."), {"cards": words.said(cards, 1000)})


def question_lines(words: Words, renderer: Renderer, question: Question, scene: Scene) -> list[str]:
    """What is asked."""
    asked = words.prompt(question.kinds, scene, renderer.prompt_values(question))
    hint = renderer.hint_without_cards(question)
    return [f"{asked} {hint}".strip()]


def answer_lines(words: Words, question: Question, scene: Scene) -> list[str]:
    """How it can be answered."""
    found: list[str] = []
    takes_words = question.cards is None and not question.seats and not question.numbers
    for number, kind in enumerate(question.plain, 1):
        name = names_of(kind, words, scene)[0]
        key = f"{number}, {name}" if takes_words else name
        found.append(f"{key}: {words.action(kind, scene)}.")
    if question.seats:
        # Numbered as in records; names will do as well.
        seats = [f"{seat} {words.name(seat, scene)}" for seat in question.seats]
        found.append(words.fill(N_("Players: {names}."), {"names": words.said(", ".join(seats))}))
    example = _example(question)
    if example:
        kind = act.kind_of(example)
        values = {"example": words.said(act.action_text(example)), "word": act.word_of(kind)}
        found.append(words.fill(_ways(question), values))
    if question.cards is not None and len(question.playable) < len(question.hand) <= _FEW + 1:
        cards = [f"{at + 1} {words.card(question.hand[at])}" for at in sorted(question.playable)]
        said = words.said(", ".join(cards), 1000)
        found.append(words.fill(N_("Allowed: {cards}."), {"cards": said}))
    return found


def _ways(question: Question) -> str:
    if question.cards is not None and question.seats:
        return N_("Type {word}, a player and cards by number or name, such as: {example}.")
    if question.cards is not None and question.most > 1:
        return N_("Type cards by number or name, such as: {example}.")
    if question.cards is not None:
        return N_("Type a card by number or name, such as: {example}.")
    if question.seats:
        return N_("Type a player by number or name, such as: {example}.")
    return N_("Type a number, such as: {example}.")


def _example(question: Question) -> int:
    """A choice that is more than a word, 0 if there is none."""
    view = question.view
    for number in range(int(view.legal_count())):
        action = int(view.legal_nth(number))
        if action & 31 not in question.plain:
            return action
    return 0


def outcome_lines(
    words: Words, outcome: Outcome, score: str, levels: Sequence[str], scene: Scene
) -> list[str]:
    """How the game ended, a line a seat, by place; who won and why is told as an event."""
    found: list[str] = []
    for seat in sorted(range(len(levels)), key=lambda seat: (outcome.places[seat], seat)):
        level = f" ({words.level(levels[seat])})" if levels[seat] else ""
        scored = number_text(words, score, outcome.scores[seat])
        found.append(f"{outcome.places[seat]}. {words.name(seat, scene)}{level}: {scored}.")
    return found


def moment_of(table: Window, seat: int) -> Moment:
    """The position as ``seat``, or SPECTATOR, sees it."""
    own = table.commitment(seat) if seat != SPECTATOR else None
    return Moment(table.view(seat), tuple(table.actors()), tuple(table.committed()), own)
