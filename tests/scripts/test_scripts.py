"""The panels' scripts that need no browser have unit tests of their own, which Node runs."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

import workbench.widgets
from tests.needs import needs, require
from tests.node_packages import installed
from workbench.authoring.block import Block, new_block_id
from workbench.authoring.rendering.blocks import blocks_html
from workbench.learner_pages.pages import CoursePages, PageLesson

pytestmark = needs("node")

HERE = Path(__file__).parent
STATIC = Path(workbench.widgets.__file__).parent / "static"
TESTS = sorted(HERE.glob("*.test.mjs"))
QUIZ = {
    "question": "What makes the tides?",
    "choices": [
        {"text": "The moon", "isCorrect": True, "feedback": "It is near."},
        {"text": "Jupiter", "isCorrect": False, "feedback": "That pulls less."},
    ],
}


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.name)
def test_a_script_does_what_its_tests_say(path: Path) -> None:
    """Node's own test runner; a file without a single test fails too."""
    check_by_node(path)


@needs("npm")
def test_the_learner_page_does_what_its_tests_say(tmp_path: Path) -> None:
    """The page as the package makes it, its script included, in a document without a browser."""
    installed(HERE)
    blocks = blocks_html([Block(id=new_block_id(), type="quiz", content=QUIZ)], "EN")
    pages = CoursePages("course-1", "Seas", [PageLesson("lesson-1", "Tides", "EN")])
    (tmp_path / "page.html").write_text(pages.lesson(0, blocks), encoding="utf-8")

    check_by_node(HERE / "learner.page.mjs", PAGE=str(tmp_path / "page.html"))


@needs("npm")
def test_a_list_of_rows_does_what_its_tests_say() -> None:
    """The bundle that the package ships, in a document without a browser."""
    installed(HERE)

    check_by_node(HERE / "rows.page.mjs", ROWS=str(STATIC / "kit" / "rows.js"))


def check_by_node(path: Path, **variables: str) -> None:
    """Run one file of tests, of which there must be some."""
    words = [require("node"), "--test", "--test-reporter=tap", str(path)]

    ended = subprocess.run(
        words, env={**os.environ, **variables}, capture_output=True, text=True, timeout=300, check=False
    )

    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "# pass 0" not in ended.stdout
