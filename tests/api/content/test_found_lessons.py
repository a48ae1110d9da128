"""What a search finds, as a table."""

from __future__ import annotations

from uuid import uuid4

import pytest

from tests.tables import dtypes
from workbench.api.workbench import Workbench
from workbench.errors import InputRejected

HOSTILE = "<img src=x onerror=alert(1)> “pepper” &amp;"


@pytest.fixture
def word() -> str:
    """A word that no other lesson has."""
    return f"w{uuid4().hex[:10]}"


def test_the_best_stands_first_with_the_text_around_the_words(workbench: Workbench, word: str) -> None:
    """Where a lesson is, its tags, and the words as they are written there."""
    course = workbench.courses.create(f"Course {uuid4().hex[:6]}")
    tagged = workbench.lessons.create(f"Ebb {word[:3]}x", language="DE", course=course.course_id)
    workbench.lessons.create(f"On {word.upper()}", language="EN")
    workbench.tags.set([f"The {word}"], lesson=tagged.lesson_id)
    found = workbench.lessons.search(word, columns="all")

    assert found["rank"].to_list() == [1, 2]
    assert found["title"].to_list() == [f"On {word.upper()}", tagged.title]
    assert found["found_in"].map(list).to_list() == [["title"], ["tags"]]
    assert found["matches"].map(list).to_list() == [[word.upper()], [word]]
    assert found["hit"].to_list() == [f"On {word.upper()}", f"The {word}"]
    second = found.iloc[1]
    assert (second["course"], second["course_id"], second["project"]) == (
        course.title,
        course.course_id,
        "Starter lessons",
    )
    assert (second["language"], list(second["tags"])) == ("DE", [f"The {word}"])
    assert found.attrs == {"missing": [], "is_complete": True, "total": 2}


def test_a_limit_says_what_it_leaves_out(workbench: Workbench, word: str) -> None:
    """Nothing is cut silently."""
    for number in range(3):
        workbench.lessons.create(f"{word} {number}", language="EN")
    found = workbench.lessons.search(word, limit=2)

    assert (len(found), found.attrs["total"], found.attrs["is_complete"]) == (2, 3, False)
    assert found.attrs["missing"] == ["3 lessons found; limit=2 leaves 1 of them out."]


def test_filters_alone_find_lessons_without_a_hit(workbench: Workbench, word: str) -> None:
    """An empty table has the same columns."""
    lesson = workbench.lessons.create("Ebb", language="EN")
    workbench.tags.set([word], lesson=lesson.lesson_id)
    found, none = (
        workbench.lessons.search(f"tag:{word}", columns="all"),
        workbench.lessons.search(f"tag:{word} lang:fr", columns="all"),
    )

    assert found["hit"].isna().to_list() == [True] and found["matches"].map(list).to_list() == [[]]
    assert len(none) == 0 and dtypes(none) == dtypes(found)


def test_an_author_s_text_stays_as_it_is(workbench: Workbench, word: str) -> None:
    """Plain text in a cell; anyone who shows it escapes it, as for a title."""
    workbench.lessons.create(f"{HOSTILE} {word}", language="EN")

    assert workbench.lessons.search(word)["hit"].to_list() == [f"{HOSTILE} {word}"]


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("%", "contains no word"),
        ("*", "contains no word"),
        ('"', "contains no word"),
        ("", "contains no word"),
        ("x" * 10_000, "at most 1,000 characters; this one has 10,000"),
        ("quiz:perhaps", "quiz: takes none or some"),
        ("updated:30d", "updated: takes an age"),
        ("tag:", "tag: has no value"),
    ],
)
def test_a_search_that_means_nothing_says_why(workbench: Workbench, query: str, message: str) -> None:
    """In one sentence."""
    with pytest.raises(InputRejected, match=message):
        workbench.lessons.search(query)


@pytest.mark.parametrize("query", ["🎓 {}", "{}\0", '"{}', "{} * % ' \" -- ; \\", "{}\u202e"])
def test_anything_else_can_be_searched_for(workbench: Workbench, word: str, query: str) -> None:
    """Signs mean nothing."""
    workbench.lessons.create(f"🎓 {word}", language="EN")

    assert len(workbench.lessons.search(query.format(word))) == 1
