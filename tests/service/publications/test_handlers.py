"""Publications: made, undone, listed and compared; learners see the one that the course points at."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.asking import Asking, asking
from tests.service.shared_courses import EVERY_TYPE, keep, page, publish
from workbench.service.kernel import audit
from workbench.service.organizations import store as organizations
from workbench.service.publications.page_rendering import PageRenderer, page_html

pytestmark = pytest.mark.anyio

PUBLISH, UNPUBLISH = "courseRouter.publishCourse", "courseRouter.unpublishCourse"
UNDO, LIST = "courseRouter.restorePublication", "courseRouter.listPublications"
CHANGES, ONE = "courseRouter.getPublicationChanges", "courseRouter.getPublication"
SHARE = "courseRouter.setCourseSharing"


async def lessons_of(ana: Asking, course_id: str) -> list[dict[str, Any]]:
    """The course's lessons in order."""
    found: list[dict[str, Any]] = (await ana.data("courseRouter.getCourse", {"courseId": course_id}))["lessons"]
    return found


async def say(ana: Asking, lesson_id: str, text: str) -> None:
    """Adds a block of this text to the lesson."""
    blocks = (await ana.data("lesson.getLesson", {"lessonId": lesson_id}))["blocks"]
    new = {"id": f"00000000-0000-4000-8000-{len(blocks):012}", "type": "text", "content": {"markdown": text}}
    mutation = {"type": "lessonBlockInsert", "block": new}
    transaction = {"label": "insertPages", "mutations": [mutation]}
    await ana.done(
        "realtime.executeTransactions", {"lessonId": lesson_id, "language": "EN", "transactions": [transaction]}
    )


async def kinds(ana: Asking, course_id: str) -> list[tuple[str, str | None, str | None]]:
    """What differs from what learners see: kind, title and published title."""
    found = await ana.data(CHANGES, {"courseId": course_id})
    return [(change["kind"], change["title"], change["publishedTitle"]) for change in found["changes"]]


async def test_an_edit_waits_for_the_next_publication(ana: Asking) -> None:
    """Learners see the old text until then; the difference is reported, and undoing shows the old text again."""
    course_id = await keep(ana, *EVERY_TYPE)
    (lesson,) = await lessons_of(ana, course_id)
    first = await ana.done(PUBLISH, {"courseId": course_id, "note": "First term"})
    before = (await page(ana, course_id)).text
    await say(ana, lesson["lessonId"], "Barges wait.")
    assert (await page(ana, course_id)).text == before
    assert await kinds(ana, course_id) == [("changed", "Tides", "Tides")]
    second = await ana.done(PUBLISH, {"courseId": course_id})

    assert "Barges wait." in (await page(ana, course_id)).text
    assert (first["number"], second["number"], await kinds(ana, course_id)) == (1, 2, [])
    assert (await ana.done(UNDO, {"courseId": course_id, "number": 1}))["isCurrent"]
    assert (await page(ana, course_id)).text == before
    assert await kinds(ana, course_id) == [("changed", "Tides", "Tides")]
    listed = (await ana.data(LIST, {"courseId": course_id}))["publications"]
    assert [
        (publication["number"], publication["isCurrent"], publication["note"], publication["personName"])
        for publication in listed
    ] == [
        (2, False, None, "ana"),
        (1, True, "First term", "ana"),
    ]


async def test_titles_and_order_wait_too(ana: Asking) -> None:
    """And new lessons; each is told as what it is, a lesson may have several changes."""
    course_id = await keep(ana, *EVERY_TYPE, title="One")
    for title in ("Two", "Three"):
        await keep(ana, *EVERY_TYPE, title=title, of_course=course_id)
    one, two, three = [lesson["lessonId"] for lesson in await lessons_of(ana, course_id)]
    await ana.done(PUBLISH, {"courseId": course_id})
    pages = [(await page(ana, path)).text for path in (course_id, f"{course_id}/{three}")]
    await ana.done("courseRouter.renameCourse", {"courseId": course_id, "title": "Tides"})
    await ana.done("lesson.renameLesson", {"lessonId": two, "title": "Second"})
    await say(ana, three, "The end.")
    await ana.done("lesson.renameLesson", {"lessonId": three, "title": "Third"})
    await ana.done("courseRouter.orderLessons", {"courseId": course_id, "lessonIds": [three, one, two]})
    await ana.done("lesson.createLesson", {"title": "New", "language": "EN", "courseId": course_id})

    assert [(await page(ana, path)).text for path in (course_id, f"{course_id}/{three}")] == pages
    assert await kinds(ana, course_id) == [
        ("courseRenamed", "Tides", "One"),
        ("changed", "Third", "Three"),
        ("renamed", "Third", "Three"),
        ("moved", "Third", "Three"),
        ("renamed", "Second", "Two"),
        ("added", "New", None),
    ]
    found = await ana.data("courseRouter.getCourse", {"courseId": course_id})
    assert (found["publicationNumber"], found["unpublishedChanges"]) == (1, 6)


async def test_a_moved_lesson_stays_and_a_trashed_one_goes_at_once(ana: Asking) -> None:
    """Until the next publication; out of the trash it is seen again."""
    course_id = await keep(ana, *EVERY_TYPE, title="One")
    for title in ("Two", "Three"):
        await keep(ana, *EVERY_TYPE, title=title, of_course=course_id)
    _, two, three = [lesson["lessonId"] for lesson in await lessons_of(ana, course_id)]
    await ana.done(PUBLISH, {"courseId": course_id})
    other = await ana.done("courseRouter.createCourse", {"title": "Other"})
    await ana.done("lesson.moveLesson", {"lessonId": two, "courseId": other["courseId"]})
    await ana.done("lesson.deleteLesson", {"lessonId": three})
    outline = (await page(ana, course_id)).text

    assert [two in outline, three in outline] == [True, False]
    assert (await page(ana, f"{course_id}/{three}")).status_code == 404
    assert await kinds(ana, course_id) == [("removed", None, "Two"), ("removed", None, "Three")]
    held = await ana.data(ONE, {"courseId": course_id})
    assert [lesson["isInTrash"] for lesson in held["lessons"]] == [False, False, True]
    await ana.done("lesson.restoreLesson", {"lessonId": three})
    assert (await page(ana, f"{course_id}/{three}")).status_code == 200
    await ana.done(PUBLISH, {"courseId": course_id})
    assert two not in (await page(ana, course_id)).text


async def test_the_same_state_is_published_once(ana: Asking) -> None:
    """Whatever number the caller knows; after it was private it is published again."""
    course_id = await keep(ana, *EVERY_TYPE)
    numbers = [(await ana.done(PUBLISH, {"courseId": course_id, "baseNumber": 0}))["number"] for _ in range(2)]
    await ana.done(UNPUBLISH, {"courseId": course_id})
    await ana.done(UNPUBLISH, {"courseId": course_id})
    private = (await page(ana, course_id)).status_code
    again = await ana.done(PUBLISH, {"courseId": course_id})
    noted = await ana.service.store.read(lambda db: audit.audit_page(db, ana.organization_id))

    assert (numbers, private, again["number"]) == ([1, 1], 404, 2)
    assert [entry.action for entry in noted if entry.subject == course_id] == [PUBLISH, UNPUBLISH, PUBLISH]


async def test_sharing_publishes_a_private_course_only(ana: Asking) -> None:
    """The interface's own switch: a public course stays as it was published."""
    course_id = await keep(ana, *EVERY_TYPE)
    await ana.done(SHARE, {"courseId": course_id, "isPublic": True})
    before = (await page(ana, course_id)).text
    (lesson,) = await lessons_of(ana, course_id)
    await say(ana, lesson["lessonId"], "Barges wait.")
    assert (await ana.done(SHARE, {"courseId": course_id, "isPublic": True}))["isPublic"]

    assert (await page(ana, course_id)).text == before
    await ana.done(SHARE, {"courseId": course_id, "isPublic": False})
    await ana.done(SHARE, {"courseId": course_id, "isPublic": True})
    assert "Barges wait." in (await page(ana, course_id)).text


@pytest.mark.parametrize("name", [PUBLISH, UNDO])
async def test_who_knows_another_publication_is_told(ana: Asking, name: str) -> None:
    """CONFLICT with the number that learners see; nothing is changed."""
    course_id = await keep(ana, *EVERY_TYPE)
    (lesson,) = await lessons_of(ana, course_id)
    for text in ("One.", "Two."):
        await ana.done(PUBLISH, {"courseId": course_id})
        await say(ana, lesson["lessonId"], text)
    wanted = {"number": 1} if name == UNDO else {}
    refused = await ana.post(name, {"courseId": course_id, "baseNumber": 1, **wanted})
    data = refused.json()["error"]["data"]

    assert (refused.status_code, data["reason"], data["number"]) == (409, "publishedMeanwhile", 2)
    assert (await ana.done(name, {"courseId": course_id, "baseNumber": 2, **wanted}))["number"] == 3 - 2 * (
        name == UNDO
    )


async def test_an_old_publication_is_judged_as_it_was(ana: Asking) -> None:
    """By what its revisions hold, whatever the lessons hold now: one with open places needs a confirmation again."""
    course_id = await keep(ana, ("text", {"markdown": "✎ Say what it is."}))
    (lesson,) = await lessons_of(ana, course_id)
    await ana.done(PUBLISH, {"courseId": course_id, "confirmOpenPlaces": True})
    (block,) = (await ana.data("lesson.getLesson", {"lessonId": lesson["lessonId"]}))["blocks"]
    written = {"type": "lessonBlockUpdate", "id": block["id"], "content": {"markdown": "A dam."}}
    edit = {"lessonId": lesson["lessonId"], "language": "EN"}
    await ana.done(
        "realtime.executeTransactions", {**edit, "transactions": [{"label": "editPages", "mutations": [written]}]}
    )
    await ana.done(PUBLISH, {"courseId": course_id})
    refused = await ana.post(UNDO, {"courseId": course_id, "number": 1})

    assert (refused.status_code, "openPlaces" in refused.json()["error"]["data"]) == (409, True)
    assert "A dam." in (await page(ana, course_id)).text
    await ana.done(UNDO, {"courseId": course_id, "number": 1, "confirmOpenPlaces": True})
    assert "Say what it is." in (await page(ana, course_id)).text


async def test_a_course_out_of_the_trash_shows_no_publication(ana: Asking) -> None:
    """It is private; its publications are kept, and one may be shown again."""
    course_id = await keep(ana, *EVERY_TYPE)
    await ana.done(PUBLISH, {"courseId": course_id})
    await ana.done("courseRouter.deleteCourse", {"courseId": course_id})
    await ana.done("courseRouter.restoreCourse", {"courseId": course_id})

    assert (await page(ana, course_id)).status_code == 404
    assert (await ana.get(ONE, {"courseId": course_id})).status_code == 404
    await ana.done(UNDO, {"courseId": course_id, "number": 1})
    assert (await page(ana, course_id)).status_code == 200


async def test_a_publication_is_shown_again_by_an_active_organization_only(ana: Asking) -> None:
    """As it is made by one only; and there are none but those that were made."""
    course_id = await keep(ana, *EVERY_TYPE)
    await ana.done(PUBLISH, {"courseId": course_id})
    await ana.done(UNPUBLISH, {"courseId": course_id})
    assert (await ana.post(UNDO, {"courseId": course_id, "number": 2})).status_code == 404
    await ana.service.store.write(
        lambda db: organizations.set_tier_and_status(db, ana.organization_id, tier="Free", status="PastDue")
    )
    refused = [
        await ana.post(UNDO, {"courseId": course_id, "number": 1}),
        await ana.post(PUBLISH, {"courseId": course_id}),
    ]

    assert [(answer.status_code, "PastDue" in answer.text) for answer in refused] == [(409, True)] * 2


@pytest.mark.parametrize(("name", "more"), [(PUBLISH, {}), (SHARE, {"isPublic": True})])
async def test_a_lesson_that_no_page_can_show_is_not_published(
    ana: Asking, name: str, more: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The refusal names it; one that was published before there was a limit shows what fits, and says so."""
    monkeypatch.setattr("workbench.service.publications.publishing.LIGHT_ENOUGH_BYTES", 1_000)
    course_id = await keep(ana, *[("text", {"markdown": f"Tide {index}. " * 100}) for index in range(20)])
    (lesson,) = await lessons_of(ana, course_id)
    limit = page_html.__defaults__
    monkeypatch.setattr(page_html, "__defaults__", (5_000,))
    refused = await ana.post(name, {"courseId": course_id, **more})

    assert refused.status_code == 409
    assert refused.json()["error"]["data"]["reason"] == "pageTooLong"
    assert refused.json()["error"]["data"]["lessons"] == [{"lessonId": lesson["lessonId"], "title": "Tides"}]
    await publish(ana, course_id)
    assert "This lesson is too long" in (await page(ana, course_id)).text
    assert limit == (8_000_000,)


async def heavy(ana: Asking, monkeypatch: pytest.MonkeyPatch) -> str:
    """The id of a private course whose lesson is rendered before it is published, outside of the service."""
    monkeypatch.setattr("workbench.service.publications.publishing.LIGHT_ENOUGH_BYTES", 1_000)
    return await keep(ana, ("text", {"markdown": "$x$ " * 300}))


async def test_a_lesson_that_is_still_being_rendered_is_published_later(
    ana: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is published in the meantime; the answer says when to try again."""
    course_id = await heavy(ana, monkeypatch)
    monkeypatch.setattr(ana.service.part(PageRenderer), "wait_seconds", 0.0)
    refused = await ana.post(PUBLISH, {"courseId": course_id})
    assert (refused.status_code, refused.headers["retry-after"]) == (503, "10")
    assert "“Tides” is still being prepared" in refused.text
    assert (await page(ana, course_id)).status_code == 404
    monkeypatch.setattr(ana.service.part(PageRenderer), "wait_seconds", 60.0)
    assert (await ana.done(PUBLISH, {"courseId": course_id}))["number"] == 1


async def test_a_lesson_that_cannot_be_rendered_is_not_published(ana: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    """Learners would see a page that says so."""
    course_id = await heavy(ana, monkeypatch)
    ana.service.part(PageRenderer).close()
    refused = (await ana.post(PUBLISH, {"courseId": course_id})).json()["error"]["data"]

    assert (refused["reason"], [lesson["title"] for lesson in refused["lessons"]]) == ("pageTooLong", ["Tides"])
    assert (await page(ana, course_id)).status_code == 404


@pytest.mark.parametrize("contents", [EVERY_TYPE, ()])
async def test_who_may_not_share_hears_that_first(ana: Asking, contents: tuple[Any, ...]) -> None:
    """Also where nothing would change, or there is nothing to publish yet."""
    course_id = await keep(ana, *contents)
    if contents:
        await ana.done(PUBLISH, {"courseId": course_id})
    policy = {"publication": "anyone", "reviewBySomebodyElse": False, "sharingRoles": ["admin"]}
    await ana.done("organization.setPublishingPolicy", policy)

    assert (await ana.post(PUBLISH, {"courseId": course_id})).status_code == 403


async def test_the_audit_log_has_the_note_of_a_publication(ana: Asking) -> None:
    """With its number and how many lessons it has; without a note it names none."""
    course_id = await keep(ana, *EVERY_TYPE)
    for more in ({"note": "First term"}, {}):
        await ana.done("courseRouter.renameCourse", {"courseId": course_id, "title": f"Tides {len(more)}"})
        await ana.done(PUBLISH, {"courseId": course_id, **more})
    noted = await ana.service.store.read(lambda db: audit.audit_page(db, ana.organization_id))
    facts = {"lessonCount": 1, "isPublic": True}

    assert [entry.facts for entry in noted if entry.action == PUBLISH] == [
        {"publication": 2, **facts},
        {"publication": 1, **facts, "note": "First term"},
    ]


async def test_a_publication_against_the_policy_says_why(ana: Asking) -> None:
    """In the list, for anyone who reads it later; where the policy stops nothing, the reason is left out."""
    first, second = [await keep(ana, *EVERY_TYPE, title=title) for title in ("One", "Two")]
    (lesson,) = await lessons_of(ana, second)
    policy = {"publication": "approvedOnly", "reviewBySomebodyElse": False, "sharingRoles": ["owner"]}
    await ana.done("organization.setPublishingPolicy", policy)
    await ana.done("lesson.review", {"lessonId": lesson["lessonId"], "revision": 1, "verdict": "approved"})
    for course_id, reason in ((first, "The exam is tomorrow."), (second, None)):
        await ana.done(PUBLISH, {"courseId": course_id, "overrideReason": "The exam is tomorrow."})
        (listed,) = (await ana.data(LIST, {"courseId": course_id}))["publications"]
        assert listed["overrideReason"] == reason


async def test_publications_come_page_by_page(ana: Asking) -> None:
    """The newest first; the cursor leads on, and who may only read reads them."""
    course_id = await keep(ana, *EVERY_TYPE)
    for title in ("One", "Two", "Three"):
        await ana.done("courseRouter.renameCourse", {"courseId": course_id, "title": title})
        await ana.done(PUBLISH, {"courseId": course_id})
    vic = await asking(ana.service, "vic@example.org", role="viewer")
    first = await vic.data(LIST, {"courseId": course_id, "limit": 2})
    second = await vic.data(LIST, {"courseId": course_id, "limit": 2, "cursor": first["nextCursor"]})

    assert [publication["title"] for publication in first["publications"] + second["publications"]] == [
        "Three",
        "Two",
        "One",
    ]
    assert second["nextCursor"] is None
    assert (await vic.post(PUBLISH, {"courseId": course_id})).status_code == 403
