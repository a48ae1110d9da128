"""Handlers of the service router that are about a person's own sessions."""

from __future__ import annotations

from workbench.authoring.shape import NoInput
from workbench.procedures import service
from workbench.procedures.service import ListSessionsOutput, Session, SessionEnded, SessionInput
from workbench.service.kernel.audit import record
from workbench.service.kernel.binding import serves
from workbench.service.kernel.context import Context, instant
from workbench.service.kernel.errors import not_found
from workbench.service.kernel.roles import SIGNED_IN
from workbench.service.sessions import store as sessions


@serves(service.list_sessions, requires=SIGNED_IN)
async def list_sessions(context: Context, request: NoInput) -> ListSessionsOutput:
    """Return the person's own sessions."""
    person = context.person
    rows = await sessions.list_sessions(context.db, person_id=person.person_id, now=context.service.clock())
    return ListSessionsOutput(
        sessions=[
            Session(
                session_id=session.session_id,
                label=session.label,
                created_at=instant(session.created_at),
                last_seen_at=instant(session.last_seen_at),
                idle_ends_at=instant(session.expires_at),
                is_current=session.session_id == person.session_id,
            )
            for session in rows
        ]
    )


@serves(service.revoke_session, requires=SIGNED_IN)
async def revoke_session(context: Context, request: SessionInput) -> SessionEnded:
    """End one of the person's own sessions."""
    person_id = context.person.person_id
    ended = await sessions.revoke_session(
        context.db, request.session_id, person_id=person_id, now=context.service.clock()
    )
    if not ended:
        raise not_found()
    await record(context, None, request.session_id)
    return SessionEnded(session_id=request.session_id)
