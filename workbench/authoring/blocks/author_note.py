"""A note for authors, which learners never read."""

from __future__ import annotations

from typing import Final

from workbench.authoring.blocks.block_type import BlockType
from workbench.authoring.blocks.draft import markdown_draft
from workbench.authoring.blocks.fields import WithMarkdown
from workbench.authoring.blocks.file_text import read_markdown, write_markdown
from workbench.authoring.blocks.form import BlockForm, FormField

AUTHOR_NOTE: Final = "authorNote"


class AuthorNote(WithMarkdown):
    """A note for authors, in Markdown: no learner ever reads it. It is open as long as the block is there."""


AUTHOR_NOTES = BlockType(
    name=AUTHOR_NOTE,
    model=AuthorNote,
    title="Note for authors",
    glyph="✎",
    draft=markdown_draft,
    form=BlockForm(
        {"markdown": FormField("Note (Markdown)")},
        note="Only authors read this. Delete the note, or make another type of it, when it is done.",
    ),
    html=lambda content, at: at.heading(at.label) + at.markdown(content.markdown),
    markdown=lambda content, to: to.quote(to.label, content.markdown),
    write=write_markdown,
    read=read_markdown,
    is_for_authors=True,
)
