"""The wheel holds what an installed workbench needs: tests run in the checkout, so this is checked separately."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.installed_package import built as built
from tests.meta.source_tree import PACKAGE, ROOT, tracked_files
from workbench import __version__
from workbench.cli.jupyter.lab import EXTENSIONS
from workbench.client.extras import DISTRIBUTION

WHEEL = f"lesson_workbench-{__version__}"
LABEXTENSION = f"{WHEEL}.data/data/share/jupyter/labextensions/{DISTRIBUTION}/"


@pytest.fixture(scope="module")
def wheel(built: Path) -> set[str]:
    """The names in it."""
    return set(zipfile.ZipFile(built).namelist())


def test_the_wheel_holds_every_file_of_the_package(wheel: set[str]) -> None:
    """Modules, scripts, style sheets, migrations, language data, the mark that the package is typed."""
    kept = {path.relative_to(ROOT).as_posix() for path in tracked_files(ROOT) if path.is_relative_to(PACKAGE)}

    assert kept - wheel == set()


def test_the_wheel_brings_the_notebooks(wheel: set[str]) -> None:
    """`workbench lab FOLDER` needs no checkout."""
    notebooks = [path for path in tracked_files(ROOT) if path.is_relative_to(ROOT / "notebooks")]

    assert {f"workbench/{path.relative_to(ROOT).as_posix()}" for path in notebooks} - wheel == set()


def test_the_wheel_brings_the_tiles_to_jupyterlab(wheel: set[str]) -> None:
    """Where JupyterLab and Notebook 7 look, in whatever environment; the files are those of the package."""
    files = {path.name for path in (EXTENSIONS / DISTRIBUTION).iterdir()}

    assert {name.removeprefix(LABEXTENSION) for name in wheel if name.startswith(LABEXTENSION)} == files
    assert {"package.json", "remoteEntry.js"} <= files


def test_an_installed_workbench_gives_the_notebooks(built: Path, tmp_path: Path) -> None:
    """`workbench notebooks copy`, where there is not a checkout."""
    zipfile.ZipFile(built).extractall(tmp_path / "site")
    command = [sys.executable, "-m", "workbench.cli.main", "notebooks", "copy", "mine"]
    subprocess.run(command, cwd=tmp_path, env={"PYTHONPATH": str(tmp_path / "site")}, check=True, capture_output=True)

    given, kept = (
        {path.name: json.loads(path.read_text("utf-8"))["cells"] for path in folder.glob("*.ipynb")}
        for folder in (tmp_path / "mine", ROOT / "notebooks")
    )
    assert given == kept


def test_the_wheel_leaves_the_rest_at_home(wheel: set[str]) -> None:
    """Nothing but the package, its notebooks and its tiles: no test, nothing that is not tracked."""
    brought = {path for path in tracked_files(ROOT) if path.is_relative_to(PACKAGE)}
    notebooks = {path for path in tracked_files(ROOT) if path.is_relative_to(ROOT / "notebooks")}
    expected = {path.relative_to(ROOT).as_posix() for path in brought}
    expected |= {f"workbench/{path.relative_to(ROOT).as_posix()}" for path in notebooks}

    rest = {name for name in wheel - expected if not name.endswith("/")}
    assert {name.split("/")[0] for name in rest} == {f"{WHEEL}.dist-info", f"{WHEEL}.data"}
    assert {name for name in rest if name.startswith(f"{WHEEL}.data/") and not name.startswith(LABEXTENSION)} == set()
