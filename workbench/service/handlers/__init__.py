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

ROUTERS = (
    *(asset, course, findings, following, glossary, history, invitations, lesson, organization, people),
    *(project, realtime, search, service, sessions, source, tags),
)
