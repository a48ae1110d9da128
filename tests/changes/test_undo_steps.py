"""Lessons and courses that a set makes, lessons that it puts into the trash, and all of it restored."""

from __future__ import annotations

from dataclasses import replace

import httpx
import pytest

from tests.changes.acme import Acme, Person
from workbench.authoring.block import Block
from workbench.changes.lesson_rows import NewLessonContent, new_course_row, new_id, new_lesson_row, trash_row
from workbench.changes.plan import ChangePlan
from workbench.changes.reading import find_target, read_present
from workbench.changes.results import find_change_set, set_records
from workbench.changes.row import COURSE, ChangeRow, ChangeVerdict, trash_count
from workbench.changes.running import ChangeRun
from workbench.changes.undo import preview_undo_changes, undo_changes
from workbench.errors import NotFound, PlanRejected
from workbench.procedures.course import create_course, get_course, list_courses
from workbench.procedures.lesson import create_lesson, list_lessons, restore_lesson

BLOCK = Block(id="3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa", type="reflection", content={"prompt": "Why?"})
NEW_COURSE = new_id("course")
NEW_LESSONS = [new_id("lesson", str(number)) for number in range(3)]


def plan(person: Person, *rows: ChangeRow, name: str = "made") -> ChangePlan:
    """A plan of these rows in the person's name."""
    _, target = find_target(person.client)
    return ChangePlan(name, "files", target, rows, read_at=1)


def new_rows() -> list[ChangeRow]:
    """A new course with three new lessons."""
    lessons = [
        new_lesson_row(position, lesson_id, NEW_COURSE, NewLessonContent(f"New {position}", "EN", (BLOCK,), position))
        for position, lesson_id in enumerate(NEW_LESSONS, 1)
    ]
    return [new_course_row(1, NEW_COURSE, "Ebb"), *lessons]


def run(person: Person, plan: ChangePlan) -> ChangeRun:
    """The plan carried out."""
    with ChangeRun(plan, person.client, plan.approve(changes=len(plan.changes), trash=trash_count(plan.rows))) as run:
        return run.start()


def trashed(acme: Acme, *ids: str, line: int = 1) -> list[ChangeRow]:
    """Rows that move lessons to the trash."""
    place, _ = find_target(acme.ana.client)
    present = read_present(acme.ana.client, place, ids)
    return [trash_row(line, present.lessons[id_]) for id_ in ids]


def states(name: str) -> list[tuple[str, str | None]]:
    """State and code of each row of a set."""
    return [(str(record.state), record.code) for record in set_records(find_change_set(name))]


def living(acme: Acme) -> set[str]:
    """The ids of all lessons and courses."""
    lessons = acme.ana.call(list_lessons()).lessons
    return {lesson.lesson_id for lesson in lessons} | {
        course.course_id for course in acme.ana.call(list_courses()).courses
    }


def test_what_is_made_and_goes_is_put_back(acme: Acme) -> None:
    """A course, its lessons, one that moves into it, one that goes; then as it was."""
    course_id, [tides, waves] = acme.course("Sea", ["Tides", "Waves"])
    before = living(acme)
    moved = ChangeRow(1, ChangeVerdict.CHANGE, waves, field=COURSE, before=course_id, after=NEW_COURSE, base_revision=1)
    run(acme.ana, plan(acme.ana, *new_rows(), moved, *trashed(acme, tides)))
    made = acme.ana.call(get_course(course_id=NEW_COURSE))

    assert (made.title, [lesson.lesson_id for lesson in made.lessons]) == ("Ebb", [*NEW_LESSONS, waves])
    assert acme.lesson(NEW_LESSONS[0]).blocks == [BLOCK]
    assert tides not in living(acme)

    assert len(preview_undo_changes(find_change_set("made"), acme.ana.client).back) == 6
    result = undo_changes(find_change_set("made"), acme.ana.client)
    assert (result.undone, result.left) == (6, ())
    assert living(acme) == before


def test_a_course_that_comes_back_to_a_taken_title_is_told_before(acme: Acme) -> None:
    """Regression: it came back with its lesson silently; a course that is there is not news."""
    _, [tides] = acme.course("Sea", ["Tides"])
    alone = acme.ana.call(create_lesson(title="Knots", language="EN"))
    rows = [*trashed(acme, tides), *trashed(acme, alone.lesson_id, line=2)]
    titled = [replace(row, course_title=title) for row, title in zip(rows, ("Sea", "Knots"), strict=True)]
    run(acme.ana, plan(acme.ana, *titled))
    acme.ana.call(create_course(title="SEA"))
    twin = acme.ana.call(create_course(title="knots")).course_id
    preview = preview_undo_changes(find_change_set("made"), acme.ana.client)

    assert len(preview.back) == 2
    assert [twin in note for note in preview.notes] == [True] and "Undoing it creates another one." in str(preview)


def test_nothing_is_said_of_courses_whose_title_a_set_does_not_know(acme: Acme) -> None:
    """They come back with their lessons anyway."""
    alone = [acme.ana.call(create_lesson(title=text, language="EN")).lesson_id for text in ("Knots", "Ropes")]
    rows = [replace(row, course_title="") for row in trashed(acme, *alone)]
    run(acme.ana, plan(acme.ana, *rows))
    preview = preview_undo_changes(find_change_set("made"), acme.ana.client)

    assert (len(preview.back), preview.notes) == (2, ())


def test_nothing_is_made_without_its_numbers(acme: Acme) -> None:
    """A course, and a lesson in the trash: the second is named apart."""
    _, [tides] = acme.course("Sea", ["Tides"])
    wanted = plan(acme.ana, *trashed(acme, tides))

    with pytest.raises(PlanRejected, match=r"1 of which moves a lesson to the trash.*trash=1"):
        ChangeRun(wanted, acme.ana.client)
    with pytest.raises(PlanRejected, match="1 change, 1 of which"):
        wanted.approve(changes=1)
    with pytest.raises(PlanRejected):
        ChangeRun(plan(acme.ana, *new_rows()[:1]), acme.ana.client)


def test_a_lost_answer_makes_nothing_twice(acme: Acme) -> None:
    """What was sent is found by its id."""
    lost = iter([True] * 3)
    acme.ana.way.loses = lambda request: "create" in str(request.url) and next(lost, False)
    first = run(acme.ana, plan(acme.ana, *new_rows()))
    acme.ana.way.loses = lambda request: False
    with ChangeRun.of_set(find_change_set("made"), acme.ana.client) as again:
        again.start()

    assert first.name == "made"
    assert {state for state, _ in states("made")} == {"done"}
    assert len(acme.ana.call(get_course(course_id=NEW_COURSE)).lessons) == 3
    assert undo_changes(find_change_set("made"), acme.ana.client).undone == 4
    assert living(acme) == set()


def test_two_who_make_the_same_make_it_once(acme: Acme) -> None:
    """Anyone who comes second finds it there, and takes nothing away by an undo."""
    ben = acme.person("ben@example.org", role="author")
    ours = plan(acme.ana, *new_rows())
    theirs = plan(ben, *new_rows(), name="theirs")
    acme.ana.way.meanwhile = lambda: run(ben, theirs) and None
    run(acme.ana, ours)

    assert states("made") == [("done", "ALREADY")] * 4
    assert states("theirs") == [("done", None)] * 4
    assert undo_changes(find_change_set("made"), acme.ana.client).undone == 0
    assert len(acme.ana.call(get_course(course_id=NEW_COURSE)).lessons) == 3


def test_what_others_edited_stays(acme: Acme) -> None:
    """A lesson with an edit is no longer the set's alone, and so is its course."""
    run(acme.ana, plan(acme.ana, *new_rows()))
    acme.rename(NEW_LESSONS[1], "Mine now")
    result = undo_changes(find_change_set("made"), acme.ana.client)

    assert [change.reason for change in result.left] == ["changed since", "other lessons are in it"]
    assert living(acme) == {NEW_COURSE, NEW_LESSONS[1]}


def test_a_lesson_that_was_edited_since_the_plan_does_not_go(acme: Acme) -> None:
    """It is a conflict, whatever happened between the plan and the run."""
    _, [tides] = acme.course("Sea", ["Tides"])
    wanted = plan(acme.ana, *trashed(acme, tides))
    acme.rename(tides, "Ebb and flow")
    run(acme.ana, wanted)

    assert states("made") == [("conflict", "CHANGED")]
    assert acme.lesson(tides).title == "Ebb and flow"


def test_an_id_of_somebody_else_is_refused(acme: Acme) -> None:
    """In one sentence, and the other rows are made."""
    eve = acme.person("eve@example.org", organization="Other")
    run(eve, plan(eve, *new_rows()[:2], name="eve"))
    rows = new_rows()
    own = [replace(row, course_id=new_id("mine")) for row in rows]
    run(acme.ana, plan(acme.ana, *own))
    found = set_records(find_change_set("made"))

    assert [(str(record.state), record.code) for record in found] == [
        ("done", None), ("refused", "EXISTS"), ("done", None), ("done", None)
    ]  # fmt: skip
    assert "another one's already" in (found[1].message or "")
    with pytest.raises(NotFound):
        acme.ana.call(restore_lesson(lesson_id=NEW_LESSONS[0]))


def test_large_lessons_share_no_request(acme: Acme) -> None:
    """What one request has room for is sent together."""
    sizes: list[int] = []

    def note(request: httpx.Request) -> bool:
        sizes.append(len(request.content))
        return False

    acme.ana.way.loses = note
    large = tuple(
        Block(id=f"00000000-0000-4000-8000-{number:012}", type="text", content={"markdown": "a" * 20_000})
        for number in range(15)
    )
    course_id, _ = acme.course("Sea", ["Tides"])
    rows = [
        new_lesson_row(index, new_id(str(index)), course_id, NewLessonContent(f"New {index}", "EN", large))
        for index in range(8)
    ]
    run(acme.ana, plan(acme.ana, *rows))

    assert states("made") == [("done", None)] * 8
    assert 900_000 < max(sizes) < 1_000_000
