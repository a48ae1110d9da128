"""A plan's rows are inserted into the journal, each with the settings that shaped it.

What a row was planned with stays, unless a later plan of the same run says otherwise for rows of which surely nothing
was made. Source: ours (bulk).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from workbench.authoring.topic import fold_topic
from workbench.bulk.journal.destination import Destination, stored_destination
from workbench.bulk.journal.idempotency import KEY_RULE, RunIdentity
from workbench.bulk.journal.row_selection import RowSelection, select_rows
from workbench.client.sanitize import shown
from workbench.errors import PlanRejected


@dataclass(frozen=True, slots=True)
class NewRow:
    """A row to enrol.

    `position` is its line in the topic list: it orders the run, and people name the row by it. `template` is what
    joined columns into the topic, if anything did.
    """

    position: int
    topic: str
    language: str
    copy: int
    template: str | None = None


def enrol(
    db: sqlite3.Connection,
    identity: RunIdentity,
    origin: str,
    entries: Iterable[NewRow],
    now: int,
    *,
    destination: Destination = Destination(),  # noqa: B008  (frozen)
    key_rule: int = KEY_RULE,
) -> RowSelection:
    """The run with the entries as planned rows where they are new: the selection of these rows.

    A row that was never sent takes the spelling and order of this list; any other keeps its own. Another destination
    than the run's is taken by every row of which surely nothing was made. Raises `PlanRejected` for a plan without
    one whose run has one by now.
    """
    entries = list(entries)
    keys = [(each.language, fold_topic(each.topic), each.copy) for each in entries]
    db.execute(
        "insert into run (person, name, origin, made_at, destination) values (?, ?, ?, ?, ?) on conflict do nothing",
        (identity.person, identity.name, origin, now, destination.stored()),
    )
    (run_id,) = db.execute(
        "select id from run where person = ? and name = ?", (identity.person, identity.name)
    ).fetchone()
    _redirect(db, run_id, destination)
    db.executemany(
        "insert into row (run_id, position, topic, language, folded, copy, options, destination, key_rule)"
        " values (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " on conflict (run_id, language, folded, copy) do update set position = excluded.position,"
        " topic = iif(attempts = 0, excluded.topic, topic),"
        " options = iif(attempts = 0 and excluded.options <> '{}', excluded.options, options)",
        (
            (run_id, e.position, e.topic, *key, _options(e), destination.stored(), key_rule)
            for e, key in zip(entries, keys, strict=True)
        ),
    )
    return select_rows(db, run_id, set(keys))


def check_destination(db: sqlite3.Connection, run_id: int, destination: Destination) -> None:
    """Raises `PlanRejected` where another plan has changed since where the run's lessons go."""
    (text,) = db.execute("select destination from run where id = ?", (run_id,)).fetchone()
    if stored_destination(text).identity != destination.identity:
        raise PlanRejected(
            f"Another plan has changed since where the lessons of this run go: into "
            f"{shown(str(stored_destination(text)), longest=80)}. Plan again. Nothing was sent."
        )


def _redirect(db: sqlite3.Connection, run_id: int, destination: Destination) -> None:
    (text,) = db.execute("select destination from run where id = ?", (run_id,)).fetchone()
    before = stored_destination(text)
    if before.identity and not destination.identity:
        raise PlanRejected(
            f"The lessons of this run go into {shown(str(before), longest=80)}, which this plan did not know. "
            "Plan again. Nothing was sent."
        )
    db.execute("update run set destination = ? where id = ?", (destination.stored(), run_id))
    # A refused row, and one that is planned again, was surely not made. Elsewhere it is another call, with another key,
    # which may well be made: a person said so.
    db.execute(
        "update row set destination = ?, key = null, is_shared = 0, key_rule = iif(attempts = 0, key_rule, ?),"
        " state = 'planned', code = null, said = null, settled_at = null, wait_until = 0,"
        " first_sent_at = null"
        " where run_id = ? and state in ('planned', 'refused') and destination <> ?"
        " and coalesce(json_extract(destination, '$.projectId'), '') <> ?",
        (destination.stored(), KEY_RULE, run_id, destination.stored(), destination.project_id or ""),
    )


def _options(entry: NewRow) -> str:
    return "{}" if entry.template is None else json.dumps({"template": entry.template})
