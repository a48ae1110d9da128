"""`workbench notebooks copy`: what it says, and when it refuses."""

from __future__ import annotations

import json
from pathlib import Path

from tests.own_service import command
from workbench.cli.jupyter.notebook_files import FIRST


def test_it_says_what_to_do_next(tmp_path: Path) -> None:
    """The next command, to be typed as it is."""
    folder = tmp_path / "my notebooks"
    ended = command("notebooks", "copy", str(folder))

    assert ended.returncode == 0
    assert f"Next: workbench lab '{folder}', and start with {FIRST}." in ended.stdout


def test_a_changed_copy_is_named_with_the_way_to_replace_it(tmp_path: Path) -> None:
    """And stays."""
    command("notebooks", "copy", str(tmp_path))
    (tmp_path / FIRST).write_text("mine", encoding="utf-8")

    said = command("notebooks", "copy", str(tmp_path)).stdout

    assert f"Kept, because you changed or ran them: {FIRST}. --overwrite replaces them." in said
    assert (tmp_path / FIRST).read_text(encoding="utf-8") == "mine"


def test_overwrite_replaces_it(tmp_path: Path) -> None:
    """And says which."""
    command("notebooks", "copy", str(tmp_path))
    (tmp_path / FIRST).write_text("mine", encoding="utf-8")

    ended = command("notebooks", "copy", str(tmp_path), "--overwrite", "--json")

    assert json.loads(ended.stdout)["replaced"] == [FIRST]


def test_again_there_is_nothing_to_do(tmp_path: Path) -> None:
    """And it says so."""
    command("notebooks", "copy", str(tmp_path))

    assert "All notebooks are already in" in command("notebooks", "copy", str(tmp_path)).stdout


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    """One line, and exit code 2."""
    (tmp_path / "file").touch()
    ended = command("notebooks", "copy", str(tmp_path / "file"))

    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """With what to do."""
    (tmp_path / "file").touch()
    ended = command("notebooks", "copy", str(tmp_path / "file" / "below"))

    assert ended.returncode == 2
    assert "Name another folder." in ended.stderr
