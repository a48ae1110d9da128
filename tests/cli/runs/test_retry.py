"""`workbench runs retry`."""

from __future__ import annotations

import pytest

from tests.own_service import command

pytestmark = pytest.mark.usefixtures("own_service")


def test_with_nothing_refused_nothing_is_planned(name: str) -> None:
    """And what to do next is reported."""
    ended = command("runs", "retry", name)

    assert "0 rows are planned again" in ended.stdout
    assert "workbench runs resume" in ended.stdout
