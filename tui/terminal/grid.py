"""The cells of a terminal's screen: what of a picture has to be sent, when the last is known."""

from __future__ import annotations

import re
from typing import Final

from tui.terminal.clusters import clusters, is_sure
from tui.terminal.sgr import PLAIN, Style, change, for_blank, of_blank, styled

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
BLANK: Final = " "
# The second cell of a wide character.
_SECOND: Final = ""


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
            texts[x + 1], styles[x + 1] = _SECOND, style
        self._touched.add(y)

    def _split(self, y: int, x: int) -> None:
        """If the cells before and at ``x`` are one wide character, nothing is left of it."""
        texts, styles = self._texts[y], self._styles[y]
        if x < len(texts) and texts[x] == _SECOND:
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
        pen = _Pen()
        for y in sorted(self._touched):
            self._draw_row(pen, y)
        self._touched.clear()
        cursor = (min(self._x, self.width - 1), min(self._y, self.height - 1))
        if pen.out or cursor != self._sent_cursor:
            pen.go(*cursor)
            self._sent_cursor = cursor
        picture = anew + "".join(pen.out)
        if self._in_step and len(picture) >= _LEAST_IN_STEP:
            picture = picture.join(_STEP)
        return codes + picture

    def _draw_row(self, pen: _Pen, y: int) -> None:
        assert self._sent is not None
        texts, styles = self._texts[y], self._styles[y]
        old_texts, old_styles = self._sent[0][y], self._sent[1][y]
        if texts == old_texts and styles == old_styles:
            return
        width = self.width
        x = 0
        while x < width:
            if texts[x] == old_texts[x] and styles[x] == old_styles[x]:
                x += 1
                continue
            if texts[x] == _SECOND:  # its first half differs too, and has brought it
                x += 1
                continue
            if pen.y == y and 0 < x - pen.x <= _SHORT_GAP:
                gap = texts[pen.x : x]
                if all(len(text) == 1 and text.isascii() for text in gap) and all(
                    pen.fits(text, style)
                    for text, style in zip(gap, styles[pen.x : x], strict=True)
                ):
                    for text, style in zip(gap, styles[pen.x : x], strict=True):
                        pen.put(text, style, 1, width)
            pen.go(x, y)
            cells = 2 if x + 1 < width and texts[x + 1] == _SECOND else 1
            pen.put(texts[x], styles[x], cells, width)
            x += cells
        self._sent[0][y] = texts.copy()
        self._sent[1][y] = styles.copy()


class _Pen:
    """Where a terminal writes and in what style; nothing of it is taken for granted."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self.x = self.y = -1
        self.style: Style | None = None

    def go(self, x: int, y: int) -> None:
        if (x, y) == (self.x, self.y):
            return
        if y == self.y and x > self.x >= 0:
            far = x - self.x
            self.out.append(f"\x1b[{far}C" if far > 1 else "\x1b[C")
        elif (x, y) == (0, 0):
            self.out.append("\x1b[H")
        else:
            self.out.append(f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H")
        self.x, self.y = x, y

    def fits(self, text: str, style: Style) -> bool:
        """Whether a cell can be written without another style."""
        return self.style == (for_blank(self.style, style) if text == BLANK else style)

    def put(self, text: str, style: Style, cells: int, width: int) -> None:
        if text == BLANK:
            style = for_blank(self.style, style)
        if style != self.style:
            self.out.append(change(self.style, style))
            self.style = style
        self.out.append(text)
        self.x += cells
        # Terminals differ in where they are after the last column.
        if self.x >= width or not is_sure(text, cells):
            self.x = self.y = -1
