"""Who may what: every procedure, every role and every id field, through HTTP. Read off catalogue and handlers."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from typing import Any

import httpx
import pytest

from tests.service.asking import Asking, asking, open_for_test
from tests.service.database import digest
from tests.service.places import INPUTS, MISSING, Place, furnish
from tests.service.sharing import page, publish
from tests.service.writers import OfferingWriter
from tests.slow import first_in_gate
from workbench.procedures.catalogue import CATALOGUE
from workbench.service.handlers import ROUTERS
from workbench.service.handlers.binding import HANDLERS
from workbench.service.roles import POWERS, ROLES, SIGNED_IN, TO_PUBLISH, may
from workbench.service.running.settings import Settings

pytestmark = pytest.mark.anyio


def alias(field: str) -> str:
    """A field's name on the wire."""
    head, *rest = field.split("_")
    return head + "".join(part.title() for part in rest)


GIVEN_IDS = {("lesson.createLesson", "lesson_id"), ("courseRouter.createCourse", "course_id")}  # nobody's before
ID_FIELDS = [
    (name, field)
    for name, procedure in CATALOGUE.items()
    for field in procedure.input_model.model_fields
    if field.endswith("_id") and (name, field) not in GIVEN_IDS
]
ROADS_TO_LEARNERS = {"courseRouter.publishCourse", "courseRouter.restorePublication", "lesson.restoreLesson"}
NAMED = [(name, field) for name, field in ID_FIELDS if INPUTS[name](MISSING).get(alias(field))]


@dataclass(frozen=True)
class Cast:
    """A person of each role at one organization, and another organization with everything in it."""

    people: dict[str, Asking]
    own: Place
    foreign: Place


@pytest.fixture(scope="module")
async def cast(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Cast]:
    """Made once: what these tests may change, they change for nobody else."""
    async with open_for_test(Settings(f"sqlite:///{tmp_path_factory.mktemp('roles') / 'service.db'}")) as service:
        service.writer = OfferingWriter()
        people = {
            role: await asking(service, f"{role}@example.org", role=role, credits_at_start=10_000) for role in ROLES
        }
        own = await furnish(people["owner"])
        foreign = await furnish(await asking(service, "eve@example.org", "Other"))
        yield Cast(people, own, foreign)


async def asked(person: Asking, name: str, said: Any) -> httpx.Response:
    """The procedure's answer, by the method that it takes."""
    return await (person.post(name, said) if CATALOGUE[name].is_write else person.get(name, said))


def test_every_procedure_has_its_need_and_its_input() -> None:
    """
    A new procedure says at its handler who may call it, and its example how; one that went leaves no row behind.
    """
    assert ROUTERS
    assert set(CATALOGUE) == set(HANDLERS) == set(INPUTS)
    assert {each.requires for each in HANDLERS.values()} <= {*POWERS["owner"], SIGNED_IN}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", CATALOGUE)
async def test_a_role_may_what_the_handler_requires(cast: Cast, name: str, role: str) -> None:
    """
    In the own organization: an answer for a role with the power, FORBIDDEN for one without.
    """
    requires = HANDLERS[name].requires
    allowed = requires is SIGNED_IN or may(role, requires)
    changes = allowed and CATALOGUE[name].is_write
    own = await furnish(cast.people["owner"], cast.people[role]) if changes else cast.own
    answered = await asked(cast.people[role], name, INPUTS[name](own))

    assert answered.status_code == (200 if allowed else 403), answered.text


@pytest.mark.parametrize("role", first_in_gate(["reviewer", "author", *sorted({*ROLES} - {"reviewer", "author"})], 2))
@pytest.mark.parametrize("name", [name for name, each in CATALOGUE.items() if each.is_write])
async def test_nobody_publishes_without_the_right_to_share(cast: Cast, name: str, role: str) -> None:
    """
    Every write whose destination is a public course, judged by what a learner sees: a reviewer may move, make and edit
    lessons there, and learners see nothing of it. Whoever may share publishes.
    """
    owner = cast.people["owner"]
    place, courses = await with_public_courses(owner, await furnish(owner, cast.people[role]))
    before = await seen_by_learners(owner, courses)
    answered = await asked(cast.people[role], name, INPUTS[name](place))
    made = answered.json().get("result", {}).get("data", {}).get("courseId")
    after = await seen_by_learners(owner, courses | ({made} if made else set()))

    is_published = any(count > before.get(course, 0) for course, count in after.items())
    assert is_published == (name in ROADS_TO_LEARNERS and may(role, TO_PUBLISH)), answered.text
    if name in ROADS_TO_LEARNERS:
        assert answered.status_code == (200 if may(role, TO_PUBLISH) else 403)


@pytest.mark.parametrize(("name", "field"), ID_FIELDS)
async def test_foreign_and_missing_answer_alike(cast: Cast, name: str, field: str) -> None:
    """
    An id of another organization, in any field of any procedure, is answered to the letter as one that never was,
    whatever the role; neither changes anything.
    """
    before = await digest(cast.people["owner"].service.store)
    for role, person in cast.people.items():
        foreign = await asked(person, name, with_id(name, field, cast.own, cast.foreign))
        missing = await asked(person, name, with_id(name, field, cast.own, MISSING))

        assert (foreign.status_code, foreign.content) == (missing.status_code, missing.content), role
        assert foreign.status_code != 200 or nothing_is_listed(foreign), role
    assert await digest(cast.people["owner"].service.store) == before


@pytest.mark.parametrize(("name", "field"), NAMED)
async def test_a_foreign_id_is_not_found_and_not_forbidden(cast: Cast, name: str, field: str) -> None:
    """
    Whether there is such a thing is not told: 404 for every procedure that needs it.
    """
    answered = await asked(cast.people["owner"], name, with_id(name, field, cast.own, cast.foreign))

    assert answered.status_code == 404


@pytest.mark.parametrize("name", [name for name, each in CATALOGUE.items() if not each.is_write])
async def test_a_read_changes_nothing(cast: Cast, name: str) -> None:
    """
    A GET leaves every row of every table as it was, the last selected organization included.
    """
    owner = cast.people["owner"]
    before = await digest(owner.service.store)
    answered = await owner.get(name, INPUTS[name](cast.own))

    assert answered.status_code == 200
    assert await digest(owner.service.store) == before


@pytest.mark.parametrize("name", [name for name in CATALOGUE if HANDLERS[name].requires is not SIGNED_IN])
async def test_who_is_in_no_organization_finds_nothing(cast: Cast, name: str) -> None:
    """
    A person of another organization gets NOT_FOUND for all of this one's things.
    """
    stranger = await asking(cast.people["owner"].service, f"{name}@stranger.example", f"Strangers of {name}")
    answered = await asked(stranger, name, INPUTS[name](cast.own))

    assert answered.status_code == 404


def test_the_roles_stand_as_the_design_says() -> None:
    """
    The owner includes all, the viewer the least; only owners grant; every role reads.
    """
    assert set.union(*map(set, POWERS.values())) == POWERS["owner"]
    assert set.intersection(*map(set, POWERS.values())) == POWERS["viewer"] == {"read"}
    assert [role for role in ROLES if may(role, "grant")] == ["owner"]
    assert [role for role in ROLES if may(role, "generate")] == ["owner", "admin", "author"]
    assert [role for role in ROLES if may(role, "edit")] == ["owner", "admin", "author", "reviewer"]
    assert [role for role in ROLES if may(role, "share")] == ["owner", "admin", "author"]
    assert [role for role in ROLES if may(role, "people")] == ["owner", "admin"]
    assert [role for role in ROLES if may(role, "ledger")] == ["owner", "admin", "analyst"]


def test_an_unknown_role_may_nothing() -> None:
    """
    A role that a later version wrote opens nothing here.
    """
    assert not may("emperor", "read")


async def with_public_courses(owner: Asking, place: Place) -> tuple[Place, set[str]]:
    """The same things, with a public course wherever something can go: one for new lessons and moved ones, and one
    from which the lesson in the trash was taken. Beside them the ids of all courses that a call could open.
    """
    destination, trashed = await owner.starter("Moon"), await owner.starter("Sun")
    await owner.done("lesson.createLesson", {"title": "Stays", "language": "EN", "courseId": trashed["courseId"]})
    for each in (destination, trashed):
        await publish(owner, each["courseId"])
    await owner.done("lesson.deleteLesson", {"lessonId": trashed["lessonId"]})
    ids = {place.course_id, place.empty_course_id, place.trashed_course_id, destination["courseId"]}
    ids.add(place.published_course_id)
    return replace(
        place,
        course_id=destination["courseId"],
        empty_course_id=destination["courseId"],
        trashed_lesson_id=trashed["lessonId"],
    ), ids | {trashed["courseId"]}


async def seen_by_learners(owner: Asking, courses: set[str]) -> dict[str, int]:
    """How many lessons of each course can be read: the only one on its page, or those of its outline that open."""
    found = dict.fromkeys(courses, 0)
    for each in courses:
        text = (await page(owner, each)).text
        lessons = re.findall(r'data-lesson="([^"]+)"', text)
        opened = [(await page(owner, f"{each}/{lesson}")).status_code == 200 for lesson in lessons]
        found[each] = sum(opened) if lessons else text.count("<article ")
    return found


def with_id(name: str, field: str, own: Place, other: Place) -> dict[str, Any]:
    """The procedure's input in the own organization, but with this one field's id taken from elsewhere."""
    elsewhere = INPUTS[name](other).get(alias(field)) or other.id_for(field)
    return {**INPUTS[name](own), alias(field): elsewhere}


def nothing_is_listed(answered: httpx.Response) -> bool:
    """Whether a filter by an id that is not ours to see left nothing over."""
    data = answered.json()[0]["result"]["data"]
    return not (data.get("lessons") or data.get("courses") or data.get("favorites"))
