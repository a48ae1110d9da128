"""How paragraphs are cut into passages."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.authoring.characters import is_blank
from workbench.documents.file_kind import FileRefused
from workbench.documents.paragraph import Paragraph, TextLine, below_headings, clean_text
from workbench.sources.passages import MAX_PASSAGE_CHARACTERS, cut_passages

SENTENCE = "The pump is stopped before its cover is opened. "


def lengths(*texts: str) -> list[int]:
    """How long the passages of these paragraphs are."""
    return [len(passage.text) for passage in cut_passages(Paragraph(text, "page 1") for text in texts)]


def test_short_paragraphs_share_a_passage() -> None:
    """Until it is long enough; numbers begin at 1, and the place is that of the first paragraph."""
    passages = list(cut_passages(Paragraph(SENTENCE * 9, f"line {number}") for number in range(1, 8)))

    assert [passage.number for passage in passages] == [1, 2, 3]
    assert [passage.place for passage in passages] == ["line 1", "line 4", "line 7"]
    assert passages[0].text.count("\n\n") == 2


def test_a_short_rest_joins_the_passage_before() -> None:
    """A passage under 300 characters is alone only where its section has no other."""
    assert lengths(SENTENCE * 21, "The end.") == [len((SENTENCE * 21).strip()) + 2 + 8]
    assert lengths("The end.") == [8]


def test_a_long_paragraph_is_cut_behind_a_sentence() -> None:
    """Each piece but the last ends with a full stop, and together they are the paragraph."""
    passages = [passage.text for passage in cut_passages([Paragraph(SENTENCE * 100, "page 1")])]

    assert all(passage.endswith(".") and 300 <= len(passage) <= 1_500 for passage in passages)
    assert " ".join(passages) == (SENTENCE * 100).strip()


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("泵在打开盖子之前停止。" * 300, "。"),
        ("word " * 600, "d"),
        ("a line without a stop\n" * 200, "p"),
        ("hyphen-\nated " * 300, "d"),
    ],
)
def test_no_word_is_cut(text: str, end: str) -> None:
    """Without spaces behind a stop, without any stop, and where a word is divided at a line's end."""
    assert {passage.text[-1] for passage in cut_passages([Paragraph(text, "page 1")])} == {end}


def test_a_run_without_a_space_is_cut_where_it_must_be() -> None:
    """Not between a letter and its accent."""
    passages = [passage.text for passage in cut_passages([Paragraph("e\u0301" * 2_000, "page 1")])]

    assert "".join(passages) == "e\u0301" * 2_000
    assert all(passage.startswith("e") and len(passage) <= MAX_PASSAGE_CHARACTERS for passage in passages)


def test_sections_share_no_passage() -> None:
    """A page's text never is under the place of another page."""
    pages = [Paragraph("One.", "page 1", "Pumps", 1), Paragraph("Two.", "page 2", None, 2)]

    assert [(passage.place, passage.heading, passage.text) for passage in cut_passages(pages)] == [
        ("page 1", "Pumps", "One."),
        ("page 2", None, "Two."),
    ]


def test_a_paragraph_of_which_nothing_is_seen_is_no_passage() -> None:
    """Signs without a width are no text."""
    assert lengths("\u200b\u00ad", "a") == [1]


def test_a_heading_without_a_paragraph_is_a_passage() -> None:
    """So that no word of a file is missing in its passages."""
    lines = (TextLine(text, text, not text.endswith(".")) for text in ("Part", "Pumps", "Text.", "End"))

    found = [(passage.heading, passage.text) for passage in cut_passages(below_headings(lines))]

    assert found == [("Part", "Part"), ("Pumps", "Text."), ("End", "End")]


@pytest.mark.parametrize(
    ("limit", "words"), [("MAX_PASSAGES", "20 passages"), ("MAX_CHARACTERS", "0 million characters")]
)
def test_more_than_a_source_may_have_is_refused(limit: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Passages or characters."""
    monkeypatch.setattr(f"workbench.sources.passages.{limit}", 20)

    with pytest.raises(FileRefused, match=f"too long for one source: it has more than {words}. Split it."):
        list(cut_passages([Paragraph(SENTENCE * 1_000, "page 1")]))


@settings(max_examples=150, deadline=None)
@given(st.lists(st.text(st.characters(blacklist_categories=["Cs"]), max_size=4_000), max_size=6))
def test_no_word_is_lost_or_made(texts: list[str]) -> None:
    """Whatever the text: the passages hold its letters in order, none too long, none empty."""
    passages = [passage.text for passage in cut_passages(Paragraph(text, "page 1") for text in texts)]

    assert all(0 < len(passage) <= MAX_PASSAGE_CHARACTERS for passage in passages)
    assert "".join("".join(passages).split()) == "".join(
        "".join(cleaned_text for cleaned_text in map(clean_text, texts) if not is_blank(cleaned_text)).split()
    )
