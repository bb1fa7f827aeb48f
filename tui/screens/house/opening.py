"""A table of one's own: the game, its seats, and how the people at it want to have it."""

from __future__ import annotations

from tui.house.plan import AWAY_CHOICES, MAX_PHRASE, THINKING_CHOICES, USUAL_MINDER, Plan
from tui.screens.form_screen import added, following, seat_of
from tui.screens.new_game import NewGameScreen
from tui.setup import PERSON, Draft
from tui.widgets.form import Row
from tui.words.marks import N_


class OpenTableScreen(NewGameScreen):
    """The form of a game, and below it that of the table."""

    def __init__(self, draft: Draft | None = None) -> None:
        super().__init__(draft)
        if draft is None:
            self._two_people(self.draft)
        self.phrase = ""
        self.thinking = THINKING_CHOICES[0]
        self.away = AWAY_CHOICES[0]
        self.minder = USUAL_MINDER

    @staticmethod
    def _two_people(draft: Draft) -> None:
        """A table that is opened for others has a seat for one of them."""
        if draft.who.count(PERSON) < 2 and len(draft.who) > 1:
            draft.who[1] = PERSON

    def headline(self) -> tuple[str, str]:
        return self.words.gettext(N_("Open a table")), ""

    # Rows

    def rows(self) -> list[Row]:
        say = self.words.gettext
        rows = [row for row in super().rows() if row.id not in ("dealer", "seed", "begin")]
        free = say(N_("free for anybody"))
        for index, row in enumerate(rows):
            if (seat := seat_of(row)) is not None:
                note = ""
                if self.draft.who[seat] == PERSON:
                    first = PERSON not in self.draft.who[:seat]
                    note = self.room.called if first else free
                rows[index] = Row(row.id, row.label, row.value, note=note, space=row.space)
        open_ = say(N_("open to everybody")) if not self.phrase else ""
        phrase = Row(
            "phrase", say(N_("Pass phrase")), self.phrase, typed=True, note=open_, space=True
        )
        return [
            *rows,
            phrase,
            Row("thinking", say(N_("Time for a choice")), self._seconds(self.thinking, False)),
            Row("away", say(N_("Away: a level after")), self._seconds(self.away, True)),
            Row("minder", say(N_("Who minds a seat")), self.words.level(self.minder)),
            Row("begin", say(N_("Open the table")), button=True, space=True),
        ]

    def _seconds(self, seconds: int, away: bool) -> str:
        if seconds:
            return self.words.duration(seconds)
        return self.words.gettext(N_("never")) if away else self.words.gettext(N_("no limit"))

    def explain(self) -> None:
        super().explain()
        row, say = self.form.current, self.words.gettext
        if (seat := seat_of(row)) is not None:
            if self.draft.who[seat] == PERSON:
                self.foot.show(
                    say(N_("A seat for a person; whoever comes first sits down.")),
                    say(N_("The arrows choose who sits here.")),
                )
        elif row.id == "begin" and PERSON not in self.draft.who[: self.draft.players]:
            self.foot.show(say(N_("There must be a seat for you.")), wrong=True)

    def _line(self, id_: str) -> str:
        say = self.words.gettext
        return {
            "phrase": say(N_("Whoever does not know it can neither sit down nor watch.")),
            "thinking": say(N_("When it is up, a level makes this one choice.")),
            "away": say(
                N_(
                    "How long a seat waits for somebody who was cut off before a level minds it. "
                    "They take it back whenever they come."
                )
            ),
            "minder": say(N_("The level that plays for somebody who is away.")),
            "begin": say(N_("Press Enter to open it; you sit down at once.")),
        }.get(id_, "") or super()._line(id_)

    # Keys

    def change(self, row: Row, by: int) -> None:
        if row.id == "thinking":
            self.thinking = following(THINKING_CHOICES, self.thinking, by)
        elif row.id == "away":
            self.away = following(AWAY_CHOICES, self.away, by)
        elif row.id == "minder":
            self.minder = following(self.draft.levels(), self.minder, by)
        else:
            super().change(row, by)
            if row.id in ("rules", "players"):
                self._two_people(self.draft)
            if self.minder not in self.draft.levels():
                self.minder = USUAL_MINDER

    # People bring their own names.

    @property
    def typing(self) -> bool:
        return bool(self.form.rows) and self.form.current.typed

    def type(self, row: Row, character: str) -> bool:
        if row.id == "phrase":
            self.phrase = added(self.phrase, character, MAX_PHRASE)
            return True
        return seat_of(row) is None and super().type(row, character)

    def erase(self, row: Row) -> None:
        if row.id == "phrase":
            self.phrase = self.phrase[:-1]
        elif seat_of(row) is None:
            super().erase(row)

    def reset(self, row: Row) -> None:
        if row.id == "phrase":
            self.phrase = ""
        elif row.id == "thinking":
            self.thinking = THINKING_CHOICES[0]
        elif row.id == "away":
            self.away = AWAY_CHOICES[0]
        elif row.id == "minder":
            self.minder = USUAL_MINDER
        elif seat_of(row) is None:
            super().reset(row)

    async def begin(self) -> None:
        draft = self.draft
        said = await self.room.visit.open(
            Plan(
                draft.rules,
                draft.players,
                tuple(draft.who[: draft.players]),
                draft.given(),
                self.phrase.strip(),
                self.thinking,
                self.away,
                self.minder,
            )
        )
        if said:
            self.foot.show(said, wrong=True)
