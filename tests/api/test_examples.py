"""The examples in docstrings and in the guide are run, in order, on a service of this computer with one lesson."""

from __future__ import annotations

import doctest
from collections.abc import Iterator
from inspect import getdoc
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from tests.finishing import finish
from tests.meta.source_tree import ROOT
from tests.service.assets.media_files import picture
from workbench.api.changes import Changes
from workbench.api.connect import connect
from workbench.api.content.assets import Assets
from workbench.api.content.courses import Courses
from workbench.api.content.lessons import Lessons
from workbench.api.content.projects import Projects
from workbench.api.content.sources import Sources
from workbench.api.content.tags import Tags
from workbench.api.exports import Exports
from workbench.api.people import People
from workbench.api.reviews.policy import Policy
from workbench.api.reviews.reviews import Reviews
from workbench.api.runs import Runs
from workbench.api.snapshots import Snapshots
from workbench.api.workbench import Workbench
from workbench.procedures.lesson import create_starter_lesson

WITH_EXAMPLES = (
    *(People, Exports, Snapshots, Reviews, Policy, Projects, Courses, Lessons, Tags, Assets, Sources, Runs, Changes),
)


@pytest.fixture
def names(fresh_folder: Path, tmp_path: Path) -> Iterator[dict[str, Any]]:
    """What an example may use: `wb`, in which there is one finished lesson, an empty `folder` and a `picture`."""
    with connect() as wb:
        made = wb.client.call(create_starter_lesson(topic="Reading a map", language="EN"))
        finish(wb.client, made.lesson_id)
        (tmp_path / "ladder.png").write_bytes(picture())
        yield {"wb": wb, "folder": tmp_path / "examples", "picture": tmp_path / "ladder.png"}


def of_page(path: Path) -> str:
    """The text of a page, without the fences around its examples."""
    return "\n".join("" if line.startswith("```") else line for line in path.read_text("utf-8").splitlines())


def methods(kind: type) -> dict[str, str]:
    """The docstrings of the public methods of a class, in order, those that it shares with none included."""
    return {
        name: getdoc(member) or ""
        for base in kind.__mro__[:2]
        for name, member in vars(base).items()
        if not name.startswith("_") and isinstance(member, FunctionType)
    }


def failures(title: str, text: str, names: dict[str, Any]) -> str:
    """What went otherwise than the examples in a text say."""
    found: list[str] = []
    test = doctest.DocTestParser().get_doctest(text, names, title, None, None)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    runner.run(test, out=found.append, clear_globs=False)
    if (connected := test.globs["wb"]) is not names["wb"]:
        connected.close()
    return "".join(found)


@pytest.mark.parametrize("kind", WITH_EXAMPLES)
def test_each_method_has_an_example(kind: type) -> None:
    """Anyone who asks for help sees how it is called."""
    assert [name for name, text in methods(kind).items() if ">>> " not in text] == []


def test_each_example_does_what_it_shows(names: dict[str, Any]) -> None:
    """One by one, as they are."""
    found = [
        failures(f"{kind.__name__}.{name}", text, names)
        for kind in WITH_EXAMPLES
        for name, text in methods(kind).items()
    ]

    assert "".join(found) == ""


@pytest.mark.parametrize(
    ("page", "least"), [("docs/client.md", 20), ("docs/changes.md", 10), ("docs/search.md", 8), ("docs/sources.md", 9)]
)
def test_a_guide_does_what_it_shows(names: dict[str, Any], page: str, least: int) -> None:
    """From the first line to the last."""
    text = of_page(ROOT / page)

    assert text.count(">>> ") > least and failures(page, text, names) == ""


def test_an_example_that_lies_is_found(names: dict[str, Any]) -> None:
    """And one that fails."""
    assert "Expected:\n    2" in failures("lies", ">>> 1 + 2\n2\n", names)
    assert "KeyError" in failures("fails", ">>> {}['a']\n", names)


def test_everything_that_lists_is_on_the_workbench(names: dict[str, Any]) -> None:
    """By its name in small letters."""
    workbench: Workbench = names["wb"]

    assert [type(getattr(workbench, kind.__name__.lower())) for kind in WITH_EXAMPLES] == list(WITH_EXAMPLES)
