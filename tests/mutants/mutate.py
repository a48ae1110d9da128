"""Small wrong changes of a module's code: where they can be made, and the code that has one of them."""

from __future__ import annotations

import ast
import copy
import gc
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Final, NamedTuple

from workbench.service.db.statement import Statement

_SWAPPED: Final[dict[type[ast.AST], Callable[[], ast.AST]]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
}
_NOT_MUTATED: Final = frozenset({"annotation", "returns", "decorator_list", "args", "type_comment"})
"""Fields of functions and assignments that are no code which runs in the body."""


@dataclass(frozen=True)
class Mutant:
    """One wrong change: `before` became `after`, in a function or in a statement of SQL."""

    path: Path
    function: str
    first_line: int
    last_line: int
    before: str
    after: str
    code: Callable[[], CodeType]
    runs_at_import: bool
    """Whether a statement of SQL has it, or a function that is called while the module is imported."""

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What it is, wherever its lines went since: module, function, before and after."""
        return self.path.as_posix(), self.function, self.before, self.after


def mutants_of(path: Path) -> list[Mutant]:
    """Every mutant of the module's function bodies and of its `Statement`s, in the order of the source."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [mutant for top in tree.body for mutant in _mutants_in(path, tree, top)]


def apply(mutant: Mutant) -> None:
    """Give the functions and statements of this process the mutant's code, everywhere. Never undone."""
    path = str(mutant.path.resolve())
    code = mutant.code()
    codes = {(inner.co_qualname, inner.co_firstlineno): inner for inner in _codes(code)}
    gc.unfreeze()  # tests/conftest.py freezes what is imported, and frozen objects are not listed
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__code__.co_filename == path:
            mutated = codes.get((function.__code__.co_qualname, function.__code__.co_firstlineno))
            if mutated is not None and mutated.co_freevars == function.__code__.co_freevars:
                function.__code__ = mutated
    gc.freeze()  # else each collection walks all of it again
    if mutant.runs_at_import:
        _replace_statements(mutant, code)


def _replace_statements(mutant: Mutant, code: CodeType) -> None:
    """Make the module's statements those of the code; other modules have them too, so they stay the same objects."""
    name = ".".join(mutant.path.with_suffix("").parts)
    scratch = ModuleType(name)
    exec(code, scratch.__dict__)
    for own, present in vars(sys.modules[name]).items():
        if isinstance(present, Statement):
            for slot in Statement.__slots__:
                setattr(present, slot, getattr(getattr(scratch, own), slot))


def _called_at_import(tree: ast.Module) -> set[str]:
    """The module's own functions that its statements outside of functions and classes call."""
    outside = [top for top in tree.body if not isinstance(top, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)]
    calls = [node for top in outside for node in ast.walk(top) if isinstance(node, ast.Call)]
    return {call.func.id for call in calls if isinstance(call.func, ast.Name)}


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _mutants_in(path: Path, tree: ast.Module, top: ast.stmt) -> Iterator[Mutant]:
    if isinstance(top, ast.FunctionDef | ast.AsyncFunctionDef):
        yield from _changes(path, tree, top, top.name)
    elif isinstance(top, ast.ClassDef):
        for inner in top.body:
            if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
                yield from _changes(path, tree, inner, f"{top.name}.{inner.name}")
    elif isinstance(top, ast.Assign) and ast.unparse(top.value).startswith("Statement("):
        yield from _changes(path, tree, top, ast.unparse(top.targets[0]))


def _changes(path: Path, tree: ast.Module, root: ast.stmt, name: str) -> Iterator[Mutant]:
    """A mutant for each change of each node below `root`. The tree is changed, copied and restored."""
    early = _called_at_import(tree)
    for parent, field, place, node in list(_nodes(root, root)):
        for changed in _replacements(parent, field, node):
            around = node if hasattr(node, "lineno") else parent
            first, last = around.lineno, around.end_lineno or around.lineno  # type: ignore[attr-defined]
            before = _line(node, parent)
            _put(parent, field, place, changed)
            after = _line(changed, parent)
            _put(parent, field, place, node)
            change = partial(_code_of, path, tree, _Change(parent, field, place, node, changed))
            yield Mutant(path, name, first, last, before, after, change, name.isupper() or name in early)


class _Change(NamedTuple):
    parent: ast.AST
    field: str
    place: int | None
    node: ast.AST
    changed: ast.AST


def _code_of(path: Path, tree: ast.Module, change: _Change) -> CodeType:
    """The module's code with the change, which the tree has only in the meantime."""
    _put(change.parent, change.field, change.place, change.changed)
    try:
        return compile(ast.fix_missing_locations(tree), str(path.resolve()), "exec")
    finally:
        _put(change.parent, change.field, change.place, change.node)


def _nodes(root: ast.AST, node: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
    """Each node that may be changed, with its parent and its place there."""
    for field, value in ast.iter_fields(node):
        if field in _NOT_MUTATED and not isinstance(node, ast.Call):
            continue
        for place, inner in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(inner, ast.AST) and not _is_text(inner):
                yield node, field, place, inner
                yield from _nodes(root, inner)


def _is_text(node: ast.AST) -> bool:
    """What only people read: texts with values in them, docstrings; and assertions, which are for the type checker."""
    is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    is_log = isinstance(node, ast.Expr) and ast.unparse(node).startswith("_LOG.")
    return is_docstring or is_log or isinstance(node, ast.JoinedStr | ast.Assert | ast.FormattedValue)


def _replacements(parent: ast.AST, field: str, node: ast.AST) -> Iterator[ast.AST]:
    """What may stand there instead."""
    if type(node) in _SWAPPED and not _joins_text(parent):
        yield _SWAPPED[type(node)]()
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.copy_location(ast.Constant(not node.value), node)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield ast.copy_location(ast.Constant(node.value + 1), node)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.Raise) or (isinstance(node, ast.Expr) and _is_call(node.value)):
        yield ast.copy_location(ast.Pass(), node)
    elif isinstance(node, ast.keyword) and not isinstance(node.value, ast.Constant):
        yield ast.copy_location(ast.keyword(node.arg, ast.copy_location(ast.Constant(None), node.value)), node)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "where":
        yield from (_without(node, "args", index) for index in range(len(node.args)) if len(node.args) > 1)
    elif isinstance(node, ast.Tuple | ast.List | ast.Set) and len(node.elts) > 1 and _is_free(node, parent):
        yield from (_without(node, "elts", index) for index in range(len(node.elts)))
    elif isinstance(node, ast.Dict):
        for index in range(len(node.keys)):
            yield _without(_without(node, "keys", index), "values", index)
    elif isinstance(node, ast.comprehension) and node.ifs:
        yield from (_without(node, "ifs", index) for index in range(len(node.ifs)))
    if field == "test" and isinstance(node, ast.Name | ast.Attribute | ast.Call | ast.NamedExpr | ast.Await):
        yield ast.copy_location(ast.UnaryOp(ast.Not(), node), node)


def _joins_text(parent: ast.AST) -> bool:
    sides = [parent.left, parent.right] if isinstance(parent, ast.BinOp) else []
    return any(isinstance(side, ast.JoinedStr) or _is_string(side) for side in sides)


def _is_string(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)


def _is_call(node: ast.AST) -> bool:
    return isinstance(node.value if isinstance(node, ast.Await) else node, ast.Call)


def _is_free(node: ast.Tuple | ast.List | ast.Set, parent: ast.AST) -> bool:
    """Whether it may have any number of elements: a tuple that is unpacked may not."""
    is_free_tuple = isinstance(parent, ast.Compare | ast.Call)
    return isinstance(node, ast.Set) or (
        isinstance(node.ctx, ast.Load) and (isinstance(node, ast.List) or is_free_tuple)
    )


def _without(node: ast.AST, field: str, place: int) -> ast.AST:
    rest = copy.copy(node)
    setattr(rest, field, [inner for index, inner in enumerate(getattr(node, field)) if index != place])
    return rest


def _put(parent: ast.AST, field: str, place: int | None, node: ast.AST) -> None:
    if place is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[place] = node


def _line(node: ast.AST, parent: ast.AST) -> str:
    """The node as source on one line; an operator with what it is between."""
    shown = node if hasattr(node, "lineno") or isinstance(node, ast.stmt | ast.expr | ast.comprehension) else parent
    return " ".join(ast.unparse(shown).split())
