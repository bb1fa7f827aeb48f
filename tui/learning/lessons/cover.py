"""The lesson of battalion-cover: declare, attack, cover card by card."""

from __future__ import annotations

from typing import Final

from tui.learning.lessons.lesson import Lesson
from tui.words.marks import N_

COVER: Final = Lesson(
    "battalion-cover",
    3,
    "lesson 60",
    2,
    (
        "0 draw stock",
        "0 discard 6C",
        "1 draw stock",
        "1 discard 2D",
        "2 draw stock",
        "2 discard 5H",
        "0 bid 4",
        "1 pass",
        "2 pass",
        "0 attack AS KS TS TS",
        "1 cover QS",
        "1 cover 2C",
        "1 cover 3D",
        "1 cover 3D",
        "1 attack KH AH",
        "2 cover AH",
        "2 cover 8H",
        "2 attack 7D 8D",
        "0 cover 9D",
        "0 cover JD",
        "0 attack KD KD",
        "1 cover AD",
        "1 cover 2D",
    ),
    (
        N_(
            "Here ranks matter: aces are high. First everybody improves their hand. The discard "
            "pile is still empty, so take the top card of the stock."
        ),
        N_(
            "High cards attack and cover best. You hold two low clubs: throw one of the sixes away."
        ),
        N_(
            "Who holds four cards of a suit may declare them, and the highest declaration attacks "
            "first, with exactly that many cards. Declare your four."
        ),
        N_(
            "You always attack the player to your left. Lay your four spades, the highest first. "
            "A spade higher than yours would cost you 2 chips; a card that is not covered in its "
            "suit costs {left} 1."
        ),
        N_(
            "Three cards were not covered in spades: {left} paid 3 chips into the bank. Now "
            "{right} attacks you. Cover each card with a higher diamond, as cheaply as you can: "
            "first the 7, with your 9."
        ),
        N_(
            "Higher, so {right} will pay 2 chips for the 7. Now cover the 8 with the jack. The "
            "kings are too good for it."
        ),
        N_(
            "{right} paid 4 chips. Who was attacked attacks next: you. From now on at least two "
            "cards of one suit are needed. Your two kings are the hardest to cover."
        ),
        N_(
            "An ace cost you 2 chips: only an ace is safe from that. When somebody has no chips "
            "left, whoever has most wins and takes the bank. Now you know it all!"
        ),
    ),
    {"chips": 10, "rounds": 1},
    {
        1: N_("A pity for such a card! A six of clubs helps you least."),
        3: N_(
            "You declared four cards: lay your spades, the ace first, then the king and the tens."
        ),
        4: N_("It would do, but a 9 beats a 7 just as well. Keep the better cards."),
        5: N_("It would do, but the jack beats the 8 just as well. Keep the better cards."),
        6: N_("The two kings of diamonds are harder to cover: take these."),
    },
)
