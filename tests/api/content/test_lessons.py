"""Lessons of an organization: listed, opened, made, renamed, moved, deleted and restored."""

from __future__ import annotations

from itertools import islice
from typing import Any
from uuid import uuid4

import pytest

from tests.client.paged import Paged
from tests.finishing import share
from workbench.api.content.lessons import Lessons
from workbench.api.workbench import Workbench
from workbench.errors import InputRejected, NotConfirmed, NotFound
from workbench.procedures.lesson import create_starter_lesson, get_history
from workbench.reports.lessons import COLUMNS, REPORT

HOSTILE = '50% _off_ ‘O’Brien’ "quoted" <script>alert(1)</script> \\ {0} 🎓 ; drop table'


@pytest.fixture
def title() -> str:
    """A title that no other lesson has."""
    return f"Volcanoes {uuid4().hex[:8]}"


@pytest.fixture
def lesson_id(workbench: Workbench, title: str) -> str:
    """A lesson of that title, without blocks, in its own course."""
    return workbench.lessons.create(title, language="EN").lesson_id


def test_a_new_lesson_is_listed_first(workbench: Workbench, lesson_id: str) -> None:
    """Last changed first."""
    assert next(workbench.lessons.iter()).lesson_id == lesson_id


def test_the_table_has_a_row_for_each(workbench: Workbench, lesson_id: str) -> None:
    """As many as are counted, and it says that it is whole."""
    table = workbench.lessons.list()

    assert len(table) == workbench.lessons.count() > 0
    assert lesson_id in set(table["lesson_id"])
    assert table.attrs["is_complete"]


def test_an_empty_table_has_the_same_columns(workbench: Workbench) -> None:
    """So that what comes after it works."""
    found = workbench.lessons.list(search="no such lesson")

    assert tuple(found.columns) == REPORT.listed and len(found) == 0
    assert list(found.columns) == list(workbench.lessons.list().columns)
    whole = workbench.lessons.list(search="no such lesson", columns="all")
    assert list(whole.columns) == [column.name for column in COLUMNS]


def test_a_lesson_is_opened_with_its_blocks(workbench: Workbench) -> None:
    """To be looked at."""
    made = workbench.client.call(create_starter_lesson(topic="Volcanoes", language="EN"))

    assert len(workbench.lessons.get(made.lesson_id).blocks) > 3


def test_a_list_of_lessons_is_whole() -> None:
    """It was cut at 1,000 silently."""
    client: Any = Paged(2_500)

    assert len(Lessons(client, None).list()) == len(list(Lessons(client, None).iter())) == 2_500


def test_pages_are_read_as_they_are_needed() -> None:
    """Ten of 2,500 lessons take one request."""
    client: Any = Paged(2_500)

    assert len(list(islice(Lessons(client, None).iter(), 10))) == 10 and client.pages == 1


def test_a_lesson_goes_through_its_whole_life(workbench: Workbench, title: str) -> None:
    """By its title: made, renamed, moved, deleted, restored; the course that it was moved to stays."""
    lessons, course = workbench.lessons, workbench.courses.create(f"Shelf of {title}")
    made = lessons.create(title, language="DE", course=course.title)
    assert (made.course_id, made.language) == (course.course_id, "DE")

    lessons.rename(title, f"{title} again")
    other = workbench.courses.create(f"Other {title}")
    assert lessons.move(f"{title} again", course=other.title).course_id == other.course_id
    assert lessons.list(course=other.course_id)["lesson_id"].to_list() == [made.lesson_id]

    lessons.delete(f"{title} again")
    assert made.lesson_id in set(lessons.list(in_trash=True)["lesson_id"])
    assert lessons.restore(f"{title} again").course_id == other.course_id
    assert lessons.get(made.lesson_id).lesson.title == f"{title} again"


def test_a_lesson_does_not_bring_a_course_of_a_taken_title_back_unasked(workbench: Workbench, title: str) -> None:
    """Regression: its course came back next to one of the same title silently."""
    made = workbench.lessons.create(title, language="EN")
    workbench.lessons.delete(made.lesson_id)
    twin = workbench.courses.create(title.upper())

    with pytest.raises(NotConfirmed, match=rf"{twin.course_id}.*confirm_same_name=True"):
        workbench.lessons.restore(title)
    assert made.lesson_id in set(workbench.lessons.list(in_trash=True)["lesson_id"])
    assert workbench.lessons.restore(title, confirm_same_name=True).course_id == made.course_id


def test_a_title_may_hold_anything(workbench: Workbench, title: str) -> None:
    """It is found by that very text, and is text wherever it is shown."""
    made = workbench.lessons.create(f"{HOSTILE} {title}", language="EN")

    page = workbench.lessons.get(f"{HOSTILE} {title}")
    assert page.lesson.lesson_id == made.lesson_id
    assert "<script>" not in page._repr_mimebundle_()["text/html"]


def test_two_of_one_title_are_listed(workbench: Workbench, title: str, lesson_id: str) -> None:
    """With their ids, and nothing is changed; an id is always one."""
    twin = workbench.lessons.create(title, language="DE").lesson_id

    with pytest.raises(InputRejected, match=f"2 lessons are named '{title}'") as refused:
        workbench.lessons.delete(title)
    assert lesson_id in refused.value.message and twin in refused.value.message
    assert workbench.lessons.rename(twin, f"{title} in German").lesson_id == twin
    assert workbench.lessons.get(title).lesson.lesson_id == lesson_id


def test_an_unknown_title_names_the_nearest(workbench: Workbench, title: str, lesson_id: str) -> None:
    """One letter is wrong."""
    with pytest.raises(InputRejected, match=f"There is no lesson .* The nearest: '{title}'"):
        workbench.lessons.get(title.replace("Volcanoes", "Volcanos"))


def test_renaming_leaves_what_others_changed(workbench: Workbench, title: str, lesson_id: str) -> None:
    """The revision that was read is older by then; the change of the other stays in the history below ours."""
    before = workbench.lessons.get(lesson_id).lesson.revision
    workbench.client.call("lesson.renameLesson", {"lessonId": lesson_id, "title": "By another"})

    renamed = workbench.lessons.rename(lesson_id, title)
    assert (renamed.title, renamed.revision) == (title, before + 2)
    assert len(workbench.client.call(get_history(lesson_id=lesson_id)).entries) >= 2


def test_what_learners_would_notice_is_confirmed(workbench: Workbench, title: str) -> None:
    """In a public course the trash and coming back are said first, and done when confirmed; the rest waits."""
    lessons, courses = workbench.lessons, workbench.courses
    made = workbench.client.call(create_starter_lesson(topic=title, language="EN"))
    course_id, other = lessons.get(made.lesson_id).lesson.course_id, courses.create(f"Private {title}")
    lessons.create(f"Second {title}", language="EN", course=course_id)
    share(workbench.client, course_id)

    with pytest.raises(NotConfirmed, match=r"public course.* Nothing was changed\. To do it: confirm_public=True"):
        lessons.delete(made.lesson_id)
    assert lessons.rename(made.lesson_id, f"{title} later").title == f"{title} later"
    assert lessons.move(made.lesson_id, course=other.course_id).course_id == other.course_id

    second = lessons.get(f"Second {title}").lesson.lesson_id
    lessons.delete(second, confirm_public=True)
    with pytest.raises(NotConfirmed, match="learners will immediately see 1 lesson again"):
        lessons.restore(f"Second {title}")
    assert lessons.restore(f"Second {title}", confirm_public=True).lesson_id == second


def test_a_lesson_is_given_by_any_record_of_it(workbench: Workbench, title: str, lesson_id: str) -> None:
    """An answer, an open lesson, a page, a row of a table; a course by what names it in one of them."""
    lessons = workbench.lessons
    table = lessons.list(search=title)
    given = [lessons.get(lesson_id), lessons.open(title), next(lessons.iter(search=title)), table.iloc[0]]

    assert {lessons.get(record).lesson.lesson_id for record in given} == {lesson_id}
    assert workbench.courses.get(table.iloc[0]).title == title
    assert lessons.count(course=workbench.courses.get(title)) == 1


def test_several_lessons_are_moved_deleted_and_restored(workbench: Workbench, title: str) -> None:
    """By a table, a Series or a list; a list of answers, where one lesson gives one answer."""
    made = [workbench.lessons.create(f"{title} {index}", language="EN") for index in range(3)]
    ids = [lesson.lesson_id for lesson in made]
    course = workbench.courses.create(f"All of {title}")
    table = workbench.lessons.list(search=title)

    moved = workbench.lessons.move(table, course=course)
    assert sorted(lesson.lesson_id for lesson in moved) == sorted(ids)
    assert workbench.lessons.count(course=course) == 3
    assert [lesson.lesson_id for lesson in workbench.lessons.delete(made[:2])] == ids[:2]
    assert [lesson.lesson_id for lesson in workbench.lessons.restore(table["lesson_id"][-2:])] == ids[1::-1]
    assert workbench.lessons.count(course=course) == 3


def test_of_several_lessons_none_is_deleted_where_one_is_unknown(workbench: Workbench, lesson_id: str) -> None:
    """All are found before the first is changed."""
    with pytest.raises(InputRejected, match="no lesson 'no such lesson"):
        workbench.lessons.delete([lesson_id, "no such lesson at all"])

    assert workbench.lessons.get(lesson_id).lesson.lesson_id == lesson_id


def test_a_refusal_among_several_says_how_many_are_done(workbench: Workbench, lesson_id: str) -> None:
    """An id is not looked up, so that it is refused on its turn."""
    with pytest.raises(NotFound, match=r"This is lesson 0{25}; 1 of 2 are done\."):
        workbench.lessons.delete([lesson_id, "0" * 25], confirm_public=True)


def test_lessons_are_listed_by_status_and_tag(workbench: Workbench, lesson_id: str, title: str) -> None:
    """The table tells the status by which it was filtered; `none` are lessons without a tag."""
    workbench.tags.set([title], lesson=lesson_id)
    workbench.reviews.request(lesson_id)
    table = workbench.lessons.list(status="inReview", tag=title, columns="all")

    assert table[["lesson_id", "status"]].values.tolist() == [[lesson_id, "inReview"]]
    assert [lesson.status for lesson in workbench.lessons.iter(tag=title.upper())] == ["inReview"]
    assert lesson_id not in set(workbench.lessons.list(tag="none")["lesson_id"])
    assert list(workbench.lessons.iter(status="draft", tag=title)) == []


@pytest.mark.parametrize("wrong", ["in review", "Draft", "published"])
def test_a_status_that_there_is_not_names_the_nearest(workbench: Workbench, wrong: str) -> None:
    """No empty table."""
    with pytest.raises(InputRejected, match="status"):
        workbench.lessons.list(status=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("which", [{"status": "draft"}, {"tag": "sea"}])
def test_an_older_service_is_not_asked_for_what_it_would_not_filter(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch, which: dict[str, Any]
) -> None:
    """It would list all lessons."""
    capabilities = workbench.client.capabilities()
    assert capabilities is not None
    older = capabilities.model_copy(update={"additions": ["inTrash"]})
    monkeypatch.setattr(workbench.client, "capabilities", lambda **timeout: older)
    with pytest.raises(NotFound, match="can't filter lessons by"):
        workbench.lessons.list(**which)
    with pytest.raises(NotFound, match="can't filter lessons by"):
        next(workbench.lessons.iter(**which))
