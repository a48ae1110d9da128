"""The example's content: no title twice, and what authors make of a planning sheet leaves nothing open."""

from __future__ import annotations

import random

import pytest

from workbench.authoring.block import Block, new_block_id
from workbench.authoring.content import content_problem
from workbench.authoring.measure import measure_blocks, open_places
from workbench.authoring.transaction import apply
from workbench.embedded.example.college import CollegeCourse, finishing_edits, read_college, with_question
from workbench.service.ai.planning_sheet import planning_sheet
from workbench.service.ai.planning_words import LANGUAGES
from workbench.service.ai.writer import StarterRequest

COLLEGE = read_college()
COURSES = [course for project in COLLEGE.projects for course in project.courses]


def test_no_topic_and_no_course_is_named_twice() -> None:
    """A lesson's title says which one it is, in each language."""
    topics = [title for course in COURSES for topic in course.topics for title in topic.values()]
    titles = [title for course in COURSES for title in course.titles.values()]

    assert len(set(topics)) == len(topics) > 180
    assert len(set(titles)) == len(titles)


def test_who_has_a_title_in_a_language_has_a_course_in_it() -> None:
    """And the other way."""
    assert [course.titles["EN"] for course in COURSES if any(set(t) != set(course.titles) for t in course.topics)] == []


@pytest.mark.parametrize("course", COURSES, ids=lambda course: course.titles["EN"])
def test_a_finished_lesson_has_no_open_place(course: CollegeCourse) -> None:
    """Every block holds what its type asks, and the question has one right answer."""
    for topic in course.topics:
        draft = planning_sheet(StarterRequest("EN", topic["EN"]), LANGUAGES["EN"]).blocks
        blocks = tuple(
            Block(id=new_block_id(), type=draft_block.type, content=draft_block.content) for draft_block in draft
        )
        after = apply(finishing_edits(blocks, course, topic["EN"]), blocks)
        after = apply(with_question(after, course, random.Random(1)), after)

        assert open_places(after) == 0
        assert [content_problem(block.type, block.content) for block in after] == [None] * len(after)
        assert measure_blocks(after).blocks_by_type["quiz"] >= 1
