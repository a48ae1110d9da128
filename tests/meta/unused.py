"""`make check`: names of modules that nothing but tests reach are used, removed, or listed here with a reason.

What counts as use: code of the package, benchmarks, and what notebooks and the documentation name.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path
from typing import Final

from vulture import Vulture
from vulture.core import Item

from workbench.cli.commands import COMMANDS

TOP: Final = Path(__file__).parents[2]
DECORATED_IS_USED: Final = ["@serves*", "@compiles*"]
EXPECTED: Final = {
    "__dir__": "Python calls it",
    "_jupyter_server_extension_points": "Jupyter Server calls it",
    "_load_jupyter_server_extension": "Jupyter Server calls it",
    "InlineExecutor": "the executor by which tests send a run's rows in their order",
    "InlinePool": "the pool by which tests have a panel do its work at once",
    "balance_and_sum": "what every test of credits asks after a fault: the balance is the ledger's sum",
}
"""Why a name is there that nothing uses."""


def main() -> int:
    """Print what is unused, and what is listed above though it is used or gone; 1 where there is any."""
    finder = Vulture(ignore_decorators=DECORATED_IS_USED)
    finder.scavenge([str(TOP / "workbench"), str(TOP / "benchmarks")])
    known = _written_names() | _command_functions()
    unused = {
        item.name: item
        for item in finder.get_unused_code(min_confidence=60)
        if item.typ in ("function", "class", "variable", "import") and _is_of_package(item) and item.name not in known
    }
    lines = [
        f"{item.filename.relative_to(TOP)}:{item.first_lineno}: nothing uses {name}"
        for name, item in unused.items()
        if name not in EXPECTED
    ]
    needless = EXPECTED.keys() - unused.keys()
    lines += [f"tests/meta/unused.py: {name} is used, or gone; take it out of the list" for name in needless]
    print("\n".join(lines), end="\n" if lines else "")
    return 1 if lines else 0


def _is_of_package(item: Item) -> bool:
    """Whether the package has it, and a module has it as its own name."""
    if not item.filename.is_relative_to(TOP / "workbench"):
        return False
    tree = ast.parse(item.filename.read_text(encoding="utf-8"))
    around = [node for node in tree.body if node.lineno <= item.first_lineno <= (node.end_lineno or 0)]
    return any(_defines(node, item.name) for node in around)


def _defines(node: ast.stmt, name: str) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    names = {inner.id for target in targets for inner in ast.walk(target) if isinstance(inner, ast.Name)}
    return name in names or getattr(node, "name", None) == name


def _written_names() -> set[str]:
    """Every word of notebooks and of the documentation, its records of decisions left out."""
    pages = [*(TOP / "notebooks").glob("*.ipynb"), *(TOP / "docs").glob("*.md"), *(TOP / "docs" / "api").glob("*.md")]
    return {word for page in pages for word in re.findall(r"\w+", page.read_text(encoding="utf-8"))}


def _command_functions() -> set[str]:
    """Return the functions that the table of commands names: what `load` takes from a module of several commands."""
    actions = {command.module.partition(":")[2] for command in COMMANDS.values()} - {""}
    return {name for action in actions for name in (f"run_{action}", f"add_{action}_arguments")}


if __name__ == "__main__":
    sys.exit(main())
