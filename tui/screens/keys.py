"""The commands of the table: plain answers, picking and confirming, and what stands beside."""

from __future__ import annotations

from typing import Final

from engine import actions as act
from tui.commands import Command
from tui.words.marks import N_

STOCK = Command("answer.stock", "s", N_("stock"), f"answer({act.DRAW_STOCK})",
                N_("Take the top card of the stock"))  # fmt: skip
DISCARD_PILE = Command("answer.discard-pile", "d", N_("discard pile"),
                       f"answer({act.DRAW_DISCARD})", N_("Take the top discard"))  # fmt: skip
PASS = Command("answer.pass", "p", N_("pass"), f"answer({act.PASS})", N_("Bid nothing"))
SURRENDER = Command("answer.surrender", "s", N_("surrender"), f"answer({act.SURRENDER})",
                    N_("Lay no card against an attack"))  # fmt: skip
LEAVE_BARE = Command("answer.leave", "l", N_("leave bare"), f"answer({act.LEAVE})",
                     N_("Leave the attack card uncovered"))  # fmt: skip
ENTER_DEAL = Command("answer.enter", "e", N_("enter"), f"answer({act.ENTER})",
                     N_("Pay and play the deal"))  # fmt: skip
SIT_OUT = Command("answer.sit", "t", N_("sit out"), f"answer({act.SIT})",
                  N_("Sit this deal out"))  # fmt: skip
STAND = Command("answer.stand", "s", N_("exchange none"), f"answer({act.STAND})",
                N_("Keep all your cards"))  # fmt: skip
READY = Command("answer.ready", "r", N_("ready"), f"answer({act.READY})",
                N_("End your mustering"))  # fmt: skip

ANSWERS: Final = {
    act.DRAW_STOCK: STOCK,
    act.DRAW_DISCARD: DISCARD_PILE,
    act.PASS: PASS,
    act.SURRENDER: SURRENDER,
    act.LEAVE: LEAVE_BARE,
    act.ENTER: ENTER_DEAL,
    act.SIT: SIT_OUT,
    act.STAND: STAND,
    act.READY: READY,
}

CONFIRM = Command("table.confirm", "enter", N_("confirm"), "confirm",
                  N_("Do what is prepared; show the others' moves at once"),
                  shown=False)  # fmt: skip
TOGGLE = Command("table.pick", "space", N_("pick"), "pick",
                 N_("Pick the marked card, or put it back"), shown=False)  # fmt: skip
PREVIOUS = Command("table.previous", "left", N_("left"), "step(-1)",
                   N_("Mark the card to the left"), shown=False)  # fmt: skip
NEXT = Command("table.next", "right", N_("right"), "step(1)",
               N_("Mark the card to the right"), shown=False)  # fmt: skip
MORE = Command("table.more", "up,plus", N_("more"), "raise_(1)",
               N_("A higher number, the seat before"), shown=False)  # fmt: skip
LESS = Command("table.less", "down,minus", N_("less"), "raise_(-1)",
               N_("A lower number, the seat after"), shown=False)  # fmt: skip
UNDO_STEP = Command("table.back-step", "backspace", N_("take back"), "back_step",
                    N_("Put the last picked card back, or delete a digit"),
                    shown=False)  # fmt: skip
CLEAR = Command("table.clear", "escape", N_("clear"), "clear",
                N_("Put all picked cards back; with none picked, leave the table"),
                shown=False)  # fmt: skip

KEYS = Command("room.help", "question_mark,h,f1", N_("keys"), "help", N_("Show what the keys do"))
RULES = Command("table.rules", "b", N_("rules"), "rules", N_("Read the rules of this game"))
HINT = Command("table.hint", "i", N_("hint"), "hint",
               N_("Ask the strongest level what it would do"))  # fmt: skip
MOTIVE = Command("table.motive", "w", N_("why"), "motive",
                 N_("Ask why the others did what they did"))  # fmt: skip
NEWS = Command("table.news", "n", N_("news"), "news",
               N_("Read what happened since your last choice"))  # fmt: skip
LOG = Command("table.log", "g", N_("log"), "log", N_("Read all that happened so far"))
UNDO = Command("table.undo", "u", N_("undo"), "undo", N_("Take your last choice back"))
SORT = Command("table.sort", "o", N_("order"), "sort", N_("Sort the hand in another order"))
LOG_BACK = Command("table.log-back", "pageup", N_("log up"), "leaf(1)",
                   N_("Leaf the log back"), shown=False)  # fmt: skip
LOG_ON = Command("table.log-on", "pagedown", N_("log down"), "leaf(-1)",
                 N_("Leaf the log on"), shown=False)  # fmt: skip
LEAVE = Command("table.leave", "q", N_("leave"), "back", N_("Leave the table; the game is saved"))

TABLE: Final = (
    *ANSWERS.values(),
    CONFIRM, TOGGLE, PREVIOUS, NEXT, MORE, LESS, UNDO_STEP, CLEAR,
    KEYS, HINT, UNDO, RULES, MOTIVE, NEWS, LOG, SORT, LEAVE, LOG_BACK, LOG_ON,
)  # fmt: skip

# Letters that later commands of the table will want: no card has them as its key.
_RESERVED: Final = "uwin"
_LETTERS: Final = "acfjkmvxyzdepsltrghboqbuwin"

# What the confirming key does, by the kind of choice.
CONFIRM_LABELS: Final = {
    act.DISCARD: N_("discard"),
    act.BID: N_("bid"),
    act.ATTACK: N_("attack"),
    act.ASSAULT: N_("attack"),
    act.DEFEND: N_("defend"),
    act.COVER: N_("cover"),
    act.FIGHT: N_("put forward"),
    act.EXCHANGE: N_("exchange"),
    act.PLAY: N_("play"),
    act.MUSTER: N_("announce"),
    act.CHALLENGE: N_("challenge"),
    act.SQUAD: N_("send"),
}


def card_labels(count: int, taken: set[str]) -> str:
    """A key for each of ``count`` cards: digits, then letters that no command has."""
    free = "".join([digit for digit in "1234567890" if digit not in taken])
    for letter in _LETTERS:
        if letter not in taken and letter not in _RESERVED and letter not in free:
            free += letter
    return free[:count]
