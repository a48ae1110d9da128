"""How a lesson is written, as it is typed in the form and in a list's panel."""

from __future__ import annotations

from typing import Any

import pytest

from tests.widgets.bulk.lists import table_of
from tests.widgets.looking import refreshed, state_of
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.organization import get_audit_log
from workbench.procedures.starter_lesson import StarterLessonInput
from workbench.widgets.bulk.edited_list import ListSettings
from workbench.widgets.bulk.list_controls import ListControls
from workbench.widgets.starter_form.lesson_options import LessonOptionControls
from workbench.widgets.starter_form.panel import StarterLessonForm

CELLS = {
    "audience": "new nurses",
    "tone": "friendly",
    "words": "300",
    "questions": "0",
    "objectives": "Wash hands; dry them\nPut on gloves\n",
}


@pytest.fixture
def form(client: Client, inline: InlinePool) -> StarterLessonForm:
    """A form that was looked at."""
    return refreshed(StarterLessonForm(client, workers=inline))


def wire(form: StarterLessonForm) -> dict[str, Any]:
    """What would be sent of style and objectives."""
    asked: Any = form._call().input
    sent = asked.to_wire() if isinstance(asked, StarterLessonInput) else {}
    return {name: sent[name] for name in ("style", "objectives", "sourceIds") if name in sent}


def test_it_is_out_of_sight_until_somebody_opens_it(form: StarterLessonForm) -> None:
    """And says by its name what it holds; what is typed holds either way."""
    button = form.options.more_button
    assert (button.description, form.options.is_open) == ("Audience, tone, length…", False)
    button.click()
    form.options.fields["tone"].value = "friendly"
    assert (button.description, form.options.is_open) == ("Hide audience, tone, length", True)
    button.click()

    assert form.options.cells == {"tone": "friendly"}


def test_a_lesson_is_made_as_is_typed(form: StarterLessonForm, client: Client) -> None:
    """Nothing that is left open is sent; the fields stay for the next lesson."""
    form.topic.value = "Clean hands"
    assert wire(form) == {}
    form.options.fill(CELLS)
    assert wire(form) == {
        "style": {"audience": "new nurses", "tone": "friendly", "words": 300, "questions": 0},
        "objectives": ["Wash hands; dry them", "Put on gloves"],
    }
    form.create_button.click()
    entries = client.call(get_audit_log()).entries

    assert form.value is not None
    assert entries[0].facts["style"]["audience"] == "new nurses"
    assert form.options.cells == CELLS


def test_what_is_not_possible_is_said_and_nothing_is_sent(form: StarterLessonForm, failures: list[str]) -> None:
    """With the field and its limits."""
    form.topic.value = "Clean hands"
    form.options.fill({"words": "12"})
    form.create_button.click()
    assert failures.pop() == (
        "New lesson: Words is '12'; it must be a whole number from 100 to 5,000. No lesson was created."
    )
    form.options.fill({"like": "No such lesson"})
    form.create_button.click()

    assert "There is no lesson 'No such lesson' in this organization" in failures.pop()
    assert form.value is None


def test_another_style_is_another_request(form: StarterLessonForm) -> None:
    """What was not known to have worked is sent again with its key only when it asks for the same."""
    form.topic.value = "Clean hands"
    first = form._call()
    form._unsettled = (first, first.key or "")
    assert form._call().key == first.key
    form.options.fill({"tone": "formal"})

    assert form._call().key != first.key


def test_a_plan_of_many_lines_asks_for_the_same(form: StarterLessonForm) -> None:
    """Each line is a lesson for this audience."""
    form.topic.value = "Clean hands\nGloves"
    form.options.fill(CELLS)
    form.plan_button.click()

    assert form.plan is not None
    assert {row.options.audience for row in form.plan.ready} == {"new nurses"}


def test_what_is_typed_is_in_no_state_that_a_notebook_saves(form: StarterLessonForm) -> None:
    """The browser keeps it for this organization."""
    form.options.fill({"audience": "secret people"})

    assert "secret people" not in str(state_of(form))
    assert {id(field) for field in form.options.fields.values()} <= {id(draft) for draft in form.drafts.values()}


def test_a_service_that_cannot_be_told_is_not_asked_for_it() -> None:
    """The fields stay out of sight, whatever was in them."""
    controls = LessonOptionControls(None, None)
    controls.fill(CELLS)
    controls.refresh(None)

    assert (controls.cells, controls.layout.display) == ({}, "none")


def test_a_list_is_written_as_is_typed_and_the_settings_come_back(client: Client) -> None:
    """Opened where something is in it."""
    changes: list[str] = []
    controls = ListControls(lambda: changes.append("changed"), client)
    controls.options.refresh(client.capabilities())
    settings = ListSettings(lesson=CELLS)
    controls.fill(table_of("topic\nTides\n"), settings)
    assert (controls.settings.lesson, controls.options.is_open, changes) == (CELLS, True, [])
    controls.options.fields["tone"].value = "formal"

    assert (controls.settings.lesson["tone"], changes) == ("formal", ["changed"])
