"""Making a lesson from a topic."""

from __future__ import annotations

from uuid import uuid4

import pytest

from tests.bulk.fake_service import draft_refused
from tests.widgets.looking import refreshed, state_of
from workbench.bulk import Run
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.errors import CallFailed
from workbench.procedures.declare import Call
from workbench.procedures.lesson import StarterLesson, get_lesson, list_lessons
from workbench.widgets.starter_form.panel import ANOTHER, StarterLessonForm


class RefusingClient:
    """A client of a service that refuses every draft."""

    honours_keys = True

    def call(self, call: Call[StarterLesson]) -> StarterLesson:
        """The refusal."""
        raise draft_refused()


@pytest.fixture
def form(client: Client, inline: InlinePool) -> StarterLessonForm:
    """A form that was looked at."""
    return refreshed(StarterLessonForm(client, workers=inline, on_edit=print, on_share=print))


def test_the_price_and_what_is_left_are_said_first(form: StarterLessonForm) -> None:
    """Money is spent only knowingly."""
    assert form.create_button.description == "Create lesson (1 practice credit)"
    assert form.person is not None and f"{form.person.ai_credit_balance:,}" in form.cost.value


def test_a_service_without_a_model_says_so(form: StarterLessonForm) -> None:
    """Nobody should take a planning sheet for more."""
    assert "no AI" in form.cost.value


def test_only_the_writers_languages_are_offered(form: StarterLessonForm) -> None:
    """By name, without a field for another one."""
    codes = [code for _, code in form.language.options]

    assert "DE" in codes
    assert ANOTHER not in codes


def test_without_a_topic_nothing_can_be_made(form: StarterLessonForm) -> None:
    """The button is off, and the method says why."""
    assert form.create_button.disabled


def test_an_empty_topic_is_refused(form: StarterLessonForm, failures: list[str]) -> None:
    """Also when Ctrl+Enter was pressed; nothing is sent."""
    form.start(form.create)

    assert form.error == failures.pop().removeprefix("New lesson: ") == "Enter a topic first."


def test_a_lesson_is_made(form: StarterLessonForm, client: Client) -> None:
    """In the language that is chosen; `value` is its id."""
    form.topic.value = "Wie Bienen Blüten finden"
    form.language.value = "DE"

    form.create_button.click()

    assert form.value is not None
    assert client.call(get_lesson(lesson_id=form.value)).language == "DE"


def test_the_field_is_empty_afterwards(form: StarterLessonForm) -> None:
    """So that the same topic is not paid for twice by a slip."""
    form.topic.value = "How bees find flowers"

    form.create_button.click()

    assert form.topic.value == ""
    assert form.create_button.disabled


def test_what_is_left_is_asked_again(form: StarterLessonForm) -> None:
    """The number next to the button is true."""
    assert form.person is not None
    before = form.person.ai_credit_balance or 0
    form.topic.value = "How bees find flowers"

    form.create_button.click()

    assert form.person.ai_credit_balance == before - 1


def test_the_result_is_named_and_can_be_gone_on_with(form: StarterLessonForm) -> None:
    """Arrange it, share it."""
    form.topic.value = "How bees find flowers"

    form.create_button.click()

    assert form.value is not None
    assert form.value in form.result.value
    assert (form.edit_button.layout.display, form.share_button.layout.display) == (None, None)


def test_without_a_way_to_go_on_there_are_no_such_buttons(client: Client, inline: InlinePool) -> None:
    """A button that does nothing is not shown."""
    form = StarterLessonForm(client, workers=inline)
    form.topic.value = "How bees find flowers"

    form.create_button.click()

    assert (form.edit_button.layout.display, form.share_button.layout.display) == ("none", "none")


def test_the_same_try_again_carries_the_same_key(form: StarterLessonForm, client: Client) -> None:
    """What may have been made is made and paid once."""
    form.topic.value = "How bees find flowers"
    first = form._call()
    form._unsettled = (first, first.key or "")

    assert first.key
    assert form._call().key == first.key


def test_after_a_refused_draft_the_next_try_has_another_key(form: StarterLessonForm) -> None:
    """
    Under the old one the service would give the same refusal for a month.
    """
    form.topic.value = "Bread"
    form._unsettled = (form._call(), "k-1")
    form.client = RefusingClient()
    with pytest.raises(CallFailed, match="no lesson"):
        form.create()

    assert form._call().key != "k-1"


def test_another_topic_carries_another_key(form: StarterLessonForm) -> None:
    """It is another lesson."""
    form.topic.value = "How bees find flowers"
    first = form._call()
    form._unsettled = (first, first.key or "")
    form.topic.value = "How wasps find plums"

    assert form._call().key != first.key


def test_many_lines_are_handed_over_to_a_plan(form: StarterLessonForm, client: Client) -> None:
    """A lesson for each line; nothing is made yet, and nothing is paid."""
    before = client.call(list_lessons(limit=1)).total
    form.topic.value = f"Tides {uuid4()}\nGlaciers {uuid4()}\nDeserts {uuid4()}"

    form.plan_button.click()

    assert form.plan is not None
    assert len(form.plan.ready) == 3
    assert client.call(list_lessons(limit=1)).total == before


def test_a_plan_is_carried_out_after_a_question(client: Client, inline: InlinePool) -> None:
    """The price of all is said first; then the run is handed on to be watched."""
    runs: list[Run] = []
    form = refreshed(StarterLessonForm(client, workers=inline, on_run=runs.append))
    form.topic.value = f"Tides {uuid4()}\nGlaciers {uuid4()}"
    form.plan_button.click()
    form.run_button.click()
    asked = form.question.text.value
    begun = list(runs)

    form.question.yes.click()
    runs[0].wait(60)

    assert "2 lessons will be created, for 2 practice credits." in asked
    assert begun == []
    assert runs[0].progress.counts.done == 2


def test_one_line_is_no_plan(form: StarterLessonForm) -> None:
    """The button is for many."""
    form.topic.value = "Tides"

    assert form.plan_button.layout.display == "none"


def test_a_service_that_tells_no_price_is_named_so(interface_client: Client, inline: InlinePool) -> None:
    """And every language can be requested."""
    form = refreshed(StarterLessonForm(interface_client, workers=inline))

    assert "not reported by this service" in form.cost.value
    assert ANOTHER in [code for _, code in form.language.options]


def test_a_typed_language_is_taken(interface_client: Client, inline: InlinePool) -> None:
    """In upper case, as the interface wants it."""
    form = refreshed(StarterLessonForm(interface_client, workers=inline))
    form.language.value = ANOTHER
    form.code.value = "pt-br"

    assert form.chosen_language() == "PT-BR"


def test_nothing_typed_is_in_any_state(form: StarterLessonForm) -> None:
    """Nor in its text."""
    typed = f"topic {uuid4()}"
    form.topic.value = typed

    assert typed not in state_of(form) + repr(form) + form.as_html()
