"""Functions stay small enough to be read at the same time. The limits are in CONTRIBUTING.md; exceptions have reasons.

Lengths of modules, methods of classes and modules of folders are printed by `structure.py`, not limited.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.meta.source_tree import PACKAGE, Definition, definitions, modules, parsed

FUNCTION_LINES = 60
POSITIONAL_PARAMETERS = 5
INIT_LINES = 40

# "package/file.py" or "package/file.py:Name", and why it may be larger. An entry that is no longer needed fails.
EXCEPTIONS: dict[str, str] = {
    "api/bulk.py:Bulk.plan": "a keyword for each thing that a plan can be told",
}

Finding = tuple[str, str]  # what is too large, and by how much


def long_functions(package: Path) -> list[Finding]:
    """Functions over the limit, from `def` to the last line; a migration is one long list of columns by nature."""
    return [
        (label, f"{_lines(node)} lines, {FUNCTION_LINES} at most")
        for label, path, node in labelled(package)
        if not isinstance(node, ast.ClassDef) and _lines(node) > FUNCTION_LINES and "migrations" not in path.parts
    ]


def crowded_functions(package: Path) -> list[Finding]:
    """Functions that take too much by position; `self`, keyword-only parameters and overloads do not count."""
    return [
        (label, f"{len(taken)} by position, {POSITIONAL_PARAMETERS} at most")
        for label, _, node in labelled(package)
        if len(taken := _positional(node)) > POSITIONAL_PARAMETERS
    ]


def labelled(package: Path) -> Iterator[tuple[str, Path, Definition]]:
    """Every function and class as `package/file.py:Name`, with its file."""
    for path in modules(package):
        for name, node in definitions(parsed(path)):
            yield f"{_name(package, path)}:{name}", path, node


def busy_inits(package: Path) -> list[Finding]:
    """`__init__.py` files that are long, or define more than the hooks by which a package offers names lazily."""
    findings = []
    for path in modules(package):
        if path.name == "__init__.py":
            defined = [name for name, _ in definitions(parsed(path)) if name not in ("__getattr__", "__dir__")]
            lines = len(path.read_text(encoding="utf-8").splitlines())
            if lines > INIT_LINES or defined:
                findings.append((_name(package, path), f"{lines} lines, {INIT_LINES} at most; defines {defined}"))
    return findings


CHECKS: list[Callable[[Path], list[Finding]]] = [
    long_functions,
    crowded_functions,
    busy_inits,
]


@pytest.mark.parametrize("check", CHECKS)
def test_everything_is_within_its_size(check: Callable[[Path], list[Finding]]) -> None:
    """What grows over a limit has two subjects, and is split by subject."""
    assert [finding for finding in check(PACKAGE) if finding[0] not in EXCEPTIONS] == []


def test_every_exception_is_still_needed() -> None:
    """An exception goes when its reason goes."""
    found = {name for check in CHECKS for name, _ in check(PACKAGE)}

    assert set(EXCEPTIONS) - found == set()


TOO_LARGE = {
    long_functions: ("long.py", "def f():\n" + "    x = 1\n" * FUNCTION_LINES),
    crowded_functions: ("crowded.py", "def f(a, b, c, d, e, g): ..."),
    busy_inits: ("__init__.py", "def f(): ...\n"),
}


@pytest.mark.parametrize("check", CHECKS)
def test_a_thing_too_large_is_found(check: Callable[[Path], list[Finding]], tmp_path: Path) -> None:
    """Each check sees the smallest thing over its limit."""
    name, text = TOO_LARGE[check]
    (tmp_path / name).write_text(text, encoding="utf-8")

    assert len(check(tmp_path)) == 1


def test_what_is_exactly_at_the_limit_passes(tmp_path: Path) -> None:
    """A limit is the largest size allowed; `self` and keyword-only parameters are free."""
    method = "class A:\n    def m(self, a, b, c, d, e, *, g): ...\n"
    long = "def f():\n" + "    x = 1\n" * (FUNCTION_LINES - 1)
    (tmp_path / "exact.py").write_text(method + long, encoding="utf-8")

    assert [finding for check in CHECKS for finding in check(tmp_path)] == []


def _name(package: Path, path: Path) -> str:
    return path.relative_to(package).as_posix()


def _lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def _positional(node: ast.AST) -> list[str]:
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or _is_overload(node):
        return []
    names = [posonlyarg.arg for posonlyarg in [*node.args.posonlyargs, *node.args.args]]
    return names[1:] if names[:1] in (["self"], ["cls"]) else names


def _is_overload(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(ast.unparse(decorator).endswith("overload") for decorator in node.decorator_list)
