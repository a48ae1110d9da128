"""How an optional part of the package is installed from where it is."""

from __future__ import annotations

import os
from pathlib import Path


def how_to_install(extra: str) -> str:
    """The command that installs an extra: from the checkout that the package runs from, else by the package's name."""
    root = Path(__file__).resolve().parents[2]
    if (root / "pyproject.toml").is_file():
        return f"pip install --editable '{os.path.relpath(root)}[{extra}]'"
    return f"pip install 'workbench[{extra}]'"
