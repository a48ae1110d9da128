r"""Helpers for block types that write content as Markdown and read it back: lists, quotations, links. Pure.

A writer may produce text that its reader does not read back unchanged: the content is then written as TOML. So
a form is designed for what authors write, not for every possible text. A reader raises `ValueError` with a
sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from workbench.patterns import Pattern

Content = Mapping[str, Any]
_NUMBERED = Pattern(r"\d+\. (.*)")


def write_markdown(content: Content) -> str:
    """Return the text of the field `markdown`."""
    return str(content["markdown"])


def read_markdown(body: str) -> dict[str, Any]:
    """Return the field `markdown`."""
    return {"markdown": body}


def write_items(content: Content) -> str:
    """Return the field `items` as a list, one item per line."""
    return "\n".join(f"- {item}" for item in content["items"])


def read_items(body: str) -> dict[str, Any]:
    """Return the field `items`."""
    lines = body.split("\n")
    if not all(line.startswith("- ") for line in lines):
        raise ValueError("each of its lines begins with a dash and a space")
    return {"items": [line[2:] for line in lines]}


def question_and_lines(body: str, begins: Callable[[str], bool]) -> tuple[str, list[str]]:
    """Return the question, and the lines from the first answer on."""
    lines = body.split("\n")
    at = next((index for index, line in enumerate(lines) if begins(line)), len(lines))
    return "\n".join(lines[:at]).rstrip("\n"), lines[at:]


def numbered_list(texts: Iterable[str]) -> str:
    """Return the texts as a numbered list."""
    return "\n".join(f"{position}. {text}" for position, text in enumerate(texts, 1))


def read_numbered(body: str) -> tuple[str, list[str], str]:
    """Return the question, the items of a numbered list, and the feedback below it."""
    question, lines = question_and_lines(body, lambda line: _NUMBERED.fullmatch(line) is not None)
    items, feedback = without_feedback(lines)
    numbered = [_NUMBERED.fullmatch(item) for item in items]
    if None in numbered:
        raise ValueError("its items are lines that begin with a number, a dot and a space")
    return question, [item[1] for item in numbered if item], feedback


def with_feedback(text: str, content: Content) -> str:
    """Return the text with the field `feedback` below it as a quotation."""
    return f"{text}\n\n{quote(content['feedback'])}" if content["feedback"] else text


def without_feedback(lines: list[str]) -> tuple[list[str], str]:
    """Return the lines that are not blank, and the text of the quotation below them."""
    at = next((index for index, line in enumerate(lines) if line.startswith(">")), len(lines))
    return [line for line in lines[:at] if line.strip()], unquote(lines[at:])


def quote(text: str) -> str:
    """Return the text as a Markdown quotation."""
    return "\n".join(f"> {line}" if line else ">" for line in text.split("\n"))


def unquote(lines: list[str]) -> str:
    """Return the text of a Markdown quotation."""
    if not all(line.startswith(">") for line in lines):
        raise ValueError("its lines begin with >")
    return "\n".join(line.removeprefix(">").removeprefix(" ") for line in lines)
