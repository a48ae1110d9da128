"""A run that brings translations up to date: approved, counted, and bound to the place that it was planned in."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.browser.lessons import Writing
from tests.bulk.translations.conftest import CourseOf
from tests.helping import balance
from workbench.authoring.block import Block, new_block_id
from workbench.bulk.running.progress import RunPhase
from workbench.bulk.translations import TranslationRun, UpdatePlan, UpdateRun, plan_translations, plan_updates
from workbench.bulk.translations.planning import translation_place
from workbench.client.sync import Client
from workbench.errors import PlanRejected


def stale(translator: Client, course_of: CourseOf, *more: Block) -> UpdatePlan:
    """The plan of a course in French, each lesson of which has one block more since."""
    _, ids = course_of(2)
    TranslationRun(plan_translations(translator, "FR", lesson_ids=ids), translator).start().wait(60)
    for id_ in ids:
        Writing(translator).become(id_, [*Writing(translator).read(id_).blocks, *more])
    return plan_updates(translator, lesson_ids=ids)


def test_rows_and_figures_say_what_was_done(translator: Client, course_of: CourseOf) -> None:
    """Numbers, titles, credits; what is planned afterwards is nothing."""
    more = Block(id=new_block_id(), type="text", content={"markdown": "Ebb and flood."})
    plan, before = stale(translator, course_of, more), balance(translator)
    with UpdateRun(plan, translation_place(translator, None), credits=2) as run:
        ready = run.progress
        counts = run.start().wait(60).progress.counts

    assert (ready.phase, ready.counts.planned, ready.approved_credits) == (RunPhase.READY, 2, 2)
    assert (counts.done, counts.spent_credits, before - balance(translator)) == (2, 2, 2)
    assert [(row.label, row.topic, row.lesson_id) for row in run.rows()] == [
        (f"Row {stale_row.row}", stale_row.title, stale_row.lesson_id) for stale_row in plan.stale
    ]
    assert plan_updates(translator, lesson_ids=[row.lesson_id for row in plan.rows]).stale == []


def test_what_is_copied_without_a_word_costs_nothing(translator: Client, course_of: CourseOf) -> None:
    """A picture without caption: done, and no credit spent."""
    picture = Block(id=new_block_id(), type="image", content={"asset": "", "decorative": True})
    plan, before = stale(translator, course_of, picture), balance(translator)
    counts = UpdateRun(plan, translation_place(translator, None), credits=2).start().wait(60).progress.counts

    assert (counts.done, counts.spent_credits, balance(translator)) == (2, 0, before)


def test_less_than_the_price_is_no_approval(translator: Client, course_of: CourseOf) -> None:
    """And a plan of another person, or of a lower price, is planned again."""
    more = Block(id=new_block_id(), type="text", content={"markdown": "Ebb and flood."})
    plan, place = stale(translator, course_of, more), translation_place(translator, None)
    with pytest.raises(PlanRejected, match="costs up to 2 credits, and 1 were approved"):
        UpdateRun(plan, place, credits=1)
    with pytest.raises(PlanRejected, match="planned by another person"):
        UpdateRun(plan, replace(place, person="somebody"), credits=2).start()
    with pytest.raises(PlanRejected, match="costs more now"):
        UpdateRun(replace(plan, price_credits=0), place, credits=0).start()
