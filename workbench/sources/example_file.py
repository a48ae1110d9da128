"""A document to try sources with: a page on working at height, written for this package."""

from __future__ import annotations

from pathlib import Path
from typing import Final

EXAMPLE_FILE: Final = Path(__file__).with_name("working_at_height.md")
"""Markdown with five headings; `wb.sources.add(EXAMPLE_FILE)` makes a source of it."""
REVISED_FILE: Final = Path(__file__).with_name("working_at_height_revised.md")
"""The same page after two rules on ladders have changed; `wb.sources.update` makes it the next version."""
