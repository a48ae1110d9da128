"""All panels on one page."""

from __future__ import annotations

import pytest

from workbench.api.app import app
from workbench.api.workbench import Workbench


def test_it_connects_by_itself(own_service: object) -> None:
    """A page without code has no cell before it."""
    page = app()

    assert page.value == "Home"
    page.client.close()


def test_it_takes_a_workbench(workbench: Workbench) -> None:
    """That is connected already."""
    assert app(workbench).client is workbench.client


def test_an_unknown_keyword_is_a_slip() -> None:
    """It is never swallowed."""
    with pytest.raises(TypeError):
        app(workbnech=None)  # type: ignore[call-arg]
