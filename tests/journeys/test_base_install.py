"""What a person has who installed no optional part: every module but theirs, and the demo.

`workbench demo` ended with a traceback there, when a step of the schema imported PostgreSQL's driver.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.base_install import environment
from tests.installed_package import IMPORTS, OPTIONAL
from tests.meta.source_tree import ROOT


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of programs that miss every optional part."""
    return environment(tmp_path_factory.mktemp("base"))


def printed(base: dict[str, str], *words: str) -> str:
    """What a program prints there. Raises where it fails, with what it complained of."""
    ended = subprocess.run(
        [str(Path(sys.executable).with_name(words[0])), *words[1:]],
        cwd=ROOT,
        env=base,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_every_module_is_there_but_for_optional_parts(base: dict[str, str]) -> None:
    """What is lacking is what only the extras bring."""
    assert json.loads(printed(base, "python", "-c", IMPORTS))["lacking"] == OPTIONAL


def test_the_demo_makes_ten_lessons(base: dict[str, str], tmp_path: Path) -> None:
    """On a new store, and `report` reads them."""
    there = {**base, "WORKBENCH_HOME": str(tmp_path / "home")}
    try:
        made = json.loads(printed(there, "workbench", "demo", "--json"))
        listed = json.loads(printed(there, "workbench", "report", "lessons", "--json"))
    finally:
        printed(there, "workbench", "stop", "--now")

    assert made["lessonsMade"] == 10
    assert len(listed["rows"]) >= 10
