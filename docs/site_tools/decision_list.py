"""The list of decisions on their first page, from the files: whoever adds one edits no list."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

PLACE = "<!-- every decision -->"
FOLDER = Path(__file__).parents[1] / "decisions"


def decisions() -> list[str]:
    """A line of Markdown for each decision: its title, which has its number, linked."""
    pages = sorted(FOLDER.glob("[0-9]*.md"))
    titles = [page.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ") for page in pages]
    return [f"- [{title.replace('.', '&#46;', 1)}]({page.name})" for title, page in zip(titles, pages, strict=True)]


class _Listing(Preprocessor):
    def run(self, lines: list[str]) -> list[str]:
        """Called with the lines of each page."""
        return [shown for line in lines for shown in (decisions() if line == PLACE else [line])]


class DecisionList(Extension):
    """Puts the list where a page asks for it."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Markdown calls it so
        """Called once; before comments are taken for HTML, which has priority 20."""
        md.preprocessors.register(_Listing(md), "decision_list", 28)


def makeExtension(**options: Any) -> DecisionList:  # noqa: N802 - Markdown calls it so
    """What the configuration names."""
    return DecisionList(**options)
