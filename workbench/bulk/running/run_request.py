"""Order of a run, stored with its rows: person, place, writer, and the rows that were skipped.

The report of a run shows it, even without the list and without a session; with a session it has the public
links of the lessons. Source: ours (bulk).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from itertools import islice

from workbench.bulk.planning.existing_lessons import MAX_LESSONS, all_lessons
from workbench.bulk.planning.plan import Plan
from workbench.bulk.planning.target import RunTarget
from workbench.client.lookups.courses import every_course
from workbench.client.sync import Client
from workbench.credit_text import CREDIT
from workbench.errors import WorkbenchError
from workbench.procedures.course import list_courses
from workbench.text import display_text


@dataclass(frozen=True, slots=True)
class Skipped:
    """A row of the list that is not in the run. `line` is the list's line; `reason` is the verdict with its reason."""

    line: int
    topic: str
    language: str
    reason: str


@dataclass(frozen=True, slots=True)
class RunLinks:
    """The public link of each lesson that has one; `fault` says why they are not known."""

    by_lesson: Mapping[str, str] = field(default_factory=dict)
    fault: str = ""


@dataclass(frozen=True, slots=True)
class RunRequest:
    """The request for a run: its name, destination, person and writer. Empty texts are unknown.

    `approved_credits` is `None` if unknown, `links` if they were not looked up.
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
    credit_noun: str = CREDIT


def save_request(db: sqlite3.Connection, run_id: int, plan: Plan, *, has_list: bool) -> None:
    """Store the plan's part of the request; if it `has_list`, its skipped rows replace the previous ones."""
    target = plan.place
    facts = {
        "person": target.person_name or target.person,
        "organization": target.organization_name or target.organization_id,
        "service": target.service,
        "writer": target.writer_label or "",
        "credit_noun": target.credit_noun,
    }
    db.execute("update run set told = ? where id = ?", (json.dumps(facts), run_id))
    if not has_list:
        return
    db.execute("delete from skipped where run_id = ?", (run_id,))
    # The topic as it is shown: it may hold what no database takes.
    db.executemany(
        "insert into skipped (run_id, line, topic, language, said) values (?, ?, ?, ?, ?)",
        (
            (run_id, row.line, display_text(row.topic), display_text(row.language), display_text(row.verdict_text))
            for row in plan.rows
            if not row.is_in_run
        ),
    )


def load_request(db: sqlite3.Connection, run_id: int) -> RunRequest:
    """Return what the journal knows of the order.

    For a run of an earlier version that is only name, origin and person.
    """
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
        credit_noun=facts.get("credit_noun", CREDIT),
        skipped=tuple(Skipped(*row) for row in db.execute(query, (run_id,))),
    )


def find_links(client: Client, target: RunTarget, lesson_ids: Collection[str]) -> RunLinks:
    """Return the links of these lessons whose courses are public.

    Raises nothing: a page without links is still a page.
    """
    capabilities = client.capabilities()
    if capabilities is None or not target.lists_lessons or list_courses.name not in capabilities.procedures:
        return RunLinks(fault="This service does not list lessons and courses.")
    try:
        courses = _courses_of(client, target, set(lesson_ids))
        organization_id = target.organization_id if target.takes_organization else None
        public = {
            course.course_id: course.share_url
            for course in (every_course(client, organization_id) if courses else [])
            if course.is_public
        }
    except WorkbenchError as refused:
        return RunLinks(fault=refused.message)
    return RunLinks({lesson_id: public[course] for lesson_id, course in courses.items() if course in public})


def _courses_of(client: Client, target: RunTarget, lesson_ids: set[str]) -> dict[str, str]:
    course_ids: dict[str, str] = {}
    for lesson in islice(all_lessons(client, target), MAX_LESSONS):
        if len(course_ids) == len(lesson_ids):
            break
        if lesson.lesson_id in lesson_ids:
            course_ids[lesson.lesson_id] = lesson.course_id
    return course_ids
