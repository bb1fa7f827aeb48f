"""Draws every screen in every size and look, to be looked at.

    python bench/pictures.py --into /tmp/pictures
    python bench/pictures.py --scenes 'home/*' 'battalion-cover/why*' --sizes 80x24 --looks ascii

Each picture is an SVG; with ``--sheets`` (needs rsvg-convert, DejaVu Sans Mono, and for Korean a
CJK font) several of one size and look are put on a sheet, as PNG. What is wrong with a screen
(``tests/tui/scenes/faults.py``) is said at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import fnmatch
import logging
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from unittest import mock

from rich.cells import cell_len
from rich.segment import Segment

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)] if str(ROOT) not in sys.path else []

import tui.sitting  # noqa: E402
from tests.tui.scenes.every import SCENES  # noqa: E402
from tests.tui.scenes.faults import faults  # noqa: E402
from tests.tui.scenes.scene import MOMENT, SIZES, Stage  # noqa: E402
from tui.app import CardRoom  # noqa: E402

# Whether it is drawn in ASCII only, and in which colours.
LOOKS = {
    "dark": (False, "mess-dark"),
    "light": (False, "mess-light"),
    "ascii": (True, "mess-dark"),
}
# What stands in the README: the scene, its look and its size.
README = {
    "table": ("battalion-cover/table-many-later", "dark", (120, 34)),
    "war": ("generals-war/table-few", "dark", (80, 24)),
    "lesson": ("fight-for-the-lead/lesson-2", "light", (80, 24)),
    "hint": ("generals-war/hint", "dark", (80, 24)),
    "review": ("battalion-cover/review-few", "dark", (80, 24)),
    "plain-characters": ("battalion-twins/table-many-later", "ascii", (80, 24)),
}
# A cell of the terminal in pixels, and the letters in it. DejaVu Sans Mono is 0.602 wide.
CELL = (8, 17)
FONT = CELL[0] / 0.602
TITLE = 18
# The most pixels of a sheet that can still be read when it is shown as a whole.
SHEET = (1320, 1700)


def runs(room: CardRoom) -> Iterator[tuple[int, int, str, Segment]]:
    """What stands on the screen: column, row, text, and the segment with its style. A wide
    character stands alone, so that none after it is moved by how wide a font draws it."""
    for y, strip in enumerate(room.screen._compositor.render_strips()):
        x = 0
        for segment in strip:
            part = ""
            for character in segment.text:
                if cell_len(character) == 1:
                    part += character
                    continue
                if part:
                    yield x, y, part, segment
                    x += cell_len(part)
                    part = ""
                yield x, y, character, segment
                x += cell_len(character)
            if part:
                yield x, y, part, segment
                x += cell_len(part)


def drawn(room: CardRoom) -> str:
    """The screen as the inside of an SVG, every cell at its place."""
    width, height = room.size
    colours = room.get_css_variables()
    size = f'width="{width * CELL[0]}" height="{height * CELL[1]}"'
    grounds = [f'<rect {size} fill="{colours["background"]}"/>']
    texts: list[str] = []
    for x, y, text, segment in runs(room):
        style = segment.style
        assert style is not None
        ink, ground = _hex(style.color), _hex(style.bgcolor)
        if style.reverse:
            ink, ground = ground, ink
        left, top, wide = x * CELL[0], y * CELL[1], cell_len(text) * CELL[0]
        grounds.append(
            f'<rect x="{left}" y="{top}" width="{wide}" height="{CELL[1]}" fill="{ground}"'
            ' shape-rendering="crispEdges"/>'
        )
        if text.strip():
            weight = ' font-weight="bold"' if style.bold else ""
            faint = ' opacity="0.6"' if style.dim else ""
            texts.append(
                f'<text x="{left}" y="{top + CELL[1] * 0.76:.1f}" fill="{ink}" xml:space="preserve"'
                f' textLength="{wide}"{weight}{faint}>{escape(text)}</text>'
            )
    return "\n".join([*grounds, *texts])


def _hex(colour: object) -> str:
    triplet = getattr(colour, "triplet", None)
    return triplet.hex if triplet is not None else "#808080"


def svg(inside: str, width: int, height: int) -> str:
    """A whole SVG."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'font-family="DejaVu Sans Mono, Noto Sans CJK KR, monospace" font-size="{FONT:.2f}">\n'
        f"{inside}\n</svg>\n"
    )


async def take(
    name: str, looks: Sequence[str], sizes: Sequence[tuple[int, int]], language: str
) -> dict[tuple[str, tuple[int, int]], tuple[str, list[str]]]:
    """The scene drawn in all looks and sizes, and what is wrong with each."""
    found: dict[tuple[str, tuple[int, int]], tuple[str, list[str]]] = {}
    for ascii_ in sorted({LOOKS[look][0] for look in looks}):
        wanted = [look for look in looks if LOOKS[look][0] is ascii_]
        with tempfile.TemporaryDirectory() as folder:
            stage = Stage(Path(folder), sizes[0], ascii_, LOOKS[wanted[0]][1], language)
            async with SCENES[name](stage) as pilot:
                room = pilot.app
                assert isinstance(room, CardRoom)
                for size in sizes:
                    if room.size != size:
                        await pilot.resize_terminal(*size)
                        await pilot.pause(0.08)
                    for look in wanted:
                        room.theme = LOOKS[look][1]
                        await pilot.pause()
                        found[look, size] = drawn(room), faults(room)
    return found


def sheets(pictures: Sequence[tuple[str, str]], size: tuple[int, int]) -> Iterator[str]:
    """Pictures of one size with their names, several on a sheet."""
    wide, high = size[0] * CELL[0] + 6, size[1] * CELL[1] + TITLE + 6
    across, down = max(1, SHEET[0] // wide), max(1, SHEET[1] // high)
    for first in range(0, len(pictures), across * down):
        here = pictures[first : first + across * down]
        rows = -(-len(here) // across)
        parts = [f'<rect width="{across * wide}" height="{rows * high}" fill="#777777"/>']
        for at, (name, inside) in enumerate(here):
            x, y = at % across * wide, at // across * high
            parts.append(
                f'<g transform="translate({x},{y})"><text x="2" y="{TITLE - 4}" fill="#ffffff" '
                f'font-weight="bold">{escape(name)}</text>'
                f'<g transform="translate(0,{TITLE})">{inside}</g></g>'
            )
        yield svg("\n".join(parts), across * wide, rows * high)


def size_of(text: str) -> tuple[int, int]:
    """A size as it is typed: ``80x24``."""
    columns, rows = text.split("x")
    return int(columns), int(rows)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="pictures", description=__doc__.split("\n")[0])
    usual = Path(tempfile.gettempdir(), "messdeck-pictures")
    parser.add_argument("--into", type=Path, default=usual, help=f"a folder; {usual} otherwise")
    parser.add_argument("--scenes", nargs="*", default=["*"], help="patterns, such as home/*")
    parser.add_argument("--looks", nargs="*", choices=LOOKS, default=list(LOOKS))
    parser.add_argument("--sizes", nargs="*", type=size_of, default=list(SIZES))
    parser.add_argument("--language", default="en")
    parser.add_argument("--sheets", action="store_true", help="PNG sheets beside the pictures")
    parser.add_argument("--list", action="store_true", help="name the scenes, draw none")
    parser.add_argument("--readme", action="store_true", help="draw those of docs/pictures anew")
    return parser.parse_args()


class Gallery:
    """What is drawn, by look and size, and what is wrong with it and where."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.given = given
        self.pictures: dict[tuple[str, tuple[int, int]], list[tuple[str, str]]] = {}
        self.wrong: dict[str, list[str]] = {}

    def draw(self, name: str) -> None:
        """Draws a scene as often as it is wanted."""
        given = self.given
        try:
            taken = asyncio.run(take(name, given.looks, given.sizes, given.language))
        except Exception as error:  # the others are worth looking at all the same
            self.wrong.setdefault(f"{type(error).__name__}: {error}"[:2000], []).append(name)
            return
        for (look, size), (inside, found) in taken.items():
            at = f"{name} {look} {size[0]}x{size[1]}"
            self.pictures.setdefault((look, size), []).append((at, inside))
            for fault in found:
                self.wrong.setdefault(fault, []).append(at)
            path = given.into / f"{at.replace('/', '_').replace(' ', '_')}.svg"
            path.write_text(svg(inside, size[0] * CELL[0], size[1] * CELL[1]))

    def lay_out(self) -> None:
        """Puts the pictures on sheets."""
        for (look, size), some in self.pictures.items():
            for number, text in enumerate(sheets(some, size), start=1):
                path = self.given.into / f"sheet_{look}_{size[0]}x{size[1]}_{number:02d}.svg"
                path.write_text(text)
                subprocess.run(["rsvg-convert", "-o", path.with_suffix(".png"), path], check=True)
                path.unlink()

    def tell(self) -> int:
        """Says what was drawn and what is wrong; the exit status."""
        print(f"{sum(map(len, self.pictures.values()))} pictures in {self.given.into}")
        for fault, places in self.wrong.items():
            print(f"{fault}\n    {len(places)}: {', '.join(places[:6])}")
        return 1 if self.wrong else 0


def draw_readme() -> None:
    """Draws the pictures that the README shows."""
    for file, (name, look, size) in README.items():
        inside, found = asyncio.run(take(name, [look], [size], "en"))[look, size]
        assert not found, (file, found)
        path = ROOT / "docs" / "pictures" / f"{file}.svg"
        path.write_text(svg(inside, size[0] * CELL[0], size[1] * CELL[1]))


def main() -> int:
    given = arguments()
    names = [name for name in SCENES if any(fnmatch.fnmatch(name, one) for one in given.scenes)]
    if given.list:
        print("\n".join(names))
        return 0
    if given.sheets and shutil.which("rsvg-convert") is None:
        print("--sheets needs rsvg-convert", file=sys.stderr)
        return 2
    logging.disable(logging.CRITICAL)
    with mock.patch.object(tui.sitting, "now", return_value=MOMENT):
        if given.readme:
            draw_readme()
            return 0
        given.into.mkdir(parents=True, exist_ok=True)
        gallery = Gallery(given)
        for name in names:
            gallery.draw(name)
    if given.sheets:
        gallery.lay_out()
    return gallery.tell()


if __name__ == "__main__":
    sys.exit(main())
