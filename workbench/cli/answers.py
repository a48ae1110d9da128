"""The output of a `wb` method for programs and people: rows and fields by their wire names, or a sentence."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel
from pydantic.alias_generators import to_camel

from workbench.cli.commands import CommandEntry
from workbench.cli.output import note, say, say_json, say_table
from workbench.cli.sentences import SENTENCES
from workbench.patterns import Pattern
from workbench.text import display_text
from workbench.wording import count_text

if TYPE_CHECKING:
    import pandas

LONGEST_CELL = 60
MOMENT = Pattern(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class VerbAnswer:
    """An answer: its rows, or its facts by name; a text for people; and the arguments of the call.

    `columns` are those of the rows, `missing` has a sentence for each missing part, `total` is the number of all rows.
    """

    rows: list[Row] | None
    facts: Row
    text: str
    arguments: Row
    columns: Sequence[str] = ()
    missing: Sequence[str] = ()
    total: int | None = None

    @property
    def is_refused(self) -> bool:
        """Whether a row reports a refusal."""
        return any(row.get("refused") is not None for row in self.rows or ())


def verb_answer(value: Any, second_value: Any, arguments: Row, *, verb: str) -> VerbAnswer:
    """Return a verb's answer, with the facts of the second value if there is one."""
    if hasattr(value, "columns") and hasattr(value, "attrs"):
        columns, attributes = [to_camel(str(name)) for name in value.columns], value.attrs
        total = attributes.get("total", len(value))
        return VerbAnswer(_table_rows(value, columns), {}, "", arguments, columns, attributes.get("missing", ()), total)
    facts, texts = answer_facts(value, verb), [_answer_text(value)]
    if second_value is not None:
        facts, texts = facts | answer_facts(second_value, verb), [*texts, _answer_text(second_value)]
    return VerbAnswer(None, facts, "\n".join(filter(None, texts)), arguments)


def _table_rows(frame: pandas.DataFrame, names: Sequence[str]) -> list[Row]:
    """Return a table's rows by column, in the form of JSON: times as text, missing values as null."""
    import pyarrow

    table = pyarrow.Table.from_pandas(frame, preserve_index=False)
    return [dict(zip(names, map(_json_value, row.values()), strict=True)) for row in table.to_pylist()]


def _json_value(value: Any) -> Any:
    if isinstance(value, date):
        from workbench.reports.tables.finished import value_text

        return value_text(value)
    return value


def answer_facts(value: Any, verb: str) -> Row:
    """Return an answer's fields by their wire names; a plain value is named after the verb."""
    if value is None:
        return {}
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True)
    if callable(facts := getattr(value, "facts", None)):
        return dict(facts())
    if isinstance(page := getattr(value, "lesson", None), BaseModel):
        return page.model_dump(mode="json", by_alias=True)
    if isinstance(value, Path):
        return {"file": str(value)}
    if is_dataclass(value):
        return {to_camel(field.name): _json_fact(getattr(value, field.name)) for field in fields(value)}
    first, _, last = verb.partition(".")
    return {first if isinstance(value, list) else last: value}


def _json_fact(value: Any) -> Any:
    return str(value) if isinstance(value, Path) else list(value) if isinstance(value, tuple) else value


def _answer_text(value: Any) -> str:
    """Return the text for people: the sentence for the value's type, a line for each field, or the value as text."""
    if value is None:
        return ""
    if (sentence := SENTENCES.get(type(value).__name__)) is not None:
        return sentence(value)
    if isinstance(value, BaseModel):
        from workbench.api.content.records import record_text

        return record_text(value, for_terminal=True).partition("\n")[2]  # type: ignore[arg-type]
    return ", ".join(value) if isinstance(value, list) else str(value)


def say_answers(answers: Sequence[VerbAnswer], command: CommandEntry, chosen: argparse.Namespace) -> int:
    """Print the answers, and return the exit code: 1 where a row was refused, else 0."""
    for missing in dict.fromkeys(sentence for answer in answers for sentence in answer.missing):
        note(missing)
    if chosen.output == "table":
        for answer in answers:
            _print_answer(answer, command)
    elif answers:
        _say_for_programs(answers, command)
    return int(any(answer.is_refused for answer in answers))


def _say_for_programs(answers: Sequence[VerbAnswer], command: CommandEntry) -> None:
    if command.repeated_argument:
        name = next(argument for argument in command.arguments if argument["name"] == command.repeated_argument)
        key = name.get("metavar", command.repeated_argument).lower()
        say_json([{key: str(answer.arguments[command.repeated_argument])} | answer.facts for answer in answers])
    else:
        say_json(answers[0].facts if answers[0].rows is None else answers[0].rows, answers[0].columns)


def _print_answer(answer: VerbAnswer, command: CommandEntry) -> None:
    names: dict[str, Any] = {to_camel(name): value for name, value in answer.arguments.items()}
    if answer.rows is None:
        say(_sentence(command.says, names | answer.facts) or answer.text or "Done.")
    elif command.says and len(answer.rows) == 1 and not answer.is_refused:
        say(_sentence(command.says, names | answer.rows[0]))
    elif answer.rows:
        columns = _columns(answer, command)
        say_table(
            ({name: _cell_text(row[name]) for name in columns} for row in answer.rows), columns, longest=LONGEST_CELL
        )
        _say_how_many(len(answer.rows), answer.total or 0)
    else:
        say(_sentence(command.empty, names) or "Nothing found.")


def _sentence(template: str, names: Mapping[str, Any]) -> str:
    """Fill the names into the template, making untrusted text safe for a terminal."""
    known = {name: display_text(value) if isinstance(value, str) else value for name, value in names.items()}
    return template.format_map(known)


def _columns(answer: VerbAnswer, command: CommandEntry) -> list[str]:
    """Return the columns for people: those the command names, or all but ids, without empty ones.

    If the command names none, the id of a row's subject comes last.
    """
    wanted = command.shows.split()
    known = [name for name in wanted or answer.columns if any(row[name] is not None for row in answer.rows or ())]
    if wanted:
        return known
    plain = [name for name in known if not name.endswith("Id") and name not in ("extra", "organization")]
    own = {"people": "personId"}.get(about := command.verb.partition(".")[0], f"{about.removesuffix('s')}Id")
    ids = [name for name in known if name.endswith("Id") and name != "organizationId"]
    return [*plain, *([own] if own in ids else ids[:1])]


def _cell_text(value: object) -> object:
    """Return a cell for people: times to the minute, lists joined with commas, booleans as yes or no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str) and MOMENT.fullmatch(value):
        return f"{value[:10]} {value[11:16]}"
    return ", ".join(map(str, value)) if isinstance(value, list) else value


def _say_how_many(rows: int, total: int) -> None:
    count = f"{count_text(total, 'row')}."
    note(count if rows >= total else f"{rows:,} of {total:,} rows shown. To see all: --limit {total}")
