"""Tags of lessons and courses: set, added and removed, listed."""

from __future__ import annotations

from uuid import uuid4

import pytest

from workbench.api.workbench import Workbench
from workbench.errors import InputRejected, PlanRejected


@pytest.fixture
def word() -> str:
    """A word that no other lesson has."""
    return f"w{uuid4().hex[:10]}"


def test_tags_are_set_and_counted(workbench: Workbench, word: str) -> None:
    """Of a lesson and of a course, by title; capitals and blanks make no other tag."""
    workbench.lessons.create(word, language="EN")

    assert workbench.tags.set([f"{word}  b", f"{word} B", f"{word} a"], lesson=word) == [f"{word} a", f"{word} b"]
    assert workbench.tags.set([f"{word} B"], course=word) == [f"{word} B"]
    counted = workbench.tags.list().set_index("tag")[["lesson_count", "course_count"]]
    counted = counted[counted.index.str.startswith(word)]
    assert [(tag.lower(), *row) for tag, row in counted.iterrows()] == [(f"{word} a", 1, 0), (f"{word} b", 1, 1)]
    assert list(workbench.lessons.list(search=word, columns="all")["tags"].iloc[0]) == [f"{word} a", f"{word} b"]
    assert list(workbench.courses.list(search=word, columns="tags")["tags"].iloc[0]) == [f"{word} B"]


def test_what_is_no_tag_is_refused(workbench: Workbench, word: str) -> None:
    """With the reason; and whose tags they are has to be said."""
    workbench.lessons.create(word, language="EN")
    for tags, whose in ((["a, b"], {"lesson": word}), (["a"], {}), (["a"], {"lesson": word, "course": word})):
        with pytest.raises(InputRejected, match=r"comma|either `lesson`"):
            workbench.tags.set(tags, **whose)
    assert workbench.tags.set([], lesson=word) == []


def test_tags_of_what_a_search_finds_are_planned(workbench: Workbench, word: str) -> None:
    """Those that have them already stay as they are; what a search does not understand is reported."""
    for number, tags in enumerate(([], [word], ["sea"])):
        lesson = workbench.lessons.create(f"{word} {number}", language="EN")
        workbench.tags.set(tags, lesson=lesson.lesson_id)
    plan = workbench.tags.add(word.upper(), where=word)
    assert [(row.before, row.after) for row in plan.rows] == [("sea", f"sea, {word.upper()}"), ("", word.upper())]
    plan.run()
    assert len(workbench.lessons.search(f"tag:{word}")) == 3
    workbench.tags.remove(word, where=f"tag:{word} tag:sea").run()
    assert len(workbench.lessons.search(f"tag:{word}")) == 2

    with pytest.raises(PlanRejected, match="quiz: takes none or some"):
        workbench.tags.add("a", where="quiz:x")
    with pytest.raises(PlanRejected, match="no tag to add"):
        workbench.tags.add(where="map")
