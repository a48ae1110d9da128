"""One set of requirements, told three ways: pyproject.toml, environment.yml for conda, constraints.txt for pins."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.meta.source_tree import PACKAGE, ROOT, modules, parsed, tracked_files

# What conda brings that is no Python distribution.
CONDA_ONLY = {"python", "make", "nodejs", "pip"}

OURS = {"workbench", "tests", "benchmarks"}

# Run by an interpreter of their own, for which the test that starts them installs these.
INSTALLED_BY_A_TEST = {"anki", "translate"}

# What installs the project that has our import's name on the public index (decision 0088).
FOREIGN = re.compile(
    r"\b(?:(?:pipx?|conda|uv pip|uv tool) install|uv add)\b[^\n|&;#]*?[\s'\"]workbench(?![\w./-])"
    r"|(?<![\w-])workbench\[[a-z{]"
)

# Needed without an import of ours, and why.
IMPORTED_BY_OTHERS = {"httptools": "uvicorn's protocol, which ours extends, imports it"}

PIN = re.compile(r"^[a-z0-9][a-z0-9-]*==[0-9][\w.!+]*( ; .+)?$")


def declared(pyproject: Path) -> set[str]:
    """Every requirement of the package and its extras, as one spelling; an extra that only gathers others is none."""
    project = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]
    lines = [*project["dependencies"], *(line for extra in project["optional-dependencies"].values() for line in extra)]
    return {_spelled(line) for line in lines if Requirement(line).name != project["name"]}


def told_to_conda(environment: Path) -> set[str]:
    """Every requirement in an environment file, conda's and pip's, in the same spelling."""
    listed = yaml.safe_load(environment.read_text(encoding="utf-8"))["dependencies"]
    by_pip = next((entry["pip"] for entry in listed if isinstance(entry, dict)), [])
    lines = [line for line in [*listed, *by_pip] if isinstance(line, str) and not line.startswith("-")]
    return {_spelled(line) for line in lines if Requirement(line).name not in CONDA_ONLY}


def loose_lines(constraints: Path) -> list[str]:
    """Lines that are neither a comment nor one exact pin: pip and uv read nothing else alike."""
    lines = constraints.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#") and not PIN.match(line)]


def pinned(constraints: Path) -> dict[str, list[str]]:
    """The versions that each distribution may have; several where they depend on the Python version."""
    found: dict[str, list[str]] = {}
    for line in constraints.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            requirement = Requirement(line)
            found.setdefault(canonicalize_name(requirement.name), []).append(str(requirement.specifier)[2:])
    return found


def unmet(pyproject: Path, constraints: Path) -> list[str]:
    """Requirements without a pin, and pins that do not meet their requirement."""
    pins = pinned(constraints)
    return [
        line
        for line in sorted(declared(pyproject))
        if not (versions := pins.get(canonicalize_name(Requirement(line).name)))
        or not all(Requirement(line).specifier.contains(version, prereleases=True) for version in versions)
    ]


def undeclared(package: Path, pyproject: Path) -> list[str]:
    """Top-level modules that the code imports although no requirement names their distribution."""
    names = {canonicalize_name(Requirement(line).name) for line in declared(pyproject)}
    brought = packages_distributions()
    return sorted(
        name
        for name in _imported(package) - set(sys.stdlib_module_names) - OURS
        if not names & {canonicalize_name(brought_by) for brought_by in [name, *brought.get(name, [])]}
    )


def foreign_hints(text: str) -> list[str]:
    """The commands and requirements in a text that would install another project of our import's name."""
    return [found.group() for found in FOREIGN.finditer(text)]


def test_no_hint_installs_another_project() -> None:
    """Code, documents and notebooks name `lesson-workbench`."""
    texts = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for path in tracked_files(ROOT)
        if path.suffix in {".cfg", ".ipynb", ".md", ".py", ".toml", ".txt", ".yml", ""} and path != Path(__file__)
    }

    assert {name: hints for name, text in texts.items() if (hints := foreign_hints(text))} == {}


@pytest.mark.parametrize(
    ("text", "hints"),
    [
        ("pip install workbench", 1),
        ("uv pip install --upgrade 'workbench[lab]'", 1),
        ('"workbench[lab]"', 1),
        ("pip install 'lesson-workbench[lab]'", 0),
        ("pip install dist/workbench-1.whl", 0),
        ("pip install httpx; workbench demo", 0),
    ],
)
def test_a_hint_is_read_as_a_shell_reads_it(text: str, hints: int) -> None:
    """The name alone or with extras counts, a longer name or a path does not."""
    assert len(foreign_hints(text)) == hints


def needless(package: Path, pyproject: Path) -> list[str]:
    """What everybody would install although the package imports nothing of it."""
    lines = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]["dependencies"]
    brought = packages_distributions()
    used = {
        canonicalize_name(distribution)
        for name in _imported(package)
        for distribution in [name, *brought.get(name, [])]
    }
    return sorted({canonicalize_name(Requirement(line).name) for line in lines} - used - IMPORTED_BY_OTHERS.keys())


def test_what_everybody_installs_is_imported() -> None:
    """What only tests and benchmarks use is in the extra `test`."""
    assert needless(PACKAGE, ROOT / "pyproject.toml") == []


def test_a_needless_dependency_is_found(tmp_path: Path) -> None:
    """By its distribution's name, whatever the import is called."""
    project = "[project]\nname='w'\ndependencies=['pyyaml', 'httpx>=1', 'httptools']\n"
    (tmp_path / "pyproject.toml").write_text(project, encoding="utf-8")
    (tmp_path / "page.py").write_text("import yaml\n", encoding="utf-8")

    assert needless(tmp_path, tmp_path / "pyproject.toml") == ["httpx"]


@pytest.mark.parametrize("folder", [PACKAGE, ROOT / "tests", ROOT / "benchmarks"], ids=lambda folder: folder.name)
def test_what_is_imported_is_declared(folder: Path) -> None:
    """Every imported distribution has a requirement of its own; another requirement may stop bringing it."""
    assert set(undeclared(folder, ROOT / "pyproject.toml")) - INSTALLED_BY_A_TEST == set()


def test_an_undeclared_import_is_found(tmp_path: Path) -> None:
    """The standard library and a package of another name need nothing more; a part of a declared package does."""
    project = "[project]\nname='w'\ndependencies=['pydantic', 'pyyaml']\n[project.optional-dependencies]\n"
    (tmp_path / "pyproject.toml").write_text(project, encoding="utf-8")
    (tmp_path / "page.py").write_text("import json, yaml, pydantic_core.core_schema\nfrom httpx import Client\n")

    assert undeclared(tmp_path, tmp_path / "pyproject.toml") == ["httpx", "pydantic_core"]


def test_conda_installs_the_same_set() -> None:
    """Anyone who comes by conda gets what everyone gets."""
    assert told_to_conda(ROOT / "environment.yml") == declared(ROOT / "pyproject.toml")


def test_every_requirement_is_pinned_as_it_asks() -> None:
    """The pins are what the resolver made of pyproject.toml; `make constraints` renews them."""
    assert unmet(ROOT / "pyproject.toml", ROOT / "constraints.txt") == []


def test_pins_are_exact_and_nothing_else() -> None:
    """No address, no option, no range: the file works for pip and uv alike, wherever they fetch from."""
    assert loose_lines(ROOT / "constraints.txt") == []


def test_a_requirement_told_differently_is_found(tmp_path: Path) -> None:
    """Another floor, an extra that is missing and a package too many each make the sets differ."""
    project = (
        "[project]\nname = 'w'\ndependencies = ['httpx>=1']\n[project.optional-dependencies]\na = ['b[c]', 'w[a]']\n"
    )
    (tmp_path / "pyproject.toml").write_text(project, encoding="utf-8")
    (tmp_path / "environment.yml").write_text("dependencies: [python, httpx>=2, {pip: [b, --editable .]}]")

    assert declared(tmp_path / "pyproject.toml") == {"httpx>=1", "b[c]"}
    assert told_to_conda(tmp_path / "environment.yml") == {"httpx>=2", "b"}


def test_a_missing_or_wrong_pin_is_found(tmp_path: Path) -> None:
    """A requirement that nothing pins, and one that its pin does not meet."""
    project = "[project]\nname = 'w'\ndependencies = ['a>=1', 'b', 'c>=2']\n[project.optional-dependencies]\n"
    (tmp_path / "pyproject.toml").write_text(project, encoding="utf-8")
    (tmp_path / "constraints.txt").write_text("a==1.5\nc==1.0\n", encoding="utf-8")

    assert unmet(tmp_path / "pyproject.toml", tmp_path / "constraints.txt") == ["b", "c>=2"]


def test_a_line_that_is_no_pin_is_found(tmp_path: Path) -> None:
    """Ranges, options and addresses are named; a pin with a condition is one."""
    (tmp_path / "constraints.txt").write_text("a>=1\n--index x\nb @ x://y\nc==1 ; python_version < '3.12'\n")

    assert loose_lines(tmp_path / "constraints.txt") == ["a>=1", "--index x", "b @ x://y"]


def _imported(package: Path) -> set[str]:
    return {name for path in modules(package) for name in _imported_by(path)}


@cache
def _imported_by(path: Path) -> frozenset[str]:
    """The packages that a module imports by name; no tree is kept, which those of tests would fill 200 MB with."""
    tree = parsed(path) if path.is_relative_to(PACKAGE) else ast.parse(path.read_text(encoding="utf-8"))
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    taken = {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module and not node.level}
    return frozenset(name.split(".")[0] for name in plain | taken)


def _spelled(line: str) -> str:
    requirement = Requirement(line)
    requirement.name = canonicalize_name(requirement.name)
    return str(requirement)
