"""A lesson as a notebook shows it: its blocks in order, as text. Everything is escaped; nothing is asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from workbench.authoring.block import Block
from workbench.client.shown import escaped, shown
from workbench.procedures.lesson import Lesson

LONGEST = 4000
_SKIPPED = frozenset({"level", "multiple", "isCorrect"})


@dataclass(frozen=True, slots=True, repr=False)
class LessonPage:
    """A lesson that was read; `lesson` is the answer itself."""

    lesson: Lesson

    @property
    def blocks(self) -> list[Block]:
        """Its blocks, in order."""
        return self.lesson.blocks

    def __repr__(self) -> str:
        head = f"{shown(self.lesson.title)} ({self.lesson.language}, {len(self.blocks)} blocks)"
        return "\n".join([head, *(f"  [{each.type}] {shown('; '.join(texts(each.content)))}" for each in self.blocks)])

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": _page(self.lesson)}


def texts(value: object) -> Iterator[str]:
    """Every text in a block's content, in the order of its fields, whatever its type."""
    if isinstance(value, str) and value.strip():
        yield value
    elif isinstance(value, dict):
        for name, part in value.items():
            if name not in _SKIPPED:
                yield from texts(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from texts(part)


def _page(lesson: Lesson) -> str:
    written = f"drafted by {lesson.writer}" if lesson.writer else "made by hand"
    about = f"{lesson.language} · {len(lesson.blocks)} blocks · {written}"
    body = "".join(_block(each) for each in lesson.blocks)
    direction = 'dir="auto" style="max-width:44em;line-height:1.5"'
    return (
        f"<article {direction}><h2>{escaped(lesson.title)}</h2><p><small>{escaped(about)}</small></p>{body}</article>"
    )


def _block(block: Block) -> str:
    said = [escaped(text, longest=LONGEST) for text in texts(block.content)]
    if not said:
        return ""
    if block.type == "heading":
        return f"<h3>{said[0]}</h3>"
    if len(said) == 1:
        return f"<p>{said[0]}</p>"
    return f"<p><small>{escaped(block.type)}</small></p><ul>{''.join(f'<li>{text}</li>' for text in said)}</ul>"
