"""How sources and passages are shown."""

from __future__ import annotations

from tests.hostile import HOSTILE
from tests.markup import seen
from workbench.procedures.source import SourcePassage, SourceSummary
from workbench.widgets.sources.wording import passages_html, progress_html, source_row, sources_table


def source(**facts: object) -> SourceSummary:
    """A source of these facts."""
    usual = {
        "source_id": "s",
        "title": "Pumps",
        "media_type": "application/pdf",
        "version": 1,
        "passages": 1,
        "characters": 9,
        "is_ready": True,
        "is_publishable": False,
        "created_at": "2026-01-01T00:00:00Z",
        "updated_at": "2026-01-02T00:00:00Z",
        "content_digest": "0" * 64,
    }
    return SourceSummary.model_validate(usual | facts)


def test_a_row_says_what_a_source_is() -> None:
    """What is as usual is not said."""
    plain = source_row(source())
    full = source_row(
        source(version=3, passages=1_200, is_ready=False, is_publishable=True, added_by="Ada", media_type=None)
    )

    assert (plain.detail, plain.tags) == ("PDF · 1 passage", ())
    assert full.detail == "document · 1,200 passages · version 3 · added by Ada"
    assert [text for text, _ in full.tags] == ["upload incomplete", "readable by learners"]


def test_texts_of_documents_are_text() -> None:
    """Whatever is in them."""
    for text in HOSTILE:
        passage = SourcePassage(passage_id="p", number=1, place=text, heading=text, text=text, version=1)
        whole = passages_html([passage]) + sources_table([source(title=text)]) + progress_html(text, 1, 2)
        assert seen(whole).dangers == []
