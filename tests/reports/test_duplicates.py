"""The report on duplicates."""

from __future__ import annotations

import random
from base64 import b64encode
from typing import Any

import pytest

from tests.reports.frames import answer_with, answers, plain
from tests.reports.seeded import Seeded
from workbench.authoring.measure import text_digest, text_sketch
from workbench.authoring.plain_text import plain_text
from workbench.authoring.words import split_words
from workbench.errors import InputRejected
from workbench.procedures.lesson import get_lesson
from workbench.reports.duplicates import COLUMNS, REPORT, ask, frame, likenesses
from workbench.reports.report import Answers
from workbench.reports.scope import ReportOrganization, Scope, parse_parameters

LONG = " ".join(f"word{number}" for number in range(200))


def told(*lessons: tuple[str, str, str], contents: bool = True, **parameters: Any) -> Answers:
    """The answers about lessons of an id, a language and a text; the first is the oldest."""
    scope = Scope((ReportOrganization("o", "Acme"),), parameters)
    listed, fingerprints, _ = ask(scope)
    rows = [
        {
            "lessonId": lesson,
            "title": f"T {lesson}",
            "language": language,
            "createdAt": f"2026-01-{position:02}T00:00:00Z",
        }
        for position, (lesson, language, _) in enumerate(lessons, 1)
    ]
    texts = []
    for lesson_id, _, text in lessons:
        sketch = text_sketch(text)
        written = None if sketch is None else b64encode(sketch).decode()
        texts.append(
            {
                "lessonId": lesson_id,
                "wordCount": len(text.split()),
                "textDigest": text_digest(text),
                "textSketch": written,
            }
        )
    given = [answer_with(listed, *rows)] + ([answer_with(fingerprints, *texts)] if contents else [])
    return answers(given, scope)


def test_lessons_that_say_the_same_are_a_group() -> None:
    """The oldest first, then the most alike; the largest group is the first."""
    found = frame(
        told(
            ("a", "EN", "Ebb and flood"),
            ("b", "EN", LONG),
            ("c", "EN", "ebb, and FLOOD!"),
            ("d", "EN", f"{LONG} and one more sentence"),
            ("e", "EN", LONG),
            ("f", "DE", "Ebb and flood"),
        )
    )

    assert plain(found, "group", "lesson_id", "is_exact") == [
        (1, "b", True),
        (1, "e", True),
        (1, "d", False),
        (2, "a", True),
        (2, "c", True),
    ]
    assert found["similarity"].to_list()[:2] == [1.0, 1.0] and 0.8 <= found["similarity"].to_list()[2] < 1


def test_only_the_same_words_count_when_asked_for() -> None:
    """Of a hundred runs a hundred."""
    lessons = (("a", "EN", LONG), ("b", "EN", f"{LONG} and more"), ("c", "EN", LONG))

    assert plain(frame(told(*lessons, similar_percent=100)), "lesson_id") == [("a",), ("c",)]
    with pytest.raises(InputRejected, match="from 50 to 100"):
        parse_parameters(REPORT.parameters, {"similar_percent": 0})


def test_lessons_without_words_are_no_duplicates() -> None:
    """Nothing is said twice."""
    found = frame(told(("a", "EN", ""), ("b", "EN", "")))

    assert (
        len(found) == 0 and found.attrs["missing"] == [] and list(found.columns) == [column.name for column in COLUMNS]
    )


def test_what_could_not_be_compared_is_missing() -> None:
    """A service that tells no fingerprints, or one that does not tell of all lessons, has no complete report."""
    given = told(("a", "EN", LONG), ("b", "EN", LONG), ("c", "EN", LONG))
    contents = given.items[1]
    cut = Answers(given.scope, (given.items[0], type(contents)(contents.request, (contents.pages[0].slice(0, 2),))))

    assert frame(cut).attrs["missing"] == ["1 lesson was not compared: its text was not told."]
    assert len(frame(cut)) == 2 and len(frame(told(("a", "EN", LONG), contents=False))) == 0


def test_lessons_of_the_service_are_compared(acme: Seeded) -> None:
    """The similarity is about that of their runs of five words; a group has one organization and language."""
    found = acme.report("duplicates", similar_percent=50)
    rows = plain(found, "organization_id", "group", "language", "lesson_id", "similarity")
    first = {group: (organization, language, lesson_id) for organization, group, language, lesson_id, _ in rows[::-1]}

    titles = found.groupby("group")["title"].apply(sorted).to_list()
    assert titles == [["Harbours", "Harbours again", "Harbours by night"], ["Docks", "Docks anew"]]
    assert found["is_exact"].sum() == 2 and len(rows) > len(first) > 0 and found.attrs["is_complete"]
    for organization, group, language, lesson_id, similarity in rows:
        assert first[group][:2] == (organization, language)
        runs, others = (runs_of(acme, compared_id) for compared_id in (lesson_id, first[group][2]))
        assert abs(len(runs & others) / len(runs | others) - similarity) < 0.15


def runs_of(acme: Seeded, lesson_id: str) -> set[tuple[str, ...]]:
    """The runs of five words of a lesson, by its blocks."""
    blocks = acme.client.call(get_lesson(lesson_id=lesson_id)).blocks
    words = split_words(" ".join(plain_text(block.type, block.content) for block in blocks))
    return {tuple(words[index : index + 5]) for index in range(len(words) - 4)}


WORDS = [f"word{number}" for number in range(600)]


def text(seed: int, length: int = 300) -> list[str]:
    """Words that no other seed has in this order."""
    return random.Random(seed).choices(WORDS, k=length)


def like(*texts: list[str], least: float = 0.8) -> list[int]:
    """Which text each is like."""
    joined = [" ".join(word_list) for word_list in texts]
    sketches = [text_sketch(joined_text) for joined_text in joined]
    written = [None if sketch is None else b64encode(sketch).decode() for sketch in sketches]
    return [
        likeness.first
        for likeness in likenesses([text_digest(joined_text) for joined_text in joined], written, least=least)
    ]


def test_the_same_words_are_the_same_text() -> None:
    """However short; the first begins the group."""
    assert like(["Tides"], ["Ebb"], ["TIDES!"], ["Ébb"]) == [0, 1, 0, 1]


def test_nearly_the_same_is_enough() -> None:
    """A sentence more or less; half of it is not."""
    whole = text(1)

    assert like(whole, whole[:280], whole[150:] + text(2, 150), text(3)) == [0, 0, 2, 3]
    assert like(whole, whole[:280], least=1.0) == [0, 1]


def test_what_is_like_one_that_is_like_the_first_stays_with_it() -> None:
    """Two of the same words are in one group, anyone who began it."""
    whole = text(1)

    assert like(whole, whole[:280], whole[:280]) == [0, 0, 0]


@pytest.mark.parametrize("share", [0.85, 0.9, 0.97])
def test_what_is_alike_enough_is_compared(share: float) -> None:
    """Of many among many: the bands lose none."""
    firsts = [text(seed) for seed in range(40)]
    seconds = [
        first[: int(300 * share)] + text(1_000 + index, 300 - int(300 * share)) for index, first in enumerate(firsts)
    ]
    # Of n runs, those in both are share * n of (2 - share) * n.
    found = like(*firsts, *seconds, least=share / (2 - share) - 0.12)

    assert found == [*range(40), *range(40)]


def test_texts_of_one_template_are_not_compared_with_all_others() -> None:
    """Six hundred that share half of their words, as outlines do."""
    template = text(1, 200)
    texts = [[*template, *text(10 + number, 100)] for number in range(600)]

    assert like(*texts) == list(range(600))


@pytest.mark.parametrize("sketch", ["", "!", "AAAA", "x" * 684, "=" * 684])
def test_an_odd_sketch_is_like_none(sketch: str) -> None:
    """A service may tell anything."""
    assert [likeness.first for likeness in likenesses(["a", "b"], [sketch, sketch], least=0.8)] == [0, 1]
