"""`wb.attention()`: what needs attention, with the numbers of the reports on the same things."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest

from tests.api.interface_only import interface_only
from tests.finishing import share, write_lesson
from workbench.api.connect import connect
from workbench.api.workbench import Workbench
from workbench.attention import NO_LIST
from workbench.procedures.course import create_course
from workbench.procedures.lesson import get_lesson, rename_lesson, tie_translation


@pytest.fixture
def name() -> str:
    """A word that no other test has in its titles."""
    return uuid4().hex[:8]


@pytest.fixture
def seeded(workbench: Workbench, name: str) -> Workbench:
    """An organization in which there is something of most kinds, and more that needs nothing."""
    client, organization_id = workbench.client, workbench.facts.organization_id
    assert organization_id is not None
    public, waiting, source, translated = [
        write_lesson(client, organization_id, f"{title} {name}", language, f"The {title} of the sea.")
        for title, language in (("Tides", "EN"), ("Waves", "EN"), ("Winds", "EN"), ("Vents", "FR"))
    ]
    share(client, client.call(get_lesson(lesson_id=public)).course_id)
    client.call(rename_lesson(lesson_id=public, title=f"Currents {name}"))
    workbench.reviews.request(waiting)
    client.call(tie_translation(lesson_id=translated, source_lesson_id=source, source_revision=2, blocks=[]))
    client.call(create_course(title="Empty", organization_id=organization_id))
    return workbench


def counts(workbench: Workbench) -> dict[str, int]:
    """The numbers by kind."""
    frame = workbench.attention()
    assert frame.attrs["is_complete"]
    return dict(zip(frame["kind"], frame["count"], strict=True))


def reported(workbench: Workbench) -> dict[str, int]:
    """The same, from the queue and the reports."""
    coverage = workbench.reports.coverage()
    is_stale = (coverage["state"] == "stale") & (coverage["tie"] == "translation").fillna(value=False)
    courses = workbench.courses.list(columns="course_id,is_public")
    changed = [
        course_id
        for course_id in courses.loc[courses["is_public"], "course_id"]
        if len(workbench.courses.publication_changes(course_id))
    ]
    found = {
        "awaitingReview": len(workbench.reviews.queue()),
        "unpublishedChanges": len(changed),
        "staleTranslations": int(is_stale.sum()),
    }
    return {kind: count for kind, count in found.items() if count}


def test_the_numbers_are_those_of_the_reports(seeded: Workbench, name: str) -> None:
    """Also after something was done about each; links and credits have no report of what is soon over."""
    kinds = {"awaitingReview", "unpublishedChanges", "staleTranslations"}
    before, told = reported(seeded), counts(seeded)
    seeded.reviews.approve(f"Waves {name}")
    seeded.lessons.delete(f"Vents {name}")
    after, told_after = reported(seeded), counts(seeded)

    assert set(before) == kinds and {kind: told[kind] for kind in kinds} == before
    assert {kind: told_after[kind] for kind in kinds if kind in told_after} == after
    assert after.get("awaitingReview", 0) == before["awaitingReview"] - 1


def test_a_row_says_the_next_step(seeded: Workbench) -> None:
    """With the place on the page, and what it is about."""
    rows = seeded.attention().set_index("kind")

    assert rows.loc["awaitingReview", "next_step"] == "Review"
    assert rows.loc["staleTranslations", "section"] == "create/translations"
    titles = list(rows.loc["awaitingReview", "titles"])
    assert titles == seeded.reviews.queue(limit=len(titles))["title"].to_list()


def test_a_viewer_has_nothing_to_do(seeded: Workbench, as_role: Callable[[str], Workbench]) -> None:
    """Of the same organization."""
    assert as_role("viewer").attention().empty


def test_a_service_without_the_list_says_so() -> None:
    """Runs of this computer are listed all the same."""
    with interface_only() as (base_url, _), connect(base_url, token="good") as workbench:
        frame = workbench.attention()

    assert frame.attrs["missing"] == [NO_LIST]
