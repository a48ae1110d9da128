"""How an optional part is installed."""

from __future__ import annotations

import pytest

from tests.meta.source_tree import ROOT
from workbench.client.extras import how_to_install


def test_from_a_checkout_it_is_installed_from_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not from elsewhere under the same name."""
    monkeypatch.chdir(ROOT)

    assert how_to_install("lab") == "pip install --editable '.[lab]'"
