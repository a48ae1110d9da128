"""What is being written lies beside its place under a name that tells its writer; dead writers' leavings are swept."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from workbench.client.unfinished import abandoned, sweep, unfinished


@pytest.fixture
def dead() -> str:
    """The number of a process that was and is no more."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait(timeout=60)
    return str(process.pid)


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """An empty folder."""
    (tmp_path / "room").mkdir()
    return tmp_path / "room"


def of(process: str, path: Path, ending: str = "part") -> Path:
    """The name under which another process of this computer would write."""
    mine = unfinished(path, ending)
    host = mine.name.removesuffix(f".{ending}").rpartition(".")[0]
    return mine.with_name(f"{host}.{process}.{ending}")


def test_it_is_hidden_beside_its_place(room: Path) -> None:
    """In the same folder, so that putting it in place is one renaming."""
    beside = unfinished(room / "l.csv")

    assert beside.parent == room
    assert beside.name.startswith(".l.csv.")
    assert beside.name.endswith(".part")


def test_files_and_folders_of_dead_writers_are_swept(dead: str, room: Path) -> None:
    """Also the notebook that papermill was writing."""
    path = room / "l.csv"
    of(dead, path).write_text("half")
    of(dead, path, "part.ipynb").write_text("half")
    of("999999999999999999999", path).mkdir()
    (of("999999999999999999999", path) / "half").touch()
    sweep(path)

    assert list(room.iterdir()) == []


def test_what_is_not_surely_abandoned_stays(dead: str, room: Path) -> None:
    """What this process writes, what another computer wrote, what belongs to another file, and the file itself."""
    path = room / "l.csv"
    kept = [
        path, unfinished(path), of("1", path), of(dead, room / "all.csv"), room / f".l.csv.ffffff.{dead}.part",
        room / f".l.csv.{dead}.part", of(dead, path, "old"),
    ]  # fmt: skip
    assert [each.write_text("") for each in kept] == [0] * len(kept)
    sweep(path)

    assert sorted(room.iterdir()) == sorted(kept)


def test_a_link_is_taken_away_and_not_what_it_leads_to(dead: str, room: Path) -> None:
    """Nobody makes a sweep empty a folder elsewhere."""
    elsewhere = room / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "mine").touch()
    of(dead, room / "l.csv").symlink_to(elsewhere)
    sweep(room / "l.csv")

    assert [each.name for each in room.rglob("*")] == ["elsewhere", "mine"]


def test_a_folder_that_is_not_there_has_nothing_to_sweep(room: Path) -> None:
    """The first write makes it."""
    assert list(abandoned(room / "none" / "l.csv", "part")) == []
