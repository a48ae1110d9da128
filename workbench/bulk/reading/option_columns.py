"""Columns and arguments with writing options: their headings, and the meaning of their cells.

A cell with several objectives or sources has one on each line, or separates them with semicolons.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from pydantic import TypeAdapter, ValidationError

from workbench.authoring.style import MAX_OBJECTIVES, QUESTIONS, WORDS, LessonStyle, Objective
from workbench.bulk.lesson_options import OPTION_LABELS, LessonOptions
from workbench.errors import PlanRejected
from workbench.text import display_text

OPTION_HEADINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "audience": (
        *("audience", "targetaudience", "targetgroup", "learners", "zielgruppe", "publiccible", "públicoobjetivo"),
        *("audiencia", "público-alvo", "destinatari", "doelgroep", "odbiorcy", "الجمهور"),
    ),
    "tone": ("tone", "toneofvoice", "tonfall", "tonalität", "ton", "tono", "tom", "toon"),
    "reading_level": (
        *("readinglevel", "readability", "leseniveau", "sprachniveau", "niveaudelecture", "niveldelectura"),
        *("niveldeleitura", "livellodilettura", "leesniveau"),
    ),
    "words": ("words", "wordcount", "numberofwords", "wörter", "wortzahl", "mots", "palabras", "palavras", "parole"),
    "questions": ("questions", "numberofquestions", "quizquestions", "fragen", "preguntas", "perguntas", "domande"),
    "objectives": (
        *("objectives", "learningobjectives", "learninggoals", "lernziele", "objectifs", "objetivos", "obiettivi"),
        *("leerdoelen", "الأهداف"),
    ),
    "sources": ("sources", "sourceids", "sourcenames", "quellen", "fuentes", "fontes", "fonti", "bronnen"),
    "like": ("like", "likelesson", "likelessonid", "templatelesson", "musterlektion"),
}
"""The headings of columns that are recognised, by the option's name, without case, blanks and signs."""
_OBJECTIVE: Final = TypeAdapter(Objective)
_NUMBERS: Final = {"words": WORDS, "questions": QUESTIONS}


def option_places(
    columns: Sequence[str], mapped: Mapping[str, str], used: Collection[int | None], find: Callable[[str], int]
) -> dict[str, int]:
    """Return the column of each option: the one mapped to it (by `find`), else one with a known heading.

    An option that is mapped to nothing has no column; a column that is `used` for something else is not
    recognised. Raises `PlanRejected` for an unknown option.
    """
    for name in mapped:
        if name not in OPTION_HEADINGS:
            known = ", ".join(OPTION_HEADINGS)
            raise PlanRejected(
                f"Unknown option {display_text(name, longest=60)!r}. Options: {known}. Nothing was sent."
            )
    column_numbers = {name: find(column) for name, column in mapped.items() if column}
    taken = {*used, *column_numbers.values()}
    for column_number, column in enumerate(columns):
        name = _BY_HEADING.get(plain_heading(column), "")
        if name and column_number not in taken and name not in mapped and name not in column_numbers:
            column_numbers[name] = column_number
    return column_numbers


def plain_heading(text: str) -> str:
    """Return a heading for comparison: no case, spaces or signs."""
    folded = unicodedata.normalize("NFC", text).casefold()
    return "".join(character for character in folded if character.isalnum())


def option_cells(**given: str | int | Sequence[str] | bool | None) -> dict[str, str]:
    """Return arguments as the cells of a list write them, leaving out those not given."""
    cells = {}
    for name, value in given.items():
        if isinstance(value, str):
            cells[name] = value
        elif isinstance(value, bool) or value is None:
            cells |= {name: "yes"} if value else {}
        elif isinstance(value, int):
            cells[name] = str(value)
        else:
            cells[name] = "".join(f"{line_text}\n" for line_text in value)  # a line each: they may hold semicolons
    return {name: value for name, value in cells.items() if value.strip()}


def split_list(cell: str) -> tuple[str, ...]:
    """Return the items of a cell that contains a list."""
    parts = cell.splitlines() if "\n" in cell else cell.split(";")
    return tuple(part.strip() for part in parts if part.strip())


def read_options(cells: Mapping[str, str]) -> tuple[LessonOptions, str]:
    """Return the options in the cells of a line, and what is wrong with them.

    Sources and lessons are not looked up. White space is normalized, so that two spellings mean the same.
    """
    values: dict[str, object] = {}
    for name, limits in _NUMBERS.items():
        text = cells.get(name, "")
        if not text:
            continue
        if not (text.isascii() and text.isdigit() and len(text) < 9 and limits[0] <= int(text) <= limits[1]):
            number = f"a whole number from {limits[0]:,} to {limits[1]:,}"
            return LessonOptions(), f"{name} is {display_text(text, longest=40)!r}; it must be {number}"
        values[name] = int(text)
    for name in ("audience", "tone", "reading_level"):
        if cells.get(name):
            values[name] = cells[name]
    objectives = split_list(cells.get("objectives", ""))
    if len(objectives) > MAX_OBJECTIVES:
        return LessonOptions(), f"it has {len(objectives)} objectives; at most {MAX_OBJECTIVES} are allowed"
    try:
        style = LessonStyle.model_validate(values)
        taught = tuple(_OBJECTIVE.validate_python(objective) for objective in objectives)
    except ValidationError as refused:
        first = refused.errors(include_url=False, include_input=False)[0]
        where = OPTION_LABELS.get(str(first["loc"][0]), "objectives") if first["loc"] else "an objective"
        return LessonOptions(), f"{where.lower()}: {_reason(first['msg'])}"
    fields = {name: getattr(style, name) for name in ("audience", "tone", "reading_level", "words", "questions")}
    return LessonOptions(**fields, objectives=taught), ""


def _reason(message: str) -> str:
    text = message.removeprefix("Value error, ").replace("String should have", "it has")
    return text[:1].lower() + text[1:]


_BY_HEADING: Final = {plain_heading(text): name for name, headings in OPTION_HEADINGS.items() for text in headings}
