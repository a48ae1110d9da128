"""One thing or several, by id, title, list, Series, table or record: every verb and filter takes each of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import pandas
import pytest

from workbench.api.workbench import Workbench
from workbench.authoring.block import Block
from workbench.authoring.mutation import LessonBlockInsert
from workbench.authoring.transaction import Transaction
from workbench.changes import ChangePlan
from workbench.changes.results import find_change_set
from workbench.changes.undo import preview_undo_changes
from workbench.errors import InputRejected, PlanRejected, UnknownName, WorkbenchError, WrongType
from workbench.procedures.realtime import execute_transactions


class Made(NamedTuple):
    """Two courses of a project, with a lesson each."""

    project: str
    courses: list[str]
    lessons: list[str]
    titles: list[str]


@pytest.fixture
def made(workbench: Workbench) -> Made:
    """Two courses and lessons that no other test knows."""
    word = f"Sails {uuid4().hex[:8]}"
    project = workbench.projects.create(word).name or ""
    titles = [f"{word} {number}" for number in (1, 2)]
    courses = [workbench.courses.create(title, project=word).course_id for title in titles]
    lessons = [
        workbench.lessons.create(title, language="EN", course=course).lesson_id
        for title, course in zip(titles, courses, strict=True)
    ]
    return Made(project, courses, lessons, titles)


def _table(kind: str, ids: list[str], titles: list[str]) -> pandas.DataFrame:
    return pandas.DataFrame({"title": titles, f"{kind}_id": ids, "more": 1})


FORMS: dict[str, Callable[[str, list[str], list[str]], Any]] = {
    "ids": lambda kind, ids, titles: ids,
    "titles": lambda kind, ids, titles: tuple(titles),
    "both": lambda kind, ids, titles: [ids[0], titles[1]],
    "series": lambda kind, ids, titles: pandas.Series(ids, name="any"),
    "series of titles": lambda kind, ids, titles: pandas.Series(titles, dtype="category"),
    "array": lambda kind, ids, titles: pandas.Series(ids).to_numpy(),
    "table": _table,
    "table with an index": lambda kind, ids, titles: _table(kind, ids, titles).set_index(f"{kind}_id"),
    "table of a file": lambda kind, ids, titles: _table(kind, ids, titles).rename(columns={f"{kind}_id": f"{kind}Id"}),
    "doubled rows": lambda kind, ids, titles: pandas.concat([_table(kind, ids, titles)] * 2),
    "records": lambda kind, ids, titles: [{f"{kind}_id": id_} for id_ in ids],
}


@pytest.mark.parametrize("form", FORMS)
def test_lessons_and_courses_are_given_in_every_form(
    workbench: Workbench, made: Made, form: str, tmp_path: Path
) -> None:
    """To read, to list by them, to report on, and to write."""
    give = FORMS[form]
    lessons, courses = give("lesson", made.lessons, made.titles), give("course", made.courses, made.titles)

    assert [page.lesson.lesson_id for page in workbench.lessons.get(lessons)] == made.lessons
    assert [course.course_id for course in workbench.courses.get(courses)] == made.courses
    assert set(workbench.lessons.list(course=courses)["lesson_id"]) == set(made.lessons)
    assert workbench.lessons.count(course=courses) == len(list(workbench.lessons.iter(course=courses))) == 2
    assert set(workbench.reports.lessons(course_id=courses)["lesson_id"]) == set(made.lessons)
    assert workbench.lessons.check(course=courses).attrs["lessons"] == 2
    assert len(workbench.exports.lessons(lessons, tmp_path / "lessons")) == 2
    assert workbench.translations.list(lessons).empty


def test_projects_are_given_so_too(workbench: Workbench, made: Made) -> None:
    """A table of projects, a list of names, or a record."""
    table = workbench.projects.list()
    table = table[table["name"] == made.project]

    for project in (made.project, [made.project], table, table["name"], table.set_index("project_id")):
        assert set(workbench.courses.list(project=project)["course_id"]) == set(made.courses)
        assert set(workbench.reports.lessons(project_id=project)["lesson_id"]) == set(made.lessons)
    assert [course.course_id for course in workbench.courses.iter(project=made.project)] == made.courses[::-1]
    assert workbench.reviews.queue(state="draft", project=table)["lesson_id"].isin(made.lessons).all()


def test_the_last_changed_of_several_projects_is_first(workbench: Workbench, made: Made) -> None:
    """As in a list of one."""
    listed = workbench.lessons.list(course=made.courses)

    assert listed["lesson_id"].to_list() == made.lessons[::-1]
    assert [lesson.lesson_id for lesson in workbench.lessons.iter(course=made.courses)] == made.lessons[::-1]


def test_several_are_moved_deleted_and_restored(workbench: Workbench, made: Made) -> None:
    """A table of them; what is returned is a list."""
    lessons = workbench.lessons.list(course=made.courses)
    moved = workbench.lessons.move(lessons, course=made.titles[0])
    assert {lesson.course_id for lesson in moved} == {made.courses[0]}  # type: ignore[union-attr]

    assert len(workbench.lessons.delete(lessons)) == 2  # type: ignore[arg-type]
    assert workbench.lessons.count(course=made.courses) == 0
    assert len(workbench.lessons.restore(lessons)) == 2  # type: ignore[arg-type]
    courses = workbench.courses.list(project=made.project)
    assert len(workbench.courses.move(courses, project="Starter lessons")) == 2  # type: ignore[arg-type]
    assert len(workbench.courses.delete(courses["course_id"])) == 2  # type: ignore[arg-type]
    assert len(workbench.courses.restore(courses)) == 2  # type: ignore[arg-type]


def test_several_are_planned_shown_and_undone(workbench: Workbench, made: Made) -> None:
    """Moves and the trash, as any other change; nothing is changed before the plan runs."""
    lessons, courses = workbench.lessons.list(course=made.courses), workbench.courses.list(project=made.project)
    to, place = workbench.projects.get("Starter lessons").project_id, workbench.courses.get(made.courses[0]).project_id
    move = workbench.lessons.plan_move(lessons, course=made.titles[0])
    trash = workbench.lessons.plan_delete(made.titles)
    courses_move = workbench.courses.plan_move(courses, project="Starter lessons")

    assert [len(plan.changes) for plan in (move, trash, courses_move)] == [1, 2, 2]
    assert set(trash.frame()["lesson_id"]) == set(made.lessons)
    assert {row.after_name for row in courses_move.changes} == {"Starter lessons"}
    assert workbench.lessons.count(course=made.courses[0]) == 1
    with move.run():
        assert workbench.lessons.count(course=made.courses[0]) == 2
    assert workbench.changes.undo(move.name, yes=True).left == ()
    assert workbench.lessons.count(course=made.courses[0]) == 1
    trash = workbench.lessons.plan_delete(lessons, name=f"{made.project} away")
    with pytest.raises(PlanRejected, match="approve"):
        trash.run()
    trash.run(trash.approve(changes=2, trash=2)).close()
    assert workbench.lessons.count(course=made.courses) == 0
    assert len(workbench.lessons.plan_delete(made.lessons).changes) == 0
    assert workbench.changes.undo(trash.name, yes=True).left == ()
    assert workbench.lessons.count(course=made.courses) == 2
    courses_move.run().close()
    assert {course.project_id for course in workbench.courses.get(courses)} == {to}  # type: ignore[union-attr]
    assert workbench.changes.undo(courses_move.name, yes=True).left == ()
    assert {course.project_id for course in workbench.courses.get(courses)} == {place}  # type: ignore[union-attr]
    for plan in (workbench.lessons.plan_delete, workbench.courses.get):
        with pytest.raises(InputRejected):
            plan([{"id": made.lessons[0]}])


def test_several_are_shared_and_published(workbench: Workbench) -> None:
    """One by one; each has its link."""
    course = workbench.courses.add_example()
    table = workbench.courses.list(search=course.title)

    assert [link.is_public for link in workbench.courses.share(table)] == [True]  # type: ignore[union-attr]
    assert [made.is_current for made in workbench.courses.publish(table["title"])] == [True]  # type: ignore[union-attr]
    with pytest.raises(InputRejected, match="`base_number` is of one course"):
        workbench.courses.publish(table, base_number=1)
    workbench.courses.unpublish(table)
    assert [link.is_public for link in workbench.courses.unshare([course.title])] == [False]  # type: ignore[union-attr]


@pytest.fixture
def shareable(workbench: Workbench, made: Made) -> Made:
    """The same with a text in each lesson, so that learners may see them."""
    for lesson_id in made.lessons:
        block = Block(id=str(uuid4()), type="text", content={"markdown": "Wind fills a sail."})
        insert = Transaction(label="insertPages", mutations=[LessonBlockInsert(block=block)])
        workbench.client.call(execute_transactions(lesson_id=lesson_id, language="EN", transactions=[insert]))
    return made


def test_what_learners_see_of_several_is_planned_and_undone(workbench: Workbench, shareable: Made) -> None:
    """Shared, published and made private: undone, learners see what they saw before, not what it is now."""
    first, second = shareable.courses

    def numbers() -> list[int | None]:
        return [workbench.courses.get(course_id).publication_number for course_id in shareable.courses]

    def carry_out(plan: ChangePlan) -> str:
        with pytest.raises(PlanRejected, match="approve"):
            plan.run()
        with plan.run(plan.approve(changes=len(plan.changes))) as run:
            assert (run.counts().planned, run.counts().refused) == (0, 0)
        return plan.name

    shared = carry_out(workbench.courses.plan_share(workbench.courses.list(project=shareable.project)))
    assert numbers() == [1, 1] and workbench.courses.sharing(first).is_public
    assert {*workbench.courses.plan_share(shareable.courses).frame()["reason"]} == {"it is public"}
    workbench.lessons.rename(shareable.lessons[0], "Renamed")
    publish = workbench.courses.plan_publish(shareable.courses)
    assert [str(row.verdict) for row in publish.rows] == ["change", "unchanged"]
    published = carry_out(publish)
    assert numbers() == [2, 1]
    private = carry_out(workbench.courses.plan_unshare(pandas.Series(shareable.courses)))
    assert numbers() == [None, None] and len(workbench.courses.plan_unpublish(shareable.courses).changes) == 0
    assert workbench.changes.undo(private, yes=True).left == ()
    assert numbers() == [2, 1]
    assert workbench.changes.undo(published, yes=True).left == ()
    assert numbers() == [1, 1]
    workbench.lessons.rename(shareable.lessons[1], "Renamed, too")
    workbench.courses.publish(second, note="by somebody else")
    left = workbench.changes.undo(shared, yes=True).left
    assert [(change.record.course_id, change.value_now) for change in left] == [(second, "publication 2")]
    assert numbers() == [None, 2]


def test_a_course_that_cannot_be_shared_is_in_the_plan_with_the_reason(workbench: Workbench, made: Made) -> None:
    """An empty one; nothing is sent of it."""
    plan = workbench.courses.plan_share(made.courses)

    assert {str(row.verdict) for row in plan.rows} == {"not allowed"} and plan.changes == ()
    assert all(row.reason for row in plan.rows)


def test_the_trash_of_several_courses_is_planned_and_undone(workbench: Workbench, shareable: Made) -> None:
    """With what learners saw of a public one; a course that has another lesson since it came back stays."""
    first, second = shareable.courses
    workbench.courses.share(first)
    away = workbench.courses.plan_delete(shareable.courses)
    with pytest.raises(PlanRejected, match="2 of which move courses to the trash"):
        away.run()
    assert [(row.course_id, row.field) for row in away.changes] == [
        (first, "link"),
        (first, "trash"),
        (second, "trash"),
    ]
    away.run(away.approve(changes=3, trash=2)).close()
    assert workbench.courses.list(project=shareable.project).empty
    assert workbench.courses.plan_delete(shareable.courses).changes == ()
    assert len(preview_undo_changes(find_change_set(away.name), workbench.client).back) == 3
    assert workbench.changes.undo(away.name, yes=True).left == ()
    assert [workbench.courses.get(course_id).is_public for course_id in shareable.courses] == [True, False]

    workbench.courses.delete(shareable.courses, confirm_public=True)
    back = workbench.courses.plan_restore(shareable.courses, name=f"{shareable.project} back")
    assert back.run().counts().done == 2
    workbench.lessons.create("New", language="EN", course=second)
    left = workbench.changes.undo(back.name, yes=True).left
    assert [change.record.course_id for change in left] == [second]
    assert workbench.courses.list(project=shareable.project)["course_id"].to_list() == [second]


def test_lessons_out_of_the_trash_are_planned_and_undone(workbench: Workbench, made: Made) -> None:
    """By table, and those that are not in the trash say so; one that was changed since stays."""
    trashed = workbench.lessons.list(course=made.courses)
    workbench.lessons.delete(made.lessons)
    plan = workbench.lessons.plan_restore(trashed)
    assert plan.run().counts().done == 2
    assert workbench.lessons.count(course=made.courses) == 2
    assert {*workbench.lessons.plan_restore(made.lessons).frame()["reason"]} == {"it is not in the trash"}
    workbench.lessons.rename(made.lessons[0], "Renamed")
    left = workbench.changes.undo(plan.name, yes=True).left

    assert [change.record.lesson_id for change in left] == [made.lessons[0]]
    assert workbench.lessons.list(course=made.courses)["lesson_id"].to_list() == [made.lessons[0]]


def test_a_table_of_one_thing_is_that_thing(workbench: Workbench, made: Made) -> None:
    """Also where only one can be given; several are refused."""
    table = workbench.lessons.list(course=made.courses)

    assert workbench.widgets.block_list(table.head(1)).lesson_id == table["lesson_id"][0]
    assert workbench.widgets.sharing([made.titles[0]]).value == made.courses[0]
    assert workbench.lessons.rename(table.iloc[0], "Renamed").lesson_id == table["lesson_id"][0]
    for show in (workbench.widgets.block_list, workbench.widgets.history):
        with pytest.raises(InputRejected, match="One lesson is expected here; these are 2"):
            show(table)
    with pytest.raises(InputRejected, match="One course is expected here; these are 2"):
        workbench.lessons.move(made.lessons, course=made.courses)


BENT: dict[str, tuple[Callable[[pandas.DataFrame], Any], type[Exception], str]] = {
    "renamed": (
        lambda table: table.rename(columns={"lesson_id": "id"}),
        InputRejected,
        "has no column `lesson_id`. It has: ",
    ),
    "without ids": (lambda table: table[["title"]], InputRejected, r"It has: title\. If one of them has the ids"),
    "doubled column": (
        lambda table: pandas.concat([table, table[["lesson_id"]]], axis=1),
        InputRejected,
        "has 2 columns `lesson_id`. Keep one",
    ),
    "no column": (lambda table: table[[]], InputRejected, "It has: no column"),
    "numbers": (lambda table: table.assign(lesson_id=1), WrongType, r"this is 1 \(int\)|this is of type"),
    "unknown": (lambda table: table.assign(lesson_id="Nowhere"), UnknownName, "There is no lesson 'Nowhere' here"),
}


@pytest.mark.parametrize("bent", BENT)
@pytest.mark.parametrize("verb", ["get", "delete", "check"])
def test_a_table_that_says_no_lessons_is_refused(workbench: Workbench, made: Made, verb: str, bent: str) -> None:
    """With what it has, and what to do; nothing is changed."""
    bend, kind, sentence = BENT[bent]
    table = bend(workbench.lessons.list(course=made.courses))

    with pytest.raises(kind, match=sentence):
        getattr(workbench.lessons, verb)(table)
    assert workbench.lessons.count(course=made.courses) == 2


def test_columns_in_another_order_do_not_matter(workbench: Workbench, made: Made) -> None:
    """Nor do further ones."""
    table = workbench.lessons.list(course=made.courses).iloc[:, ::-1].assign(remark="x")

    assert {page.lesson.lesson_id for page in workbench.lessons.get(table)} == set(made.lessons)


@pytest.mark.parametrize("nothing", [[], pandas.Series(dtype="object"), pandas.DataFrame({"course_id": []})])
def test_a_filter_without_anything_is_refused(workbench: Workbench, nothing: Any) -> None:
    """It never means everything."""
    with pytest.raises(InputRejected, match="No course is given, so nothing can match"):
        workbench.lessons.list(course=nothing)
    with pytest.raises(InputRejected, match="No course is given, so nothing can match"):
        workbench.reports.lessons(course_id=nothing)


@pytest.mark.parametrize("odd", [3, object(), b"a lesson", 2.5, True, [["a"], 3]])
def test_what_is_no_lesson_has_an_error_of_ours(workbench: Workbench, odd: Any) -> None:
    """Never one from inside."""
    for call in (
        workbench.lessons.get,
        workbench.lessons.delete,
        workbench.widgets.block_list,
        workbench.translations.list,
    ):
        with pytest.raises(WorkbenchError):
            call(odd)
