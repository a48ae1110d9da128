"""`workbench lab`: the notebooks are laid out, and what a person changed is left alone."""

from __future__ import annotations

from pathlib import Path

from workbench.cli.lab import curated, laid_out


def test_the_curated_notebooks_are_found() -> None:
    """In a checkout beside the package, else inside it."""
    assert (curated() / "00_start_here.ipynb").is_file()


def test_they_are_copied_where_one_says(tmp_path: Path) -> None:
    """All of them."""
    folder = laid_out(str(tmp_path / "mine"))

    assert {path.name for path in folder.glob("*.ipynb")} == {path.name for path in curated().glob("*.ipynb")}


def test_a_changed_notebook_stays(tmp_path: Path) -> None:
    """Laid out again, nobody loses work."""
    mine = laid_out(str(tmp_path)) / "00_start_here.ipynb"
    mine.write_text("mine")
    laid_out(str(tmp_path))

    assert mine.read_text() == "mine"
