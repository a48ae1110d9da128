"""The handlers, a file for each router, two for one that has two subjects; importing this binds them all."""

from __future__ import annotations

from workbench.service.assets import handlers as asset
from workbench.service.capabilities import handlers as service
from workbench.service.courses import handlers as course
from workbench.service.findings import handlers as findings
from workbench.service.glossary import handlers as glossary
from workbench.service.history import following
from workbench.service.history import handlers as history
from workbench.service.lessons import handlers as lesson
from workbench.service.lessons import trash_handlers as trash
from workbench.service.organizations import handlers as organization
from workbench.service.people import handlers as people
from workbench.service.people import invitation_handlers as invitations
from workbench.service.projects import handlers as project
from workbench.service.publications import course_handlers as listed_courses
from workbench.service.publications import handlers as publications
from workbench.service.publications import shown_again
from workbench.service.reviews import comment_handlers as comment
from workbench.service.reviews import handlers as review
from workbench.service.reviews import policy_handlers as policy
from workbench.service.search import handlers as search
from workbench.service.sessions import handlers as sessions
from workbench.service.sharing import handlers as share_settings
from workbench.service.sharing import page_context
from workbench.service.sharing import theme_handlers as theme
from workbench.service.sources import handlers as source
from workbench.service.starter_lessons import handlers as starter_lessons
from workbench.service.tags import handlers as tags
from workbench.service.translations import handlers as translation

ROUTERS = (
    *(asset, comment, course, findings, following, glossary, history, invitations, lesson, organization, people),
    *(
        page_context,
        policy,
        project,
        publications,
        review,
        search,
        service,
        sessions,
        share_settings,
        source,
        tags,
        theme,
        translation,
        trash,
        listed_courses,
        shown_again,
        starter_lessons,
    ),
)
