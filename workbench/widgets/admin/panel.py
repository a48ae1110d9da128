"""AdminPanel: people, credits, glossary, language, publishing policy, theme, sessions and audit log in one place.

Composes panels; asks nothing itself.
"""

from __future__ import annotations

from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.widgets.admin.audit import AuditPanel
from workbench.widgets.admin.glossary import GlossaryPanel
from workbench.widgets.admin.grants import GrantPanel
from workbench.widgets.admin.language import LanguagePanel
from workbench.widgets.admin.people import PeoplePanel
from workbench.widgets.admin.policy import PolicyPanel
from workbench.widgets.admin.sessions import SessionsPanel
from workbench.widgets.admin.theme import ThemePanel
from workbench.widgets.kit.pages import Pages


class AdminPanel(Pages):
    """Everything an administrator does; each page asks when it is first looked at."""

    label = "Administration"

    def __init__(self, client: Client, *, organization_id: str | None = None, workers: TaskPool | None = None) -> None:
        self.people = PeoplePanel(client, organization_id=organization_id, workers=workers)
        self.grants = GrantPanel(client, organization_id=organization_id, workers=workers)
        self.sessions = SessionsPanel(client, workers=workers)
        self.audit = AuditPanel(client, organization_id=organization_id, workers=workers)
        self.glossary = GlossaryPanel(client, organization_id=organization_id, workers=workers)
        self.policy = PolicyPanel(client, organization_id=organization_id, workers=workers)
        self.language = LanguagePanel(client, organization_id=organization_id, workers=workers)
        self.theme = ThemePanel(client, organization_id=organization_id, workers=workers)
        pages = {"People": self.people, "Credits": self.grants, "Glossary": self.glossary}
        pages |= {"Language": self.language, "Publishing": self.policy, "Theme": self.theme}
        pages |= {"Sessions": self.sessions, "Audit log": self.audit}
        super().__init__(client, pages, workers=workers)
