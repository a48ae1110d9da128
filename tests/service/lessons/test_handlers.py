"""Lessons: read, listed, created manually, renamed, moved, put into the trash and taken out."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.service.asking import Asking, asking
from tests.service.database import digest
from tests.service.shared_courses import EVERY_TYPE, keep, page, public, publish
from tests.service.writers import ScriptedWriter
from workbench.service.credits import store as credits
from workbench.service.kernel.membership import ACTIVE, SUSPENDED
from workbench.service.organizations import store as organizations

pytestmark = pytest.mark.anyio

LIST = "lesson.listLessons"
STARTER = "lesson.createStarterLesson"
TIDES = {"language": "EN", "topic": "Tides"}


async def titles(person: Asking, **asked: Any) -> list[str]:
    """The titles of the lessons in a list."""
    return [lesson["title"] for lesson in (await person.data("lesson.listLessons", asked))["lessons"]]


async def test_a_lesson_is_made_without_blocks_and_without_credits(ana: Asking) -> None:
    """With its own course, of its title; nobody wrote it."""
    made = await ana.done("lesson.createLesson", {"title": "Sourdough", "language": "pt-br"})
    course = await ana.data("courseRouter.getCourse", {"courseId": made["courseId"]})

    assert (made["language"], made["blockCount"], made["revision"]) == ("PT-BR", 0, 1)
    assert (made["topic"], made["writer"]) == (None, None)
    assert course["title"] == "Sourdough"
    assert (await ana.data("organization.getUserData"))["aiCreditBalance"] == 100


async def test_a_lesson_that_was_made_blank_takes_pages(ana: Asking) -> None:
    """It is a lesson like any other."""
    made = await ana.done("lesson.createLesson", {"title": "Sourdough", "language": "EN"})
    page = {"id": "3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa", "type": "blank", "content": {}}
    insert = {"label": "insertPages", "mutations": [{"type": "lessonBlockInsert", "block": page}]}
    await ana.done(
        "realtime.executeTransactions", {"lessonId": made["lessonId"], "language": "EN", "transactions": [insert]}
    )

    assert (await ana.data("lesson.getLesson", {"lessonId": made["lessonId"]}))["blocks"] == [page]


@pytest.mark.parametrize("wrong", ["organizationId", "projectId"])
async def test_a_lesson_goes_where_its_course_is(ana: Asking, wrong: str) -> None:
    """Another organization or project next to the course is refused as not found."""
    course = await ana.done("courseRouter.createCourse", {"title": "Baking"})
    asked = {"title": "Sourdough", "language": "EN", "courseId": course["courseId"], wrong: "0" * 25}
    answered = await ana.post("lesson.createLesson", asked)

    assert answered.status_code == 404
    assert await titles(ana) == []


async def test_what_lessons_hold_is_counted(ana: Asking) -> None:
    """Words, blocks by type and empty blocks of each."""
    await keep(ana, *EVERY_TYPE)
    (found,) = (await ana.data("lesson.listContents"))["contents"]

    assert found["blocksByType"] == {kind: 1 for kind, _ in EVERY_TYPE}
    assert (found["emptyBlocks"], found["textLanguage"]) == (1, None)
    callout, ordering, matching, fill_in, short_answer = 3, 9, 5, 4, 6
    later = callout + ordering + matching + fill_in + short_answer
    assert found["wordCount"] == 2 + 5 + 4 + 4 + 3 + 8 + later + 5 + 3 + 3


async def test_a_text_in_another_language_is_said(ana: Asking) -> None:
    """When it is sure; the lesson keeps its own."""
    said = "Wer den Abfall trennt, der spart der Gemeinde viel Geld, und die Wälder danken es ihm auf ihre Weise. " * 3
    await keep(ana, ("text", {"markdown": said}))
    (found,) = (await ana.data("lesson.listContents"))["contents"]

    assert found["textLanguage"] == "DE"


async def test_equal_texts_have_equal_fingerprints(ana: Asking) -> None:
    """Whatever their case and signs; told where they are requested."""
    text = "Twice a day the sea comes in and goes out again, and no one asked it to. " * 4
    for variant in (text, f"**{text.upper().strip()}**", "Ebb"):
        await keep(ana, ("text", {"markdown": variant}))
    plain = (await ana.data("lesson.listContents"))["contents"]
    short, second, first = (await ana.data("lesson.listContents", {"fingerprints": True}))["contents"]

    assert {(content["textDigest"], content["textSketch"]) for content in plain} == {(None, None)}
    assert (first["textDigest"], first["textSketch"]) == (second["textDigest"], second["textSketch"])
    assert len(first["textSketch"]) == 684 and (short["textDigest"] is not None, short["textSketch"]) == (True, None)


async def test_a_made_up_cursor_of_contents_is_refused(ana: Asking) -> None:
    """As in the list of lessons."""
    assert (await ana.get("lesson.listContents", {"cursor": "x"})).status_code == 400


async def test_a_lesson_has_its_new_title_everywhere(ana: Asking) -> None:
    """In lists, in its heading and in the course that was made for it, by one change."""
    lesson = await ana.starter()
    renamed = await ana.done("lesson.renameLesson", {"lessonId": lesson["lessonId"], "title": "Green"})
    course = await ana.data("courseRouter.getCourse", {"courseId": lesson["courseId"]})
    heading = (await ana.data("lesson.getLesson", {"lessonId": lesson["lessonId"]}))["blocks"][0]

    assert (renamed["title"], renamed["revision"]) == ("Green", lesson["revision"] + 1)
    assert await titles(ana, search="green") == ["Green"]
    assert (course["title"], heading["content"]["text"]) == ("Green", "Green")


async def test_a_course_with_another_lesson_or_title_keeps_its_own(ana: Asking) -> None:
    """A rename of the lesson is no rename of what somebody else named or filled."""
    shared, named = await ana.starter("Moon"), await ana.starter("Sun")
    await ana.done("lesson.createLesson", {"title": "More", "language": "EN", "courseId": shared["courseId"]})
    await ana.done("courseRouter.renameCourse", {"courseId": named["courseId"], "title": "Stars"})
    for lesson in (shared, named):
        await ana.done("lesson.renameLesson", {"lessonId": lesson["lessonId"], "title": "Other"})
    found = [await ana.data("courseRouter.getCourse", {"courseId": lesson["courseId"]}) for lesson in (shared, named)]

    assert [course["title"] for course in found] == ["Moon", "Stars"]


async def test_a_rename_repeated_changes_nothing(ana: Asking) -> None:
    """The same title again is not a revision."""
    lesson = await ana.starter()
    asked = {"lessonId": lesson["lessonId"], "title": "Green"}

    assert [(await ana.done("lesson.renameLesson", asked))["revision"] for _ in range(2)] == [2, 2]


async def test_a_lesson_that_was_renamed_meanwhile_is_not_renamed_again(ana: Asking) -> None:
    """Where the title that it has is named, another one is a conflict, which tells it; a repetition is none."""
    lesson = await ana.starter("Moon")
    asked = {"lessonId": lesson["lessonId"], "title": "Sun"}
    refused = await ana.post("lesson.renameLesson", {**asked, "baseTitle": "Stars"})
    done = [await ana.done("lesson.renameLesson", {**asked, "baseTitle": "Moon"}) for _ in range(2)]

    assert (refused.status_code, refused.json()["error"]["data"]["title"]) == (409, "Moon")
    assert [answer["revision"] for answer in done] == [2, 2]


async def test_a_lesson_moves_to_another_course_and_its_project(ana: Asking) -> None:
    """And leaves the one it was in."""
    lesson = await ana.starter()
    project_id = (await ana.done("project.createProject", {"name": "Summer"}))["projectId"]
    course = await ana.done("courseRouter.createCourse", {"title": "Baking", "projectId": project_id})
    moved = await ana.done("lesson.moveLesson", {"lessonId": lesson["lessonId"], "courseId": course["courseId"]})

    assert (moved["courseId"], moved["projectId"]) == (course["courseId"], project_id)
    assert await titles(ana, courseId=lesson["courseId"]) == []


async def test_a_lesson_does_not_leave_its_organization(ana: Asking, eve: Asking) -> None:
    """A course of another one is like none, even for who is in both."""
    await asking(eve.service, "ana@example.org", "Other", role="owner")
    theirs = await eve.done("courseRouter.createCourse", {"title": "Theirs"})
    lesson = await ana.starter()
    answered = await ana.post("lesson.moveLesson", {"lessonId": lesson["lessonId"], "courseId": theirs["courseId"]})

    assert answered.status_code == 404


async def test_a_reviewer_published_by_another_road_than_sharing(ana: Asking) -> None:
    """Out of the trash, where it was hidden from learners: only who may share lets them see it again."""
    course_id = await public(ana, *EVERY_TYPE)
    lesson = await ana.done("lesson.createLesson", {"title": "Gone", "language": "EN", "courseId": course_id})
    await publish(ana, course_id)
    await ana.done("lesson.deleteLesson", {"lessonId": lesson["lessonId"]})
    rae = await asking(ana.service, "rae@example.org", role="reviewer")
    before = (await page(ana, course_id)).text
    refused = await rae.post("lesson.restoreLesson", {"lessonId": lesson["lessonId"]})

    assert refused.status_code == 403
    assert "The role reviewer does not allow this." in refused.json()["error"]["message"]
    assert (await page(ana, course_id)).text == before
    await ana.done("lesson.restoreLesson", {"lessonId": lesson["lessonId"]})
    assert "Gone" in (await page(ana, course_id)).text


async def test_a_reviewer_works_in_a_public_course(ana: Asking) -> None:
    """What they make, move and restore there waits for its next publication."""
    course_id = await public(ana, *EVERY_TYPE)
    lesson = await ana.starter("Draft")
    rae = await asking(ana.service, "rae@example.org", role="reviewer")
    before = (await page(ana, course_id)).text
    made = await rae.done("lesson.createLesson", {"title": "New", "language": "EN", "courseId": course_id})
    await rae.done("lesson.moveLesson", {"lessonId": lesson["lessonId"], "courseId": course_id})
    await rae.done("lesson.deleteLesson", {"lessonId": made["lessonId"]})
    await rae.done("lesson.restoreLesson", {"lessonId": made["lessonId"]})

    assert (await page(ana, course_id)).text == before
    assert (await ana.data("courseRouter.getCourse", {"courseId": course_id}))["lessonCount"] == 3


async def test_the_only_lesson_of_a_starter_course_takes_it_along(ana: Asking) -> None:
    """The answer says so, and nothing is refunded."""
    lesson = await ana.starter()
    gone = await ana.done("lesson.deleteLesson", {"lessonId": lesson["lessonId"]})

    assert gone == {"lessonId": lesson["lessonId"], "courseId": lesson["courseId"], "isCourseInTrash": True}
    assert (await ana.data("courseRouter.listCourses"))["courses"] == []
    assert (await ana.data("organization.getUserData"))["aiCreditBalance"] == 99


async def test_a_lesson_comes_back_with_its_course_and_blocks(ana: Asking) -> None:
    """As it was."""
    lesson = await ana.starter()
    await ana.done("lesson.deleteLesson", {"lessonId": lesson["lessonId"]})
    assert await titles(ana, inTrash=True) == [lesson["title"]]
    await ana.done("lesson.restoreLesson", {"lessonId": lesson["lessonId"]})

    assert (await ana.data("lesson.getLesson", {"lessonId": lesson["lessonId"]}))["blocks"] == lesson["blocks"]
    assert await titles(ana, inTrash=True) == []


async def test_a_deleted_lesson_is_not_edited(ana: Asking) -> None:
    """Nor read, renamed, moved or deleted again."""
    lesson = await ana.starter()
    chosen = {"lessonId": lesson["lessonId"]}
    await ana.done("lesson.deleteLesson", chosen)
    answered = [
        await ana.post("realtime.executeTransactions", {**chosen, "language": "EN", "transactions": []}),
        await ana.post("lesson.renameLesson", {**chosen, "title": "x"}),
        await ana.post("lesson.deleteLesson", chosen),
        await ana.get("lesson.getLesson", chosen),
    ]

    assert [answer.status_code for answer in answered] == [404] * 4


async def test_a_lesson_comes_with_its_blocks_in_order(ana: Asking) -> None:
    """Blocks, revision (in the header too) and where it came from."""
    made = await ana.done("lesson.createStarterLesson", {"language": "EN", "topic": "Tides"})
    answered = await ana.get("lesson.getLesson", {"lessonId": made["lessonId"]})
    lesson = answered.json()[0]["result"]["data"]

    assert (lesson["title"], lesson["topic"], lesson["writer"]) == (made["title"], "Tides", "planning-sheet")
    assert len(lesson["blocks"]) == lesson["blockCount"] > 3
    assert answered.headers["x-lesson-revision"] == str(lesson["revision"]) == "1"


async def test_contents_come_back_as_they_were_kept(ana: Asking) -> None:
    """Unknown block types and fields included."""
    await keep(ana, *EVERY_TYPE)
    (listed,) = (await ana.data(LIST))["lessons"]
    lesson = await ana.data("lesson.getLesson", {"lessonId": listed["lessonId"]})

    assert [(block["type"], block["content"]) for block in lesson["blocks"]] == list(EVERY_TYPE)


async def test_lessons_are_filtered(ana: Asking) -> None:
    """By language, course, project and words of the title, all without touching another organization's."""
    course_id = await keep(ana, title="Ebbe", language="DE")
    await keep(ana, title="Ebb")

    assert [lesson["title"] for lesson in (await ana.data(LIST, {"language": "de"}))["lessons"]] == ["Ebbe"]
    assert [lesson["title"] for lesson in (await ana.data(LIST, {"courseId": course_id}))["lessons"]] == ["Ebbe"]
    assert (await ana.data(LIST, {"search": "EBB"}))["total"] == 2


@pytest.mark.parametrize("sort", ["recently-updated", "recently-created", "alphabetical", "by-magic", ""])
async def test_any_sort_preference_is_taken(ana: Asking, sort: str) -> None:
    """Three are known; any other sorts as recently-updated."""
    await keep(ana, title="B")
    await keep(ana, title="A")
    found = [lesson["title"] for lesson in (await ana.data(LIST, {"sortPreference": sort}))["lessons"]]

    assert found == ["A", "B"]


async def test_lessons_come_page_by_page(ana: Asking) -> None:
    """In every order the pages together are all, each once."""
    titles = ["One", "Two", "Three"]
    made = [await keep(ana, title=title) for title in titles]
    asked = {"limit": 2, "sortPreference": "alphabetical"}
    first = await ana.data(LIST, asked)
    second = await ana.data(LIST, {**asked, "cursor": first["nextCursor"]})

    assert len(made) == first["total"] == 3
    assert [lesson["title"] for lesson in first["lessons"] + second["lessons"]] == ["One", "Three", "Two"]
    assert second["nextCursor"] is None


async def test_a_cursor_belongs_to_its_order(ana: Asking) -> None:
    """A cursor of one order in another is refused, not misread."""
    await keep(ana, title="One")
    await keep(ana, title="Two")
    first = await ana.data(LIST, {"limit": 1, "sortPreference": "alphabetical"})
    answered = await ana.get(LIST, {"limit": 1, "sortPreference": "recently-created", "cursor": first["nextCursor"]})

    assert answered.status_code == 400


async def test_a_lesson_in_flight_does_not_land_in_an_archived_project(ana: Asking, writer: ScriptedWriter) -> None:
    """
    Regression: it was paid for and in no list. It lands in `Starter lessons`, and the audit log says instead of what.
    """
    project_id = (await ana.done("project.createProject", {"name": "Sea"}))["projectId"]
    (gate,) = writer.gated()
    running = asyncio.create_task(ana.post(STARTER, {**TIDES, "projectId": project_id}))
    await writer.begun.wait()
    await ana.done("project.archiveProject", {"projectId": project_id, "isArchived": True})
    gate.set()
    lesson_id = (await running).json()["result"]["data"]["lessonId"]
    found = await ana.data("lesson.getLesson", {"lessonId": lesson_id})
    (default,) = (await ana.data("organization.getOrganizationProjects"))["projects"]
    noted = (await ana.data("organization.getAuditLog"))["entries"][0]

    assert (found["projectId"], await balance(ana)) == (default["projectId"], 99)
    assert (noted["subject"], noted["facts"]["insteadOfProjectId"]) == (lesson_id, project_id)


async def test_a_suspended_organization_generates_nothing(ana: Asking, writer: ScriptedWriter) -> None:
    """
    Regression: it continued as before. 402, so that a run stops and its rows stay planned; what was made already is
    still given again under its key.
    """
    made = await ana.done(STARTER, TIDES, idempotency_key="k-1")
    await suspend(ana, SUSPENDED)
    refused = await ana.post(STARTER, {**TIDES, "topic": "Ebb"})
    again = await ana.done(STARTER, TIDES, idempotency_key="k-1")
    await suspend(ana, ACTIVE)

    assert (refused.status_code, refused.json()["error"]["data"]["organizationStatus"]) == (402, "Suspended")
    assert (again, len(writer.requests), await balance(ana)) == (made, 1, 99)
    await ana.done(STARTER, {**TIDES, "topic": "Ebb"})


async def balance(person: Asking) -> int:
    """The credits that can be spent, which are also the sum of the ledger."""
    kept, total = await person.service.store.read(lambda db: credits.balance_and_sum(db, person.organization_id))
    assert kept == total
    return kept


async def suspend(person: Asking, status: str) -> None:
    """The person's organization in this status."""
    await person.service.store.write(
        lambda db: organizations.set_tier_and_status(db, person.organization_id, tier="Pro", status=status)
    )


async def test_a_lesson_is_updated_whole(ana: Asking) -> None:
    """Title, course and blocks change together, as one revision; a first heading follows."""
    made = await ana.starter("Tides")
    course = await ana.done("courseRouter.createCourse", {"title": "The sea"})
    block = next(block for block in made["blocks"] if block["type"] == "authorNote")
    update = {"type": "lessonBlockUpdate", "id": block["id"], "content": {"markdown": "The moon pulls"}}
    asked = {
        "lessonId": made["lessonId"],
        "baseRevision": 1,
        "title": "Ebb and flow",
        "courseId": course["courseId"],
        "baseCourseId": made["courseId"],
        "transactions": [{"label": "editPages", "mutations": [update]}],
    }
    updated = await ana.done("lesson.updateLesson", asked)
    found = await ana.data("lesson.getLesson", {"lessonId": made["lessonId"]})

    assert (updated["revision"], updated["courseId"], updated["title"]) == (2, course["courseId"], "Ebb and flow")
    assert {"markdown": "The moon pulls"} in [block["content"] for block in found["blocks"]]
    assert found["blocks"][0]["content"]["text"] == "Ebb and flow"


@pytest.mark.parametrize("base", [{"baseRevision": 2}, {"baseRevision": 1, "baseCourseId": "0" * 25}])
async def test_a_lesson_that_changed_meanwhile_is_not_updated(ana: Asking, base: dict[str, Any]) -> None:
    """Nothing of the update takes effect, and the conflict tells the lesson's revision."""
    made = await ana.starter("Tides")
    course = await ana.done("courseRouter.createCourse", {"title": "The sea"})
    asked = {"lessonId": made["lessonId"], "title": "Ebb", "courseId": course["courseId"], **base}
    answered = await ana.post("lesson.updateLesson", asked)

    assert answered.status_code == 409
    assert answered.json()["error"]["data"]["revision"] == 1
    assert await ana.data("lesson.getLesson", {"lessonId": made["lessonId"]}) == made


async def test_an_update_that_cannot_be_moved_changes_no_title(ana: Asking) -> None:
    """It takes effect whole or not at all."""
    made = await ana.starter("Tides")
    asked = {"lessonId": made["lessonId"], "baseRevision": 1, "title": "Ebb", "courseId": "0" * 25}

    assert (await ana.post("lesson.updateLesson", asked)).status_code == 404
    assert await ana.data("lesson.getLesson", {"lessonId": made["lessonId"]}) == made


async def test_two_who_update_a_lesson_at_once_are_told_apart(ana: Asking) -> None:
    """One of them has it, the other a conflict."""
    made = await ana.starter("Tides")
    asked = [{"lessonId": made["lessonId"], "baseRevision": 1, "title": title} for title in ("Ebb", "Flow")]
    answered = await asyncio.gather(*(ana.post("lesson.updateLesson", request) for request in asked))

    assert sorted(answer.status_code for answer in answered) == [200, 409]


EDIT = "realtime.executeTransactions"


def insert(block_id: str, content: dict[str, Any] | None = None, kind: str = "blank") -> dict[str, Any]:
    """A mutation that inserts a block."""
    return {"type": "lessonBlockInsert", "block": {"id": block_id, "type": kind, "content": content or {}}}


def order(*ids: str) -> dict[str, Any]:
    """A mutation that orders blocks."""
    return {"type": "lessonBlockOrderUpdate", "after": list(ids)}


def edit(lesson: dict[str, Any], *mutations: dict[str, Any], **more: Any) -> dict[str, Any]:
    """One transaction on the lesson."""
    transaction = {"label": "insertPages", "mutations": list(mutations)}
    return {"lessonId": lesson["lessonId"], "language": lesson["language"], "transactions": [transaction], **more}


async def ids(person: Asking, lesson: dict[str, Any]) -> list[str]:
    """The lesson's blocks in order."""
    found = await person.data("lesson.getLesson", {"lessonId": lesson["lessonId"]})
    return [block["id"] for block in found["blocks"]]


def error(answered: httpx.Response) -> dict[str, Any]:
    """What a refusal says next to its message."""
    data: dict[str, Any] = answered.json()["error"]["data"]
    return data


async def test_a_page_goes_to_the_end_as_the_interface_shows(ana: Asking) -> None:
    """Order first, insert second, and the order lists only the new page: nothing is lost."""
    lesson = await ana.starter()
    before, page = await ids(ana, lesson), str(uuid4())
    await ana.done(EDIT, edit(lesson, order(page), insert(page)))

    assert await ids(ana, lesson) == [*before, page]


async def test_an_upper_case_id_is_stored_in_lower_case(ana: Asking) -> None:
    """UUIDs are taken in any case."""
    lesson = await ana.starter()
    page = str(uuid4())
    await ana.done(EDIT, edit(lesson, order(page.upper()), insert(page.upper())))

    assert (await ids(ana, lesson))[-1] == page


async def test_a_repeated_call_succeeds_with_nothing_applied(ana: Asking) -> None:
    """Also after another's edit: the order of the replay does not come back."""
    lesson = await ana.starter()
    page, first = str(uuid4()), (await ids(ana, lesson))[0]
    asked = edit(lesson, order(page, first), insert(page))
    await ana.done(EDIT, asked)
    await ana.done(EDIT, edit(lesson, order(first, page)))
    before = await ids(ana, lesson)
    answered = await ana.post(EDIT, asked)

    assert (answered.status_code, await ids(ana, lesson)) == (200, before)
    assert answered.headers["x-lesson-revision"] == "3"


async def test_the_same_id_with_other_content_is_a_conflict(ana: Asking) -> None:
    """The block stays as it was."""
    lesson = await ana.starter()
    page = str(uuid4())
    await ana.done(EDIT, edit(lesson, insert(page)))
    answered = await ana.post(EDIT, edit(lesson, insert(page, {"markdown": "x"}, "text")))

    assert answered.status_code == 409


async def test_one_bad_transaction_undoes_all_of_the_call(ana: Asking) -> None:
    """One call is one unit."""
    lesson = await ana.starter()
    before = await digest(ana.service.store)
    asked = edit(lesson, insert(str(uuid4())))
    asked["transactions"].append({"label": "bad", "mutations": [order(str(uuid4()))]})
    answered = await ana.post(EDIT, asked)

    assert (answered.status_code, await digest(ana.service.store)) == (409, before)


async def test_an_unknown_id_says_what_a_rebase_needs(ana: Asking) -> None:
    """CONFLICT with the current order, the revision and the unknown ids."""
    lesson = await ana.starter()
    strange = str(uuid4())
    answered = await ana.post(EDIT, edit(lesson, order(strange)))

    assert answered.status_code == 409
    assert error(answered)["currentOrder"] == await ids(ana, lesson)
    assert (error(answered)["revision"], error(answered)["unknown"]) == (1, [strange])


async def test_an_id_listed_twice_is_refused(ana: Asking) -> None:
    """BAD_REQUEST; nothing changes."""
    lesson = await ana.starter()
    first = (await ids(ana, lesson))[0]

    assert (await ana.post(EDIT, edit(lesson, order(first, first)))).status_code == 400


async def test_a_deleted_block_in_an_order_is_ignored(ana: Asking) -> None:
    """Somebody else deleted it in the meantime; the rest of the order holds."""
    lesson = await ana.starter()
    first, second, *rest = await ids(ana, lesson)
    await ana.done(EDIT, edit(lesson, {"type": "lessonBlockDelete", "id": second}))
    await ana.done(EDIT, edit(lesson, order(*rest, second, first)))

    assert await ids(ana, lesson) == [*rest, first]


async def test_another_language_is_a_conflict(ana: Asking) -> None:
    """The lesson's own language, in any case of letters, or CONFLICT with the right one."""
    lesson = await ana.starter()
    answered = await ana.post(EDIT, {**edit(lesson), "language": "DE"})

    assert (answered.status_code, error(answered)["language"]) == (409, "EN")
    assert (await ana.post(EDIT, {**edit(lesson), "language": "en"})).status_code == 200


async def test_a_stale_base_revision_is_a_conflict(ana: Asking) -> None:
    """CONFLICT with revision and order; nothing changes."""
    lesson = await ana.starter()
    await ana.done(EDIT, edit(lesson, insert(str(uuid4()))))
    answered = await ana.post(EDIT, edit(lesson, insert(str(uuid4())), baseRevision=1))

    assert (answered.status_code, error(answered)["revision"]) == (409, 2)
    assert error(answered)["currentOrder"] == await ids(ana, lesson)


async def test_the_current_base_revision_passes(ana: Asking) -> None:
    """And a replay of it passes too, though it is stale by then."""
    lesson = await ana.starter()
    asked = edit(lesson, insert(str(uuid4())), baseRevision=1)
    first, second = await ana.post(EDIT, asked), await ana.post(EDIT, asked)

    assert [answer.headers["x-lesson-revision"] for answer in (first, second)] == ["2", "2"]


async def test_an_edit_that_changes_nothing_raises_no_revision(ana: Asking) -> None:
    """The order as it is, and no transactions at all."""
    lesson = await ana.starter()
    same = await ana.post(EDIT, edit(lesson, order(*await ids(ana, lesson))))
    none = await ana.post(EDIT, {**edit(lesson), "transactions": []})

    assert [answer.headers["x-lesson-revision"] for answer in (same, none)] == ["1", "1"]


async def test_editors_at_once_lose_nothing(ana: Asking) -> None:
    """32 inserts at the same time: all there, and 32 revisions."""
    lesson = await ana.starter()
    pages = [str(uuid4()) for _ in range(32)]
    answered = await asyncio.gather(*[ana.post(EDIT, edit(lesson, insert(page))) for page in pages])

    assert {int(answer.headers["x-lesson-revision"]) for answer in answered} == set(range(2, 34))
    assert set(pages) <= set(await ids(ana, lesson))


@pytest.mark.parametrize(
    "transactions",
    [
        [{"label": "x", "mutations": []}] * 51,
        [{"label": "x", "mutations": [{"type": "lessonBlockDelete", "id": str(uuid4())}] * 201}],
        [{"label": "x" * 201, "mutations": []}],
        [{"label": "x", "mutations": [{"type": "lessonBlockExplode", "id": str(uuid4())}]}],
        [{"label": "x", "mutations": [{"id": str(uuid4())}]}],
        [{"mutations": []}],
        {"label": "x", "mutations": []},
        None,
    ],
)
async def test_what_is_over_a_limit_or_unknown_is_refused(ana: Asking, transactions: object) -> None:
    """50 transactions, 200 mutations each, known types: else BAD_REQUEST."""
    lesson = await ana.starter()

    assert (await ana.post(EDIT, {**edit(lesson), "transactions": transactions})).status_code == 400


async def test_a_block_holds_64_kilobytes(ana: Asking) -> None:
    """More is refused whole."""
    lesson = await ana.starter()
    page = str(uuid4())

    assert (await ana.post(EDIT, edit(lesson, insert(page, {"markdown": "x" * 64_000}, "text")))).status_code == 400
    assert page not in await ids(ana, lesson)
