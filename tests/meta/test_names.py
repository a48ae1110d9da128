"""No drawers and no empty words: names that could stand for anything are refused."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.meta.source_tree import PACKAGE, definitions, modules, parsed

DRAWERS = {"utils", "util", "helpers", "helper", "common", "misc", "types", "base"}
EMPTY_CLASS = re.compile(r"(Manager|Helper|Util|Utils|Base)$|^Base[A-Z]")
EMPTY_PARAMETERS = {"ctx", "cfg", "req", "conf", "mgr"}


def drawers(package: Path) -> list[str]:
    """Modules and folders whose name says nothing of what is in them."""
    names = (path.relative_to(package).with_suffix("") for path in modules(package))
    return [name.as_posix() for name in names if DRAWERS & set(name.parts)]


def empty_classes(package: Path) -> list[str]:
    """Classes named for being classes."""
    return [
        name
        for path in modules(package)
        for name, node in definitions(parsed(path))
        if isinstance(node, ast.ClassDef) and EMPTY_CLASS.search(node.name)
    ]


def empty_parameters(package: Path) -> list[str]:
    """Parameters that are an abbreviation of a word that already said too little."""
    return [
        f"{path.relative_to(package).as_posix()}:{node.lineno} {node.arg}"
        for path in modules(package)
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.arg) and node.arg in EMPTY_PARAMETERS
    ]


@pytest.mark.parametrize("check", [drawers, empty_classes, empty_parameters])
def test_every_name_says_what_it_names(check) -> None:
    """A name that needs its body to be understood is a missing word; take it from docs/words.md or add it there."""
    assert check(PACKAGE) == []


@pytest.mark.parametrize(
    ("check", "file", "text"),
    [
        (drawers, "wire/utils.py", ""),
        (drawers, "common/lesson.py", ""),
        (empty_classes, "lesson.py", "class LessonManager: ..."),
        (empty_classes, "lesson.py", "class BaseLesson: ..."),
        (empty_parameters, "lesson.py", "def lesson(ctx): ..."),
    ],
)
def test_an_empty_name_is_found(check, file: str, text: str, tmp_path: Path) -> None:
    """Each check sees one example of what it refuses."""
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / file).write_text(text, encoding="utf-8")

    assert len(check(tmp_path)) == 1
