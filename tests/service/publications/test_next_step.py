"""The next step of a lesson: what is offered succeeds, and what stops it is told before, for each role and policy."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from itertools import count, product
from typing import Any

import pytest

from tests.service.asking import Asking, asking, open_for_test
from tests.service.reviews.test_handlers import decide
from workbench.procedures.reviews import APPROVED, CHANGES_REQUESTED, DRAFT, IN_REVIEW
from workbench.service.kernel.roles import ROLES
from workbench.service.kernel.settings import Settings
from workbench.service.publications.next_step import StepFacts, decide_step

pytestmark = pytest.mark.anyio

PLAIN = ("text", {"markdown": "The tide comes in twice a day and goes out twice a day."})
NOTE = ("authorNote", {"markdown": "Say which tide is meant."})
OPEN = ("text", {"markdown": "The tide of ✎ comes in twice a day."})
WITH_ERROR = ("text", {"markdown": "As an AI language model, I cannot see the tide."})
_NEW = count(1)


@dataclass
class Scene:
    """The people of an organization by role, and one of them, who asks."""

    people: dict[str, Asking]
    role: str

    @property
    def owner(self) -> Asking:
        return self.people["owner"]

    @property
    def asker(self) -> Asking:
        return self.people[self.role]

    async def course(self, *blocks: tuple[str, dict[str, Any]], maker: str = "author") -> tuple[str, str]:
        """The ids of a course and of its lesson with these blocks."""
        maker_of_it = self.people[maker]
        course_id = (await maker_of_it.done("courseRouter.createCourse", {"title": "Tides"}))["courseId"]
        made = [{"id": new_id(), "type": kind, "content": content} for kind, content in blocks]
        lesson = {"title": "Ebb", "language": "EN", "courseId": course_id, "blocks": made}
        return course_id, str((await maker_of_it.done("lesson.createLesson", lesson))["lessonId"])

    async def edit(self, person: Asking, lesson_id: str) -> None:
        """One block more."""
        block = {"id": new_id(), "type": "text", "content": {"markdown": f"Line {next(_NEW)} of the tide table."}}
        change = {"label": "insertPages", "mutations": [{"type": "lessonBlockInsert", "block": block}]}
        facts = {"lessonId": lesson_id, "language": "EN", "transactions": [change]}
        await person.done("realtime.executeTransactions", facts)

    async def set_policy(self, policy: dict[str, Any]) -> None:
        await self.owner.done("organization.setPublishingPolicy", policy)


def new_id() -> str:
    """A block id like no other."""
    return f"00000000-0000-4000-8000-{next(_NEW):012}"


async def _draft(scene: Scene) -> str:
    return (await scene.course(PLAIN))[1]


async def _with_note(scene: Scene) -> str:
    return (await scene.course(PLAIN, NOTE))[1]


async def _with_open_place(scene: Scene) -> str:
    return (await scene.course(OPEN))[1]


async def _empty(scene: Scene) -> str:
    return (await scene.course())[1]


async def _in_review(scene: Scene) -> str:
    lesson_id = await _draft(scene)
    await scene.owner.done("lesson.requestReview", {"lessonIds": [lesson_id]})
    return lesson_id


async def _in_review_with_own_edits(scene: Scene) -> str:
    lesson_id = await _in_review(scene)
    if scene.role in ("owner", "admin", "author", "reviewer"):
        await scene.edit(scene.asker, lesson_id)
    return lesson_id


async def _sent_back(scene: Scene) -> str:
    lesson_id = await _in_review(scene)
    await decide(scene.people["reviewer"], lesson_id, "changesRequested")
    return lesson_id


async def _approved(scene: Scene) -> str:
    lesson_id = await _in_review(scene)
    await decide(scene.people["reviewer"], lesson_id)
    return lesson_id


async def _approved_by_an_editor(scene: Scene) -> str:
    _, lesson_id = await scene.course(PLAIN, maker="reviewer")
    await decide(scene.people["reviewer"], lesson_id)
    return lesson_id


async def _approved_with_error(scene: Scene) -> str:
    _, lesson_id = await scene.course(WITH_ERROR)
    await decide(scene.people["reviewer"], lesson_id)
    return lesson_id


async def _approved_beside_a_draft(scene: Scene) -> str:
    course_id, lesson_id = await scene.course(PLAIN)
    await scene.owner.done("lesson.createLesson", {"title": "Flow", "language": "EN", "courseId": course_id})
    await decide(scene.people["reviewer"], lesson_id)
    return lesson_id


async def _public(scene: Scene) -> str:
    course_id, lesson_id = await scene.course(PLAIN)
    await scene.owner.done("courseRouter.publishCourse", {"courseId": course_id})
    return lesson_id


async def _public_with_changes(scene: Scene) -> str:
    lesson_id = await _public(scene)
    await scene.edit(scene.people["author"], lesson_id)
    return lesson_id


async def _private_again(scene: Scene) -> str:
    course_id, lesson_id = await scene.course(PLAIN)
    await scene.owner.done("courseRouter.publishCourse", {"courseId": course_id})
    await scene.owner.done("courseRouter.unpublishCourse", {"courseId": course_id})
    return lesson_id


State = Callable[[Scene], Awaitable[str]]
STATES: dict[str, State] = {
    function.__name__.strip("_"): function
    for function in (
        *(_draft, _with_note, _with_open_place, _empty, _in_review, _in_review_with_own_edits, _sent_back, _approved),
        *(_approved_by_an_editor, _approved_with_error, _approved_beside_a_draft, _public, _public_with_changes),
        _private_again,
    )
}
POLICIES = [
    {"publication": publication, "reviewBySomebodyElse": somebody_else, "sharingRoles": roles}
    for publication, somebody_else, roles in product(
        ("anyone", "approvedOnly"), (False, True), (["owner", "admin", "author"], ["owner"])
    )
]


@pytest.fixture(scope="module")
async def people(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[dict[str, Asking]]:
    """A person of each role; every case makes a course of its own."""
    folder = tmp_path_factory.mktemp("steps")
    async with open_for_test(Settings(f"sqlite:///{folder / 'service.db'}")) as service:
        yield {role: await asking(service, f"{role}@example.org", role=role) for role in ROLES}


def cases() -> Iterator[tuple[dict[str, Any], str]]:
    """Each policy with each role."""
    yield from product(POLICIES, ROLES)


async def taken(asker: Asking, step: dict[str, Any]) -> bool:
    """Whether the service lets the person take the step, as a panel does it."""
    confirmed = any(task["kind"] == "openPlaces" for task in step["remaining"])
    calls: dict[str, tuple[str, dict[str, Any]]] = {
        "requestReview": ("lesson.requestReview", {"lessonIds": [step["lessonId"]]}),
        "approve": (
            "lesson.review",
            {
                "lessonId": step["lessonId"],
                "revision": step["revision"],
                "verdict": "approved",
                "lastReviewId": step["lastReviewId"],
            },
        ),
        "publish": (
            "courseRouter.publishCourse",
            {
                "courseId": step["courseId"],
                "baseNumber": step["publicationNumber"] or 0,
                **({"confirmOpenPlaces": True} if confirmed else {}),
            },
        ),
    }
    return (await asker.post(*calls[step["step"]])).status_code == 200


@pytest.mark.parametrize("state", STATES)
async def test_a_step_succeeds_unless_something_stops_it(people: dict[str, Asking], state: str) -> None:
    """For each role and policy; what is said to stop it does, and after a step there is another one or none."""
    for policy, role in cases():
        scene = Scene(people, role)
        await scene.set_policy(POLICIES[0])
        lesson_id = await STATES[state](scene)
        await scene.set_policy(policy)
        step = await scene.asker.data("lesson.getNextStep", {"lessonId": lesson_id})
        if step["step"] is None:
            continue
        stops = [task["kind"] for task in step["remaining"] if task["stops"]]

        assert await taken(scene.asker, step) == (not stops), (role, policy, step)
        after = await scene.asker.data("lesson.getNextStep", {"lessonId": lesson_id})
        assert (after["step"] == step["step"]) == bool(stops), (role, policy, step, after)


EDITOR_MAY = {
    "draft": {"owner", "admin", "author", "reviewer"},
    "sent_back": {"owner", "admin", "author", "reviewer"},
    "in_review": {"owner", "admin", "reviewer"},
    "approved": {"owner", "admin", "author"},
    "public": set[str](),
}


@pytest.mark.parametrize("state", EDITOR_MAY)
async def test_who_has_a_next_step(people: dict[str, Asking], state: str) -> None:
    """By the policy of a new organization: those who may take it, and nobody else."""
    offered = set()
    for role in ROLES:
        scene = Scene(people, role)
        await scene.set_policy(POLICIES[0])
        lesson_id = await STATES[state](scene)
        if (await scene.asker.data("lesson.getNextStep", {"lessonId": lesson_id}))["step"]:
            offered.add(role)

    assert offered == EDITOR_MAY[state]


@pytest.mark.parametrize(
    ("state", "told"),
    [
        ("with_note", [("authorNotes", True, 1)]),
        ("with_open_place", [("openPlaces", False, 1)]),
        ("empty", [("noBlocks", True, None)]),
    ],
)
async def test_what_is_left_to_do_is_told_before(
    people: dict[str, Asking], state: str, told: list[tuple[str, bool, int | None]]
) -> None:
    """With the lesson it is in; learners may see an open place where the author confirms it."""
    scene = Scene(people, "owner")
    await scene.set_policy(POLICIES[0])
    lesson_id = await STATES[state](scene)
    step = await scene.asker.data("lesson.getNextStep", {"lessonId": lesson_id})

    assert [(found["kind"], found["stops"], found["count"]) for found in step["remaining"]] == told
    assert {found["lessonId"] for found in step["remaining"]} <= {lesson_id, None}


async def test_other_lessons_of_the_course_stop_a_publication_too(people: dict[str, Asking]) -> None:
    """Each is named, with its reason."""
    scene = Scene(people, "owner")
    await scene.set_policy(POLICIES[0])
    lesson_id = await STATES["approved_beside_a_draft"](scene)
    await scene.set_policy({**POLICIES[0], "publication": "approvedOnly"})
    step = await scene.asker.data("lesson.getNextStep", {"lessonId": lesson_id})

    assert [(found["kind"], found["title"]) for found in step["remaining"]] == [("notApproved", "Flow")]


@pytest.mark.parametrize(
    ("state", "status"),
    [
        ("draft", "draft"),
        ("in_review", "inReview"),
        ("sent_back", "changesRequested"),
        ("approved", "approved"),
        ("public", "public"),
        ("public_with_changes", "publicChanged"),
        ("private_again", "draft"),
    ],
)
async def test_the_status_of_a_lesson(people: dict[str, Asking], state: str, status: str) -> None:
    """Its review while that is under way, else what learners see, else the review."""
    scene = Scene(people, "viewer")
    await scene.set_policy(POLICIES[0])
    lesson_id = await STATES[state](scene)

    assert (await scene.asker.data("lesson.getNextStep", {"lessonId": lesson_id}))["status"] == status


def facts(**more: Any) -> StepFacts:
    """What an owner's draft has, by the policy of a new organization."""
    known: dict[str, Any] = {"may_edit": True, "may_review": True, "may_share": True, "needs_approval": False}
    return StepFacts(**{**known, "review_state": DRAFT, "is_shown_as_is": False, **more})


@pytest.mark.parametrize(
    ("more", "step"),
    [
        ({}, "publish"),
        ({"needs_approval": True}, "requestReview"),
        ({"may_share": False}, "requestReview"),
        ({"may_share": False, "may_edit": False, "may_review": False}, None),
        ({"review_state": IN_REVIEW}, "approve"),
        ({"review_state": IN_REVIEW, "may_review": False}, None),
        ({"review_state": CHANGES_REQUESTED}, "requestReview"),
        ({"review_state": APPROVED, "needs_approval": True}, "publish"),
        ({"review_state": APPROVED, "may_share": False}, None),
        ({"is_shown_as_is": True}, None),
    ],
)
def test_the_next_step(more: dict[str, Any], step: str | None) -> None:
    """A review that is under way comes first; a draft is reviewed where it must be, or cannot be published."""
    assert decide_step(facts(**more)) == step
