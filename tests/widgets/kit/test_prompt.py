"""A prompt for a text or a choice."""

from __future__ import annotations

import pytest

from workbench.widgets.kit.prompt import Prompt

Answers = list[tuple[str, str]]


@pytest.fixture
def answers() -> Answers:
    """What was answered."""
    return []


@pytest.fixture
def prompt(answers: Answers) -> Prompt:
    """A prompt that asks for a title and a language."""
    made = Prompt()
    made.ask(
        "Create",
        lambda said, chosen: answers.append((said, chosen)),
        text=("Title", "Tides"),
        choices=("Language", [("German", "DE"), ("English", "EN")], "EN"),
    )
    return made


def test_it_begins_with_what_stands_there(prompt: Prompt) -> None:
    """A new name begins from the old one."""
    assert (prompt.entry.value, prompt.choice.value, prompt.resume.description) == ("Tides", "EN", "Create")


def test_the_answer_is_given_once(prompt: Prompt, answers: Answers) -> None:
    """Text without outer white space, and the chosen value."""
    prompt.entry.value = " Waves "
    prompt.resume.click()
    prompt.resume.click()

    assert answers == [("Waves", "EN")]


def test_enter_answers(prompt: Prompt, answers: Answers) -> None:
    """As the button does."""
    prompt.entry._handle_custom_msg({"intent": "entered", "text": "Waves"}, [])

    assert answers == [("Waves", "EN")]


def test_leaving_answers_nothing(prompt: Prompt, answers: Answers) -> None:
    """And it is out of sight."""
    prompt.leave.click()

    assert (answers, prompt.is_open, prompt.layout.display) == ([], False, "none")


def test_what_is_not_asked_for_is_out_of_sight(answers: Answers) -> None:
    """A choice alone, for moving."""
    prompt = Prompt()
    prompt.ask("Move", lambda said, chosen: answers.append((said, chosen)), choices=("Course", [("Tides", "c")], None))
    prompt.accept()

    assert prompt.entry.layout.display == "none"
    assert answers == [("", "c")]
