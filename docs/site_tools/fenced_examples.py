"""Examples in docstrings are code on the site; Markdown alone would read `>>>` as a quotation in a quotation."""

from __future__ import annotations

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


def fenced(text: str) -> str:
    """The docstring with a fence around each example and its output, up to the next blank line."""
    return EXAMPLE.sub(lambda found: f"```pycon\n{found.group()}\n```", text)


class FencedExamples(griffe.Extension):
    """Puts the fences in as the docstrings are read."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Called for each module, class, function and attribute that has been read."""
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)
