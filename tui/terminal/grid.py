"""The cells of a terminal's screen: what of a picture has to be sent, when the last is known."""

from __future__ import annotations

import re
from typing import Final

from tui.terminal.clusters import clusters
from tui.terminal.pen import BLANK, SECOND, Pen, Run, RunBuilder
from tui.terminal.sgr import PLAIN, Style, of_blank, styled

# Textual writes what is no picture (modes, questions, the clipboard, the bell) by itself. Only
# what is nothing but this passes: in a picture the same may come from a text that was shown.
_CODE: Final = re.compile(
    r"\x1b\[\?(?P<modes>[\d;]+)[hl]"  # set or reset private modes
    r"|\x1b\[\?\d+\$p"  # is a mode known?
    r"|\x1b\[[<>=][\d;]*u"  # keyboard protocol
    r"|\x1b\](?P<about>52|22);[a-z-]*(?:;[A-Za-z0-9+/=]*)?(?:\x07|\x1b\\)"  # clipboard, pointer
    r"|(?P<bell>\x07)"
)
_CODES: Final = re.compile(rf"(?:{re.sub(r'[?]P<[a-z]+>', '?:', _CODE.pattern)})+")
_PICTURE: Final = re.compile(
    r"\x1b\[([\d;]*)m"  # 1: style
    r"|\x1b\[(\d{0,5})(?:;(\d{0,5}))?H"  # 2, 3: row, column
    r"|\x1b\]8;[^\x07\x1b]*(?:\x07|\x1b\\)"  # a link: not shown as one
    r"|([^\x00-\x1f\x7f-\x9f]+)"  # 4: text
    r"|(\n)"  # 5: next line
)
# The shape of the mouse's pointer; without reports of its moves there is none to tell.
_POINTER: Final = "22"
_OTHER_SCREEN: Final = "1049"
_IN_STEP: Final = "2026"  # synchronised output
_STEP: Final = ("\x1b[?2026h", "\x1b[?2026l")
# Below that many characters nobody sees the parts of a picture come one after the other.
_LEAST_IN_STEP: Final = 256
# A gap up to that many unchanged cells may be cheaper to write again than to jump over.
_SHORT_GAP: Final = 4


class Grid:
    """A screen of ``width`` × ``height`` cells. ``feed`` it all that is meant for a terminal;
    ``take`` what brings the terminal from the last picture taken to the present one.

    However many pictures were fed in between, only the last one is sent: who cannot take for a
    while misses the steps, not the end. Modes and the like are passed on in their order, before
    the picture. Controls in a text that is shown never get through. The terminal must not wrap
    lines (``CSI ? 7 l``), or at least not on the last column.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._texts = [[BLANK] * width for _ in range(height)]
        self._styles = [[PLAIN] * width for _ in range(height)]
        # What the terminal shows; None: nobody knows.
        self._sent: tuple[list[list[str]], list[list[Style]]] | None = None
        # Rows that may differ from what was sent.
        self._touched: set[int] = set()
        self._codes: list[str] = []
        self._shown = True
        self._in_step = False
        self._x = self._y = 0
        self._style = PLAIN
        self._sent_cursor = (-1, -1)

    # In

    def feed(self, text: str) -> None:
        """Takes one write of Textual's: a picture, a part of one, or codes."""
        if text.startswith(("\x1b[", "\x1b]", "\x07")) and _CODES.fullmatch(text):
            for found in _CODE.finditer(text):
                self._feed_code(found)
            return
        for found in _PICTURE.finditer(text):
            what = found.lastindex
            if what == 4:
                self._write(found[4])
            elif what == 1:
                self._style = styled(self._style, found[1])
            elif what == 5:
                self._x, self._y = 0, self._y + 1
            elif what is None and found[0].startswith("\x1b]"):
                continue
            else:
                self._y = max(int(found[2] or 1) - 1, 0)
                self._x = max(int(found[3] or 1) - 1, 0)

    def _feed_code(self, found: re.Match[str]) -> None:
        code, modes = found[0], (found["modes"] or "").split(";")
        if _IN_STEP in modes:
            self._in_step = True
            return
        if _OTHER_SCREEN in modes:
            self._shown = code.endswith("h")
            if self._shown:
                self.forget()
            else:
                self._codes.append("\x1b[m")
        about = found["about"]
        if about == _POINTER:
            return
        if modes != [""] or about or found["bell"]:
            # While nobody takes, the same over and over does not pile up.
            same = f"\x1b]{about};" if about else code
            self._codes = [kept for kept in self._codes if not kept.startswith(same)]
        self._codes.append(code)

    def _write(self, text: str) -> None:
        x, y = self._x, self._y
        if text.isascii():
            self._x += len(text)
            if y < self.height and x < self.width:
                self._write_ascii(x, y, text[: self.width - x])
            return
        for cluster, cells in clusters(text):
            if y < self.height and x < self.width:
                self._put(x, y, cluster, cells)
            x += cells
        self._x = x

    def _write_ascii(self, x: int, y: int, text: str) -> None:
        texts, styles, style = self._texts[y], self._styles[y], self._style
        end = x + len(text)
        self._split(y, x)
        self._split(y, end)
        texts[x:end] = text
        styles[x:end] = [style] * len(text)
        blank = of_blank(style)
        if blank is not style:
            at = text.find(BLANK)
            while at >= 0:
                styles[x + at] = blank
                at = text.find(BLANK, at + 1)
        self._touched.add(y)

    def _put(self, x: int, y: int, cluster: str, cells: int) -> None:
        texts, styles = self._texts[y], self._styles[y]
        end = x + cells
        if end > self.width:  # half of a wide one would stick out
            cluster, end = BLANK, self.width
        self._split(y, x)
        self._split(y, end)
        style = of_blank(self._style) if cluster == BLANK else self._style
        texts[x], styles[x] = cluster, style
        if end - x == 2:
            texts[x + 1], styles[x + 1] = SECOND, style
        self._touched.add(y)

    def _split(self, y: int, x: int) -> None:
        """If the cells before and at ``x`` are one wide character, nothing is left of it."""
        texts, styles = self._texts[y], self._styles[y]
        if x < len(texts) and texts[x] == SECOND:
            texts[x - 1] = texts[x] = BLANK
            styles[x - 1] = styles[x] = of_blank(styles[x])

    def resize(self, width: int, height: int) -> None:
        """The terminal has another size now. What it shows is not known until the next take."""
        del self._texts[height:], self._styles[height:]
        for y, (texts, styles) in enumerate(zip(self._texts, self._styles, strict=True)):
            self._split(y, width)
            del texts[width:], styles[width:]
            texts += [BLANK] * (width - len(texts))
            styles += [PLAIN] * (width - len(styles))
        for _ in range(height - len(self._texts)):
            self._texts.append([BLANK] * width)
            self._styles.append([PLAIN] * width)
        self.width, self.height = width, height
        self.forget()

    def forget(self) -> None:
        """What the terminal shows is not known any more: the next take brings all of it."""
        self._sent = None
        self._touched = set(range(self.height))

    # Out

    def take(self) -> str:
        """What is to be written now, "" if nothing; from then on it counts as sent."""
        codes = "".join(self._codes)
        self._codes.clear()
        if not self._shown:
            return codes
        anew = ""
        if self._sent is None:
            anew = "\x1b[m\x1b[2J"
            self._sent = (
                [[BLANK] * self.width for _ in range(self.height)],
                [[PLAIN] * self.width for _ in range(self.height)],
            )
            self._sent_cursor = (-1, -1)
        runs: list[Run] = []
        for y in sorted(self._touched):
            runs += self._changed_runs(y)
        self._touched.clear()
        pen = Pen(self.width)
        pen.write(runs)
        cursor = (min(self._x, self.width - 1), min(self._y, self.height - 1))
        if pen.out or cursor != self._sent_cursor:
            pen.go(*cursor)
            self._sent_cursor = cursor
        picture = anew + "".join(pen.out)
        if self._in_step and len(picture) >= _LEAST_IN_STEP:
            picture = picture.join(_STEP)
        return codes + picture

    def _changed_runs(self, y: int) -> list[Run]:
        """What differs in a row from what was sent, which it counts as from now on."""
        assert self._sent is not None
        texts, styles = self._texts[y], self._styles[y]
        old_texts, old_styles = self._sent[0][y], self._sent[1][y]
        if texts == old_texts and styles == old_styles:
            return []
        builder = RunBuilder(y)
        x = 0
        while x < self.width:
            if texts[x] == old_texts[x] and styles[x] == old_styles[x]:
                x += 1
                continue
            if texts[x] == SECOND:  # its first half differs too, and has brought it
                x += 1
                continue
            end = builder.end
            if end >= 0 and 0 < x - end <= _SHORT_GAP:
                builder.bridge(texts[end:x], styles[end:x])
            cells = 2 if x + 1 < self.width and texts[x + 1] == SECOND else 1
            builder.add(x, texts[x], styles[x], cells)
            x += cells
        self._sent[0][y] = texts.copy()
        self._sent[1][y] = styles.copy()
        return builder.runs
