"""The glossary of an organization, as `wb.glossary` has it: words that its lessons use or avoid, by language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any, Final

from pydantic import ValidationError

from workbench.api.arguments import ColumnNames, LanguageCode, SortColumns
from workbench.api.collection import Collection
from workbench.argument_check import describe_value
from workbench.argument_help import Help
from workbench.authoring.language import language_code
from workbench.authoring.style import GlossaryEntry
from workbench.columns import INTEGER, TEXT, Column, rows_frame, select
from workbench.errors import InputRejected, NotFound
from workbench.procedures.glossary import ListedGlossary
from workbench.procedures.organization import get_glossary, set_glossary
from workbench.text import display_text

if TYPE_CHECKING:
    import pandas

GLOSSARY_COLUMNS: Final = (
    Column("language", TEXT, "", "Upper-case language code."),
    Column("term", TEXT, "", "The word or words."),
    Column("use", TEXT, "", "use or avoid."),
    Column("instead", TEXT, "", "For a term to avoid: what to use instead."),
    Column("note", TEXT, "", "A note for authors."),
    Column(
        "version", INTEGER, "", "The version of the language's terms when they were read; `set` refuses another one."
    ),
)
NO_GLOSSARY: Final = "This service has no glossary. Ask its operator to update it."
_NAMES: Final = tuple(column.name for column in GLOSSARY_COLUMNS)


class Glossary(Collection):
    """Terms that lessons use, or avoid and replace. Drafts in their language receive them."""

    def list(
        self,
        language: Annotated[str, Help("only terms of this language, such as EN", "CODE")] | None = None,
        *,
        columns: ColumnNames | None = None,
        limit: int | None = None,
        sort: SortColumns | None = None,
    ) -> pandas.DataFrame:
        """Return a DataFrame with a row for each term, by language and alphabetically.

        With `language`, only the terms of that language.

        `columns` are names, or `"all"`; without it those that people read first. `limit` is the number of rows, `sort`
        a column or several, such as `"-updated_at"` for the last first.

        >>> wb.glossary.list()["term"].to_list()
        []
        """
        selection = select(GLOSSARY_COLUMNS, wanted=columns, limit=limit, sort=sort)
        return selection.of(glossary_frame(self._read(language)))

    def set(
        self,
        terms: Annotated[
            Any, Help("table (CSV, XLSX) with the columns term, use, instead, note, language, version", "FILE")
        ],
        *,
        language: Annotated[str, Help("language of rows that name none, such as EN", "CODE")] | None = None,
        overwrite: Annotated[bool, Help("replace the terms even if someone has changed them")] = False,
    ) -> pandas.DataFrame:
        """Replace the terms of each language in the table, and return the new table.

        `terms` is a DataFrame, a CSV or XLSX file, or records, with the columns of `list`; `language` is that of rows
        that name none. A language that the table does not have stays. Where somebody changed a language since its
        `version` was read, nothing of it is changed and `InputRejected` says so; rows without a version are for a
        language that has no terms yet, or with `overwrite=True` for any.

        >>> terms = [{"term": "handicapped", "use": "avoid", "instead": "disabled"}, {"term": "learner", "use": "use"}]
        >>> wb.glossary.set(terms, language="EN")[["term", "use", "version"]].to_dict("records")
        [{'term': 'handicapped', 'use': 'avoid', 'version': 1}, {'term': 'learner', 'use': 'use', 'version': 1}]
        """
        wanted = _by_language(_records(terms), language)
        languages = self._read(None).languages
        known = {language.language: language.version for language in languages}
        empty = {language.language for language in languages if not language.terms}
        for code, (_, version) in wanted.items():
            now = known.get(code, 0)
            is_same = version == now or (version is None and (code in empty or not now))
            if not is_same and not overwrite:
                raise InputRejected(
                    f"The terms of {code} are at version {now:,}, and this table has "
                    f"{'no version' if version is None else f'version {version:,}'}. Nothing was changed: "
                    "read the glossary again, or use overwrite=True (--overwrite)."
                )
        for code, (entries, _) in wanted.items():
            call = set_glossary(
                organization_id=self.organization_id, language=code, terms=entries, base_version=known.get(code, 0)
            )
            self._client.call(call)
        return self.list()

    def clear(self, language: LanguageCode) -> int:
        """Take all terms of a language away; how many there were.

        >>> wb.glossary.clear("EN")
        2
        """
        code = _code(language)
        there = next((language for language in self._read(code).languages), None)
        if there is None or not there.terms:
            return 0
        call = set_glossary(organization_id=self.organization_id, language=code, terms=[], base_version=there.version)
        self._client.call(call)
        return there.terms

    def _read(self, language: str | None) -> ListedGlossary:
        capabilities = self._client.capabilities()
        if capabilities is None or get_glossary.name not in capabilities.procedures:
            raise NotFound(NO_GLOSSARY, code="NOT_FOUND", http_status=404)
        code = self._language(language)
        return self._client.call(get_glossary(organization_id=self.organization_id, language=code))


def glossary_frame(glossary: ListedGlossary) -> pandas.DataFrame:
    """Return a row for each term, in the columns of `GLOSSARY_COLUMNS`."""
    versions = {language.language: language.version for language in glossary.languages}
    rows = [term.model_dump(include=set(_NAMES)) | {"version": versions.get(term.language)} for term in glossary.terms]
    return rows_frame(GLOSSARY_COLUMNS, rows)


def _records(terms: Any) -> list[tuple[int, dict[str, str]]]:
    """Return the number of each line of the table with its filled cells by column."""
    from workbench.bulk.reading.option_columns import plain_heading
    from workbench.bulk.reading.sources import ReadOptions, read_source

    table = read_source(terms, ReadOptions(), lambda cell: plain_heading(cell) in _NAMES)
    places = {plain_heading(column): index for index, column in enumerate(table.columns)}
    if "term" not in places:
        raise InputRejected(
            f"The table has no column `term`. It has: {', '.join(map(display_text, table.columns[:20]))}."
        )
    for line in table.lines:
        if line.fault:
            raise InputRejected(f"Line {line.number}: {line.fault}. Nothing was changed.")
    cells = (({name: line.cells[places[name]] for name in _NAMES if name in places}, line) for line in table.lines)
    return [
        (line.number, {name: cell for name, cell in record.items() if cell}) for record, line in cells if any(record)
    ]


def _by_language(
    records: Iterable[tuple[int, dict[str, str]]], language: str | None
) -> dict[str, tuple[list[GlossaryEntry], int | None]]:
    """Return the entries of each language, and the version given in its rows."""
    glossaries: dict[str, tuple[list[GlossaryEntry], int | None]] = {}
    for number, cells in records:
        if not cells.get("term"):
            if cells:
                raise InputRejected(f"Line {number}: the term is missing. Nothing was changed.")
            continue
        code = _code(cells.get("language") or language or "", f"Line {number}: ")
        entries, version = glossaries.setdefault(code, ([], None))
        entries.append(_entry(number, cells))
        text = cells.get("version", "")
        if text and not (text.isascii() and text.isdigit() and version in (None, int(text))):
            raise InputRejected(f"Line {number}: the rows of {code} have several versions. Nothing was changed.")
        glossaries[code] = (entries, int(text) if text else version)
    return glossaries


def _entry(number: int, cells: dict[str, str]) -> GlossaryEntry:
    use = cells.get("use", "avoid" if "instead" in cells else "use").strip().lower()
    fields = {name: cells.get(name) for name in ("term", "instead", "note")}
    try:
        return GlossaryEntry.model_validate({**fields, "use": use})
    except ValidationError as refused:
        first = refused.errors(include_url=False, include_input=False)[0]
        where = f"{first['loc'][0]}: " if first["loc"] else ""
        reason = first["msg"].removeprefix("Value error, ")
        raise InputRejected(f"Line {number}: {where}{reason}. Nothing was changed.") from None


def _code(language: str, where: str = "") -> str:
    if not language:
        raise InputRejected(f"{where}no language is given. Name one: language='EN', --language EN.")
    try:
        return language_code(language)
    except ValueError as refused:
        raise InputRejected(f"{where}{refused}, not {describe_value(language)}. Nothing was changed.") from None
