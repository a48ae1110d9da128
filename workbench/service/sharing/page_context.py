"""The handler of what learners' pages show next to a lesson's text."""

from __future__ import annotations

from workbench.procedures import course
from workbench.procedures.sharing import LessonMakers, LogoFacts, PageContext, PageContextInput
from workbench.service.kernel.binding import serves
from workbench.service.kernel.context import Context
from workbench.service.kernel.errors import existing
from workbench.service.kernel.membership import at_course
from workbench.service.organizations import store as organizations
from workbench.service.reviews.made_by import made_by_each
from workbench.service.sharing.logo import current_logo
from workbench.service.sharing.theme import read_theme
from workbench.service.sharing.theme_handlers import shown_theme


@serves(course.get_page_context, requires="read")
async def get_page_context(context: Context, request: PageContextInput) -> PageContext:
    """Theme, logo and makers, as the pages of the course say them."""
    organization_id = (await at_course(context, request.course_id)).organization_id
    theme = await read_theme(context.db, organization_id)
    logo = await current_logo(context.db, theme.logo_asset_id, organization_id=organization_id)
    name = theme.name or existing(await organizations.organization_by_id(context.db, organization_id)).name
    wanted = [(lesson.lesson_id, lesson.revision) for lesson in request.lessons]
    made = existing(await made_by_each(context.db, wanted, name, organization_id=organization_id))
    return PageContext(
        course_id=request.course_id,
        organization_id=organization_id,
        organization_name=name,
        theme=shown_theme(organization_id, theme),
        logo=LogoFacts(
            asset_id=logo.asset_id, alternative_text=logo.alternative_text, width=logo.width, height=logo.height
        )
        if logo is not None and logo.width and logo.height
        else None,
        lessons=[
            LessonMakers(
                lesson_id=lesson_id,
                revision=revision,
                model=by.model,
                has_edits=by.has_edits,
                approved_on=by.approved_on,
            )
            for (lesson_id, revision), by in zip(wanted, made, strict=True)
        ],
    )
