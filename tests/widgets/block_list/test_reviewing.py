"""The review of a lesson and its comments in the block list."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.lessons import Writing
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.comment import list_comments
from workbench.procedures.lesson import list_reviews, review
from workbench.widgets.block_list.panel import BlockList


@pytest.fixture
def blocks(client: Client, writing: Writing, inline: InlinePool) -> BlockList:
    """The list of a lesson of two texts, as soon as a view has requested the findings."""
    made = BlockList(client, writing.of_texts("one", "two"), workers=inline)
    made.refresh()
    ask(made, "findings")
    return made


def ask(blocks: BlockList, intent: str, **fields: Any) -> dict[str, Any]:
    """What a view is answered."""
    sent: list[dict[str, Any]] = []
    blocks.view.send = lambda answer, buffers=None: sent.append(answer)  # type: ignore[method-assign]
    blocks.view._handle_custom_msg({"intent": intent, "view": "v", "n": 1, **fields}, [])
    return sent[-1] if sent else {}


def test_a_draft_may_be_asked_about(blocks: BlockList, client: Client) -> None:
    """One button; then it waits, and is not asked about twice."""
    before = blocks.view.review["mayAsk"]
    ask(blocks, "askReview")

    assert before
    assert client.call(list_reviews(lesson_id=blocks.lesson_id)).state == "inReview"
    assert (blocks.view.review["text"], blocks.view.review["mayAsk"]) == ("In review", False)


def test_an_edit_makes_an_approval_stale_at_once(blocks: BlockList, client: Client, writing: Writing) -> None:
    """Without another question to the service: the revision tells."""
    revision = writing.read(blocks.lesson_id).revision
    client.call(review(lesson_id=blocks.lesson_id, revision=revision, verdict="approved"))
    ask(blocks, "comments")
    approved = str(blocks.view.review["text"])
    blocks.edit(blocks.value[0], {"markdown": "another"})

    assert approved.startswith("Approved by ")
    assert (blocks.view.review["text"], blocks.view.review["mayAsk"]) == ("Changed since it was approved", True)


def test_comments_are_counted_by_block(blocks: BlockList, client: Client) -> None:
    """The number goes to the view's state; the words are answers, and in no state."""
    first = blocks.value[0]
    ask(blocks, "comment", block=first, text="A canary?")
    answer = ask(blocks, "comment", block="", text="Which coast?")

    assert blocks.view.comments == {first: 1, "": 1}
    assert [(comment["block"], comment["text"]) for comment in answer["comments"]] == [
        (first, "A canary?"),
        ("", "Which coast?"),
    ]
    assert "canary" not in str(blocks.view.get_state())


def test_a_comment_is_resolved(blocks: BlockList, client: Client) -> None:
    """It is not counted any more."""
    comment = ask(blocks, "comment", block="", text="Which coast?")["comments"][0]
    answer = ask(blocks, "resolve", id=comment["id"])

    assert (answer["comments"], blocks.view.comments) == ([], {})
    assert client.call(list_comments(lesson_id=blocks.lesson_id, resolved=False)).open == 0


def test_a_comment_stays_when_its_block_is_deleted(blocks: BlockList) -> None:
    """It is shown as such."""
    first = blocks.value[0]
    ask(blocks, "comment", block=first, text="Source?")
    blocks.delete([first])

    assert [(comment["text"], comment["isGone"]) for comment in ask(blocks, "comments")["comments"]] == [
        ("Source?", True)
    ]


def test_what_the_service_refuses_is_said_beside_the_comment(blocks: BlockList) -> None:
    """In plain words; what was typed stays in the browser."""
    answer = ask(blocks, "comment", block="no-such-block", text="Source?")

    assert answer["problem"]
    assert answer["comments"] == []


def test_a_service_without_reviews_shows_none(interface_client: Client, inline: InlinePool) -> None:
    """Neither state nor button."""
    blocks = BlockList(interface_client, "lesson-1", block_ids=["1f0c7ac8-9cf0-4a0e-8d52-0c5f8a3f6d01"], workers=inline)
    blocks.reviewing.read()

    assert blocks.view.review == {"isKnown": False, "isComing": False}
