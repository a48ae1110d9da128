"""Which organization a procedure is about, where its input may leave that open."""

from __future__ import annotations

from pydantic import Field

from workbench.authoring.shape import OpenInputModel


class OrganizationScope(OpenInputModel):
    """Which organization; none means the last selected one."""

    organization_id: str | None = Field(
        default=None, max_length=64, description="The organization; default: the last selected."
    )
