"""What learners' pages say next to a lesson's text is what their pages say, for anyone who makes pages of files."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.asking import Asking
from tests.service.assets.media_files import SAMPLES
from tests.service.places import added_asset
from tests.service.reviews.test_handlers import somebody_else
from tests.service.shared_courses import EVERY_TYPE, keep, page, publish
from workbench.learner_pages.made_by import MadeBy, made_by_html

pytestmark = pytest.mark.anyio

CONTEXT = "courseRouter.getPageContext"


async def lesson_of(ana: Asking, course_id: str) -> str:
    """The id of the course's one lesson."""
    (lesson,) = (await ana.data("courseRouter.getCourse", {"courseId": course_id}))["lessons"]
    return str(lesson["lessonId"])


async def context_of(ana: Asking, course_id: str, *lessons: tuple[str, int]) -> dict[str, Any]:
    """The context of pages of these revisions."""
    wanted = [{"lessonId": lesson_id, "revision": revision} for lesson_id, revision in lessons]
    found: dict[str, Any] = await ana.data(CONTEXT, {"courseId": course_id, "lessons": wanted})
    return found


def foot(context: dict[str, Any]) -> str:
    """The foot of a page that is made of it."""
    (made,) = context["lessons"]
    return made_by_html(MadeBy(context["organizationName"], made["model"], made["hasEdits"], made["approvedOn"]), "EN")


async def test_it_says_what_the_learners_page_says(ana: Asking) -> None:
    """Before an approval, after it, and under the name of the theme."""
    course_id = await keep(ana, *EVERY_TYPE)
    lesson_id = await lesson_of(ana, course_id)
    await publish(ana, course_id)
    seen, told = [(await page(ana, course_id)).text], [await context_of(ana, course_id, (lesson_id, 1))]
    await ana.done("lesson.review", {"lessonId": lesson_id, "revision": 1, "verdict": "approved"})
    logo = await added_asset(ana, SAMPLES["image/png"], alternativeText="A crane")
    theme = {"name": "Harbour & Quay", "logoAssetId": logo, "accent": "#ffb000", "footer": "Quay 4"}
    await ana.done("organization.setTheme", theme)
    seen.append((await page(ana, course_id)).text)
    told.append(await context_of(ana, course_id, (lesson_id, 1)))

    assert [foot(context) in text for context, text in zip(told, seen, strict=True)] == [True, True]
    assert "Approved by <bdi>Harbour &amp; Quay</bdi> on" in seen[1]
    assert (told[0]["organizationName"], told[0]["logo"]) == ("Acme", None)
    assert told[1]["theme"] == await ana.data("organization.getTheme", {})
    assert {name: told[1]["logo"][name] for name in ("assetId", "alternativeText")} == {
        "assetId": logo,
        "alternativeText": "A crane",
    }


async def test_an_own_approval_is_not_shown_where_somebody_else_must_review(ana: Asking) -> None:
    """Neither on the page nor to anyone who makes pages of files."""
    course_id = await keep(ana, *EVERY_TYPE)
    lesson_id = await lesson_of(ana, course_id)
    await publish(ana, course_id)
    await ana.done("lesson.review", {"lessonId": lesson_id, "revision": 1, "verdict": "approved"})
    shown = [(await page(ana, course_id)).text]
    await somebody_else(ana)
    shown.append((await page(ana, course_id)).text)

    assert ["Approved by" in text for text in shown] == [True, False]
    assert (await context_of(ana, course_id, (lesson_id, 1)))["lessons"][0]["approvedOn"] is None


async def test_each_revision_has_its_own_approval(ana: Asking) -> None:
    """The last decision about it counts; an edit has none yet."""
    course_id = await keep(ana, *EVERY_TYPE)
    lesson_id = await lesson_of(ana, course_id)
    await ana.done("lesson.review", {"lessonId": lesson_id, "revision": 1, "verdict": "approved"})
    await ana.done("lesson.renameLesson", {"lessonId": lesson_id, "title": "Ebb"})
    context = await context_of(ana, course_id, (lesson_id, 2), (lesson_id, 1))

    assert [(lesson["revision"], lesson["hasEdits"], bool(lesson["approvedOn"])) for lesson in context["lessons"]] == [
        (2, True, False),
        (1, False, True),
    ]
    assert (await context_of(ana, course_id))["lessons"] == []


@pytest.mark.parametrize("revision", [2, 1_000_000])
async def test_a_revision_that_never_was_is_not_found(ana: Asking, revision: int) -> None:
    """As a lesson that is not there."""
    course_id = await keep(ana, *EVERY_TYPE)
    lesson_id = await lesson_of(ana, course_id)
    wanted = [{"lessonId": lesson_id, "revision": revision}]

    assert (await ana.get(CONTEXT, {"courseId": course_id, "lessons": wanted})).status_code == 404


async def test_a_lesson_of_others_or_in_the_trash_is_not_found(ana: Asking, eve: Asking) -> None:
    """Beside one that is there, too: all of it, or nothing."""
    course_id, theirs, trashed = [await keep(person, *EVERY_TYPE) for person in (ana, eve, ana)]
    own = await lesson_of(ana, course_id)
    lesson_ids = [await lesson_of(eve, theirs), await lesson_of(ana, trashed)]
    await ana.done("lesson.deleteLesson", {"lessonId": lesson_ids[1]})
    answers = [
        await ana.get(
            CONTEXT,
            {"courseId": course_id, "lessons": [{"lessonId": one, "revision": 1} for one in (own, lesson_id)]},
        )
        for lesson_id in lesson_ids
    ]

    assert [answer.status_code for answer in answers] == [404, 404]
