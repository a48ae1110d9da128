"""People of an organization: who may do what to whom, immediately, and an owner always stays."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.asking import Asking, asking

pytestmark = pytest.mark.anyio


@pytest.fixture
async def admin(ana: Asking) -> Asking:
    """An admin of Ana's organization."""
    return await asking(ana.service, "adam@example.org", role="admin")


@pytest.fixture
async def author(ana: Asking) -> Asking:
    """An author of Ana's organization."""
    return await asking(ana.service, "ann@example.org", role="author")


async def refused(person: Asking, name: str, asked: dict[str, Any]) -> tuple[str, str]:
    """Code and message of a write that is refused."""
    error = (await person.post(name, asked)).json()["error"]
    return error["data"]["code"], error["message"]


async def audited(owner: Asking) -> list[tuple[str, str | None, dict[str, Any]]]:
    """What the audit log has of people, newest first."""
    entries = (await owner.data("organization.getAuditLog"))["entries"]
    return [
        (entry["action"], entry["subject"], entry["facts"])
        for entry in entries
        if entry["action"].startswith("organization.")
    ]


async def test_a_member_is_not_given_another_role_by_adding(ana: Asking, author: Asking) -> None:
    """A second meaning for one call would change roles by a slip."""
    code, message = await refused(ana, "organization.addMember", {"email": "ann@example.org", "role": "admin"})

    assert code == "CONFLICT"
    assert "as author" in message


@pytest.mark.parametrize("email", ["", "ben", "@example.org", "ben@", "a b@example.org", "a@\u0000b", "x" * 320 + "@a"])
async def test_what_is_no_address_is_refused(ana: Asking, email: str) -> None:
    """Before anybody is invited."""
    answered = await ana.post("organization.addMember", {"email": email, "role": "viewer"})

    assert answered.status_code == 400
    assert len((await ana.data("organization.getMembers"))["members"]) == 1


async def test_a_role_acts_on_the_next_request(ana: Asking, author: Asking) -> None:
    """In both directions, with the session that the person has."""
    person_id = author.added.person_id
    await ana.done("organization.setMemberRole", {"personId": person_id, "role": "viewer"})
    answered = await author.post("project.createProject", {"name": "x"})
    assert answered.status_code == 403

    await ana.done("organization.setMemberRole", {"personId": person_id, "role": "author"})
    await author.done("project.createProject", {"name": "x"})


async def test_a_change_of_role_is_audited_with_both_roles(ana: Asking, author: Asking) -> None:
    """And one that changes nothing is not."""
    person_id = author.added.person_id
    await ana.done("organization.setMemberRole", {"personId": person_id, "role": "viewer"})
    await ana.done("organization.setMemberRole", {"personId": person_id, "role": "viewer"})

    assert await audited(ana) == [("organization.setMemberRole", person_id, {"role": "viewer", "roleBefore": "author"})]


async def test_the_audit_log_names_what_was_meant_and_is_narrowed(ana: Asking, author: Asking) -> None:
    """It gave ids only: not who was added, nor which lesson was made."""
    person_id = author.added.person_id
    await ana.done("organization.setMemberRole", {"personId": person_id, "role": "viewer"})
    lesson = await ana.starter("Tides")
    await ana.done("lesson.deleteLesson", {"lessonId": lesson["lessonId"]})

    async def named(**wanted: Any) -> list[tuple[str, str]]:
        entries = (await ana.data("organization.getAuditLog", wanted))["entries"]
        return [(entry["action"], entry["subjectName"]) for entry in entries]

    assert (await named())[:3] == [
        ("lesson.deleteLesson", lesson["title"]),
        ("lesson.createStarterLesson", lesson["title"]),
        ("organization.setMemberRole", "ann"),
    ]
    assert await named(action="lesson.deleteLesson") == [("lesson.deleteLesson", lesson["title"])]
    assert await named(personId="nobody") == []
    assert await named(until="2001-01-01") == []
    assert len(await named(since="2001-01-01", until="2999-12-31")) == len(await named())
    assert (await ana.get("organization.getAuditLog", {"since": "soon"})).status_code == 400


async def test_removal_acts_on_the_next_request(ana: Asking, author: Asking) -> None:
    """The organization is then like one that never was; the person's session stays for others."""
    lesson = await author.starter()
    await ana.done("organization.removeMember", {"personId": author.added.person_id})

    read = await author.get("lesson.getLesson", {"lessonId": lesson["lessonId"]})
    assert read.status_code == 404
    assert (await author.data("organization.getLastSelectedOrganizationId"))["organizationId"] is None
    assert await audited(ana) == [("organization.removeMember", author.added.person_id, {"roleBefore": "author"})]


@pytest.mark.parametrize(
    ("name", "more"), [("organization.setMemberRole", {"role": "viewer"}), ("organization.removeMember", {})]
)
async def test_the_last_owner_stays(ana: Asking, name: str, more: dict[str, str]) -> None:
    """As an owner; another owner has to be named first."""
    code, message = await refused(ana, name, {"personId": ana.added.person_id, **more})

    assert code == "CONFLICT"
    assert "Name another owner first" in message
    assert (await ana.data("organization.getUserData"))["role"] == "owner"


async def test_an_owner_may_go_when_another_stays(ana: Asking, author: Asking) -> None:
    """The organization keeps at least one."""
    await ana.done("organization.setMemberRole", {"personId": author.added.person_id, "role": "owner"})
    await ana.done("organization.removeMember", {"personId": ana.added.person_id})

    assert (await author.data("organization.getUserData"))["role"] == "owner"


async def test_an_admin_touches_no_owner(ana: Asking, admin: Asking) -> None:
    """Neither role nor membership."""
    owner_id = ana.added.person_id
    told = [
        await refused(admin, "organization.setMemberRole", {"personId": owner_id, "role": "viewer"}),
        await refused(admin, "organization.removeMember", {"personId": owner_id}),
    ]

    assert [code for code, _ in told] == ["FORBIDDEN"] * 2


async def test_an_admin_makes_no_owner(ana: Asking, admin: Asking, author: Asking) -> None:
    """Neither of somebody new, nor of a member, nor of themselves."""
    told = [
        await refused(admin, "organization.addMember", {"email": "new@example.org", "role": "owner"}),
        await refused(admin, "organization.setMemberRole", {"personId": author.added.person_id, "role": "owner"}),
        await refused(admin, "organization.setMemberRole", {"personId": admin.added.person_id, "role": "owner"}),
    ]

    assert [code for code, _ in told] == ["FORBIDDEN"] * 3


async def test_an_admin_manages_everybody_else(admin: Asking, author: Asking) -> None:
    """Admins included."""
    person_id = author.added.person_id
    changed = await admin.done("organization.setMemberRole", {"personId": person_id, "role": "admin"})
    removed = await admin.done("organization.removeMember", {"personId": person_id})

    assert (changed["role"], removed["role"]) == ("admin", "admin")


async def test_who_is_no_member_is_not_found(ana: Asking, eve: Asking) -> None:
    """A person of another organization is like one that never was."""
    there = await refused(ana, "organization.removeMember", {"personId": eve.added.person_id})
    nowhere = await refused(ana, "organization.removeMember", {"personId": "0" * 25})

    assert there == nowhere == ("NOT_FOUND", there[1])


async def test_addresses_are_for_who_manages_people(ana: Asking, author: Asking) -> None:
    """Everyone sees who is in the organization, and as what."""
    shown = (await author.data("organization.getMembers"))["members"]

    assert {(listed_member["name"], listed_member["role"], listed_member["email"]) for listed_member in shown} == {
        ("ana", "owner", None),
        ("ann", "author", None),
    }
    assert {member["email"] for member in (await ana.data("organization.getMembers"))["members"]} == {
        "ana@example.org",
        "ann@example.org",
    }


async def test_a_grant_is_in_the_wallet_the_ledger_and_the_log(ana: Asking) -> None:
    """With who and why."""
    granted = await ana.done("organization.grantCredits", {"credits": 5, "reason": " Spring "})
    entry = (await ana.data("organization.getCreditLedger"))["entries"][0]

    assert granted == {"aiCreditBalance": 105}
    assert (entry["kind"], entry["credits"], entry["reason"], entry["personName"]) == ("grant", 5, "Spring", "ana")
    assert (await audited(ana))[0][2] == {"credits": 5, "reason": "Spring"}


@pytest.mark.parametrize(("credits", "reason"), [(0, "x"), (-5, "x"), (1_000_001, "x"), (5, " "), (True, "x")])
async def test_an_odd_grant_is_refused(ana: Asking, credits: int, reason: str) -> None:
    """Nothing moves."""
    answered = await ana.post("organization.grantCredits", {"credits": credits, "reason": reason})

    assert answered.status_code == 400
    assert (await ana.data("organization.getUserData"))["aiCreditBalance"] == 100


async def test_the_audit_log_is_read_page_by_page(ana: Asking) -> None:
    """Newest first, and to the end."""
    for name in ("One", "Two", "Three"):
        await ana.done("project.createProject", {"name": name})
    first = await ana.data("organization.getAuditLog", {"limit": 2})
    second = await ana.data("organization.getAuditLog", {"limit": 2, "cursor": first["nextCursor"]})
    ids = [int(entry["entryId"]) for entry in first["entries"] + second["entries"]]

    assert ids == sorted(ids, reverse=True)
    assert len(set(ids)) == 4
    assert second["nextCursor"] is None


@pytest.mark.parametrize("cursor", ["x", "-1", "٣", "9" * 19])
async def test_a_cursor_of_another_kind_is_refused(ana: Asking, cursor: str) -> None:
    """One that this list never gave."""
    answered = await ana.get("organization.getAuditLog", {"cursor": cursor})

    assert answered.status_code == 400
