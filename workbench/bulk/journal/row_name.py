"""The name of a row: its line in the topic list, as a spreadsheet or an editor numbers it.

A line has several rows if it has several languages or copies, or if two lists are in one run. Their names have the
language, the copy or the row's id as well, and the line alone names none of them: resolving the wrong row may cost
money. Source: ours (bulk).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from workbench.errors import PlanRejected
from workbench.wording import count_text

NAMES_SHOWN = 8


class RowIdentity(Protocol):
    """The fields by which `find_row` identifies a row."""

    @property
    def row_id(self) -> int: ...
    @property
    def position(self) -> int: ...
    @property
    def name(self) -> str: ...


def exact_name(row_id: int) -> str:
    """Return the permanent name of the row, its id in the journal, which stays the same when a list is added to the
    run.
    """
    return f"id {row_id}"


def find_row(rows: Sequence[RowIdentity], name: int | str) -> int:
    """Return the id of the row named by its line (`12`), its name (`12 DE`) or its id (`id 345`).

    Raises `PlanRejected` if no row has that name, or if a line has several rows, with their names.
    """
    text = " ".join(str(name).split()).casefold()
    matches = [row for row in rows if text in (row.name.casefold(), exact_name(row.row_id), f"{row.position}")]
    if len(matches) == 1:
        return matches[0].row_id
    line = text.partition(" ")[0]
    on_line = matches or [row for row in rows if f"{row.position}" == line]
    if not on_line:
        raise PlanRejected(f"The run has no row {name}. See: workbench runs show. Nothing was changed.")
    names = ", ".join(f"'{identity.name}'" for identity in on_line[:NAMES_SHOWN])
    more = f" and {len(on_line) - NAMES_SHOWN:,} more" if len(on_line) > NAMES_SHOWN else ""
    if not matches:
        raise PlanRejected(f"The run has no row {name}. Line {line} has: {names}{more}. Nothing was changed.")
    raise PlanRejected(
        f"Line {line} has {count_text(len(matches), 'row')}: say which one, {names}{more}. Nothing was changed."
    )


def row_names(rows: Sequence[tuple[int, int, str, int]]) -> dict[int, str]:
    """Return the name of each row on a line with several rows, by the row's id.

    `rows` are id, line, language and copy. A row that is alone on its line is left out: its name is the line.
    """
    lines = Counter(line for _, line, _, _ in rows)
    languages = Counter((line, language) for _, line, language, _ in rows)
    same = Counter((line, language, copy) for _, line, language, copy in rows)
    names = {}
    for row_id, line, language, copy in rows:
        of_line, of_language, alike = lines[line], languages[line, language], same[line, language, copy]
        if of_line == 1:
            continue
        parts = [f"{line}"]
        if of_line > of_language:
            parts.append(language)
        if of_language > alike:
            parts.append(f"(copy {copy})")
        if alike > 1:
            parts.append(f"({exact_name(row_id)})")
        names[row_id] = " ".join(parts)
    return names
