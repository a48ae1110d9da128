"""Who may do what: the handwritten tables of docs/permissions.md, compared with the service and tried over HTTP."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from itertools import count
from typing import Any, get_args

import httpx
import pytest

from tests.service.asking import Asking, asking
from tests.service.cast_of_roles import Cast, ask, cast_of_roles
from tests.service.permission_table import SIGNED_IN, permission_table
from tests.service.places import INPUTS, Place, added_source, furnish, people_join, published_course
from tests.service.shared_courses import page, publish
from workbench.procedures.catalogue import CATALOGUE
from workbench.service.kernel.binding import HANDLERS
from workbench.service.kernel.roles import POWERS, ROLES, Power, may
from workbench.service.people import store as people

pytestmark = pytest.mark.anyio

TABLE = permission_table()
READ_ASSET, UPLOAD_ASSET = "GET /api/assets/<assetId>", "POST /api/assets"
_numbers = count()


@pytest.fixture(scope="module")
async def cast(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Cast]:
    """One for all tests: what a test may change, it makes for itself."""
    async with cast_of_roles(tmp_path_factory.mktemp("permissions")) as made:
        yield made


def test_the_tables_name_every_role_permission_and_procedure() -> None:
    """
    A new one gets its row in docs/permissions.md; one that went leaves no row behind.
    """
    assert set(TABLE.roles) == set(ROLES) == set(POWERS)
    assert set(TABLE.permissions) == set(get_args(Power))
    assert set(TABLE.needs) == {*HANDLERS, READ_ASSET, UPLOAD_ASSET}
    assert set(CATALOGUE) == set(HANDLERS) == set(INPUTS)
    assert set(TABLE.extra_needs) == set(EXTRA_CASES)


@pytest.mark.parametrize("role", TABLE.roles)
def test_a_role_has_the_permissions_of_the_table(role: str) -> None:
    """
    Those and no others.
    """
    meant = {permission for permission, roles in TABLE.permissions.items() if role in roles}

    assert POWERS[role] == meant
    assert {permission for permission in get_args(Power) if may(role, permission)} == meant


def test_each_handler_requires_the_permission_of_the_table() -> None:
    """
    `requires=` at the handler is the table's word.
    """
    required = {name: handler.requires or SIGNED_IN for name, handler in HANDLERS.items()}

    assert required == {name: need for name, need in TABLE.needs.items() if name in HANDLERS}


def test_an_unknown_role_has_no_permission() -> None:
    """
    A role that a later version wrote opens nothing here, and a procedure without a permission is no role's.
    """
    assert not may("emperor", "read")
    assert not may("owner", None)


@pytest.mark.parametrize("name", TABLE.needs)
async def test_the_strongest_role_without_the_permission_is_refused(cast: Cast, name: str) -> None:
    """
    FORBIDDEN inside the organization, NOT_FOUND outside of it, UNAUTHORIZED without a session.
    """
    role = TABLE.strongest_refused(TABLE.needs[name])
    answered = await _tried(cast.people[role], name, cast.own)

    expected = 403 if role in TABLE.roles else 401 if TABLE.needs[name] == SIGNED_IN else 404
    assert answered.status_code == expected, answered.text


@pytest.mark.parametrize("name", TABLE.needs)
async def test_the_weakest_role_with_the_permission_is_allowed(cast: Cast, name: str) -> None:
    """
    An answer in the own organization.
    """
    person = cast.people[TABLE.weakest_allowed(TABLE.needs[name])]
    changes = name in CATALOGUE and CATALOGUE[name].is_write
    answered = await _tried(person, name, await furnish(cast.owner, person) if changes else cast.own)

    assert answered.status_code == 200, answered.text


@pytest.mark.parametrize(("name", "case"), TABLE.extra_needs)
async def test_where_more_is_needed_the_strongest_role_without_it_is_refused(cast: Cast, name: str, case: str) -> None:
    """
    Though the role has the procedure's own permission.
    """
    role = TABLE.strongest_refused(TABLE.extra_needs[name, case])

    assert not await EXTRA_CASES[name, case](cast, _with_permission(name, role))


@pytest.mark.parametrize(("name", "case"), TABLE.extra_needs)
async def test_where_more_is_needed_the_weakest_role_with_it_is_allowed(cast: Cast, name: str, case: str) -> None:
    """
    Nothing but the permission of the table is requested.
    """
    role = TABLE.weakest_allowed(TABLE.extra_needs[name, case])

    assert await EXTRA_CASES[name, case](cast, role)


def _with_permission(name: str, role: str) -> str:
    """The role, or the strongest one below it that may call the procedure at all."""
    need = TABLE.needs[name]
    callers = [role for role in TABLE.roles if need == SIGNED_IN or role in TABLE.permissions[need]]
    return next(caller for caller in callers if TABLE.roles.index(caller) >= TABLE.roles.index(role))


async def _tried(person: Asking, name: str, place: Place) -> httpx.Response:
    if name == READ_ASSET:
        return await person.send("GET", f"/api/assets/{place.asset_id}")
    if name == UPLOAD_ASSET:
        picture = (await person.send("GET", f"/api/assets/{place.asset_id}")).content
        return await person.send(
            "POST", "/api/assets?fileName=copy.png", picture, content_type="application/octet-stream"
        )
    return await ask(person, name, INPUTS[name](place))


def _is_granted(answered: httpx.Response) -> bool:
    """Whether it was done; refused is FORBIDDEN or NOT_FOUND, and nothing else."""
    assert answered.status_code in (200, 403, 404), answered.text
    return answered.status_code == 200


def _address() -> str:
    return f"somebody{next(_numbers)}@example.org"


async def _invites_an_owner(cast: Cast, role: str) -> bool:
    invited = {"organizationId": cast.own.organization_id, "email": _address(), "role": "owner"}
    return _is_granted(await cast.people[role].post("organization.addMember", invited))


async def _promotes_to_owner(cast: Cast, role: str) -> bool:
    return await _sets_role(cast, role, await people_join(cast.owner, _address()), "owner")


async def _demotes_an_owner(cast: Cast, role: str) -> bool:
    return await _sets_role(cast, role, await _second_owner(cast), "viewer")


async def _sets_role(cast: Cast, role: str, person_id: str, wanted: str) -> bool:
    change = {"organizationId": cast.own.organization_id, "personId": person_id, "role": wanted}
    return _is_granted(await cast.people[role].post("organization.setMemberRole", change))


async def _removes_an_owner(cast: Cast, role: str) -> bool:
    member = {"organizationId": cast.own.organization_id, "personId": await _second_owner(cast)}
    return _is_granted(await cast.people[role].post("organization.removeMember", member))


async def _second_owner(cast: Cast) -> str:
    person_id, now = await people_join(cast.owner, _address()), cast.owner.service.clock()
    organization_id = cast.own.organization_id
    await cast.owner.service.store.write(
        lambda db: people.set_role(db, person_id=person_id, organization_id=organization_id, role="owner", now=now)
    )
    return person_id


async def _withdraws_an_invitation(cast: Cast, role: str) -> bool:
    place = await furnish(cast.owner, cast.people["viewer"])
    return _is_granted(
        await cast.people[role].post("organization.declineInvitation", {"invitationId": place.invitation_id})
    )


async def _sees_addresses(cast: Cast, role: str) -> bool:
    found = await cast.people[role].data("organization.getMembers", {"organizationId": cast.own.organization_id})
    has_addresses = {bool(member["email"]) for member in found["members"]}
    assert has_addresses == {bool(found["invitations"])}
    return bool(found["invitations"])


async def _sees_other_entries(cast: Cast, role: str) -> bool:
    person = cast.people[role]
    found = await person.data("organization.getCreditLedger", {"organizationId": cast.own.organization_id})
    return any(entry["personId"] != person.added.person_id for entry in found["entries"])


async def _sees_other_spending(cast: Cast, role: str) -> bool:
    person = cast.people[role]
    organization_id = cast.own.organization_id
    await cast.owner.starter("Ports")
    found = await person.data("organization.getCreditSpending", {"organizationId": organization_id})
    own = await person.data("organization.getCreditLedger", {"organizationId": organization_id})
    mine = -sum(entry["credits"] for entry in own["entries"] if entry["personId"] == person.added.person_id)
    return bool(found["spentCredits"] > mine)


async def _adds_published_passages(cast: Cast, role: str) -> bool:
    source_id = await added_source(cast.owner)
    part = INPUTS["source.addPassages"](cast.own) | {"sourceId": source_id, "isPublishable": True}
    return _is_granted(await cast.people[role].post("source.addPassages", part))


async def _publishes_passages(cast: Cast, role: str) -> bool:
    change = {"sourceId": await added_source(cast.owner), "isPublishable": True}
    return _is_granted(await cast.people[role].post("source.updateSource", change))


async def _restores_what_learners_see(cast: Cast, role: str) -> bool:
    lesson = await cast.owner.starter("Capes")
    await cast.owner.done("lesson.createLesson", {"title": "Bays", "language": "EN", "courseId": lesson["courseId"]})
    await publish(cast.owner, lesson["courseId"])
    await cast.owner.done("lesson.deleteLesson", {"lessonId": lesson["lessonId"]})
    return _is_granted(await cast.people[role].post("lesson.restoreLesson", {"lessonId": lesson["lessonId"]}))


async def _publishes_against_the_policy(cast: Cast, role: str) -> bool:
    return await _against_the_policy(cast, role, "courseRouter.publishCourse", {"confirmOpenPlaces": True})


async def _restores_against_the_policy(cast: Cast, role: str) -> bool:
    return await _against_the_policy(cast, role, "courseRouter.restorePublication", {"number": 1})


async def _against_the_policy(cast: Cast, role: str, name: str, more: dict[str, Any]) -> bool:
    strict = f"Strict {next(_numbers)}"
    owner = await asking(cast.owner.service, _address(), strict, credits_at_start=10)
    person = owner if role == "owner" else await asking(owner.service, _address(), strict, role=role)
    course_id = await published_course(owner)
    await owner.done("organization.setPublishingPolicy", _approved_only())
    override = {"courseId": course_id, "overrideReason": "The exam is today.", **more}
    return _is_granted(await person.post(name, override))


def _approved_only() -> dict[str, Any]:
    roles = ["owner", "admin", "author"]
    return {"publication": "approvedOnly", "reviewBySomebodyElse": False, "sharingRoles": roles}


async def _is_told_of_reviews(cast: Cast, role: str) -> bool:
    return "awaitingReview" in await _attention(cast.people[role], cast.own.organization_id)


async def _is_told_of_stale_translations(cast: Cast, role: str) -> bool:
    return "staleTranslations" in await _attention(cast.people[role], cast.own.organization_id)


async def _is_told_of_unpublished_changes(cast: Cast, role: str) -> bool:
    return "unpublishedChanges" in await _attention(cast.people[role], cast.own.organization_id)


async def _is_told_of_low_credits(cast: Cast, role: str) -> bool:
    poor = f"Poor {next(_numbers)}"
    owner = await asking(cast.owner.service, _address(), poor, credits_at_start=1)
    person = owner if role == "owner" else await asking(owner.service, _address(), poor, role=role)
    await owner.starter("Moon")
    return "lowCredits" in await _attention(person, owner.organization_id)


async def _attention(person: Asking, organization_id: str) -> set[str]:
    found = await person.data("organization.getAttention", {"organizationId": organization_id})
    return {group["kind"] for group in found["groups"]}


EXTRA_CASES: dict[tuple[str, str], Callable[[Cast, str], Awaitable[bool]]] = {
    ("organization.addMember", "the person is to be an owner"): _invites_an_owner,
    ("organization.setMemberRole", "the person is to be an owner"): _promotes_to_owner,
    ("organization.setMemberRole", "the person is an owner"): _demotes_an_owner,
    ("organization.removeMember", "the person is an owner"): _removes_an_owner,
    ("organization.declineInvitation", "the invitation is for somebody else"): _withdraws_an_invitation,
    ("organization.getMembers", "addresses and open invitations are shown"): _sees_addresses,
    ("organization.getCreditLedger", "entries of other people are shown"): _sees_other_entries,
    ("organization.getCreditSpending", "other people's spending is shown"): _sees_other_spending,
    ("organization.getAttention", "lessons that await a review are listed"): _is_told_of_reviews,
    ("organization.getAttention", "stale translations and returned lessons are listed"): _is_told_of_stale_translations,
    ("organization.getAttention", "unpublished changes and links that expire are listed"): (
        _is_told_of_unpublished_changes
    ),
    ("organization.getAttention", "low credits are listed"): _is_told_of_low_credits,
    ("source.addPassages", "learners may read the passages"): _adds_published_passages,
    ("source.updateSource", "learners may read the passages"): _publishes_passages,
    ("lesson.restoreLesson", "learners see the lesson again"): _restores_what_learners_see,
    ("courseRouter.publishCourse", "the policy stops a lesson, and a reason is given"): _publishes_against_the_policy,
    ("courseRouter.restorePublication", "the policy stops a lesson, and a reason is given"): (
        _restores_against_the_policy
    ),
}
"""How each case of the third table is tried by a role: whether it was granted."""


PUBLISHING = {"courseRouter.publishCourse", "courseRouter.restorePublication", "lesson.restoreLesson"}
WRITES = [name for name, procedure in CATALOGUE.items() if procedure.is_write]
WITHOUT_SHARE, WITH_SHARE = TABLE.strongest_refused("share"), TABLE.weakest_allowed("share")
MAY_PUBLISH = [(name, WITH_SHARE) for name in WRITES if name in PUBLISHING]
MAY_NOT_PUBLISH = [(name, WITHOUT_SHARE) for name in WRITES]


@pytest.mark.parametrize(("name", "role"), [*MAY_PUBLISH, *MAY_NOT_PUBLISH])
async def test_nobody_publishes_without_the_permission_to_share(cast: Cast, name: str, role: str) -> None:
    """
    Every write whose destination is a public course, judged by what a learner sees: a reviewer may move, make and edit
    lessons there, and learners see nothing of it. Anyone who may share publishes.
    """
    place, courses = await _with_public_courses(cast.owner, await furnish(cast.owner, cast.people[role]))
    before = await _seen_by_learners(cast.owner, courses)
    answered = await ask(cast.people[role], name, INPUTS[name](place))
    made = answered.json().get("result", {}).get("data", {}).get("courseId")
    after = await _seen_by_learners(cast.owner, courses | ({made} if made else set()))

    is_published = any(count > before.get(course, 0) for course, count in after.items())
    assert is_published == (role == WITH_SHARE), answered.text


async def _with_public_courses(owner: Asking, place: Place) -> tuple[Place, set[str]]:
    """The same things, with a public course wherever something can go: one for new lessons and moved ones, and one
    from which the lesson in the trash was taken. Also the ids of all courses that a call could open.
    """
    destination, trashed = await owner.starter("Moon"), await owner.starter("Sun")
    await owner.done("lesson.createLesson", {"title": "Stays", "language": "EN", "courseId": trashed["courseId"]})
    for lesson in (destination, trashed):
        await publish(owner, lesson["courseId"])
    await owner.done("lesson.deleteLesson", {"lessonId": trashed["lessonId"]})
    ids = {place.course_id, place.empty_course_id, place.trashed_course_id, destination["courseId"]}
    ids.add(place.published_course_id)
    return replace(
        place,
        course_id=destination["courseId"],
        empty_course_id=destination["courseId"],
        trashed_lesson_id=trashed["lessonId"],
    ), ids | {trashed["courseId"]}


async def _seen_by_learners(owner: Asking, courses: set[str]) -> dict[str, int]:
    """How many lessons of each course can be read: the only one on its page, or those of its outline that open."""
    found = dict.fromkeys(courses, 0)
    for course in courses:
        text = (await page(owner, course)).text
        lessons = re.findall(r'data-lesson="([^"]+)"', text)
        opened = [(await page(owner, f"{course}/{lesson}")).status_code == 200 for lesson in lessons]
        found[course] = sum(opened) if lessons else text.count("<article ")
    return found
