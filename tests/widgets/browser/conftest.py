"""A browser over the service of this computer, and what is in its trash."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.widgets.looking import refreshed
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.lesson import list_lessons
from workbench.widgets.browser.panel import Browser


@pytest.fixture
def browser(client: Client, lesson_id: str, inline: InlinePool) -> Browser:
    """A browser that was looked at; the lesson made just before is chosen."""
    made = refreshed(Browser(client, workers=inline))
    made.controls.list.chosen = [f"lesson:{lesson_id}"]
    return made


@pytest.fixture
def in_trash(client: Client) -> Callable[[], list[str]]:
    """Gives the ids of the lessons in the trash."""
    return lambda: [each.lesson_id for each in client.call(list_lessons(in_trash=True)).lessons]
