"""Notebooks stay thin and clean: prose with calls in it. Whether they run is nbval's business (`make notebooks`)."""

from __future__ import annotations

import ast
import json
from typing import Any

import pytest

from tests.meta.source_tree import ROOT

CELL_LINES = 10
IMPORTS = {"workbench", "pandas"}
STATEMENTS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.For, ast.AsyncFor, ast.While, ast.Try)

NOTEBOOKS = sorted((ROOT / "notebooks").rglob("*.ipynb"))


def faults(notebook: dict[str, Any]) -> list[str]:
    """Everything that keeps a notebook from being thin and clean, one sentence each."""
    found = [f"{key} in the notebook's metadata" for key in ("widgets", "papermill") if key in notebook["metadata"]]
    if notebook["metadata"].get("kernelspec", {}).get("name", "python3") != "python3":
        found.append("a kernel of someone's own in the metadata")
    for number, cell in enumerate(notebook["cells"], start=1):
        if cell["cell_type"] == "code":
            found += [f"cell {number}: {fault}" for fault in [*_residue(cell), *_thickness("".join(cell["source"]))]]
    return found


def test_every_notebook_is_thin_and_clean() -> None:
    """If a cell wants a loop, the loop is missing from the package."""
    found = {path.name: faults(json.loads(path.read_text(encoding="utf-8"))) for path in NOTEBOOKS}

    assert {name: said for name, said in found.items() if said} == {}


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("x = 1\n" * 11, "11 lines"),
        ("def f(): ...", "FunctionDef"),
        ("class A: ...", "ClassDef"),
        ("for x in []: x", "For"),
        ("try:\n    x\nfinally:\n    x", "Try"),
        ("import os", "os"),
        ("from json import loads", "json"),
        ("# NBVAL_CHECK_OUTPUT\nx", "never compared"),
        ("x =", "not Python"),
    ],
)
def test_a_thick_cell_is_found(source: str, fault: str) -> None:
    """Each rule about cells sees one example of what it refuses."""
    found = faults(_notebook(source))

    assert len(found) == 1
    assert fault in found[0]


@pytest.mark.parametrize(
    ("residue", "fault"),
    [
        ({"execution_count": 3}, "execution count"),
        ({"outputs": [{"output_type": "stream", "text": "1"}]}, "outputs"),
        ({"metadata": {"execution": {}}}, "metadata"),
    ],
)
def test_what_a_run_left_behind_is_found(residue: dict[str, Any], fault: str) -> None:
    """Outputs hold what was on one person's screen; they are never committed."""
    found = faults(_notebook("x", **residue))

    assert len(found) == 1
    assert fault in found[0]


def test_widget_state_is_found() -> None:
    """Widget state is output too, kept elsewhere."""
    notebook = {"cells": [], "metadata": {"widgets": {"application/vnd.jupyter.widget-state+json": {}}}}

    assert faults(notebook) == ["widgets in the notebook's metadata"]


def test_a_thin_and_clean_cell_passes() -> None:
    """Ten lines, the package and pandas, a line for the notebook itself."""
    thin = "import pandas as pd\nfrom workbench import connect, widgets\n%matplotlib inline\nlesson = connect()\n"

    assert faults(_notebook(thin)) == []


def _residue(cell: dict[str, Any]) -> list[str]:
    found = ["outputs are kept"] if cell["outputs"] else []
    if cell["execution_count"] is not None:
        found.append("an execution count is kept")
    if set(cell["metadata"]) - {"tags"}:
        found.append(f"metadata is kept: {', '.join(sorted(cell['metadata']))}")
    return found


def _thickness(source: str) -> list[str]:
    if "NBVAL_CHECK_OUTPUT" in source:
        return ["is marked for comparison, but a cell without outputs is never compared"]
    lines = [line for line in source.splitlines() if not line.startswith(("%", "!"))]
    try:
        tree = ast.parse("\n".join(lines))
    except SyntaxError:
        return ["is not Python"]
    found = [f"has {len(lines)} lines, {CELL_LINES} at most"] if len(lines) > CELL_LINES else []
    found += [f"{type(node).__name__} belongs into the package" for node in ast.walk(tree) if _is_thick(node)]
    return found + [f"imports {name}" for name in sorted(_imports(tree) - IMPORTS)]


def _is_thick(node: ast.AST) -> bool:
    return isinstance(node, STATEMENTS)


def _imports(tree: ast.AST) -> set[str]:
    plain = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    taken = {node.module or "." for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    return {name.split(".")[0] for name in plain | taken}


def _notebook(source: str, **residue: Any) -> dict[str, Any]:
    cell = {"cell_type": "code", "source": [source], "outputs": [], "execution_count": None, "metadata": {}, **residue}
    return {"cells": [cell], "metadata": {"kernelspec": {"name": "python3"}}}
