"""What a match of Fight for the Lead is played for, and the names of its phases and endings."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from engine import bits

ENTERING: Final = 0
FIGHTING: Final = 1
EXCHANGING: Final = 2
TRICKS: Final = 3
OVER: Final = 4
PHASES: Final = ("enter", "fight", "exchange", "play", "over")

RUNNING: Final = 0
DEALS_PLAYED: Final = 1
TOO_FEW_ANTES: Final = 2
TOO_FEW_PLAY: Final = 3
ENDINGS: Final = ("", "deals-played", "too-few-antes", "too-few-play")

LAPSES: Final = 0
STANDS: Final = 1
FORCED: Final = 2
DEBTS: Final = ("lapses", "stands", "forced")

OWING: Final = 0
ANYONE: Final = 1
SIT_OUTS: Final = ("owing", "anyone")

HAND_SIZE: Final = 4
MAX_PLAYERS: Final = 5
MAX_CHIPS: Final = 9999


@mypyc_attr(native_class=True)
class Terms:
    """What was agreed before the match; it never changes, and all positions of a match share it.

    players: seats of the match. ante, chips, deals: the options. debt: LAPSES … FORCED.
    sit_out: OWING or ANYONE. hand_size: cards in a hand, which is also the number of tricks (4;
    less only in tests). pack: mask of all cards; ``cards``: the same in card order. purse, zeros,
    empty: what every match begins with, shared and never written to.
    """

    def __init__(
        self,
        players: i64,
        ante: i64,
        chips: i64,
        deals: i64,
        debt: i64,
        sit_out: i64,
        hand_size: i64,
        cards: list[int],
    ) -> None:
        self.players = players
        self.ante = ante
        self.chips = chips
        self.deals = deals
        self.debt = debt
        self.sit_out = sit_out
        self.hand_size = hand_size
        self.pack = bits.mask_of(cards)
        self.cards = vec[i64](cards)
        self.purse = vec[i64]([chips] * players)
        self.zeros = vec[i64]([0] * players)
        self.empty = vec[i64]()
