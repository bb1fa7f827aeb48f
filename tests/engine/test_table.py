"""The table: tokens, simultaneous rounds, who is told what."""

from __future__ import annotations

import pytest

from engine.chance import SeededChance, seed_from_text
from engine.events import EVERYONE, Event, Received
from engine.game import SPECTATOR
from engine.log import Choice, Shuffle
from engine.refusals import IllegalAction, StaleToken
from engine.registry import rule_set
from engine.replay import LogFault
from engine.table import Ask, Table


def war(players: int = 2, seed: str = "table") -> Table:
    game = rule_set("generals-war").game(players)
    return Table(game, 0, SeededChance(seed_from_text(seed)))


def asked(table: Table, seat: int) -> Ask:
    ask = table.ask(seat)
    assert ask is not None
    return ask


def answer(table: Table, text: str) -> None:
    seat, action = table.game.parse_action(text)
    table.submit(seat, asked(table, seat).token, action)


def in_battle(table: Table) -> Table:
    while table.actors() != [1, 0]:
        seat = table.actors()[0]
        ask = asked(table, seat)
        table.submit(seat, ask.token, ask.view.legal_actions()[-1])
    return table


def test_only_a_seat_that_is_asked_gets_a_question() -> None:
    table = war()
    assert table.actors() == [1]
    assert table.ask(0) is None
    assert asked(table, 1).view.seat == 1


def test_a_token_answers_once_and_is_stale_afterwards() -> None:
    table = war()
    token = asked(table, 1).token
    action = asked(table, 1).view.legal_actions()[-1]
    table.submit(1, token, action)
    with pytest.raises(StaleToken):
        table.submit(1, token, action)


def test_tokens_are_never_used_twice() -> None:
    table = war(4)
    seen: set[int] = set()
    while table.actors():
        for seat in table.actors():
            seen.add(asked(table, seat).token)
        before = len(seen)
        seat = table.actors()[-1]
        ask = asked(table, seat)
        table.submit(seat, ask.token, ask.view.legal_actions()[0])
        for seat in table.actors():
            token = asked(table, seat).token
            assert token in seen or token > max(seen)
        assert len(seen) == before


def test_another_seats_token_is_no_good() -> None:
    table = in_battle(war())
    with pytest.raises(StaleToken):
        table.submit(0, asked(table, 1).token, asked(table, 0).view.legal_actions()[0])


def test_a_refused_answer_changes_nothing_and_leaves_the_token_good() -> None:
    table = in_battle(war())
    token = asked(table, 0).token
    before = table.snapshot(), table.log(), table.pending()
    other = asked(table, 1).view.legal_actions()[0]
    with pytest.raises(IllegalAction):
        table.submit(0, token, other)
    assert (table.snapshot(), table.log(), table.pending()) == before
    table.submit(0, token, asked(table, 0).view.legal_actions()[0])


def test_a_commitment_waits_unseen_and_leaves_the_other_token_good() -> None:
    table = in_battle(war())
    log = table.log()
    views = table.view(1).dump(), table.view(SPECTATOR).dump()
    other = asked(table, 1)
    action = asked(table, 0).view.legal_actions()[3]
    table.submit(0, asked(table, 0).token, action)
    assert table.log() == log
    assert (table.view(1).dump(), table.view(SPECTATOR).dump()) == views
    assert table.committed() == [0]
    assert table.commitment(0) == action
    assert table.commitment(1) is None
    assert table.ask(0) is None
    assert asked(table, 1).token == other.token
    table.submit(1, other.token, other.view.legal_actions()[0])
    assert [entry.seat for entry in table.log()[-2:] if isinstance(entry, Choice)] == [1, 0]
    assert table.committed() == []


def test_nobody_commits_twice_in_a_round() -> None:
    table = in_battle(war())
    ask = asked(table, 0)
    table.submit(0, ask.token, ask.view.legal_actions()[0])
    with pytest.raises(StaleToken):
        table.submit(0, ask.token, ask.view.legal_actions()[1])


def test_each_listener_hears_what_its_seat_may_know() -> None:
    table = war()
    heard: dict[int, list[Event]] = {SPECTATOR: [], 0: [], 1: []}
    for seat in heard:
        table.subscribe(seat, heard[seat].extend)
    in_battle(table)
    for seat in (0, 1):
        ask = asked(table, seat)
        table.submit(seat, ask.token, ask.view.legal_actions()[0])
    for seat, events in heard.items():
        assert all(event.only in (EVERYONE, seat) for event in events)
        drawn = [event for event in events if isinstance(event, Received)]
        assert {event.seat for event in drawn} == ({seat} if seat >= 0 else set())
        assert events == table.history(seat)[-len(events) :]


def test_who_unsubscribed_hears_nothing_more() -> None:
    table = war()
    heard: list[Event] = []
    table.subscribe(0, heard.extend)()
    in_battle(table)
    assert heard == []


def test_a_table_resumes_with_a_commitment_in_a_half_made_round() -> None:
    table = in_battle(war())
    ask = asked(table, 0)
    table.submit(0, ask.token, ask.view.legal_actions()[2])
    seed = seed_from_text("table")
    again = Table.resumed(
        table.game, 0, table.log(), lambda used: SeededChance(seed, used), table.pending()
    )
    assert again.actors() == [1]
    assert again.commitment(0) == table.commitment(0)
    for one in (table, again):
        ask = asked(one, 1)
        one.submit(1, ask.token, ask.view.legal_actions()[0])
    assert again.log() == table.log()
    assert again.snapshot() == table.snapshot()


def test_resuming_refuses_a_log_that_the_rules_do_not_allow() -> None:
    table = in_battle(war())
    log = list(table.log())
    shuffle = log[0]
    assert isinstance(shuffle, Shuffle)
    game = table.game
    for bad, at in (
        ([shuffle, shuffle], 1),
        ([shuffle, Choice(0, game.parse_action("0 ready")[1])], 1),
        ([Shuffle(shuffle.cards[1:])], 0),
        ([*log, Choice(1, asked(table, 1).view.legal_actions()[0])], len(log) + 1),
    ):
        with pytest.raises(LogFault) as caught:
            Table.resumed(game, 0, bad, lambda used: SeededChance(bytes(32), used))
        assert caught.value.index == at


def test_the_dealer_must_be_a_seat() -> None:
    game = rule_set("generals-war").game(2)
    with pytest.raises(ValueError, match="dealer"):
        Table(game, 2, SeededChance(bytes(32)))
