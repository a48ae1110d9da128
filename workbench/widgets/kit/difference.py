"""Differences between two texts or blocks, word by word, as HTML and as text. Pure.

In HTML, texts of lessons are escaped here.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Final

from workbench.authoring.block import Block
from workbench.authoring.plain_text import plain_text
from workbench.patterns import Pattern
from workbench.text import escape_html
from workbench.widgets.kit.block_names import block_type_name

_PIECE = Pattern(r"\s+|\w+|[^\w\s]")

_MOST_WORDS: Final = 3000
_CONTEXT_WORDS: Final = 12
_LONGEST: Final = 20_000


def change_html(old: Block, new: Block) -> str:
    """Return the difference between two versions of a block: removed and added words, or other changes."""
    texts, note = _compare_blocks(old, new)
    return escape_html(note, longest=_LONGEST) + (words_html(*texts) if texts else "")


def change_text(old: Block, new: Block) -> str:
    """Return the difference of `change_html` as plain text: `[-what went-]` and `{+what came+}`."""
    texts, note = _compare_blocks(old, new)
    return note + (words_text(*texts) if texts else "")


def words_html(before: str, after: str) -> str:
    """Return one text with deletions struck out and additions underlined; unchanged text between them is shortened."""
    parts = []
    for same, went, came in _steps(before, after):
        parts.append(text_html(same))
        parts.append(f"<del>{text_html(went)}</del>" if went else "")
        parts.append(f"<ins>{text_html(came)}</ins>" if came else "")
    return "".join(parts)


def words_text(before: str, after: str) -> str:
    """Return the changed words as plain text: `[-what went-]` and `{+what came+}`."""
    return "".join(
        same + (f"[-{went}-]" if went else "") + (f"{{+{came}+}}" if came else "")
        for same, went, came in _steps(before, after)
    )


def text_html(text: str) -> str:
    """Return the text, escaped, with its lines and outer spaces preserved."""
    return "\n".join(_line(line) for line in text.split("\n"))


def _compare_blocks(old: Block, new: Block) -> tuple[tuple[str, str] | None, str]:
    """Return the two texts to compare, None if they are equal, and a note on other differences."""
    before, after = plain_text(old.type, old.content), plain_text(new.type, new.content)
    kind = "" if old.type == new.type else f"Its type was {block_type_name(old.type)}. "
    if before == after and "markdown" in old.content and "markdown" in new.content:
        before, after = str(old.content["markdown"]), str(new.content["markdown"])  # its signs alone were changed
    if before != after:
        return (before, after), kind
    names = sorted({*old.content, *new.content})
    other = [name for name in names if old.content.get(name) != new.content.get(name)]
    what = f"The text is the same. Differences: {', '.join(other)}." if other else "The text is the same."
    return None, kind + what


def _steps(before: str, after: str) -> Iterator[tuple[str, str, str]]:
    """Yield unchanged, removed and added text, in order; long unchanged text is shortened."""
    old, new = _words(before), _words(after)
    if max(len(old), len(new)) > _MOST_WORDS:
        yield "", before, ""
        yield " ", "", after
        return
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for index, (kind, old_from, old_to, new_from, new_to) in enumerate(steps):
        if kind == "equal":
            yield _shorten(new[new_from:new_to], is_first=index == 0, is_last=index == len(steps) - 1), "", ""
        else:
            yield "", "".join(old[old_from:old_to]), "".join(new[new_from:new_to])


def _words(text: str) -> list[str]:
    return _PIECE.findall(text)


def _shorten(words: list[str], *, is_first: bool, is_last: bool) -> str:
    if len(words) <= 3 * _CONTEXT_WORDS:
        return "".join(words)
    head = "" if is_first else "".join(words[:_CONTEXT_WORDS])
    tail = "" if is_last else "".join(words[-_CONTEXT_WORDS:])
    return f"{head} … {tail}"


def _line(text: str) -> str:
    # Shown text is trimmed; a space between added and unchanged words must stay.
    inner = escape_html(text, longest=_LONGEST)
    if not inner:
        return " " if text else ""
    return f"{' ' if text[0].isspace() else ''}{inner}{' ' if text[-1].isspace() else ''}"
