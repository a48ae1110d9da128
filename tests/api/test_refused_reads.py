"""What only reads refuses a name that is none silently about changes: it could make none."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import workbench
from tests.own_service import command
from workbench.api import arguments
from workbench.api.workbench import Workbench
from workbench.cli.commands import COMMANDS
from workbench.errors import WorkbenchError

NO_SUCH = "no such thing"
READS = frozenset(
    {"count", "findings", "frame", "get", "history", "iter", "list", "publications", "rows", "search", "show"}
)
"""Verbs of `wb` and of the command line that change nothing, whatever they are called on."""
READING_COMMANDS = frozenset({"check", "export", "report", "search"})


def reading_verbs(workbench: Workbench) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield the name and the method of each verb of `wb` that only reads and takes the name of something."""
    for name, collection in sorted(vars(workbench).items()):
        for verb in sorted(READS & set(dir(collection))):
            method = getattr(collection, verb)
            if not name.startswith("_") and inspect.ismethod(method):
                yield f"wb.{name}.{verb}", method


def takes_text(annotation: str) -> bool:
    """Whether a text is among the types, which may have a name in `workbench.api.arguments`."""
    return any("str" in str(getattr(arguments, part, part)) for part in annotation.split(" | "))


def told_by(method: Callable[..., Any]) -> Iterator[str]:
    """Yield what the method says when each of its texts, alone, names nothing there is."""
    parameters = inspect.signature(method).parameters.values()
    needed = {
        parameter.name: NO_SUCH
        for parameter in parameters
        if parameter.default is parameter.empty and parameter.kind is not parameter.VAR_KEYWORD
    }
    texts = [parameter.name for parameter in parameters if takes_text(str(parameter.annotation))]
    for name in texts:
        try:
            found = method(**needed | {name: NO_SUCH})
            if inspect.isgenerator(found):
                next(found, None)
        except WorkbenchError as refused:
            yield refused.message
        except (TypeError, ValueError):
            continue  # no text: a path, a number, a table


def contradicts(text: str) -> bool:
    """Whether a sentence after a read speaks of a change that was not made, or says twice what was not done."""
    folded = text.casefold()
    changes = ("nothing was changed", "nothing was made", "nothing was generated", "nothing was published")
    return any(change in folded for change in changes) or folded.count("nothing was ") > 1


def test_no_read_of_wb_says_that_nothing_was_changed(workbench: Workbench) -> None:
    """`wb.runs.get` and `wb.changes.show` did."""
    told = {name: [*told_by(method)] for name, method in reading_verbs(workbench)}

    assert sum(map(len, told.values())) > 20
    assert {
        name: found for name, texts in told.items() if (found := [text for text in texts if contradicts(text)])
    } == {}


def reading_commands() -> list[str]:
    """The commands that only read and take a word."""
    reads = [name for name in COMMANDS if name in READING_COMMANDS or name.rpartition(" ")[2] in READS]
    return [name for name in reads if "admin" not in name]


@pytest.mark.usefixtures("own_service")
@pytest.mark.parametrize("name", reading_commands())
def test_no_reading_command_says_that_nothing_was_changed(name: str, tmp_path: Path) -> None:
    """`runs show` and `changes show` did."""
    ended = (
        command(*name.split(), NO_SUCH, "--to", str(tmp_path / "out"))
        if name == "export"
        else command(*name.split(), NO_SUCH)
    )

    assert not contradicts(f"{ended.stdout} {ended.stderr}")


def test_no_message_says_twice_that_nothing_came_of_it() -> None:
    """Regression: "Nothing was decided here that can be taken back. Nothing was sent." and eight more."""
    said = {
        node.value
        for path in Path(workbench.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.endswith("Nothing was sent.")
    }
    before = {text: text.removesuffix("Nothing was sent.").rstrip(" .").rpartition(". ")[2] for text in said}

    assert len(said) > 50
    assert [text for text, sentence in before.items() if sentence.startswith("Nothing ")] == []


def test_a_contradiction_is_found() -> None:
    """A sentence that says once what was not sent is none."""
    assert contradicts("There is no run. Nothing was changed.")
    assert contradicts("Nothing was sent. Nothing was sent.")
    assert not contradicts("A day is written as 2026-01-31. Nothing was sent.")
