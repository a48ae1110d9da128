"""The handlers, a file for each router, two for one that has two subjects; importing this binds them all."""

from __future__ import annotations

from workbench.service.handlers import (
    asset,
    course,
    findings,
    following,
    glossary,
    history,
    invitations,
    lesson,
    organization,
    people,
    project,
    realtime,
    search,
    service,
    sessions,
    source,
    tags,
)
from workbench.service.handlers.publishing import page_context, publications
from workbench.service.handlers.reviews import comment, policy, review
from workbench.service.handlers.sharing import share_settings, theme
from workbench.service.handlers.translations import translation

ROUTERS = (
    *(asset, comment, course, findings, following, glossary, history, invitations, lesson, organization, people),
    *(
        page_context,
        policy,
        project,
        publications,
        realtime,
        review,
        search,
        service,
        sessions,
        share_settings,
        source,
        tags,
        theme,
        translation,
    ),
)
