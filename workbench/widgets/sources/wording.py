"""Texts for sources and passages: rows, sentences, and passages as HTML. Every text is untrusted, and escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from workbench.procedures.source import SourcePassage, SourceSummary
from workbench.text import escape_html
from workbench.widgets.kit.rows import Row
from workbench.wording import count_text

KINDS: Final = {
    "application/pdf": "PDF",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "Word",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": "PowerPoint",
    "text/markdown": "Markdown",
    "text/plain": "text",
    "text/vtt": "subtitles",
    "application/x-subrip": "subtitles",
}
_LONGEST: Final = 5_000


def file_kind_text(source: SourceSummary) -> str:
    """Return the kind of the source's file, in a word."""
    return KINDS.get(source.media_type or "", "document")


def source_row(source: SourceSummary) -> Row:
    """Return a source as a row: kind, passages, version and who added it; exceptions are tags."""
    parts = [
        file_kind_text(source),
        count_text(source.passages, "passage"),
        *([f"version {source.version}"] if source.version > 1 else []),
        *([f"added by {source.added_by}"] if source.added_by else []),
    ]
    tags = [("upload incomplete", "warn")] if not source.is_ready else []
    tags += [("readable by learners", "good")] if source.is_publishable else []
    return Row(source.source_id, source.title, " · ".join(parts), tuple(tags), at=source.updated_at)


def passages_html(passages: Iterable[SourcePassage]) -> str:
    """Return passages to read, each under place and heading; lines broken only by the page are joined."""
    return "".join(_passage_html(passage) for passage in passages)


def progress_html(sentence: str, done: int, total: int | None) -> str:
    """Return a bar with its description; without a total it is indeterminate."""
    amount = f' value="{min(done, total)}" max="{total}"' if total else ""
    words = escape_html(sentence)
    return f'<p class="wb-hint"><progress aria-label="{words}"{amount}></progress> {words}</p>'


def sources_table(sources: Sequence[SourceSummary]) -> str:
    """Return the sources as a table for a notebook without a kernel."""
    body = "".join(
        f'<tr><td><bdi dir="auto">{escape_html(source.title)}</bdi></td><td>{file_kind_text(source)}</td>'
        f'<td class="wb-number">{source.passages:,}</td><td class="wb-number">{source.version:,}</td>'
        f"<td>{'yes' if source.is_publishable else 'no'}</td></tr>"
        for source in sources
    )
    head = "".join(
        f'<th scope="col">{text}</th>' for text in ("Title", "Kind", "Passages", "Version", "Readable by learners")
    )
    return f"<table><caption>Sources</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _passage_html(passage: SourcePassage) -> str:
    where = escape_html(passage.place) + (
        f' · <bdi dir="auto">{escape_html(passage.heading)}</bdi>' if passage.heading else ""
    )
    paragraphs = "".join(
        f'<p dir="auto">{escape_html(part, longest=_LONGEST)}</p>'
        for part in passage.text.split("\n\n")
        if part.strip()
    )
    return f"<section><h4>{where}</h4>{paragraphs}</section>"
