"""The lesson of generals-war: muster, send squads, capture generals."""

from __future__ import annotations

from typing import Final

from tui.learning.lessons.lesson import Lesson
from tui.words.marks import N_

WAR: Final = Lesson(
    "generals-war",
    2,
    "lesson 209",
    1,
    (
        "0 muster AC",
        "0 ready",
        "1 muster AD",
        "1 muster AS",
        "1 ready",
        "0 squad TH QD JC",
        "1 squad AS 8S 9S",
        "0 squad 2S 3S 2D",
        "1 squad TC QC KC",
        "0 squad TS JS JH",
        "1 squad AH 9H 7H",
    ),
    (
        N_(
            "Aces are generals. Before the war each player may show an ace and draws five cards "
            "for it. More cards mean better squads: announce your ace."
        ),
        N_(
            "Five more cards. The ace stays in your hand and is worth only 1. You have no other "
            "ace, so say that you are ready."
        ),
        N_(
            "A battle: both send three cards face down, and the higher sum wins. A king is worth "
            "13, a queen 12, a jack 11. Send the queen, the jack and the 10."
        ),
        N_(
            "33 to 18! All six cards are on your pile, and an ace among them: one of {left}'s "
            "generals is captured. Now save your strength: send the three lowest cards, whatever "
            "comes."
        ),
        N_(
            "{left} spent a king and a queen on your low cards. You drew the jacks in between: "
            "send both jacks and the 10."
        ),
        N_(
            "Another general! Two captured generals of one player win at once; so do enough "
            "points on your pile. You win: that is General's War."
        ),
    ),
    {"target": 100},
    {
        0: N_("You could, but five more cards are worth more than a general that is known."),
        2: N_("These may lose. Send the three of most value: the queen, the jack and the 10."),
        3: N_("Too good for now. Send the two deuces and the 3 of spades."),
        4: N_("Now is the time for strength: send both jacks and the 10 of spades."),
    },
)
