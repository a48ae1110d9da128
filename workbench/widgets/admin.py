"""AdminPanel: people, credits and sessions of an organization in one place. Composes panels; asks nothing itself."""

from __future__ import annotations

from workbench.client.sync import Client
from workbench.client.workers import Working
from workbench.widgets.grants import GrantPanel
from workbench.widgets.pages import Pages
from workbench.widgets.people import PeoplePanel
from workbench.widgets.sessions import SessionsPanel


class AdminPanel(Pages):
    """Everything an administrator does; each page asks when it is first looked at."""

    label = "Administration"

    def __init__(self, client: Client, *, organization_id: str | None = None, workers: Working | None = None) -> None:
        self.people = PeoplePanel(client, organization_id=organization_id, workers=workers)
        self.grants = GrantPanel(client, organization_id=organization_id, workers=workers)
        self.sessions = SessionsPanel(client, workers=workers)
        super().__init__(
            client, {"People": self.people, "Credits": self.grants, "Sessions": self.sessions}, workers=workers
        )
