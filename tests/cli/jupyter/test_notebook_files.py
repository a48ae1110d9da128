"""The curated notebooks are copied, and what a person changed is kept."""

from __future__ import annotations

import json
import platform
from pathlib import Path

from ipykernel.ipkernel import IPythonKernel

from workbench.cli.jupyter.notebook_files import FIRST, copy_notebooks, curated_folder

NAMES = sorted(path.name for path in curated_folder().glob("*.ipynb"))


def test_the_curated_notebooks_are_found() -> None:
    """In a checkout next to the package, else inside it."""
    assert (curated_folder() / FIRST).is_file()


def test_all_of_them_are_copied(tmp_path: Path) -> None:
    """Into a folder that is made."""
    done = copy_notebooks(tmp_path / "mine" / "own")

    assert (done.copied, done.replaced, done.skipped) == (NAMES, [], [])
    assert sorted(path.name for path in (tmp_path / "mine" / "own").iterdir()) == NAMES


def test_a_changed_copy_is_kept(tmp_path: Path) -> None:
    """Nobody loses work; what is missing comes back."""
    copy_notebooks(tmp_path)
    (tmp_path / FIRST).write_text("mine", encoding="utf-8")
    (tmp_path / NAMES[1]).unlink()

    done = copy_notebooks(tmp_path)

    assert (done.copied, done.replaced, done.skipped) == ([NAMES[1]], [], [FIRST])
    assert (tmp_path / FIRST).read_text(encoding="utf-8") == "mine"


def test_a_changed_copy_is_replaced_where_that_is_wanted(tmp_path: Path) -> None:
    """Only that one."""
    copy_notebooks(tmp_path)
    (tmp_path / FIRST).write_text("mine", encoding="utf-8")

    done = copy_notebooks(tmp_path, overwrite=True)

    assert (done.copied, done.replaced, done.skipped) == ([], [FIRST], [])
    assert cells(tmp_path) == cells(curated_folder())


def cells(folder: Path) -> object:
    """The cells of the first notebook in a folder."""
    return json.loads((folder / FIRST).read_text(encoding="utf-8"))["cells"]


def test_a_copy_names_this_kernel(tmp_path: Path) -> None:
    """JupyterLab writes the kernel's language into a notebook as it opens, and showed every copy as modified."""
    copy_notebooks(tmp_path)
    language = json.loads((tmp_path / FIRST).read_text(encoding="utf-8"))["metadata"]["language_info"]

    assert language == IPythonKernel().language_info | {"version": platform.python_version()}


def test_copying_twice_copies_once(tmp_path: Path) -> None:
    """A copy that nobody changed is the same again."""
    copy_notebooks(tmp_path)

    assert copy_notebooks(tmp_path, overwrite=True).replaced == []


def test_they_are_not_copied_onto_themselves() -> None:
    """Somebody may name the folder that they come from."""
    done = copy_notebooks(curated_folder(), overwrite=True)

    assert (done.copied, done.replaced, done.skipped) == ([], [], [])
