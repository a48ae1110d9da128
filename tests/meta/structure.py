"""The structure of the package, measured: folders, sizes, names that stand twice, import cycles.

Run as `python -m tests.meta.structure`; `test_structure.py` holds what must stay so.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterable
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from statistics import median

import grimp

from tests.meta.figures import (
    ADDED,
    JOURNEYS,
    Figure,
    bare_participles,
    docstrings_without_a_verb,
    files_in_journeys,
    files_touched,
    lines_of_code,
    loop_variables,
    scaffold_words,
)
from tests.meta.source_tree import PACKAGE, ROOT, definitions, modules, parsed

HEAD = Figure("", "13a593f1", "now", "goal")


def import_cycle(package: str = "workbench") -> list[str]:
    """The first import cycle found, as module names; imports inside functions and for type checkers count too."""
    graph = grimp.build_graph(package, cache_dir=None)
    sorter = TopologicalSorter(
        {
            name: {module for module in graph.find_modules_directly_imported_by(name) if module != package}
            for name in graph.modules
            if name != package
        }
    )
    try:
        sorter.prepare()
    except CycleError as found:
        return list(found.args[1])
    return []


def folder_cycles(package: str = "workbench") -> dict[str, list[str]]:
    """Return the folders that import each other in a circle: by their names, the imports between them.

    An edge between a folder and one of its ancestors does not count: a package may hand on what is inside it.
    """
    graph = grimp.build_graph(package, cache_dir=None)
    imports = defaultdict(list)
    for name in graph.modules:
        for imported in graph.find_modules_directly_imported_by(name):
            source, target = _folder(graph, name), _folder(graph, imported)
            if not (f"{source}.".startswith(f"{target}.") or f"{target}.".startswith(f"{source}.")):
                imports[source, target].append(f"{name} -> {imported}")
    reached = {folder: _reachable(folder, imports) for folder, _ in imports}
    found = {}
    for folder in sorted(reached):
        group = [other for other in sorted(reached) if other in reached[folder] and folder in reached[other]]
        if group:
            inside = [lines for (source, target), lines in imports.items() if source in group and target in group]
            found[", ".join(group)] = sorted(line for lines in inside for line in lines)
    return found


def _folder(graph: grimp.ImportGraph, name: str) -> str:
    """Return the package that a module is, or lies in."""
    return name if graph.find_children(name) else name.rpartition(".")[0]


def _reachable(start: str, edges: Iterable[tuple[str, str]]) -> set[str]:
    """Return what the edges lead to from the start; the start itself only where a circle leads back."""
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        folder = waiting.pop()
        following = {target for source, target in edges if source == folder} - reached
        reached |= following
        waiting += following
    return reached


def modules_by_folder(package: Path) -> dict[str, int]:
    """How many modules lie in each folder, `__init__.py` not counted."""
    counted = Counter(
        path.parent.relative_to(package).as_posix() for path in modules(package) if path.stem != "__init__"
    )
    return dict(sorted(counted.items()))


def repeated_class_names(package: Path) -> dict[str, list[str]]:
    """Public classes of one name in several modules."""
    places = defaultdict(list)
    for path in modules(package):
        for node in parsed(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(path.relative_to(package).as_posix())
    return {name: found for name, found in sorted(places.items()) if len(found) > 1}


KIT = {
    *("ApiObject", "Collection"),  # what `wb` has
    *("InputModel", "OpenInputModel", "OrganizationScope", "OutputModel", "OpenOutputModel"),  # values on the wire
    *("BlockContent", "WithMarkdown"),  # block types
    *("Panel", "TaskRunner"),  # panels
    *("ElementReader", "RowRun", "RunThread"),  # readers of XML, runs
}
"""The base classes that whole packages are made of: they do not count towards the depth of what stands on them.

Exceptions do not count either: they are a taxonomy, so that a caller catches as much as they want.
"""


def inheritance_chains(package: Path) -> dict[str, list[str]]:
    """Return each class of ours with the longest chain of our classes that it inherits from, itself first.

    Base classes of the kit and exceptions are left out.
    """
    bases: dict[str, list[str]] = {}
    for path in modules(package):
        module = ".".join((package.name, *path.relative_to(package).with_suffix("").parts))
        tree = parsed(path)
        names = {node.name: f"{module}.{node.name}" for node in tree.body if isinstance(node, ast.ClassDef)}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                names |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                bases[f"{module}.{node.name}"] = [_base_name(base, names) for base in node.bases]
    chains = {name: _chain(name, bases) for name in bases if not _is_kit(name)}
    return {name: chain for name, chain in chains.items() if not chain[-1].endswith(".WorkbenchError")}


def _base_name(base: ast.expr, names: dict[str, str]) -> str:
    """Return the dotted name of a base class as the module's imports tell it, without what it is parametrized with."""
    first, dot, rest = ast.unparse(base.value if isinstance(base, ast.Subscript) else base).partition(".")
    return names.get(first, first) + dot + rest


def _is_kit(name: str) -> bool:
    return name.rpartition(".")[2] in KIT


def _chain(name: str, bases: dict[str, list[str]]) -> list[str]:
    ours = [_chain(base, bases) for base in bases[name] if base in bases and not _is_kit(base)]
    return [name, *max(ours, key=len, default=[])]


def classes(package: Path) -> list[tuple[int, int, str]]:
    """Every class: its methods, private ones and properties included, its lines, and its name; largest first."""
    found = [
        (
            sum(isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef) for statement in node.body),
            (node.end_lineno or node.lineno) - node.lineno + 1,
            f"{path.relative_to(package).as_posix()}:{name}",
        )
        for path in modules(package)
        for name, node in definitions(parsed(path))
        if isinstance(node, ast.ClassDef)
    ]
    return sorted(found, reverse=True)


def private_functions_used_once(package: Path) -> tuple[int, int]:
    """How many private functions and methods there are, and how many of them are named once in their module."""
    total = once = 0
    for path in modules(package):
        tree = parsed(path)
        named = Counter(node.id for node in ast.walk(tree) if isinstance(node, ast.Name))
        named += Counter(node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute))
        for name, node in definitions(tree):
            last = name.rpartition(".")[2]
            if not isinstance(node, ast.ClassDef) and last.startswith("_") and not last.startswith("__"):
                total += 1
                once += named[last] == 1
    return total, once


def described(package: Path = PACKAGE) -> str:
    """The whole measurement as text."""
    lengths = sorted(len(path.read_text(encoding="utf-8").splitlines()) for path in modules(package))
    total, once = private_functions_used_once(package)
    tests = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in modules(ROOT / "tests"))
    lines = [f"{count:4} {folder}" for folder, count in modules_by_folder(package).items()]
    lines += [
        f"folders of more than 40 modules: {sum(count > 40 for count in modules_by_folder(package).values())}",
        f"sub-packages of one or two modules: {sum(count <= 2 for count in modules_by_folder(package).values())}",
        f"modules over 400 lines: {sum(length > 400 for length in lengths)}",
        f"modules: {len(lengths)}, lines: {sum(lengths):,}, median {median(lengths):g}, largest {lengths[-1]}",
        f"lines of tests: {tests:,}",
        f"private functions: {total}, named once: {once}",
        "classes by methods: " + ", ".join(f"{name} {methods}" for methods, _, name in classes(package)[:5]),
        f"public class names that stand twice: {len(repeated_class_names(package))}",
        f"import cycle: {' -> '.join(import_cycle()) or 'none'}",
    ]
    return "\n".join(lines)


def figures(package: Path = PACKAGE) -> list[Figure]:
    """Return the figures that are watched, as they are now."""
    touched, journeys = files_touched(), files_in_journeys()
    folders = modules_by_folder(package)
    files, lines = lines_of_code(package)
    cycles = folder_cycles()
    depths = [len(chain) for chain in inheritance_chains(package).values()]
    words, participles = scaffold_words(package), bare_participles(package)
    docstrings, others = docstrings_without_a_verb(package)
    return [
        *[Figure(f"files to add: {kind}", old, _shown(touched, kind), goal) for kind, old, goal in ADDED],
        *[
            Figure(f"files on the path: {name}", old, str(count), goal)
            for (name, old, goal), count in zip(JOURNEYS, journeys, strict=True)
        ],
        Figure("groups of folders that import each other", "5", str(len(cycles)), "0"),
        Figure("sub-packages of one or two modules", "22", str(sum(count <= 2 for count in folders.values())), "≤ 8"),
        Figure("folders of more than 40 modules", "0", str(sum(count > 40 for count in folders.values())), "0"),
        Figure("Python files", "1,013", f"{files:,}", "≤ 900"),
        Figure("lines of Python and TOML", "106,564", f"{lines:,}", "≤ 98,500 and what was added since"),
        Figure("class names that stand twice", "0", str(len(repeated_class_names(package))), "0"),
        Figure("classes of more than two levels", "4", str(sum(depth > 2 for depth in depths)), "0"),
        Figure("places that give `each` a value", "2,318", f"{loop_variables(package):,}", "0"),
        Figure("functions named by a participle alone", "449", f"{len(participles):,}", "0"),
        Figure("scaffold words", "810", f"{words.total():,}", "0"),
        Figure("docstrings of functions not in the imperative", "2,832 of 4,115", f"{others:,} of {docstrings:,}", "0"),
    ]


def _shown(touched: dict[str, int], kind: str) -> str:
    """Return the figure of the kind; a kind that no test adds has none."""
    return str(touched[kind]) if kind in touched else "not scripted"


def table(rows: list[Figure]) -> str:
    """Return the figures as a table of text."""
    widths = [max(len(row[column]) for row in [HEAD, *rows]) for column in range(4)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in [HEAD, *rows]
    )


if __name__ == "__main__":
    print(described())
    print(f"\n{table(figures())}")
