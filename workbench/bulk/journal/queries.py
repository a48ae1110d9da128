"""Queries of the journal: rows, counts, and known topics. Reads only. Source: ours (bulk)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from workbench.bulk.journal.destination import Destination, stored_destination
from workbench.bulk.journal.owner import owner_has_ended, shown_owner
from workbench.bulk.journal.row import State
from workbench.bulk.journal.row_name import row_names
from workbench.bulk.journal.row_selection import SELECTED, RowSelection
from workbench.bulk.lesson_options import NO_OPTIONS, LessonOptions, stored_options

_COLUMNS: Final = (
    *("id", "position", "topic", "language", "copy", "generation", "state", "held", "keyed", "attempts", "lesson_id"),
    *("title", "credits", "proof", "code", "message", "first_sent_at", "settled_at", "owner", "destination", "options"),
)
_ROWS: Final = (
    "select id, position, topic, language, copy, generation, state, held, keyed, attempts, lesson_id, title, credits,"
    f" proof, code, said, first_sent_at, settled_at, owner, destination, options {SELECTED}"
)
_OPEN: Final = (
    " and (state in ('unsure', 'refused') or proof = 'matched' or exists (select 1 from attempt where row_id = row.id"
    " and ((outcome in ('sending', 'unsure') and attempt.generation < row.generation)"
    " or (attempt.lesson_id is not null and attempt.lesson_id <> coalesce(row.lesson_id, '')))))"
)
_IN_ORDER: Final = " order by position, id limit ?"


@dataclass(frozen=True, slots=True)
class RowRecord:
    """Current state of a row. Times are epoch milliseconds.

    `position` is the row's line in the topic list; in a journal that an earlier version wrote, its number in
    the plan, until the list is enrolled again. `destination` is where its lesson goes or went, `template` is
    the template that joined columns into its topic, and `options` are its requests in addition to the topic.
    `also_made` are further lessons that it caused; `earlier_unsure` counts sends that a person has repeated
    since.
    """

    row_id: int
    position: int
    topic: str
    language: str
    copy: int
    generation: int
    state: State
    held: bool
    keyed: bool
    attempts: int
    lesson_id: str | None
    title: str | None
    credits: int | None
    proof: str | None
    code: str | None
    message: str | None
    first_sent_at: int | None
    settled_at: int | None
    owner: str | None
    destination: Destination = Destination()  # noqa: RUF009  (frozen)
    template: str | None = None
    options: LessonOptions = NO_OPTIONS
    also_made: tuple[str, ...] = ()
    earlier_unsure: int = 0
    name_beside_others: str = ""

    @property
    def name(self) -> str:
        """Name that a person uses: the line of the list, with language or copy if the line has several rows."""
        return self.name_beside_others or f"{self.position}"

    @property
    def label(self) -> str:
        """Name with its kind."""
        return f"Line {self.name}"

    @property
    def needs_person(self) -> bool:
        """Return whether the row needs a person's decision: it is unsure, or made or may have made an additional
        lesson.
        """
        return self.state is State.UNSURE or bool(self.also_made) or self.earlier_unsure > 0


@dataclass(frozen=True, slots=True)
class RowCounts:
    """The number of rows in each state, and their cost. `working` rows are unsure and still being resolved."""

    planned: int = 0
    sending: int = 0
    done: int = 0
    refused: int = 0
    unsure: int = 0
    working: int = 0
    matched: int = 0
    spent_credits: int = 0
    unsure_credits: int = 0
    committed: int = 0
    sends: int = 0

    @property
    def total(self) -> int:
        """Number of rows of the plan that can be made."""
        return self.planned + self.sending + self.done + self.refused + self.unsure


TopicKey = tuple[str, str, int]
"""Identifies a row of a run: language, request (`folded_request`) and copy."""


@dataclass(frozen=True, slots=True)
class KnownTopic:
    """A topic in the journal: its run, state, destination and lesson."""

    run: str
    state: State
    attempts: int
    lesson_id: str | None
    is_undone: bool = False
    destination: Destination = Destination()  # noqa: RUF009  (frozen)


def row_records(
    db: sqlite3.Connection, selected: RowSelection, *, only_open: bool = False, most: int | None = None
) -> list[RowRecord]:
    """Return the selected rows in order, at most `max_concurrent`.

    `only_open`: only those that are unsure, refused, matched, or made once too often.
    """
    run_id = selected.run_id
    query = _ROWS + (_OPEN if only_open else "") + _IN_ORDER
    rows = db.execute(query, (*selected.parameters, -1 if most is None else most)).fetchall()
    records = [dict(zip(_COLUMNS, row, strict=True)) for row in rows]
    names = _names(db, run_id, {record["position"] for record in records})
    extra, doubts = _also_made(db, run_id), _earlier_unsure(db, run_id)
    return [_record(record, extra, doubts, names) for record in records]


def counts(db: sqlite3.Connection, selected: RowSelection) -> RowCounts:
    """Return the counts of the selected rows by state. Credits are at the price when sent."""
    rows = db.execute(
        "select state, count(*), sum(coalesce(credits, 0)), sum(held = 0), sum(proof = 'matched')"
        f" {SELECTED} group by state",
        selected.parameters,
    ).fetchall()
    number = {state: count for state, count, _, _, _ in rows}
    money = {state: credits for state, _, credits, _, _ in rows}
    committed, sends = db.execute("select committed, sends from run where id = ?", (selected.run_id,)).fetchone()
    return RowCounts(
        **{str(state): number.get(state, 0) for state in State},
        working=next((free for state, _, _, free, _ in rows if state == State.UNSURE), 0),
        matched=sum(matched or 0 for *_, matched in rows),
        spent_credits=money.get(State.DONE, 0),
        unsure_credits=money.get(State.UNSURE, 0) + money.get(State.SENDING, 0),
        committed=committed,
        sends=sends,
    )


def running_owner(db: sqlite3.Connection, selected: RowSelection) -> str | None:
    """Return the process that sends rows of the run now, for people; `None` if none does that is known to live."""
    owners = db.execute(f"select distinct owner {SELECTED} and state = 'sending'", selected.parameters).fetchall()
    return next((shown_owner(owner) for (owner,) in owners if owner and not owner_has_ended(owner)), None)


def run_destinations(db: sqlite3.Connection, person: str) -> dict[str, Destination]:
    """Return the destination of each of this person's runs, by its last plan, under the run's name."""
    rows = db.execute("select name, destination from run where person = ?", (person,)).fetchall()
    return {name: stored_destination(text) for name, text in rows}


def row_destinations(db: sqlite3.Connection, person: str) -> dict[str, dict[TopicKey, Destination]]:
    """Return the destinations of rows that differ from their run's destination, by the run's name."""
    by_run: dict[str, dict[TopicKey, Destination]] = {}
    for name, language, folded, copy, text in db.execute(
        "select name, language, folded, copy, row.destination from row join run on run.id = run_id"
        " where person = ? and row.destination <> run.destination",
        (person,),
    ):
        by_run.setdefault(name, {})[language, folded, copy] = stored_destination(text)
    return by_run


def known_topics(db: sqlite3.Connection, person: str) -> dict[TopicKey, list[KnownTopic]]:
    """Return every row of this person's runs that was ever sent, by its key."""
    known: dict[TopicKey, list[KnownTopic]] = {}
    for language, folded, copy, *rest in db.execute(
        "select language, folded, copy, name, state, attempts, lesson_id,"
        " coalesce(code, '') in ('UNDONE', 'LESSON_LEFT_MISSING'), row.destination from row join run on run.id = run_id"
        " where person = ? and (attempts > 0 or state <> 'planned')",
        (person,),
    ):
        name, state, attempts, lesson_id, is_undone, goes_to = rest
        topic = KnownTopic(name, State(state), attempts, lesson_id, bool(is_undone), stored_destination(goes_to))
        known.setdefault((language, folded, copy), []).append(topic)
    return known


def lesson_ids(db: sqlite3.Connection) -> set[str]:
    """Return every lesson that the journal accounts for, in any run."""
    return {lesson_id for (lesson_id,) in db.execute("select lesson_id from attempt where lesson_id is not null")}


@dataclass(frozen=True, slots=True)
class OtherSender:
    """Another run that has claimed rows: its process for people, and when the last of its claims ends unless renewed.

    `until` is in epoch milliseconds.
    """

    process: str
    until: int


def others(db: sqlite3.Connection, run_id: int, owner: str) -> OtherSender | None:
    """Return another process that is currently sending rows of this run, or `None`."""
    row = db.execute(
        "select owner, max(lease_until) from row where state in ('sending', 'unsure') and run_id = ?"
        " and owner is not null and owner <> ? group by owner limit 1",
        (run_id, owner),
    ).fetchone()
    return OtherSender(shown_owner(row[0]), row[1]) if row else None


def waiting_reason(db: sqlite3.Connection, rows: RowSelection) -> str:
    """Return the service's message for the row with the shortest wait; empty if none waits for a reason."""
    row = db.execute(
        f"select said {SELECTED} and held = 0 and state in ('planned', 'unsure') and wait_until > 0"
        " order by wait_until limit 1",
        rows.parameters,
    ).fetchone()
    return str(row[0] or "") if row else ""


def row_name(db: sqlite3.Connection, row_id: int) -> str:
    """Return the name that a person uses for the row."""
    run_id, line = db.execute("select run_id, position from row where id = ?", (row_id,)).fetchone()
    query = "select id, position, language, copy from row where run_id = ? and position = ?"
    return row_names(db.execute(query, (run_id, line)).fetchall()).get(row_id, f"{line}")


def _names(db: sqlite3.Connection, run_id: int, lines: Collection[int]) -> dict[int, str]:
    # Also rows that are not selected count: another list of the run may have the same lines.
    query = (
        "select id, position, language, copy from row where run_id = ?1 and position in"
        " (select position from row where run_id = ?1 and position in (select value from json_each(?2))"
        " group by position having count(*) > 1)"
    )
    return row_names(db.execute(query, (run_id, json.dumps(list(lines)))).fetchall())


def _record(
    row: dict[str, Any], extra: dict[int, tuple[str, ...]], doubts: dict[int, int], names: dict[int, str]
) -> RowRecord:
    row_id, options = row.pop("id"), json.loads(row.pop("options"))
    return RowRecord(
        row_id=row_id,
        state=State(row.pop("state")),
        held=bool(row.pop("held")),
        keyed=bool(row.pop("keyed")),
        owner=shown_owner(owner) if (owner := row.pop("owner")) else None,
        destination=stored_destination(row.pop("destination")),
        template=options.get("template"),
        options=stored_options(options),
        also_made=extra.get(row_id, ()),
        earlier_unsure=doubts.get(row_id, 0),
        name_beside_others=names.get(row_id, ""),
        **row,
    )


def _also_made(db: sqlite3.Connection, run_id: int) -> dict[int, tuple[str, ...]]:
    by_row: dict[int, list[str]] = {}
    for row_id, lesson_id in db.execute(
        "select distinct row_id, attempt.lesson_id from attempt join row on row.id = row_id where run_id = ?"
        " and attempt.lesson_id is not null and attempt.lesson_id <> coalesce(row.lesson_id, '')",
        (run_id,),
    ):
        by_row.setdefault(row_id, []).append(lesson_id)
    return {row_id: tuple(ids) for row_id, ids in by_row.items()}


def _earlier_unsure(db: sqlite3.Connection, run_id: int) -> dict[int, int]:
    return dict(
        db.execute(
            "select row_id, count(distinct attempt.generation) from attempt join row on row.id = row_id"
            " where run_id = ? and outcome in ('sending', 'unsure') and attempt.generation < row.generation"
            " group by row_id",
            (run_id,),
        ).fetchall()
    )
