"""The structure stays readable: one name for one class, no import cycle, no metaphors."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.meta.source_tree import PACKAGE, definitions, modules, parsed
from tests.meta.structure import import_cycle, repeated_class_names

# Words that stand for something else in this field, or that say nothing of what is meant.
METAPHORS = {
    *("house", "room", "tower", "door", "desk", "shelf", "masthead", "deeds", "patience", "ledgers"),
    *("heard", "turned", "begin_again", "disown", "looked_up"),
}

# Past participles where the field has a noun: of these places no name at all has one, arguments and locals included.
PARTICIPLES = {"said", "told", "asked", "kept", "named", "heard"}
WITHOUT_PARTICIPLES = (
    *(
        "api/",
        "authoring/",
        "bulk/",
        "changes/",
        "cli/",
        "client/",
        "embedded/",
        "errors.py",
        "exports/",
        "procedures/",
    ),
    *("reports/", "service/", "widgets/", "wire/"),
)

# Public names that have such a word for a reason.
ALLOWED: dict[str, str] = {}


def metaphors(package: Path) -> list[str]:
    """Public classes and functions of modules, and modules, that are named by a word of the list."""
    return [
        f"{path.relative_to(package).as_posix()}:{name}" for path, name in _public(package) if _words(name) & METAPHORS
    ]


def participles(package: Path, places: tuple[str, ...]) -> list[str]:
    """Where a name in these folders or modules has one of those words."""
    paths = {path.relative_to(package).as_posix(): path for path in modules(package)}
    return [
        f"{place}:{node.lineno}:{name}"
        for place, path in paths.items()
        if place.startswith(places)
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.stmt | ast.expr | ast.arg) and _words(name := _given_name(node)) & PARTICIPLES
    ]


def _given_name(node: ast.AST) -> str:
    """The name that a definition, an argument or an assignment gives; of anything else nothing."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
            return name
        case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
            return name
    return ""


def _public(package: Path) -> Iterator[tuple[Path, str]]:
    for path in modules(package):
        yield path, path.stem
        for name, node in definitions(parsed(path)):
            if not any(part.startswith("_") for part in name.split(".")) and isinstance(node, ast.stmt):
                yield path, name.rpartition(".")[2]


def _words(name: str) -> set[str]:
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    return {*snake.split("_"), snake}


def test_a_public_class_has_a_name_of_its_own() -> None:
    """Whoever searches for it finds one."""
    assert repeated_class_names(PACKAGE) == {}


def test_no_module_imports_itself_by_a_detour() -> None:
    """Imports inside functions and for type checkers count too."""
    assert import_cycle() == []


def test_no_public_name_is_a_metaphor() -> None:
    """The field's word is the one that people search for."""
    assert [each for each in metaphors(PACKAGE) if each not in ALLOWED] == []


def test_no_name_is_a_participle() -> None:
    """`message`, `reason`, `request`: the noun says what is meant."""
    assert participles(PACKAGE, WITHOUT_PARTICIPLES) == []


def test_every_exception_is_still_needed() -> None:
    """An exception goes when its reason goes."""
    assert set(ALLOWED) - set(metaphors(PACKAGE)) == set()


def test_a_repeated_name_is_found(tmp_path: Path) -> None:
    """The check sees one example of what it refuses."""
    for number in range(2):
        (tmp_path / f"m{number}.py").write_text("class Row: ...\n", encoding="utf-8")

    assert repeated_class_names(tmp_path) == {"Row": ["m0.py", "m1.py"]}


@pytest.mark.parametrize("line", ["class FrontDoor: ...", "def looked_up(): ...", "def walk_room(): ..."])
def test_a_metaphor_is_found(line: str, tmp_path: Path) -> None:
    """In classes and in functions, as a word of the name."""
    (tmp_path / "page.py").write_text(f"{line}\n", encoding="utf-8")

    assert len(metaphors(tmp_path)) == 1


@pytest.mark.parametrize(
    "line", ["def told(): ...", "kept = 1", "def f(is_asked): ...", "class Heard: ...", "a.said = 1"]
)
def test_a_participle_is_found(line: str, tmp_path: Path) -> None:
    """In definitions, arguments, locals and attributes; not where another's name is used."""
    (tmp_path / "page.py").write_text(f"{line}\nuse(a.named, kept=2)\n", encoding="utf-8")

    assert len(participles(tmp_path, ("page",))) == 1
    assert participles(tmp_path, ("other",)) == []
