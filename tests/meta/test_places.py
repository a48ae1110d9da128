"""No file names a place that only one machine has: a package registry's host, or a folder of somebody's own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.meta.source_tree import ROOT, tracked_files

# Written in halves, so that this file does not name them either.
HOSTS = [
    first + last
    for first, last in [
        ("pypi.", "org"),
        ("pythonhosted.", "org"),
        ("registry.npm", "js.org"),
        ("conda.", "anaconda.org"),
        ("registry.", "yarnpkg.com"),
    ]
]
HOST = re.compile("|".join(re.escape(host) for host in HOSTS))
FOLDER = re.compile(r"""(?:^|[\s"'`=(:,\[])(/(?:work|opt|root|home|Users|tmp|var/tmp)/[\w.-]+)""", re.MULTILINE)
DRIVE = re.compile(r"\b[A-Z]:\\Users\\\w+")

# A file that must name such a place, and why.
EXCEPTIONS: dict[str, str] = {}


def places(path: Path) -> list[str]:
    """The hosts and folders that a file names; a file that is not text names none."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return []
    return [*HOST.findall(text), *FOLDER.findall(text), *DRIVE.findall(text)]


def test_no_file_names_a_place_of_one_machine() -> None:
    """What is committed works anywhere, and tells nothing of where it was written."""
    named = {path.relative_to(ROOT).as_posix(): places(path) for path in tracked_files(ROOT)}

    assert {name: found for name, found in named.items() if found and name not in EXCEPTIONS} == {}


@pytest.mark.parametrize(
    "place", [*HOSTS, " /".join(["", "work/x"]), "=/".join(["", "home/ada"]), '"/'.join(["", "tmp/x"])]
)
def test_a_place_is_found(place: str, tmp_path: Path) -> None:
    """Hosts are found anywhere in a line; folders where a path begins."""
    (tmp_path / "page.md").write_text(f"see {place}\n", encoding="utf-8")

    assert len(places(tmp_path / "page.md")) == 1


def test_paths_on_the_wire_are_not_folders(tmp_path: Path) -> None:
    """`/api/rpc` and a word before a slash are no places of a machine."""
    below_words = ["/".join(["a", "work", "y"]), "/".join(["tests", "tmp", "z"])]
    (tmp_path / "page.md").write_text(f"GET /api/rpc/x, {', '.join(below_words)}\n", encoding="utf-8")

    assert places(tmp_path / "page.md") == []
