"""Lessons as Markdown."""

from __future__ import annotations

import pytest
from markdown_it import MarkdownIt

from tests.exports.lessons import lesson
from tests.hostile import HOSTILE
from tests.markup import seen
from workbench.authoring.links import images, raw_html, refused_links
from workbench.authoring.markup.markdown import markdown_html
from workbench.exports.markdown import course_markdown, lesson_markdown


def test_a_lesson_of_every_type() -> None:
    """Each block has its place, under the words of the lesson's language; the title is said once."""
    assert lesson_markdown(lesson()).splitlines() == [
        "# Tides",
        "",
        "## The moon \\*pulls\\*",
        "",
        "Twice a day the **sea** rises. See [why](https://example.org).",
        "",
        "### What you will be able to do",
        "",
        "- Say what a tide is",
        "- 1\\. Name its cause",
        "",
        "### Key terms",
        "",
        "- **Neap tide**: A small one",
        "",
        "### Example: Bristol",
        "",
        "Up to *fifteen* metres.",
        "",
        "### Check yourself",
        "",
        "What pulls?",
        "",
        "1. The moon",
        "2. The wind",
        "",
        "**correct:**",
        "",
        "- The moon (Mostly.)",
        "",
        "> **Tip**",
        ">",
        "> Look at the *tables*.",
        "",
        "### Put in order",
        "",
        "Which comes first?",
        "",
        *(f"- {text}" for text in ("Flood", "High water", "Low water")),
        "",
        "**correct:**",
        "",
        *("1. Low water", "2. Flood", "3. High water"),
        "",
        "### Match the pairs",
        "",
        "How high?",
        "",
        *("- Neap", "- Spring"),
        "",
        "---",
        "",
        *("- \\*", "- small"),
        "",
        "**correct:**",
        "",
        *("- Neap: small", "- Spring: \\*"),
        "",
        "### Fill in the gaps",
        "",
        "Twice a \\_\\_\\_.",
        "",
        "**correct:**",
        "",
        "1. day / 24 hours",
        "",
        "Nearly.",
        "",
        "### Answer in your own words",
        "",
        "Why twice?",
        "",
        "**Model answer:** There are two bulges.",
        "",
        "### Think about it",
        "",
        "Where have you seen one?",
        "",
        "### Summary",
        "",
        "- The moon pulls the sea",
        "",
        "> **Note for authors**",
        ">",
        "> Ask the **harbour**.",
        ">",
        "> - When?",
        "",
        "Words of another maker",
    ]


def test_a_course_sets_its_lessons_below_its_title() -> None:
    """Their headings too."""
    text = course_markdown("The sea", [lesson(), lesson("Waves", ("heading", {"text": "Wind", "level": 2}))])

    assert [line for line in text.splitlines() if line.startswith("#")][:2] == ["# The sea", "## Tides"]
    assert text.endswith("## Waves\n\n### Wind\n")


def test_a_course_of_one_lesson_of_its_name_says_it_once() -> None:
    """As starter courses are."""
    assert course_markdown("Tides", [lesson()]) == lesson_markdown(lesson())


@pytest.mark.parametrize("text", HOSTILE)
def test_plain_text_stays_plain(text: str) -> None:
    """A title or a choice is no Markdown, and no HTML, to anyone who renders the file."""
    made = lesson(text, ("objectives", {"items": [text]}), ("quiz", {"question": text, "choices": []}))
    rendered = seen(markdown_html(lesson_markdown(made)))

    assert rendered.dangers == []
    assert "a" not in rendered.tags


def test_a_line_that_looks_like_a_list_is_a_line() -> None:
    """`1984` is a title, `1984.` at its start no list."""
    assert lesson_markdown(lesson("1984. A year", ("blank", {}))) == "# 1984\\. A year\n"


@pytest.mark.parametrize("text", [*HOSTILE, "[x]: javascript:alert(1)", "![x]", "[x]:\njavascript:alert(1)"])
def test_markdown_that_leaves_runs_and_fetches_nothing(text: str) -> None:
    """Raw `<script>` and remote images were kept, for whichever program shows the file next."""
    other = ("text", {"markdown": "See [x] and ![x].\n\n[y]: https://evil.example/beacon.png"})
    written = lesson_markdown(lesson("Tides", ("text", {"markdown": text}), ("example", {"markdown": text}), other))
    outside_code = MarkdownIt("commonmark").render(written)

    assert raw_html(written) == ()
    assert images(written) == ()
    assert refused_links(written) == ()
    assert seen(outside_code).dangers == []


def test_markdown_that_is_harmless_leaves_as_it_is() -> None:
    """Links to https and mailto, code, a sum, and an address between signs."""
    text = "See [why](https://example.org), <https://example.org> or [ask](mailto:a@example.org); `1 < 2`, 1 < 2.\n\n"
    text += "```html\n<script>alert(1)</script>\n![x](y)\n```"

    assert text in lesson_markdown(lesson("Tides", ("text", {"markdown": text})))
