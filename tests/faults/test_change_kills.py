"""A change set whose process is killed again and again: each change is made once, and the undo puts all of it back.

`--change-rows 1000` is the whole of it; without, a few hundred.
"""

from __future__ import annotations

import random
import signal
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from tests.changes.acme import organization
from tests.databases import SERVER_LATER
from tests.faults.changing import changing
from tests.faults.hosts import host
from workbench.changes.planning import plan_changes
from workbench.changes.results import find_change_set, set_records
from workbench.changes.running import ChangeRun
from workbench.client.sync import Client
from workbench.procedures.course import get_course, order_lessons
from workbench.procedures.lesson import Lesson, get_history, get_lesson, rename_lesson, set_tags
from workbench.procedures.organization import get_audit_log

NAME = "killed"
SEED = 20_001
KILLS, UNDO_KILLS = 5, 2
COURSES = 5
CHANGES_A_LESSON = 3
CHANGING = {
    "revision",
    "tags_version",
    "updated_at",
    *("errors", "warnings", "hints"),  # stored by checks in the background
    "position",
}  # positions may have gaps; the orders of courses are compared


@dataclass
class Organization:
    """Who changes lessons on a service that runs, and the lessons of each course in order."""

    client: Client
    ben: Client
    options: dict[str, Any]
    organization_id: str
    courses: dict[str, list[str]]

    @property
    def ids(self) -> list[str]:
        """All lessons."""
        return [id_ for ids in self.courses.values() for id_ in ids]

    def lessons(self) -> dict[str, Lesson]:
        """Each lesson as it is."""
        found = self.client.outcomes(*(get_lesson(lesson_id=id_) for id_ in self.ids))
        return {lesson.lesson_id: lesson for lesson in found}

    def orders(self) -> dict[str, list[str]]:
        """The lessons of each course in order."""
        found = self.client.outcomes(*(get_course(course_id=course) for course in self.courses))
        return {answer.course_id: [one.lesson_id for one in answer.lessons] for answer in found}

    def made_by_set(self) -> Counter[str]:
        """How many entries of the audit log name the set, by lesson or course."""
        entries = self.client.iter(get_audit_log(organization_id=self.organization_id))
        return Counter(entry.subject for entry in entries if entry.facts.get("changeSet") == NAME)


def table(found: Organization) -> list[dict[str, str]]:
    """Titles and text of all lessons; every fourth goes to the next course; every second course is turned round.

    Every third lesson gets other tags; some had some, and some lose theirs.
    """
    cells = []
    courses = list(found.courses)
    blocks = {lesson.lesson_id: lesson.blocks[1].id for lesson in found.lessons().values()}
    for index, (course_id, ids) in enumerate(found.courses.items()):
        for position, lesson_id in enumerate(ids, 1):
            cells.append((lesson_id, "", "title", f"New {course_id} {position}"))
            cells.append((lesson_id, blocks[lesson_id], "markdown", f"Other words {position}."))
            if position % 3 == 0:
                cells.append((lesson_id, "", "tags", "safety, week 1" if position % 2 else ""))
            if position % 4 == 0:
                cells.append((lesson_id, "", "course", courses[(index + 1) % COURSES]))
            elif index % 2 == 0:
                cells.append((lesson_id, "", "position", str(len(ids) + 1 - position)))
    names = ("lesson_id", "block_id", "field", "value")
    return [dict(zip(names, cell, strict=True)) for cell in cells]


def tagged(found: Organization) -> None:
    """Every sixth lesson of a course has tags before."""
    some = [id_ for ids in found.courses.values() for id_ in ids[5::6]]
    found.client.outcomes(*(set_tags(lesson_id=lesson_id, tags=["First draft", "knots"]) for lesson_id in some))


def killed_often(found: Organization, kills: int, chance: random.Random, **options: Any) -> list[int]:
    """How processes ended that were to be killed, one by one, each at another moment."""
    moments = [{"die_after": chance.randrange(5), "seconds": chance.uniform(0, 0.05)} for _ in range(kills)]
    return [changing(**found.options, **options, **moment) for moment in moments]


def others_edit(found: Organization, orders: dict[str, list[str]]) -> tuple[str, str, Sequence[str]]:
    """Another person renames a lesson and puts a course in order: both, and the order."""
    course_id = next(iter(found.courses))
    lesson_id = list(found.courses.values())[1][0]
    theirs = sorted(orders[course_id])
    found.ben.call(rename_lesson(lesson_id=lesson_id, title="Ben's"))
    found.ben.call(order_lessons(course_id=course_id, lesson_ids=theirs))
    return lesson_id, course_id, theirs


@pytest.mark.parametrize("dialect", SERVER_LATER)
def test_a_change_set_that_is_killed_again_and_again(database_url: str, request: pytest.FixtureRequest) -> None:
    """Titles, courses, positions, tags and text: made once each, then restored but for what others touched."""
    chance = random.Random(SEED)
    lessons = request.config.getoption("change_rows") // CHANGES_A_LESSON
    with organization(database_url) as acme:
        ben = acme.person("ben@example.org", role="author")
        titles = [[f"Lesson {index}.{index}" for index in range(lessons // COURSES)] for index in range(COURSES)]
        courses = dict(acme.course(f"Course {index}", title) for index, title in enumerate(titles))
        token, organization_id = acme.ana.added.session_token, acme.ana.added.organization_id
        bens_token = ben.added.session_token
    with (
        host(database_url) as service,
        Client(service.base_url, token) as client,
        Client(service.base_url, bens_token) as bens,
    ):
        options = {"url": service.base_url, "token": token, "name": NAME}
        found = Organization(client, bens, options, organization_id, courses)
        tagged(found)
        before = found.lessons()
        plan = plan_changes(table(found), client, name=NAME)
        ChangeRun(plan, client, plan.approve(changes=len(plan.changes))).close()
        ends = killed_often(found, KILLS, chance)
        ended = changing(**options)
        rows = set_records(find_change_set(NAME))
        made, after = found.made_by_set(), found.orders()
        ordered = {row.course_id for row in rows if row.field == "position"}
        histories = client.outcomes(*(get_history(lesson_id=id_) for id_ in found.ids))

        assert ends == [-signal.SIGKILL] * KILLS
        assert ended == 0
        assert Counter(str(row.state) for row in rows) == {"done": len(plan.changes)}
        assert made == dict.fromkeys([*found.ids, *ordered], 1)
        assert {sum(one.change_set == NAME for one in history.entries) for history in histories} == {1}

        lesson_id, course_id, theirs = others_edit(found, after)
        ends = killed_often(found, UNDO_KILLS, chance, undo=True)
        ended = changing(**options, undo=True)
        now, orders = found.lessons(), found.orders()
        left = [record for record in set_records(find_change_set(NAME)) if record.undone_at is None]
        theirs = [their for their in theirs if their in courses[course_id]]

        assert ends == [-signal.SIGKILL] * UNDO_KILLS
        assert ended == 0
        assert now.pop(lesson_id).title == "Ben's"
        assert {key: lesson.model_dump_json(exclude=CHANGING) for key, lesson in now.items()} == {
            key: lesson.model_dump_json(exclude=CHANGING) for key, lesson in before.items() if key != lesson_id
        }
        assert [order for order in orders.pop(course_id) if order in theirs] == theirs
        assert orders == {key: ids for key, ids in courses.items() if key != course_id}
        assert {(change.lesson_id, change.course_id) for change in left} == {
            (lesson_id, ""),
            *((row.lesson_id, course_id) for row in rows if row.course_id == course_id),
        }
    print(f"{len(plan.changes):,} changes, killed {KILLS} times; undone with {UNDO_KILLS} kills, {len(left):,} stay")
