"""Rows of change plans and sets as HTML tables: before and after as one text, with what differs marked.

Every text is untrusted, and escaped here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from workbench.changes.journal import ChangeRecord
from workbench.changes.plan import ChangePlan
from workbench.changes.row import ChangeRow, ChangeVerdict
from workbench.text import escaped
from workbench.widgets.kit.controls import hint, user_text
from workbench.widgets.kit.difference import words_html

ROWS_SHOWN: Final = 200
_SEEN: Final = "; learners see it at once"
_HEAD: Final = ("Line", "Lesson", "Field", "Difference", "State")


def plan_html(plan: ChangePlan) -> str:
    """The plan's name, how many rows have which verdict, and what a person should know of the table."""
    words = "; ".join(
        f"{count:,} {'to change' if verdict is ChangeVerdict.CHANGE else verdict}"
        for verdict, count in plan.counts.items()
    )
    return f"<p><strong>{user_text(plan.name)}</strong>: {escaped(words)}</p>{''.join(map(hint, plan.notes))}"


def plan_table(rows: Sequence[ChangeRow]) -> str:
    """The rows of a plan: those that would be changed, and those that cannot be, with the reason."""
    shown = [
        (row, words_html(row.shown_before, row.shown_after), f"{row.verdict_text}{_SEEN if row.is_public else ''}")
        for row in rows[:ROWS_SHOWN]
    ]
    return _table("Planned changes", shown, len(rows))


def set_table(records: Sequence[ChangeRecord]) -> str:
    """The rows of a set, with what became of each."""
    shown = [
        (
            row,
            words_html(row.shown_before, row.shown_after),
            ": ".join(part for part in (state_of(row), row.message or "") if part),
        )
        for row in records[:ROWS_SHOWN]
    ]
    return _table("Changes made", shown, len(records))


def state_of(row: ChangeRecord) -> str:
    """The row's state for people: what was put back is undone."""
    return "undone" if row.undone_at is not None else str(row.state)


def _table(caption: str, rows: Sequence[tuple[ChangeRow | ChangeRecord, str, str]], count: int) -> str:
    """Rows of a plan or a set, each with its difference as HTML and its state; `count` with those not shown."""
    head = "".join(f'<th scope="col">{heading}</th>' for heading in _HEAD)
    body = "".join(
        f'<tr><td class="wb-number">{row.line:,}</td><td><bdi dir="auto">{escaped(row.title, longest=120)}</bdi></td>'
        f'<td>{escaped(row.field)}</td><td><bdi dir="auto">{difference}</bdi></td><td>{escaped(state)}</td></tr>'
        for row, difference, state in rows
    )
    more = f"<p>… and {count - ROWS_SHOWN:,} more rows.</p>" if count > ROWS_SHOWN else ""
    return (
        f'<div class="wb-differences" role="region" tabindex="0" aria-label="{caption}"><table class="wb-table">'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>{more}"
    )
