"""What the prompt says about an answer in the making, and which keys it offers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import BID
from tui.renderers.question import Answering, Need, Stage
from tui.renderers.renderer import Renderer
from tui.screens import keys
from tui.widgets.prompt import KeyHint
from tui.words import Scene, Words
from tui.words.marks import N_

if TYPE_CHECKING:
    from tui.screens.table_picture import TablePicture


def question_of_stage(answering: Answering, renderer: Renderer, words: Words, scene: Scene) -> str:
    """What is asked, in a sentence."""
    question = answering.question
    if answering.stage is Stage.SEAT and question.cards is not None:
        return words.fill(
            N_("Whom do you attack with {cards}?"), {"cards": words.cards(answering.cards)}
        )
    return words.prompt(question.kinds, scene, renderer.prompt_values(question))


def detail_of(answering: Answering, renderer: Renderer, words: Words, scene: Scene) -> str:
    """The answer so far."""
    question = answering.question
    if answering.word is not None:
        choice = words.said(words.action(answering.word, scene))
        return words.fill(N_("Prepared: {choice}."), {"choice": choice})
    if answering.stage is Stage.NUMBER:
        low, high = question.numbers[0], question.numbers[-1]
        if low == high and answering.typed:
            return words.fill(N_("Your number: {number}."), {"number": int(answering.typed)})
        if low == high:
            text = N_("{number} is the only number that is allowed.")
            return words.fill(text, {"number": low})
        if answering.typed:
            return words.fill(
                N_("Your number: {number} (from {low} to {high})"),
                {"number": int(answering.typed), "low": low, "high": high},
            )
        return words.fill(
            N_("Type a number from {low} to {high}, or choose it with the arrows."),
            {"low": low, "high": high},
        )
    if answering.picked:
        refusal = answering.trial() if question.most == 1 else None
        if refusal is not None:
            return words.refusal(refusal, scene)
        return renderer.preview(answering)
    return renderer.hint_without_cards(question)


def missing_sentence(need: Need, answering: Answering, words: Words) -> str:
    """What to do before the answer can be confirmed."""
    if need is Need.CARDS:
        if answering.question.most == 1:
            return words.gettext(N_("Pick a card first, by its key or with the arrows."))
        return words.gettext(N_("Pick cards first, by their keys or with the arrows and space."))
    if need is Need.SEAT:
        return words.gettext(N_("Choose a player first, by number or with the arrows."))
    if need is Need.NUMBER:
        return words.gettext(N_("Type a number first, or choose it with the arrows."))
    return words.gettext(N_("Answer with one of the keys below."))


def answer_hints(screen: TablePicture, answering: Answering, scene: Scene) -> list[KeyHint]:
    """The keys that answer now."""
    words, question = screen.words, answering.question
    found: list[KeyHint] = []
    confirm = _confirm_hint(screen, answering)
    if answering.stage is Stage.CARDS:
        labels = screen.labels()
        pick = "".join([label for at, label in enumerate(labels) if at in question.playable])
        keys_ = _span(pick, labels, screen.look.glyphs.dash)
        found.append(KeyHint(keys_, words.gettext(N_("pick"))))
        found.append(confirm)
    elif answering.stage is Stage.SEAT:
        for seat in question.seats:
            mark = screen.look.glyphs.cursor if seat == answering.seat else ""
            number = str(seat + 1)
            found.append(KeyHint(f"{mark}{number}", words.name(seat, scene), (number,)))
        if question.cards is not None:
            found.append(screen.hint(keys.CLEAR, N_("other cards")))
        elif answering.seat is not None:
            found.append(confirm)
        return found
    elif answering.stage is Stage.NUMBER:
        if len(question.numbers) > 1:
            found += [screen.hint(keys.MORE), screen.hint(keys.LESS)]
        found.append(confirm)
    elif answering.word is not None:
        found.append(confirm)
    for kind in question.plain:
        hint = screen.hint(keys.ANSWERS[kind])
        if kind == answering.word:
            hint = hint._replace(key=f"{screen.look.glyphs.cursor}{hint.key}")
        found.append(hint)
    return found


def _span(labels: str, among: str, dash: str) -> str:
    """The keys of cards in short: ``1–0 a–f``; of two cards ``1 2``. among: those of all cards."""
    found: list[str] = []
    for row in (among[:10], among[10:]):
        part = "".join([label for label in labels if label in row])
        whole = len(part) > 2 and part in row
        found += [f"{part[0]}{dash}{part[-1]}"] if whole else list(part)
    return " ".join(found)


def _confirm_hint(screen: TablePicture, answering: Answering) -> KeyHint:
    question = answering.question
    if answering.word is not None:
        return screen.hint(keys.CONFIRM)
    kind = question.cards
    if kind is None:
        kind = question.seat_kind if question.seat_kind is not None else question.number
    label = keys.CONFIRM_LABELS.get(kind, keys.CONFIRM.label) if kind else keys.CONFIRM.label
    if kind is not None and screen.table.game.rules == "battalion-cover" and kind == BID:
        label = N_("declare")
    return screen.hint(keys.CONFIRM, label)
