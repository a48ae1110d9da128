"""What code and documents cite is in `docs/`: the interface, our decisions for its gaps, rules, threats, decisions."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

from tests.meta.source_tree import ROOT, tracked_files

DOCS = ROOT / "docs"
NUMBER = r"T?\d+(?:\.\d+)?"
CITED = re.compile(rf"\b(interface|service|reliability|decision) ({NUMBER}(?:(?:, | and ){NUMBER})*)\b")
LINK = re.compile(r"\]\(([^)#\s:]+)(?:#[^)]*)?\)")
PAGE = re.compile(r"\bdocs/[\w/-]+\.(?:md|png)\b")
ELSEWHERE = re.compile(r"`?\b(?:design|reference|spec)/[\w-]+\.md\b")

# Numbers after one of these words that cite nothing, and why.
NO_CITATION = {
    "CHANGELOG.md": "tells what changed, to readers without the code",
    "docs/decisions/0001-record-decisions.md": "shows how a decision is cited",
    "tests/meta/test_documents.py": "has made-up citations",
}


MADE_BY_COMMANDS = {"build/site", "dist/"}


@cache
def headings(page: str) -> frozenset[str]:
    """The numbers of a page's headings, and of the rows of its table of threats."""
    text = (DOCS / page).read_text(encoding="utf-8")
    return frozenset(re.findall(r"^#+ (\d+(?:\.\d+)?)\b", text, re.MULTILINE)) | frozenset(
        re.findall(r"^\| (T\d+) \|", text, re.MULTILINE)
    )


def citations(text: str) -> list[tuple[str, str]]:
    """Each document that a text cites, with the number in it: `interface 4.0, 5` cites two."""
    return [(document, number) for document, numbers in CITED.findall(text) for number in re.findall(NUMBER, numbers)]


def is_there(document: str, number: str) -> bool:
    """Whether `docs/` has what is cited."""
    if document == "decision":
        return any(DOCS.glob(f"decisions/{int(number):04}-*.md"))
    return number in headings(f"{document}.md")


def texts(*endings: str) -> list[tuple[str, str]]:
    """Every kept file with one of these endings: its name and its text."""
    return [
        (path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
        for path in tracked_files(ROOT)
        if path.suffix in endings
    ]


def test_every_citation_is_in_docs() -> None:
    """Anyone who reads "interface 4.5" can look it up."""
    missing = [
        f"{name}: {document} {number}"
        for name, text in texts(".py", ".md", ".js")
        if name not in NO_CITATION
        for document, number in citations(text)
        if not is_there(document, number)
    ]

    assert missing == []


def test_no_document_is_cited_that_is_not_here() -> None:
    """A page of somebody's own notes is not found by anyone who has this repository alone."""
    found = [f"{name}: {match}" for name, text in texts(".py", ".md", ".js") for match in ELSEWHERE.findall(text)]

    assert [mention for mention in found if "test_documents" not in mention] == []


def test_every_page_that_is_named_is_there() -> None:
    """In code, tests and documents."""
    pages = texts(".py", ".md", ".toml")
    named = {match for name, text in pages if "tests/meta" not in name for match in PAGE.findall(text)}

    assert sorted(page for page in named if not (ROOT / page).is_file()) == []


def test_every_link_between_documents_leads_somewhere() -> None:
    """Relative links only; those to other hosts are their owners'."""
    broken = [
        f"{name}: {link}"
        for name, text in texts(".md")
        for link in LINK.findall(text)
        if not ((ROOT / name).parent / link).exists()
    ]

    assert broken == []


def test_the_rules_of_bulk_generation_are_here() -> None:
    """The source that is cited most: `ours (bulk)`."""
    assert "## Rules" in (DOCS / "bulk-rules.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Source: interface 4.0, 5.", [("interface", "4.0"), ("interface", "5")]),
        ("ours (service 6 and 10)", [("service", "6"), ("service", "10")]),
        ("(service 2, reliability T8, T15)", [("service", "2"), ("reliability", "T8"), ("reliability", "T15")]),
        ("ours (decision 0061)", [("decision", "0061")]),
        ("the service answers 404", []),
    ],
)
def test_a_citation_is_found(text: str, found: list[tuple[str, str]]) -> None:
    """One or several numbers of a document."""
    assert citations(text) == found


@pytest.mark.parametrize(("document", "number"), [("interface", "4.9"), ("service", "11"), ("decision", "9999")])
def test_a_citation_of_nothing_is_found(document: str, number: str) -> None:
    """Each document has only the headings that it has."""
    assert not is_there(document, number)


def test_a_decision_has_a_number_of_its_own() -> None:
    """Two that were written side by side had the same one, twice."""
    files = sorted((DOCS / "decisions").glob("[0-9]*.md"))
    numbers = [file.name.partition("-")[0] for file in files]

    assert [key for key, count in Counter(numbers).items() if count > 1] == []
    assert [
        file.name for file in files if not file.read_text(encoding="utf-8").startswith(f"# {int(file.name[:4])}. ")
    ] == []


def test_contributing_names_files_that_are_there() -> None:
    """In backticks, from the checkout, the package, the service or the tests; `<x>` stands for some name."""
    named = set(re.findall(r"`([\w.<>*-]+(?:/[\w.<>*-]+)*/?)`", (ROOT / "CONTRIBUTING.md").read_text("utf-8")))
    paths = {name for name in named if re.search(r"\w/|\.(?:py|md|toml|txt|yml|json)$", name)} - MADE_BY_COMMANDS
    folders = [ROOT, ROOT / "workbench", ROOT / "workbench" / "service", ROOT / "tests"]

    missing = {
        name
        for name in paths
        for pattern in [re.sub(r"<[^>]+>", "*", name).rstrip("/")]
        if not any(next(folder.glob(pattern), None) for folder in folders)
        and not (pattern.count("/") == 0 and next((ROOT / "workbench").rglob(pattern), None))
    }

    assert missing == set()
