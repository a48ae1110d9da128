"""The service router (ours): what this service adds to the interface, and who is signed in."""

from __future__ import annotations

from pydantic import Field

from workbench.authoring.shape import Count, InputModel, Instant, NoInput, OutputModel
from workbench.procedures.declare import read, write
from workbench.procedures.organization import Price


class WriterFacts(OutputModel):
    """The writer in use."""

    name: str = Field(description="`planning-sheet`, or provider:model.")
    is_ai: bool = Field(description="False if no model is configured: lessons are planning sheets.")
    languages: list[str] | None = Field(default=None, description="Languages it writes; null for any.")


class AssetFacts(OutputModel):
    """The limits of uploads. A service that keeps no pictures and files has no such facts."""

    most_bytes: dict[str, Count] = Field(description="Largest size of a file by media type; other types are refused.")
    quota_bytes: Count = Field(description="Largest total size of an organization's pictures and files.")


class Capabilities(OutputModel):
    """What this service is and adds to the interface; clients must not rely on anything else."""

    service_id: str = Field(description="Persistent random id of this service's data.")
    epoch: str | None = Field(
        default=None, description="A random id, renewed when data are restored from a backup; null if not reported."
    )
    name: str = Field(description="What the service calls itself.")
    version: str = Field(description="Its version.")
    procedures: list[str] = Field(description="Every procedure it serves, by wire name.")
    additions: list[str] = Field(description="Optional additions it honours, such as `baseRevision`, `idempotencyKey`.")
    limits: dict[str, Count] = Field(description="Limits by name: counts, bytes, credits.")
    prices: list[Price] = Field(description="The current rate card.")
    writer: WriterFacts = Field(description="The writer in use.")
    assets: AssetFacts | None = Field(
        default=None, description="Limits of uploads; null if the service stores no pictures and files."
    )
    is_local: bool = Field(default=False, description="Whether share links open only on this computer.")


class SessionFacts(OutputModel):
    """The session in use; never its token."""

    session_id: str = Field(description="The session.")
    idle_ends_at: Instant = Field(description="When it expires if it is not used, ISO 8601, UTC.")
    ends_at: Instant = Field(description="When it expires in any case, ISO 8601, UTC.")


class WhoAmI(OutputModel):
    """The person who is signed in."""

    person_id: str = Field(description="The person.")
    name: str = Field(description="Name.")
    email: str = Field(description="E-mail address.")
    session: SessionFacts = Field(description="The session in use.")


class SessionInput(InputModel):
    """One of the person's own sessions."""

    session_id: str = Field(max_length=64, description="The session.")


class Session(OutputModel):
    """One of the person's sessions; never its token."""

    session_id: str = Field(description="The session.")
    label: str = Field(description="Its label.")
    created_at: Instant = Field(description="When it was made, ISO 8601, UTC.")
    last_seen_at: Instant = Field(description="When it was used last, to the day, ISO 8601, UTC.")
    idle_ends_at: Instant = Field(description="When it expires if it is not used, ISO 8601, UTC.")
    is_current: bool = Field(description="Whether it is the session in use.")


class ListSessionsOutput(OutputModel):
    """The person's sessions that have not ended."""

    sessions: list[Session] = Field(description="Sessions, the last used first.")


class SessionEnded(OutputModel):
    """The session has ended."""

    session_id: str = Field(description="The session that has ended.")


get_capabilities = read(
    "service.getCapabilities",
    input=NoInput,
    output=Capabilities,
    about="What this service adds to the interface, its limits, prices and writer.",
    source="ours",
)
who_am_i = read(
    "service.whoAmI",
    input=NoInput,
    output=WhoAmI,
    about="Who is signed in, and until when.",
    source="ours",
)
list_sessions = read(
    "service.listSessions",
    input=NoInput,
    output=ListSessionsOutput,
    about="Where the person is signed in.",
    source="ours",
)
revoke_session = write(
    "service.revokeSession",
    changes={"sessions"},
    input=SessionInput,
    output=SessionEnded,
    about="End one of the person's own sessions; its next request is refused.",
    source="ours",
)
