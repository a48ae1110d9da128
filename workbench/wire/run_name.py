"""The name of a run, or of a change set, as a header carries it: percent-encoded UTF-8, so that any alphabet may do.

Source: ours (decision 0061).
"""

from __future__ import annotations

from urllib.parse import quote, unquote

RUN_HEADER = "Workbench-Run"
CHANGE_SET_HEADER = "Workbench-Change-Set"
MAX_RUN_CHARACTERS = 200


def run_text(name: str) -> str:
    """The header's value. A longer name is cut, unprintable characters are left out: it is a label, no identifier."""
    return quote(
        "".join(character for character in name if character.isprintable())[:MAX_RUN_CHARACTERS], safe=" ()*!'"
    ).strip()


def run_name(text: str) -> str:
    """The name. Raises `ValueError` for what is no percent-encoded text of 1 to 200 printable characters."""
    try:
        name = unquote(text.encode("ascii").decode(), errors="strict").strip()
    except UnicodeError:
        raise ValueError("it is percent-encoded UTF-8") from None
    if not 1 <= len(name) <= MAX_RUN_CHARACTERS or not name.isprintable():
        raise ValueError(f"it has 1 to {MAX_RUN_CHARACTERS} printable characters")
    return name
