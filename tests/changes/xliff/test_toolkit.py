"""A hundred edits by a translators' tool come back whole: translate-toolkit, in an environment of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.changes.acme import Acme
from tests.changes.xliff.files import Translators
from tests.exports.folders.contents import blocks
from workbench.procedures.course import create_course
from workbench.procedures.lesson import create_lesson

TOOLKIT = "translate-toolkit==3.20.4"  # GPL: in an environment of its own, never one of ours


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python that has the toolkit."""
    folder = tmp_path_factory.mktemp("toolkit") / "venv"
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    made = folder / "bin" / "python"
    subprocess.run([made, "-m", "pip", "install", "--quiet", TOOLKIT], check=True, timeout=600)
    return made


@pytest.mark.slow
def test_a_hundred_edits_of_a_tool_come_back_whole(acme: Acme, tmp_path: Path, python: Path) -> None:
    """Lessons with every type of block are translated, edited by the tool a hundred times, and imported."""
    client = acme.ana.client
    course_id = client.call(create_course(title="The sea")).course_id
    random = Random(20)
    ids = [
        client.call(
            create_lesson(title=f"Lesson {index}", language="EN", course_id=course_id, blocks=blocks(random)[:-1])
        ).lesson_id
        for index in range(3)
    ]
    sea = Translators(acme, tmp_path, course_id, ids)
    sea.export()
    sea.translate()
    sea.run()
    sea.export()
    assert sea.plan().changes == ()
    command = [python, str(Path(__file__).with_name("edit_by_toolkit.py")), str(sea.path), "100", "7"]
    ended = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
    changed = json.loads(ended.stdout)
    plan = sea.plan()

    assert len(changed) == 100
    assert len(plan.changes) == 100 and {row.verdict.name for row in plan.rows} <= {"CHANGE", "UNCHANGED"}
    assert sorted(change.after.strip().split(" ")[0] != "" for change in plan.changes) == [True] * 100
    assert all(any(words in change.after for change in plan.changes) for words in changed.values())
    sea.run()
    sea.export()
    assert sea.plan().changes == ()
