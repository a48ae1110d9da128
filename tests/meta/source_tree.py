"""Where the repository is, which files belong to it, and their syntax trees."""

from __future__ import annotations

import ast
import gc
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "workbench"
MADE = {".git", ".venv", "__pycache__", "node_modules", "build", "dist", ".hypothesis"}


def modules(folder: Path) -> list[Path]:
    """Every Python file below `folder`, in order."""
    return sorted(path for path in folder.rglob("*.py") if not MADE & set(path.relative_to(folder).parts))


def tracked_files(folder: Path) -> list[Path]:
    """Every file that git tracks in `folder`; without git, every file that nobody made by a command."""
    git = shutil.which("git")
    if git and (folder / ".git").exists():
        names = subprocess.run([git, "ls-files", "-z"], cwd=folder, capture_output=True, check=True).stdout
        return [path for name in names.decode().split("\0") if name and (path := folder / name).is_file()]
    return sorted(p for p in folder.rglob("*") if p.is_file() and not MADE & set(p.relative_to(folder).parts))


@cache
def parsed(path: Path) -> ast.Module:
    """The syntax tree of a Python file, read once a test run."""
    text = path.read_text(encoding="utf-8")
    try:
        return ast.parse(text, filename=str(path))
    except SystemError:  # python/cpython#106905, mended in 3.11.5: a collection in mid-parse upsets the parser's count
        gc.collect()
        return ast.parse(text, filename=str(path))


Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def definitions(tree: ast.AST, outer: str = "") -> Iterator[tuple[str, Definition]]:
    """Every function and class with its dotted name, inner ones included."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, Definition):
            name = f"{outer}.{node.name}" if outer else node.name
            yield name, node
            yield from definitions(node, name)
        else:
            yield from definitions(node, outer)
