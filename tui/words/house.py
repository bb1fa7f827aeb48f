"""What is said around shared tables: what cannot be done there, and whether shuffles were fair."""

from __future__ import annotations

from typing import Final

from tui.words.faults import Sentences
from tui.words.marks import N_

HOUSE: Final[Sentences] = {
    "no-such-table": N_("This table was closed meanwhile."),
    "house-closes": N_("The house is about to close; come back a little later."),
    "too-many-tables": N_("The house has {most} tables, and all are in use."),
    "too-many-own-tables": N_("You have {most} tables already; leave one of them first."),
    "seat-taken": N_("Somebody else has this seat."),
    "seat-of-level": N_("This seat is not for people."),
    "table-full": N_("Every seat of this table is taken; you can watch."),
    "seated-already": N_("You sit at this table already."),
    "game-runs": N_("A game is being played there; you can watch until it is over."),
    "no-game": N_("No game is being played at this table now."),
    "wrong-phrase": N_("That is not the pass phrase of this table."),
    "phrases-too-fast": N_("That was too often; try again in {seconds} s."),
    "too-many-watchers": N_("There is room for {most} who watch a table, not more."),
    "too-many-screens": N_("You look at this table from {most} places already."),
    "not-seated": N_("Only those who sit at the table can do that."),
    "chat-too-fast": N_("Not so fast: you can say more in {seconds} s."),
    "chat-nothing": N_("There is nothing in it to be said."),
    "vote-runs": N_("A choice is being taken back already; wait for the answers."),
    "no-vote": N_("That question is settled already."),
    "not-all-ready": N_("Everybody who sits here has to be ready first."),
    "text-missing": N_("A word of yours for the shuffle is missing."),
    "seal-broken": N_("That is not the word that you had sealed."),
    "bad-plan": N_("The table cannot be opened like this ({key})."),
}
FAIR: Final[Sentences] = {
    "no-proof": N_("the record says nothing that its shuffles could be checked by"),
    "bad-proof": N_("what it says about its shuffles cannot be read ({key})"),
    "not-revealed": N_("the house has not shown its number, as the game was not over"),
    "commitment-differs": N_("the house's number is not the one that it had promised"),
    "seal-differs": N_("what {seat} gave to the shuffle is not what had been sealed"),
    "seed-differs": N_("the seed is not what house and people gave together"),
    "shuffle-not-of-seed": N_("shuffle {number} is not the one of the seed"),
}
