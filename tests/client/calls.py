"""A read, a free write and a paid one, for clients to make; and what a service says of itself."""

from __future__ import annotations

from tests.client.conftest import CANARY
from workbench.procedures.lesson import create_starter_lesson
from workbench.procedures.organization import get_org_tier_and_status, select_organization

READ = get_org_tier_and_status(organization_id="o")
FREE_WRITE = select_organization(organization_id="o")
PAID_WRITE = create_starter_lesson(language="EN", topic=f"about {CANARY[:13]}topic")
CAPABILITIES = {
    "serviceId": "s",
    "name": "n",
    "version": "1",
    "procedures": [],
    "additions": ["idempotencyKey"],
    "limits": {},
    "prices": [],
    "writer": {"name": "planning-sheet", "isAi": False},
}
