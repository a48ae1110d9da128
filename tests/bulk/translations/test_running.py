"""A plan of translations: what is missing, what it costs, and what is said of what could not be made."""

from __future__ import annotations

import pytest

from tests.browser.lessons import Writing
from tests.helping import ServiceWithModel, balance
from tests.helping import helping as helping
from tests.helping import model as model
from tests.helping import shared_model as shared_model
from tests.helping import tides as tides
from tests.model_server import good, malformed
from workbench.authoring.block import Block
from workbench.bulk.translations import plan_translations, translate
from workbench.client.lookups.translations import iter_translations
from workbench.client.sync import Client
from workbench.errors import InputRejected, PlanRejected


def test_a_plan_has_what_is_missing_and_its_price(shared_model: ServiceWithModel, helping: Client, tides: str) -> None:
    """A lesson is not translated into its own language, a translation not at all, and what is there costs nothing."""
    shared_model.model.answer_with(good())
    before = balance(helping)
    plan = plan_translations(helping, ["fr", "EN", "fr"], lesson_ids=[tides])
    with pytest.raises(PlanRejected, match="1 credits, and 0 were approved"):
        translate(plan, credits=0)
    made = translate(plan, credits=1)
    again = plan_translations(helping, ["FR"], lesson_ids=[tides])

    assert [(each.language, each.state) for each in plan.rows] == [("FR", "missing")]
    assert (str(plan), plan.cost_credits) == ("1 translation to make for 1 credit.", 1)
    assert (made.missing, again.missing, before - balance(helping)) == ([], [], 1)
    assert [each.language for each in iter_translations(helping, None, lesson_id=tides)] == ["FR"]
    assert str(again) == "0 translations to make for 0 credits; 1 are there."


def test_what_a_model_cannot_do_is_said_in_its_row(shared_model: ServiceWithModel, helping: Client, tides: str) -> None:
    """Nothing is charged, and the same plan may be tried again."""
    shared_model.model.answer_with(malformed())
    before = balance(helping)
    plan = plan_translations(helping, ["DE"], lesson_ids=[tides])
    failed = translate(plan, credits=1)
    shared_model.model.answer_with(good())
    made = translate(plan, credits=1)

    assert "no usable translation" in failed.rows[0].error and failed.frame()["error"].notna().all()
    assert (made.rows[0].error, before - balance(helping)) == ("", 1)


def test_an_edited_source_shows_as_stale(shared_model: ServiceWithModel, helping: Client, tides: str) -> None:
    """It is there, and is not made once more."""
    shared_model.model.answer_with(good())
    translate(plan_translations(helping, ["ES"], lesson_ids=[tides]), credits=1)
    lessons = Writing(helping)
    heading, text, summary = lessons.read(tides).blocks
    changed = Block(id=text.id, type=text.type, content={"markdown": "The sun pulls, too."})
    lessons.become(tides, [heading, changed, summary])
    plan = plan_translations(helping, ["ES"], lesson_ids=[tides])

    assert [(each.state, each.translation and each.translation.stale_blocks) for each in plan.rows] == [("stale", 1)]


@pytest.mark.parametrize("languages", [["klingon!"], []])
def test_what_is_no_language_is_refused(helping: Client, languages: list[str]) -> None:
    """Before anything is read."""
    with pytest.raises(InputRejected, match="Nothing was sent"):
        plan_translations(helping, languages)
