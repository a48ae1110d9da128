"""Which repository a folder is a clone of."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.changes.folders.repository import place_in_repository


def clone(root: Path, url: str) -> Path:
    """A folder as git makes it for a clone of this address."""
    (root / ".git").mkdir(parents=True)
    config = (
        f'[core]\n\tbare = false\n[remote "origin"]\n\turl = {url}\n\tfetch = +refs/*\n[branch "main"]\n\turl = no\n'
    )
    (root / ".git" / "config").write_text(config)
    return root


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/acme/sea.git",
        "https://ana:secret@Example.org/acme/sea",
        "git@example.org:acme/sea.git",
        "ssh://git@example.org/acme/sea.git/",
    ],
)
def test_clones_of_one_repository_are_the_same_place(tmp_path: Path, url: str) -> None:
    """However it is reached, anyone who signs in, whatever the clone is called; a folder in it is another place."""
    root = clone(tmp_path / "whatever", url)
    (root / "courses").mkdir()

    assert place_in_repository(root) == "example.org/acme/sea ."
    assert place_in_repository(root / "courses") == "example.org/acme/sea courses"


def test_a_further_work_tree_is_its_repository(tmp_path: Path) -> None:
    """Its `.git` is a file that says where the repository is."""
    root = clone(tmp_path / "one", "https://example.org/acme/sea.git")
    own = root / ".git" / "worktrees" / "other"
    own.mkdir(parents=True)
    (own / "commondir").write_text("../..\n")
    other = tmp_path / "other"
    other.mkdir()
    (other / ".git").write_text(f"gitdir: {own}\n")

    assert place_in_repository(other) == place_in_repository(root)


def test_what_is_no_clone_is_no_place(tmp_path: Path) -> None:
    """A repository without an origin, one whose settings are gone, and a plain folder."""
    (tmp_path / "new" / ".git").mkdir(parents=True)
    (tmp_path / "new" / ".git" / "config").write_text("[core]\n\tbare = false\n")
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / ".git").write_text("gitdir: nowhere\n")

    assert [place_in_repository(tmp_path / text) for text in ("new", "odd", ".")] == ["", "", ""]
