"""The wheel holds what an installed workbench needs: tests run in the checkout, so it is looked at once."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.meta.house import PACKAGE, ROOT, kept_files


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names in a wheel built from the checkout, offline, by the backend that is installed."""
    target = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(target)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return set(zipfile.ZipFile(next(Path(target).glob("*.whl"))).namelist())


def test_the_wheel_holds_every_file_of_the_package(wheel: set[str]) -> None:
    """Modules, scripts, style sheets, migrations, language data, the mark that the package is typed."""
    kept = {path.relative_to(ROOT).as_posix() for path in kept_files(ROOT) if path.is_relative_to(PACKAGE)}

    assert kept - wheel == set()


def test_the_wheel_brings_the_notebooks(wheel: set[str]) -> None:
    """`workbench lab FOLDER` needs no checkout."""
    kept = {path.relative_to(ROOT).as_posix() for path in kept_files(ROOT) if path.is_relative_to(ROOT / "notebooks")}

    assert {f"workbench/{name}" for name in kept} - wheel == set()


def test_the_wheel_leaves_the_tests_at_home(wheel: set[str]) -> None:
    """Nothing but the package is installed."""
    assert {name.split("/")[0] for name in wheel} == {"workbench", "workbench-0.1.0.dist-info"}
