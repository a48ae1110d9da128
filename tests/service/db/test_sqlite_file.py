"""The connections to a database file of SQLite."""

from __future__ import annotations

import shutil
import stat
from pathlib import Path

import apsw
import pytest

from workbench.errors import Misconfigured
from workbench.service.db.migrating import migrate
from workbench.service.db.sqlite_file import connect, open_file


def test_a_statement_is_prepared_once_for_all_values(database_file: Path, database_url: str) -> None:
    """Another value bound to a joined look-up runs what is prepared already: preparing costs five times the look-up."""
    migrate(database_url)
    connection = connect(database_file, apsw.SQLITE_OPEN_READONLY)
    seen: list[object] = []
    connection.authorizer = lambda *preparing: seen.append(preparing) or apsw.SQLITE_OK
    look_up = (
        "SELECT person.id FROM session JOIN person ON person.id = session.person_id WHERE session.token_sha256 = ?"
    )

    connection.execute(look_up, ("a",)).fetchall()
    prepared = len(seen)
    connection.execute(look_up, ("b",)).fetchall()
    connection.close()

    assert len(seen) == prepared > 0


@pytest.fixture
def left(database_file: Path, database_url: str, tmp_path: Path) -> Path:
    """The file as a killed service leaves it, with its WAL."""
    migrate(database_url)
    connection = connect(database_file, apsw.SQLITE_OPEN_READWRITE)
    connection.execute("INSERT INTO service VALUES ('a', ?)", ("x" * 100_000,))
    copy = tmp_path / "left.sqlite"
    for end in ("", "-wal"):
        shutil.copy(f"{database_file}{end}", f"{copy}{end}")
    connection.close()
    return copy


def test_a_file_that_is_damaged_after_a_kill_is_not_started_on(left: Path) -> None:
    """Regression: the service began on it and failed call by call. It is refused with what to do, and left alone."""
    size = left.stat().st_size
    with left.open("r+b") as file:
        file.seek(8 * 4096)
        file.write(b"\xff" * (size - 8 * 4096))
    before = left.read_bytes()

    with pytest.raises(Misconfigured, match="workbench admin restore"):
        migrate(f"sqlite:///{left}")

    assert left.read_bytes() == before


def test_a_file_that_is_whole_after_a_kill_is_started_on(left: Path) -> None:
    """Its WAL is taken up."""
    migrate(f"sqlite:///{left}")
    connection = connect(left, apsw.SQLITE_OPEN_READONLY)

    assert connection.execute("SELECT length(value) FROM service").fetchall() == [(100_000,)]
    connection.close()


@pytest.mark.parametrize("content", [b"no database at all, but text" * 200, b"SQLite format 3\0" + b"\xff" * 8000])
def test_a_file_that_is_no_database_is_refused(database_file: Path, database_url: str, content: bytes) -> None:
    """With the same words, and left as it is."""
    database_file.write_bytes(content)

    with pytest.raises(Misconfigured, match="workbench admin restore"):
        migrate(database_url)

    assert database_file.read_bytes() == content


def test_a_file_that_others_could_read_is_closed_to_them(database_file: Path, database_url: str) -> None:
    """Regression: one of mode 0666 stayed so, and SQLite makes what it keeps next to it alike."""
    migrate(database_url)
    beside = [Path(f"{database_file}{end}") for end in ("", "-wal", "-shm")]
    for path in beside:
        path.touch()
        path.chmod(0o666)
    open_file(database_url)

    assert {stat.S_IMODE(path.stat().st_mode) for path in beside} == {0o600}
