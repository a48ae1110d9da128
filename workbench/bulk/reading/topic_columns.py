"""A table to topics: which column holds them, which the language, destination and options, or a template.

Column names are recognised without case, blanks and signs, in several languages; else the columns found are listed.
"""

from __future__ import annotations

import string
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from workbench.authoring.language import language_code
from workbench.bulk.reading.language_names import language_of_name
from workbench.bulk.reading.option_columns import option_places, plain_heading
from workbench.bulk.reading.table import MAX_CELL_CHARACTERS, Table
from workbench.errors import PlanRejected
from workbench.text import display_text
from workbench.wording import count_text

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
PROJECT_NAMES: Final = (
    *("project", "projectid", "projectname", "projekt", "projet", "proyecto", "progetto", "projeto", "المشروع"),
    *("プロジェクト", "项目", "專案", "프로젝트", "проект", "proje", "prosjekt", "projekti"),
)
COURSE_NAMES: Final = (
    *("course", "courseid", "coursename", "coursetitle", "kurs", "cours", "curso", "corso", "cursus", "الدورة"),
    *("コース", "课程", "課程", "과정", "курс", "kursus", "kurssi"),
)
MAX_TEMPLATE_FIELDS: Final = 20
_NO_CELLS: Final[Mapping[str, str]] = {}


@dataclass(frozen=True, slots=True)
class ColumnMapping:
    """The columns to read. `None` detects them by name. The fields of a template are column names.

    An empty `project` or `course` takes none, as does an empty column of an option; `options` are columns by the
    option's name (`audience`). A column that is part of the topic is recognised as none of them.
    """

    topic: str | None = None
    language: str | None = None
    template: str | None = None
    project: str | None = None
    course: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Draft:
    """A topic as the source has it, not yet judged. `language` is `None` where the source names none.

    `warning` says what is missing for a template; it does not stop the run. `project` and `course` are names or ids,
    empty if the line has none. `options` are its non-empty option cells, by name.
    """

    line: int
    topic: str
    language: str | None
    fault: str = ""
    warning: str = ""
    project: str = ""
    course: str = ""
    options: Mapping[str, str] = field(default_factory=dict)


def is_known_name(cell: str) -> bool:
    """Return whether a cell reads like the name of a column of topics or languages."""
    return plain_heading(cell) in _TOPICS or plain_heading(cell) in _LANGUAGES


def knowing(mapping: ColumnMapping) -> Callable[[str], bool]:
    """`is_known_name`, which also knows the names that a person gave."""
    parts = [] if mapping.template is None else _template_parts(mapping.template)
    mapped = (mapping.topic, mapping.language, mapping.project, mapping.course, *mapping.options.values())
    given = {plain_heading(name) for name in (*mapped, *(name for _, name in parts)) if name}
    return lambda cell: is_known_name(cell) or (bool(cell) and plain_heading(cell) in given)


def find_drafts(table: Table, mapping: ColumnMapping, *, wants_language: bool) -> list[Draft]:
    """Return the topics of the table in order. Raises `PlanRejected`, listing the columns, if none fits."""
    language = _language_place(table, mapping, wants_language=wants_language)
    project, course = _destination_places(table, mapping)
    options = _option_places(table, mapping)
    topics: Iterator[tuple[str, str]]
    if mapping.template is not None:
        topics = _join_columns(table, _parse_template(mapping.template, table.columns))
    else:
        topic = _topic_place(table, mapping.topic)
        topics = ((line.cells[topic], "") for line in table.lines)
    return [
        Draft(
            line=line.number,
            topic=text,
            language=_cell(line.cells, language),
            fault=line.fault,
            warning=warning,
            project=_cell(line.cells, project) or "",
            course=_cell(line.cells, course) or "",
            options={name: cell for name, at in options.items() if (cell := line.cells[at])} or _NO_CELLS,
        )
        for line, (text, warning) in zip(table.lines, topics, strict=True)
    ]


def recognised_columns(table: Table) -> ColumnMapping:
    """Return the columns used by default, with `None` for those not recognised."""
    language = _language_place(table, ColumnMapping(), wants_language=True)
    try:
        topic = _topic_place(table, None)
    except PlanRejected:
        return ColumnMapping(language=_name_at(table, language))
    project, course = _destination_places(table, ColumnMapping())
    return ColumnMapping(
        topic=_name_at(table, topic),
        language=_name_at(table, language),
        project=_name_at(table, project),
        course=_name_at(table, course),
        options={name: table.columns[at] for name, at in _option_places(table, ColumnMapping()).items()},
    )


def reading_notes(table: Table, mapping: ColumnMapping, language: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return notes about the columns: those not used, and a language that is overridden."""
    column = _language_place(table, mapping, wants_language=True)
    is_used = mapping.language is not None or language is None
    used = _topic_places(table, mapping)
    notes = []
    if column is not None and column not in used and not is_used:
        codes = {
            _code(given_language) for given_language in ([language] if isinstance(language, str) else language or ())
        }
        others = sum(bool(line.cells[column]) and _code(line.cells[column]) not in codes for line in table.lines)
        notes.append(
            f"The column {display_text(table.columns[column], longest=60)} names another language in "
            f"{count_text(others, 'line')}. "
            f"They will be created in {', '.join(sorted(codes))}, as you asked; omit the language to use the column."
            if others
            else (
                "The language is the one you requested; the column "
                f"{display_text(table.columns[column], longest=60)} matches it."
            )
        )
    taken = {*used, column, *_destination_places(table, mapping), *_option_places(table, mapping).values()}
    left = [name for index, name in enumerate(table.columns) if index not in taken]
    filled = {index for line in table.lines for index, cell in enumerate(line.cells) if cell} if left else set()
    left = [name for name in left if table.columns.index(name) in filled]
    if left:
        notes.append(f"These columns were ignored: {_list_columns(left)}.")
    return tuple(notes)


def _code(text: str) -> str:
    name = language_of_name(text)
    try:
        return language_code(name)
    except ValueError:
        return display_text(name, longest=40)


def hidden_characters(text: str) -> list[str]:
    """Control and direction characters in a text, as code points, each once; white space and word joiners are fine."""
    if text.isprintable():
        return []
    characters = {character for character in text if unicodedata.category(character) in ("Cc", "Cf", "Co", "Zl", "Zp")}
    return [f"U+{ord(character):04X}" for character in sorted(characters - set("\n\r\t\u200c\u200d"))]


def _topic_place(table: Table, name: str | None) -> int:
    if name is not None:
        return _column_place(table.columns, name)
    for topic_name in TOPIC_NAMES:
        for index, column in enumerate(table.columns):
            if plain_heading(column) == plain_heading(topic_name):
                return index
    if len(table.columns) == 1:
        return 0
    raise PlanRejected(
        f"No column seems to contain topics. Found: {_list_columns(table.columns)}. Name one (topic column), "
        "join several (template), or say that the first line is not a heading (no header). "
        "Nothing was sent."
    )


def _language_place(table: Table, mapping: ColumnMapping, *, wants_language: bool) -> int | None:
    if mapping.language is not None:
        return _column_place(table.columns, mapping.language)
    if not wants_language:
        return None
    places = [index for index, column in enumerate(table.columns) if plain_heading(column) in _LANGUAGES]
    return places[0] if places else None


def _topic_places(table: Table, mapping: ColumnMapping) -> set[int | None]:
    if mapping.template is None:
        return {_topic_place(table, mapping.topic)}
    return {index for _, index in _parse_template(mapping.template, table.columns)}


def _destination_places(table: Table, mapping: ColumnMapping) -> tuple[int | None, int | None]:
    """Return the columns of projects and courses."""
    parts = _topic_places(table, mapping)

    def place_of(name: str | None, known: frozenset[str]) -> int | None:
        if name is not None:
            return _column_place(table.columns, name) if name else None
        places = (
            index for index, column in enumerate(table.columns) if plain_heading(column) in known and index not in parts
        )
        return next(places, None)

    return place_of(mapping.project, _PROJECTS), place_of(mapping.course, _COURSES)


def _option_places(table: Table, mapping: ColumnMapping) -> dict[str, int]:
    language = _language_place(table, mapping, wants_language=True)
    used = {*_topic_places(table, mapping), *_destination_places(table, mapping), language}
    return option_places(table.columns, mapping.options, used, lambda name: _column_place(table.columns, name))


def _column_place(columns: Sequence[str], name: str) -> int:
    for index, column in enumerate(columns):
        if column == name:
            return index
    alike = [index for index, column in enumerate(columns) if plain_heading(column) == plain_heading(name)]
    if len(alike) == 1:
        return alike[0]
    raise PlanRejected(
        f"There is no column {display_text(name, longest=60)!r}. Found: {_list_columns(columns)}. Nothing was sent."
    )


def _parse_template(template: str, columns: Sequence[str]) -> list[tuple[str, int | None]]:
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


def _join_columns(table: Table, parts: list[tuple[str, int | None]]) -> Iterator[tuple[str, str]]:
    """Yield the topic of each line, with a warning if it lacks a part."""
    places = [index for _, index in parts if index is not None]
    for line in table.lines:
        topic = "".join(text + ("" if index is None else line.cells[index]) for text, index in parts)
        missing = [table.columns[index] for index in places if not line.cells[index]]
        if len(missing) == len(places):
            topic, missing = "", []
        warning = f"empty here: {_list_columns(missing)}" if missing else ""
        yield topic[:MAX_CELL_CHARACTERS], warning


def _cell(cells: Sequence[str], index: int | None) -> str | None:
    return None if index is None else cells[index]


def _name_at(table: Table, index: int | None) -> str | None:
    return None if index is None else table.columns[index]


def _list_columns(columns: Sequence[str]) -> str:
    listed = ", ".join(display_text(column, longest=60) for column in columns[:20])
    return listed if len(columns) <= 20 else f"{listed} and {len(columns) - 20} more"


_TOPICS: Final = frozenset(plain_heading(topic_name) for topic_name in TOPIC_NAMES)
_LANGUAGES: Final = frozenset(plain_heading(language_name) for language_name in LANGUAGE_NAMES)
_PROJECTS: Final = frozenset(plain_heading(project_name) for project_name in PROJECT_NAMES)
_COURSES: Final = frozenset(plain_heading(course_name) for course_name in COURSE_NAMES)
