"""ZIP archives of folders: those of an export are read, whatever else they may be is refused in a sentence."""

from __future__ import annotations

import io
import os
import struct
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from workbench.changes.folders.archive import scan_archive
from workbench.errors import PlanRejected

COURSE = "---\ncourse: c1\n---\n"
LESSON = "---\nlesson: l1\nrevision: 3\n---\n\n<!-- block reflection -->\nWhy?\n"


def packed(*more: tuple[str | zipfile.ZipInfo, bytes], top: str = "") -> bytes:
    """An archive of one lesson, with more entries."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"{top}sea/_course.md", COURSE)
        archive.writestr(f"{top}sea/01-tides.md", LESSON)
        for name, content in more:
            archive.writestr(name, content)
    return buffer.getvalue()


def link() -> zipfile.ZipInfo:
    """An entry that is a symbolic link."""
    entry = zipfile.ZipInfo("sea/02-link.md")
    entry.external_attr = 0o120777 << 16
    return entry


def encrypted() -> bytes:
    """An archive whose entries say that they are encrypted."""
    content = bytearray(packed())
    for sign, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = content.find(sign)
        while place >= 0:
            content[place + at] |= 1
            place = content.find(sign, place + 1)
    return bytes(content)


def lying() -> bytes:
    """An archive whose end says that there are very many entries."""
    content = bytearray(packed())
    content[-14:-10] = struct.pack("<HH", 65_000, 65_000)
    return bytes(content)


@pytest.mark.parametrize("top", ["", "courses/"])
def test_an_archive_is_read_as_its_folder(tmp_path: Path, top: str) -> None:
    """Also where all of it is in one folder more; what is no lesson or picture is not unpacked."""
    path = tmp_path / "courses.zip"
    path.write_bytes(packed((f"{top}notes.txt", b"text"), ("__MACOSX/._x.md", b"x"), top=top))
    found = scan_archive(path)

    assert ([file.path for file in found.files], found.course_ids) == (["sea/01-tides.md"], ("c1",))
    assert (found.name, found.is_archive) == ("courses", True)
    place = found.root
    del found
    assert not place.exists()


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda: packed(("../evil.md", b"x")), "leads out of the folder"),
        (lambda: packed(("/etc/evil.md", b"x")), "leads out of the folder"),
        (lambda: packed(("sea/a:b.md", b"x")), "leads out of the folder"),
        (lambda: packed((link(), b"/etc/passwd")), "is a link"),
        (lambda: packed(("sea/inner.zip", b"PK")), "contains an archive"),
        (lambda: packed(("sea/01-TIDES.md", b"x")), "two files of the name"),
        (lambda: packed(("sea/big.md", b"0" * 60_000_000)), "very large when unpacked"),
        (lambda: packed(("sea/large.md", os.urandom(9_000_000))), "more than 8 MB"),
        (encrypted, "is encrypted"),
        (lying, "more than 60,000 files"),
        (lambda: b"PK\x05\x06" + bytes(18), "There is no Markdown file"),
        (lambda: b"no archive", "not a readable ZIP archive"),
        (lambda: b"", "not a readable ZIP archive"),
        (lambda: packed()[:-40], "not a readable ZIP archive"),
    ],
)
def test_what_is_made_to_harm_is_refused(tmp_path: Path, make: Callable[[], bytes], problem: str) -> None:
    """In one sentence, and nothing is left of it."""
    path = tmp_path / "bad.zip"
    path.write_bytes(make())
    with pytest.raises(PlanRejected, match=problem) as refused:
        scan_archive(path)

    assert refused.value.message.endswith("Nothing was changed.")
    assert "\n" not in refused.value.message


def test_a_bent_archive_is_read_or_refused(tmp_path: Path) -> None:
    """Whatever byte is another one."""
    whole, random = packed(("sea/02-b.md", LESSON.encode())), Random(7)
    for number in range(300):
        bent = bytearray(whole)
        for _ in range(random.randint(1, 6)):
            bent[random.randrange(len(bent))] = random.randrange(256)
        path = tmp_path / f"{number}.zip"
        path.write_bytes(bytes(bent[: random.randint(1, len(bent))] if random.random() < 0.2 else bent))
        with suppress(PlanRejected):  # what else is raised is none of its own
            assert scan_archive(path).is_archive
