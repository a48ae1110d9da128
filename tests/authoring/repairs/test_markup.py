"""Signs of HTML: text where they are words, found where they could act."""

from __future__ import annotations

import pytest

from tests.hostile import HOSTILE, PIECES
from tests.markup import seen
from workbench.authoring.links import raw_html
from workbench.authoring.markup.markdown import markdown_html
from workbench.authoring.repairs.markup import active_in_markdown, active_in_plain, html_as_text


@pytest.mark.parametrize(
    ("markdown", "meant"),
    [
        ("A `x` is a List<String>.", r"A `x` is a List\<String>."),
        ("Dear <name>,", r"Dear \<name>,"),
        ("Press <kbd>Ctrl</kbd>", r"Press \<kbd>Ctrl\</kbd>"),
        ("Map<String, List<Integer>> m", r"Map\<String, List\<Integer>> m"),
        ("List<Object> and List<A>", r"List\<Object> and List\<A>"),
        ("vector<std::string> v", r"vector\<std::string> v"),
        ("H<sub>2</sub>O `<b>` and <https://example.org>", r"H\<sub>2\</sub>O `<b>` and <https://example.org>"),
        ("<b>\n\n```\nList<String> x\n```\n\n    List<Int> y", "\\<b>\n\n```\nList<String> x\n```\n\n    List<Int> y"),
        ("| a | b |\n|---|---|\n| x<br>y | z |", "| a | b |\n|---|---|\n| x\\<br>y | z |"),
        (r"\\<b> and \<i> and <u>", r"\\\<b> and \<i> and \<u>"),
        ("[a](<https://a.org/b c>) <x>", r"[a](<https://a.org/b c>) \<x>"),
        ("<ana@example.org> wrote <b>", r"<ana@example.org> wrote \<b>"),
    ],
)  # fmt: skip
def test_html_that_cannot_act_is_text(markdown: str, meant: str) -> None:
    """Code and addresses stay; a reader sees the signs that were written."""
    text, pieces = html_as_text(markdown)

    assert (text, raw_html(text)) == (meant, ())
    assert pieces
    assert seen(markdown_html(text)).dangers == []


@pytest.mark.parametrize(
    "markdown", ["2 < 3", "`List<String>`", r"List\<String>", "**bold**", "x <= y", "<https://a.org>", ""]
)
def test_what_is_no_html_stays(markdown: str) -> None:
    """Nothing is escaped twice."""
    assert html_as_text(markdown) == (markdown, ())


@pytest.mark.parametrize(
    "markdown",
    [
        "<script>alert(1)</script>",
        "Dear <name>, <img src=x onerror=alert(1)>",
        "<div>\n<script>alert(1)</script>\n</div>",
        "<!-- hidden -->",
        "<?php echo 1 ?>",
        "<a href='https://elsewhere.example'>press</a>",
        "text <b onmouseover=alert(1)>bold</b>",
        "<svg/onload=alert(1)>",
        "<style>body{display:none}</style>",
        "<p class=x>",
    ],
)
def test_html_that_could_act_stays_and_is_found(markdown: str) -> None:
    """It is not made text of: anyone who stores drafts refuses it."""
    assert html_as_text(markdown) == (markdown, ())
    assert active_in_markdown(markdown)


@pytest.mark.parametrize("payload", HOSTILE)
def test_hostile_text_is_refused_or_harmless(payload: str) -> None:
    """Whatever passes shows nothing that runs, and holds no HTML any more."""
    text, _ = html_as_text(f"Dear <name>, {payload}")

    assert active_in_markdown(text) or (raw_html(text) == () and seen(markdown_html(text)).dangers == [])


@pytest.mark.parametrize("piece", PIECES)
def test_endless_pieces_leave_no_html(piece: str) -> None:
    """What opens and never closes is text as well, or is refused."""
    text, _ = html_as_text("<b>" + piece * 200)

    assert active_in_markdown(text) or raw_html(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "What does <script> do?",
        "Where does a <script> go: before or after </body>?",
        "Put it between <script> and </script>.",
        "Which tag is a link: <a>, <img>, <iframe> or <style>?",
        "A <p> is a paragraph; data: what is known.",
        "List<Object> one = null; if a < b and on = c",
        "JavaScript: the basics",
    ],
)
def test_a_question_about_a_tag_is_text(text: str) -> None:
    """Plain text is shown escaped; naming a tag is not using it."""
    assert not active_in_plain(text)


@pytest.mark.parametrize(
    "text",
    [
        "<script>x</script>",
        "<scr<script>ipt>alert(1)</scr</script>ipt>",
        "<img src=x onerror=y>",
        "<svg/onload=alert(1)>",
        "<iframe src='https://elsewhere.example'>",
        "<p onclick=x>y</p>",
        "javascript:alert(1)",
        "data:text/html,x",
    ],
)
def test_a_tag_in_use_is_found_in_plain_text(text: str) -> None:
    """Still nothing that could act is stored."""
    assert active_in_plain(text)
