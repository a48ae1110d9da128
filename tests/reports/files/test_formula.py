"""Text that a spreadsheet would compute is made plain, and read back as it was."""

from __future__ import annotations

import pytest

from tests.reports.spreadsheets import STARTS
from workbench.reports.files.formula import defused, is_risky, restored


@pytest.mark.parametrize("text", STARTS)
def test_a_risky_start_gets_an_apostrophe(text: str) -> None:
    """Full-width forms, and those behind spaces and quotes, too."""
    assert defused(text) == f"'{text}"
    assert restored(defused(text)) == text


@pytest.mark.parametrize("text", ["", "Cranes", "a=b", "'tis so", "3 - 2", "'", "1e5", "'s Gravenhage"])
def test_other_text_stays_as_it_is(text: str) -> None:
    """Both ways."""
    assert not is_risky(text)
    assert restored(defused(text)) == text == defused(text)
