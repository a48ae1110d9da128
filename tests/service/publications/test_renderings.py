"""What is kept of rendered lessons is bounded, and one of any size is found again."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

import pytest

from tests.needs import needs
from workbench.errors import Misconfigured
from workbench.service.publications.renderings import (
    FOLDER_SECONDS,
    PAGES,
    Key,
    RenderingFolder,
    Renderings,
    page_folder,
)


def key(lesson: str, revision: int = 1) -> Key:
    """A lesson at a revision."""
    return lesson, revision, "Tides", "EN", ""


def test_a_rendering_is_its_revisions() -> None:
    """Another revision is another rendering."""
    kept = Renderings()
    kept.keep(key("a"), "<p>one \N{WATER WAVE}</p>")

    assert kept.get(key("a")) == "<p>one \N{WATER WAVE}</p>"
    assert kept.get(key("a", 2)) is None


@pytest.mark.parametrize("length", [0, 5_000])
def test_lessons_without_end_take_no_memory_without_end(length: int) -> None:
    """Counted in bytes as they are kept, what has none included; the latest used stay."""
    kept, chance = Renderings(100_000), random.Random(1)
    for number in range(1_000):
        kept.keep(key(str(number)), chance.randbytes(length).hex())
        kept.keep(key("0"), "again")

    assert 0 < kept.size <= 100_000
    assert kept.get(key("999")) is not None
    assert (kept.get(key("0")), kept.get(key("1"))) == ("again", None)


def test_one_larger_than_all_room_is_kept_alone() -> None:
    """Regression: it was forgotten immediately, and made again by each load."""
    kept, large = Renderings(5_000), random.Random(1).randbytes(20_000).hex()
    kept.keep(key("small"), "x")
    kept.keep(key("large"), large)

    assert kept.get(key("large")) == large
    assert kept.get(key("small")) is None


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a folder for renderings is made."""
    return tmp_path / "team-pages"


def only_file(path: Path) -> Path:
    """The one file of the folder."""
    (found,) = path.iterdir()
    return found


def test_a_folder_has_what_another_process_kept(path: Path) -> None:
    """Found by all that it was made of; nobody else may read it."""
    RenderingFolder(path).keep(b"one", "<p>one \N{WATER WAVE}</p>")

    assert RenderingFolder(path).get(b"one") == "<p>one \N{WATER WAVE}</p>"
    assert RenderingFolder(path).get(b"two") is None
    assert (path.stat().st_mode & 0o777, only_file(path).stat().st_mode & 0o777) == (0o700, 0o600)


@pytest.mark.parametrize("damage", ["cut", "empty", "a changed byte", "zeros", "the file of another content"])
def test_a_damaged_file_is_removed_and_nothing_of_it_is_shown(path: Path, damage: str) -> None:
    """Whatever a disk or a person did to it; it can be kept again."""
    folder = RenderingFolder(path)
    folder.keep(b"one", "<p>one</p>" * 50)
    file = only_file(path)
    content = file.read_bytes()
    if damage == "the file of another content":
        folder.keep(b"two", "<p>two</p>")
        (other,) = set(path.iterdir()) - {file}
        other.replace(file)
    else:
        changed = content[:40] + bytes([content[40] ^ 1]) + content[41:]
        damaged = {"cut": content[:-9], "empty": b"", "a changed byte": changed, "zeros": bytes(len(content))}
        file.write_bytes(damaged[damage])

    assert folder.get(b"one") is None
    assert list(path.iterdir()) == []
    folder.keep(b"one", "<p>again</p>")
    assert folder.get(b"one") == "<p>again</p>"


def test_a_full_disk_keeps_nothing_and_nothing_by_half(path: Path, full_disk: None) -> None:
    """What was there stays."""
    folder = RenderingFolder(path)
    folder.keep(b"small", "<p>small</p>")
    folder.keep(b"large", random.Random(1).randbytes(5_000).hex())

    assert folder.get(b"small") == "<p>small</p>"
    assert folder.get(b"large") is None
    assert len(list(path.iterdir())) == 1


@needs("linux")
@pytest.mark.parametrize("found", ["a file", "a link", "open to others", "nothing may be made there"])
def test_a_folder_that_is_not_ours_alone_is_not_used(path: Path, found: str) -> None:
    """Anyone who could write there could write on learners' pages. Nothing fails."""
    elsewhere = path.with_name("elsewhere")
    RenderingFolder(elsewhere).keep(b"one", "<p>one</p>")
    if found == "a file":
        path.write_text("")
    elif found == "a link":
        path.symlink_to(elsewhere)
    elif found == "open to others":
        elsewhere.replace(path)
        path.chmod(0o770)
    else:
        path.with_name("x").write_text("")
        path = path.with_name("x") / "pages"
    folder = RenderingFolder(path)
    folder.keep(b"two", "<p>two</p>")

    assert (folder.get(b"one"), folder.get(b"two")) == (None, None)


def test_a_folder_has_an_end(path: Path) -> None:
    """Those used longest ago go first; so does what nobody used for a month, and what a killed process left."""
    chance, ago = random.Random(1), time.time() - 1_000
    folder = RenderingFolder(path, most_bytes=25_000)
    for number in range(9):
        folder.keep(str(number).encode(), chance.randbytes(2_500).hex())
        for file in path.iterdir():
            os.utime(file, (ago + number, min(file.stat().st_mtime, ago + number)))
        assert folder.get(b"0") is not None

    assert sum(file.stat().st_size for file in path.iterdir()) <= 25_000
    assert folder.get(b"1") is None
    assert folder.get(b"8") is not None

    (path / "left.part").write_text("half")
    (path / "of-somebody-else.txt").write_text("stays")
    for file in path.iterdir():
        os.utime(file, (0, time.time() - FOLDER_SECONDS - 60))
    folder.keep(b"new", "<p>new</p>")
    assert len(list(path.iterdir())) == 2
    assert (path / "of-somebody-else.txt").exists()


def test_where_pages_are_kept() -> None:
    """Beside a SQLite database, or where the operator says."""
    assert page_folder({}, "sqlite:////srv/team.sqlite") == Path("/srv/team-pages")
    assert page_folder({PAGES: " /var/cache/team "}, "postgresql://db.example/team") == Path("/var/cache/team")
    with pytest.raises(Misconfigured, match="path of a folder"):
        page_folder({PAGES: "s3://lessons/pages"}, "postgresql://db.example/team")


@needs("linux")
def test_with_a_database_server_pages_are_in_the_cache_of_the_user(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: they were nowhere, and each process rendered for itself. A user without a home has a folder, too."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    url = "postgresql://db.example/team"
    in_home = page_folder({}, url)
    of_another = tmp_path / "of another user"
    of_another.mkdir(mode=0o500)
    if os.geteuid() == 0:
        os.chown(of_another, 1, 1)
    monkeypatch.setenv("XDG_CACHE_HOME", str(of_another / "cache"))
    temporary = page_folder({}, url)

    assert in_home == home / "cache_home" / "workbench" / "pages"
    assert temporary == tmp_path / f"workbench-pages-{os.geteuid()}"
    for folder in (in_home, temporary):
        assert RenderingFolder(folder).problem() == ""
        RenderingFolder(folder).keep(b"one", "<p>one</p>")
        assert RenderingFolder(folder).get(b"one") == "<p>one</p>" and folder.stat().st_mode & 0o777 == 0o700


@needs("linux")
def test_a_folder_that_somebody_else_made_first_is_told(path: Path) -> None:
    """Among the temporary files anybody may make it before the service does: a link, or open to others."""
    path.mkdir(mode=0o700)
    beside = path.with_name("beside")
    beside.symlink_to(path)
    assert RenderingFolder(path).problem() == ""
    assert "only the service's user can access" in RenderingFolder(beside).problem()
    path.chmod(0o777)
    assert "only the service's user can access" in RenderingFolder(path).problem()
    assert (RenderingFolder(beside).claim(b"one"), RenderingFolder(path).claim(b"one")) == (-1, -1)
    path.with_name("file").write_text("")
    assert "nothing may be written in" in RenderingFolder(path.with_name("file") / "pages").problem()


@needs("linux")
def test_one_process_renders_what_several_want(path: Path) -> None:
    """Its claim ends with it, also where it is killed; another content is not waited for."""
    first, second = RenderingFolder(path), RenderingFolder(path)
    claim = first.claim(b"one")
    assert claim is not None and claim >= 0
    other = second.claim(b"two")
    assert second.claim(b"one") is None and other is not None
    os.close(claim)  # as the end of its process does
    again = second.claim(b"one")
    assert again is not None and again >= 0
    second.release(b"one", again)
    second.release(b"two", other)
    assert list(path.iterdir()) == []
