"""The figures of the structure that are watched, each with its value before the redesign and its goal.

`python -m tests.meta.structure` prints them. Those that must hold are tests; the others are read, and a reason to look.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from tests.meta.source_tree import ROOT, definitions, modules, parsed


class Figure(NamedTuple):
    """A line of the table."""

    subject: str
    before: str
    now: str
    goal: str


JOURNEYS = (("topic to stored row", "66", "≤ 40"), ("drag to commit", "49", "≤ 28"), ("recent items", "36", "≤ 22"))
"""Each section of `docs/journeys.md` in order."""
ADDED = (
    ("block type that learners read (a passage)", "21–27", "≤ 4"),
    ("block type that learners answer (a question)", "21–27", "≤ 4"),
    ("lesson field", "11–24", "≤ 6"),
    ("report", "6–9", "≤ 3"),
    ("export format", "12", "≤ 3"),
    ("command", "2–3", "≤ 1"),
    ("procedure", "31", "≤ 8"),
)
"""What the tests named `test_adding` add to a copy of the package."""
SCAFFOLD = {
    "what is … of": r"\bwhat is [\w ]{1,40} of\b",
    "who as a subject": r"(?:^|[.;:] )who\b",
    **{word: rf"\b{word}\b" for word in ("there is none", "by now", "at once", "beside", "stands", "goes on")},
    **{word: rf"\b{word}\b" for word in ("meanwhile", "anew", "told", "of ours")},
}
"""Words that make a sentence read like a translation; found in names, docstrings and comments."""
IRREGULAR = {
    *(
        "begun",
        "brought",
        "built",
        "chosen",
        "drawn",
        "found",
        "given",
        "gone",
        "heard",
        "held",
        "kept",
        "known",
        "left",
    ),
    *("lost", "made", "met", "said", "seen", "sent", "shown", "spent", "taken", "told", "written"),
}
NOT_A_VERB = {
    "a",
    "all",
    "an",
    "each",
    "every",
    "how",
    "none",
    "the",
    "those",
    "what",
    "when",
    "whether",
    "which",
    "who",
}


def files_in_journeys() -> list[int]:
    """Return how many files each section of `docs/journeys.md` names."""
    sections = (ROOT / "docs" / "journeys.md").read_text(encoding="utf-8").split("\n## ")[1:]
    return [len(set(re.findall(r"^- `([\w/]+\.\w+)`", section, re.MULTILINE))) for section in sections]


def files_touched() -> dict[str, int]:
    """Return how many files of the package each scripted addition touches, by its kind; none where none is counted."""
    counted = getattr(import_module("tests.adding"), "files_touched", dict)
    found: dict[str, int] = counted()
    return found


def loop_variables(package: Path) -> int:
    """Count the places where `each` is given a value."""
    names = (node for path in modules(package) for node in ast.walk(parsed(path)) if isinstance(node, ast.Name))
    return sum(node.id == "each" and isinstance(node.ctx, ast.Store) for node in names)


def bare_participles(package: Path) -> list[str]:
    """Return the functions whose name is one participle, such as `_shown` or `checked`."""
    found = []
    for path in modules(package):
        for name, node in definitions(parsed(path)):
            word = name.rpartition(".")[2].strip("_")
            is_participle = word in IRREGULAR or (word.endswith("ed") and not word.endswith("eed"))
            if not isinstance(node, ast.ClassDef) and "_" not in word and is_participle:
                found.append(f"{path.relative_to(package).as_posix()}:{name}")
    return found


def scaffold_words(package: Path) -> Counter[str]:
    """Count the scaffold words in names, docstrings and comments."""
    patterns = {word: re.compile(pattern, re.IGNORECASE | re.MULTILINE) for word, pattern in SCAFFOLD.items()}
    texts = [text for path in modules(package) for text in _prose(path)]
    return Counter({word: sum(len(pattern.findall(text)) for text in texts) for word, pattern in patterns.items()})


def docstrings_without_a_verb(package: Path) -> tuple[int, int]:
    """Count the docstrings of functions, and those whose first word is no verb in the imperative, as far as seen.

    Properties are left out, as in pydocstyle's D401: they are described as attributes are.
    """
    first_words = [
        docstring.split()[0].strip("`,.:").lower()
        for path in modules(package)
        for _, node in definitions(parsed(path))
        if not isinstance(node, ast.ClassDef) and not _is_property(node) and (docstring := ast.get_docstring(node))
    ]
    others = [word for word in first_words if word in NOT_A_VERB or (word.endswith("s") and not word.endswith("ss"))]
    return len(first_words), len(others)


def _is_property(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Return whether a decorator makes the function an attribute."""
    return any(ast.unparse(decorator).endswith("property") for decorator in node.decorator_list)


def lines_of_code(package: Path) -> tuple[int, int]:
    """Count the files of Python, and the lines of Python and TOML; scripts that are generated are neither."""
    files = [*modules(package), *package.rglob("*.toml")]
    return len(modules(package)), sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)


def _prose(path: Path) -> Iterator[str]:
    """Return the names that a module defines, in words, and its docstrings and comments."""
    text = path.read_text(encoding="utf-8")
    tree = parsed(path)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""
    yield from (name.rpartition(".")[2].strip("_").replace("_", " ") for name, _ in definitions(tree))
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.string.lstrip("# ")
