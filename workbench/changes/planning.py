"""Convert a table to a change plan: compare its cells with the service. Free: reads only."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import PurePath
from typing import Any, Final, cast

from workbench.bulk.journal.idempotency import content_digest
from workbench.bulk.planning.target import RunTarget
from workbench.bulk.reading.table import cell_text
from workbench.bulk.running.clocks import epoch_ms
from workbench.changes.cells import CellTable, read_cells
from workbench.changes.comparison import compare, courses_to_read
from workbench.changes.lesson_rows import read_new_course
from workbench.changes.plan import ChangePlan
from workbench.changes.reading import find_target, read_orders, read_present
from workbench.changes.row import COURSE, NEW_COURSE, PROJECT, ChangeConditions, ChangeRow, ChangeVerdict
from workbench.client.calling import CallingClient
from workbench.client.lookups.identify import check_not_elsewhere
from workbench.client.lookups.same_name import new_course_notes
from workbench.client.sync import Client
from workbench.errors import PlanRejected

MAX_NAME_CHARACTERS: Final = 200


def plan_changes(
    source: Any,
    client: CallingClient,
    *,
    organization_id: str | None = None,
    name: str | None = None,
    sheet: str | int | None = None,
    encoding: str | None = None,
) -> ChangePlan:
    """Plan the changes that make the service's lessons match the table; planning changes nothing.

    `source` is a DataFrame, a list of records, or the path of a CSV, XLSX or Parquet file. Raises
    `PlanRejected`, and `OtherOrganization` for a lesson, course or project of another organization.
    """
    check_name(name)
    table = read_cells(source, sheet=sheet, encoding=encoding)
    run_target, target = find_target(client, organization_id)
    ids = {cell.lesson_id for cell in table.cells}
    with_blocks = {cell.lesson_id for cell in table.cells if cell.block_id}
    read_at = epoch_ms()
    present = read_present(client, run_target, ids, with_blocks=with_blocks, with_projects=table.has_projects)
    for kind, known in ((COURSE, present.courses), (PROJECT, present.projects)):
        wanted = {cell_text(cell.value) for cell in table.cells if cell.field == kind and not cell.block_id}
        check_not_elsewhere(client, run_target.organization_id, kind, wanted - known.keys())
    present = replace(present, orders=read_orders(client, run_target, courses_to_read(table, present)))
    comparison = compare(table, present)
    conditions = ChangeConditions(comparison.orders)
    return ChangePlan(
        name or _derived_name(table), table.name, target, comparison.rows, table.notes, read_at, conditions
    )


def same_title_notes(client: CallingClient, target: RunTarget, rows: Iterable[ChangeRow]) -> tuple[str, ...]:
    """Return a note for each title of a new course that another course has, with both ids, projects and dates.

    Reads only, and only if a course will be created.
    """
    new = [row for row in rows if row.field == NEW_COURSE and row.verdict is ChangeVerdict.CHANGE]
    titles = [read_new_course(row.after)[0] for row in new]
    return new_course_notes(cast("Client", client), target.organization_id, titles, "This plan")


def check_name(name: str | None) -> None:
    """Raise `PlanRejected` for a name that a change set cannot have."""
    if name is not None and (not 1 <= len(name.strip()) <= MAX_NAME_CHARACTERS or not name.isprintable()):
        raise PlanRejected(
            f"A change set's name has 1 to {MAX_NAME_CHARACTERS} printable characters. Nothing was changed."
        )


def _derived_name(table: CellTable) -> str:
    """Return a name derived from the table's name and content, never the clock: the same table is the same set."""
    wanted = (f"{cell.lesson_id}\n{cell.block_id}\n{cell.field}\n{cell_text(cell.value)}" for cell in table.cells)
    stem = PurePath(table.name).stem or "changes"
    printable = "".join(character for character in stem if character.isprintable())[: MAX_NAME_CHARACTERS - 20]
    return f"{printable} {content_digest(wanted)}"
