"""A service inside the process, at the seam `CallingClient`: it makes lessons, and fails as it is reported."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from workbench.bulk.planning.target import A
from workbench.client.conversation import KeyedAnswer
from workbench.errors import CallFailed, WorkbenchError
from workbench.procedures.course import (
    Course,
    LessonOrder,
    ListCoursesOutput,
    create_course,
    list_courses,
    order_lessons,
)
from workbench.procedures.declare import Call
from workbench.procedures.lesson import Lesson, LessonSummary, ListLessonsOutput, StarterLesson
from workbench.procedures.organization import (
    LastSelected,
    ListOrganizationsOutput,
    ListProjectsOutput,
    Organization,
    Price,
    Project,
    RecentItem,
    RecentItemsOutput,
    UserData,
)
from workbench.procedures.service import Capabilities, SessionFacts, WhoAmI, WriterFacts
from workbench.procedures.source import ListSourcesOutput, SourceSummary, list_sources

AT = "2026-01-01T00:00:00.000Z"
PAID = "lesson.createStarterLesson"


@dataclass(frozen=True)
class MadeThen:
    """The lesson is made, and then this happens to the answer."""

    error: Exception


def refusal(
    http_status: int, code: str = "BAD_REQUEST", retry_after_seconds: float | None = None, *, message: str = "No."
) -> CallFailed:
    """A failure that the service has put in its envelope."""
    return CallFailed(
        message, procedure=PAID, code=code, http_status=http_status, retry_after_seconds=retry_after_seconds
    )


def draft_refused(message: str = "The draft was no lesson.") -> CallFailed:
    """The one failure after the draft was requested that is definite."""
    return CallFailed(
        message, procedure=PAID, code="UNPROCESSABLE_CONTENT", http_status=422, facts={"reason": "draftRefused"}
    )


@dataclass
class FakeService:
    """`keys`, `announced`, `shows_fields`, `tells_lessons`: what it adds; `script` meets each paid send, in order.

    `bad_drafts`: how many drafts about a topic are not lessons; each stays refused under its key.
    """

    keys: bool = True
    announced: bool = True
    shows_fields: bool = True
    balance_credits: int = 1000
    price_credits: int = 1
    person: str = "ada"
    selected: str = "org1"
    organizations: list[str] = field(default_factory=list)
    languages: list[str] | None = None
    default_language: str | None = None
    script: deque[Exception | MadeThen | None] = field(default_factory=deque)
    existing: list[LessonSummary] = field(default_factory=list)
    projects: list[Project] = field(default_factory=list)
    courses: list[Course] = field(default_factory=list)
    orders: dict[str, list[str]] = field(default_factory=dict)
    takes_courses: bool = True
    course_keys: dict[str | None, Course] = field(default_factory=dict)
    takes_options: bool = False
    sources: list[SourceSummary] | None = None
    made: list[tuple[str, str, str | None]] = field(default_factory=list)
    made_by: list[str] = field(default_factory=list)
    shares_keys: bool = False
    tells_lessons: bool = False
    lost: set[str] = field(default_factory=set)
    trashed: set[str] = field(default_factory=set)
    epoch: str | None = None
    paid: list[Call[Any]] = field(default_factory=list)
    reads: list[str] = field(default_factory=list)
    read_failure: WorkbenchError | None = None
    now_iso: str = AT
    origin: str = "https://lessons.example"
    empty_pages: bool = False
    one_id: bool = False
    bad_drafts: dict[str, int] = field(default_factory=dict)
    refused_keys: set[str | None] = field(default_factory=set)
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def went_to(self) -> dict[str, str | None]:
        """The project that each topic was sent to last."""
        asked: list[Any] = [call.input for call in self.paid]
        return {sent_input.topic: sent_input.project_id for sent_input in asked}

    @property
    def went_into(self) -> dict[str, str | None]:
        """The course that each topic was sent to last."""
        inputs: list[Any] = [call.input for call in self.paid]
        return {input_.topic: input_.course_id for input_ in inputs}

    @property
    def honours_keys(self) -> bool:
        """Whether the header was seen."""
        return self.keys

    def call(self, call: Call[A], /) -> A:
        """The answer, or the failure raised."""
        if call.name == PAID:
            return self._paid(call)
        with self.lock:
            self.reads.append(call.name)
        if self.read_failure is not None:
            raise self.read_failure
        answer: A = self._read(call)
        return answer

    def call_keyed(self, call: Call[A], /) -> KeyedAnswer[A]:
        """The answer, and whether it was made before: by another person where members share keys."""
        known = {key: person for (_, _, key), person in zip(self.made, self.made_by, strict=False)}
        maker = known.get(call.key)
        answer = self.call(call)
        return KeyedAnswer(answer, maker is not None, maker not in (None, self.person))

    def outcomes(self, *calls: Call[Any]) -> tuple[Any, ...]:
        """An answer or a failure for each."""
        return tuple(self._outcome(call) for call in calls)

    def capabilities(self) -> Capabilities | None:
        """What is announced."""
        if not self.announced:
            return None
        return Capabilities(
            service_id="service1",
            name="fake",
            version="1",
            epoch=self.epoch,
            procedures=[
                *(PAID, "lesson.listLessons", "service.whoAmI"),
                *(["lesson.getLesson"] if self.tells_lessons else []),
                *([list_sources.name] if self.sources is not None else []),
                *([create_course.name, list_courses.name, order_lessons.name] if self.takes_courses else []),
            ],
            additions=[
                *(["idempotencyKey", "maxCredits", "organizationId"] if self.keys else []),
                *("inTrash", *(["courseId", "createCourseKey"] if self.takes_courses else [])),
                *(["style", "objectives"] if self.takes_options else []),
                *(["sourceIds"] if self.sources is not None else []),
            ],
            limits={"topicCharacters": 4000},
            prices=[Price(procedure=PAID, credits=self.price_credits, valid_from=AT)],
            writer=WriterFacts(name="planning-sheet", is_ai=False, languages=self.languages),
        )

    def _outcome(self, call: Call[Any]) -> Any:
        try:
            return self.call(call)
        except WorkbenchError as failed:
            return failed

    def _paid(self, call: Call[Any]) -> Any:
        with self.lock:
            self.paid.append(call)
            told = self.script.popleft() if self.script else None
            if isinstance(told, Exception):
                raise told
            answer = self._make(call)
            if isinstance(told, MadeThen):
                raise told.error
            return answer

    def _make(self, call: Call[Any]) -> StarterLesson:
        asked: Any = call.input
        if self.bad_drafts.get(asked.topic, 0) > 0 and call.key not in self.refused_keys:
            self.bad_drafts[asked.topic] -= 1
            self.refused_keys.add(call.key)
        if call.key is not None and call.key in self.refused_keys:
            raise draft_refused()
        keys = [key for _, _, key in self.made]
        if asked.course_id is not None and asked.course_id not in {
            known_course.course_id for known_course in self.courses
        }:
            raise refusal(404, "NOT_FOUND", message="There is no such course.")
        if self.keys and call.key in keys:
            number = keys.index(call.key)
        elif self.balance_credits < self.price_credits:
            raise refusal(402, "PAYMENT_REQUIRED")
        else:
            self.balance_credits -= self.price_credits
            self.made.append((asked.language, asked.topic, call.key))
            self.made_by.append(self.person)
            number = len(self.made) - 1
            self.orders.setdefault(asked.course_id or "", []).append(f"lesson{number}")
        return StarterLesson(lesson_id="lesson0" if self.one_id else f"lesson{number}", title=asked.topic.title())

    def _read(self, call: Call[Any]) -> Any:
        match call.name:
            case "organization.getLastSelectedOrganizationId":
                return LastSelected(organization_id=self.selected)
            case "organization.getUserData" if self.shows_fields:
                return UserData(
                    person_id=self.person,
                    name="Ada",
                    ai_credit_balance=self.balance_credits,
                    default_language=self.default_language,
                )
            case "organization.getUserData":
                return UserData()
            case "service.whoAmI":
                session = SessionFacts(session_id="s", idle_ends_at=AT, ends_at=AT)
                return WhoAmI(person_id=self.person, name="Ada", email="ada@example.org", session=session)
            case "organization.getDashboardRecentItems":
                return RecentItemsOutput(recent_items=[self._item(n) for n in reversed(range(len(self.made)))])
            case "courseRouter.listCourses":
                return ListCoursesOutput(courses=self.courses, total=len(self.courses))
            case "courseRouter.orderLessons":
                return self._ordered(call)
            case "courseRouter.createCourse":
                return self._course(call)
            case "source.listSources":
                return ListSourcesOutput(sources=self.sources or [])
            case "lesson.listLessons" if self.empty_pages:
                return ListLessonsOutput(lessons=[], total=1, next_cursor=str(len(self.reads)))
            case "lesson.listLessons":
                return self._listed(call)
            case "lesson.getLesson":
                return self._lesson(call)
            case "organization.getOrganizationProjects":
                return ListProjectsOutput(projects=self.projects)
            case "organization.listOrganizations":
                named = {"name": "Acme", "tier": "free", "status": "active", "role": "author"}
                listed = [Organization(organization_id=organization, **named) for organization in self.organizations]
                return ListOrganizationsOutput(organizations=listed)
        raise refusal(404, "NOT_FOUND")

    def _listed(self, call: Call[Any]) -> ListLessonsOutput:
        asked: Any = call.input
        if asked.course_id is not None:
            there = [
                lesson_summary(order, order, None).model_copy(update={"position": position})
                for position, order in enumerate(self.orders.get(asked.course_id, []), 1)
            ]
            return ListLessonsOutput(lessons=there[::-1], total=len(there))
        numbered = [
            (f"lesson{number}", made_lesson) for number, made_lesson in enumerate(self.made) if self.tells_lessons
        ]
        found = [] if asked.in_trash else list(self.existing)
        for lesson_id, (language, topic, _) in numbered:
            if lesson_id not in self.lost and (lesson_id in self.trashed) == bool(asked.in_trash):
                found.append(lesson_summary(lesson_id, topic.title(), topic, language))
        return ListLessonsOutput(lessons=found, total=len(found))

    def _ordered(self, call: Call[Any]) -> LessonOrder:
        """As the service: unknown ids and another version are refused, what is not listed stays where it is."""
        asked: Any = call.input
        course = next(known_course for known_course in self.courses if known_course.course_id == asked.course_id)
        before = self.orders.get(asked.course_id, [])
        if not set(asked.lesson_ids) <= set(before):
            raise refusal(409, "CONFLICT", message="Lessons are unknown.")
        after = [*asked.lesson_ids, *(lesson_id for lesson_id in before if lesson_id not in set(asked.lesson_ids))]
        if after != before:
            if asked.base_version not in (None, course.order_version):
                raise refusal(409, "CONFLICT", message="The order of the lessons has changed meanwhile.")
            self.orders[asked.course_id] = after
            changed = course.model_copy(update={"order_version": (course.order_version or 0) + 1})
            self.courses[self.courses.index(course)] = course = changed
        return LessonOrder(course_id=asked.course_id, order_version=course.order_version or 0, lesson_ids=after)

    def _course(self, call: Call[Any]) -> Course:
        asked: Any = call.input
        if call.key not in self.course_keys:
            made = course(f"new{len(self.courses)}", asked.title, asked.project_id or "default")
            self.courses.append(made)
            self.course_keys[call.key] = made
        return self.course_keys[call.key]

    def _lesson(self, call: Call[Any]) -> Lesson:
        asked: Any = call.input
        number = int(asked.lesson_id.removeprefix("lesson"))
        if number >= len(self.made) or asked.lesson_id in self.lost | self.trashed:
            raise refusal(404, "NOT_FOUND")
        language, topic, _ = self.made[number]
        return Lesson(**lesson_summary(asked.lesson_id, topic.title(), topic, language).model_dump(), blocks=[])

    def _item(self, number: int) -> RecentItem:
        if not self.shows_fields:
            return RecentItem()
        language, topic, _ = self.made[number]
        return RecentItem(
            item_type="lesson",
            lesson_id=f"lesson{number}",
            title=topic.title(),
            language=language,
            created_at=self.now_iso,
            created_by="Ada",
        )


def project(project_id: str, name: str, *, is_archived: bool = False) -> Project:
    """A project as a list shows it."""
    return Project(project_id=project_id, name=name, is_archived=is_archived)


def source(source_id: str, title: str, *, is_ready: bool = True) -> SourceSummary:
    """A source as a list shows it."""
    facts = {"version": int(is_ready), "passages": 2, "characters": 100, "is_publishable": False}
    facts |= {"created_at": AT, "updated_at": AT, "content_digest": "0" * 64}
    return SourceSummary(source_id=source_id, title=title, is_ready=is_ready, **facts)


def course(course_id: str, title: str, project_id: str = "p1", **more: Any) -> Course:
    """A course as a list shows it."""
    facts = {
        "share_url": "",
        "is_public": False,
        "can_be_shared": True,
        "lesson_count": 0,
        "created_at": AT,
        "updated_at": AT,
    }
    return Course(course_id=course_id, project_id=project_id, title=title, order_version=1, **{**facts, **more})


def lesson_summary(lesson_id: str, title: str, topic: str | None, language: str = "EN") -> LessonSummary:
    """A lesson as a list shows it."""
    return LessonSummary(
        lesson_id=lesson_id,
        course_id="course",
        project_id="project",
        title=title,
        language=language,
        block_count=1,
        revision=1,
        topic=topic,
        created_at=AT,
        updated_at=AT,
    )
