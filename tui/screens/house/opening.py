"""A table of one's own: the game, its seats, and how the people at it want to have it."""

from __future__ import annotations

from typing import TypeVar

from textual import events

from tui.house.plan import AWAY_CHOICES, MAX_PHRASE, THINKING_CHOICES, USUAL_MINDER, Plan
from tui.screens.new_game import NewGameScreen
from tui.setup import PERSON, Draft
from tui.widgets.form import Row
from tui.words.clean import clean
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

    def on_mount(self) -> None:
        self.title_line.show(self.words.gettext(N_("Open a table")))

    # Rows

    def _rows(self) -> list[Row]:
        say = self.words.gettext
        rows = [row for row in super()._rows() if row.id not in ("dealer", "seed", "begin")]
        free = say(N_("free for anybody"))
        for index, row in enumerate(rows):
            if row.id.startswith("seat-"):
                seat = int(row.id.removeprefix("seat-"))
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

    def _explain(self) -> None:
        super()._explain()
        row, say = self.form.current, self.words.gettext
        if row.id.startswith("seat-"):
            who = self.draft.who[int(row.id.removeprefix("seat-"))]
            if who == PERSON:
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

    def action_change(self, by: int) -> None:
        row = self.form.current
        if row.id == "thinking":
            self.thinking = _step(THINKING_CHOICES, self.thinking, by)
        elif row.id == "away":
            self.away = _step(AWAY_CHOICES, self.away, by)
        elif row.id == "minder":
            self.minder = _step(self.draft.levels(), self.minder, by)
        else:
            super().action_change(by)
            if row.id in ("rules", "players"):
                self._two_people(self.draft)
            if self.minder not in self.draft.levels():
                self.minder = USUAL_MINDER
        self.redraw()

    def on_key(self, event: events.Key) -> None:
        event.prevent_default()  # else the other form would hear it once more
        row, character = self.form.current, event.character or ""
        if row.id.startswith("seat-"):
            return  # people bring their own names
        if row.id == "phrase" and event.is_printable and len(character) == 1:
            event.stop()
            if len(self.phrase) < MAX_PHRASE:
                self.phrase += clean(character) or (" " if self.phrase else "")
            self.redraw()
            return
        super().on_key(event)

    def action_delete(self) -> None:
        row = self.form.current
        if row.id == "phrase":
            self.phrase = self.phrase[:-1]
        elif not row.id.startswith("seat-"):
            super().action_delete()
        self.redraw()

    def action_usual(self) -> None:
        row = self.form.current
        if row.id == "phrase":
            self.phrase = ""
        elif row.id == "thinking":
            self.thinking = THINKING_CHOICES[0]
        elif row.id == "away":
            self.away = AWAY_CHOICES[0]
        elif row.id == "minder":
            self.minder = USUAL_MINDER
        elif not row.id.startswith("seat-"):
            super().action_usual()
        self.redraw()

    @property
    def _typing(self) -> bool:
        return bool(self.form.rows) and self.form.current.typed

    async def _begin(self) -> None:
        faults = self.draft.faults()
        if faults:
            name, fault = next(iter(faults.items()))
            self.form.mark(f"option-{name}")
            self.foot.show(self.words.error(fault), wrong=True)
            return
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


Value = TypeVar("Value")


def _step(values: tuple[Value, ...], now: Value, by: int) -> Value:
    at = values.index(now) if now in values else 0
    return values[(at + by) % len(values)]
