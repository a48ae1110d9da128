"""The subjects and staff of the example college (`college.json`), and the content of its lessons."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict

from workbench.authoring.block import Block, new_block_id
from workbench.authoring.content import AUTHOR_NOTE, BlockContent, Choice, Example, Objectives, Quiz, Summary, Text
from workbench.authoring.gesture import insert_blocks
from workbench.authoring.mutation import LessonBlockDelete, LessonBlockUpdate, Mutation
from workbench.authoring.transaction import Transaction
from workbench.procedures.member import Role
from workbench.service.ai.planning_words import LANGUAGES

_FILE: Final = Path(__file__).with_name("college.json")


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True)


class CollegePerson(_Record):
    """Somebody who works there."""

    name: str
    email: str
    role: Role


class CollegeCourse(_Record):
    """A course: its title and the titles of its lessons by language, and the texts of all its lessons."""

    titles: dict[str, str]
    about: str
    checklist: tuple[str, ...]
    question: str
    choices: tuple[str, ...]
    topics: tuple[dict[str, str], ...]


class CollegeProject(_Record):
    """A project, the tag of its lessons, and its courses."""

    name: str
    tag: str
    courses: tuple[CollegeCourse, ...]


class HandmadeLesson(_Record):
    """A lesson that somebody wrote without a writer; without text it has no block."""

    title: str
    language: str
    text: str


class College(_Record):
    """The college. The first choice of a question is the right one."""

    organization: str
    people: tuple[CollegePerson, ...]
    projects: tuple[CollegeProject, ...]
    by_hand: tuple[HandmadeLesson, ...]
    notes: tuple[str, ...]


def read_college() -> College:
    """Return the college in the file."""
    return College.model_validate_json(_FILE.read_bytes())


def finishing_edits(blocks: Sequence[Block], course: CollegeCourse, topic: str) -> list[Transaction]:
    """Return the edits that fill a planning sheet with the course's content, without its question."""
    return [Transaction(label="updatePages", mutations=list(_fill_notes(blocks, course, topic)))]


def with_question(blocks: Sequence[Block], course: CollegeCourse, chance: random.Random) -> list[Transaction]:
    """Return the edit that puts the course's question before the last block."""
    right, *wrong = course.choices
    choices = [Choice(text=right, is_correct=True, feedback="Yes.")]
    choices += [
        Choice(text=wrong_text, is_correct=False, feedback="No. Look at the list above again.") for wrong_text in wrong
    ]
    chance.shuffle(choices)
    content = Quiz(question=course.question, choices=tuple(choices)).to_wire()
    quiz = Block(id=new_block_id(), type="quiz", content=content)
    return [insert_blocks(tuple(blocks), [quiz], at=max(0, len(blocks) - 1))]


def with_text(blocks: Sequence[Block], text: str) -> list[Transaction]:
    """Return the edit that adds a text as the last block."""
    block = Block(id=new_block_id(), type="text", content=Text(markdown=text).to_wire())
    return [insert_blocks(tuple(blocks), [block])]


def _fill_notes(blocks: Sequence[Block], course: CollegeCourse, topic: str) -> Iterator[Mutation]:
    """Yield the changes that replace each author note with the course's content; notes without any are deleted."""
    phrases = LANGUAGES["EN"].phrases
    listed = "\n".join(f"{number}. {item}" for number, item in enumerate(course.checklist, 1))
    written: dict[str, tuple[str, BlockContent]] = {
        phrases.sheet_title: ("text", Text(markdown=f"{course.about}\n\n**In this lesson:** {topic}.")),
        phrases.objectives_open: (
            "objectives",
            Objectives(items=(f"Go through the checklist of {len(course.checklist)} before you begin.",)),
        ),
        phrases.example_open: ("example", Example(title="Before you begin", markdown=listed)),
        phrases.summary_open: ("summary", Summary(items=course.checklist[:1])),
    }
    parts = 0
    for before, block in pairwise(blocks):
        if block.type != AUTHOR_NOTE:
            continue
        note = str(block.content["markdown"])
        filled = next((content for phrase, content in written.items() if phrase in note), None)
        if phrases.part_open in note:
            part = f"**{before.content['text']}.** {course.checklist[parts % len(course.checklist)]}"
            filled, parts = ("text", Text(markdown=part)), parts + 1
        if filled is None:
            yield LessonBlockDelete(id=block.id)
        else:
            yield LessonBlockUpdate(id=block.id, block_type=filled[0], content=filled[1].to_wire())
