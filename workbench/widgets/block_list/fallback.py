"""The block list as plain text and as static HTML, for a notebook without a kernel."""

from __future__ import annotations

from workbench.authoring.block import Blocks
from workbench.languages.reader import direction
from workbench.text import display_text, escape_html
from workbench.widgets.block_list.wording import card
from workbench.widgets.kit.block_names import block_type_name
from workbench.wording import count_text

MOST_ROWS = 300


def as_text(title: str, blocks: Blocks) -> str:
    """Title, number of blocks, and a line for each of them."""
    lines = [f"{display_text(title)}: {_count(blocks)}."]
    lines += [
        f"{number:>4}. {display_text(block_type_name(block.type))}: {display_text(card(block)[1]) or '(no text)'}"
        for number, block in enumerate(blocks[:MOST_ROWS], 1)
    ]
    return "\n".join(lines + _more(blocks))


def as_html(title: str, blocks: Blocks, language: str) -> str:
    """Return the lesson as a heading and a numbered list; all text is escaped."""
    how = f'dir="{direction(language)}" lang="{escape_html(language)}"'
    rows = "".join(
        f"<li><small>{escape_html(block_type_name(block.type))}</small> "
        f"<bdi {how}>{escape_html(card(block)[1])}</bdi></li>"
        for block in blocks[:MOST_ROWS]
    )
    more = "".join(f"<p>{escape_html(line)}</p>" for line in _more(blocks))
    return f'<h3 dir="auto">{escape_html(title)}</h3><p>{_count(blocks)}</p><ol>{rows}</ol>{more}'


def _count(blocks: Blocks) -> str:
    return count_text(len(blocks), "block")


def _more(blocks: Blocks) -> list[str]:
    hidden = len(blocks) - MOST_ROWS
    return [f"and {hidden:,} more."] if hidden > 0 else []
