"""The documentation site: it builds without a warning, its links lead somewhere, and it asks no other host."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
import yaml

from tests.meta.source_tree import ROOT

DOCS = ROOT / "docs"
ADDRESS = re.compile(r"""<(\w+)\b[^<>]*?\s(?:href|src|srcset|action)=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
STYLE_ADDRESS = re.compile(r"""(?:\burl\(|@import)\s*["']?([^"')\s]+)""")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make site` builds it. A warning fails, such as a link to a heading that is not there."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    built = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (built.returncode, built.stderr) == (0, "")
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, str]:
    """The text of each page by its path in the site."""
    return {path.relative_to(site).as_posix(): path.read_text("utf-8") for path in site.rglob("*.html")}


def addresses(page: str) -> Iterator[tuple[str, str]]:
    """Each element that names an address, and the address."""
    for element, *values in ADDRESS.findall(page):
        yield element, unescape("".join(values))


def fetched(page: str) -> list[str]:
    """What a browser fetches from another host to show a page; a link is followed by people."""
    named = [address for element, address in addresses(page) if element != "a"]
    return [match for match in [*named, *STYLE_ADDRESS.findall(page)] if urlsplit(match).netloc]


def test_no_page_asks_another_host(pages: dict[str, str]) -> None:
    """Neither for scripts nor for styles, fonts or pictures; a diagram would have its script fetched."""
    assert {name: found for name, text in pages.items() if (found := fetched(text))} == {}
    assert [name for name, text in pages.items() if 'class="mermaid"' in text] == []


def test_no_style_asks_another_host(site: Path) -> None:
    """The theme's own, and that of the API's pages."""
    styles = {path.name: STYLE_ADDRESS.findall(path.read_text("utf-8")) for path in site.rglob("*.css")}

    assert len(styles) >= 3
    assert [address for found in styles.values() for address in found if urlsplit(address).netloc] == []


def test_every_link_leads_to_a_file(site: Path, pages: dict[str, str]) -> None:
    """Pictures in raw HTML too, which MkDocs does not look at."""
    broken = [
        f"{name}: {address}"
        for name, text in pages.items()
        if name != "404.html"  # it is shown at any address, and begins at the root
        for _, address in addresses(text)
        if not (there := urlsplit(address)).netloc
        and there.path
        and there.scheme in ("", "http", "https")
        and not (site / name).parent.joinpath(unquote(there.path)).exists()
    ]

    assert broken == []


def test_every_page_is_in_the_navigation() -> None:
    """Decisions are listed by their first page."""
    named = set(re.findall(r"^ +- (?:\w+: )?(\S+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE))
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}

    assert named == {page for page in pages if not page.startswith("decisions/0")}


def test_every_decision_is_listed(pages: dict[str, str]) -> None:
    """By its number and title, in order."""
    titles = [path.read_text("utf-8").split("\n")[0][2:] for path in sorted((DOCS / "decisions").glob("[0-9]*.md"))]
    listed = re.findall(r'<li>\s*<a href="\d{4}-[^"]+">(.*?)</a>', pages["decisions/index.html"])

    assert [unescape(re.sub("<[^>]+>", "", heading)) for heading in listed] == [
        title.replace("`", "") for title in titles
    ]


def test_the_api_shows_its_examples_as_code(pages: dict[str, str]) -> None:
    """`>>>` in Markdown is a quotation in a quotation."""
    api = {name: text for name, text in pages.items() if name.startswith("api/")}

    assert [name for name, text in api.items() if "<blockquote>" in text] == []
    assert api["api/content.html"].count('class="gp"') > 30


def test_the_api_shows_parameters_in_a_table(pages: dict[str, str]) -> None:
    """Their help once filled the signatures, three lines for each type."""
    assert [name for name, text in pages.items() if name.startswith("api/") and "Annotated" in text] == []
    assert pages["api/content.html"].count("Parameters:") > 20


def test_the_search_knows_a_method(site: Path) -> None:
    """The index is a file of the site."""
    index = json.loads((site / "search" / "search_index.json").read_text("utf-8"))

    assert "api/content.html#workbench.api.content.lessons.Lessons.rename" in {doc["location"] for doc in index["docs"]}


def test_the_search_finds_guides_before_reference_and_decisions(site: Path) -> None:
    """A decision has all the words of its subject, and would come first."""
    index = json.loads((site / "search" / "search_index.json").read_text("utf-8"))
    weights = {entry["location"].partition("#")[0]: entry.get("boost", 1) for entry in index["docs"]}
    groups = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))["nav"][1:]
    pages = {page: name for group in groups for name, listed in group.items() for page in listed}
    below = {page for page in pages if weights[page.replace(".md", ".html")] < 1}

    assert below == {page for page, name in pages.items() if name not in {"Authors", "Analysts", "Operators"}}
    assert {weight for page, weight in weights.items() if page.startswith("decisions/")} == {0.1}


def test_nothing_is_configured_that_fetches() -> None:
    """The plugin `offline` loads its script from elsewhere, as the theme's fonts are."""
    configured = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))

    assert configured["theme"]["font"] is False
    assert {plugin if isinstance(plugin, str) else next(iter(plugin)) for plugin in configured["plugins"]} == {
        "search",
        "mkdocstrings",
    }


@pytest.mark.parametrize(
    ("page", "found"),
    [
        ('<script src="https://cdn.example/x.js"></script>', ["https://cdn.example/x.js"]),
        ("<link rel=stylesheet href=//fonts.example/css>", ["//fonts.example/css"]),
        ("<style>@import 'https://fonts.example/a.css';</style>", ["https://fonts.example/a.css"]),
        ("<img alt=\"a\" src='https://cdn.example/p.png'>", ["https://cdn.example/p.png"]),
        ('<a href="https://example.org/">', []),
        ('<script src="assets/x.js"></script>', []),
    ],
)
def test_what_a_page_fetches_is_found(page: str, found: list[str]) -> None:
    """In whatever way an address is quoted."""
    assert fetched(page) == found
