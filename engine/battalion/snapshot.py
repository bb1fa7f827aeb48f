"""Battalion positions and views by name, and their invariants."""

from __future__ import annotations

from collections.abc import Mapping

from librt.vecs import vec
from mypy_extensions import i64

from engine.battalion import hands as held
from engine.battalion import signs as sign
from engine.battalion.drawn import Drawn, drawn_texts
from engine.battalion.public import (
    ATTACK_LIMIT,
    ATTACKING,
    BARE,
    BIDDING,
    DEFENDING,
    DISCARDING,
    ENDINGS,
    OUT_OF_CHIPS,
    OVER,
    PHASES,
    RUNNING,
    TAKING,
    UNSAID,
    BattalionPublic,
)
from engine.cards import CARD_TEXTS, SUITS, cards_text
from engine.game import Dump, Game
from engine.outcome import Outcome
from engine.refusals import BadSnapshot, BrokenState
from engine.snapshots import pile, piles, whole, wholes, word

MAX_CARDS = 156
MAX_CHIPS = 99 * 6
NO_SUIT = ""
NO_CARD = "-"


def _numbers(values: vec[i64]) -> list[int]:
    return [int(value) for value in values]


def _top_first(cards: vec[i64]) -> str:
    return cards_text(_numbers(cards)[::-1])


def _known(public: BattalionPublic) -> list[str]:
    texts: list[str] = []
    for seat in range(int(public.players)):
        copies = public.known[seat * held.CARDS : (seat + 1) * held.CARDS]
        texts.append(cards_text([card for card in range(held.CARDS) for _ in range(copies[card])]))
    return texts


def _signs(public: BattalionPublic) -> list[list[int]]:
    numbers = _numbers(public.signs)
    return [numbers[at : at + sign.SIGNS] for at in range(0, len(numbers), sign.SIGNS)]


def dump_of_public(public: BattalionPublic) -> Dump:
    """The public part by names; the attributes' names where nothing else is said."""
    answers = [NO_CARD if card == BARE else CARD_TEXTS[card] for card in public.answers]
    dump: Dump = {
        "players": int(public.players),
        "dealer": int(public.dealer),
        "deals": int(public.deals),
        "phase": PHASES[public.phase],
        "turn": int(public.turn),
        "turns_left": int(public.turns_left),
        "chips": _numbers(public.chips),
        "bank": int(public.bank),
        "sizes": _numbers(public.sizes),
        "stock_left": int(public.stock),
        "discard": _top_first(public.discard),
        "bids": _numbers(public.bids),
        "demand": int(public.demand),
        "attacks": int(public.attacks),
        "last_suit": NO_SUIT if public.last_suit < 0 else SUITS[public.last_suit],
        "battle": [int(public.attacker), int(public.defender)],
        "attack": cards_text(_numbers(public.attack)),
        # "-" stands for an attack card with nothing on it.
        "answers": answers,
        "paid": _numbers(public.paid),
        "round": int(public.round),
        "asked": int(public.asked),
        "known": _known(public),
        # One list a seat (``battalion.signs``).
        "signs": _signs(public),
        "place": _numbers(public.place),
        "ending": ENDINGS[public.ending],
    }
    if public.ledger is not None:
        dump["ledger"] = public.ledger.dump()
    return dump


def snapshot_of(
    public: BattalionPublic, hands: vec[i64], stock: vec[i64], drawn: Drawn | None
) -> Dump:
    """A whole position by names."""
    dump = dump_of_public(public)
    dump["hands"] = [
        cards_text(held.cards_in(hands, seat * held.HAND)) for seat in range(int(public.players))
    ]
    dump["stock"] = cards_text(_numbers(stock))
    if drawn is not None:
        dump["drawn"] = [drawn_texts(cards) for cards in drawn.cards]
    return dump


def dump_of_view(seat: int, public: BattalionPublic, hand: vec[i64], memory: list[int]) -> Dump:
    """A view by names."""
    dump = dump_of_public(public)
    dump["seat"] = seat
    dump["hand"] = cards_text(held.cards_in(hand, 0))
    if public.ledger is not None and seat >= 0:
        dump["memory"] = drawn_texts(memory)
    return dump


def load_public(source: Mapping[str, object], public: BattalionPublic) -> None:
    """Fills in ``public``, fresh from its game, from names.

    Raises BadSnapshot for anything out of its range.
    """
    players = int(public.players)
    last_seat = players - 1
    whole(source, "players", players, players)
    public.dealer = whole(source, "dealer", 0, last_seat)
    public.deals = whole(source, "deals", 1, 99999)
    public.phase = PHASES.index(word(source, "phase", PHASES))
    public.turn = whole(source, "turn", 0, last_seat)
    public.turns_left = whole(source, "turns_left", 0, 99)
    public.chips = vec[i64](wholes(source, "chips", players, 0, MAX_CHIPS))
    public.bank = whole(source, "bank", 0, MAX_CHIPS)
    public.sizes = vec[i64](wholes(source, "sizes", players, 0, held.MAX_SUBSET + 1))
    public.stock = whole(source, "stock_left", 0, MAX_CARDS)
    public.discard = vec[i64](pile(source, "discard", MAX_CARDS)[::-1])
    public.bids = vec[i64](wholes(source, "bids", players, UNSAID, held.MAX_WEIGHT))
    public.best = 0
    public.bidder = -1
    left = int(public.dealer) + 1
    for seat in [(left + n) % players for n in range(players)]:
        if public.bids[seat] > public.best:
            public.best = public.bids[seat]
            public.bidder = seat
    public.demand = whole(source, "demand", 0, held.MAX_WEIGHT)
    public.attacks = whole(source, "attacks", 0, 9999)
    suit = word(source, "last_suit", (NO_SUIT, *SUITS))
    public.last_suit = -1 if suit == NO_SUIT else SUITS.index(suit)
    battle = wholes(source, "battle", 2, -1, last_seat)
    public.attacker = battle[0]
    public.defender = battle[1]
    public.attack = vec[i64](pile(source, "attack", held.MAX_SUBSET))
    public.answers = vec[i64](_answers(source))
    public.paid = vec[i64](wholes(source, "paid", players, 0, MAX_CHIPS))
    public.round = whole(source, "round", 0, 2)
    public.asked = whole(source, "asked", 0, held.MAX_SUBSET)
    known = piles(source, "known", players, held.MAX_SUBSET + 1)
    public.known = vec[i64]([0] * (players * held.CARDS))
    for seat, cards in enumerate(known):
        for card in cards:
            public.known[seat * held.CARDS + card] += 1
    public.signs = vec[i64](_load_signs(source, players))
    public.place = vec[i64](wholes(source, "place", players, 0, players))
    public.ending = ENDINGS.index(word(source, "ending", ENDINGS))


def _load_signs(source: Mapping[str, object], players: int) -> list[int]:
    value = source.get("signs")
    if not isinstance(value, (list, tuple)) or len(value) != players:
        raise BadSnapshot("not-a-list", field="signs", size=players)
    found: list[int] = []
    for mine in value:
        found += wholes({"signs": mine}, "signs", sign.SIGNS, 0, sign.MOST)
    return found


def _answers(source: Mapping[str, object]) -> list[int]:
    value = source.get("answers")
    if not isinstance(value, (list, tuple)) or len(value) > held.MAX_SUBSET:
        raise BadSnapshot("not-a-list", field="answers", size=held.MAX_SUBSET)
    found: list[int] = []
    for item in value:
        if item == NO_CARD:
            found.append(BARE)
        elif isinstance(item, str) and item in CARD_TEXTS:
            found.append(CARD_TEXTS.index(item))
        else:
            raise BadSnapshot("not-cards", field="answers")
    return found


def load_hands(source: Mapping[str, object], players: int) -> vec[i64]:
    """All hands of a snapshot. Raises BadSnapshot."""
    hands = vec[i64]([0] * (players * held.HAND))
    for seat, cards in enumerate(piles(source, "hands", players, held.MAX_SUBSET + 1)):
        for card in cards:
            held.add_card(hands, seat * held.HAND, card)
    return hands


def load_hand(source: Mapping[str, object]) -> vec[i64]:
    """The hand of a dumped view. Raises BadSnapshot."""
    return held.hand_of(pile(source, "hand", held.MAX_SUBSET + 1))


def load_stock(source: Mapping[str, object]) -> vec[i64]:
    """The stock of a snapshot, its top first. Raises BadSnapshot."""
    return vec[i64](pile(source, "stock", MAX_CARDS))


def outcome_of(public: BattalionPublic) -> Outcome | None:
    """Places and chips of a finished game, None while it runs."""
    if public.phase != OVER:
        return None
    places = tuple(_numbers(public.place))
    return Outcome(places, tuple(_numbers(public.chips)), ENDINGS[public.ending])


def require(holds: bool, code: str) -> None:
    """Raises BrokenState with ``code`` unless ``holds``."""
    if not holds:
        raise BrokenState(code)


def check_position(
    game: Game, public: BattalionPublic, hands: vec[i64], stock: vec[i64], drawn: Drawn | None
) -> None:
    """Every invariant that both rule sets share. Raises BrokenState with the broken one's name."""
    players = int(public.players)
    require(players == game.players, "players")
    require(public.attack_limit == game.options["attack_limit"], "attack-limit")
    _check_cards(public, hands, stock)
    chips = game.options["chips"]
    assert isinstance(chips, int)
    require(sum(_numbers(public.chips)) + public.bank == chips * players, "chips")
    require(public.rounds == game.options["rounds"], "rounds")
    _check_turn(public)
    _check_bids(public)
    _check_battle(public)
    _check_end(public)
    for seat in range(players):
        require(public.fits(seat, hands, seat * held.HAND), "hand-fits")
    _check_ledger(public, drawn)


def _check_cards(public: BattalionPublic, hands: vec[i64], stock: vec[i64]) -> None:
    counts = [0] * held.CARDS
    for seat in range(int(public.players)):
        base = seat * held.HAND
        cards = held.cards_in(hands, base)
        require(hands[base : base + held.HAND] == held.hand_of(cards), "hand-counts")
        require(len(cards) == public.sizes[seat], "hand-size")
        for card in range(held.CARDS):
            require(hands[base + card] >= 0, "hand")
            known = public.known[seat * held.CARDS + card]
            require(0 <= known <= hands[base + card], "known-card")
            counts[card] += int(hands[base + card])
    for pile_ in (stock, public.discard):
        for card in pile_:
            counts[card] += 1
    if public.phase == DEFENDING:
        for pile_ in (public.attack, public.answers):
            for card in pile_:
                if card != BARE:
                    counts[card] += 1
    require(counts == _numbers(public.pack), "pack")
    require(len(stock) == public.stock, "stock-size")
    require(len(public.chips) == public.players, "seats")


def _check_ledger(public: BattalionPublic, drawn: Drawn | None) -> None:
    ledger = public.ledger
    require((ledger is None) == (drawn is None), "ledger")
    if ledger is not None and drawn is not None:
        players = range(int(public.players))
        ledger.check([int(public.hidden(seat)) for seat in players], public.pack)
        drawn.check(ledger)


def _check_turn(public: BattalionPublic) -> None:
    players = int(public.players)
    turns = int(public.rounds) * players
    in_acquisition = public.phase == TAKING or public.phase == DISCARDING
    require((public.turns_left > 0) == in_acquisition, "turns-left")
    require(public.turns_left <= turns, "turns-left")
    if in_acquisition:
        require(public.turn == (public.dealer + 1 + turns - public.turns_left) % players, "turn")
    if public.phase <= BIDDING:
        for seat in range(players):
            extra = 1 if public.phase == DISCARDING and seat == public.turn else 0
            require(public.sizes[seat] == public.hand_size + extra, "hand-size")
    if public.phase == TAKING:
        require(public.stock + len(public.discard) > 0, "nothing-to-take")
    for size in public.sizes:
        require(size <= public.hand_size + 1, "hand-size")


def _check_bids(public: BattalionPublic) -> None:
    players = int(public.players)
    order = [(int(public.dealer) + 1 + n) % players for n in range(players)]
    said = [int(public.bids[seat]) for seat in order]
    if public.phase == TAKING or public.phase == DISCARDING:
        require(said == [UNSAID] * players, "bids")
        spoken = 0
    elif public.phase == BIDDING:
        spoken = order.index(int(public.turn))
    else:
        spoken = players
    require(all(bid == UNSAID for bid in said[spoken:]), "bids")
    require(all(bid == 0 or bid >= 4 for bid in said[:spoken]), "bids")
    best = max([0, *said])
    require(public.best == best, "best-bid")
    require(public.bidder == (order[said.index(best)] if best > 0 else -1), "best-bidder")
    # Only the attack that comes straight after the bids is bound by them.
    require(public.demand == 0 or public.phase == ATTACKING, "demand")
    if public.demand > 0:
        require(public.demand == best and public.turn == public.bidder, "demand")


def _check_battle(public: BattalionPublic) -> None:
    before_the_first = public.attacks == 0
    require((public.attacker < 0) == before_the_first, "battle")
    require((public.defender < 0) == before_the_first, "battle")
    require((len(public.attack) == 0) == before_the_first, "battle")
    require(before_the_first or public.attacker != public.defender, "battle")
    for card in public.attack:
        require(card // 13 == public.attack[0] // 13, "attack-suit")
    if before_the_first:
        require(public.last_suit < 0, "last-suit")
        require(len(public.answers) == 0 and not any(_numbers(public.paid)), "battle")
        require(public.phase != DEFENDING, "battle")
    if public.phase < ATTACKING:
        require(public.last_suit < 0, "last-suit")
    if public.phase > ATTACKING:
        require(public.last_suit == public.attack[0] // 13, "last-suit")
    if public.phase == DEFENDING:
        require(public.turn == public.defender, "turn")
        require(not any(_numbers(public.paid)), "paid")
    else:
        require(public.round == 0 and public.asked == 0, "answers")


def require_full_hands(public: BattalionPublic) -> None:
    """Hands are filled up after every battle, so that from the first attack on only the cards of
    the battle on the table, or of the one that ended the game, are missing."""
    if public.phase < ATTACKING:
        return
    missing = [0] * int(public.players)
    if public.phase != ATTACKING:
        missing[public.attacker] = len(public.attack)
        missing[public.defender] = sum(1 for card in public.answers if card != BARE)
    for seat in range(int(public.players)):
        require(public.sizes[seat] == public.hand_size - missing[seat], "hand-size")


def _check_end(public: BattalionPublic) -> None:
    over = public.phase == OVER
    require(over == (public.ending != RUNNING), "ending")
    out = any(chips == 0 for chips in public.chips)
    places = _numbers(public.place)
    if not over:
        require(not out, "out-of-chips")
        require(not any(places), "places")
        limit = public.attack_limit - (0 if public.phase == DEFENDING else 1)
        require(public.attacks <= limit, "attack-limit")
        return
    require(out == (public.ending == OUT_OF_CHIPS), "ending")
    require(out or public.ending == ATTACK_LIMIT, "ending")
    require(public.attacks <= public.attack_limit, "attack-limit")
    if public.ending == ATTACK_LIMIT:
        require(public.attacks == public.attack_limit, "ending")
    require(min(places) == 1, "places")
    require(all(1 <= place <= public.players for place in places), "places")
    # The bank can only have made the richest richer, so places still go by chips.
    chips = _numbers(public.chips)
    for one in range(len(chips)):
        for other in range(len(chips)):
            if places[one] < places[other]:
                require(chips[one] > chips[other], "places")
    require(public.bank == 0, "bank")
