"""Texts that people see name nothing of our code, and those of panels nothing that only the command line has."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import workbench
from tests.meta.source_tree import modules, parsed

ROOT = Path(workbench.__file__).parent
PACKAGES = ("widgets", "bulk", "imports", "sources", "changes")
"""The panels, and the packages whose refusals and notes they show."""
NOT_IN_PANELS = (ROOT / "changes" / "folders",)  # only a command or a notebook compares a folder
FLAG = re.compile(r"(?<![\w(-])--[a-z][a-z-]+(?![\w-]*:)")
CODE = re.compile(r"<[A-Z]|\w+\[")  # how an object shows itself, and a type
NOT_OURS = "pip install --upgrade ipykernel"  # a cell of a notebook takes it


def shown_texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and text of every string in a module that is not a docstring."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            yield node.lineno, node.value


def flags_in(text: str) -> list[str]:
    """List the command line's flags in a text; custom properties of style sheets are none."""
    return FLAG.findall(text.replace(NOT_OURS, ""))


def test_no_text_of_a_panel_names_a_flag() -> None:
    """Anyone who looks at a page has no command line."""
    found = [
        f"{path.relative_to(ROOT)}:{line}: {flags}"
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        if not any(path.is_relative_to(panel) for panel in NOT_IN_PANELS)
        for line, text in shown_texts(path)
        if (flags := flags_in(text))
    ]
    assert found == []


def test_a_flag_is_found() -> None:
    """In brackets and at the end of a sentence; a style sheet has none."""
    assert flags_in("Name it (encoding, --encoding). Or use `--force`.") == ["--encoding", "--force"]
    assert flags_in("p{color:var(--soft);--line:1px}") == []


def test_no_text_names_a_class() -> None:
    """A renamed class once took a word of a message along: “QuizChoice B is marked as right”."""
    classes = {
        node.name
        for path in modules(ROOT)
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.ClassDef) and re.search("[a-z][A-Z]", node.name)
    }
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in modules(ROOT)
        for line, text in shown_texts(path)
        if " " in text and not CODE.match(text) and classes & set(re.findall(r"[A-Za-z]+", text))
    ]
    assert found == []
