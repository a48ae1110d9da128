"""People, credits and sessions in one place."""

from __future__ import annotations

from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.widgets.admin.panel import AdminPanel


def test_its_pages_are_for_one_organization(nobody: Client, inline: InlinePool) -> None:
    """The one it was made for."""
    panel = AdminPanel(nobody, organization_id="org-1", workers=inline)

    assert list(panel.pages) == [
        "People",
        "Credits",
        "Glossary",
        "Language",
        "Publishing",
        "Theme",
        "Sessions",
        "Audit log",
    ]
    assert (panel.people.organization_id, panel.grants.organization_id) == ("org-1", "org-1")


def test_its_text_is_that_of_its_pages(nobody: Client, inline: InlinePool) -> None:
    """A saved notebook reads."""
    assert repr(AdminPanel(nobody, workers=inline)).splitlines()[0] == "People and roles: 0 people in the organization."
