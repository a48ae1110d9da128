"""The modules that have handlers; importing this binds them all."""

from __future__ import annotations

from workbench.service.assets import handlers as assets
from workbench.service.attention import handlers as attention
from workbench.service.courses import handlers as courses
from workbench.service.findings import handlers as findings
from workbench.service.glossary import handlers as glossary
from workbench.service.history import following
from workbench.service.history import handlers as history
from workbench.service.http import capabilities
from workbench.service.lessons import duplicates
from workbench.service.lessons import handlers as lessons
from workbench.service.organizations import handlers as organizations
from workbench.service.people import handlers as people
from workbench.service.projects import handlers as projects
from workbench.service.publications import handlers as publications
from workbench.service.publications import next_step, shown_again
from workbench.service.reviews import handlers as reviews
from workbench.service.search import handlers as search
from workbench.service.sessions import handlers as sessions
from workbench.service.sharing import handlers as sharing
from workbench.service.sources import handlers as sources
from workbench.service.starter_lessons import course_outlines, suggestions
from workbench.service.starter_lessons import drafting as starter_lessons
from workbench.service.tags import handlers as tags
from workbench.service.translations import drafting as translation_drafts
from workbench.service.translations import handlers as translations
from workbench.service.translations import suggestions as translation_suggestions

ROUTERS = (
    *(assets, attention, capabilities, courses, duplicates, findings, following, glossary, history, lessons),
    *(next_step, organizations, people, projects, publications, reviews, search, sessions, sharing, shown_again),
    *(sources, tags),
    *(starter_lessons, course_outlines, suggestions, translations, translation_drafts, translation_suggestions),
)
