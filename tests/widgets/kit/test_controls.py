"""Small parts that panels are composed of."""

from __future__ import annotations

import pytest

from tests.hostile import HOSTILE
from tests.markup import seen
from workbench.widgets.kit import controls


@pytest.mark.parametrize("make", [controls.hint, controls.caution, controls.user_text, controls.tag])
@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_becomes_markup(make: object, text: str) -> None:
    """Anyone who wrote it."""
    assert callable(make)
    assert seen(make(text)).dangers == []


@pytest.mark.parametrize("text", HOSTILE)
def test_no_link_becomes_anything_else(text: str) -> None:
    """An address that is no web page is only text."""
    assert seen(controls.link(text)).dangers == []


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_copied_stays_in_its_attribute(text: str) -> None:
    """The button is ours, its text is not."""
    assert seen(controls.copy_button(text, text)).dangers == ["<button>"]


def test_an_empty_fragment_takes_no_room() -> None:
    """Nor does a screen reader meet it."""
    place = controls.html()

    controls.set_html(place, "")

    assert place.layout.display == "none"


def test_a_question_does_nothing_until_it_is_answered() -> None:
    """Asking is not doing."""
    done: list[str] = []
    question = controls.Question()

    question.ask("Remove?", "Remove", lambda: done.append("removed"))

    assert (done, question.is_open, question.yes.description) == ([], True, "Remove")


@pytest.mark.parametrize(("first", "effect"), [("yes", ["removed"]), ("no", [])])
def test_only_the_first_answer_counts(first: str, effect: list[str]) -> None:
    """Yes does it once, no does nothing; then the question is gone, and a click finds nothing to do."""
    done: list[str] = []
    question = controls.Question()
    question.ask("Remove?", "Remove", lambda: done.append("removed"))

    getattr(question, first).click()
    question.yes.click()

    assert (done, question.layout.display) == (effect, "none")


def test_words_between_backticks_are_code() -> None:
    """And never markup of somebody else's."""
    assert controls.hint("Run `a <b>` now") == '<p class="wb-hint">Run <code>a &lt;b&gt;</code> now</p>'
