"""What one panel or a verb of `wb` changes is shown by all panels of the kernel immediately."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import chain
from uuid import uuid4

import pytest

from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.catalogue import CATALOGUE
from workbench.procedures.course import create_course
from workbench.procedures.lesson import (
    LessonSummary,
    create_lesson,
    create_starter_lesson,
    rename_lesson,
    request_review,
)
from workbench.procedures.organization import set_default_language
from workbench.procedures.project import create_project
from workbench.widgets.admin.audit import AuditPanel
from workbench.widgets.admin.glossary import GlossaryPanel
from workbench.widgets.admin.language import LanguagePanel
from workbench.widgets.admin.people import PeoplePanel
from workbench.widgets.admin.policy import PolicyPanel
from workbench.widgets.admin.sessions import SessionsPanel
from workbench.widgets.admin.theme import ThemePanel
from workbench.widgets.block_list.panel import BlockList
from workbench.widgets.browser.panel import Browser
from workbench.widgets.bulk.list_panel import TopicListPanel
from workbench.widgets.credits import CreditsPanel
from workbench.widgets.document.panel import LessonDocument
from workbench.widgets.kit.panel import Panel
from workbench.widgets.kit.polling import Poll, catch_up, forget, note_change
from workbench.widgets.org_picker import OrgPicker
from workbench.widgets.outline.panel import OutlinePanel
from workbench.widgets.review.panel import ReviewPanel
from workbench.widgets.sharing.table import SharingTable
from workbench.widgets.sources.panel import SourcesPanel
from workbench.widgets.starter_form.panel import StarterLessonForm

LISTS = (AuditPanel, GlossaryPanel, PeoplePanel, PolicyPanel, SessionsPanel, ThemePanel, SourcesPanel)
OF_NO_PANEL = {
    "asset.deleteAsset",
    "asset.updateAsset",
    "organization.selectOrganization",
}
"""Writes whose effect is on no panel."""


@pytest.fixture
def lesson(client: Client) -> LessonSummary:
    """A lesson in its own course."""
    return client.call(create_lesson(title="Tides", language="EN"))


@pytest.fixture
def organization_id(client: Client) -> str:
    """The organization that is worked in."""
    picker = OrgPicker(client, workers=InlinePool())
    picker.refresh()
    return picker.value or ""


def until(condition: Callable[[], bool]) -> None:
    """Wait until it holds; a timer of a second may be late on a busy machine."""
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def looked_at(panel: Panel) -> Panel:
    """The panel after its first load."""
    panel.load_once()
    return panel


def test_a_new_course_is_in_the_sharing_table(client: Client, inline: InlinePool) -> None:
    """
    Regression: it showed "No courses here" after five were made, until it was refreshed by hand.
    """
    table = SharingTable(client, workers=inline)
    looked_at(table)
    made = client.call(create_course(title="Knots"))

    assert made.course_id in {row["id"] for row in table.list.rows}


def test_a_request_for_review_is_in_the_queue_and_above_the_lesson(
    client: Client, inline: InlinePool, lesson: LessonSummary
) -> None:
    """
    Regression: the lesson said "In review" and the queue next to it "Nothing waits here".
    """
    queue, document = ReviewPanel(client, workers=inline), LessonDocument(client, lesson.lesson_id, workers=inline)
    looked_at(queue)
    looked_at(document)
    client.call(request_review(lesson_ids=[lesson.lesson_id]))

    assert lesson.lesson_id in {entry.id for entry in queue.queue.entries}
    assert document.head.state["status"]["text"] == "In review"


def test_spent_credits_are_on_every_panel_that_shows_them(
    client: Client, inline: InlinePool, organization_id: str
) -> None:
    """
    Regression: the organization showed 10,000 credits after they were spent.
    """
    credits = CreditsPanel(client, organization_id=organization_id, workers=inline)
    picker = OrgPicker(client, workers=inline)
    looked_at(credits)
    looked_at(picker)
    before = credits.value
    client.call(create_starter_lesson(topic="Tides", language="EN"))

    assert before is not None
    assert credits.value == before - 1
    shown = {organization.organization_id: organization.ai_credit_balance for organization in picker.organizations}
    assert shown[organization_id] == before - 1


def test_a_changed_default_language_is_in_every_form_at_once(client: Client, inline: InlinePool) -> None:
    """
    Regression: the outline and the topic list took it only when they were refreshed by hand.
    """
    outline, form = OutlinePanel(client, workers=inline), StarterLessonForm(client, workers=inline)
    topics = TopicListPanel(client, workers=inline, topics=f"{uuid4().hex}\n{uuid4().hex}\n")
    for panel in (outline, form, topics):
        looked_at(panel)

    def languages() -> list[str]:
        rows = {row["language"] for row in topics.verdicts.table.rows}
        return [outline.form.language.value, form.language.value, *rows]

    try:
        client.call(set_default_language(language="NL"))
        changed, assumed = languages(), topics.controls.assumed.options[0][0]
        outline.form.language.value = "FR"
        client.call(set_default_language(language="DE"))
        until(lambda: languages() == ["FR", "DE", "DE"])  # of changes in a row they take note once a second
    finally:
        client.call(set_default_language(language=None))

    assert changed == ["NL"] * 3
    assert assumed == "Dutch · Nederlands (NL) (default)"


def test_a_course_that_follows_its_lesson_is_shown_with_its_title(client: Client, inline: InlinePool) -> None:
    """
    Regression: a renamed lesson gave its course another title, and the sharing table showed the one before.
    """
    table = SharingTable(client, workers=inline)
    made = client.call(create_lesson(title=f"Tides {uuid4().hex}", language="EN"))
    looked_at(table)
    client.call(rename_lesson(lesson_id=made.lesson_id, title=f"Ebb {made.lesson_id}"))

    assert f"Ebb {made.lesson_id}" in {row["title"] for row in table.list.rows}


def test_a_panel_of_another_client_of_the_service_hears_of_it(
    client: Client, inline: InlinePool, organization_id: str
) -> None:
    """A second `connect()` in the notebook, or the same limited to an organization."""
    browser = Browser(client.within(organization_id), organization_id=organization_id, workers=inline)
    looked_at(browser)
    made = client.call(create_project(name="Harbours"))

    assert made.project_id in {project.project_id for project in browser.state.projects}


def test_a_closed_panel_asks_for_nothing(client: Client, inline: InlinePool, counted: list[int]) -> None:
    """Nor does one that nobody has looked at."""
    closed, unseen = SharingTable(client, workers=inline), SharingTable(client, workers=inline)
    looked_at(closed).close()
    before = sum(counted)
    client.changes.publish({"courses"})

    assert (sum(counted), unseen.courses) == (before, [])


def test_a_panel_out_of_sight_asks_for_nothing(client: Client, inline: InlinePool, counted: list[int]) -> None:
    """It is requested again when it is seen: the front end polls only then."""
    table = SharingTable(client, workers=inline)
    looked_at(table)
    table._polled_at = -1_000.0
    before = sum(counted)
    client.changes.publish({"courses"})

    assert sum(counted) == before


def test_many_changes_in_a_row_are_one_request(nobody: Client, inline: InlinePool) -> None:
    """The first immediately, the last not lost, those between left out."""
    shown: list[int] = []
    panel = Poll(list, lambda: True, lambda: shown.append(1))
    for _ in range(50):
        note_change(nobody, panel)
        catch_up(nobody, inline)

    assert len(shown) == 1
    until(lambda: len(shown) == 2)


def test_what_is_closed_meanwhile_is_not_refreshed(nobody: Client, inline: InlinePool) -> None:
    """A refresh that waits for its turn ends with its panel."""
    shown: list[int] = []
    panel, other = (Poll(list, lambda: True, lambda number=number: shown.append(number)) for number in range(2))
    note_change(nobody, panel)
    catch_up(nobody, inline)
    note_change(nobody, panel)
    note_change(nobody, other)
    catch_up(nobody, inline)
    forget(nobody, panel)

    until(lambda: len(shown) == 2)
    assert shown == [0, 1]


def test_every_write_says_what_it_changes() -> None:
    """A new one is either shown by a panel or in the list above."""
    silent = {name for name, procedure in CATALOGUE.items() if procedure.is_write and not procedure.changes}

    assert silent == OF_NO_PANEL
    assert not any(procedure.changes for procedure in CATALOGUE.values() if not procedure.is_write)


def test_every_topic_is_shown_by_a_panel() -> None:
    """And by the audit log, which is about all of them."""
    panels = (*LISTS, LanguagePanel, BlockList, Browser, CreditsPanel, OrgPicker, ReviewPanel, SharingTable)
    shown = set(chain.from_iterable(panel.shows for panel in panels if panel is not AuditPanel))
    declared = set(chain.from_iterable(procedure.changes for procedure in CATALOGUE.values()))

    assert shown == declared == AuditPanel.shows


@pytest.fixture
def counted(client: Client, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A number for each conversation with the service."""
    conversations: list[int] = []
    run = client.connection.run

    def count(*given: object) -> list[object]:
        conversations.append(1)
        return run(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(client.connection, "run", count)
    return conversations
