"""docs/journeys.md is what a trace of the three journeys prints, and the journeys get no longer."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.meta.source_tree import ROOT

FILE = re.compile(r"^- `([\w/]+\.(?:py|js))`: \S", re.MULTILINE)

MOST_FILES = {
    "A topic becomes a row in the database": 62,  # with lesson status, threads of runs, and the check of arguments
    "A drag becomes a stored mutation, and comes back": 42,
    "Recent items become a DataFrame": 29,  # with the check of arguments, which every verb has
}


def files_of(page: str) -> dict[str, set[str]]:
    """The files of each journey, by its heading."""
    sections = page.split("\n## ")[1:]
    return {section.partition("\n")[0]: set(FILE.findall(section)) for section in sections}


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """The files of each journey as it runs now, in a separate process."""
    path = tmp_path_factory.mktemp("journeys") / "journeys.md"
    command = [sys.executable, "-m", "tests.journey_trace", str(path)]
    subprocess.run(command, cwd=ROOT, check=True, timeout=300)
    return files_of(path.read_text(encoding="utf-8"))


def test_the_page_is_what_the_trace_prints(traced: dict[str, set[str]]) -> None:
    """The order is not compared: threads may enter two files in either order. `make docs` prints the page."""
    assert files_of(Path(ROOT / "docs" / "journeys.md").read_text(encoding="utf-8")) == traced


@pytest.mark.parametrize("title", MOST_FILES)
def test_a_journey_gets_no_longer(title: str, traced: dict[str, set[str]]) -> None:
    """Anyone who adds a file to the path of a call says here why it is worth opening one more."""
    assert len(traced[title]) <= MOST_FILES[title]
