"""Texts made from a pattern's own language, and how the time of a search grows with their length.

A pattern is taken apart as the standard library parses it. Each of its repetitions gives texts: what leads to the
repetition, what it repeats thousands of times, and an ending that just fails to match. A search whose time grows faster
than the text is found by comparing a text with one of a tenth of its length.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import random
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from re import _parser as parser  # type: ignore[attr-defined]
from types import ModuleType
from typing import Any, Final

import workbench
from tests.meta.source_tree import parsed
from workbench.authoring.checks import recognised
from workbench.errors import PatternTimedOut
from workbench.patterns import DOTALL, MULTILINE, Pattern, compiled_patterns

LONG: Final = 20_000
LEAST: Final = 0.02
"""Seconds below which a search of `LONG` characters is fast enough, however it grows."""
NOISE: Final = 3
"""How many times slower than linear a search may seem."""
BENT: Final = 13
"""How many times the cost of a tenth of a text makes it one to be searched at the whole length."""
SLOWEST: Final = 10
"""How many texts of each pattern are searched at the whole length however they grow."""
SIGNS: Final = " \n.,;:|*_-#>`!?\"'()[]{}<>=+/\\$%&@~^1a\u00e9\u00a0"
ENDINGS: Final = ("", "\n", "!", "\x00", "a")
METHODS: Final = ("search", "match", "fullmatch", "findall", "finditer", "split", "sub")
_SKIPPED: Final = re.compile(r"\.(?:__main__|migrations)\.")
"""Modules that run when they are imported."""


@dataclass(frozen=True)
class Subject:
    """A pattern and the methods by which the project uses it."""

    name: str
    pattern: Pattern[Any]
    methods: frozenset[str]

    @property
    def source(self) -> str:
        """The pattern as text."""
        written = self.pattern.pattern
        return written.decode("latin-1") if isinstance(written, bytes) else str(written)

    @property
    def searches(self) -> list[str]:
        """The methods to measure: the others cost what these do."""
        return sorted(self.methods & {"search", "match", "fullmatch", "finditer"}) or ["finditer"]


@cache
def subjects() -> tuple[Subject, ...]:
    """Every pattern of the project: those of its modules, those made when first needed, and each phrase alone."""
    imported = _imported_modules()
    _make_lazy_patterns()
    used = _methods_in_use(imported)
    found = {(one.pattern, one.flags): one for one in list(compiled_patterns)}
    whole = [
        Subject(repr(pattern)[:80], pattern, used.get(text, frozenset({"finditer"})))
        for (text, _), pattern in sorted(found.items(), key=repr)
        if not str(text).startswith("(?<!\\w)(?:")  # phrases: each has its own subject
    ]
    return (*whole, *_phrase_subjects())


def _imported_modules() -> list[ModuleType]:
    found = (package.name for package in pkgutil.walk_packages(workbench.__path__, "workbench."))
    return [importlib.import_module(name) for name in found if not _SKIPPED.search(f"{name}.")]


def _make_lazy_patterns() -> None:
    from workbench.authoring.checks.passages import _terms_pattern

    _lasting.append(_terms_pattern(("bread", "sour dough")))


_lasting: list[Pattern[Any]] = []
"""The registry forgets a pattern that nobody holds."""


def _phrase_subjects() -> Iterator[Subject]:
    for file in recognised.FILES:
        for name in recognised._file(file).get("phrases", {}):
            for index, phrase in enumerate(recognised.expand_phrases(file, name)):
                text = rf"(?<!\w)(?:{phrase})(?!\w)"
                yield Subject(f"{file}.toml {name}[{index}]", Pattern(text, MULTILINE), frozenset({"finditer"}))


def _methods_in_use(imported: list[ModuleType]) -> dict[Any, frozenset[str]]:
    """The methods called on each pattern that has a name in a module, by the text of the pattern.

    A function that makes one without arguments is such a name too.
    """
    used: dict[Any, frozenset[str]] = {}
    for module in imported:
        called: dict[str, set[str]] = {}
        for node in ast.walk(parsed(Path(str(module.__file__)))):
            if isinstance(node, ast.Attribute) and node.attr in METHODS:
                value = node.value.func if isinstance(node.value, ast.Call) else node.value
                if isinstance(value, ast.Name):
                    called.setdefault(value.id, set()).add(node.attr)
        for name, methods in called.items():
            pattern = getattr(module, name, None)
            if hasattr(pattern, "cache_info") and not inspect.signature(pattern).parameters:
                pattern = pattern()
            if isinstance(pattern, Pattern):
                _lasting.append(pattern)
                used[pattern.pattern] = used.get(pattern.pattern, frozenset()) | methods
    return used


@dataclass(frozen=True)
class Recipe:
    """A text of any length: what comes first, what is repeated, and how it ends."""

    before: str
    unit: str
    end: str

    def text(self, length: int, *, as_bytes: bool) -> Any:
        """Return the text, of about this length."""
        made = self.before + self.unit * (length // len(self.unit)) + self.end
        return made.encode("latin-1", "replace") if as_bytes else made


def recipes(subject: Subject) -> list[Recipe]:
    """Return the texts that may cost a pattern most, in an order that depends on the pattern alone."""
    source = subject.source
    tree = parser.parse(source, re.DOTALL if subject.pattern.flags & DOTALL else 0)
    sample = _sample(tree)
    literals = "".join(dict.fromkeys(sample)) or "a"
    chosen = random.Random(source.encode("utf-8", "surrogatepass"))
    units = [*dict.fromkeys([*SIGNS, *literals])]
    pairs = [chosen.choice(units) + chosen.choice(literals) for _ in range(20)]
    made = [Recipe("", unit, "") for unit in [*units, *pairs, sample[:-1], sample[:-1] + "\x00"] if unit]
    for before, repeated in [(sample, sample), *_repetitions(tree, "", literals)]:
        for unit in (repeated, repeated + "\n", before + repeated, before + repeated + "\n"):
            made += [Recipe(before, unit, end) for end in ENDINGS]
    return [recipe for recipe in dict.fromkeys(made) if recipe.unit]


def _repetitions(tree: Any, before: str, literals: str) -> Iterator[tuple[str, str]]:
    """What leads to each repetition, and what it repeats."""
    for kind, value in tree:
        name = str(kind)
        if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            _, most, body = value
            if most > 8:
                for unit in _units(body, literals):
                    yield before, unit
            yield from _repetitions(body, before, literals)
        elif name == "BRANCH":
            for branch in value[1]:
                yield from _repetitions(branch, before, literals)
        elif name == "SUBPATTERN":
            yield from _repetitions(value[3], before, literals)
        elif name in ("ATOMIC_GROUP",):
            yield from _repetitions(value, before, literals)
        elif name in ("ASSERT", "ASSERT_NOT"):
            yield from _repetitions(value[1], before, literals)
        before += _sample([(kind, value)])


def _units(body: Any, literals: str) -> Iterator[str]:
    """What a repetition may repeat: for a class of characters those that mean most elsewhere."""
    first = _sample(body)
    yield first
    nodes = list(body)
    if len(nodes) == 1 and str(nodes[0][0]) in ("IN", "ANY", "NOT_LITERAL", "CATEGORY"):
        wanted = [sign for sign in dict.fromkeys(literals + SIGNS) if sign != first and _is_in(nodes[0], sign)]
        yield from wanted[:6]
    elif len(nodes) == 1 and str(nodes[0][0]) == "SUBPATTERN":
        yield from _units(nodes[0][1][3], literals)
    elif len(nodes) == 1 and str(nodes[0][0]) == "BRANCH":
        for branch in nodes[0][1][1]:
            yield _sample(branch)


def _sample(tree: Any) -> str:
    """A short text that the tree matches, as far as its look-arounds allow."""
    made = ""
    for kind, value in tree:
        name = str(kind)
        if name == "LITERAL":
            made += chr(value)
        elif name in ("IN", "NOT_LITERAL", "ANY", "CATEGORY"):
            made += next((sign for sign in "a1 .|\n" + SIGNS if _is_in((kind, value), sign)), _first_of(kind, value))
        elif name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            made += _sample(value[2]) * max(1, value[0])
        elif name == "BRANCH":
            made += _sample(value[1][0])
        elif name == "SUBPATTERN":
            made += _sample(value[3])
        elif name == "ATOMIC_GROUP":
            made += _sample(value)
    return made


def _first_of(kind: Any, value: Any) -> str:
    for name, inner in value if str(kind) == "IN" else ():
        if str(name) == "LITERAL":
            return chr(inner)
        if str(name) == "RANGE":
            return chr(inner[0])
    return "a"


def _is_in(node: Any, sign: str) -> bool:
    """Whether one character is in a class of the parsed pattern."""
    kind, value = str(node[0]), node[1]
    if kind == "ANY":
        return sign != "\n"
    if kind == "NOT_LITERAL":
        return ord(sign) != value
    members = value if kind == "IN" else [node]
    inside = False
    is_negated = bool(members) and str(members[0][0]) == "NEGATE"
    for name, inner in members:
        name = str(name)
        if name == "LITERAL":
            inside |= ord(sign) == inner
        elif name == "RANGE":
            inside |= inner[0] <= ord(sign) <= inner[1]
        elif name == "CATEGORY":
            inside |= re.fullmatch(_CATEGORIES[str(inner)], sign) is not None
    return inside != is_negated


_CATEGORIES: Final = {
    "CATEGORY_DIGIT": r"\d",
    "CATEGORY_NOT_DIGIT": r"\D",
    "CATEGORY_SPACE": r"\s",
    "CATEGORY_NOT_SPACE": r"\S",
    "CATEGORY_WORD": r"\w",
    "CATEGORY_NOT_WORD": r"\W",
}


def seconds(pattern: Pattern[Any], method: str, text: Any, times: int = 1) -> float:
    """The processor time of one search, the least of some. Raises PatternTimedOut."""
    taken = []
    for _ in range(times):
        before = time.thread_time()
        if method == "sub":
            pattern.sub(text[:0], text)
        else:
            getattr(pattern, method)(text)
        taken.append(time.thread_time() - before)
    return min(taken)


def grows_too_fast(subject: Subject, recipe: Recipe, *, length: int, least: float) -> str:
    """Return why the time of a search is not in proportion to the text's length; nothing if it is.

    What takes less than `least` seconds is fast enough to be noise.
    """
    as_bytes = isinstance(subject.pattern.pattern, bytes)
    text, short_text = (recipe.text(size, as_bytes=as_bytes) for size in (length, length // 10))
    for method in subject.searches:
        try:
            if seconds(subject.pattern, method, text) < least:
                continue
            long = seconds(subject.pattern, method, text, 3)
            short = seconds(subject.pattern, method, short_text, 5)
        except PatternTimedOut:
            return f"{subject.name} .{method} gave up on {recipe}"
        if long >= least and long > 10 * NOISE * short:
            figures = f"{short * 1000:.2f} ms and {long * 1000:.1f} ms"
            return f"{subject.name} .{method}: {figures} for ten times as much of {recipe}"
    return ""


def screened(subject: Subject) -> tuple[float, list[Recipe]]:
    """Search all texts of a pattern at a tenth of the length.

    Return the seconds of the slowest, and the texts to search at the whole length: the slowest few, and those that
    cost more than `BENT` times what a tenth of them costs and could take `LEAST` seconds if that continues.
    """
    as_bytes = isinstance(subject.pattern.pattern, bytes)
    taken: dict[Recipe, float] = {}
    suspects = []
    for recipe in recipes(subject):
        text, short_text = (recipe.text(length, as_bytes=as_bytes) for length in (LONG // 10, LONG // 100))
        try:
            taken[recipe] = max(seconds(subject.pattern, method, text) for method in subject.searches)
            if taken[recipe] >= LEAST / 100 and any(
                seconds(subject.pattern, method, text, 2) > BENT * seconds(subject.pattern, method, short_text, 2)
                for method in subject.searches
            ):
                suspects.append(recipe)
        except PatternTimedOut:
            taken[recipe] = LEAST
            suspects.append(recipe)
    slowest = sorted((recipe for recipe in taken if taken[recipe] >= LEAST / 100), key=lambda recipe: -taken[recipe])
    return max(taken.values(), default=0.0), list(dict.fromkeys([*slowest[:SLOWEST], *suspects]))


def main() -> None:
    """Search every pattern with all its texts; print each pattern with its figures, and in the end what grows."""
    started = time.process_time()
    tried, searched_long, growing = 0, 0, []
    for position, subject in enumerate(subjects(), 1):
        slowest, suspects = screened(subject)
        tried += len(recipes(subject))
        found = ""
        for recipe in suspects:
            searched_long += 1
            if found := grows_too_fast(subject, recipe, length=LONG, least=LEAST):
                growing.append(found)
                break
        figures = f"{slowest * 1000:.2f} ms at {LONG // 10:,}, {len(suspects)} texts tried at {LONG:,}"
        print(f"{position:>5} {subject.name}: {found or figures}", flush=True)
    print(*growing, sep="\n")
    print(
        f"{len(subjects()):,} patterns, {tried:,} texts of {LONG // 10:,} characters, {searched_long:,} of {LONG:,}, "
        f"{time.process_time() - started:.0f} s of processor: {len(growing)} patterns grow faster than the text"
    )
    sys.exit(bool(growing))


if __name__ == "__main__":
    main()
