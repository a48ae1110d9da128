"""The block list as plain text and as static HTML, for a notebook without a kernel."""

from __future__ import annotations

from workbench.authoring.block import Blocks
from workbench.languages.reader import direction
from workbench.text import escaped, shown
from workbench.widgets.block_list.wording import card
from workbench.widgets.kit.block_names import name_of
from workbench.wording import counted

MOST_ROWS = 300


def as_text(title: str, blocks: Blocks) -> str:
    """Title, number of blocks, and a line for each of them."""
    lines = [f"{shown(title)}: {_count(blocks)}."]
    lines += [
        f"{place:>4}. {shown(name_of(block.type))}: {shown(card(block)[1]) or '(no text)'}"
        for place, block in enumerate(blocks[:MOST_ROWS], 1)
    ]
    return "\n".join(lines + _more(blocks))


def as_html(title: str, blocks: Blocks, language: str) -> str:
    """Return the lesson as a heading and a numbered list; all text is escaped."""
    how = f'dir="{direction(language)}" lang="{escaped(language)}"'
    rows = "".join(
        f"<li><small>{escaped(name_of(block.type))}</small> <bdi {how}>{escaped(card(block)[1])}</bdi></li>"
        for block in blocks[:MOST_ROWS]
    )
    more = "".join(f"<p>{escaped(line)}</p>" for line in _more(blocks))
    return f'<h3 dir="auto">{escaped(title)}</h3><p>{_count(blocks)}</p><ol>{rows}</ol>{more}'


def _count(blocks: Blocks) -> str:
    return counted(len(blocks), "block")


def _more(blocks: Blocks) -> list[str]:
    hidden = len(blocks) - MOST_ROWS
    return [f"and {hidden:,} more."] if hidden > 0 else []
