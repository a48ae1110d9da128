"""The structure of the package, measured: folders, sizes, names that stand twice, import cycles.

Run as `python -m tests.meta.structure`; `test_structure.py` holds what must stay so.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from statistics import median

import grimp

from tests.meta.source_tree import PACKAGE, ROOT, definitions, modules, parsed


def import_cycle(package: str = "workbench") -> list[str]:
    """The first import cycle found, as module names; imports inside functions and for type checkers count too."""
    graph = grimp.build_graph(package, cache_dir=None)
    sorter = TopologicalSorter(
        {
            name: {each for each in graph.find_modules_directly_imported_by(name) if each != package}
            for name in graph.modules
            if name != package
        }
    )
    try:
        sorter.prepare()
    except CycleError as found:
        return list(found.args[1])
    return []


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


def classes(package: Path) -> list[tuple[int, int, str]]:
    """Every class: its methods, private ones and properties included, its lines, and its name; largest first."""
    found = [
        (
            sum(isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) for each in node.body),
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
        named = Counter(each.id for each in ast.walk(tree) if isinstance(each, ast.Name))
        named += Counter(each.attr for each in ast.walk(tree) if isinstance(each, ast.Attribute))
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


if __name__ == "__main__":
    print(described())
