"""Which lessons of a run were put in their places in their courses."""

from __future__ import annotations

import json
import sqlite3

from tests.bulk.journal.outcomes import MADE
from workbench.bulk.journal import claims
from workbench.bulk.journal.claims import Claimer
from workbench.bulk.journal.course_order import CourseLesson, mark_placed, unordered_courses


def test_a_course_is_unordered_until_all_its_lessons_are_placed(db: sqlite3.Connection, who: Claimer) -> None:
    """Rows that are not done, in no course, or undone do not count."""
    db.execute("update row set destination = ? where id < 3", (json.dumps({"courseId": "c1"}),))
    for number, claim in enumerate(claims.claim(db, who, 0, limit=3), 1):
        claims.settle(db, claim, MADE if number == 1 else MADE.__class__(MADE.kind, lesson_id=f"l{number}"), 1)
    both = [CourseLesson(1, "l1"), CourseLesson(2, "l2")]
    assert unordered_courses(db, who.run_id) == {"c1": both}

    mark_placed(db, both[:1])
    assert unordered_courses(db, who.run_id) == {"c1": [CourseLesson(1, "l1", is_placed=True), both[1]]}
    db.execute("update row set code = 'UNDONE' where id = 2")
    assert unordered_courses(db, who.run_id) == {}
