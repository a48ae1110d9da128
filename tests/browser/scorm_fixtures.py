"""What tests of packages in learning systems begin with; a test file imports them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import pytest
from playwright.sync_api import Browser, BrowserContext

from workbench.exports.scorm.options import Standard


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """One profile: where there is a learning system, packages leave nothing in it."""
    with browser.new_context() as made:
        yield made


@pytest.fixture(params=get_args(Standard))
def standard(request: pytest.FixtureRequest) -> Standard:
    """Either standard."""
    made: Standard = request.param
    return made
