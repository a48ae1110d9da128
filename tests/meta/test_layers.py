"""The layers hold: a package imports what is below it, clients never the service, and only client and service do I/O.

The contracts are in pyproject.toml; here they are run, and shown to see what they forbid.
"""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TypeGuard

import pytest

import workbench
from tests.meta.source_tree import PACKAGE, ROOT, modules, parsed

PACKAGES = (
    *("cli", "widgets", "imports", "changes", "sources", "documents", "bulk", "reports", "exports"),
    *("client", "service"),
    *("learner_pages", "procedures", "authoring", "wire"),
)
CLIENT_SIDE = {"client", "bulk", "imports", "changes", "documents", "sources", "reports", "exports", "widgets"}
WITHOUT_IO = {
    "wire",
    "authoring",
    "procedures",
    "learner_pages",
    "bulk",
    "changes",
    "documents",
    "sources",
    "reports",
    "exports",
    "imports",
    "widgets",
}


MODULE = {"widgets": "kit", "service": "kernel"}
"""The module of a small package, `page` elsewhere: these two have contracts that list every module of theirs."""


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the contracts of `folder`/pyproject.toml over `folder`/workbench."""
    command = Path(sys.executable).with_name("lint-imports")
    return subprocess.run(
        [str(command), "--no-cache"], cwd=folder, env={"PYTHONPATH": str(folder)}, capture_output=True, text=True
    )


def sources(contract: str) -> set[str]:
    """The packages that a contract of pyproject.toml binds whole; `package.**` would leave out its `__init__.py`."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    return {
        name.removeprefix("workbench.")
        for entry in contracts
        if entry["name"] == contract
        for name in entry["source_modules"]
    }


def detours(package: Path) -> list[str]:
    """Modules that import a name from `workbench` itself, where no contract sees from which layer it comes."""
    names = set(workbench.__all__) - {"__version__"}
    found = []
    for path in modules(package):
        nodes = list(ast.walk(parsed(path)))
        by_name = {alias.name for node in nodes if _from_the_top(node) for alias in node.names}
        by_dot = {
            node.attr for node in nodes if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "workbench"
        }
        found += [f"{path.relative_to(package).as_posix()}: {name}" for name in sorted((by_name | by_dot) & names)]
    return found


def _from_the_top(node: ast.AST) -> TypeGuard[ast.ImportFrom]:
    return isinstance(node, ast.ImportFrom) and node.module == "workbench"


@pytest.fixture
def small_package(tmp_path: Path) -> Path:
    """A package of our layout with one empty module in every sub-package."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for package in ("", *PACKAGES):
        (tmp_path / "workbench" / package).mkdir()
        (tmp_path / "workbench" / package / "__init__.py").touch()
        (tmp_path / "workbench" / package / f"{MODULE.get(package, 'page')}.py").touch()
    (tmp_path / "workbench" / "page.py").rename(tmp_path / "workbench" / "errors.py")
    return tmp_path


def test_the_layers_hold() -> None:
    """Everything that is there keeps every contract."""
    result = lint(ROOT)

    assert result.returncode == 0, result.stdout


def test_an_empty_package_breaks_nothing(small_package: Path) -> None:
    """Without an import nothing is broken, so what follows is broken by its one line."""
    result = lint(small_package)

    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize(
    ("package", "line", "contract"),
    [
        ("wire", "import workbench.procedures.page", "layers"),
        ("bulk", "import workbench.reports.page", "layers"),
        ("service", "import workbench.client.page", "layers"),
        ("widgets", "import workbench.service.kernel", "clients do not import the service"),
        ("reports", "import httpx", "no HTTP library"),
        ("procedures", "import asyncio", "no HTTP library"),
        ("authoring", "import sqlalchemy", "no HTTP library"),
    ],
)
def test_a_forbidden_import_is_found(package: str, line: str, contract: str, small_package: Path) -> None:
    """Each contract sees one example of what it forbids."""
    (small_package / "workbench" / package / f"{MODULE.get(package, 'page')}.py").write_text(line, encoding="utf-8")

    result = lint(small_package)

    broken = [line for line in result.stdout.splitlines() if line.endswith("BROKEN")]
    assert len(broken) == 1, result.stdout
    assert broken[0].startswith(contract)


def test_a_module_without_a_layer_is_found(small_package: Path) -> None:
    """A new package is given its layer before its first line."""
    (small_package / "workbench" / "attic.py").touch()

    result = lint(small_package)

    assert result.returncode == 1
    assert "attic" in result.stdout


def test_a_package_takes_only_the_version_from_the_top() -> None:
    """Every other name comes from the package it is defined in, so that the layers see it."""
    assert detours(PACKAGE) == []


@pytest.mark.parametrize("line", ["from workbench import Client", "import workbench\nworkbench.connect()"])
def test_a_detour_is_found(line: str, tmp_path: Path) -> None:
    """By name or by dot; the version and the packages themselves are no detour."""
    (tmp_path / "page.py").write_text(f"from workbench import __version__, bulk\n{line}\n", encoding="utf-8")

    assert len(detours(tmp_path)) == 1


@pytest.mark.parametrize(
    ("contract", "packages"),
    [
        ("clients do not import the service", CLIENT_SIDE),
        ("no HTTP library, event loop or SQLAlchemy outside client and service", WITHOUT_IO),
    ],
)
def test_every_package_is_bound_by_its_contracts(contract: str, packages: set[str]) -> None:
    """A contract that forgets a package forbids it nothing."""
    there = {package for package in packages if (PACKAGE / package).exists()}

    assert there - sources(contract) == set()
