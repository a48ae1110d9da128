"""The audit log without a browser, against a real service."""

from __future__ import annotations

from typing import Any

import pytest

from tests.hostile import HOSTILE
from tests.widgets.looking import dangers_in, refreshed, state_of
from workbench.authoring.shape import wire_time
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.lesson import rename_lesson
from workbench.procedures.member import AuditEntry
from workbench.widgets.admin import audit
from workbench.widgets.admin.audit import PAGE, AuditPanel


@pytest.fixture
def renamed(client: Client, lesson_id: str) -> str:
    """A lesson that was just renamed, so that this is on top of the log."""
    client.call(rename_lesson(lesson_id=lesson_id, title="Bees"))
    return lesson_id


@pytest.fixture
def panel(client: Client, renamed: str, inline: InlinePool) -> AuditPanel:
    """A panel that was looked at by the owner."""
    return refreshed(AuditPanel(client, workers=inline))


def entry(number: int, *, action: str = "lesson.renameLesson", at: str = "2026-01-31") -> AuditEntry:
    """One of many."""
    moment = f"{at}T09:05:07.123Z"
    return AuditEntry(
        entry_id=str(number), action=action, subject="s", facts={}, person_id="p", person_name="Ana", at=moment
    )


@pytest.fixture
def of_three_pages(nobody: Client, inline: InlinePool) -> AuditPanel:
    """A panel that was told 120 entries, the last twenty of a day before."""
    made = AuditPanel(nobody, workers=inline)
    made._is_loaded = True
    days = ["2026-01-31"] * 100 + ["2026-01-30"] * 20
    made.entries = tuple(entry(1000 - number, at=day) for number, day in enumerate(days))
    made._is_whole = True
    made._offer()
    made.render()
    return made


def test_what_was_done_last_stands_first(panel: AuditPanel) -> None:
    """What, to what, when, who."""
    assert panel.list.rows[0]["title"] == "Rename lesson: Bees"
    assert panel.list.rows[0]["detail"].startswith("You")
    assert panel.list.rows[0]["at"] == wire_time(panel.entries[0].at)


def test_a_chosen_entry_is_told_whole(panel: AuditPanel, renamed: str) -> None:
    """With the id of what it was done to."""
    panel.list.chosen = [panel.list.rows[0]["id"]]

    assert panel.value == panel.entries[0].entry_id
    assert renamed in panel.about.value


def test_an_action_narrows(panel: AuditPanel) -> None:
    """To what is offered, in words."""
    panel.action.value = "lesson.renameLesson"

    assert {row["title"].partition(":")[0] for row in panel.list.rows} == {"Rename lesson"}


def test_what_was_not_read_yet_is_found_by_the_service(
    client: Client, renamed: str, inline: InlinePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The filter knew only what was loaded: who and what lay further back was neither offered nor found."""
    monkeypatch.setattr(audit, "MAX_AUDIT_PAGE", 2)
    for title in ("Wasps", "Hornets"):
        client.call(rename_lesson(lesson_id=renamed, title=title))
    panel = refreshed(AuditPanel(client, workers=inline))
    actions = [value for _, value in panel.action.options]
    panel.action.value = "lesson.createStarterLesson"

    assert "lesson.createStarterLesson" in actions
    assert {shown_entry.action for shown_entry in panel.entries} == {"lesson.createStarterLesson"}
    assert panel.list.rows


def test_days_narrow(of_three_pages: AuditPanel) -> None:
    """Both included."""
    of_three_pages.until.value = "2026-01-30"

    assert len(of_three_pages.matching_entries()) == 20


def test_a_day_that_is_none_is_said(of_three_pages: AuditPanel, failures: list[str]) -> None:
    """The list stays as it was."""
    of_three_pages.since.value = "yesterday"

    assert "2026-01-31" in failures.pop()
    assert len(of_three_pages.matching_entries()) == 120


def test_fifty_are_shown_at_a_time(of_three_pages: AuditPanel) -> None:
    """And the rest when it is wanted."""
    assert (len(of_three_pages.list.rows), of_three_pages.list.more) == (PAGE, "Show older entries")

    of_three_pages.start(of_three_pages.show_more)
    of_three_pages.start(of_three_pages.show_more)

    assert (len(of_three_pages.list.rows), of_three_pages.list.more) == (120, "")


def test_what_is_chosen_stays_when_it_is_asked_again(panel: AuditPanel) -> None:
    """Filters are the person's."""
    panel.action.value = "lesson.renameLesson"

    panel.start(panel.refresh)

    assert panel.action.value == "lesson.renameLesson"
    assert {row["title"].partition(":")[0] for row in panel.list.rows} == {"Rename lesson"}


def test_what_is_wanted_is_handed_over_as_csv(panel: AuditPanel, renamed: str) -> None:
    """The report of the same name."""
    files: list[tuple[str, bytes]] = []

    def send(said: dict[str, Any], buffers: list[bytes]) -> None:
        files.append((said["download"], buffers[0]))

    panel.header.send = send
    panel.action.value = "lesson.renameLesson"

    panel.export_button.click()

    (name, content) = files[0]
    lines = content.decode("utf-8-sig").splitlines()
    assert name.startswith("audit-")
    assert lines[0].split(",")[2:6] == ["entry_id", "at", "action", "subject"]
    assert renamed in lines[1]
    assert lines[1].startswith("My organization,")
    assert {line.split(",")[4] for line in lines[1:]} == {"lesson.renameLesson"}


def test_whoever_may_see_it_again_sees_it(panel: AuditPanel) -> None:
    """A role that was refused once may be returned: the list does not stay away."""
    panel._hide_for("Your role does not see the audit log.")
    panel.start(panel.refresh)

    assert panel.note.value == ""
    assert [widget.layout.display for widget in (panel.filters, panel.list, panel.foot)] == [None, None, None]


def test_a_failed_refresh_leaves_what_is_there(panel: AuditPanel, nobody: Client, failures: list[str]) -> None:
    """The rows stay, and what they tell."""
    before, panel.client = panel.entries, nobody
    panel.start(panel.refresh)

    assert panel.entries == before
    assert "is not responding" in failures.pop()


def test_it_reads_without_a_kernel(panel: AuditPanel) -> None:
    """As a sentence and as a table."""
    assert "loaded entries" in panel.as_text()
    assert "Rename lesson" in panel.as_html()


def test_typed_days_are_in_no_state(of_three_pages: AuditPanel) -> None:
    """Like everything that is typed."""
    of_three_pages.since.value = "2026-01-30"

    assert '"value": "2026-01-30"' not in state_of(of_three_pages)


@pytest.mark.parametrize("text", HOSTILE)
def test_no_name_becomes_markup(nobody: Client, inline: InlinePool, text: str) -> None:
    """People choose their names, programs their actions."""
    panel = AuditPanel(nobody, workers=inline)
    panel._is_loaded = True
    made = {"person_name": text, "action": text, "subject": text, "subject_name": text, "facts": {text: text}}
    panel.entries = (entry(1).model_copy(update=made),)
    panel._offer()
    panel.render()
    panel.list.chosen = ["1"]

    assert dangers_in(panel) == []
