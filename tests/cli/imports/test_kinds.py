"""Which kind a path is."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.cli.imports import KINDS, ImportKind, detect_kind
from workbench.cli.output import UsageError


def test_a_folder_is_one_of_markdown(tmp_path: Path) -> None:
    """Whatever it is called."""
    place = tmp_path / "course.docx"
    place.mkdir()

    assert detect_kind(place).about == "a folder of Markdown files"


def test_what_cannot_be_imported_is_told(tmp_path: Path) -> None:
    """With what can be; so is what is not there."""
    (tmp_path / "lesson.exe").write_bytes(b"MZ")

    with pytest.raises(UsageError, match=r"lesson.exe can't be imported. Use one of: a folder of Markdown files"):
        detect_kind(tmp_path / "lesson.exe")
    with pytest.raises(UsageError, match="No such file or folder"):
        detect_kind(tmp_path / "none.docx")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.about)
def test_a_kind_has_endings_of_its_own(kind: ImportKind) -> None:
    """One kind's only, in lower case."""
    assert [ending for ending in kind.endings if not ending.startswith(".") or ending != ending.lower()] == []
    assert not {ending for other in KINDS if other is not kind for ending in other.endings} & set(kind.endings)
