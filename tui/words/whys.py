"""Why a choice was made: the codes of ``ai.player.Why`` as sentences with figures.

They say what the seat that chose could see, so they are for that seat's own eyes while a game
runs; what others may be told of it then stands in ``tui.learning.motives``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from tui.words.actions import offer
from tui.words.marks import N_, NN_, Text
from tui.words.scene import NOWHERE, Scene
from tui.words.tongue import Phrase, Tongue

if TYPE_CHECKING:
    from ai.player import Candidate, Why

_SENTENCES: Final[Mapping[str, Text]] = {
    "forced": N_("The rules leave no other choice."),
    "careless": N_("This was chosen without looking."),
    "thumb.other": N_("Rules of thumb say so."),
    "thumb.draw.unseen": N_("The top discard does not help this hand; an unseen card may."),
    "thumb.draw.useful": N_("The top discard helps this hand more than most cards of the stock."),
    "thumb.discard.least": N_("{Cards} helps this hand least."),
    "thumb.bid.limit": N_("{number} is as high as this hand may go, and the highest leads off."),
    "thumb.bid.pass": N_("This hand cannot go higher."),
    "thumb.attack.best-suit": N_(
        "It is all of the suit that counts most, and {seat} has the most chips to win."
    ),
    "thumb.assault.highest": N_("High cards of one suit are the hardest to cover."),
    "thumb.defend.all": N_("Every card of the suit counts; what is laid is drawn again."),
    "thumb.defend.none": N_("Nothing in this hand can be laid against the attack."),
    "thumb.cover.cheapest": N_("{Cards} does it and costs this hand least."),
    "thumb.cover.thrown": N_("Nothing in this hand covers it; {cards} costs least."),
    "thumb.cover.leave": N_("No card is worth laying here."),
    "thumb.enter": N_("Chips are won only by those who play the deal."),
    "thumb.sit": N_("The debt is forgotten for whoever sits out this one deal."),
    "thumb.fight.second": N_("The second highest fights, and the highest stays for the tricks."),
    "thumb.exchange.low": N_("{Cards} will hardly take a trick; new cards may."),
    "thumb.exchange.none": N_("A new card costs more than it brings."),
    "thumb.play": N_("It takes the trick as cheaply as it can, or gives away as little."),
    "thumb.muster": N_("Five more cards are worth more than a general that is shown."),
    "thumb.muster.none": N_("No further ace is to be announced."),
    "thumb.challenge.smallest": N_("{Seat} has the fewest cards to choose from."),
    "thumb.squad.highest": N_("These are the three cards of most value, without an ace."),
    "thumb.squad.lowest": N_("Even the best three would hardly win, so the good cards are kept."),
    "strong.attack.chips": N_("Against {seat} this suit brings the most chips on the average."),
    "strong.attack.price": N_("It costs the least for what it is likely to cost the defender."),
    "strong.attack.highest": N_(
        "High cards are the hardest to cover, most of all in a suit that the neighbour may lack."
    ),
    "strong.draw.high": N_("A high card on the discard pile is better than most of the stock."),
    "strong.discard.low": N_("{Cards} is low and protects nothing."),
    "strong.bid.never": N_("Whoever declares must lay that many cards, which is dear."),
    "strong.fight.spare": N_("{Cards} will be missed least in the tricks."),
    "strong.lead.likeliest": N_("{Cards} is likeliest to take its trick."),
    "strong.enter.last": N_("In the last deal only the pot can still win the match."),
    "strong.muster.leave": N_(
        "With four, whoever has many cards is challenged last, and only battles win points."
    ),
    "strong.squad.price": N_("These three are likely to win, and cost the least that is worth it."),
    "strong.squad.save": N_("No three cards are worth spending here, so the good ones are kept."),
    "searched.better": N_("Played on in imagination, it does better than the usual choice."),
    "searched.thumb": N_("Played on in imagination, nothing else does clearly better."),
    "searched.tree": N_("Of all that was tried out in imagination, it did best most often."),
    "searched.solved": N_(
        "Both hands are known, and the rest was worked out; among the best it is one to mix in."
    ),
    "weighed": N_("It does best among the choices that were weighed."),
}
# Reasons that themselves say that nothing else is clearly better.
_ALIKE: Final = frozenset(("searched.thumb",))
_OTHER: Final = N_("It is what this player goes by.")


class Figures(NamedTuple):
    """What a reason says in figures, already in words; "" for what it does not say.

    expected: of the choice. second: the next best choice. sure: how far apart they are.
    effort: how much was tried out.
    """

    expected: str = ""
    second: str = ""
    sure: str = ""
    effort: str = ""

    def text(self) -> str:
        """All of it in one row."""
        return " ".join([part for part in self if part])


def known_codes() -> frozenset[str]:
    """The codes that have a sentence of their own."""
    return frozenset(_SENTENCES)


def reason_sentence(tongue: Tongue, why: Why, scene: Scene = NOWHERE) -> str:
    """The reason itself, without figures; for a code of somebody else's a general one."""
    text = _SENTENCES.get(why.code)
    if text is None:
        return tongue.gettext(_OTHER)
    values = {name: _value(tongue, name, value, scene) for name, value in why.values.items()}
    try:
        said = tongue.fill(text, values, scene, "number")
    except KeyError:  # a player of somebody else's used our code in its own way
        return tongue.gettext(_OTHER)
    return said[:1].upper() + said[1:]


def _value(tongue: Tongue, name: str, value: object, scene: Scene) -> object:
    """Cards come as codes; everything else is said as anywhere."""
    if name == "cards" and isinstance(value, (list, tuple)):
        cards = [card for card in value if isinstance(card, int) and 0 <= card < 52]
        return Phrase(tongue.cards(cards))
    if name == "seat" and isinstance(value, int):
        return Phrase(tongue.name(value, scene))
    return value


def figures(tongue: Tongue, why: Why, scene: Scene = NOWHERE, score: str = "") -> Figures:
    """What ``why`` says in figures. score: what the game counts (``Game.score``)."""
    known = [one for one in why.candidates if one.expected is not None]
    if not known:
        return Figures()
    unit = str(why.values.get("unit", score))
    best, others = known[0], known[1:]
    effort = _effort(tongue, why)
    said = _expected_sentence(tongue, best, unit)
    if not others:
        return Figures(said, effort=effort)
    second = max(others, key=_expected)
    text = N_("Next best: {choice}, {figure}.")
    if _expected(second) > _expected(best):
        # What the player keeps to unless something else is clearly better.
        text = N_("About as good: {choice}, {figure}.")
    values: dict[str, object] = {
        "choice": tongue.said(offer(tongue, second.action, scene)),
        "figure": Phrase(expected_text(tongue, second, unit)),
    }
    sure = _sure(tongue, best, second, unit, alike=why.code in _ALIKE)
    return Figures(said, tongue.fill(text, values), sure, effort)


def expected_text(tongue: Tongue, one: Candidate, unit: str) -> str:
    """An expected result: ``41 %`` of the wins, or a number of what the game counts."""
    assert one.expected is not None
    if unit == "win":
        return percent(tongue, one.expected)
    return f"{one.expected:.1f}"


def percent(tongue: Tongue, share: float) -> Phrase:
    """A share of 0 to 1 in whole percent, which stays in one row where there is more than ASCII."""
    said = tongue.fill(N_("{share} %"), {"share": Phrase(str(round(100 * share)))})
    return Phrase(said if tongue.card_style == "letters" else said.replace(" ", "\u00a0"))


def _expected_sentence(tongue: Tongue, one: Candidate, unit: str) -> str:
    figure = Phrase(expected_text(tongue, one, unit))
    if unit != "win":
        return tongue.fill(N_("Expected: {figure}."), {"figure": figure})
    if not one.spread:
        return tongue.fill(N_("It wins {figure} of the games."), {"figure": figure})
    spread = Phrase(str(max(1, round(100 * one.spread))))
    text = N_("It wins {figure} of the games, give or take {spread}.")
    return tongue.fill(text, {"figure": figure, "spread": spread})


def _sure(
    tongue: Tongue, best: Candidate, second: Candidate, unit: str, *, alike: bool = False
) -> str:
    """How sure it is that the one is better than the other.

    alike: the reason says already that nothing else does clearly better.
    """
    assert best.expected is not None
    assert second.expected is not None
    gain = best.expected - second.expected
    error = max(best.spread or 0.0, second.spread or 0.0)
    if unit == "win" and round(100 * gain) == 0:
        return tongue.gettext(N_("The two are about equally good."))
    if alike and unit == "win" and abs(_shown(best) - _shown(second)) <= 1:
        # Whatever the figures behind them say: who reads 38 % and 37 % sees no difference.
        return tongue.gettext(N_("The two are about equally good."))
    if gain < 0.0:
        return tongue.gettext(N_("The difference may be chance."))
    if error <= 0.0:
        return ""
    if gain > error and unit == "win" and _shown(best) - _shown(second) <= 1:
        return tongue.gettext(N_("The difference is small."))
    if gain > 2 * error:
        return tongue.gettext(N_("That is quite sure."))
    if gain > error:
        return tongue.gettext(N_("That is fairly sure."))
    return tongue.gettext(N_("The difference may be chance."))


def _shown(one: Candidate) -> int:
    """The share of wins as it is said, in whole percent."""
    return round(100 * _expected(one))


def _effort(tongue: Tongue, why: Why) -> str:
    worlds = why.values.get("worlds")
    if not isinstance(worlds, int) or worlds < 1:
        return ""
    text = NN_(
        "Tried out in {count} deal that fits what was seen.",
        "Tried out in {count} deals that fit what was seen.",
    )
    said = tongue.fill(text, {"count": worlds}, by="count")
    if why.values.get("cut"):
        said = " ".join([said, tongue.gettext(N_("The clock cut it short."))])
    return said


def _expected(one: Candidate) -> float:
    return one.expected if one.expected is not None else 0.0
