"""The floors hold: a room imports what is below it, the towers do not meet, and only the client and service do I/O.

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

ROOMS = ("cli", "widgets", "bulk", "reports", "exports", "client", "service", "procedures", "authoring", "wire")
TOWER_OF_THE_READER = {"client", "bulk", "reports", "exports", "widgets"}
UPSTAIRS = {"wire", "authoring", "procedures", "bulk", "reports", "exports", "widgets"}


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the contracts of `folder`/pyproject.toml over `folder`/workbench."""
    command = Path(sys.executable).with_name("lint-imports")
    return subprocess.run(
        [str(command), "--no-cache"], cwd=folder, env={"PYTHONPATH": str(folder)}, capture_output=True, text=True
    )


def sources(contract: str) -> set[str]:
    """The rooms that a contract of pyproject.toml binds whole; `room.**` would leave out its `__init__.py`."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    return {
        name.removeprefix("workbench.")
        for each in contracts
        if each["name"] == contract
        for name in each["source_modules"]
    }


def detours(package: Path) -> list[str]:
    """Modules that take a name from the package's face, where no contract sees from which floor it comes."""
    names = set(workbench.__all__) - {"__version__"}
    found = []
    for path in modules(package):
        nodes = list(ast.walk(parsed(path)))
        by_name = {alias.name for each in nodes if _from_the_face(each) for alias in each.names}
        by_dot = {
            each.attr for each in nodes if isinstance(each, ast.Attribute) and ast.unparse(each.value) == "workbench"
        }
        found += [f"{path.relative_to(package).as_posix()}: {name}" for name in sorted((by_name | by_dot) & names)]
    return found


def _from_the_face(node: ast.AST) -> TypeGuard[ast.ImportFrom]:
    return isinstance(node, ast.ImportFrom) and node.module == "workbench"


@pytest.fixture
def small_house(tmp_path: Path) -> Path:
    """A house of our plan with one empty module in every room."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for room in ("", *ROOMS):
        (tmp_path / "workbench" / room).mkdir()
        (tmp_path / "workbench" / room / "__init__.py").touch()
        (tmp_path / "workbench" / room / "page.py").touch()
    (tmp_path / "workbench" / "page.py").rename(tmp_path / "workbench" / "errors.py")
    return tmp_path


def test_the_floors_hold() -> None:
    """Everything that is there keeps every contract."""
    result = lint(ROOT)

    assert result.returncode == 0, result.stdout


def test_an_empty_house_stands(small_house: Path) -> None:
    """Without an import nothing is broken, so what follows is broken by its one line."""
    result = lint(small_house)

    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize(
    ("room", "line", "contract"),
    [
        ("wire", "import workbench.procedures.page", "floors"),
        ("bulk", "import workbench.reports.page", "floors"),
        ("service", "import workbench.client.page", "floors"),
        ("widgets", "import workbench.service.page", "two towers"),
        ("reports", "import httpx", "no HTTP library"),
        ("procedures", "import asyncio", "no HTTP library"),
        ("authoring", "import sqlalchemy", "no HTTP library"),
    ],
)
def test_a_forbidden_import_is_found(room: str, line: str, contract: str, small_house: Path) -> None:
    """Each contract sees one example of what it forbids."""
    (small_house / "workbench" / room / "page.py").write_text(line, encoding="utf-8")

    result = lint(small_house)

    broken = [said for said in result.stdout.splitlines() if said.endswith("BROKEN")]
    assert len(broken) == 1, result.stdout
    assert broken[0].startswith(contract)


def test_a_module_without_a_floor_is_found(small_house: Path) -> None:
    """A new room is given its floor before its first line."""
    (small_house / "workbench" / "attic.py").touch()

    result = lint(small_house)

    assert result.returncode == 1
    assert "attic" in result.stdout


def test_a_room_takes_only_the_version_from_the_face() -> None:
    """Every other name comes from the room it lives in, so that the floors see it."""
    assert detours(PACKAGE) == []


@pytest.mark.parametrize("line", ["from workbench import Client", "import workbench\nworkbench.connect()"])
def test_a_detour_is_found(line: str, tmp_path: Path) -> None:
    """By name or by dot; the version and the rooms themselves are no detour."""
    (tmp_path / "page.py").write_text(f"from workbench import __version__, bulk\n{line}\n", encoding="utf-8")

    assert len(detours(tmp_path)) == 1


@pytest.mark.parametrize(
    ("contract", "rooms"),
    [
        ("two towers", TOWER_OF_THE_READER),
        ("no HTTP library, event loop or SQLAlchemy upstairs", UPSTAIRS),
    ],
)
def test_every_room_is_bound_by_its_contracts(contract: str, rooms: set[str]) -> None:
    """A contract that forgets a room forbids it nothing."""
    there = {room for room in rooms if (PACKAGE / room).exists()}

    assert there - sources(contract) == set()
