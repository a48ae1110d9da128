"""Text and Markdown as paragraphs."""

from __future__ import annotations

from workbench.documents.plain_text import read_markdown, read_text


def markdown(text: str) -> list[tuple[str | None, str, str]]:
    """Heading, place and text of each paragraph."""
    return [(paragraph.heading, paragraph.place, paragraph.text) for paragraph in read_markdown(text)]


def test_blank_lines_part_paragraphs_of_text() -> None:
    """The place of each is its first line; lines inside stay."""
    found = [(paragraph.place, paragraph.text) for paragraph in read_text("One\nstill one\n\n \nTwo\r\n")]

    assert found == [("line 1", "One\nstill one"), ("line 5", "Two")]


def test_paragraphs_stand_under_their_headings() -> None:
    """Those with `#` and those with a line below; a line above a list is not a heading."""
    text = "Before\n# Pumps ##\nText.\nPressure\n===\nMore.\n\n- one\n---\n"

    assert markdown(text) == [
        (None, "line 1", "Before"),
        ("Pumps", "line 3", "Text.\nPressure\n===\nMore."),
        ("Pumps", "line 8", "- one\n---"),
    ]
    assert markdown("Pressure\n===\nMore.") == [("Pressure", "line 3", "More.")]


def test_code_is_one_paragraph_without_headings() -> None:
    """A comment in a shell script is not a heading, and its blank lines part nothing."""
    assert markdown("# Stop\n```sh\n# not a heading\n\nhalt\n```\nEnd.") == [
        ("Stop", "line 2", "```sh\n# not a heading\n\nhalt\n```\nEnd."),
    ]


def test_a_heading_of_a_megabyte_is_a_paragraph() -> None:
    """No pattern runs over it for minutes."""
    (found,) = read_markdown("# " + "a # " * 250_000)

    assert found.heading is None
