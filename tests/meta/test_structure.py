"""The structure stays readable: one name for one class, no import cycle, at most two levels of inheritance."""

from __future__ import annotations

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
from tests.meta.source_tree import PACKAGE
from tests.meta.structure import folder_cycles, import_cycle, inheritance_chains, repeated_class_names

INHERITANCE_LEVELS = 2
DEEPER: dict[str, str] = {
    "workbench.procedures.lesson.ListContentsInput": "the input of a list, with another page size",
    "workbench.service.http.protocol.LimitedProtocol": "each class takes one callback of the server's own protocol",
    "workbench.service.http.upload_deadline._UploadProtocol": "the same, for the port of uploads",
}


def test_a_public_class_has_a_name_of_its_own() -> None:
    """Anyone who searches for it finds one."""
    assert repeated_class_names(PACKAGE) == {}


def test_no_module_imports_itself_by_a_detour() -> None:
    """Imports inside functions and for type checkers count too."""
    assert import_cycle() == []


def test_no_folder_imports_itself_by_a_detour() -> None:
    """Anyone who reads a package from the ground up never has to know one above it."""
    assert folder_cycles() == {}


def test_a_cycle_of_folders_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Although no module imports itself; what a package takes from its own folders is not a cycle."""
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
    """Anyone who reads a class opens one other at most; the kit's base classes do not count."""
    chains = inheritance_chains(PACKAGE)
    deep = {name: chain for name, chain in chains.items() if len(chain) > INHERITANCE_LEVELS}

    assert {name: chain for name, chain in deep.items() if name not in DEEPER} == {}
    assert set(DEEPER) - set(deep) == set()


def test_a_third_level_is_found(tmp_path: Path) -> None:
    """Across modules, too; the kit's own classes and exceptions are not levels."""
    package = tmp_path / "workbench"
    (package / "widgets").mkdir(parents=True)
    (package / "base.py").write_text("class One: ...\nclass Two(One): ...\n", encoding="utf-8")
    (package / "page.py").write_text("from workbench.base import Two\nclass Three(Two): ...\n", encoding="utf-8")
    (package / "panel.py").write_text(
        "from workbench.widgets.kit.panel import Panel\nclass A(Panel): ...\nclass B(A): ...\n", encoding="utf-8"
    )

    chains = inheritance_chains(package)

    assert [name for name, chain in chains.items() if len(chain) > INHERITANCE_LEVELS] == ["workbench.page.Three"]


def test_a_repeated_name_is_found(tmp_path: Path) -> None:
    """The check sees one example of what it refuses."""
    for number in range(2):
        (tmp_path / f"m{number}.py").write_text("class Row: ...\n", encoding="utf-8")

    assert repeated_class_names(tmp_path) == {"Row": ["m0.py", "m1.py"]}


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
