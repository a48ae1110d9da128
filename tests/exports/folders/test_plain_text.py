"""Markdown without marks as blocks."""

from __future__ import annotations

from workbench.exports.folders.plain_text import divide_text, first_heading

TEXT = """Before.

## Twice a day ##

The sea.

~~~md
# no heading
![no](media/picture.png)
~~~

![A pier](media/pier.png)
![far](https://a.example/x.png)

# The sea
"""


def test_headings_and_pictures_are_blocks_of_their_own() -> None:
    """What is in a fence, and a picture at an address, stays text; nothing is lost."""
    found = list(divide_text(TEXT))

    assert [kind for kind, _ in found] == ["text", "heading", "text", "image", "text", "heading"]
    assert found[1][1] == {"text": "Twice a day", "level": 2}
    assert "# no heading" in found[2][1]["markdown"]
    assert found[3][1]["asset"] == "media/pier.png"
    assert found[4][1]["markdown"] == "![far](https://a.example/x.png)"
    assert first_heading(TEXT) == "The sea"
    assert (first_heading("Text"), list(divide_text(" \n\n"))) == ("", [])
