"""A kernel that panels do not work in says so; run by `make matrix` with such a kernel, which CI does not have."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.fronts import Shown
from tests.browser.lab import Lab
from tests.browser.test_fronts import shown as shown
from tests.browser.test_fronts import two_organizations as two_organizations
from tests.needs import needs

pytestmark = needs("chromium")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """In each place that was named."""
    metafunc.parametrize("shown", metafunc.config.getoption("places"), ids=str, indirect=True, scope="module")


def test_a_broken_kernel_is_refused(shown: Shown, lab: Lab) -> None:
    """In the cell, in a sentence that says what to do; connecting works."""
    said = shown.output("wb.widgets.org_picker()")

    expect(said).to_contain_text(f"Panels don't work with ipykernel {shown.place.kernel}")
    expect(said).to_contain_text("pip install --upgrade ipykernel")
    expect(said.locator(".wb-panel")).to_have_count(0)
