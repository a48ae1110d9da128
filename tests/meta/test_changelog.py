"""The changelog has room for the next change, and says what the last ones were in sentences."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.meta.source_tree import ROOT

KINDS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def faults(changelog: Path) -> list[str]:
    """What keeps a changelog from being read: no Unreleased section, another kind of change, half a sentence."""
    text = changelog.read_text(encoding="utf-8")
    versions = re.findall(r"^## (.+)$", text, re.MULTILINE)
    found = [] if versions[:1] == ["[Unreleased]"] else ["the first section is not [Unreleased]"]
    found += [
        f"no such kind of change: {kind}" for kind in re.findall(r"^### (.+)$", text, re.MULTILINE) if kind not in KINDS
    ]
    entries = re.findall(r"^- (.+(?:\n  .+)*)", text, re.MULTILINE)
    return found + [f"not a sentence: {entry}" for entry in entries if not entry.endswith(".")]


def test_the_changelog_can_be_read() -> None:
    """A change and its line travel together, so there is always an Unreleased section."""
    assert faults(ROOT / "CHANGELOG.md") == []


@pytest.mark.parametrize(
    "text",
    ["## [0.1.0]\n", "## [Unreleased]\n### Improved\n", "## [Unreleased]\n- no full stop\n", ""],
)
def test_a_fault_is_found(text: str, tmp_path: Path) -> None:
    """Each rule sees one example of what it refuses."""
    (tmp_path / "CHANGELOG.md").write_text(text, encoding="utf-8")

    assert len(faults(tmp_path / "CHANGELOG.md")) == 1
