"""What everybody can check about the shuffle, on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from engine.fairness import mixed_seed
from tui.look import Look
from tui.screens.pages import TextScreen
from tui.widgets.canvas import wrapped
from tui.words import Words
from tui.words.marks import N_

if TYPE_CHECKING:
    from tui.house.table import SharedTable


def proof_screen(table: SharedTable, words: Words, look: Look) -> TextScreen:
    """The commitment, what people gave, and after the game the house's number and the seed."""
    proof = table.proof()
    say = words.gettext
    names = table.names()
    lines: list[tuple[str, str]] = [
        (say(N_("The house drew a number and bound itself to it, and to the dealer, before "
                "anybody said anything. Its commitment is:")), ""),
        ("", proof.commitment),
        (say(N_("Then people gave their words for the shuffle:")), ""),
    ]  # fmt: skip
    ready = table.sitting is not None or table.is_settled()
    for one in proof.said:
        shown = words.said(one.text) if ready else say(N_("given, shown when all are ready"))
        text = words.fill(
            N_("{name}: {text}"), {"name": words.said(names[one.seat]), "text": shown}
        )
        lines.append(("", text))
        if one.seal:
            text = words.fill(N_("sealed before as {seal}"), {"seal": words.said(one.seal)})
            lines.append(("", text))
    for chair in table.chairs if table.sitting is None and ready else ():
        if chair.seal and not chair.text:
            text = words.fill(N_("{name} has sealed: {seal}"), {
                "name": words.said(chair.name), "seal": words.said(chair.seal)
            })  # fmt: skip
            lines.append(("", text))
    if not proof.said:
        lines.append(("", say(N_("Nobody has given one so far."))))
    if proof.house:
        lines += [
            (say(N_("The game is over; the number of the house is:")), ""),
            ("", proof.house),
            (say(N_("All shuffles of the game follow from the seed:")), ""),
            ("", mixed_seed(bytes.fromhex(proof.house), proof.said).hex()),
        ]
    else:
        lines.append(
            (say(N_("The number of the house is shown when the game is over; only then the cards "
                    "are no secret any more.")), "")
        )  # fmt: skip
    lines.append(
        (say(N_("messdeck record check --fair does all the sums again with the record of the "
                "game. Note the commitment down now, and it cannot be another one then.")), "")
    )  # fmt: skip

    def lay_out(width: int) -> list[Content]:
        found: list[Content] = []
        for told, value in lines:
            if told:
                if found:
                    found.append(Content())
                found += [Content.styled(row, "") for row in wrapped(told, width)]
            else:
                found += [Content.styled(row, "$text-accent") for row in wrapped(value, width)]
        return found

    return TextScreen(say(N_("The shuffle")), lay_out)
