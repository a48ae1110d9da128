"""The blocks of a revision, or the differences between two, below a caption."""

from __future__ import annotations

from workbench.authoring.block import Blocks
from workbench.authoring.rendering.blocks import blocks_html
from workbench.authoring.rendering.outline import section_levels
from workbench.widgets.kit.controls import hint, html, set_html
from workbench.widgets.kit.reader import Reader

MOST_BLOCKS = 200
"""Blocks that are shown at a time."""
_LABEL = "Lesson at this revision"


class RevisionBlocks:
    """`caption` and `reader` are the widgets; of a long lesson further blocks are shown when they are wanted."""

    def __init__(self) -> None:
        self.caption, self.reader = html(), Reader(_LABEL)
        self._rest: Blocks = ()
        self._levels: list[int] = []
        self._language = "EN"
        self.reader.on_more(self._show_more)

    def clear(self, caption: str) -> None:
        """Show the caption alone."""
        self.put_html(caption, "", self._language, label="")

    def put(self, caption: str, blocks: Blocks, language: str) -> None:
        """Show these blocks, the first `MOST_BLOCKS` of them at first."""
        levels = section_levels(blocks)
        first = blocks_html(blocks[:MOST_BLOCKS], language, has_author_notes=True, sections=levels[:MOST_BLOCKS])
        self.put_html(caption, first, language, rest=blocks[MOST_BLOCKS:])
        self._levels = levels[MOST_BLOCKS:]

    def put_html(self, caption: str, fragment: str, language: str, *, label: str = _LABEL, rest: Blocks = ()) -> None:
        """Show HTML that is safe already; `rest` are blocks that may follow it."""
        set_html(self.caption, hint(caption))
        self.reader.label, self._language, self._rest = label, language, rest
        self.reader.put(fragment, language=language, more=self._more())

    def _show_more(self) -> None:
        part, self._rest = self._rest[:MOST_BLOCKS], self._rest[MOST_BLOCKS:]
        levels, self._levels = self._levels[:MOST_BLOCKS], self._levels[MOST_BLOCKS:]
        made = blocks_html(part, self._language, has_author_notes=True, sections=levels)
        self.reader.add(made, more=self._more())

    def _more(self) -> str:
        return f"Show the next blocks ({len(self._rest):,} more)" if self._rest else ""
