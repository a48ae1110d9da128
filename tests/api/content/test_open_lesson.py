"""A lesson that is worked on: proposals for its blocks, applied or thrown away, against a service with a model."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.browser.lessons import Writing
from tests.helping import HALF, SEA, balance
from tests.hostile import HOSTILE
from tests.markup import seen
from tests.model_server import ModelServer, failing, saying
from workbench.api.content.open_lesson import OpenLesson
from workbench.api.workbench import Workbench
from workbench.authoring.gesture import delete_blocks, edit_block, move_blocks
from workbench.authoring.transaction import Transaction
from workbench.client.sync import Client
from workbench.errors import CallFailed, Conflict, EditRejected, InputRejected, NotFound
from workbench.procedures.lesson import create_starter_lesson
from workbench.procedures.realtime import execute_transactions


@pytest.fixture
def lesson(helping: Client, tides: str) -> OpenLesson:
    """The lesson about the sea, opened."""
    return OpenLesson(helping, tides)


def changed(lesson: OpenLesson, transaction: Transaction) -> None:
    """Somebody else makes an edit."""
    call = execute_transactions(lesson_id=lesson.lesson.lesson_id, language="EN", transactions=[transaction])
    lesson.client.call(call)


def texts(lesson: OpenLesson) -> list[str]:
    """The texts of the lesson as the service has it."""
    return Writing(lesson.client).texts(lesson.lesson.lesson_id)


def proposing(markdown: str) -> Any:
    """A model that proposes this text, whatever it is asked."""
    return saying(json.dumps({"block": {"type": "text", "markdown": markdown}}))


def test_a_lesson_is_opened_by_its_title(workbench: Workbench) -> None:
    """Or its id; it is shown as any lesson is."""
    made = workbench.lessons.create("Opened for work", language="EN")
    opened = workbench.lessons.open("Opened for work")

    assert (opened.lesson.lesson_id, opened.blocks) == (made.lesson_id, [])
    assert repr(opened) == repr(workbench.lessons.get(made.lesson_id))
    assert "<h2>Opened for work</h2>" in opened._repr_mimebundle_()["text/html"]


def test_a_proposal_shows_what_it_would_change(lesson: OpenLesson) -> None:
    """And changes nothing."""
    suggestion = lesson.suggest(lesson.blocks[1].id, "shorten")

    assert suggestion.content == {"markdown": HALF}
    assert repr(suggestion.difference) == f"{HALF[:-1]}[- a day because the moon pulls at it-]."
    assert "<del> a day because" in suggestion.difference._repr_mimebundle_()["text/html"]
    assert repr(suggestion).startswith("Suggestion(shorten a block of the type text, open")
    assert texts(lesson)[1] == SEA


def test_applying_it_changes_exactly_its_block(lesson: OpenLesson) -> None:
    """As one edit in the lesson's history; it cannot be applied again."""
    before = lesson.blocks
    suggestion = lesson.suggest(before[1], "shorten")
    after = suggestion.apply()

    assert [block.content for block in after.blocks] == [before[0].content, {"markdown": HALF}, before[2].content]
    assert [block.id for block in after.blocks] == [old_block.id for old_block in before]
    assert (after.lesson.revision, suggestion.state) == (suggestion.proposal.revision + 1, "applied")
    with pytest.raises(EditRejected, match="already applied"):
        suggestion.apply()


def test_a_question_stands_behind_its_block(lesson: OpenLesson) -> None:
    """As a block of its own; the difference is all of it."""
    suggestion = lesson.suggest(lesson.blocks[1], "makeQuestion")
    after = suggestion.apply()

    assert [block.type for block in after.blocks] == ["heading", "text", "quiz", "summary"]
    assert repr(suggestion.difference).startswith("{+What pulls at the sea?")


def test_a_proposal_that_is_discarded_is_gone(lesson: OpenLesson) -> None:
    """Nothing is sent, and nothing can be done with it any more."""
    suggestion = lesson.suggest(lesson.blocks[1], "shorten")
    suggestion.discard()

    assert (suggestion.state, texts(lesson)[1]) == ("discarded", SEA)
    with pytest.raises(EditRejected, match="already discarded"):
        suggestion.apply()


def test_the_same_request_is_paid_once(lesson: OpenLesson, model: ModelServer) -> None:
    """In a cell that is run again, and in another kernel; another attempt is another proposal, paid for."""
    left = balance(lesson.client)
    lesson.suggest(lesson.blocks[1], "shorten", instruction="For sailors.")
    with Client(lesson.client.origin, lesson.client.connection.endpoint.token) as elsewhere:
        OpenLesson(elsewhere, lesson.lesson.lesson_id).suggest(
            lesson.blocks[1].id, "shorten", instruction=" For sailors. "
        )
    assert (len(model.requests), balance(lesson.client)) == (1, left - 1)

    lesson.suggest(lesson.blocks[1], "shorten", instruction="For sailors.", attempt=1)
    assert (len(model.requests), balance(lesson.client)) == (2, left - 2)


def test_a_block_that_somebody_moved_or_left_alone_is_changed_all_the_same(lesson: OpenLesson) -> None:
    """What others did elsewhere stays."""
    suggestion = lesson.suggest(lesson.blocks[1], "shorten")
    changed(lesson, move_blocks(tuple(lesson.blocks), [lesson.blocks[1].id], before=lesson.blocks[0].id))
    changed(lesson, edit_block(lesson.blocks[2].id, {"items": ["Theirs."]}))
    after = suggestion.apply()

    assert [block.type for block in after.blocks] == ["text", "heading", "summary"]
    assert (after.blocks[0].content, after.blocks[2].content) == ({"markdown": HALF}, {"items": ["Theirs."]})


def test_a_block_that_somebody_changed_is_not_overwritten(lesson: OpenLesson) -> None:
    """It is reported who it was; the proposal is still there, to take its place or are after it."""
    suggestion = lesson.suggest(lesson.blocks[1], "shorten")
    other = lesson.suggest(lesson.blocks[1], "expand")
    changed(lesson, edit_block(lesson.blocks[1].id, {"markdown": "Theirs."}))
    with pytest.raises(Conflict, match="changed this block. Nothing was changed, and the suggestion is still"):
        suggestion.apply()
    assert (suggestion.state, texts(lesson)[1]) == ("open", "Theirs.")

    behind = other.apply(as_new=True)
    assert [block.content.get("markdown") for block in behind.blocks[1:3]] == ["Theirs.", HALF]
    assert suggestion.apply(replace=True).blocks[1].content == {"markdown": HALF}


def test_a_block_that_somebody_deleted_does_not_come_back_by_itself(lesson: OpenLesson) -> None:
    """The proposal can be put at the end."""
    suggestion = lesson.suggest(lesson.blocks[1], "shorten")
    changed(lesson, delete_blocks([lesson.blocks[1].id]))
    with pytest.raises(Conflict, match="deleted this block"):
        suggestion.apply(replace=True)

    assert suggestion.apply(as_new=True).blocks[-1].content == {"markdown": HALF}


def test_a_lesson_that_has_changed_since_it_was_read_is_a_conflict(lesson: OpenLesson) -> None:
    """Before anything is paid; `refresh` reads it again."""
    left = balance(lesson.client)
    changed(lesson, edit_block(lesson.blocks[1].id, {"markdown": "The tide turns twice each day, as sailors know."}))
    with pytest.raises(Conflict):
        lesson.suggest(lesson.blocks[1], "shorten")
    assert balance(lesson.client) == left

    suggestion = lesson.refresh().suggest(lesson.blocks[1], "shorten")
    assert suggestion.content == {"markdown": "The tide turns twice."}


def test_findings_are_told_with_the_proposal(lesson: OpenLesson, model: ModelServer) -> None:
    """A model that leaves a place open, twice, is shown with that."""
    model.answer_with(proposing("TODO: the moon."))
    suggestion = lesson.suggest(lesson.blocks[1], "shorten")

    assert [finding.rule for finding in suggestion.findings] == ["placeholder"]
    assert "open, 1 finding" in repr(suggestion)
    assert "error: A place is left" in suggestion._repr_mimebundle_()["text/html"]


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_of_a_model_becomes_markup(lesson: OpenLesson, model: ModelServer, text: str) -> None:
    """Nor does it steer a terminal; a text that cannot be stored is refused before."""
    model.answer_with(proposing(f"The moon. {text}"))
    try:
        suggestion = lesson.suggest(lesson.blocks[1], "rewrite")
    except CallFailed:
        return
    assert seen(suggestion._repr_mimebundle_()["text/html"]).dangers == []
    assert "\x1b" not in repr(suggestion) + repr(suggestion.difference)


@pytest.mark.parametrize(
    ("block", "action", "sentence"),
    [
        ("00000000-0000-4000-8000-000000000000", "shorten", "has no block"),
        ("first", "shorten", "UUID"),
        (None, "translate", "there is no action 'translate'"),
    ],
)
def test_a_slip_of_the_pen_is_said_before_anything_is_sent(
    lesson: OpenLesson, model: ModelServer, block: str | None, action: Any, sentence: str
) -> None:
    """A block that the lesson has not, and an action that there is not."""
    with pytest.raises(InputRejected, match=sentence):
        lesson.suggest(block or lesson.blocks[1], action)
    assert model.requests == []


def test_a_model_that_is_away_costs_nothing(lesson: OpenLesson, model: ModelServer) -> None:
    """And the same request can be sent again."""
    left = balance(lesson.client)
    model.answer_with(failing(401))
    with pytest.raises(CallFailed, match="Nothing was charged"):
        lesson.suggest(lesson.blocks[1], "shorten")
    assert balance(lesson.client) == left


def test_a_service_without_a_model_is_said_to_have_none(workbench: Workbench) -> None:
    """With what its operator can do; nothing is sent."""
    call = create_starter_lesson(topic="Without a model", language="EN")
    lesson = workbench.lessons.open(workbench.client.call(call).lesson_id)
    with pytest.raises(NotFound, match="has no AI model"):
        lesson.suggest(lesson.blocks[0], "shorten")
