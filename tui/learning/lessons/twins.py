"""The lesson of battalion-twins: collect twins, bid, attack, defend."""

from __future__ import annotations

from typing import Final

from tui.learning.lessons.lesson import Lesson
from tui.words.marks import N_

TWINS: Final = Lesson(
    "battalion-twins",
    3,
    "lesson 359",
    2,
    (
        "0 draw discard",
        "0 discard 2D",
        "1 draw stock",
        "1 discard AD",
        "2 draw discard",
        "2 discard 8S",
        "0 bid 5",
        "1 pass",
        "2 pass",
        "0 attack 1 5C 7C 7C TC JC",
        "1 defend 9C",
        "1 attack 0 2H 3H",
        "0 defend 2H 8H JH",
        "2 attack 1 3D 4D",
        "1 surrender",
        "0 attack 2 3S 4S 6S 8S TS QS",
        "2 surrender",
    ),
    (
        N_(
            "Two packs are mixed, so every card is there twice. Two of the same are twins and "
            "count double. You hold a seven of clubs; another one lies on the discard pile. Take "
            "it."
        ),
        N_(
            "Now one card has to go. Strength is many cards of one suit, whatever their rank. "
            "Diamonds are your weakest suit: throw the deuce away."
        ),
        N_(
            "The highest bid attacks first. You may bid up to the length of your longest suit, "
            "and must then attack with that many cards. You have five clubs: bid 5."
        ),
        N_(
            "All the clubs together: five cards, and the twins count double, which makes 7 "
            "points. {left} will have few clubs. Pick all five clubs and attack {left}."
        ),
        N_(
            "7 to 1: {left} paid you the 6 points of difference. Now {left} attacks with two "
            "hearts. Laid cards are drawn again, so defend with all three of yours."
        ),
        N_(
            "An attack that fails costs double: {left} paid 2 for a difference of 1. Diamonds "
            "attacked last and may not attack now. Attack {right} with all your spades."
        ),
        N_(
            "{right} had no spades and surrendered: 6 chips for you. When somebody has no chips "
            "left, the game ends and most chips win. That is all there is to it!"
        ),
    ),
    {"chips": 12, "rounds": 1},
    {
        0: N_("The stock may hold anything, but the seven on the discard pile makes twins."),
        3: N_(
            "A good idea for later. The bid asks for five cards: take all your clubs, and {left}."
        ),
        4: N_("You may, but every card counts, and you draw up to ten again. Lay all your hearts."),
    },
)
