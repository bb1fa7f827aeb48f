"""Every catalogue is whole: nothing missing, no doubtful entries, the same values in all forms."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

from engine.registry import rule_sets
from tests.support.clauses import RULES
from tui.look import Look
from tui.screens.pages import rules_source
from tui.widgets.canvas import cells
from tui.widgets.markdown import MarkdownText
from tui.words import Words
from tui.words.catalogue import DOMAIN, ENGLISH, LOCALE, languages

TRANSLATED = tuple(language for language in languages() if language != ENGLISH)
OPTION = re.compile(r"--[a-z-]+")


def catalogue(language: str) -> Catalog:
    path = LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def entries(language: str) -> list[Message]:
    return [message for message in catalogue(language) if message.id]


def said(message: Message) -> tuple[str, ...]:
    """All forms of a translation."""
    forms = message.string or ""
    return (forms,) if isinstance(forms, str) else tuple(forms)


def values(text: str) -> list[str]:
    """The values that a text names, with how each is written."""
    return sorted(
        f"{name}:{spec}!{conversion}"
        for _, name, spec, conversion in string.Formatter().parse(text)
        if name is not None
    )


def test_the_house_speaks_the_languages_of_its_games() -> None:
    assert set(languages()) >= {"en", "ko", "ru", "uk"}


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_entry_is_translated_and_none_is_doubtful(language: str) -> None:
    catalog = catalogue(language)
    assert [m.id for m in entries(language) if not all(said(m))] == []
    assert [m.id for m in entries(language) if m.fuzzy] == []
    assert list(catalog.obsolete) == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_entry_has_the_plural_forms_of_its_language(language: str) -> None:
    catalog = catalogue(language)
    forms = get_plural(Locale(language))[0]
    assert catalog.num_plurals == forms
    counts = {len(said(m)) for m in entries(language) if isinstance(m.id, (tuple, list))}
    assert counts == {forms}


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_name_the_values_of_the_english_text(language: str) -> None:
    wrong: list[str] = []
    for message in entries(language):
        english = values(message.id if isinstance(message.id, str) else message.id[1])
        for text in said(message):
            if text and values(text) != english:
                wrong.append(text)
    assert wrong == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_begin_and_end_as_the_english_text_does(language: str) -> None:
    """Sentences stay sentences and labels labels; options of the command line stay as typed."""
    wrong: list[str] = []
    for message in entries(language):
        english = message.id if isinstance(message.id, str) else message.id[1]
        for text in filter(None, said(message)):
            if text != text.strip() or text.count("\n") != english.count("\n"):
                wrong.append(text)
            if english.endswith(".") != text.endswith(".") and not english.endswith("..."):
                wrong.append(text)
            wrong += [text for option in OPTION.findall(english) if option not in text]
    assert wrong == []


@pytest.mark.parametrize("language", languages())
def test_ranks_on_cards_are_short_and_told_apart(language: str) -> None:
    words = Words(language)
    signs = [words.rank_sign(rank) for rank in range(13)]
    assert len(set(signs)) == 13
    assert [cells(sign) for sign in signs] == [2 if sign == "10" else 1 for sign in signs]
    narrow = [words.rank_sign(rank, room=1) for rank in range(13)]
    assert len(set(narrow)) == 13
    assert {cells(sign) for sign in narrow} == {1}


@pytest.mark.parametrize("language", languages())
def test_cards_in_letters_are_written_as_in_records(language: str) -> None:
    assert Words(language, "letters").cards([10, 25, 34]) == "QS AH TD"


def test_cards_are_called_as_each_language_calls_them() -> None:
    queen = {language: Words(language, "names").card(10) for language in languages()}
    assert queen["ru"] == "дама пик"
    assert queen["uk"] == "дама пік"
    assert queen["ko"] == "스페이드 퀸"
    assert Words("ru").cards([9, 23, 37, 51, 21]) == "В♠ Д♥ К♦ Т♣ 10♥"
    assert Words("uk").cards([9, 23, 37, 51, 21]) == "В♠ Д♥ К♦ Т♣ 10♥"
    assert Words("ko").cards([9, 23, 37, 51, 21]) == "J♠ Q♥ K♦ A♣ 10♥"


def test_numbers_choose_the_forms_of_each_language() -> None:
    def chips(language: str) -> list[str]:
        return [Words(language).score("chips", count) for count in (1, 2, 5, 11, 21)]

    assert chips("ru") == ["1 фишка", "2 фишки", "5 фишек", "11 фишек", "21 фишка"]
    assert chips("uk") == ["1 фішка", "2 фішки", "5 фішок", "11 фішок", "21 фішка"]
    assert chips("ko") == ["칩 1개", "칩 2개", "칩 5개", "칩 11개", "칩 21개"]


@pytest.mark.parametrize("language", languages())
def test_titles_and_lines_fit_a_terminal(language: str) -> None:
    words = Words(language)
    for id_ in rule_sets():
        assert 3 < cells(words.title(id_)) <= 30
        assert 10 < cells(words.line(id_)) <= 78
    assert len({words.title(id_) for id_ in rule_sets()}) == len(rule_sets())


# The rules in every language


def rules_in(language: str) -> list[Path]:
    return sorted((RULES.parent / language).glob("*.md"))


def clause_ids(path: Path) -> list[str]:
    """Ids of clauses in their order, and the heads between them as ``#`` marks."""
    found: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            found.append(line.partition(" ")[0])
        elif line.startswith("`") and line[1:].partition("`")[0].count(".") and "` " in line:
            found.append(line[1:].partition("`")[0])
    return found


def cited(path: Path) -> list[str]:
    """Everything in backticks, clause ids at their places and elsewhere."""
    spans = path.read_text(encoding="utf-8").split("`")[1::2]
    return sorted(" ".join(span.split()) for span in spans)


def our_readings(path: Path) -> list[str]:
    """Ids of the clauses whose first paragraph ends in a mark such as ``*(our reading)*``."""
    paragraphs = path.read_text(encoding="utf-8").split("\n\n")
    return [
        text[1:].partition("`")[0]
        for text in paragraphs
        if text.startswith("`") and text.rstrip().endswith(")*")
    ]


def rules_languages() -> list[str]:
    return sorted(folder.name for folder in RULES.parent.iterdir() if folder.is_dir())


def test_the_rules_are_there_in_every_language_of_the_house() -> None:
    assert set(rules_languages()) == set(languages())


@pytest.mark.parametrize("language", rules_languages())
def test_the_rules_have_the_same_clauses_in_every_language(language: str) -> None:
    english = rules_in(ENGLISH)
    assert [path.name for path in rules_in(language)] == [path.name for path in english]
    for path, there in zip(rules_in(language), english, strict=True):
        assert clause_ids(path) == clause_ids(there), path
        assert cited(path) == cited(there), path
        assert our_readings(path) == our_readings(there), path


@pytest.mark.parametrize("language", rules_languages())
def test_tables_of_the_rules_fit_eighty_columns(language: str) -> None:
    for path in rules_in(language):
        for line in path.read_text(encoding="utf-8").splitlines():
            assert cells(line) <= 80, f"{path}: {line}"


@pytest.mark.parametrize("language", rules_languages())
def test_the_rules_are_shown_in_the_language_of_the_session(language: str) -> None:
    for rules in rule_sets():
        source = rules_source(rules, language)
        own = (RULES.parent / language / f"{rules}.md").read_text(encoding="utf-8")
        assert source.startswith(own)
        assert "`common.turn`" in source


def test_a_language_without_rules_shows_the_english_ones() -> None:
    for rules in rule_sets():
        assert rules_source(rules, "tlh") == rules_source(rules, ENGLISH)


@pytest.mark.parametrize("language", rules_languages())
@pytest.mark.parametrize("width", [56, 76, 92])
def test_the_rules_are_laid_out_within_the_page(language: str, width: int) -> None:
    for rules in rule_sets():
        text = MarkdownText(rules_source(rules, language), Look())
        lines = [line.plain for line in text.lay_out(width)]
        assert [line for line in lines if cells(line) > width] == []
        # Emphasis that its neighbours keep from being read as one would leave its stars behind.
        assert [line for line in lines if "*" in line] == []
