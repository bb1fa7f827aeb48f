"""The reference player of General's War. Frozen: never changed again.

Musters every ace at once, challenges the smallest hand, and sends its three best cards but for
aces; three poor ones where even the best would hardly win, and a middling squad when its hand is
rich, so that a good one is left for the next battle.
"""

from __future__ import annotations

from engine.actions import CHALLENGE, MUSTER, READY, SQUAD, with_card, with_cards, with_seat
from engine.game import View
from engine.generals_war.public import ACES, CHALLENGING, MUSTERING, WarPublic

ACE = 12
# Three cards worth less than this lose nearly every battle.
POOR = 21
# With three spare cards worth so much each, the second best squad wins about as often.
RICH = 10


def worth(card: int) -> int:
    return 1 if card % 13 == ACE else card % 13 + 2


def pick(view: View) -> int:
    public = view.public  # type: ignore[attr-defined]
    assert isinstance(public, WarPublic)
    mask = int(view.hand)  # type: ignore[attr-defined]
    if public.phase == MUSTERING:
        hidden = mask & int(ACES) & ~int(public.announced)
        aces = [card for card in range(52) if hidden >> card & 1]
        return int(with_card(MUSTER, aces[0])) if aces else READY
    if public.phase == CHALLENGING:
        others = [
            seat
            for seat in range(int(public.players))
            if seat != view.seat and public.can_battle(seat)
        ]
        return int(with_seat(CHALLENGE, min(others, key=lambda seat: int(public.sizes[seat]))))
    cards = sorted((card for card in range(52) if mask >> card & 1), key=lambda c: (-worth(c), c))
    plain = [card for card in cards if card % 13 != ACE]
    squad = (plain + [card for card in cards if card % 13 == ACE])[:3]
    if sum(map(worth, squad)) < POOR:
        squad = plain[-3:] if len(plain) >= 3 else squad
    elif len(plain) >= 7 and worth(plain[5]) >= RICH:
        squad = [plain[0], plain[2], plain[4]]
    return int(with_cards(SQUAD, sorted(squad)))
