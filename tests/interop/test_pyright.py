"""A type checker that is not ours at a user's file: it knows what calls give, and names a mistyped keyword."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.meta.source_tree import ROOT
from tests.needs import needs

pytestmark = needs("node", "npm")

CONNECTED = """\
import pandas as pd
from workbench import connect

wb = connect()
plan = wb.bulk.plan("topics.csv", language="EN", project="Spring")
"""

# What a person writes, and what it gives.
TYPES = {
    "wb": "Workbench",
    "plan": "Plan",
    "wb.bulk.run(plan).frame()": "DataFrame",
    'wb.reports.credits(by="person", since="2026-01-01")': "DataFrame",
    'wb.reports.lessons(organization="all")': "DataFrame",
    "wb.lessons.list()": "DataFrame",
    "wb.lessons.apply(pd.DataFrame())": "ChangePlan",
    'wb.lessons.get("Tides")': "LessonPage",
    'wb.projects.create("Spring")': "Project",
    'wb.courses.rename("Tides", "Waves")': "Course",
    "wb.changes.list()": "DataFrame",
}

# Calls with one letter wrong.
MISTYPED = {
    "connect(ulr='https://service.example')": "ulr",
    "wb.bulk.plan('topics.csv', langauge='EN')": "langauge",
    "wb.reports.credits(bye='person')": "bye",
    "wb.lessons.list(projct='Spring')": "projct",
    "wb.lessons.apply(pd.DataFrame(), nmae='titles')": "nmae",
    "wb.courses.rename('Tides', 'Waves', confirm=True)": "confirm",
}


@pytest.fixture(scope="module")
def findings(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, str]]:
    """What pyright says of a file with all of that, in its order: the severity and the sentence."""
    lines = [CONNECTED, *(f"reveal_type({type_})" for type_ in TYPES), *MISTYPED]
    file = tmp_path_factory.mktemp("user") / "user.py"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    (file.parent / "pyrightconfig.json").write_text(json.dumps({"extraPaths": [str(ROOT)]}), encoding="utf-8")
    pyright = packages / "node_modules" / ".bin" / "pyright"
    ended = subprocess.run(
        [pyright, "--outputjson", "--pythonpath", sys.executable, file.name],
        cwd=file.parent,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return [
        (diagnostic["severity"], diagnostic["message"]) for diagnostic in json.loads(ended.stdout)["generalDiagnostics"]
    ]


def test_types_are_known(findings: list[tuple[str, str]]) -> None:
    """Of the connected object, plans, runs, tables and what is made."""
    known = [message.rpartition(" is ")[2].strip('"') for severity, message in findings if severity == "information"]

    assert dict(zip(TYPES, known, strict=True)) == TYPES


def test_a_mistyped_keyword_is_an_error(findings: list[tuple[str, str]]) -> None:
    """It is named, and nothing else is wrong with the file."""
    wrong = [message for severity, message in findings if severity == "error"]

    assert wrong == [f'No parameter named "{name}"' for name in MISTYPED.values()]
