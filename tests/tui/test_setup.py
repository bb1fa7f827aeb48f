"""A game to begin: what the same seed gives again."""

from __future__ import annotations

from tui.setup import Draft


def draft(seed: str, dealer: int | None = None) -> Draft:
    return Draft("battalion-twins", 4, ["person"] * 6, [""] * 6, {}, seed, dealer)


def test_the_same_seed_is_the_same_game_its_dealer_included() -> None:
    one, two = draft("same").setup("Ann"), draft("same").setup("Ann")
    assert (one.seed, one.dealer) == (two.seed, two.dealer)


def test_seeds_give_every_seat_the_first_deal() -> None:
    assert {draft(f"seed {n}").setup("Ann").dealer for n in range(60)} == {0, 1, 2, 3}


def test_a_chosen_dealer_deals_whatever_the_seed() -> None:
    assert {draft(f"seed {n}", 2).setup("Ann").dealer for n in range(9)} == {2}


def test_without_a_seed_the_lot_is_new_each_time() -> None:
    assert len({draft("").setup("Ann").dealer for _ in range(60)}) > 1


def test_a_name_that_nobody_gave_is_the_languages() -> None:
    mixed = Draft("battalion-twins", 4, ["person", "person", "recruit", "recruit"], [""] * 4)
    mixed.names[1] = "Adler"
    mixed.names[2] = "Castro"
    assert mixed.setup("Player", given=False).usual == (0, 3)
    assert mixed.setup("Ann").usual == (3,)
    assert mixed.setup("Player").names == ("Player 1", "Adler", "Castro", "Dunn")
