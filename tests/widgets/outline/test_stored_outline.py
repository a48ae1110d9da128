"""The outline that somebody works on is kept, for that person, until it is too old or they sign out."""

from __future__ import annotations

import os
import time
from pathlib import Path

from tests.bulk.outlines.test_outline import BREAD
from workbench.widgets.outline.edited_outline import start_editing
from workbench.widgets.outline.stored_outline import DAYS, StoredOutline

OUTLINE = start_editing(BREAD).exclude(["2"])


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    """In a file that nobody else may read."""
    stored = StoredOutline("ana", folder=tmp_path / "outlines")

    assert stored.save(OUTLINE) and stored.load() == OUTLINE
    assert (tmp_path / "outlines" / "ana.json").stat().st_mode & 0o077 == 0
    stored.forget()
    assert stored.load() is None


def test_nobody_elses_is_read(tmp_path: Path) -> None:
    """Nor what was kept before the person signed out, nor anything for somebody who is not known."""
    StoredOutline("ana", folder=tmp_path).save(OUTLINE)

    assert StoredOutline("ben", folder=tmp_path).load() is None
    assert StoredOutline("ana", sign_outs=1, folder=tmp_path).load() is None
    assert not StoredOutline("", folder=tmp_path).save(OUTLINE)


def test_what_is_too_old_or_damaged_is_not_read(tmp_path: Path) -> None:
    """The first is removed."""
    stored, path = StoredOutline("ana", folder=tmp_path), tmp_path / "ana.json"
    stored.save(OUTLINE)
    old = time.time() - DAYS * 24 * 3600 - 1
    os.utime(path, (old, old))
    assert stored.load() is None and not path.exists()

    path.write_text('{"signOuts": 0, "outline": {}}')
    assert stored.load() is None
