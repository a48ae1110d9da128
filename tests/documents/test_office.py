"""Office files as archives of XML."""

from __future__ import annotations

import io
import zipfile

import pytest

from tests.documents.source_files import archive
from workbench.documents.file_kind import FileRefused
from workbench.documents.office import ElementReader, OfficeFile


def opened(parts: dict[str, str | bytes]) -> OfficeFile:
    """An office file of these parts."""
    return OfficeFile(io.BytesIO(archive(parts)))


def test_relations_stay_inside_the_file() -> None:
    """Targets are parts, relative or absolute; what lies outside is left out."""
    relations = (
        '<Relationships><Relationship Id="a" Type="x/slide" Target="slides/s%201.xml"/>'
        '<Relationship Id="b" Type="x/image" Target="/ppt/media/../../../etc/passwd"/>'
        '<Relationship Id="c" Type="x/link" TargetMode="External" Target="https://a.example"/></Relationships>'
    )

    found = opened({"ppt/_rels/p.xml.rels": relations}).relations("ppt/p.xml")

    assert found == {"a": ("slide", "ppt/slides/s 1.xml"), "b": ("image", "etc/passwd")}


def test_a_missing_part_is_named() -> None:
    """As the damage that it is."""
    with pytest.raises(FileRefused, match="it has no part word/x.xml"):
        opened({"a": "b"}).read("word/x.xml", ElementReader())


def test_a_part_that_is_there_twice_is_refused() -> None:
    """Two programs would read two documents."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr("word/document.xml", "<a/>")
        with pytest.warns(UserWarning, match="Duplicate name"):
            packed.writestr("word/document.xml", "<b/>")

    with pytest.raises(FileRefused, match="the same part twice"):
        OfficeFile(out)


def test_what_comes_out_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not what the archive declares."""
    monkeypatch.setattr("workbench.documents.office.MAX_UNPACKED_BYTES", 1_000)
    file = opened({"a.xml": b"<a>" + b" " * 600 + b"</a>"})
    file.read("a.xml", ElementReader())

    with pytest.raises(FileRefused, match="unpacks to more than"):
        file.read("a.xml", ElementReader())
