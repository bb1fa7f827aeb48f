"""What is certain about unseen cards in Battalion: a bounded record made of public events alone.

Every card that a seat got unseen lies in a *slot*. The ledger knows, for each seat, when slots were
filled, which cards came out of them (only the seat knows out of which), and facts about whole
hands: a bid, a declaration, a suit that the seat lacked or held, a hand without two of a suit. At
a reshuffle it keeps the whole discard pile: what is drawn later comes from there, and what was
drawn before does not. A card that everybody knows a seat to hold (it took it face up) is no slot;
whoever lays such a card is taken to lay that one, not an equal one out of a slot.

Kept is only what still says something, so the record is bounded:

- a seat without facts has only its number of slots, until a pile is reshuffled;
- a fact goes when it is proven: cards that the seat knowably held at that time and that lie open
  suffice for it, or no slot of that time is left;
- a fact *fades*: when the seat has shown more than FADED cards since, and could have shown what the
  fact asks for among them, it is dropped. "Holds one of a suit" of which none was shown since moves
  to the present instead. A lack, and the upper end of a length, fade by number alone;
- a seat has at most MOST_FACTS facts; the oldest makes way;
- reshuffles are told apart as long as they are among the last MOST_CUTS, and not more than
  LONG_AGO cards were shown since. Slots from before the oldest of them are not told apart by age.

Whatever is dropped only widens what seems possible. Nothing true is ever excluded.
``engine.battalion.plan`` turns a ledger and what a seat knows itself into worlds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from engine import bits
from engine.battalion.facts import (
    ALL_SUITS,
    CUT,
    DREW,
    HOLDS,
    KNEW,
    LACKS,
    LONGEST,
    MOST_CARDS,
    POINTS,
    SHOWED,
    entry,
    entry_text,
    first_of,
    is_fact,
    kind_of,
    parse_entry,
    second_of,
)
from engine.cards import DECK_SIZE, cards_text
from engine.game import Dump
from engine.refusals import BadSnapshot, BrokenState
from engine.snapshots import piles, wholes

FADED: Final = 16
MOST_FACTS: Final = 6
MOST_CUTS: Final = 2
LONG_AGO: Final = 32
MOST_ENTRIES: Final = 600
MOST_PILE: Final = 156


@mypyc_attr(native_class=True)
class Ledger:
    """The record of one table.

    base: slots each seat had before its first entry. entries: one list a seat, oldest first
    (``battalion.facts``); it is empty or starts with a fact or a CUT. cuts: for each CUT, oldest
    first, how many copies of each card 0 to 51 were reshuffled; these lists never change.
    """

    def __init__(self, players: int) -> None:
        self.players = players
        self.base = [0] * players
        self.entries: list[list[int]] = [[] for seat in range(players)]
        self.cuts: list[list[int]] = []

    def clone(self) -> Ledger:
        """An independent copy."""
        copy = Ledger(self.players)
        copy.base = self.base[:]
        copy.entries = [entries[:] for entries in self.entries]
        copy.cuts = self.cuts[:]
        return copy

    # What happens at the table

    def dealt(self, size: int) -> None:
        """A hand begins: every seat gets ``size`` unseen cards, and all before is forgotten."""
        for seat in range(self.players):
            self.base[seat] = size
            self.entries[seat] = []
        self.cuts = []

    def drew(self, seat: int, count: int) -> None:
        """``seat`` got ``count`` cards from the stock."""
        entries = self.entries[seat]
        if not entries:
            self.base[seat] += count
        elif kind_of(entries[-1]) == DREW and first_of(entries[-1]) + count < 256:
            entries[-1] = entry(DREW, first_of(entries[-1]) + count)
        else:
            entries.append(entry(DREW, count))

    def showed(self, seat: int, card: int) -> None:
        """``seat`` put ``card`` where all see it, out of one of its slots."""
        if not self.entries[seat]:
            self.base[seat] -= 1
            return
        self.entries[seat].append(entry(SHOWED, card))
        self._settle(seat)
        self._fade(seat)

    def reshuffled(self, pile: vec[i64]) -> int:
        """``pile``, the whole discard pile, is the new stock.

        Returns how many of the oldest reshuffles are no longer told apart (``Drawn.forget``).
        """
        dropped = 0
        while self.cuts and (len(self.cuts) >= MOST_CUTS or self._shown_since_cut() > LONG_AGO):
            self._drop_cut()
            dropped += 1
        counts = [0] * DECK_SIZE
        for card in pile:
            counts[card] += 1
        self.cuts.append(counts)
        for entries in self.entries:
            entries.append(entry(CUT))
        return dropped

    # What is certain about a hand now. ``known`` are the cards that all know to be in it.

    def longest(self, seat: int, low: int, high: int, known: list[int]) -> None:
        """The longest suit in the hand has ``low`` to ``high`` cards."""
        self._state(seat, entry(LONGEST, low, min(high, MOST_CARDS)), known)

    def points(self, seat: int, low: int, known: list[int]) -> None:
        """The best suit in the hand is worth ``low`` battle points or more."""
        self._state(seat, entry(POINTS, low), known)

    def holds(self, seat: int, suits: int, known: list[int]) -> None:
        """There is a card of the suits in the mask ``suits`` in the hand."""
        if suits != ALL_SUITS:
            self._state(seat, entry(HOLDS, suits), known)

    def lacks(self, seat: int, suits: int) -> None:
        """There is no card of the suits in the mask ``suits`` in the hand."""
        if suits != 0 and not self._lacks_now(seat, suits):
            self._state(seat, entry(LACKS, suits), [])

    def _lacks_now(self, seat: int, suits: int) -> bool:
        """Whether this was said before, and no card came since."""
        for code in self.entries[seat][::-1]:
            if kind_of(code) == DREW:
                return False
            if kind_of(code) == LACKS and first_of(code) & suits == suits:
                return True
        return False

    def _state(self, seat: int, code: int, known: list[int]) -> None:
        entries = self.entries[seat]
        at = len(entries)
        while at > 0 and (is_fact(entries[at - 1]) or kind_of(entries[at - 1]) == KNEW):
            at -= 1
            if entries[at] == code and self._knew(seat, at) == known:
                return  # the same was said just now
        self._append(seat, code, known)
        self._settle(seat)

    def _knew(self, seat: int, at: int) -> list[int]:
        """The known cards that belong to the fact at ``at``."""
        entries = self.entries[seat]
        cards: list[int] = []
        at += 1
        while at < len(entries) and kind_of(entries[at]) == KNEW:
            cards.append(first_of(entries[at]))
            at += 1
        return cards

    def _append(self, seat: int, code: int, known: list[int]) -> None:
        facts = [at for at, said in enumerate(self.entries[seat]) if is_fact(said)]
        if len(facts) >= MOST_FACTS:
            self._remove(seat, facts[0])
        entries = self.entries[seat]
        entries.append(code)
        for card in known:
            entries.append(entry(KNEW, card))

    # Tidying

    def slots(self, seat: int, until: int = -1) -> int:
        """How many slots ``seat`` had before entry ``until``; by default how many it has now."""
        entries = self.entries[seat]
        count = self.base[seat]
        for at in range(len(entries) if until < 0 else until):
            kind = kind_of(entries[at])
            if kind == DREW:
                count += first_of(entries[at])
            elif kind == SHOWED:
                count -= 1
        return count

    def drawn_since_cuts(self, seat: int) -> list[int]:
        """How many cards ``seat`` drew after each CUT; the first number, before any, is 0."""
        drew = [0] * (MOST_CUTS + 1)
        generation = 0
        for code in self.entries[seat]:
            if kind_of(code) == CUT:
                generation += 1
            elif kind_of(code) == DREW and generation > 0:
                drew[generation] += first_of(code)
        return drew

    def _settle(self, seat: int) -> None:
        """Drops what is proven."""
        at = 0
        while at < len(self.entries[seat]):
            if not is_fact(self.entries[seat][at]):
                at += 1
                continue
            proven, full = self._is_proven(seat, at)
            if full != 0 and not self._lacks_now(seat, full):
                self._append(seat, entry(LACKS, full), [])
                at = 0
            elif proven:
                self._remove(seat, at)
                at = 0
            else:
                at += 1
        self._trim(seat)

    def _is_proven(self, seat: int, at: int) -> tuple[bool, int]:
        """Whether nothing about unseen cards follows from the fact at ``at`` any more, and a mask
        of suits of which it says that no card is left. A LONGEST that is half proven is halved."""
        entries = self.entries[seat]
        code = entries[at]
        kind = kind_of(code)
        first = first_of(code)
        shown = self._knew(seat, at)
        # Slots of now and of then are the same until a card is drawn.
        left = self.slots(seat, at)
        drawn = False
        for later in entries[at + 1 + len(shown) :]:
            if kind_of(later) == DREW:
                drawn = True
                break
            if kind_of(later) == SHOWED:
                shown.append(first_of(later))
                left -= 1
        if left <= 0:
            return True, 0
        lengths = suit_lengths(shown)
        if kind == HOLDS:
            return any(lengths[suit] > 0 and first >> suit & 1 for suit in range(4)), 0
        if kind == POINTS:
            return most_points(shown) >= first, 0
        if kind == LACKS:
            return False, 0
        low = 0 if max(lengths) >= first else first
        high = second_of(code)
        entries[at] = entry(LONGEST, low, high)
        full = 0
        proven = low == 0
        for suit in range(4):
            if lengths[suit] >= high:
                full |= bits.bit(suit)
            elif lengths[suit] + left > high:
                proven = False
        return proven, 0 if drawn else full

    def _fade(self, seat: int) -> None:
        """Drops facts that say next to nothing any more."""
        at = 0
        while at < len(self.entries[seat]):
            code = self.entries[seat][at]
            if not is_fact(code):
                at += 1
                continue
            open_: list[int] = []
            cards = 0
            for later in self.entries[seat][at + 1 :]:
                if kind_of(later) == SHOWED:
                    open_.append(first_of(later))
                    cards += 1
            if cards <= FADED:
                break  # all that come later are younger
            if self._could_be_shown(code, open_):
                self._remove(seat, at)
            elif kind_of(code) == HOLDS:
                self._remove(seat, at)
                self.entries[seat].append(code)
            else:
                at += 1
        self._trim(seat)

    def _could_be_shown(self, code: int, cards: list[int]) -> bool:
        lengths = suit_lengths(cards)
        kind = kind_of(code)
        if kind == HOLDS:
            return any(lengths[suit] > 0 and first_of(code) >> suit & 1 for suit in range(4))
        if kind == POINTS:
            return 2 * max(lengths) >= first_of(code)
        return kind == LACKS or max(lengths) >= first_of(code)

    def _remove(self, seat: int, at: int) -> None:
        """Takes out the fact at ``at`` with the known cards that belong to it."""
        entries = self.entries[seat]
        end = at + 1 + len(self._knew(seat, at))
        self.entries[seat] = entries[:at] + entries[end:]

    def _trim(self, seat: int) -> None:
        """Forgets what came before the first fact or CUT."""
        entries = self.entries[seat]
        at = 0
        while at < len(entries) and kind_of(entries[at]) in (DREW, SHOWED):
            at += 1
        if at > 0:
            self.base[seat] = self.slots(seat, at)
            self.entries[seat] = entries[at:]

    def _shown_since_cut(self) -> int:
        shown = 0
        for entries in self.entries:
            since = False
            for code in entries:
                kind = kind_of(code)
                since = since or kind == CUT
                shown += 1 if since and kind == SHOWED else 0
        return shown

    def _drop_cut(self) -> None:
        self.cuts = self.cuts[1:]
        for seat in range(self.players):
            entries = self.entries[seat]
            at = entries.index(entry(CUT))
            self.entries[seat] = entries[:at] + entries[at + 1 :]
            self._trim(seat)

    # By name

    def dump(self) -> Dump:
        """The record as texts, numbers and lists."""
        return {
            "base": self.base[:],
            "entries": [[entry_text(code) for code in entries] for entries in self.entries],
            "cuts": [cards_text(cards_of_counts(counts)) for counts in self.cuts],
        }

    def check(self, hidden: list[int], pack: vec[i64]) -> None:
        """Raises BrokenState unless the record fits: ``hidden`` cards that are not known in each
        hand, and ``pack``, the copies of each card in the game."""
        for seat in range(self.players):
            if self.slots(seat) != hidden[seat]:
                raise BrokenState("ledger-slots")
            self._check_entries(seat, pack)
        for counts in self.cuts:
            for card in range(DECK_SIZE):
                if counts[card] > pack[card]:
                    raise BrokenState("ledger-cards")

    def _check_entries(self, seat: int, pack: vec[i64]) -> None:
        slots = self.base[seat]
        cuts = 0
        facts = 0
        knew = False
        for code in self.entries[seat]:
            kind = kind_of(code)
            if kind == DREW:
                slots += first_of(code)
            elif kind == SHOWED:
                slots -= 1
            elif kind == CUT:
                cuts += 1
            elif kind != KNEW:
                facts += 1
            if kind in (SHOWED, KNEW) and pack[first_of(code)] == 0:
                raise BrokenState("ledger-cards")
            if not 0 <= slots <= MOST_CARDS:
                raise BrokenState("ledger-slots")
            if kind == KNEW and not knew:
                raise BrokenState("ledger-entries")
            knew = is_fact(code) or kind == KNEW
        if cuts != len(self.cuts):
            raise BrokenState("ledger-cuts")
        if facts > MOST_FACTS:
            raise BrokenState("ledger-facts")


def ledger_in(source: Mapping[str, object], players: int) -> Ledger | None:
    """The record at the key ``ledger``; None where there is none. Raises BadSnapshot."""
    value = source.get("ledger")
    if value is None:
        return None
    if not isinstance(value, dict):
        raise BadSnapshot("not-a-ledger", field="ledger")
    return load_ledger(value, players)


def load_ledger(source: Mapping[str, object], players: int) -> Ledger:
    """The record that ``Ledger.dump`` described. Raises BadSnapshot."""
    ledger = Ledger(players)
    ledger.base = wholes(source, "base", players, 0, MOST_CARDS)
    lists = source.get("entries")
    if not isinstance(lists, (list, tuple)) or len(lists) != players:
        raise BadSnapshot("not-a-list", field="entries", size=players)
    for seat, texts in enumerate(lists):
        if not isinstance(texts, (list, tuple)) or len(texts) > MOST_ENTRIES:
            raise BadSnapshot("not-a-list", field="entries", size=MOST_ENTRIES)
        ledger.entries[seat] = [parse_entry(text, "entries") for text in texts]
    cuts = source.get("cuts")
    if not isinstance(cuts, (list, tuple)) or len(cuts) > MOST_CUTS:
        raise BadSnapshot("not-a-list", field="cuts", size=MOST_CUTS)
    for cards in piles(source, "cuts", len(cuts), MOST_PILE):
        counts = [0] * DECK_SIZE
        for card in cards:
            counts[card] += 1
        ledger.cuts.append(counts)
    return ledger


def suit_lengths(cards: list[int]) -> list[int]:
    """How many of the cards are of each suit."""
    lengths = [0, 0, 0, 0]
    for card in cards:
        lengths[card // 13] += 1
    return lengths


def most_points(cards: list[int]) -> int:
    """What the best suit among the cards is worth (rules, twins, Battle points)."""
    points = [0, 0, 0, 0]
    for card in range(DECK_SIZE):
        copies = cards.count(card)
        points[card // 13] += copies + 2 * (copies // 2)
    return max(points)


def cards_of_counts(counts: list[int]) -> list[int]:
    """The cards of which there are so many copies each, in card order."""
    return [card for card in range(DECK_SIZE) for copy in range(counts[card])]
