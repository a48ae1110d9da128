"""`workbench sources delete`."""

from __future__ import annotations

from tests.own_service import command


def test_a_source_is_deleted_when_somebody_says_so(title: str) -> None:
    """Without --yes nothing is done where nobody can be asked."""
    asked = command("source", "delete", title)
    ended = command("source", "delete", title, "--yes")

    assert (asked.returncode, "will be permanently deleted with 2 passages and all its versions" in asked.stderr) == (
        2,
        True,
    )
    assert (ended.returncode, ended.stdout) == (0, f"Deleted {title}. Lessons keep their quotes from it.\n")
    assert command("source", "show", title).returncode == 2
