"""A lesson at a real service."""

from __future__ import annotations

import pytest

from tests.api.interface_only import interface_only
from tests.browser.lessons import Writing
from workbench.authoring.gesture import delete_blocks
from workbench.client.sync import Client
from workbench.errors import Conflict
from workbench.widgets.block_list.remote_lesson import LessonCapabilities, RemoteLesson


@pytest.fixture
def remote(client: Client, writing: Writing) -> RemoteLesson:
    """A lesson of two texts."""
    return RemoteLesson(client, writing.of_texts("one", "two"))


def test_our_service_can_do_everything(remote: RemoteLesson) -> None:
    """By what it announces; without a model it helps with no blocks."""
    found = remote.capabilities()

    assert found == LessonCapabilities(
        read=True,
        write=True,
        watch=True,
        base_revision=True,
        history=True,
        check=True,
        review=True,
        assets=found.assets,
    )
    assert found.assets is not None


def test_of_a_service_with_the_interface_only_nothing_is_expected() -> None:
    """But the interface."""
    with interface_only() as (base_url, _), Client(base_url, "good") as client:
        assert RemoteLesson(client, "l").capabilities() == LessonCapabilities()


def test_no_news_is_none(remote: RemoteLesson) -> None:
    """The lesson is as it was."""
    lesson = remote.read()

    assert remote.changes_since(lesson.revision, tuple(lesson.blocks), frozenset()) is None


def test_news_is_the_lesson_as_it_is_now(remote: RemoteLesson, writing: Writing) -> None:
    """Made from what was changed, with who did it and what."""
    lesson = remote.read()
    writing.append(remote.lesson_id, "three")

    update = remote.changes_since(lesson.revision, tuple(lesson.blocks), frozenset())

    assert update is not None
    assert update.blocks == tuple(remote.read().blocks)
    assert (update.revision, update.summary) == (lesson.revision + 1, "You, in another window: 1 block added.")


def test_news_that_does_not_fit_is_read_whole(remote: RemoteLesson, writing: Writing) -> None:
    """Whatever a view believes to have."""
    lesson = remote.read()
    remote.send([delete_blocks([lesson.blocks[0].id])], "EN", None)

    update = remote.changes_since(lesson.revision, (), frozenset())

    assert update is not None
    assert update.blocks == tuple(lesson.blocks[1:])


def test_an_edit_of_another_revision_is_a_conflict(remote: RemoteLesson) -> None:
    """Where the service can tell."""
    lesson = remote.read()

    with pytest.raises(Conflict):
        remote.send([delete_blocks([lesson.blocks[0].id])], "EN", lesson.revision - 1)
