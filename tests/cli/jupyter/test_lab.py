"""`workbench lab`: the notebooks are laid out, what a person changed is left alone, and the first one is open."""

from __future__ import annotations

import argparse
import json
import subprocess
from pathlib import Path

import pytest

from workbench import __version__
from workbench.cli.jupyter.lab import EXTENSIONS, extension_options, jupyterlab_command, prepare_folder
from workbench.cli.jupyter.notebook_files import FIRST, curated_folder
from workbench.client.extras import DISTRIBUTION


def test_they_are_copied_where_one_says(tmp_path: Path) -> None:
    """All of them."""
    folder = prepare_folder(str(tmp_path / "mine"))

    assert {path.name for path in folder.glob("*.ipynb")} == {path.name for path in curated_folder().glob("*.ipynb")}


def test_a_person_s_copies_lie_in_their_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a checkout too: anyone who tries a notebook changes no file that is kept there."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))

    folder = prepare_folder(None)

    assert folder == tmp_path / "workbench-notebooks"
    assert (
        json.loads((folder / FIRST).read_text())["cells"] == json.loads((curated_folder() / FIRST).read_text())["cells"]
    )


def test_a_changed_notebook_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Laid out again, nobody loses work, and it is reported."""
    mine = prepare_folder(str(tmp_path)) / FIRST
    mine.write_text("mine")
    prepare_folder(str(tmp_path))

    said = capsys.readouterr().err
    assert mine.read_text() == "mine"
    assert f"or are older: {FIRST}" in said
    assert f"notebooks copy {tmp_path} --overwrite" in said


def test_a_file_that_lies_in_the_current_folder_is_not_run(tmp_path: Path) -> None:
    """Regression: `./jupyterlab.py` was run in its stead, with this person's rights."""
    (tmp_path / "jupyterlab.py").write_text("open('was_run', 'w')")
    words = jupyterlab_command(tmp_path, argparse.Namespace(no_browser=True, port=0))
    python = words[: words.index("-m")]
    subprocess.run([*python, "-m", "jupyterlab", "--version"], cwd=tmp_path, check=True, capture_output=True)

    assert not (tmp_path / "was_run").exists()


def test_the_first_notebook_is_open(tmp_path: Path) -> None:
    """Nobody looks for where to begin."""
    words = jupyterlab_command(tmp_path, argparse.Namespace(no_browser=True, port=0))

    assert f"--LabApp.default_url=/lab/tree/{FIRST}" in words


def test_the_tiles_come_from_this_package(tmp_path: Path) -> None:
    """JupyterLab reads them where the package is, whether it was installed, linked or found on a path."""
    words = jupyterlab_command(tmp_path, argparse.Namespace(no_browser=True, port=0))

    from jupyterlab_server.config import get_federated_extensions  # takes seconds, and memory in every worker

    assert set(extension_options()) <= set(words)
    assert list(get_federated_extensions([str(EXTENSIONS)])) == [DISTRIBUTION]


def test_the_tiles_have_the_package_s_version() -> None:
    """JupyterLab lists it under Extensions."""
    told = json.loads((EXTENSIONS / "lesson-workbench" / "package.json").read_text("utf-8"))

    assert (told["name"], told["version"]) == (DISTRIBUTION, __version__)
