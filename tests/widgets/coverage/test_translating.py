"""What is stale in chosen cells is brought up to date: priced, asked about once, watched, stopped, paid once."""

from __future__ import annotations

import threading

import pytest

from tests.browser.lessons import Writing
from tests.bulk.translations.test_updating import meanwhile
from tests.model_server import ModelServer, good, held_until, malformed
from tests.widgets.coverage.conftest import CourseOf
from tests.widgets.looking import dangers_in, refreshed
from workbench.authoring.block import Block
from workbench.bulk.running.progress import Progress, RunPhase
from workbench.bulk.translations import plan_updates, update_translations
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.lesson import create_translation, delete_lesson, get_translation
from workbench.procedures.organization import get_user_data
from workbench.widgets.coverage.cells import cell_key
from workbench.widgets.coverage.panel import CoveragePanel


def balance(client: Client) -> int:
    """The organization's credits."""
    return client.call(get_user_data()).ai_credit_balance or 0


def stale_course(panel: CoveragePanel, course_of: CourseOf, count: int = 3, title: str = "The sea") -> list[str]:
    """The French translations of a course whose sources were all changed since; its French cell is chosen."""
    course_id, ids = course_of(count, title)
    made = [panel.client.call(create_translation(lesson_id=id_, language="FR")).lesson_id for id_ in ids]
    lessons = Writing(panel.client)
    for id_ in ids:
        text, other = lessons.read(id_).blocks
        lessons.become(id_, [Block(id=text.id, type="text", content={"markdown": "The sun pulls, too."}), other])
    refreshed(panel).choose([cell_key(course_id, "FR")])
    return made


def rested(panel: CoveragePanel) -> Progress:
    """How the run that the panel began stands when it rests."""
    assert panel.monitor is not None
    panel.monitor.run.wait(60)  # type: ignore[attr-defined]
    return panel.monitor.run.progress


def states(client: Client, lesson_id: str) -> list[str]:
    """How each block of the source is in a translation."""
    found = client.call(get_translation(lesson_id=lesson_id)).translation
    assert found is not None
    return [block.state for block in found.blocks]


def test_what_is_stale_is_priced_asked_about_and_brought_up_to_date(panel: CoveragePanel, course_of: CourseOf) -> None:
    """One credit a lesson, nothing before the answer; the other block stays, and the table is read again."""
    made = stale_course(panel, course_of)
    before, button = balance(panel.client), panel.update_button.description
    texts = [Writing(panel.client).read(lesson_id).blocks for lesson_id in made]
    told = panel.facts.value
    panel.start(panel.ask_to_update)
    asked, unpaid = panel.question.text.value, balance(panel.client)
    panel.question.accept()
    progress = rested(panel)
    after = [Writing(panel.client).read(lesson_id).blocks for lesson_id in made]

    assert button == "Update 3 lessons with AI (up to 3 credits)…"
    assert f"Selected: 3 lessons to update for up to 3 credits ({before - 3:,} of {before:,} will be left" in told
    assert "Update 3 lessons (French (FR) 3) for up to 3 credits" in asked
    assert "3 blocks are translated again, or for the first time; all others stay as they are." in asked
    assert (unpaid, balance(panel.client)) == (before, before - 3)
    assert (progress.phase, progress.counts.done, progress.counts.spent_credits) == (RunPhase.FINISHED, 3, 3)
    assert [states(panel.client, lesson_id) for lesson_id in made] == [["current"] * 2] * 3
    assert [(now[0] != then[0], now[1]) for now, then in zip(after, texts, strict=True)] == [
        (True, then[1]) for then in texts
    ]
    assert panel.stale == [] and panel.update_button.disabled and "nothing is missing" in panel.facts.value


def test_a_run_is_stopped_and_gone_on_with_and_paid_once(
    panel: CoveragePanel, course_of: CourseOf, modelled: tuple[Client, ModelServer]
) -> None:
    """What was in progress is finished; in the meantime nothing else can be begun."""
    made, before = stale_course(panel, course_of, 6), balance(panel.client)
    event = threading.Event()
    modelled[1].answer_with(held_until(event, good()))
    panel.start(panel.ask_to_update)
    panel.question.accept()
    assert panel.monitor is not None
    are_off = panel.translate_button.disabled, panel.update_button.disabled
    panel.monitor.stop()
    event.set()
    stopped = rested(panel)
    stale = len(panel.stale)
    panel.monitor.resume()
    done = rested(panel)

    assert are_off == (True, True)
    assert stopped.phase is RunPhase.STOPPED and stopped.counts.done < 6 and stale == 6 - stopped.counts.done
    assert (done.counts.done, before - balance(panel.client)) == (6, 6)
    assert {state for one in made for state in states(panel.client, one)} == {"current"}


def test_what_is_refused_is_named_and_tried_again(
    panel: CoveragePanel, course_of: CourseOf, modelled: tuple[Client, ModelServer]
) -> None:
    """Nothing is paid for it; what the model was given is not stored."""
    [made] = stale_course(panel, course_of, 1)
    before = balance(panel.client)
    modelled[1].answer_with(malformed())
    panel.start(panel.ask_to_update)
    panel.question.accept()
    refused = rested(panel)
    assert panel.monitor is not None
    [row] = panel.monitor.choices.records
    modelled[1].answer_with(good())
    panel.monitor.retry(row.row_id)
    done = rested(panel)

    assert (refused.counts.refused, row.topic) == (1, Writing(panel.client).read(made).title)
    assert "no usable translation" in str(row.message)
    assert (done.counts.done, before - balance(panel.client)) == (1, 1)


def test_what_somebody_changes_meanwhile_is_named(
    panel: CoveragePanel, course_of: CourseOf, modelled: tuple[Client, ModelServer]
) -> None:
    """It stays stale, and what was approved is not paid twice for it."""
    [made] = stale_course(panel, course_of, 1)
    before, lessons = balance(panel.client), Writing(panel.client)
    text, other = lessons.read(made).blocks
    theirs = [Block(id=text.id, type="text", content={"markdown": "Le soleil aussi."}), other]
    modelled[1].answer_with(meanwhile(lambda: lessons.become(made, theirs), good()))
    panel.start(panel.ask_to_update)
    panel.question.accept()
    progress = rested(panel)
    assert panel.monitor is not None
    [row] = panel.monitor.choices.records
    panel.monitor.retry(row.row_id)
    again = rested(panel)

    assert (progress.counts.refused, progress.counts.spent_credits) == (1, 1)
    assert str(row.message) == "Someone has changed it: 1 still to do. Update it again to resume."
    assert (again.phase, before - balance(panel.client)) == (RunPhase.STOPPED, 1)
    assert "The approved amount is used up. 1 of 1 translation was not created; it stays planned." in again.message
    assert (lessons.read(made).blocks[0].content, len(panel.stale)) == ({"markdown": "Le soleil aussi."}, 1)


def test_what_is_done_or_gone_meanwhile_is_not_asked_for(panel: CoveragePanel, course_of: CourseOf) -> None:
    """One is in the trash, one was brought up to date: one is left; then none."""
    first, second, third = stale_course(panel, course_of)
    panel.client.call(delete_lesson(lesson_id=first))
    update_translations(plan_updates(panel.client, lesson_ids=[second]), credits=1)
    panel.start(panel.ask_to_update)
    asked = panel.question.text.value
    update_translations(plan_updates(panel.client, lesson_ids=[third]), credits=1)
    panel.start(panel.ask_to_update)

    assert "Update 1 lesson" in asked and panel.error == ""
    assert not panel.question.is_open and panel.notice == "All translations are up to date."


def test_a_role_that_may_not_is_told_so(
    panel: CoveragePanel, viewer: Client, course_of: CourseOf, inline: InlinePool
) -> None:
    """Nothing is changed; the run says what the service says."""
    [made] = stale_course(panel, course_of, 1)
    other = CoveragePanel(viewer, workers=inline)
    refreshed(other).choose(panel.value)
    other.start(other.ask_to_update)
    other.question.accept()
    progress = rested(other)

    assert (progress.phase, progress.counts.done) == (RunPhase.STOPPED, 0)
    assert "role" in progress.message and states(panel.client, made)[0] == "stale"


@pytest.mark.parametrize("title", ["<img src=x onerror=alert(1)>"])
def test_titles_are_text_while_it_goes_and_afterwards(panel: CoveragePanel, course_of: CourseOf, title: str) -> None:
    """In the question, the monitor and the list."""
    stale_course(panel, course_of, 1, title)
    panel.start(panel.ask_to_update)
    panel.question.accept()
    rested(panel)

    assert dangers_in(panel) == []
