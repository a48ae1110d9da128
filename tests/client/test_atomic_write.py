"""What is being written lies next to its place under a name that tells its writer; dead writers' leavings are swept."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from workbench.client.atomic_write import (
    abandoned_files,
    private_path_near,
    sweep,
    temporary_path,
    write_new_text,
    write_whole_text,
)


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


def words_of(path: Path) -> list[str]:
    """Host, boot, process namespace, process id and start in the name under which this process writes."""
    return temporary_path(path).name.removeprefix(f".{path.name}.").partition("-")[0].split(".")


def of(process: str, path: Path, ending: str = "part", *, began: str = "1") -> Path:
    """The name under which another process of this computer would write."""
    *here, _, _ = words_of(path)
    return path.with_name(f".{path.name}.{'.'.join(here)}.{process}.{began}-{'0' * 16}.{ending}")


def earlier(process: str, path: Path) -> Path:
    """The same as it was named at first, by host and process id alone."""
    return path.with_name(f".{path.name}.{words_of(path)[0]}.{process}.part")


def test_it_is_hidden_beside_its_place(room: Path) -> None:
    """In the same folder, so that putting it in place is one renaming."""
    beside = temporary_path(room / "l.csv")

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
    earlier(dead, path).mkdir()
    sweep(path)

    assert list(room.iterdir()) == []


def test_what_is_not_surely_abandoned_stays(dead: str, room: Path) -> None:
    """What this process writes, what another computer wrote, what belongs to another file, and the file itself."""
    path = room / "l.csv"
    kept = [
        path, temporary_path(path), earlier("1", path), of(dead, room / "all.csv"), room / f".l.csv.ffffff.{dead}.part",
        room / f".l.csv.{dead}.part", of(dead, path, "old"),
    ]  # fmt: skip
    assert [kept_path.write_text("") for kept_path in kept] == [0] * len(kept)
    sweep(path)

    assert sorted(room.iterdir()) == sorted(kept)


def test_a_process_id_that_came_round_again_is_another_process(room: Path) -> None:
    """Its leavings stayed for as long as anybody had the number."""
    path = room / "l.csv"
    of(str(os.getpid()), path).mkdir()
    sweep(path)

    assert list(room.iterdir()) == []


def test_a_writer_in_another_container_is_not_swept_away(dead: str, room: Path) -> None:
    """A number that nobody has here may be a living process there: its half file was taken from under it."""
    path = room / "l.csv"
    host, boot, namespace, *_ = words_of(path)
    there = path.with_name(f".l.csv.{host}.{boot}.{int(namespace) + 1}.{dead}.1-{'0' * 16}.part")
    there.mkdir()
    sweep(path)

    assert list(room.iterdir()) == [there]


def test_what_was_written_before_the_machine_was_started_anew_is_swept(room: Path) -> None:
    """Anyone who has the number since."""
    path = room / "l.csv"
    host, _, *process = words_of(path)
    path.with_name(f".l.csv.{'.'.join((host, 'ffffff', *process))}-{'0' * 16}.part").mkdir()
    sweep(path)

    assert list(room.iterdir()) == []


def test_a_link_is_taken_away_and_not_what_it_leads_to(dead: str, room: Path) -> None:
    """Nobody makes a sweep empty a folder elsewhere."""
    elsewhere = room / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "mine").touch()
    of(dead, room / "l.csv").symlink_to(elsewhere)
    sweep(room / "l.csv")

    assert [path.name for path in room.rglob("*")] == ["elsewhere", "mine"]


def test_a_folder_that_is_not_there_has_nothing_to_sweep(room: Path) -> None:
    """The first write makes it."""
    assert list(abandoned_files(room / "none" / "l.csv", "part")) == []


def test_links_that_others_lay_beside_are_not_followed(room: Path) -> None:
    """In a folder for a group, a temporary file of a name that could be guessed wrote through a link."""
    victim = room / "victim"
    victim.write_text("mine")
    room.chmod(0o777)
    for name in (f".l.csv.{os.getpid()}", temporary_path(room / "l.csv").name.rpartition("-")[0] + ".part", "l.csv"):
        (room / name).symlink_to(victim)
    write_whole_text(room / "l.csv", "new")

    assert victim.read_text() == "mine"
    assert (room / "l.csv").read_text() == "new"
    assert not (room / "l.csv").is_symlink()


def test_what_is_written_lies_where_nobody_else_comes(room: Path) -> None:
    """The folder's name is never the same, nobody else may enter it, and it is gone afterwards."""
    with private_path_near(room / "l.csv") as one, private_path_near(room / "l.csv") as other:
        one.write_text("half")
        rights = {stat.S_IMODE(path.stat().st_mode) for path in room.iterdir()}
        names = {path.name for path in room.iterdir()}

    assert (rights, len(names)) == ({0o700}, 2)
    assert (one != other, list(room.iterdir())) == (True, [])


def test_a_folder_that_was_put_in_its_place_is_not_written_into(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Anyone who may write beside may rename; the handle is of the folder that was made, or it is refused."""
    made = os.open

    def swapped(path: Path, *flags: int) -> int:
        path.rmdir()
        path.mkdir()
        (path / "l.csv").symlink_to(room / "victim")
        return made(path, *flags)

    monkeypatch.setattr(os, "open", swapped)
    with pytest.raises(PermissionError, match="somebody else"):
        write_whole_text(room / "l.csv", "new")

    assert not (room / "victim").exists()


def test_a_new_file_is_written_through_no_link(room: Path) -> None:
    """Nor over one that is there."""
    (room / "l.csv").symlink_to(room / "victim")
    with pytest.raises(FileExistsError):
        write_new_text(room / "l.csv", "new")

    assert not (room / "victim").exists()


def test_a_device_is_written_to_as_it_is(room: Path) -> None:
    """`--to /dev/stdout`."""
    os.mkfifo(room / "pipe")
    reader = os.open(room / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_whole_text(room / "pipe", "new")

    assert os.read(reader, 9) == b"new"
    os.close(reader)
