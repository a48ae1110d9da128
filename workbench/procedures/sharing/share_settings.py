"""Records of a link's settings: how long it lives, who may embed it, and search engines. Declares no procedure."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from workbench.authoring.shape import Count, InputModel, OutputModel
from workbench.authoring.share_settings import EmbedOrigins, Expiry

EXPIRES_AT = "From when on the link opens nothing, ISO 8601, UTC; null: never."
EMBED_ORIGINS = "The pages that may embed the course, by origin (`https://school.example`); null: any; empty: none."
INDEXING = "Whether search engines may list it."


class ShareFields(InputModel):
    """Settings of a link: a field that is not given is none of them, and null is a value."""

    expires_at: Annotated[Expiry, Field(max_length=40)] | None = Field(
        default=None,
        description="From when on the link opens nothing: ISO 8601 with a zone, or a day, which is included (UTC); "
        "null: never.",
    )
    embed_origins: EmbedOrigins | None = Field(
        default=None,
        description="The pages that may embed the course, at most 20 exact `scheme://host[:port]`; null: any; "
        "empty: none.",
    )
    indexing: bool | None = Field(default=None, description=INDEXING)

    def to_wire(self) -> dict[str, Any] | None:
        """Return the fields that were given."""
        return self.model_dump(by_alias=True, mode="json", exclude_unset=True)


class SetShareSettingsInput(ShareFields):
    """Settings that a course's link is to have; what is not given stays."""

    course_id: str = Field(max_length=64, description="The course.")
    base: ShareFields | None = Field(default=None, description="Refuse when one of these is another by now.")


class ShareSettings(OutputModel):
    """The settings of a course's link, and what the organization allows."""

    course_id: str = Field(description="The course.")
    is_public: bool = Field(description="Whether anyone with the link may read it now.")
    expires_at: str | None = Field(description=EXPIRES_AT)
    embed_origins: list[str] | None = Field(description=EMBED_ORIGINS)
    indexing: bool = Field(description=INDEXING)
    may_share: bool = Field(description="Whether the person may share courses and change these settings.")
    longest_share_days: Count | None = Field(
        default=None, description="How many days a link may live by the organization's policy; null: for ever."
    )
    latest_expires_at: str | None = Field(
        default=None, description="The latest end that is possible now, ISO 8601, UTC; null: any."
    )
