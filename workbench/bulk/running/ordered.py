"""What was ordered, kept beside a run's rows: who, where, with which writer, and the rows that were skipped.

The report of a run tells it, also without the list and without a session. Source: ours (bulk).
"""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.client.sanitize import shown

if TYPE_CHECKING:
    from workbench.bulk.planning.plan import Plan
    from workbench.bulk.running.run_links import RunLinks


@dataclass(frozen=True, slots=True)
class Skipped:
    """A row of the list that is not in the run. `line` is the list's line; `reason` is the verdict with its reason."""

    line: int
    topic: str
    language: str
    reason: str


@dataclass(frozen=True, slots=True)
class RunRequest:
    """What was ordered: the run's name, where, by whom, by which writer. Empty texts are not known.

    `approved_credits` is `None` where it is not known, `links` where nobody looked for them.
    """

    name: str
    origin: str
    person: str
    approved_credits: int | None = None
    organization: str = ""
    service: str = ""
    writer: str = ""
    skipped: tuple[Skipped, ...] = ()
    links: RunLinks | None = None


def save_request(db: sqlite3.Connection, run_id: int, plan: Plan, *, has_list: bool) -> None:
    """Keep what the plan says of the order; its skipped rows too, in the place of those before, where it `has_list`."""
    place = plan.place
    facts = {
        "person": place.person_name or place.person,
        "organization": place.organization_name or place.organization_id,
        "service": place.service,
        "writer": place.writer_label or "",
    }
    db.execute("update run set told = ? where id = ?", (json.dumps(facts), run_id))
    if not has_list:
        return
    db.execute("delete from skipped where run_id = ?", (run_id,))
    # The topic as it is shown: it may hold what no database takes.
    db.executemany(
        "insert into skipped (run_id, line, topic, language, said) values (?, ?, ?, ?, ?)",
        (
            (run_id, row.line, shown(row.topic), shown(row.language), shown(row.verdict_text))
            for row in plan.rows
            if not row.is_in_run
        ),
    )


def load_request(db: sqlite3.Connection, run_id: int) -> RunRequest:
    """What the journal knows of the order. A run of an earlier version tells name, origin and the person's id alone."""
    name, origin, person, text = db.execute(
        "select name, origin, person, told from run where id = ?", (run_id,)
    ).fetchone()
    facts = {key: str(value) for key, value in json.loads(text).items()}
    query = "select line, topic, language, said from skipped where run_id = ? order by id"
    return RunRequest(
        name,
        origin,
        facts.get("person") or person,
        organization=facts.get("organization", ""),
        service=facts.get("service", ""),
        writer=facts.get("writer", ""),
        skipped=tuple(Skipped(*each) for each in db.execute(query, (run_id,))),
    )
