"""A lesson as a notebook shows it: the same rendering as on share pages, in the notebook's colours. Sends nothing."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

from workbench.authoring.block import Block, below_title
from workbench.authoring.plain_text import excerpt
from workbench.authoring.rendering.blocks import blocks_html
from workbench.authoring.rendering.outline import section_levels
from workbench.languages.reader import direction
from workbench.procedures.lesson import Lesson
from workbench.text import LONGEST, display_text, escape_html
from workbench.wording import count_text

_STYLE = (
    "<style>.wb-lesson{max-width:44rem;line-height:1.55}.wb-lesson section{margin:.75rem 0;overflow-wrap:anywhere}"
    ".wb-lesson .about{color:var(--jp-ui-font-color2,inherit);margin:0}.wb-lesson section.blank{display:none}"
    ".wb-lesson .objectives,.wb-lesson .keyTerms,.wb-lesson .example,.wb-lesson .quiz,.wb-lesson .reflection,"
    ".wb-lesson .summary{border:1px solid var(--jp-border-color1,#8886);border-radius:8px;padding:.6rem 1rem}"
    ".wb-lesson .ordering,.wb-lesson .matching,.wb-lesson .fillIn,.wb-lesson .shortAnswer,.wb-lesson .callout{"
    "border:1px solid var(--jp-border-color1,#8886);border-radius:8px;padding:.6rem 1rem}"
    ".wb-lesson .kind{font-weight:600}"
    ".wb-lesson .authorNote{border:2px dashed var(--jp-border-color1,#8886);border-radius:8px;padding:.6rem 1rem}"
    ".wb-lesson section>:first-child{margin-top:0}.wb-lesson section>:last-child{margin-bottom:0}</style>"
)


@dataclass(frozen=True, slots=True, repr=False)
class LessonPage:
    """A lesson with its blocks; `lesson` is the service's answer."""

    lesson: Lesson

    @property
    def blocks(self) -> list[Block]:
        """Blocks of the lesson, in order."""
        return self.lesson.blocks

    def __repr__(self) -> str:
        lines = [f"{display_text(self.lesson.title)} ({_about(self.lesson)})"]
        lines += [
            f"  [{block.type}] {display_text(excerpt(block.type, block.content, LONGEST))}" for block in self.blocks
        ]
        return "\n".join(lines)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": _page(self.lesson)}


def _page(lesson: Lesson) -> str:
    blocks = below_title(lesson.blocks, lesson.title)
    language = escape(lesson.language.lower(), quote=True)
    shown = blocks_html(blocks, lesson.language, has_author_notes=True, sections=section_levels(blocks, 2))
    return (
        f'{_STYLE}<article class="wb-lesson" lang="{language}" dir="{direction(lesson.language)}">'
        f'<h2>{escape_html(lesson.title)}</h2><p class="about">{escape_html(_about(lesson))}</p>'
        f"{shown}</article>"
    )


def _about(lesson: Lesson) -> str:
    written = f"drafted by {lesson.writer}" if lesson.writer else "created manually"
    return f"{lesson.language}, {count_text(len(lesson.blocks), 'block')}, {written}"
