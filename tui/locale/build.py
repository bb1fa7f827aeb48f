"""Brings the catalogues up to date with the sources: ``python tui/locale/build.py``.

Collects every text that is marked (``N_``, ``NN_``, ``PN_``, ``gettext``, ``ngettext``,
``pgettext``) into ``messdeck.pot``, merges it into each language's ``messdeck.po`` without losing
a translation, and compiles these into the ``messdeck.mo`` that the program reads. With
``--check`` nothing is written, and the exit status is 1 if something is not up to date. Needs
Babel. A new language begins as an empty folder ``<language>/LC_MESSAGES``.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

LOCALE = Path(__file__).resolve().parent
SOURCES = LOCALE.parent
DOMAIN = "messdeck"
KEYWORDS = {
    "N_": None,
    "NN_": (1, 2),
    "PN_": ((1, "c"), 2),
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
}
# What changes with every run, or is a blank form, and tells nobody anything.
_IDLE = re.compile(
    rb'^"(POT-Creation-Date|PO-Revision-Date|Generated-By|Report-Msgid-Bugs-To|Last-Translator|'
    rb"Language-Team|Project-Id-Version): .*\n",
    re.MULTILINE,
)
# Stands in compiled catalogues, which nobody reads, instead of the time of the run.
_ONCE = datetime(2000, 1, 1, tzinfo=UTC)


def template() -> Catalog:
    """All marked texts of the sources."""
    catalog = Catalog(project=DOMAIN, charset="utf-8", copyright_holder="", header_comment="")
    found = extract_from_dir(
        SOURCES, [("**.py", "python")], keywords=KEYWORDS, comment_tags=("Translators:",)
    )
    for _, _, message, comments, context in found:
        catalog.add(message, None, auto_comments=comments, context=context)
    return catalog


def files(texts: Catalog) -> Iterator[tuple[Path, bytes]]:
    """Every file of the catalogues, as it should be."""
    yield LOCALE / f"{DOMAIN}.pot", _text(texts)
    for folder in sorted(LOCALE.glob("*/LC_MESSAGES")):
        catalog = _merged(texts, folder)
        text = _text(catalog)
        yield folder / f"{DOMAIN}.po", text
        yield folder / f"{DOMAIN}.mo", _compiled(text, folder.parent.name)


def _merged(texts: Catalog, folder: Path) -> Catalog:
    language = folder.parent.name
    path = folder / f"{DOMAIN}.po"
    if path.exists():
        with path.open("rb") as file:
            catalog = read_po(file, locale=language, domain=DOMAIN)
    else:
        catalog = Catalog(locale=language, domain=DOMAIN, project=DOMAIN, charset="utf-8")
    catalog.fuzzy = False
    catalog.header_comment = ""
    catalog.update(texts, no_fuzzy_matching=True, update_header_comment=False)
    return catalog


def _text(catalog: Catalog) -> bytes:
    buffer = io.BytesIO()
    write_po(buffer, catalog, no_location=True, sort_output=True, width=100, ignore_obsolete=True)
    return _IDLE.sub(b"", buffer.getvalue())


def _compiled(text: bytes, language: str) -> bytes:
    catalog = read_po(io.BytesIO(text), locale=language, domain=DOMAIN)
    catalog.creation_date = catalog.revision_date = _ONCE
    buffer = io.BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def main(arguments: list[str]) -> int:
    """Writes or checks; the exit status."""
    stale = [(path, due) for path, due in files(template()) if _differs(path, due)]
    for path, due in stale:
        if "--check" in arguments:
            sys.stderr.write(f"{path.relative_to(LOCALE.parent.parent)} is not up to date\n")
        else:
            path.write_bytes(due)
    if "--check" in arguments:
        return 1 if stale else 0
    return 0


def _differs(path: Path, due: bytes) -> bool:
    return not path.exists() or path.read_bytes() != due


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
