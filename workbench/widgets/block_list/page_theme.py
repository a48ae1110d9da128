"""The frame of a whole lesson on learners' pages: name and logo above it, authorship and footer below it."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

from workbench.client.sync import Client
from workbench.errors import WorkbenchError
from workbench.learner_pages.made_by import MadeBy, made_by_html
from workbench.learner_pages.theme import PageTheme
from workbench.procedures.course import get_page_context
from workbench.procedures.history import RevisionInput
from workbench.procedures.sharing import LogoFacts


@dataclass(frozen=True, slots=True)
class ShownLesson:
    """A lesson as it is saved."""

    lesson_id: str
    course_id: str
    revision: int
    language: str


def around_lesson(client: Client, lesson: ShownLesson) -> dict[str, Any]:
    """HTML `above` and `below` the lesson, and the colour of its theme for light and dark (`accent`). Blocks.

    Empty where the service does not tell it; a logo is its asset's place, for the view to fill.
    """
    nothing: dict[str, Any] = {"above": "", "below": "", "accent": []}
    capabilities = client.capabilities()
    if not lesson.course_id or capabilities is None or get_page_context.name not in capabilities.procedures:
        return nothing
    wanted = RevisionInput(lesson_id=lesson.lesson_id, revision=lesson.revision)
    try:
        context = client.call(get_page_context(course_id=lesson.course_id, lessons=[wanted]))
    except WorkbenchError:  # the lesson itself is there
        return nothing
    theme, [made] = context.theme, context.lessons
    by = MadeBy(context.organization_name, made.model, made.has_edits, made.approved_on)
    foot = PageTheme(footer=theme.footer).foot()
    return {
        "above": _header(theme.name, context.logo),
        "below": made_by_html(by, lesson.language) + foot,
        "accent": [accent for accent in (theme.accent_light, theme.accent_dark) if accent],
    }


def _header(name: str, logo: LogoFacts | None) -> str:
    if logo is None:
        return PageTheme(name).header()
    text = "" if name else escape(logo.alternative_text, quote=True)
    figure = (
        f'<figure class="media" data-asset="{escape(logo.asset_id, quote=True)}" data-kind="image"'
        f' data-alternative="{text}"><p class="missing">{text}</p></figure>'
    )
    shown = f"<span><bdi>{escape(name)}</bdi></span>" if name else ""
    return f'<header class="brand">{figure}{shown}</header>'
