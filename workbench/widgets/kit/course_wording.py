"""Text that distinguishes courses of the same title: language, project, lessons, day and maker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from workbench.client.lookups.names import project_names
from workbench.client.sync import Client
from workbench.errors import WorkbenchError
from workbench.languages.reader import language_name
from workbench.procedures.course import Course
from workbench.procedures.declare import Call
from workbench.procedures.lesson import ListLessonsOutput, list_lessons
from workbench.procedures.organization import ListProjectsOutput, get_organization_projects
from workbench.text import display_text
from workbench.wording import count_text

MOST_LESSONS = 1000
"""Lessons whose languages are read, last changed first; a course with only older ones is shown without a language."""


@dataclass(frozen=True, slots=True)
class CourseContext:
    """Facts that courses don't include: names of projects by id, languages by course."""

    projects: Mapping[str, str] = field(default_factory=dict)
    languages: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def detail(self, course: Course) -> str:
        """Such as `English · Starter lessons · 1 lesson · changed 2026-01-31 · Ada`."""
        lessons = f"{count_text(course.lesson_count, 'lesson')}"
        codes = sorted(self.languages.get(course.course_id, ()))
        parts = [", ".join(language_name(code) for code in codes), self.projects.get(course.project_id, ""), lessons]
        parts += [f"changed {course.updated_at:%Y-%m-%d}", course.created_by or ""]
        return " · ".join(part for part in parts if part)


def course_context(client: Client, organization_id: str | None) -> CourseContext:
    """Return the service's projects and languages, without those it refuses. Asks once."""
    calls: list[Call[Any]] = [
        get_organization_projects(organization_id=organization_id, include_archived=True),
        list_lessons(organization_id=organization_id, limit=MOST_LESSONS),
    ]
    try:
        answers = client.outcomes(*calls)
    except WorkbenchError:
        return CourseContext()
    projects, languages = {}, dict[str, frozenset[str]]()
    for answer in answers:
        if isinstance(answer, ListProjectsOutput):
            projects = project_names(answer.projects)
        elif isinstance(answer, ListLessonsOutput):
            for lesson in answer.lessons:
                languages[lesson.course_id] = languages.get(lesson.course_id, frozenset()) | {lesson.language}
    return CourseContext(projects, languages)


def course_choices(courses: Sequence[Course], around: CourseContext) -> list[tuple[str, str]]:
    """Return text and id of each course; with the end of the id if nothing else distinguishes two."""
    texts = [
        f"{display_text(course.title)} — {display_text(around.detail(course))}{' · public' if course.is_public else ''}"
        for course in courses
    ]
    alike = {text for text, count in Counter(texts).items() if count > 1}
    return [
        (f"{text} · …{course.course_id[-6:]}" if text in alike else text, course.course_id)
        for text, course in zip(texts, courses, strict=True)
    ]
