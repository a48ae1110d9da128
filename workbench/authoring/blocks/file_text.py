r"""What block types share that write their content as Markdown and read it back: lists, quotations, links. Pure.

A writer may give what its reader does not read back as it was: the content stands as TOML then. So a form is made for
what authors write, not for every text that is possible. A reader raises `ValueError` with a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from workbench.patterns import Pattern

Content = Mapping[str, Any]
_NUMBERED = Pattern(r"\d+\. (.*)")


def write_markdown(content: Content) -> str:
    """The field `markdown`."""
    return str(content["markdown"])


def read_markdown(body: str) -> dict[str, Any]:
    """The field `markdown`."""
    return {"markdown": body}


def write_items(content: Content) -> str:
    """The field `items`, an item a line."""
    return "\n".join(f"- {item}" for item in content["items"])


def read_items(body: str) -> dict[str, Any]:
    """The field `items`."""
    lines = body.split("\n")
    if not all(line.startswith("- ") for line in lines):
        raise ValueError("each of its lines begins with a dash and a space")
    return {"items": [line[2:] for line in lines]}


def question_and_lines(body: str, begins: Callable[[str], bool]) -> tuple[str, list[str]]:
    """What is asked, and the lines from the first one of the answers on."""
    lines = body.split("\n")
    at = next((place for place, line in enumerate(lines) if begins(line)), len(lines))
    return "\n".join(lines[:at]).rstrip("\n"), lines[at:]


def numbered(texts: Iterable[str]) -> str:
    """The texts as a numbered list."""
    return "\n".join(f"{place}. {text}" for place, text in enumerate(texts, 1))


def read_numbered(body: str) -> tuple[str, list[str], str]:
    """What is asked, the items of a numbered list, and the feedback below it."""
    question, lines = question_and_lines(body, lambda line: _NUMBERED.fullmatch(line) is not None)
    items, feedback = without_feedback(lines)
    found = [_NUMBERED.fullmatch(item) for item in items]
    if None in found:
        raise ValueError("its items are lines that begin with a number, a dot and a space")
    return question, [item[1] for item in found if item], feedback


def with_feedback(text: str, content: Content) -> str:
    """The text with the field `feedback` below it as a quotation."""
    return f"{text}\n\n{quoted(content['feedback'])}" if content["feedback"] else text


def without_feedback(lines: list[str]) -> tuple[list[str], str]:
    """The lines that say something, and the quotation below them."""
    at = next((place for place, line in enumerate(lines) if line.startswith(">")), len(lines))
    return [line for line in lines[:at] if line.strip()], unquoted(lines[at:])


def quoted(text: str) -> str:
    """The text as a quotation."""
    return "\n".join(f"> {line}" if line else ">" for line in text.split("\n"))


def unquoted(lines: list[str]) -> str:
    """The text of a quotation."""
    if not all(line.startswith(">") for line in lines):
        raise ValueError("its lines begin with >")
    return "\n".join(line.removeprefix(">").removeprefix(" ") for line in lines)
