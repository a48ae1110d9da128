"""The distribution's name, and the command that installs an optional part of it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

DISTRIBUTION: Final = "lesson-workbench"
"""The name for pip; `workbench`, the import name, is another project there (decision 0088)."""


def how_to_install(extra: str) -> str:
    """Return the command that installs an extra: from the checkout if running from one, else by name."""
    root = Path(__file__).resolve().parents[2]
    if (root / "pyproject.toml").is_file():
        return f"pip install --editable '{os.path.relpath(root)}[{extra}]'"
    return f"pip install '{DISTRIBUTION}[{extra}]'"
