"""A course and its translators' file, on a service in this process."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.changes.acme import Acme
from tests.changes.xliff.files import Translators, translators


@pytest.fixture
def sea(acme: Acme, tmp_path: Path) -> Translators:
    """The course, exported into French."""
    made = translators(acme, tmp_path)
    made.export()
    return made
