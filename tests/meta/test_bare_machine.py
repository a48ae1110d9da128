"""On a machine that has Python and nothing else, no test is an error: what needs a tool is skipped, with the reason."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.meta.source_tree import ROOT, modules
from tests.needs import TOOLS

FOUND_ANYWHERE = ("postgresql", "pgserver", "xliff-schema")
"""Tools that are also looked for in places that are not on the PATH."""

PLUGIN = '''\
"""Keeps the tests that start a tool: whole folders, whose tests need no mark, and whatever has the mark."""

FOLDERS = ("tests/browser/", "tests/interop/")


def pytest_collection_modifyitems(config, items):
    kept = [
        item
        for item in items
        if item.nodeid.startswith(FOLDERS)
        or any(tool in MISSING for mark in item.iter_markers("needs") for tool in mark.args)
    ]
    items[:] = kept


MISSING = {missing!r}
'''


def test_nothing_that_is_missing_is_an_error(tmp_path: Path) -> None:
    """Every test is collected, and those that start tools run with an empty PATH and a new home."""
    path = tmp_path / "empty"
    path.mkdir()
    missing = [tool for tool in TOOLS if tool not in ("linux", *(f"python3.{minor}" for minor in range(11, 15)))]
    plugin = tmp_path / "plugin"
    plugin.mkdir()
    (plugin / "kept_tests.py").write_text(PLUGIN.replace("{missing!r}", repr(missing)), encoding="utf-8")
    words = [sys.executable, "-m", "pytest", "-q", "-m", "", "-p", "kept_tests", "-p", "no:cacheprovider", "tests"]
    environment = {
        "HOME": str(tmp_path),
        "PATH": str(path),
        "PYTHONPATH": str(plugin),
        "LANG": "C.UTF-8",
        "TESTS_WITHOUT": " ".join(FOUND_ANYWHERE),
    }

    ended = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=600)

    summary = ended.stdout.splitlines()[-1]
    assert ended.returncode == 0, ended.stdout[-4000:] + ended.stderr[-2000:]
    assert re.fullmatch(r"(\d+ passed, )?\d+ skipped(, \d+ warnings?)? in .*", summary), summary
    reasons = "\n".join(line for line in ended.stdout.splitlines() if line.startswith("SKIPPED"))
    for tool in ("chromium", "node", "npm", "postgresql", "libreoffice", "curl"):
        assert re.search(rf"needs [^;]*\b{tool}\b", reasons), f"{tool} in\n{reasons}"


@pytest.mark.parametrize("words", ["/usr/lib/postgresql", "/usr/bin/chromium", "executable_path=find("])
def test_a_tool_is_found_in_one_place(words: str) -> None:
    """A place of this machine, or a tool started without asking whether it is there, is an error somewhere else."""
    naming = [path for path in modules(ROOT / "tests") if words in path.read_text(encoding="utf-8")]

    assert {path.relative_to(ROOT).as_posix() for path in naming} <= {
        "tests/needs.py",
        "tests/meta/test_bare_machine.py",
    }
