"""What `import workbench` offers is a promise: the names, that each is there, and that it costs little."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import workbench
from tests.meta.source_tree import PACKAGE, ROOT, parsed

HEAVY = {"anyio", "httpx", "ipywidgets", "pandas", "pyarrow", "pydantic", "pydantic_ai", "sqlalchemy", "starlette"}


def offered(init: Path) -> set[str]:
    """The public names that a package's `__init__.py` takes from its own modules, those for type checkers included."""
    return {
        name
        for node in ast.walk(parsed(init))
        if isinstance(node, ast.ImportFrom) and (node.level or (node.module or "").split(".")[0] == "workbench")
        for alias in node.names
        if not (name := alias.asname or alias.name).startswith("_")
    }


def imported_by(code: str) -> set[str]:
    """The packages that a fresh Python has loaded after running `code`."""
    said = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print('\\n'.join(sys.modules))"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return {name.split(".")[0] for name in said.stdout.split()}


def test_all_names_what_is_offered() -> None:
    """A name that a reader may use is in `__all__`, and nothing else is."""
    assert {*offered(PACKAGE / "__init__.py"), "__version__"} == set(workbench.__all__)


def test_every_offered_name_is_there() -> None:
    """Names that come lazily do come."""
    assert [name for name in workbench.__all__ if not hasattr(workbench, name)] == []


def test_a_notebook_sees_exactly_these_names() -> None:
    """Completion in a notebook shows the promise and nothing next to it."""
    assert dir(workbench) == sorted(workbench.__all__)


def test_importing_the_package_is_cheap() -> None:
    """No table library, database, HTTP library or widget is loaded before it is used."""
    assert imported_by("import workbench") & HEAVY == set()


def test_a_heavy_import_is_found() -> None:
    """The check sees what a fresh Python has loaded."""
    assert imported_by("import httpx") & HEAVY >= {"httpx"}


def test_an_unlisted_name_is_found(tmp_path: Path) -> None:
    """Imports for type checkers count; those from elsewhere do not."""
    text = "from typing import Any\nif TYPE_CHECKING:\n    from workbench.client.sync import Client as Client\n"
    (tmp_path / "__init__.py").write_text(text, encoding="utf-8")

    assert offered(tmp_path / "__init__.py") == {"Client"}
