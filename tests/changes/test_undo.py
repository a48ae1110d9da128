"""Undoing a change set, on both databases: all that nobody touched since is as it was, byte for byte."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.changes.acme import Acme
from workbench.changes.planning import plan_changes
from workbench.changes.reading import MOST_ONE_BY_ONE
from workbench.changes.results import find_change_set, set_records
from workbench.changes.running import ChangeRun
from workbench.changes.undo import UndoChangesResult, preview_undo_changes, undo_changes
from workbench.changes.undo_steps import TOUCHED, ChangeLeft
from workbench.errors import PlanRejected
from workbench.procedures.course import create_course, delete_course, get_course, order_lessons, rename_course
from workbench.procedures.lesson import get_lesson, move_lesson

CHANGING = {"revision", "updated_at", "position", "errors", "warnings", "hints"}
"""Positions may have gaps: the order is compared. Findings are stored by checks in the background."""


def applied(acme: Acme, records: list[dict[str, Any]], name: str = "set") -> None:
    """Plan and make the changes of a table."""
    plan = plan_changes(records, acme.ana.client, name=name)
    with ChangeRun(plan, acme.ana.client, plan.approve(changes=len(plan.changes))) as run:
        run.start()


def stored(acme: Acme, ids: list[str]) -> list[Any]:
    """All of the lessons, and title, project and order of their courses; but revisions and times."""
    lessons = acme.ana.client.outcomes(*(get_lesson(lesson_id=id_) for id_ in ids))
    courses = acme.ana.client.outcomes(*(get_course(course_id=lesson.course_id) for lesson in lessons))
    return [
        (
            lesson.model_dump_json(exclude=CHANGING),
            course.title,
            course.project_id,
            [lesson.lesson_id for lesson in course.lessons],
        )
        for lesson, course in zip(lessons, courses, strict=True)
    ]


def test_an_undone_set_leaves_everything_as_it_was(acme: Acme) -> None:
    """Titles, headings and courses that followed, text of blocks, courses; and undone again it does nothing."""
    ids = acme.lessons(["Tides", "Waves", "Sand"])
    acme.ana.call(create_course(title="Sea"))
    block_id = acme.lesson(ids[1]).blocks[1].id
    before = stored(acme, ids)
    records = [
        {"lesson_id": ids[0], "block_id": "", "field": "title", "value": "Ebb"},
        {"lesson_id": ids[0], "block_id": "", "field": "course", "value": "Sea"},
        {"lesson_id": ids[1], "block_id": block_id, "field": "markdown", "value": "Both pull."},
        {"lesson_id": ids[2], "block_id": "", "field": "title", "value": "Shore"},
    ]
    applied(acme, records)
    preview = preview_undo_changes(find_change_set("set"), acme.ana.client)
    told: list[int] = []
    result = undo_changes(find_change_set("set"), acme.ana.client, progress=told.append)

    assert (len(preview.back), result.undone, result.left) == (4, 4, ())
    assert told == sorted(told) and told[-1] == 4
    assert stored(acme, ids) == before
    assert undo_changes(find_change_set("set"), acme.ana.client).undone == 0


def test_what_others_changed_since_stays_and_is_listed(acme: Acme) -> None:
    """The rest is restored."""
    ids = acme.lessons(["Tides", "Waves"])
    applied(acme, [{"lesson_id": ids[0], "title": "Ebb"}, {"lesson_id": ids[1], "title": "Flow"}])
    acme.rename(ids[0], "Theirs")
    result = undo_changes(find_change_set("set"), acme.ana.client)

    assert acme.titles(ids) == ["Theirs", "Waves"]
    assert "title of 'Tides': changed since, now 'Theirs'" in str(result)


def test_a_lesson_that_was_moved_since_stays_where_it_is(acme: Acme) -> None:
    """Its title is restored anyway."""
    (lesson_id,) = acme.lessons(["Tides"])
    acme.ana.call(create_course(title="Sea"))
    other = acme.ana.call(create_course(title="Shore"))
    applied(acme, [{"lesson_id": lesson_id, "title": "Ebb", "course": "Sea"}])
    acme.ana.call(move_lesson(lesson_id=lesson_id, course_id=other.course_id))
    result = undo_changes(find_change_set("set"), acme.ana.client)
    found = acme.lesson(lesson_id)

    assert (found.title, found.course_id) == ("Tides", other.course_id)
    assert [change.record.field for change in result.left] == ["course"]


def test_a_course_that_is_gone_is_said(acme: Acme) -> None:
    """The lesson stays where the set moved it."""
    (lesson_id,) = acme.lessons(["Tides"])
    before = acme.lesson(lesson_id).course_id
    course = acme.ana.call(create_course(title="Sea"))
    applied(acme, [{"lesson_id": lesson_id, "course": "Sea"}])
    acme.ana.call(delete_course(course_id=before))
    result = undo_changes(find_change_set("set"), acme.ana.client)

    assert result.undone == 0
    assert len(result.left) == 1
    assert acme.lesson(lesson_id).course_id == course.course_id


def test_a_course_that_did_not_follow_keeps_its_title(acme: Acme) -> None:
    """Though it is called as the lesson was in between."""
    (lesson_id,) = acme.lessons(["Tides"])
    acme.ana.call(rename_course(course_id=acme.lesson(lesson_id).course_id, title="Ebb"))
    before = stored(acme, [lesson_id])
    applied(acme, [{"lesson_id": lesson_id, "title": "Ebb"}])
    undo_changes(find_change_set("set"), acme.ana.client)

    assert stored(acme, [lesson_id]) == before


def test_a_set_that_was_run_again_after_an_undo_is_undone_again(acme: Acme) -> None:
    """Planned again, it is the same set."""
    ids = acme.lessons(["Tides"])
    before = stored(acme, ids)
    for _ in range(2):
        applied(acme, [{"lesson_id": ids[0], "title": "Ebb"}])
        assert acme.titles(ids) == ["Ebb"]
        assert undo_changes(find_change_set("set"), acme.ana.client).undone == 1

    assert stored(acme, ids) == before


def test_two_writes_of_one_set_to_a_lesson_are_undone_together(acme: Acme) -> None:
    """To the revision before the first."""
    (lesson_id,) = acme.lessons(["Tides"])
    block_id = acme.lesson(lesson_id).blocks[1].id
    before = stored(acme, [lesson_id])
    applied(acme, [{"lesson_id": lesson_id, "title": "Ebb"}])
    applied(acme, [{"lesson_id": lesson_id, "block_id": block_id, "field": "markdown", "value": "Both pull."}])

    assert undo_changes(find_change_set("set"), acme.ana.client).undone == 2
    assert stored(acme, [lesson_id]) == before


def test_sets_on_top_of_each_other_are_undone_one_after_the_other(acme: Acme) -> None:
    """The later one first; the earlier one then finds the lesson as it left it."""
    ids = acme.lessons(["Tides", "Waves"])
    before = stored(acme, ids)
    applied(acme, [{"lesson_id": id_, "title": f"One {id_}"} for id_ in ids], "one")
    applied(acme, [{"lesson_id": id_, "title": f"Two {id_}"} for id_ in ids], "two")
    too_early = undo_changes(find_change_set("one"), acme.ana.client)
    results = [undo_changes(find_change_set(name), acme.ana.client) for name in ("two", "one")]

    assert (too_early.undone, len(too_early.left)) == (0, 2)
    assert [(result.undone, result.left) for result in results] == [(2, ()), (2, ())]
    assert stored(acme, ids) == before


def sea_and_shore(acme: Acme) -> tuple[list[str], dict[str, list[str]], list[dict[str, Any]]]:
    """The lessons of two courses, their orders, and a table that moves one between them and puts both in order."""
    sea, first = acme.course("Sea", ["Tides", "Waves", "Sand", "Dunes"])
    shore, second = acme.course("Shore", ["Shells", "Rocks"])
    table = [
        {"lesson_id": first[1], "course": "Shore", "position": 1},
        {"lesson_id": first[3], "course": "Sea", "position": 1},
        {"lesson_id": second[1], "course": "Shore", "position": 2},
    ]
    return [*first, *second], {sea: first, shore: second}, table


def test_orders_and_places_are_put_back(acme: Acme) -> None:
    """A lesson that left from the middle of its course is there again, whether the course was ordered or not."""
    ids, orders, table = sea_and_shore(acme)
    before = stored(acme, ids)
    for lines in (table, table[:1]):
        applied(acme, lines, f"{len(lines)} lines")
        preview = preview_undo_changes(find_change_set(f"{len(lines)} lines"), acme.ana.client)
        changed = {order: acme.order(order) for order in orders}
        result = undo_changes(find_change_set(f"{len(lines)} lines"), acme.ana.client)

        assert (len(preview.back), preview.left) == (result.undone, result.left)
        assert result.left == ()
        assert all(changed[order] != orders[order] for order in orders)
        assert stored(acme, ids) == before


def test_an_undo_that_is_killed_between_its_writes_goes_on(acme: Acme) -> None:
    """Behind each of them: the answer never comes."""
    ids, _, table = sea_and_shore(acme)
    before = stored(acme, ids)
    applied(acme, table)

    def loses(request: httpx.Request) -> bool:
        if request.method == "POST":
            raise InterruptedError
        return False

    for _ in range(2):
        acme.ana.way.loses = loses
        with pytest.raises(InterruptedError):
            undo_changes(find_change_set("set"), acme.ana.client)
    acme.ana.way.loses = lambda request: False
    result = undo_changes(find_change_set("set"), acme.ana.client)

    assert result.left == ()
    assert stored(acme, ids) == before
    assert find_change_set("set").counts.undone == 3


def test_a_lesson_that_is_back_is_not_done_before_it_stands_in_its_place(acme: Acme) -> None:
    """The undo is killed between the two, and again before the order is written."""
    ids, _, table = sea_and_shore(acme)
    before = stored(acme, ids)
    applied(acme, table)

    def ends(*_: httpx.Request) -> bool:
        raise InterruptedError

    acme.ana.way.loses = ends
    with pytest.raises(InterruptedError):
        undo_changes(find_change_set("set"), acme.ana.client)
    acme.ana.way.loses, acme.ana.way.meanwhile = (lambda request: False), ends
    with pytest.raises(InterruptedError):
        undo_changes(find_change_set("set"), acme.ana.client)
    assert find_change_set("set").counts.undone == 0
    undo_changes(find_change_set("set"), acme.ana.client)

    assert stored(acme, ids) == before


def test_a_course_that_others_put_in_order_since_keeps_their_order(acme: Acme) -> None:
    """It is listed; the lesson that comes back to it is after the one that it was after."""
    ids, orders, table = sea_and_shore(acme)
    sea, _ = orders
    applied(acme, table)
    theirs = [ids[2], ids[0], ids[3]]
    acme.ana.call(order_lessons(course_id=sea, lesson_ids=theirs))
    result = undo_changes(find_change_set("set"), acme.ana.client)

    assert [(change.record.field, change.record.lesson_id) for change in result.left] == [("position", ids[3])]
    assert acme.order(sea) == [ids[2], ids[0], ids[1], ids[3]]


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=20)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(WORDS, WORDS, st.booleans()), min_size=1, max_size=6))
def test_undo_is_exact_whatever_the_texts(acme: Acme, changes: list[tuple[str, str, bool]]) -> None:
    """Of titles and text of blocks; lessons that somebody touched since are as that person left them."""
    ids = acme.lessons([f"Lesson {number}" for number in range(len(changes))])
    before = stored(acme, ids)
    records = []
    for lesson_id, (title, text, _) in zip(ids, changes, strict=True):
        block_id = acme.lesson(lesson_id).blocks[1].id
        records += [
            {"lesson_id": lesson_id, "block_id": "", "field": "title", "value": title},
            {"lesson_id": lesson_id, "block_id": block_id, "field": "markdown", "value": text},
        ]
    name = f"set {ids[0]}"
    applied(acme, records, name)
    for lesson_id, (_, _, touched) in zip(ids, changes, strict=True):
        if touched:
            acme.rename(lesson_id, "Theirs!")
    left = stored(acme, ids)
    undo_changes(find_change_set(name), acme.ana.client)
    expected = [theirs if change[2] else mine for mine, theirs, change in zip(before, left, changes, strict=True)]

    assert stored(acme, ids) == expected


def test_a_lesson_edited_during_the_undo_is_left_as_changed_since(acme: Acme) -> None:
    """Somebody renames it after the undo has read it; the service answers 409."""
    (lesson_id,) = acme.lessons(["Tides"])
    applied(acme, [{"lesson_id": lesson_id, "title": "Ebb"}])
    acme.ana.way.meanwhile = lambda: acme.rename(lesson_id, "Theirs")
    result = undo_changes(find_change_set("set"), acme.ana.client)

    assert (result.undone, [change.reason for change in result.left]) == (0, [TOUCHED])
    assert acme.titles([lesson_id]) == ["Theirs"]


@pytest.mark.parametrize(
    ("count", "said"),
    [(1, " 1 change stays as"), (20, " 20 changes stay as"), (21, "; and 1 more.")],
)
def test_the_changes_that_stay_are_listed_up_to_twenty(acme: Acme, count: int, said: str) -> None:
    """What is not listed is counted; nothing is said of zero others."""
    (lesson_id,) = acme.lessons(["Tides"])
    applied(acme, [{"lesson_id": lesson_id, "title": "Ebb"}])
    (record,) = set_records(find_change_set("set"))
    text = str(UndoChangesResult(0, (ChangeLeft(record, TOUCHED),) * count))

    assert said in text
    assert (" more" in text) is (count > 20)


def test_another_persons_session_does_not_undo_a_set(acme: Acme) -> None:
    """Neither its preview nor the undo reads or changes anything for them."""
    (lesson_id,) = acme.lessons(["Tides"])
    applied(acme, [{"lesson_id": lesson_id, "title": "Ebb"}])
    ben = acme.person("ben@example.org", role="admin")
    for undo in (preview_undo_changes, undo_changes):
        with pytest.raises(PlanRejected, match="planned by another person: sign in"):
            undo(find_change_set("set"), ben.client)

    assert acme.titles([lesson_id]) == ["Ebb"]


def test_an_undo_reads_the_history_only_of_lessons_that_were_edited_since(acme: Acme) -> None:
    """A lesson at the revision that the set made needs none."""
    ids = acme.lessons(["Tides", "Waves"])
    applied(acme, [{"lesson_id": id_, "title": f"New {id_}"} for id_ in ids])
    acme.rename(ids[0], "Theirs")
    acme.ana.way.requests.clear()
    preview_undo_changes(find_change_set("set"), acme.ana.client)
    history = [str(request.url) for request in acme.ana.way.requests if "lesson.getHistory" in str(request.url)]

    assert [(ids[0] in url, ids[1] in url) for url in history] == [(True, False)]


def test_an_undo_of_many_titles_reads_the_list(acme: Acme) -> None:
    """Not one lesson after the other: none of their blocks is compared."""
    ids = acme.lessons([f"Lesson {number}" for number in range(MOST_ONE_BY_ONE + 1)])
    applied(acme, [{"lesson_id": id_, "title": f"New {id_}"} for id_ in ids])
    acme.ana.way.requests.clear()
    preview = preview_undo_changes(find_change_set("set"), acme.ana.client)

    assert len(preview.back) == len(ids)
    assert not any("lesson.getLesson" in str(request.url) for request in acme.ana.way.requests)


def test_an_undo_of_moves_reads_no_history(acme: Acme) -> None:
    """They are restored on condition of the course alone, whatever was edited since."""
    (lesson_id,) = acme.lessons(["Tides"])
    acme.ana.call(create_course(title="Sea"))
    applied(acme, [{"lesson_id": lesson_id, "course": "Sea"}])
    acme.rename(lesson_id, "Theirs")
    acme.ana.way.requests.clear()
    preview = preview_undo_changes(find_change_set("set"), acme.ana.client)

    assert len(preview.back) == 1
    assert not any("lesson.getHistory" in str(request.url) for request in acme.ana.way.requests)
