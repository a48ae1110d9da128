"""The fixture `full_disk` limits what a test writes, not what pytest writes about it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.meta.source_tree import ROOT

SOME_TESTS = """\
import pytest
from tests.full_disk import full_disk

@pytest.mark.parametrize("number", range(40))
def test_a_large_file_is_refused(number, full_disk, tmp_path):
    (tmp_path / "small").write_bytes(b"x" * 500)
    with pytest.raises(OSError, match="File too large"):
        (tmp_path / "large").write_bytes(b"x" * 501)

def test_that_fails(full_disk):
    assert False, "a long explanation " * 100
"""


def test_pytest_writes_its_report_into_a_file(tmp_path: Path) -> None:
    """One process, whose standard output is a file that is longer than the disk of the tests."""
    (tmp_path / "test_some.py").write_text(SOME_TESTS, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    words = [
        sys.executable,
        "-m",
        "pytest",
        "-v",
        "--color=no",
        "-p",
        "tests.conftest",
        "--basetemp",
        str(tmp_path / "files"),
    ]

    with (tmp_path / "report").open("w") as report:
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        subprocess.run(words, cwd=tmp_path, env=environment, stdout=report, stderr=report, check=False, timeout=120)

    text = (tmp_path / "report").read_text(encoding="utf-8")
    assert "1 failed, 40 passed" in text.splitlines()[-1], text[-2000:]
