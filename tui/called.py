"""What players are called whose names nobody gave: in the language of whoever reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tui.words.marks import N_

if TYPE_CHECKING:
    from saves.entries import Summary
    from saves.schema import SavedGame, Seat
    from tui.words import Words

# How a person is called who has given no name.
PLAYER: Final = N_("Player")
# Names for levels, by seat; people of a mess deck.
CREW: Final = (
    N_("Adler"), N_("Boyle"), N_("Castro"), N_("Dunn"), N_("Evans"), N_("Fox"), N_("Grant"),
    N_("Hale"),
)  # fmt: skip


def crew_in(words: Words) -> tuple[str, ...]:
    """The names for levels, by seat, in the language of ``words``."""
    return tuple([words.gettext(name) for name in CREW])


def usual_names(seats: Sequence[Seat], person: str, crew: Sequence[str] = CREW) -> tuple[str, ...]:
    """How ``seats`` are called where nobody gave a name: a person ``person``, numbered if there
    are several, a level as ``crew`` has it for the seat."""
    persons = [number for number, seat in enumerate(seats) if seat.kind == "person"]
    found = [crew[number % len(crew)] for number in range(len(seats))]
    for count, number in enumerate(persons, start=1):
        found[number] = person if len(persons) == 1 else f"{person} {count}"
    return tuple(found)


def names_of(words: Words, saved: SavedGame | Summary) -> tuple[str, ...]:
    """The names of a saved game, one a seat, those that nobody gave in the language of
    ``words``: as the table calls them once the game is resumed."""
    if not saved.usual:
        return saved.names
    usual = usual_names(saved.seats, words.gettext(PLAYER), crew_in(words))
    return tuple(
        [usual[seat] if seat in saved.usual else name for seat, name in enumerate(saved.names)]
    )
