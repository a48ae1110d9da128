"""The structure stays readable: one name for one class, no import cycle, no metaphors."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from tests.meta.figures import (
    bare_participles,
    docstrings_without_a_verb,
    files_in_journeys,
    loop_variables,
    scaffold_words,
)
from tests.meta.source_tree import PACKAGE, definitions, modules, parsed
from tests.meta.structure import folder_cycles, import_cycle, inheritance_chains, repeated_class_names

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

INHERITANCE_LEVELS = 2
DEEPER: dict[str, str] = {
    "workbench.procedures.lesson.ListContentsInput": "the input of a list, with another page size",
    "workbench.service.http.protocol.LimitedProtocol": "each class takes one callback of the server's own protocol",
    "workbench.service.http.upload_deadline._UploadProtocol": "the same, for the port of uploads",
}


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


def test_no_folder_imports_itself_by_a_detour() -> None:
    """Whoever reads a package from the ground up never has to know one above it."""
    assert folder_cycles() == {}


def test_a_cycle_of_folders_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Although no module imports itself; what a package takes from its own folders is no cycle."""
    files = {
        "circling/__init__.py": "import circling.a.one\n",
        "circling/a/__init__.py": "",
        "circling/a/one.py": "import circling.b.one\n",
        "circling/a/two.py": "",
        "circling/b/__init__.py": "",
        "circling/b/one.py": "",
        "circling/b/two.py": "import circling.a.two\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)

    assert import_cycle("circling") == []
    assert list(folder_cycles("circling")) == ["circling.a, circling.b"]


def test_no_class_has_more_than_two_levels() -> None:
    """Whoever reads a class opens one other at most; the kit's base classes do not count."""
    chains = inheritance_chains(PACKAGE)
    deep = {name: chain for name, chain in chains.items() if len(chain) > INHERITANCE_LEVELS}

    assert {name: chain for name, chain in deep.items() if name not in DEEPER} == {}
    assert set(DEEPER) - set(deep) == set()


def test_a_third_level_is_found(tmp_path: Path) -> None:
    """Across modules, too; the kit's own classes and exceptions are no levels."""
    package = tmp_path / "workbench"
    (package / "widgets").mkdir(parents=True)
    (package / "base.py").write_text("class One: ...\nclass Two(One): ...\n", encoding="utf-8")
    (package / "page.py").write_text("from workbench.base import Two\nclass Three(Two): ...\n", encoding="utf-8")
    (package / "panel.py").write_text(
        "from workbench.widgets.kit.panel import Panel\nclass A(Panel): ...\nclass B(A): ...\n", encoding="utf-8"
    )

    chains = inheritance_chains(package)

    assert [name for name, chain in chains.items() if len(chain) > INHERITANCE_LEVELS] == ["workbench.page.Three"]


def test_no_public_name_is_a_metaphor() -> None:
    """The field's word is the one that people search for."""
    assert [metaphor for metaphor in metaphors(PACKAGE) if metaphor not in ALLOWED] == []


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


def test_words_are_counted(tmp_path: Path) -> None:
    """In names, docstrings and comments, and in no text that the program shows."""
    text = """
        def shown(rows):
            \"\"\"The rows, meanwhile.\"\"\"
            return [each for each in rows]  # by now
        def write_anew():
            \"\"\"Write them.\"\"\"
            return "told"
    """
    (tmp_path / "page.py").write_text(dedent(text), encoding="utf-8")

    assert loop_variables(tmp_path) == 1
    assert bare_participles(tmp_path) == ["page.py:shown"]
    assert {word for word, count in scaffold_words(tmp_path).items() if count} == {"meanwhile", "by now", "anew"}
    assert docstrings_without_a_verb(tmp_path) == (2, 1)


def test_every_journey_has_its_files() -> None:
    """The page has three, and names the files of each."""
    assert [count > 0 for count in files_in_journeys()] == [True, True, True]
