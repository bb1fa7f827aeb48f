"""What one seat of Fight for the Lead knows."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from engine.fight_for_the_lead.match import outcome_of
from engine.fight_for_the_lead.public import LeadPublic
from engine.fight_for_the_lead.refusing import refusal_of
from engine.fight_for_the_lead.sampling import WorldMaker, Worlds
from engine.fight_for_the_lead.snapshot import dump_of_view
from engine.fight_for_the_lead.terms import OVER
from engine.game import Dump, Game, State, View
from engine.outcome import Outcome
from engine.refusals import Refusal
from engine.rng import Rng


@mypyc_attr(native_class=True)
class LeadView(View):
    """public: what everybody knows. hand: mask of the seat's cards. fight: its own fight card that
    lies face down (still in ``hand``), -1 for none. given: mask of the cards it exchanged away in
    this deal. late: mask of the cards it was dealt from a stock made anew in this deal. A
    spectator has none of these."""

    def __init__(
        self,
        game: Game,
        seat: int,
        public: LeadPublic,
        hand: i64,
        fight: i64,
        given: i64,
        late: i64,
        maker: WorldMaker,
    ) -> None:
        self.game = game
        self.seat = seat
        self.public = public
        self.hand = hand
        self.fight = fight
        self.given = given
        self.late = late
        self.maker = maker
        self.worlds: Worlds | None = None

    def actors(self) -> list[int]:
        return self.public.actors()

    def legal_count(self) -> i64:
        return self.public.legal_count(self.seat, self.hand)

    def legal_nth(self, n: i64) -> i64:
        return self.public.legal_nth(self.seat, self.hand, n)

    def refusal(self, action: int) -> Refusal | None:
        return refusal_of(self.public, self.seat, self.hand, action)

    def outcome(self) -> Outcome | None:
        return outcome_of(self.public) if self.public.phase == OVER else None

    def unseen(self) -> i64:
        """The cards of which the seat does not know where they are, as a mask."""
        return self._worlds().unseen

    def sample(self, rng: Rng) -> State:
        """A world drawn uniformly. What is certain, and so the same in all of them:

        the own hand; every card played, and, until they are shuffled into a new stock, the cards
        turned up, the fight cards and the own cards exchanged away; that who did not follow suit
        has none of it left. Of cards shuffled into a new stock, all but those that others gave up
        are known: they are in the stock or were dealt from it since, nowhere else. Fight cards
        and exchanges by choice say nothing. A fight card that another seat has put down in a
        half-made round is taken back to its hand.

        Where a new stock was made, worlds are told apart by who gave up which card and who was
        dealt which card from it, too; so a hand counts once for every way it can have come about.
        """
        return self._worlds().world(rng)

    def _worlds(self) -> Worlds:
        worlds = self.worlds
        if worlds is None:
            worlds = Worlds(
                self.game,
                self.public,
                self.seat,
                self.hand,
                self.fight,
                self.given,
                self.late,
                self.maker,
            )
            self.worlds = worlds
        return worlds

    def dump(self) -> Dump:
        return dump_of_view(self.seat, self.public, self.hand, self.fight, self.given, self.late)
