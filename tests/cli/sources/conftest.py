"""A source of the shared service."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import pytest

from workbench.api.workbench import Workbench


@pytest.fixture
def title(workbench: Workbench, tmp_path: Path) -> str:
    """The title of a source of two passages that no other has."""
    title = f"w{uuid4().hex[:10]}"
    path = tmp_path / "pumps.md"
    path.write_text(
        f"# Pumps\n\nA pump moves a liquid. {title}\n\n# Valves\n\nA valve closes a pipe.\n", encoding="utf-8"
    )
    workbench.sources.add(path, title=title)
    return title
