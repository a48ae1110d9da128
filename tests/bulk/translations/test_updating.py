"""Stale translations are brought up to date, each paid once; what people change in the meantime is theirs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.browser.lessons import Writing
from tests.bulk.translations.conftest import CourseOf
from tests.helping import ServiceWithModel, balance
from tests.model_server import Answer, good, malformed
from workbench.authoring.block import Block, new_block_id
from workbench.bulk.running.progress import RunPhase
from workbench.bulk.translations import (
    TranslationRun,
    UpdatePlan,
    UpdateRun,
    plan_translations,
    plan_updates,
    propose,
    update_translations,
)
from workbench.bulk.translations.planning import translation_place
from workbench.bulk.translations.update_plan import PlannedUpdate
from workbench.bulk.translations.updating import NOT_APPROVED, check_approved
from workbench.client.sync import Client
from workbench.errors import Conflict, InputRejected, PlanRejected
from workbench.procedures.lesson import get_translation, rename_lesson


@pytest.fixture
def writing(helping: Client) -> Writing:
    """The lessons of the service, as people change them."""
    return Writing(helping)


@pytest.fixture
def french(shared_model: ServiceWithModel, helping: Client, tides: str, writing: Writing) -> str:
    """The lesson in French; since then the source has another text, one block more, and another title."""
    shared_model.model.answer_with(good())
    made = TranslationRun(plan_translations(helping, ["FR"], lesson_ids=[tides]), helping).start().wait(60).result()
    heading, text, summary = writing.read(tides).blocks
    changed = Block(id=text.id, type="text", content={"markdown": "The sun pulls, too."})
    more = Block(id=new_block_id(), type="text", content={"markdown": "Ebb and flood."})
    writing.become(tides, [heading, changed, more, summary])
    helping.call(rename_lesson(lesson_id=tides, title="Tides and the sun"))
    assert made.rows[0].translation_id is not None
    return made.rows[0].translation_id


def states(client: Client, lesson_id: str) -> list[str]:
    """How each block of the source stands; a title that is stale comes first."""
    found = client.call(get_translation(lesson_id=lesson_id)).translation
    assert found is not None
    return [*(["stale title"] if found.is_title_stale else []), *(block.state for block in found.blocks)]


def meanwhile(act: Callable[[], object], answer: Answer) -> Answer:
    """The model's answer, before which somebody does something."""

    def later(server: Any, handler: Any, body: dict[str, Any]) -> None:
        act()
        answer(server, handler, body)

    return later


def test_a_balance_that_is_too_small_is_told_and_no_more_than_it_is_approved(helping: Client) -> None:
    """The verdict and the refusal are in numbers; beyond the balance only where that is meant."""
    row = PlannedUpdate("lesson", "Tides", "FR", "source", 2, 0, row=1)
    rows = [replace(row, lesson_id=f"lesson {number}") for number in range(5)]
    plan = UpdatePlan(rows, None, 2, helping, balance_credits=7)

    short = "5 translations cost 10 credits, the organization has 7: 2 would not be brought up to date."
    assert str(plan) == f"5 translations to update, 10 blocks, for up to 10 credits. {short}"
    assert (plan.payable_credits, str(replace(plan, balance_credits=10)).endswith("10 credits.")) == (6, True)
    with pytest.raises(PlanRejected, match=f"{short} Approve what you can pay for: `credits=6`"):
        update_translations(plan, credits=10)
    with pytest.raises(PlanRejected, match="up to 6 credits, and 5 were approved"):
        check_approved(plan, 5)
    check_approved(plan, 6)
    check_approved(plan, 10, beyond_balance=True)


def test_only_what_the_approved_credits_pay_for_is_sent(helping: Client) -> None:
    """The others are as they were, and say so."""
    row = PlannedUpdate("gone", "Tides", "FR", "source", 2, 0, row=1)
    plan = UpdatePlan([row, replace(row, lesson_id="other")], None, 1, helping, balance_credits=0)
    done = update_translations(plan, credits=0)
    assert [found.error for found in done.rows] == [NOT_APPROVED] * 2
    assert plan_updates(helping).balance_credits == balance(helping)


def test_what_is_stale_is_planned_approved_and_brought_up_to_date(
    helping: Client, tides: str, french: str, writing: Writing
) -> None:
    """One price for the lesson; the new block is in the source's place, the title is translated too."""
    before, then = balance(helping), writing.read(french)
    plan = plan_updates(helping, ["fr"], lesson_ids=[tides])
    with pytest.raises(PlanRejected, match="1 credit, and 0 were approved"):
        update_translations(plan, credits=0)
    done = update_translations(plan, credits=1)
    after = writing.read(french)

    assert str(plan) == "1 translation to update, 4 blocks, for up to 1 credit."
    assert str(done) == "1 translation is up to date now."
    assert ([row.error for row in done.rows], before - balance(helping)) == ([""], 1)
    assert states(helping, french) == ["current"] * 4
    assert [block.id for block in after.blocks if block.id in {one.id for one in then.blocks}] == [
        block.id for block in then.blocks
    ]
    assert len(after.blocks) == 4
    assert str(plan_updates(helping, lesson_ids=[french])) == "Nothing to do: 1 translation is up to date."


def test_a_plan_runs_itself_as_every_plan_does(helping: Client, french: str) -> None:
    """A small one without an approval; an approval is of one plan, and of all that the plan pays for."""
    before = balance(helping)
    plan = plan_updates(helping, lesson_ids=[french]).connect_to(update_translations)
    other = replace(plan, price_credits=2)
    many = replace(plan, rows=[replace(plan.rows[0], lesson_id=f"lesson {number}") for number in range(26)])

    assert (plan.needs_approval, many.needs_approval) == (False, True)
    with pytest.raises(PlanRejected, match=r"This plan updates 26 translations .*`plan\.approve\(credits="):
        many.run()
    with pytest.raises(PlanRejected, match="another plan"):
        plan.run(other.approve(credits=2))
    with pytest.raises(PlanRejected, match="updates 1 translation, and 0 were approved"):
        plan.run(plan.approve(credits=0))
    assert str(plan.run()) == "1 translation is up to date now."
    assert (states(helping, french), before - balance(helping)) == (["current"] * 4, 1)
    assert plan_updates(helping, lesson_ids=[french]).connect_to(update_translations).run().is_result


def test_what_was_paid_for_is_not_paid_again(helping: Client, french: str) -> None:
    """A run that was killed before it stored anything gets the same answer."""
    before = balance(helping)
    paid = propose(helping, french, max_credits=1)
    done = update_translations(plan_updates(helping, lesson_ids=[french]), credits=1)

    assert (before - balance(helping), done.rows[0].error) == (1, "")
    assert len(paid.frame()) == 3 and paid.frame()["now"].isna().sum() == 1
    with pytest.raises(Conflict):
        paid.apply()


def test_a_source_that_is_edited_meanwhile_is_not_overlooked(
    shared_model: ServiceWithModel, helping: Client, tides: str, french: str, writing: Writing
) -> None:
    """What was translated of it is stored; the block that says something else again is still stale."""
    heading, text, more, summary = writing.read(tides).blocks
    again = Block(id=text.id, type="text", content={"markdown": "The moon alone."})
    edit = meanwhile(lambda: writing.become(tides, [heading, again, more, summary]), good())
    shared_model.model.answer_with(edit, good())
    done = update_translations(plan_updates(helping, lesson_ids=[french]), credits=1)

    assert states(helping, french) == ["current", "stale", "current", "current"]
    assert done.rows[0].error.startswith("Someone has changed it: 1 still to do")


def test_a_translation_that_somebody_edits_meanwhile_is_theirs(
    shared_model: ServiceWithModel, helping: Client, french: str, writing: Writing
) -> None:
    """Their text stays, and stays marked."""
    blocks = writing.read(french).blocks
    theirs = Block(id=blocks[1].id, type="text", content={"markdown": "Le soleil attire aussi la mer."})
    edit = meanwhile(lambda: writing.become(french, [blocks[0], theirs, blocks[2]]), good())
    shared_model.model.answer_with(edit, good())
    update_translations(plan_updates(helping, lesson_ids=[french]), credits=1)

    assert writing.read(french).blocks[1].content == theirs.content
    assert states(helping, french) == ["current", "stale", "current", "current"]


def test_a_picture_without_a_word_is_copied_for_nothing(
    shared_model: ServiceWithModel, helping: Client, tides: str, writing: Writing
) -> None:
    """The model is not asked."""
    shared_model.model.answer_with(good())
    made = TranslationRun(plan_translations(helping, ["DE"], lesson_ids=[tides]), helping).start().wait(60).result()
    picture = Block(id=new_block_id(), type="image", content={"asset": "", "decorative": True})
    writing.become(tides, [*writing.read(tides).blocks, picture])
    before = balance(helping)
    german = str(made.rows[0].translation_id)
    done = update_translations(plan_updates(helping, lesson_ids=[german]), credits=1)

    assert (done.rows[0].error, balance(helping)) == ("", before)
    assert writing.read(german).blocks[-1].content == picture.content


def test_what_a_model_cannot_do_is_said_in_its_row(
    shared_model: ServiceWithModel, helping: Client, french: str
) -> None:
    """Nothing is charged or changed, and the same plan may be tried again."""
    before, then = balance(helping), states(helping, french)
    shared_model.model.answer_with(malformed())
    plan = plan_updates(helping, lesson_ids=[french])
    failed = update_translations(plan, credits=1)
    now = states(helping, french)
    shared_model.model.answer_with(good())
    done = update_translations(plan, credits=1)

    assert "no usable translation" in failed.rows[0].error and failed.frame()["error"].notna().all()
    assert (now, done.rows[0].error, before - balance(helping)) == (then, "", 1)


def test_who_names_nothing_that_is_translated_is_told(helping: Client, tides: str) -> None:
    """Before anything is sent."""
    with pytest.raises(InputRejected, match="has no translations"):
        plan_updates(helping, lesson_ids=[tides])
    with pytest.raises(InputRejected, match="is not a translation"):
        propose(helping, tides)


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
    with pytest.raises(PlanRejected, match="has gone up"):
        UpdateRun(replace(plan, price_credits=0), place, credits=0).start()
