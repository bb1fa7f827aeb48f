"""``messdeck record check``: the referee."""

from __future__ import annotations

from dataclasses import dataclass

import click

from engine.fairness import FairFault, Proof, check_fair
from engine.records import CheckedRecord, RecordFault, check_record
from tui.commandline.house import HouseCommand
from tui.commandline.output import complain, tell
from tui.commandline.records.files import files_argument, found_in, shown
from tui.commandline.records.reading import Found
from tui.words import Scene, Words
from tui.words.marks import N_, NN_

VALID, INVALID, UNREADABLE = 0, 1, 2


def command(words: Words) -> click.Command:
    """``messdeck record check FILE…``."""
    say = words.gettext

    @click.pass_context
    def check(ctx: click.Context, files: tuple[str, ...], quiet: bool, fair: bool) -> None:
        referee = _Referee(words, quiet, fair)
        for path in files:
            referee.check_file(path)
        referee.sum_up()
        ctx.exit(referee.status)

    return HouseCommand(
        words,
        "check",
        callback=check,
        help=say(
            N_(
                "Play every record through as a referee. For each one it prints OK, or the first "
                "entry of its log that the rules do not allow, and why. FILE may be - for "
                "standard input.\n\n"
                "Exit status: 0 if all are valid, 1 if one is not, 2 if a file cannot be read."
            )
        ),
        short_help=say(N_("Check that records keep the rules.")),
        params=[
            files_argument(words, many=True),
            click.Option(
                ["-q", "--quiet"],
                is_flag=True,
                help=say(N_("Print only what is not valid, and the sum.")),
            ),
            click.Option(
                ["--fair"],
                is_flag=True,
                help=say(
                    N_(
                        "Also do the sums of the shuffles again: that they follow from the "
                        "number the house was bound to and from what people gave."
                    )
                ),
            ),
        ],
    )


@dataclass
class _Referee:
    """Checks records one by one and counts."""

    words: Words
    quiet: bool
    fair: bool = False
    valid: int = 0
    invalid: int = 0
    status: int = VALID

    def check_file(self, path: str) -> None:
        """Checks all records of a file."""
        name = shown(self.words, path)
        empty = True
        try:
            for found in found_in(path):
                empty = False
                self._check(f"{name}:{found.line}", found)
        except OSError as error:
            complain(self.words.file_error(error, name))
            self.status = UNREADABLE
            return
        if empty:
            self.status = max(self.status, INVALID)
            tell(f"{name}: " + self.words.gettext(N_("There is no record in it.")))

    def _check(self, place: str, found: Found) -> None:
        if found.fault is not None:
            self._refuse(place, self.words.error(found.fault))
            return
        try:
            checked = check_record(found.source)
            proof = check_fair(checked.record) if self.fair else None
        except (RecordFault, FairFault) as fault:
            self._refuse(place, self.words.error(fault, scene_of(found.source)))
            return
        except Exception as error:  # one record that breaks the program must not hide the others
            from tui.commandline.faults import last_resort

            complain(f"{place}: {last_resort(self.words, error)}")
            self.status = UNREADABLE
            return
        self.valid += 1
        if not self.quiet:
            tell(f"{place}: {self._praise(checked)}")
        if proof is not None:
            self._show_proof(proof, checked.record.names)

    def _praise(self, checked: CheckedRecord) -> str:
        if checked.finished:
            text = N_("OK, {title}, {count} entries, finished")
        else:
            text = N_("OK, {title}, {count} entries, not finished")
        game = checked.record.game
        values: dict[str, object] = {
            "title": self.words.said(self.words.title(game.rules)),
            "count": len(checked.record.log),
        }
        return self.words.fill(text, values)

    def _show_proof(self, proof: Proof, names: list[str]) -> None:
        """What only those who sat at the table can compare."""
        values: dict[str, object] = {"commitment": self.words.said(proof.commitment)}
        tell("  " + self.words.fill(N_("The house was bound by {commitment}"), values))
        for one in proof.said:
            values = {
                "name": self.words.said(names[one.seat]),
                "text": self.words.said(one.text),
            }
            tell("  " + self.words.fill(N_("{name} gave: {text}"), values))

    def _refuse(self, place: str, why: str) -> None:
        self.invalid += 1
        self.status = max(self.status, INVALID)
        tell(f"{place}: {why}")

    def sum_up(self) -> None:
        """Prints how many were valid."""
        total = self.valid + self.invalid
        forms = NN_(
            "{count} record: {valid} valid, {invalid} not valid",
            "{count} records: {valid} valid, {invalid} not valid",
        )
        values: dict[str, object] = {"count": total, "valid": self.valid, "invalid": self.invalid}
        tell(self.words.fill(forms, values, by="count"))


def scene_of(source: object) -> Scene:
    """The names of a record that may not be valid, as far as they are names."""
    names = source.get("names") if isinstance(source, dict) else None
    if isinstance(names, list) and len(names) <= 16:
        return Scene(names=tuple([name if isinstance(name, str) else "" for name in names]))
    return Scene()
