"""Twenty-four texts that some spreadsheet would compute, run or split; and a report made of texts."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.columns import INTEGER, TEXT, Column, arrow_frame, arrow_table
from workbench.reports.tables.finished import FinishedReport

STARTS = (
    "=1+1", "+1+1", "-1+1", "@SUM(1)", "\t=1+1", "\r=1+1", "\n=1+1", "|calc", "%x", "＝1+1", "＋1", "－1", "＠SUM(1)",
    " =1+1", "\u00a0=1+1", '"=1+1"', "'=1+1", "\u3000=1+1", "\ufeff=1+1", "=cmd|' /C calc'!A0",
    '=HYPERLINK("https://evil.example","x")', "=IMPORTXML(1)", "+cmd|' /C calc'!A0", "\u200b=1+1",
)  # fmt: skip
STEERING = ("a\u202eb", "a\x1b[2Jb", "a\x00b", "a\u2067b", "\x9b31ma")
"""Texts that move a cursor or turn the reading direction, as they could be stored before they were refused."""
COLUMNS = (Column("title", TEXT, "", "A text."), Column("credits", INTEGER, "credits", "A number."))


def report_of(texts: Sequence[str | None], name: str = "lessons") -> FinishedReport:
    """A row for each text, with a negative number next to it."""
    table = arrow_table(COLUMNS, [{"title": text, "credits": -3} for text in texts])
    return FinishedReport(
        name, "lessons", COLUMNS, arrow_frame(COLUMNS, table), ("Not told: a thing.",), "2026-01-02T03:04:05Z"
    )
