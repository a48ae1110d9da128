"""Recording in the audit log what a write did, in the same transaction."""

from __future__ import annotations

from typing import Any

from workbench.service.kernel import audit_log as audit
from workbench.service.kernel.context import Context


async def record(context: Context, organization_id: str | None, subject: str | None, **facts: Any) -> None:
    """An entry of the person's doing; undone with the unit. `facts` are worth knowing and never a secret.

    The name of the change set that the request belongs to is added to them.
    """
    if context.options.change_set is not None:
        facts["changeSet"] = context.options.change_set
    await audit.record(
        context.db,
        context.procedure,
        organization_id=organization_id,
        person_id=context.person.person_id,
        subject=subject,
        now=context.service.clock(),
        **facts,
    )
