"""The time to read and to show Markdown grows with the text, whatever sign or part is repeated in it."""

from __future__ import annotations

import time
from random import Random

import pytest

from workbench.authoring.links import _parser
from workbench.authoring.markup.markdown import markdown_html

PARTS = (
    *(
        "*",
        "**",
        "_",
        "`",
        "``",
        "[",
        "]",
        "[]",
        "[a](",
        "![",
        "](",
        "(",
        "<",
        "<a",
        "<!--",
        "<?",
        "&",
        "&#",
        "\\",
        "~~",
    ),
    *("$", "$$", "$a", "$a$", "$$a$$ ", "|", "|a|\n|-|\n", "- ", "- a\n", "> ", "# ", "1. ", "```\n", "    a\n", "\n"),
    *("a\n", "a  \n", "[^1]", "[^1]: a\n", "[^a]:", "[a]: b\n", "[a]: <", "[a][", "[a]", "https://a ", "https://a.b("),
    *("*a**", "_a__", "a*b_", "`a``", "<https://a>", "\\$", "$1,", "$\\{", "\t- ", "- - ", "> - ", "a\n===\n", "---\n"),
    *("<b>", "<div>\n", "\x00", "^[a", "[^a][", "\\[", "[a](<", "[a](b 'c", "$$\n", "$$\na\n", "[^1]:\n    a\n"),
)
LENGTH = 10_000
NOISE = 3
LEAST_SECONDS = 0.15
"""What takes less is fast enough, however it grows."""


def seconds(make: object, text: str) -> float:
    """The processor time to read the text, and to show it where that is requested."""
    before = time.thread_time()
    markdown_html(text) if make == "html" else _parser().parse(text)
    return time.thread_time() - before


@pytest.mark.parametrize("make", ["html", "tokens"])
def test_markdown_grows_with_the_text(make: str) -> None:
    """All parts at 1,000 characters; what is slow there is tried at ten times as many."""
    chosen = Random(27)
    pairs = [chosen.choice(PARTS) + chosen.choice(PARTS) for _ in range(20)]
    growing = []
    for part in [*PARTS, *pairs]:
        short = seconds(make, (part * LENGTH)[: LENGTH // 10])
        if short < LEAST_SECONDS / 100:
            continue
        long = seconds(make, (part * LENGTH)[:LENGTH])
        for _ in range(2):  # a garbage collection of what other tests left may fall into one of them
            if long > LEAST_SECONDS and long > 10 * NOISE * short:
                long = min(long, seconds(make, (part * LENGTH)[:LENGTH]))
        if long > LEAST_SECONDS and long > 10 * NOISE * short:
            growing.append((part, short, long))

    assert growing == []
