"""Which lesson is missing in which language, read from a table: rows of the report `coverage`, of a plan, or pairs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from workbench.authoring.language import language_code
from workbench.errors import InputRejected
from workbench.text import shown

Pair = tuple[str, str]
"""A lesson's id and the code of a language."""

MOST_PAIRS: Final = 100_000
_PAIR: Final = 2
_NEEDED: Final = (
    "Rows need the columns source_lesson_id (or lesson_id) and language, as wb.reports.coverage() has them, or be "
    "pairs of a lesson's id and a language. Nothing was sent."
)


def missing_pairs(rows: Any, organization_id: str) -> list[Pair]:
    """The lessons and languages that are missing, each once, in order.

    Rows whose `state` is another one are left out, and so are those without a lesson. Raises `InputRejected` where
    there is neither, for rows of other organizations and for what is no language.
    """
    found = _of_table(rows, organization_id) if hasattr(rows, "columns") else _of_pairs(rows)
    if len(found) > MOST_PAIRS:
        raise InputRejected(f"{len(found):,} rows are more than the {MOST_PAIRS:,} that are planned at once.")
    try:
        return list(dict.fromkeys((lesson_id, language_code(code)) for lesson_id, code in found))
    except ValueError as refused:
        raise InputRejected(f"{refused}. Nothing was sent.") from None


def _of_table(table: Any, organization_id: str) -> list[Pair]:
    names = set(table.columns)
    key = "source_lesson_id" if "source_lesson_id" in names else "lesson_id"
    if not {key, "language"} <= names:
        raise InputRejected(_NEEDED)
    if "state" in names:
        table = table[(table["state"] == "missing").fillna(value=False)]
    if "organization_id" in names:
        elsewhere = table[(table["organization_id"] != organization_id).fillna(value=False)]
        if len(elsewhere):
            whose = shown(str(elsewhere.iloc[0].get("organization") or elsewhere.iloc[0]["organization_id"]))
            raise InputRejected(
                f"{len(elsewhere):,} rows are of another organization, such as {whose}: select it, and plan its rows "
                "there. Nothing was sent."
            )
    table = table.dropna(subset=[key, "language"])
    return list(zip(table[key].astype(str), table["language"].astype(str), strict=True))


def _of_pairs(rows: Any) -> list[Pair]:
    if isinstance(rows, str) or not isinstance(rows, Iterable):
        raise InputRejected(_NEEDED)
    found = [tuple(row) if isinstance(row, tuple | list) else () for row in rows]
    if any(len(pair) != _PAIR or not all(isinstance(part, str) for part in pair) for pair in found):
        raise InputRejected(_NEEDED)
    return [(lesson_id, code) for lesson_id, code in found]
