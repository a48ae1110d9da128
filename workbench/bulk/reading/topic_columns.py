"""A table to topics: which column holds them, which the language, or a template that joins several.

Column names are recognised without case, blanks and signs, in several languages; else the columns found are listed.
"""

from __future__ import annotations

import string
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from workbench.authoring.language import language_code
from workbench.bulk.reading.language_names import language_of_name
from workbench.bulk.reading.table import MAX_CELL_CHARACTERS, Table
from workbench.client.sanitize import shown
from workbench.errors import PlanRejected

# In order of preference; of two columns the earlier name is taken.
TOPIC_NAMES: Final = (
    *("topic", "topics", "lessontopic", "preferredlabel", "title", "lessontitle", "subject", "theme", "lesson", "name"),
    *("label", "thema", "thématique", "sujet", "tema", "argomento", "onderwerp", "temat", "assunto", "الموضوع"),
    *("titel", "titre", "título", "titulo", "titolo", "tytuł", "נושא", "text", "prompt"),
    *("トピック", "テーマ", "題目", "主题", "主題", "题目", "標題", "标题", "주제", "제목", "тема", "название"),
    *("konu", "teema"),
)
LANGUAGE_NAMES: Final = (
    *("language", "languagecode", "lang", "locale", "sprache", "langue", "idioma", "lingua", "taal", "język", "اللغة"),
    *("言語", "语言", "語言", "언어", "язык", "dil", "språk", "sprog", "kieli", "língua"),
)
MAX_TEMPLATE_FIELDS: Final = 20


@dataclass(frozen=True, slots=True)
class ColumnMapping:
    """Which columns to take. `None`: recognise them by their names. A template's fields are column names."""

    topic: str | None = None
    language: str | None = None
    template: str | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """A topic as the source has it, not yet judged. `language` is `None` where the source names none.

    `warning` says what a template found missing; it stops nothing.
    """

    line: int
    topic: str
    language: str | None
    fault: str = ""
    warning: str = ""


def is_known_name(cell: str) -> bool:
    """Whether a cell reads like the name of a column of topics or languages."""
    return _plain(cell) in _TOPICS or _plain(cell) in _LANGUAGES


def knowing(mapping: ColumnMapping) -> Callable[[str], bool]:
    """`is_known_name`, which also knows the names that a person gave."""
    parts = [] if mapping.template is None else _template_parts(mapping.template)
    given = {_plain(name) for name in (mapping.topic, mapping.language, *(name for _, name in parts)) if name}
    return lambda cell: is_known_name(cell) or (bool(cell) and _plain(cell) in given)


def find_drafts(table: Table, mapping: ColumnMapping, *, wants_language: bool) -> list[Draft]:
    """The topics of the table in order. Raises `PlanRejected`, listing the columns, when none fits."""
    language = _language_place(table, mapping, wants_language=wants_language)
    if mapping.template is not None:
        return list(_joined(table, _parsed(mapping.template, table.columns), language))
    topic = _topic_place(table, mapping.topic)
    return [Draft(line.number, line.cells[topic], _cell(line.cells, language), line.fault) for line in table.lines]


def reading_notes(table: Table, mapping: ColumnMapping, language: str | Sequence[str] | None) -> tuple[str, ...]:
    """What a person should know of the columns: those that nothing is taken from, and a language that is overruled."""
    place = _language_place(table, mapping, wants_language=True)
    is_used = mapping.language is not None or language is None
    if mapping.template is not None:
        used = {each for _, each in _parsed(mapping.template, table.columns)}
    else:
        used = {_topic_place(table, mapping.topic)}
    notes = []
    if place is not None and place not in used and not is_used:
        codes = {_code(each) for each in ([language] if isinstance(language, str) else language or ())}
        others = sum(bool(line.cells[place]) and _code(line.cells[place]) not in codes for line in table.lines)
        notes.append(
            f"The column {shown(table.columns[place], longest=60)} names another language in {others:,} lines. "
            f"They are made in {', '.join(sorted(codes))}, as you said; leave the language out to go by the column."
            if others
            else f"The language is the one you said; the column {shown(table.columns[place], longest=60)} agrees."
        )
    left = [name for at, name in enumerate(table.columns) if at not in used and at != place]
    filled = {at for line in table.lines for at, cell in enumerate(line.cells) if cell} if left else set()
    left = [name for name in left if table.columns.index(name) in filled]
    if left:
        notes.append(f"Nothing is taken from these columns: {_listed(left)}.")
    return tuple(notes)


def _code(text: str) -> str:
    name = language_of_name(text)
    try:
        return language_code(name)
    except ValueError:
        return shown(name, longest=40)


def hidden_characters(text: str) -> list[str]:
    """Control and direction characters in a text, as code points, each once; white space and word joiners are fine."""
    if text.isprintable():
        return []
    found = {each for each in text if unicodedata.category(each) in ("Cc", "Cf", "Co", "Zl", "Zp")}
    return [f"U+{ord(each):04X}" for each in sorted(found - set("\n\r\t\u200c\u200d"))]


def _topic_place(table: Table, name: str | None) -> int:
    if name is not None:
        return _column_place(table.columns, name)
    for each in TOPIC_NAMES:
        for place, column in enumerate(table.columns):
            if _plain(column) == _plain(each):
                return place
    if len(table.columns) == 1:
        return 0
    raise PlanRejected(
        f"No column looks like a topic. Found: {_listed(table.columns)}. Name one (topic_column, --topic-column), "
        "join several (template, --template), or say that the first line is no heading (header=False, --no-header). "
        "Nothing was sent."
    )


def _language_place(table: Table, mapping: ColumnMapping, *, wants_language: bool) -> int | None:
    if mapping.language is not None:
        return _column_place(table.columns, mapping.language)
    if not wants_language:
        return None
    places = [place for place, column in enumerate(table.columns) if _plain(column) in _LANGUAGES]
    return places[0] if places else None


def _column_place(columns: Sequence[str], name: str) -> int:
    for place, column in enumerate(columns):
        if column == name:
            return place
    alike = [place for place, column in enumerate(columns) if _plain(column) == _plain(name)]
    if len(alike) == 1:
        return alike[0]
    raise PlanRejected(f"There is no column {shown(name, longest=60)!r}. Found: {_listed(columns)}. Nothing was sent.")


def _parsed(template: str, columns: Sequence[str]) -> list[tuple[str, int | None]]:
    return [(text, None if name is None else _column_place(columns, name)) for text, name in _template_parts(template)]


def _template_parts(template: str) -> list[tuple[str, str | None]]:
    try:
        parts = list(string.Formatter().parse(template))
    except ValueError as refused:
        raise PlanRejected(f"The template cannot be read: {refused}. Nothing was sent.") from None
    if sum(name is not None for _, name, _, _ in parts) not in range(1, MAX_TEMPLATE_FIELDS + 1):
        raise PlanRejected(f"A template names 1 to {MAX_TEMPLATE_FIELDS} columns, such as {{topic}}. Nothing was sent.")
    if any(name == "" or spec or conversion for _, name, spec, conversion in parts if name is not None):
        raise PlanRejected("A template's fields are plain column names, such as {topic}. Nothing was sent.")
    return [(text, name) for text, name, _, _ in parts]


def _joined(table: Table, parts: list[tuple[str, int | None]], language: int | None) -> Iterator[Draft]:
    places = [place for _, place in parts if place is not None]
    for line in table.lines:
        topic = "".join(text + ("" if place is None else line.cells[place]) for text, place in parts)
        missing = [table.columns[place] for place in places if not line.cells[place]]
        if len(missing) == len(places):
            topic, missing = "", []
        warning = f"empty here: {_listed(missing)}" if missing else ""
        yield Draft(line.number, topic[:MAX_CELL_CHARACTERS], _cell(line.cells, language), line.fault, warning)


def _cell(cells: Sequence[str], place: int | None) -> str | None:
    return None if place is None else cells[place]


def _listed(columns: Sequence[str]) -> str:
    listed = ", ".join(shown(each, longest=60) for each in columns[:20])
    return listed if len(columns) <= 20 else f"{listed} and {len(columns) - 20} more"


def _plain(name: str) -> str:
    folded = unicodedata.normalize("NFC", name).casefold()
    return "".join(each for each in folded if each.isalnum())


_TOPICS: Final = frozenset(_plain(each) for each in TOPIC_NAMES)
_LANGUAGES: Final = frozenset(_plain(each) for each in LANGUAGE_NAMES)
