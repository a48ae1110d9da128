"""The organization router's handlers: dashboard, sidebar, user, ledger and prices."""

from __future__ import annotations

import pytest

from tests.service.asking import ABSENT, Asking, asking
from tests.service.writers import ScriptedWriter
from workbench.service.kernel.context import now_ms
from workbench.service.organizations import store as organizations
from workbench.service.projects import store as projects

pytestmark = pytest.mark.anyio


async def test_recent_items_are_lessons_newest_first(ana: Asking) -> None:
    """Each with the fields that our documentation lists."""
    await ana.starter("Tides")
    lesson = await ana.starter("Bread")
    recent = (await ana.data("organization.getDashboardRecentItems"))["recentItems"]

    assert [item["title"] for item in recent] == ["Bread", "Tides"]
    assert recent[0] == {
        "itemType": "lesson",
        "lessonId": lesson["lessonId"],
        "courseId": lesson["courseId"],
        "projectId": lesson["projectId"],
        "title": "Bread",
        "language": "EN",
        "updatedAt": lesson["updatedAt"],
        "createdAt": lesson["createdAt"],
        "createdBy": "ana",
        "createdById": lesson["createdById"],
    }


async def test_projects_come_by_name_with_their_counts(ana: Asking) -> None:
    """The default project is there from the start."""
    await ana.done("project.createProject", {"name": "Another"})
    await ana.starter()
    found = (await ana.data("organization.getOrganizationProjects"))["projects"]

    assert [(project["name"], project["courseCount"], project["lessonCount"]) for project in found] == [
        ("Another", 0, 0),
        ("Starter lessons", 1, 1),
    ]


async def test_the_sidebar_has_projects_and_favorites(ana: Asking) -> None:
    """Projects in the order requested; favorites are those that the person marked, limited to the named project."""
    made = await ana.done("project.createProject", {"name": "Sea"})
    await ana.service.store.write(
        lambda db: projects.set_favorite(
            db, made["projectId"], person_id=ana.added.person_id, is_favorite=True, now=now_ms()
        )
    )
    asked = {"sortPreference": "alphabetical", "organizationId": ana.organization_id}
    everything = await ana.data("organization.getFullSidebarItems", {**asked, "projectId": None})
    other = await ana.data("organization.getFullSidebarItems", {**asked, "projectId": "0" * 25})

    assert [project["name"] for project in everything["recentProjects"]] == ["Sea", "Starter lessons"]
    assert [favorite["name"] for favorite in everything["favorites"]] == ["Sea"]
    assert other["favorites"] == []


async def test_a_favorite_is_ones_own(ana: Asking) -> None:
    """What a colleague marked is not marked for others."""
    ben = await asking(ana.service, "ben@example.org")
    made = await ana.done("project.createProject", {"name": "Sea"})
    await ana.service.store.write(
        lambda db: projects.set_favorite(
            db, made["projectId"], person_id=ana.added.person_id, is_favorite=True, now=now_ms()
        )
    )
    found = (await ben.data("organization.getOrganizationProjects"))["projects"]

    assert {project["name"]: project["isFavorite"] for project in found} == {"Sea": False, "Starter lessons": False}


@pytest.mark.parametrize(("role", "is_admin"), [("owner", True), ("admin", True), ("author", False), ("viewer", False)])
async def test_user_data_says_who_one_is_here(ana: Asking, role: str, is_admin: bool) -> None:
    """Person, organization, role, credits, tier and status, and a referral id."""
    person = await asking(ana.service, f"{role}@example.org", role=role)
    await ana.service.store.write(lambda db: organizations.set_daily_cap(db, ana.organization_id, credits=40))
    found = await person.data("organization.getUserData")

    assert found.pop("referralId")
    assert found == {
        "personId": person.added.person_id,
        "name": role,
        "email": f"{role}@example.org",
        "organizationId": ana.organization_id,
        "organizationName": "Acme",
        "role": role,
        "isAdmin": is_admin,
        "aiCreditBalance": 100,
        "dailyCapCredits": 40,
        "dailyCreditsLeft": 40,
        "tier": "Free",
        "status": "Active",
        "defaultLanguage": None,
    }


async def test_selecting_an_organization_is_remembered(ana: Asking) -> None:
    """The next read of the last selected one says it."""
    second = await asking(ana.service, "ana@example.org", "Second")
    done = await ana.done("organization.selectOrganization", {"organizationId": second.organization_id})

    assert done == {"organizationId": second.organization_id}
    assert await ana.data("organization.getLastSelectedOrganizationId") == done


async def test_organizations_are_listed_with_role_and_credits(ana: Asking) -> None:
    """By name, and only one's own."""
    await asking(ana.service, "eve@example.org", "Other")
    second = await asking(ana.service, "ana@example.org", "Aaa", credits_at_start=7)
    found = (await ana.data("organization.listOrganizations"))["organizations"]

    assert [
        (organization["name"], organization["role"], organization["aiCreditBalance"]) for organization in found
    ] == [
        ("Aaa", "owner", 7),
        ("Acme", "owner", 100),
    ]
    assert found[0]["organizationId"] == second.organization_id


async def test_an_author_sees_the_own_spend_only(ana: Asking) -> None:
    """Grants and colleagues' lessons are not among the entries; owners and analysts see all."""
    ben = await asking(ana.service, "ben@example.org")
    analyst = await asking(ana.service, "kim@example.org", role="analyst")
    await ana.starter()
    await ben.starter()
    own = await ben.data("organization.getCreditLedger")
    all_of_it = await analyst.data("organization.getCreditLedger")

    assert (own["coversEveryone"], all_of_it["coversEveryone"]) == (False, True)
    assert [(entry["kind"], entry["personName"]) for entry in own["entries"]] == [("settle", "ben"), ("reserve", "ben")]
    assert [entry["kind"] for entry in all_of_it["entries"]] == ["settle", "reserve", "settle", "reserve", "grant"]


async def test_spending_is_everyone_s_or_the_own(ana: Asking) -> None:
    """As with the ledger; the balance by day is the organization's and not reported to an author."""
    ben = await asking(ana.service, "ben@example.org")
    for person in (ana, ben, ben):
        await person.starter()
    everyone = await ana.data("organization.getCreditSpending")
    own = await ben.data("organization.getCreditSpending", {"days": 1})

    assert (everyone["coversEveryone"], everyone["spentCredits"]) == (True, 3)
    assert [(day["spentCredits"], day["balanceCredits"]) for day in everyone["days"]] == [(3, 97)]
    assert (own["coversEveryone"], own["spentCredits"], own["aiCreditBalance"]) == (False, 2, 97)
    assert own["days"][0]["balanceCredits"] is None


async def test_the_ledger_comes_page_by_page(ana: Asking) -> None:
    """Newest first; the cursor is the entry where the page before ended."""
    await ana.starter()
    first = await ana.data("organization.getCreditLedger", {"limit": 2})
    second = await ana.data("organization.getCreditLedger", {"limit": 2, "cursor": first["nextCursor"]})

    assert [entry["kind"] for entry in first["entries"] + second["entries"]] == ["settle", "reserve", "grant"]
    assert (first["nextCursor"], second["nextCursor"]) == (first["entries"][-1]["entryId"], None)


@pytest.mark.parametrize("cursor", ["", "x", "-1", "1.5", "9" * 19, "\u0661"])
async def test_a_ledger_cursor_of_another_maker_is_refused(ana: Asking, cursor: str) -> None:
    """400 with one sentence."""
    answered = await ana.get("organization.getCreditLedger", {"cursor": cursor})

    assert answered.status_code == 400


async def test_the_rate_card_names_what_costs(ana: Asking) -> None:
    """The first card: one credit a starter lesson, with a model an outline too; everything else is free."""
    without = (await ana.data("organization.getRateCard"))["prices"]
    ana.service.writer = ScriptedWriter()
    prices = (await ana.data("organization.getRateCard"))["prices"]

    assert [(listed_price["procedure"], listed_price["credits"]) for listed_price in without] == [
        ("lesson.createStarterLesson", 1)
    ]
    assert {("courseRouter.proposeOutline", 1), ("lesson.createStarterLesson", 1)} <= {
        (price["procedure"], price["credits"]) for price in prices
    }


async def test_reads_of_one_request_see_one_snapshot(ana: Asking) -> None:
    """The same procedure twice in a batch answers the same twice."""
    answered = await ana.get("organization.getUserData,organization.getUserData", ABSENT, ABSENT)
    first, second = answered.json()

    assert first == second


async def test_an_organization_has_a_default_language(ana: Asking) -> None:
    """None at first; null takes it away again. The same again changes nothing and is not recorded."""
    assert (await ana.data("organization.getUserData"))["defaultLanguage"] is None
    for _ in range(2):
        changed = await ana.done("organization.setDefaultLanguage", {"language": "pt-br"})
    assert changed == {"organizationId": ana.organization_id, "defaultLanguage": "PT-BR"}
    assert (await ana.data("organization.getUserData"))["defaultLanguage"] == "PT-BR"
    assert (await ana.done("organization.setDefaultLanguage", {"language": None}))["defaultLanguage"] is None

    entries = (await ana.data("organization.getAuditLog"))["entries"]
    assert [entry["facts"] for entry in entries if entry["action"] == "organization.setDefaultLanguage"] == [
        {"language": None, "languageBefore": "PT-BR"},
        {"language": "PT-BR", "languageBefore": None},
    ]
    assert (await ana.post("organization.setDefaultLanguage", {"language": "German!"})).status_code == 400
