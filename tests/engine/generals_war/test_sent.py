"""Every squad that was sent is known to everybody, with who sent it (rules, war, Battle)."""

from __future__ import annotations

import pytest

from engine import bits
from engine.chance import FastChance
from engine.events import Event, Revealed
from engine.generals_war.game import RULES
from engine.generals_war.public import MOST_SQUADS, SENDER
from engine.generals_war.state import WarState
from engine.refusals import MessdeckError
from engine.rng import rng_from


def told(state: WarState) -> list[tuple[int, tuple[int, ...]]]:
    """Seat and cards of every squad that the position tells of."""
    return [
        (int(entry >> SENDER), tuple(bits.cards_of(entry & ((1 << SENDER) - 1))))
        for entry in state.public.sent
    ]


@pytest.mark.parametrize("players", RULES.seats)
def test_a_position_tells_of_the_squads_that_were_shown_in_their_order(players: int) -> None:
    most = 0
    for seed in range(30):
        rng = rng_from("sent", players, seed)
        state = RULES.game(players).start(0, FastChance(rng.fork()))
        assert isinstance(state, WarState)
        shown: list[tuple[int, tuple[int, ...]]] = []
        while not state.is_over():
            seat = int(state.next_actor())
            view = state.view(seat)
            events: list[Event] = []
            state.apply(seat, int(view.legal_nth(rng.below(view.legal_count()))), events)
            shown += [(one.seat, one.cards) for one in events if isinstance(one, Revealed)]
            assert told(state) == shown
            assert state.clone().snapshot()["sent"] == state.snapshot()["sent"]
        most = max(most, len(shown))
    assert 4 < most <= MOST_SQUADS


def fought() -> WarState:
    rng = rng_from("sent", "fought")
    state = RULES.game(2).start(0, FastChance(rng.fork()))
    assert isinstance(state, WarState)
    while len(state.public.sent) < 4:
        state.play_random(state.next_actor(), rng)
    return state


@pytest.mark.parametrize(
    "changed",
    [
        {"sent": ["2S 3S"], "senders": [0]},
        {"sent": "all", "senders": [0]},
        {"sent": ["2S 3S 4S"] * (MOST_SQUADS + 1), "senders": [0] * (MOST_SQUADS + 1)},
        {"sent": [], "senders": [0]},
        {"senders": [0, 1, 0, 2]},
        {"senders": None},
        "twice",
        "held",
        "odd",
    ],
)
def test_squads_that_cannot_have_been_sent_are_refused(changed: dict[str, object] | str) -> None:
    state = fought()
    good = state.snapshot()
    chance = FastChance(rng_from("again"))
    again = RULES.game(2).restore(good, chance)
    assert again.snapshot() == good
    sent, senders, hands = good["sent"], good["senders"], good["hands"]
    assert isinstance(sent, list)
    assert isinstance(senders, list)
    assert isinstance(hands, list)
    given: dict[str, object] = (
        {
            "twice": {"sent": [sent[0], *sent[:3]]},
            "held": {"sent": [" ".join(hands[0].split()[:3]), *sent[1:]]},
            "odd": {"sent": sent[:3], "senders": senders[:3]},
        }.get(changed, {})
        if isinstance(changed, str)
        else changed
    )
    with pytest.raises(MessdeckError):
        RULES.game(2).restore({**good, **given}, chance)
