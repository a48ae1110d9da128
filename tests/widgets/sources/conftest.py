"""Sources to put into panels."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest

from workbench.client.sync import Client
from workbench.procedures.source import NewPassage, add_passages

Add = Callable[..., str]


@pytest.fixture
def add(client: Client) -> Add:
    """Adds a source of so many passages; its id."""

    def added(title: str, *, passages: int = 1, is_last: bool = True) -> str:
        texts = [NewPassage(place=f"page {n}", text=f"Text {n} of {title}.") for n in range(1, passages + 1)]
        call = add_passages(title=title, content_digest=uuid4().hex * 2, first=1, passages=texts, is_last=is_last)
        return client.call(call).source_id

    return added
