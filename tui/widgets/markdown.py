"""The rules' Markdown laid out for a width: headings, paragraphs, lists, tables."""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token
from textual.content import Content

from tui.look import Look
from tui.widgets.canvas import cells, fitted, wrapped

_ID = re.compile(r"(?:common|twins|cover|lead|war)(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+")
_CODE = "$text-accent"
_CLAUSE = "$quiet"
_HEADS = {"h1": "bold $text-accent", "h2": "bold $text-primary", "h3": "bold"}


class MarkdownText:
    """A Markdown text, parsed once. ``lay_out`` gives its lines for a width."""

    def __init__(self, source: str, look: Look) -> None:
        self.look = look
        self.tokens = MarkdownIt("commonmark").enable("table").parse(source)

    def lay_out(self, width: int) -> list[Content]:
        """The text in lines of at most ``width`` cells."""
        lines: list[Content] = []
        depth = 0
        index = 0
        while index < len(self.tokens):
            token = self.tokens[index]
            if token.type == "table_open":
                end = _closing(self.tokens, index)
                lines += self._table(self.tokens[index:end], width)
                lines.append(Content())
                index = end
            elif token.type in ("bullet_list_open", "ordered_list_open"):
                depth += 1
            elif token.type in ("bullet_list_close", "ordered_list_close"):
                depth -= 1
                if depth == 0:
                    lines.append(Content())
            elif token.type == "heading_open":
                lines += self._heading(token, self.tokens[index + 1], width, bool(lines))
                index += 1
            elif token.type == "inline":
                lines += self._paragraph(token, width, depth)
                if depth == 0:
                    lines.append(Content())
            elif token.type in ("fence", "code_block"):
                lines += [Content.styled(line, _CODE) for line in token.content.splitlines()]
                lines.append(Content())
            index += 1
        return lines

    def _heading(self, head: Token, inline: Token, width: int, space: bool) -> list[Content]:
        style = _HEADS.get(head.tag, "bold")
        found = [Content.styled(line, style) for line in wrapped(inline.content, width)]
        if head.tag == "h1":
            rule = self.look.glyphs.across * min(width, max(cells(line.plain) for line in found))
            found.append(Content.styled(rule, "$quiet"))
        before = [Content()] if space and head.tag != "h1" else []
        return [*before, *found, Content()]

    def _paragraph(self, token: Token, width: int, depth: int) -> list[Content]:
        text = _inline(token.children or [])
        if not depth:
            return text.wrap(width)
        bullet = "  " * (depth - 1) + f"{self.look.glyphs.bullet} "
        lines = text.wrap(max(1, width - len(bullet)))
        return [
            Content.assemble((bullet if row == 0 else " " * len(bullet), ""), line)
            for row, line in enumerate(lines)
        ]

    def _table(self, tokens: Sequence[Token], width: int) -> list[Content]:
        rows: list[list[str]] = []
        for token in tokens:
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(_inline(token.children or []).plain)
        return table_lines(rows, width, self.look)


def table_lines(rows: Sequence[Sequence[str]], width: int, look: Look) -> list[Content]:
    """A table with its first row as the head; cells are wrapped so that it fits into ``width``."""
    columns = max(len(row) for row in rows)
    filled = [[*row, *[""] * (columns - len(row))] for row in rows]
    gap = 2
    widths = [max(cells(row[at]) for row in filled) for at in range(columns)]
    while sum(widths) + gap * (columns - 1) > width and max(widths) > 4:
        widths[widths.index(max(widths))] -= 1
    lines: list[Content] = []
    for number, row in enumerate(filled):
        parts = [wrapped(text, widths[at]) for at, text in enumerate(row)]
        for line in range(max(len(part) for part in parts)):
            texts = [part[line] if line < len(part) else "" for part in parts]
            padded = [text + " " * (widths[at] - cells(text)) for at, text in enumerate(texts)]
            text = fitted((" " * gap).join(padded).rstrip(), width)
            lines.append(Content.styled(text, "bold" if number == 0 else ""))
        if number == 0:
            total = min(width, sum(widths) + gap * (columns - 1))
            lines.append(Content.styled(look.glyphs.across * total, "$quiet"))
    return lines


def _inline(tokens: Sequence[Token]) -> Content:
    parts: list[str | tuple[str, str]] = []
    styles: list[str] = []
    for token in tokens:
        if token.type == "text":
            parts.append((token.content, " ".join(styles)))
        elif token.type == "code_inline":
            style = _CLAUSE if _ID.fullmatch(token.content) else _CODE
            parts.append((token.content, style))
        elif token.type in ("softbreak", "hardbreak"):
            parts.append(" ")
        elif token.type in ("em_open", "strong_open"):
            styles.append("italic" if token.type == "em_open" else "bold")
        elif token.type in ("em_close", "strong_close"):
            styles.pop()
    return Content.assemble(*parts)


def _closing(tokens: Sequence[Token], start: int) -> int:
    for index in range(start, len(tokens)):
        if tokens[index].type == "table_close":
            return index
    return len(tokens) - 1
