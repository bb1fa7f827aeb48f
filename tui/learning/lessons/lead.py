"""The lesson of fight-for-the-lead: fight, exchange, four tricks."""

from __future__ import annotations

from typing import Final

from tui.learning.lessons.lesson import Lesson
from tui.words.marks import N_

LEAD: Final = Lesson(
    "fight-for-the-lead",
    2,
    "lesson 96",
    1,
    (
        "0 fight 3C",
        "1 fight 4D",
        "0 exchange 6C",
        "1 stand",
        "0 play AD",
        "1 play 7D",
        "0 play KD",
        "1 play 8D",
        "0 play KH",
        "1 play 7H",
        "0 play 9D",
        "1 play 6S",
    ),
    (
        N_(
            "Everybody has paid 4 chips into the pot and holds 4 cards. First comes the fight for "
            "the lead: one card each, face down. Your high cards are for the tricks, so fight "
            "with the 3."
        ),
        N_(
            "A club was turned up, and yours was the only club: the lead is yours. Now cards may "
            "be exchanged for 4 chips each. The 6 will take no trick: exchange it."
        ),
        N_(
            "A king! Now four tricks are played, each for a quarter of the pot. You lead: who has "
            "your suit must follow it, and the highest of it wins. Lead the ace of diamonds."
        ),
        N_(
            "One trick is yours, and you lead again. Is there a higher diamond than your king? "
            "The ace is gone, so it is the highest: lead it."
        ),
        N_(
            "Two tricks. The ace of hearts is still somewhere, but {left} did not exchange for "
            "it. Try the king of hearts."
        ),
        N_(
            "Three tricks. One card is left; a card of a suit that {left} does not have cannot be "
            "beaten. Lead it."
        ),
        N_(
            "All four tricks and the whole pot. {left} took none and owes the whole pot of this "
            "deal as the price of the next one. Most chips after the last deal win. Well played!"
        ),
    ),
    {"deals": 2},
    {
        0: N_("Too good to be spent on the fight! Put the 3 of clubs forward."),
        1: N_("Keep your high cards: exchange the 6 of clubs alone."),
        2: N_("The ace of diamonds cannot be beaten: begin with it."),
        3: N_("The king of diamonds cannot be beaten any more: go on with it."),
        4: N_("The king of hearts is the stronger one: lead it."),
    },
)
