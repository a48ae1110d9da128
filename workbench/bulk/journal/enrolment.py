"""A plan's rows are inserted into the journal, each with the settings that shaped it, and the approvals of the run.

The plan of a row stays, unless a later plan of the same run changes it for rows of which certainly nothing was made.
Source: ours (bulk).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from workbench.bulk.journal.destination import Destination, stored_destination
from workbench.bulk.journal.idempotency import KEY_RULE, RunIdentity
from workbench.bulk.journal.queries import TopicKey
from workbench.bulk.journal.row_selection import RowSelection, select_rows
from workbench.bulk.lesson_options import NO_OPTIONS, LessonOptions, folded_request, folded_topic
from workbench.errors import PlanRejected
from workbench.text import display_text


@dataclass(frozen=True, slots=True)
class NewRow:
    """Row to enrol.

    `position` is its line in the topic list: it orders the run, and people refer to the row by it. `template`
    is the template that joined columns into the topic, if any. `destination` is where its lesson goes; `None`
    means the run's destination. `options` are its requests in addition to the topic.
    """

    position: int
    topic: str
    language: str
    copy: int
    template: str | None = None
    destination: Destination | None = None
    options: LessonOptions = NO_OPTIONS

    @property
    def key(self) -> TopicKey:
        """Key that distinguishes the row from the other rows of the run."""
        return self.language, folded_request(self.topic, self.options), self.copy


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
    """Enrol the new entries as planned rows of the run, and return the selection of the entries' rows.

    A row that was never sent takes the spelling and order of this list; any other keeps its own. A row for
    which certainly nothing was made takes another destination: the entry's own, or the run's new one if the row
    had the run's old one. In the same case a row takes other options that this list has for its topic. Raises
    `PlanRejected` for a plan without a destination whose run already has one.
    """
    entries = list(entries)
    keys = [entry.key for entry in entries]
    db.execute(
        "insert into run (person, name, origin, made_at, destination) values (?, ?, ?, ?, ?) on conflict do nothing",
        (identity.person, identity.name, origin, now, destination.to_json()),
    )
    (run_id,) = db.execute(
        "select id from run where person = ? and name = ?", (identity.person, identity.name)
    ).fetchone()
    _ask_otherwise(db, run_id, dict(zip(keys, entries, strict=True)))
    _redirect_run(db, run_id, destination)
    texts = [destination.to_json() if entry.destination is None else entry.destination.to_json() for entry in entries]
    _redirect_rows(db, run_id, dict(zip(keys, texts, strict=True)))
    db.executemany(
        "insert into row (run_id, position, topic, language, folded, copy, options, destination, key_rule)"
        " values (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " on conflict (run_id, language, folded, copy) do update set position = excluded.position,"
        " topic = iif(attempts = 0, excluded.topic, topic),"
        " options = iif(attempts = 0 and excluded.options <> '{}', excluded.options, options)",
        (
            (run_id, e.position, e.topic, *key, _options(e), text, key_rule)
            for e, key, text in zip(entries, keys, texts, strict=True)
        ),
    )
    return select_rows(db, run_id, set(keys))


def redirections(db: sqlite3.Connection, run_id: int) -> int:
    """Return how often a plan has changed the destination or the options of lessons of the run."""
    return int(db.execute("select redirections from run where id = ?", (run_id,)).fetchone()[0])


def check_redirections(db: sqlite3.Connection, run_id: int, known: int) -> None:
    """Raise `PlanRejected` if a plan has changed the run's rows since there were `known` changes."""
    if redirections(db, run_id) == known:
        return
    (text,) = db.execute("select destination from run where id = ?", (run_id,)).fetchone()
    raise PlanRejected(
        "Another plan has since changed this run's destination or options: its lessons go into "
        f"{display_text(str(stored_destination(text)), longest=80)}, unless a row says otherwise. Plan again. "
        "Nothing was sent."
    )


def _ask_otherwise(db: sqlite3.Connection, run_id: int, wanted: dict[TopicKey, NewRow]) -> None:
    """Give rows for which certainly nothing was made the options that this list has for their topic.

    Only rows whose topic the list has with other options alone are changed.
    """
    by_topic: dict[TopicKey, list[TopicKey]] = {}
    for key in wanted:
        by_topic.setdefault((key[0], folded_topic(key[1]), key[2]), []).append(key)
    there = {tuple(key) for key in db.execute("select language, folded, copy from row where run_id = ?", (run_id,))}
    changes = []
    for row_id, key, _ in _open_rows(db, run_id):
        others = by_topic.get((key[0], folded_topic(key[1]), key[2]), [])
        free = next((other for other in others if other not in there), None)
        if key not in wanted and free is not None:
            there.add(free)
            changes.append((free[1], _options(wanted[free]), row_id))
    for folded, options, row_id in changes:
        db.execute("update row set folded = ?, options = ? where id = ?", (folded, options, row_id))
    _plan_anew(db, run_id, [row_id for *_, row_id in changes])


def _redirect_run(db: sqlite3.Connection, run_id: int, destination: Destination) -> None:
    (text,) = db.execute("select destination from run where id = ?", (run_id,)).fetchone()
    before = stored_destination(text)
    if before.identity and not destination.identity:
        raise PlanRejected(_unknown_to_plan(before))
    db.execute("update run set destination = ? where id = ?", (destination.to_json(), run_id))
    if before.identity != destination.identity:
        rows = _open_rows(db, run_id)
        goes_to = destination.to_json()
        _redirect(db, run_id, [(goes_to, row_id) for row_id, _, there in rows if there.identity == before.identity])


def _redirect_rows(db: sqlite3.Connection, run_id: int, wanted: dict[TopicKey, str]) -> None:
    changes = []
    for row_id, key, there in _open_rows(db, run_id):
        text = wanted.get(key)
        if text is None or stored_destination(text).identity == there.identity:
            continue
        if not stored_destination(text).identity:
            raise PlanRejected(_unknown_to_plan(there))
        changes.append((text, row_id))
    _redirect(db, run_id, changes)


def _open_rows(db: sqlite3.Connection, run_id: int) -> list[tuple[int, TopicKey, Destination]]:
    """Return the ids, keys and destinations of the rows for which certainly nothing was made."""
    rows = db.execute(
        "select id, language, folded, copy, destination from row where run_id = ? and state in ('planned', 'refused')",
        (run_id,),
    )
    return [
        (row_id, (language, folded, copy), stored_destination(text)) for row_id, language, folded, copy, text in rows
    ]


def _redirect(db: sqlite3.Connection, run_id: int, changes: list[tuple[str, int]]) -> None:
    """Give rows another destination, by their ids."""
    db.executemany("update row set destination = ? where id = ?", changes)
    _plan_anew(db, run_id, [row_id for _, row_id in changes])


def _plan_anew(db: sqlite3.Connection, run_id: int, row_ids: list[int]) -> None:
    """These rows were changed: each is another call now, with another key, which may well be made."""
    db.executemany(
        "update row set key = null, is_shared = 0, key_rule = iif(attempts = 0, key_rule, ?),"
        " state = 'planned', code = null, said = null, settled_at = null, wait_until = 0, first_sent_at = null"
        " where id = ?",
        ((KEY_RULE, row_id) for row_id in row_ids),
    )
    if row_ids:
        db.execute("update run set redirections = redirections + 1 where id = ?", (run_id,))


def _unknown_to_plan(destination: Destination) -> str:
    return (
        f"The lessons of this run go into {display_text(str(destination), longest=80)}, but this plan has "
        "another destination. Plan again. Nothing was sent."
    )


def _options(entry: NewRow) -> str:
    template = {} if entry.template is None else {"template": entry.template}
    return json.dumps({**template, **entry.options.as_json()})


@dataclass(frozen=True, slots=True)
class StoredApproval:
    """A stored approval: of which plan, of which rows regardless of their outcome, and of how many lessons."""

    digest: str
    rows_digest: str
    lessons: int


def approve(db: sqlite3.Connection, run_id: int, approval: StoredApproval, now: int) -> int:
    """Return the run's ceiling under this approval: the total number of lessons it may cause, with approved repeats.

    The same approval of the same plan never adds to it. Nor does the same amount for the same rows planned again while
    it is not used up: an interrupted cell is run again. Anything else is approved in addition to what was committed.
    """
    (committed,) = db.execute("select committed from run where id = ?", (run_id,)).fetchone()
    earlier = db.execute(
        "select base, repeats from approval where run_id = ? and (digest = ? or (rows_digest = ? and lessons = ?"
        " and base + lessons + repeats > ?)) order by digest = ? desc, at desc limit 1",
        (run_id, approval.digest, approval.rows_digest, approval.lessons, committed, approval.digest),
    ).fetchone()
    base, repeats = earlier or (committed, 0)
    (ceiling,) = db.execute(
        "insert into approval (run_id, digest, rows_digest, base, lessons, repeats, at) values (?, ?, ?, ?, ?, ?, ?)"
        " on conflict do update set lessons = excluded.lessons, at = excluded.at returning base + lessons + repeats",
        (run_id, approval.digest, approval.rows_digest, base, approval.lessons, repeats, now),
    ).fetchone()
    return int(ceiling)


def approved_lessons(db: sqlite3.Connection, run_id: int) -> int | None:
    """Return the run's ceiling by its last approval, or `None` without one."""
    query = "select base + lessons + repeats from approval where run_id = ? order by at desc limit 1"
    row = db.execute(query, (run_id,)).fetchone()
    return None if row is None else int(row[0])
