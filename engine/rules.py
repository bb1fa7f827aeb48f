"""Rule sets: what there is to play, registered by entry points of the group ``messdeck.rules``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from engine.game import Game
from engine.options import Option, Options, complete
from engine.refusals import OptionFault

# Options and snapshot of one version of a rule set -> those of the next.
Upgrade = Callable[
    [Mapping[str, object], Mapping[str, object]], tuple[Mapping[str, object], Mapping[str, object]]
]


@dataclass(frozen=True)
class RuleSet:
    """One rule set.

    id: as typed and as in records. version: changes only when its behaviour does.
    seats: the numbers of players it takes. decks: decks of 52 at the smallest table.
    options: declared options. make: the game from a number of players and all options.
    earlier: the released versions before this one, whose saved positions can be played on; each
    with what makes its options and snapshots those of the next released version, None if they
    have not changed.
    """

    id: str
    version: int
    seats: tuple[int, ...]
    decks: int
    options: tuple[Option, ...]
    make: Callable[[int, Options], Game]
    earlier: Mapping[int, Upgrade | None] = field(default_factory=dict)

    def game(self, players: int, given: Mapping[str, object] | None = None) -> Game:
        """The game for ``players`` with ``given`` options and defaults for the rest.

        Raises OptionFault for a number of players or an option that the rule set does not take.
        """
        if isinstance(players, bool) or not isinstance(players, int) or players not in self.seats:
            raise OptionFault("players", name="players", value=players, choices=self.seats)
        return self.make(players, complete(self.options, given or {}, players))
