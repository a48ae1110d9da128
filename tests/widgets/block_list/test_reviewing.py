"""The open comments on a lesson's blocks in the block list."""

from __future__ import annotations

import pytest

from tests.browser.lessons import Writing
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.comment import add_comment, resolve_comment
from workbench.widgets.block_list.panel import BlockList


@pytest.fixture
def blocks(client: Client, writing: Writing, inline: InlinePool) -> BlockList:
    """The list of a lesson of two texts."""
    made = BlockList(client, writing.of_texts("one", "two"), workers=inline)
    made.refresh()
    return made


def test_open_comments_are_counted_by_block(blocks: BlockList, client: Client) -> None:
    """The number goes to the view's state; the words are in no state."""
    first = blocks.value[0]
    lesson_id = blocks.lesson_id
    client.call(add_comment(lesson_id=lesson_id, block_id=first, text="A canary?"))
    whole = client.call(add_comment(lesson_id=lesson_id, text="Which coast?"))
    blocks.reviewing.read()
    before = blocks.view.comments
    client.call(resolve_comment(comment_id=whole.comment_id, resolved=True))
    blocks.reviewing.read()

    assert (before, blocks.view.comments) == ({first: 1, "": 1}, {first: 1})
    assert "canary" not in str(blocks.view.get_state())


def test_a_service_without_reviews_has_no_comments(interface_client: Client, inline: InlinePool) -> None:
    """None are asked for."""
    blocks = BlockList(interface_client, "lesson-1", block_ids=["1f0c7ac8-9cf0-4a0e-8d52-0c5f8a3f6d01"], workers=inline)
    blocks.reviewing.read()

    assert (blocks.view.comments, blocks.reviewing.reviews) == ({}, None)
