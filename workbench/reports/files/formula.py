"""Text that a spreadsheet would compute, made plain, and read back. Source: OWASP's list, ours (reliability T28).

Only text is touched: a negative number in a column of numbers stays one.
"""

from __future__ import annotations

from typing import Final

STARTS: Final = "=+-@\t\r\n|%＝＋－＠﹦﹢﹣"
"""Characters that begin a formula, a command or a cell of their own in some spreadsheet, full-width forms included."""

_BEFORE: Final = " '\"\u00a0\u2007\u202f\u3000\ufeff\u200b`"


def is_risky(text: str) -> bool:
    """Whether a spreadsheet might take the text for more than text: what begins it, spaces and quotes aside."""
    first = text.lstrip(_BEFORE)[:1]
    return bool(first) and first in STARTS


def defused(text: str) -> str:
    """The text with an apostrophe before it where it is risky; spreadsheets then show it as it is."""
    return f"'{text}" if is_risky(text) else text


def restored(text: str) -> str:
    """The text that `defused` was given."""
    return text[1:] if text.startswith("'") and is_risky(text[1:]) else text
