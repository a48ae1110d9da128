"""A run of translations: approved, watched, stopped, resumed; each is paid for once."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.bulk.translations.conftest import CourseOf
from tests.helping import ServiceWithModel, balance
from tests.model_server import good, held_until, limited, malformed
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.running.progress import RunPhase
from workbench.bulk.running.resolve import Dismiss
from workbench.bulk.translations import TranslationPlan, TranslationRun, plan_translations
from workbench.client.sync import Client
from workbench.errors import OtherOrganization, PlanRejected
from workbench.procedures.lesson import delete_lesson

QUICK = RunRetryPolicy(tries=2, first_wait_seconds=0.001, longest_wait_seconds=0.002)


def ran(plan: TranslationPlan, client: Client, **approved: int) -> TranslationRun:
    """The plan's run when it rests."""
    with TranslationRun(plan, client, plan.approve(**approved) if approved else None, retry_policy=QUICK) as run:
        return run.start().wait(60)


@pytest.fixture
def held(shared_model: ServiceWithModel) -> Iterator[threading.Event]:
    """The model answers when this is set."""
    event = threading.Event()
    shared_model.model.answer_with(held_until(event, good()))
    yield event
    event.set()


def test_a_run_makes_and_pays_what_is_missing(translator: Client, course_of: CourseOf) -> None:
    """Progress, rows, frame and balance say the same."""
    before = balance(translator)
    course_id, ids = course_of(2)
    run = ran(plan_translations(translator, "FR,DE", course_ids=[course_id]), translator)
    counts, rows = run.progress.counts, run.rows()

    assert (run.progress.phase, counts.done, counts.spent_credits) == (RunPhase.FINISHED, 4, 4)
    assert before - balance(translator) == 4
    assert [(row.topic, row.language, row.credits) for row in rows[:2]] == [
        ("Tides 1", "FR", 1),
        ("Tides 1", "DE", 1),
    ]
    assert [row.label for row in rows[:2]] == ["Row 1", "Row 2"]
    assert run.result().missing == () and run.frame()["translation_id"].notna().all()
    assert sorted({row.lesson_id for row in run.result().rows}) == sorted(ids)


def test_over_twenty_five_a_person_names_the_amount(translator: Client, course_of: CourseOf) -> None:
    """As for every run; an approval for another plan is none."""
    course_id, _ = course_of(1)
    languages = ["FR", "DE", "ES", *(f"EN-{number}" for number in range(100, 123))]
    plan = plan_translations(translator, languages, course_ids=[course_id])
    other = plan_translations(translator, "FR", course_ids=[course_id])

    with pytest.raises(PlanRejected, match=r"26 translations for 26 credits.*plan.approve\(credits=26\)"):
        TranslationRun(plan, translator)
    with pytest.raises(PlanRejected, match="for another plan"):
        TranslationRun(other, translator, plan.approve(credits=26))


def test_a_plan_of_another_place_is_refused_by_its_name(translator: Client, course_of: CourseOf) -> None:
    """
    Regression: one sentence stood for another person, organization and service, and named none.
    """
    course_id, _ = course_of(1)
    plan = plan_translations(translator, "FR", course_ids=[course_id])
    here = plan.place.organization_name
    elsewhere = replace(plan.place, organization_id="o2", organization_name="Elsewhere", takes_organization=False)
    with pytest.raises(OtherOrganization, match=f'belongs to "Elsewhere", not to "{here}": switch to "Elsewhere"'):
        TranslationRun(replace(plan, place=elsewhere), translator).start()
    for other, said in (
        (replace(plan.place, person="p2", person_name="Ada"), "another person, Ada: sign in"),
        (
            replace(plan.place, service="s2", origin="https://other.example"),
            "another service. Connect to https://other.example",
        ),
    ):
        with pytest.raises(PlanRejected, match=said):
            TranslationRun(replace(plan, place=other), translator).start()


def test_no_more_is_made_than_was_approved(translator: Client, course_of: CourseOf) -> None:
    """What is left stays to be made."""
    course_id, _ = course_of(3)
    before = balance(translator)
    run = ran(plan_translations(translator, "FR", course_ids=[course_id]), translator, credits=2)

    assert (run.progress.phase, run.progress.counts.done, run.progress.counts.planned) == (RunPhase.STOPPED, 2, 1)
    assert "The approved amount is used up" in run.progress.message and before - balance(translator) == 2


def test_a_stopped_run_goes_on(translator: Client, course_of: CourseOf, held: threading.Event) -> None:
    """What was in progress is finished and kept; nothing is paid twice."""
    course_id, _ = course_of(6)
    before = balance(translator)
    plan = plan_translations(translator, "FR", course_ids=[course_id])
    with TranslationRun(plan, translator) as run:
        run.start()
        run.stop()
        held.set()
        stopped = run.wait(60).progress
        finished = run.start().wait(60).progress

    assert (stopped.phase, stopped.counts.sending) == (RunPhase.STOPPED, 0)
    assert stopped.counts.done < 6 and stopped.counts.done + stopped.counts.planned == 6
    assert (finished.phase, finished.counts.done, before - balance(translator)) == (RunPhase.FINISHED, 6, 6)


def test_two_who_run_one_plan_pay_once(translator: Client, course_of: CourseOf, held: threading.Event) -> None:
    """The second has the first one's translations."""
    course_id, _ = course_of(2)
    before = balance(translator)
    plan = plan_translations(translator, "FR", course_ids=[course_id])
    with TranslationRun(plan, translator) as first, TranslationRun(plan, translator) as second:
        first.start()
        second.start()
        held.set()
        found = [run.wait(60).result() for run in (first, second)]

    assert found[0].missing == found[1].missing == ()
    assert [row.translation_id for row in found[0].rows] == [row.translation_id for row in found[1].rows]
    assert before - balance(translator) == 2


def test_what_a_model_cannot_do_is_said_in_its_row(
    shared_model: ServiceWithModel, translator: Client, tides: str
) -> None:
    """Nothing is charged; planned again it is tried again, in the same run and in another one."""
    shared_model.model.answer_with(malformed())
    before = balance(translator)
    plan = plan_translations(translator, "DE", lesson_ids=[tides])
    with TranslationRun(plan, translator, retry_policy=QUICK) as run:
        refused = run.start().wait(60).progress
        error = run.result().rows[0].error
        shared_model.model.answer_with(good())
        count = run.retry()
        made = run.start().wait(60).progress

    assert (refused.phase, refused.counts.refused) == (RunPhase.FINISHED, 1)
    assert "no usable translation" in error
    assert (count, made.counts.done, before - balance(translator)) == (1, 1, 1)


def test_a_model_that_is_busy_pauses_the_run(shared_model: ServiceWithModel, translator: Client, tides: str) -> None:
    """The row is still to be made, and its reason is reported."""
    shared_model.model.answer_with(limited())
    before = balance(translator)
    run = ran(plan_translations(translator, "DE", lesson_ids=[tides]), translator)

    assert (run.progress.phase, run.progress.counts.planned) == (RunPhase.PAUSED, 1)
    assert "gave no answer" in run.progress.message and run.rows()[0].message
    assert balance(translator) == before


def test_one_in_the_trash_is_made_anew(translator: Client, tides: str) -> None:
    """Regression: under the same key the service gave the answer of the lesson in the trash, and all seemed done."""
    plan = plan_translations(translator, "FR", lesson_ids=[tides])
    first = ran(plan, translator).result().rows[0].translation_id
    assert first is not None
    translator.call(delete_lesson(lesson_id=first))
    again = plan_translations(translator, "FR", lesson_ids=[tides])
    second = ran(again, translator).result().rows[0].translation_id

    assert len(again.missing) == 1 and second not in (None, first)
    assert plan_translations(translator, "FR", lesson_ids=[tides]).missing == ()


def test_no_row_needs_a_decision(translator: Client, tides: str) -> None:
    """A row is made, refused or to be made: its key tells."""
    run = TranslationRun(plan_translations(translator, "FR", lesson_ids=[tides]), translator)

    with pytest.raises(PlanRejected, match="start the run again"):
        run.resolve(1, Dismiss())
