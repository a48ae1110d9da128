"""Packages are written whole or not at all, the same bytes for the same content."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.exports.conftest import client as client
from tests.exports.lessons import lesson
from tests.full_disk import small_disk
from tests.service.assets.media_files import picture
from workbench.authoring.block import Block
from workbench.authoring.mutation import LessonBlockInsert
from workbench.authoring.transaction import Transaction
from workbench.client.asset_transfer import StoredAsset, upload_file
from workbench.client.lookups.targets import Target, find_targets
from workbench.client.sync import Client
from workbench.errors import AnswerUnreadable, InputRejected, NotSent
from workbench.exports.scorm.options import PackageOptions
from workbench.exports.scorm.package import CoursePackage
from workbench.exports.scorm.writing import export_packages, write_package
from workbench.exports.written import NotExported
from workbench.procedures.course import create_course
from workbench.procedures.lesson import create_lesson
from workbench.procedures.realtime import execute_transactions

OPTIONS = PackageOptions()
TARGET = Target("course", "c1", "Sea")
DATA = b"picture" * 1_000
PICTURE = StoredAsset("picture1", "image/png", len(DATA), sha256(DATA).hexdigest(), "ladder.png")
SEA = CoursePackage(
    "scorm12",
    "c1",
    "Sea",
    [lesson("Tides", ("image", {"asset": "picture1", "alternativeText": "A ladder"}))],
    {"picture1": PICTURE},
)


def in_pieces(asset: StoredAsset) -> Iterator[bytes]:
    """The picture's bytes."""
    yield DATA[:100]
    yield DATA[100:]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder."""
    made = tmp_path / "packages"
    made.mkdir()
    return made


def test_the_same_content_is_the_same_bytes(folder: Path) -> None:
    """On another day and in another folder; every entry has the time and rights of all."""
    first = write_package(folder / "a.zip", SEA, TARGET, in_pieces)
    os.utime(first.path)
    (folder / "deep").mkdir()
    second = write_package(folder / "deep" / "b.zip", SEA, TARGET, in_pieces)

    assert first.path.read_bytes() == second.path.read_bytes()
    with zipfile.ZipFile(first.path) as archive:
        assert archive.testzip() is None
        assert {(member.date_time, member.external_attr >> 16) for member in archive.infolist()} == {
            ((1980, 1, 1, 0, 0, 0), 0o644)
        }
        assert archive.read("media/picture1.png") == DATA


def test_a_file_that_came_in_otherwise_is_no_package(folder: Path) -> None:
    """What is stored has a digest."""
    with pytest.raises(AnswerUnreadable, match="arrived damaged"):
        write_package(folder / "a.zip", SEA, TARGET, lambda asset: iter([b"x" * asset.size]))
    assert list(folder.iterdir()) == []


def test_a_full_disk_leaves_the_package_that_was_there(folder: Path) -> None:
    """And nothing next to it."""
    (folder / "a.zip").write_text("mine")
    with small_disk(), pytest.raises(NotExported, match="Nothing has changed there"):
        write_package(folder / "a.zip", SEA, TARGET, in_pieces)

    assert [(path.name, path.read_text()) for path in folder.iterdir()] == [("a.zip", "mine")]


_KILLED = """
import sys, time
from pathlib import Path
from tests.exports.scorm.test_writing import SEA, TARGET, DATA
from workbench.exports.scorm.writing import write_package
def pieces(asset):
    yield DATA[:100]
    print("half", flush=True)
    time.sleep(60)
write_package(Path(sys.argv[1]), SEA, TARGET, pieces)
"""


def test_a_killed_export_leaves_no_half_package(folder: Path) -> None:
    """And the next one removes what lay next to it."""
    path = folder / "a.zip"
    with subprocess.Popen([sys.executable, "-c", _KILLED, str(path)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stdout.readline() == b"half\n"
        process.send_signal(signal.SIGKILL)
        process.wait(60)
    assert not path.exists()

    write_package(path, SEA, TARGET, in_pieces)
    assert [path.name for path in folder.iterdir()] == ["a.zip"]


@pytest.fixture
def course_id(client: Client, tmp_path: Path) -> str:
    """A course of two lessons, the second with a picture."""
    file = tmp_path / "ladder.png"
    file.write_bytes(picture())
    asset = upload_file(client, file, organization_id=None, alternative_text="A ladder")
    course_id = client.call(create_course(title="Sea & air")).course_id
    for title in ("Tides", "Waves"):
        lesson_id = client.call(create_lesson(title=title, language="EN", course_id=course_id)).lesson_id
    content = {"asset": asset.asset_id, "alternativeText": "A ladder"}
    insert = LessonBlockInsert(block=Block(id=str(uuid4()), type="image", content=content))
    transactions = [Transaction(label="insertPages", mutations=[insert])]
    client.call(execute_transactions(lesson_id=lesson_id, language="EN", transactions=transactions))
    return course_id


def test_courses_become_packages_with_their_pictures(client: Client, course_id: str, folder: Path) -> None:
    """One by one, with progress; a lesson is a package of its own."""
    seen: list[int] = []
    [target] = find_targets(client, [course_id])
    written = [*export_packages(client, [target, target], "scorm2004", folder, OPTIONS, progress=seen.append)]

    assert [package.path.name for package in written] == [
        f"sea-air-{course_id[-8:]}.zip",
        f"sea-air-{course_id[-8:]}-2.zip",
    ]
    assert written[0].path.read_bytes() == written[1].path.read_bytes()
    assert (written[0].lessons, written[0].questions, written[0].notes) == (2, 0, ())
    assert seen == [2, 2, 4, 4]
    with zipfile.ZipFile(written[0].path) as archive:
        [media] = [name for name in archive.namelist() if name.startswith("media/")]
        assert archive.read(media).startswith(b"\x89PNG")


def test_what_is_there_stays_and_nothing_is_read(client: Client, course_id: str, folder: Path) -> None:
    """Until it is to be replaced; a course without lessons is told by its title."""
    (folder / "sea-air.zip").write_text("mine")
    seen: list[int] = []
    [target] = find_targets(client, [course_id])
    with pytest.raises(InputRejected, match="already exists"):
        next(export_packages(client, [target], "scorm12", folder, OPTIONS, progress=seen.append))
    assert seen == []
    next(export_packages(client, [target], "scorm12", folder, OPTIONS, overwrite=True))
    assert zipfile.is_zipfile(folder / "sea-air.zip")

    empty = Target("course", client.call(create_course(title="Insects")).course_id, "Insects")
    with pytest.raises(NotSent, match="“Insects” has no lessons"):
        next(export_packages(client, [empty], "scorm12", folder, OPTIONS))


def test_who_stops_leaves_nothing_half(client: Client, course_id: str, folder: Path) -> None:
    """While a file comes in."""
    calls = iter([None, KeyboardInterrupt()])

    def stop(count: int) -> None:
        if (error := next(calls)) is not None:
            raise error

    [target] = find_targets(client, [course_id])
    with pytest.raises(KeyboardInterrupt):
        next(export_packages(client, [target], "scorm12", folder, OPTIONS, progress=stop))
    assert list(folder.iterdir()) == []


_WRITE = """
import json, re, sys
from hashlib import sha256
from pathlib import Path
from tests.exports.lessons import lesson
from workbench.client.asset_transfer import RANGE_BYTES, StoredAsset
from workbench.client.lookups.targets import Target
from workbench.exports.scorm.package import CoursePackage
from workbench.exports.scorm.writing import write_package
blocks, megabytes, path = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
piece = bytes(RANGE_BYTES)
pieces = megabytes * 1_000_000 // RANGE_BYTES
digest = sha256()
for _ in range(pieces):
    digest.update(piece)
video = StoredAsset("video1", "video/mp4", pieces * RANGE_BYTES, digest.hexdigest(), "tides.mp4")
quiz = ("quiz", {"question": "?", "choices": [{"text": "a", "isCorrect": True}, {"text": "b", "isCorrect": False}]})
made = lesson("Tides", ("video", {"asset": "video1"}), *[quiz, ("text", {"markdown": "sea " * 50})] * (blocks // 2))
package = CoursePackage("scorm2004", "c1", "Sea", [made], {"video1": video})
peak = lambda: int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024
before = peak()
written = write_package(path, package, Target("course", "c1", "Sea"), lambda asset: (piece for _ in range(pieces)))
print(json.dumps([peak() - before, written.size, written.questions]))
"""


def written(blocks: int, megabytes: int, path: Path) -> Any:
    """Megabytes that writing took, the package's bytes, its questions; in a separate process."""
    command = [sys.executable, "-c", _WRITE, str(blocks), str(megabytes), str(path)]
    return json.loads(subprocess.run(command, capture_output=True, check=True, timeout=240).stdout)


@pytest.mark.slow
def test_two_thousand_blocks_and_200_megabytes_are_streamed(folder: Path) -> None:
    """The recordings go through in pieces; the pages are some megabytes."""
    took, size, questions = written(2_000, 200, folder / "large.zip")
    print(f"{took} MB of memory for a package of {size / 1e6:.0f} MB with {questions:,} questions")

    assert questions == 1_000
    assert size > 200_000_000
    assert took < 60
