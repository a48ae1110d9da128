"""The journal's file: private, durable, one per place, and refused where it cannot be trusted."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hanging import HANG_SECONDS
from workbench.bulk.journal.journal_file import (
    BALLAST_BYTES,
    SCHEMA_VERSION,
    JournalDamaged,
    JournalFile,
    JournalFull,
    journal_errors,
    runs_folder,
    set_aside,
)
from workbench.errors import JournalError

COMMIT = "insert into meta values (?, 'x')"
WRITER = """
import sys
from pathlib import Path
from workbench.bulk.journal.journal_file import JournalFile
file = JournalFile(Path(sys.argv[1]))
print("open", flush=True)
for number in range(int(sys.argv[2])):
    with file.write_transaction() as db:
        db.execute("insert into meta values (?, 'x')", (f"n{number}",))
    print(number, flush=True)
"""


INTRUDER = """
import sqlite3, sys
sqlite3.connect(sys.argv[1], timeout=0.05, isolation_level=None).execute("begin immediate")
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a journal may lie."""
    return tmp_path / "runs" / "journal.sqlite"


def writer(path: Path, commits: int, *before: str) -> list[str]:
    """The command of a process that commits so often to the journal and says so after each."""
    return [*before, sys.executable, "-c", WRITER, str(path), str(commits)]


def environment() -> dict[str, str]:
    """Where that process finds the package."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


def names(file: JournalFile) -> set[str]:
    """What was committed."""
    with file.read_transaction() as db:
        return {name for (name,) in db.execute("select name from meta")}


def test_the_journals_lie_in_the_persons_data_folder(home: Path) -> None:
    """Outside the notebook's folder; `WORKBENCH_HOME` decides."""
    assert runs_folder() == home / "workbench" / "runs"


def test_the_file_is_the_persons_alone(path: Path) -> None:
    """Mode 0600 from the first byte, the folder 0700, the ballast too."""
    JournalFile(path).close()

    assert [file.stat().st_mode & 0o777 for file in (path, path.with_suffix(".ballast"))] == [0o600, 0o600]
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_a_file_that_others_could_read_is_closed_to_them(path: Path) -> None:
    """However it came to be, and with it what a killed process was writing next to it."""
    JournalFile(path).close()
    journal = path.with_name(f"{path.name}-journal")
    journal.touch()
    journal.chmod(0o666)
    path.chmod(0o666)
    JournalFile(path).close()

    assert [file.stat().st_mode & 0o777 for file in (path, journal)] == [0o600, 0o600]


def test_a_link_is_not_followed(path: Path, tmp_path: Path) -> None:
    """A journal that lies elsewhere than it seems is not written."""
    path.parent.mkdir()
    path.symlink_to(tmp_path / "elsewhere")

    with pytest.raises(JournalError, match="cannot be opened"):
        JournalFile(path)


def test_it_uses_a_rollback_journal_and_extra_syncs(journal_file: JournalFile) -> None:
    """No write-ahead log: two kernels are two processes."""
    with journal_file.read_transaction() as db:
        assert db.execute("pragma journal_mode").fetchone() == ("delete",)
        assert db.execute("pragma synchronous").fetchone() == (3,)
        assert db.execute("pragma user_version").fetchone() == (SCHEMA_VERSION,)


def test_a_unit_is_all_or_nothing(journal_file: JournalFile) -> None:
    """An exception inside it leaves nothing behind."""
    with pytest.raises(JournalError), journal_file.write_transaction() as db:
        db.executemany(COMMIT, [("one",), ("twice",), ("twice",)])

    assert names(journal_file) == set()


def test_a_newer_schema_is_refused(path: Path) -> None:
    """An older workbench does not write what it does not know."""
    JournalFile(path).close()
    with sqlite3.connect(path) as db:
        db.execute(f"pragma user_version = {SCHEMA_VERSION + 1}")
    db.close()

    with pytest.raises(JournalError, match="newer workbench"):
        JournalFile(path)


@pytest.mark.parametrize("keep", [0, 1, 100, 1_000, 5_000, 20_000])
def test_a_damaged_file_is_refused_and_kept(path: Path, keep: int) -> None:
    """Nothing is sent on what cannot be trusted; a person finds the file as it was."""
    JournalFile(path).close()
    torn = path.read_bytes()[:keep]
    path.write_bytes(torn)

    with pytest.raises(JournalDamaged):
        JournalFile(path)
    assert path.read_bytes() == torn


def test_a_damaged_file_can_be_set_aside(path: Path) -> None:
    """A new one begins next to it."""
    path.parent.mkdir()
    path.write_bytes(b"damaged")

    assert set_aside(path).read_bytes() == b"damaged"
    assert not path.exists()


def test_a_journal_that_another_holds_is_not_waited_for_for_ever(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After its wait it says so; nothing is sent."""
    monkeypatch.setattr("workbench.bulk.journal.journal_file.BUSY_SECONDS", 0.05)
    one, other = JournalFile(path), JournalFile(path)

    with one.write_transaction(), pytest.raises(JournalError, match="is in use by"), other.write_transaction():
        pass
    one.close()
    other.close()


def test_a_second_opening_lets_no_lock_go(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A monitor that lists the runs must not let another process into a unit that is in progress in this one."""
    monkeypatch.setattr("workbench.bulk.journal.journal_file.BUSY_SECONDS", 0.05)
    file = JournalFile(path)
    with file.write_transaction():
        JournalFile(path).close()
        intruder = subprocess.run([sys.executable, "-c", INTRUDER, str(path)], capture_output=True, text=True)

    assert "locked" in intruder.stderr
    file.close()


def test_room_is_kept_for_a_full_disk(path: Path) -> None:
    """A megabyte that can be returned once."""
    file = JournalFile(path)

    assert path.with_suffix(".ballast").stat().st_size == BALLAST_BYTES
    assert file.drop_ballast()
    assert not file.drop_ballast()
    file.close()


def test_a_full_disk_is_said(path: Path) -> None:
    """SQLite's words become what to do."""
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorname = "SQLITE_FULL"

    with pytest.raises(JournalFull, match="Free some space"), journal_errors(path):
        raise full


def test_a_database_that_reached_its_quota_loses_nothing(path: Path) -> None:
    """What was committed before stays, what was not is gone whole."""
    file = JournalFile(path)
    with file.write_transaction() as db:
        db.execute(COMMIT, ("kept",))
        (pages,) = db.execute("pragma page_count").fetchone()
    with file.read_transaction() as db:
        db.execute(f"pragma max_page_count = {pages}")

    with pytest.raises(JournalFull), file.write_transaction() as db:
        db.executemany(COMMIT, [(f"n{number}" + "x" * 2_000,) for number in range(50)])

    assert names(file) == {"kept"}
    file.close()


def test_two_processes_make_one_schema(path: Path) -> None:
    """Two kernels begin at the same instant."""
    both = [subprocess.Popen(writer(path, 0), env=environment(), stdout=subprocess.PIPE, text=True) for _ in range(2)]

    assert [process.communicate(timeout=HANG_SECONDS)[0].strip() for process in both] == ["open", "open"]
    assert [process.returncode for process in both] == [0, 0]


@pytest.mark.parametrize("after", [0, 1, 7])
def test_what_was_committed_survives_kill_9(path: Path, after: int) -> None:
    """Every commit that was said to be done is there; the file is sound."""
    with subprocess.Popen(writer(path, 10_000), env=environment(), stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        said = [child.stdout.readline().strip() for _ in range(after + 2)]
        child.kill()
        said += [line.strip() for line in child.stdout if line.endswith("\n")]

    file = JournalFile(path)
    assert {f"n{number}" for number in said[1:]} <= names(file)
    file.close()
