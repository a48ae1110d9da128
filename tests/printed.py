"""Tables in guides, printed from declarations: `python -m tests.printed`; with `--compare` it only compares them.

A table is between `<!-- NAME: printed by make docs -->` and `<!-- end of NAME -->`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import Final

from tests.adding import additions
from tests.meta.source_tree import ROOT
from workbench.exports.formats import FORMATS, OPTIONS, Option, formats_with
from workbench.reports import REPORTS

_BEGINS: Final = re.compile(r"\s*(?:class|def|async def) \w|[A-Za-z_]+(?:: [^=]+)? = [(\[{A-Z]|from \S+ import \(")
_MAKES: Final = {
    "files": "a file for each course and lesson",
    "packages": "a package for each course and lesson",
    "file": "one file of all",
    "folder": "a folder for each course, a file for each lesson; or all of it in one archive",
}


def formats() -> Iterator[str]:
    """The export formats."""
    yield from _table("For", "Format", "In code", "At the command line", "It writes")
    for form in FORMATS.values():
        needed = [option for option in form.options if option.is_required]
        arguments = ["content", "to", *(f'{option.name}="{option.example}"' for option in needed)]
        flags = [f"--format {form.name}", *(f"{option.flag} {option.example}" for option in needed)]
        written = f"{_MAKES[form.makes]}, `{form.suffix}`" + (f"; needs the extra `{form.extra}`" if form.extra else "")
        label, _, purpose = form.label.partition(", ")
        code = f"`wb.exports.{form.method}({', '.join(arguments)})`"
        yield _row(purpose, label, code, f"`{' '.join(flags)}`", written)


def options() -> Iterator[str]:
    """The options of export formats."""
    yield from _table("In code", "At the command line", "Formats", "Meaning")
    for option in OPTIONS:
        yield _row(f"`{_keyword(option)}`", f"`{_flag(option)}`", ", ".join(formats_with(option)), option.about)


def reports() -> Iterator[str]:
    """The reports."""
    yield from _table("Report", "About", "Parameters", "In snapshots, compared by", "Chart")
    for report in REPORTS.values():
        parameters = ", ".join(f"`{parameter.name}`" for parameter in report.parameters)
        key = ", ".join(f"`{name}`" for name in report.key)
        yield _row(f"`{report.name}`", report.about, parameters, key, "yes" if report.chart else "")


def added() -> Iterator[str]:
    """What is written to add one of each kind, as the tests add it."""
    for addition in additions():
        count = addition.touched
        yield f"## Add a {addition.kind}".replace("a export", "an export")
        yield f"\n{count} file{'' if count == 1 else 's'} of the package.\n"
        for name, text in addition.files.items():
            yield from (f"New file `{name}`:\n", *_fenced(name, text))
        for name, pairs in addition.insertions.items():
            yield from (f"In `{name}`:\n", *_fenced(".diff", _difference(name, pairs)))


def _difference(name: str, pairs: Sequence[tuple[str, str]]) -> str:
    """Return the edits of a file as a unified diff, whose headings name the class or function of each."""
    before = (ROOT / name).read_text(encoding="utf-8")
    after = before
    for anchor, inserted in pairs:
        after = after.replace(anchor, inserted + anchor, 1)
    lines = before.splitlines()
    shown = []
    for line in list(unified_diff(lines, after.splitlines(), lineterm="", n=2))[2:]:
        if line.startswith("@@"):
            first = int(line.split()[1].split(",")[0].removeprefix("-"))
            line = f"@@ {_enclosing(lines[: first + 1])}".rstrip()
        shown.append(line.rstrip())
    return "\n".join(shown)


def _enclosing(lines: Sequence[str]) -> str:
    """Return the name of the last class, function, table or constant that begins in these lines."""
    named = (line.strip().partition("(")[0].rstrip(":{ =[") for line in reversed(lines) if _BEGINS.match(line))
    return next(named, "")


def _fenced(name: str, text: str) -> Iterator[str]:
    ending = name.rpartition(".")[2]
    yield f"```{ending if ending in ('toml', 'json', 'diff') else 'text'}"
    yield text.strip("\n")
    yield "```\n"


def _keyword(option: Option) -> str:
    return f'{option.name}="{option.example}"' if option.is_required else f"{option.name}={option.default!r}"


def _flag(option: Option) -> str:
    if isinstance(option.default, bool):
        return option.flag
    value = "|".join(str(value) for _, value in option.choices) or option.example or option.default
    return f"{option.flag} {value}".replace("|", "\\|") + (f"`, `--no-{option.flag[2:]}" if option.without else "")


def _table(*names: str) -> Iterator[str]:
    yield _row(*names)
    yield f"|{'---|' * len(names)}"


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


TABLES: Final[dict[str, tuple[Path, Callable[[], Iterator[str]]]]] = {
    "formats": (ROOT / "docs" / "exports.md", formats),
    "reports": (ROOT / "docs" / "reports.md", reports),
    "additions": (ROOT / "docs" / "adding.md", added),
    "format options": (ROOT / "docs" / "exports.md", options),
}
"""Each table's name, with the page that it is on and what prints its lines."""


def filled(name: str, page: str) -> str:
    """The page with its table as it is printed now. Raises `ValueError` where the page has no place for it."""
    start, end = f"<!-- {name}: printed by make docs -->\n", f"<!-- end of {name} -->\n"
    before, after = page.index(start) + len(start), page.index(end)
    return page[:before] + "\n" + "\n".join(TABLES[name][1]()) + "\n\n" + page[after:]


def main() -> None:
    """Write the tables; with `--compare` write nothing, and end with 1 where one is not as it would be printed."""
    is_comparison = "--compare" in sys.argv
    for name, (path, _) in TABLES.items():
        there = path.read_text(encoding="utf-8")
        page = filled(name, there)
        if is_comparison and page != there:
            sys.exit(f"The table “{name}” of {path.relative_to(ROOT)} is not what is printed; run: make docs")
        if not is_comparison:
            path.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
