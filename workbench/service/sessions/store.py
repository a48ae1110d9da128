"""Sessions of signed-in people: 30 days idle, 90 days at most. It keeps the SHA-256 of a token, never a token."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field

from sqlalchemy import bindparam, select, update

from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement, columns_of, insert_of
from workbench.service.db.tables import person, session
from workbench.service.kernel.context import DAY_MS, SignedIn
from workbench.service.kernel.ids import new_id

IDLE_MS = 30 * DAY_MS
ABSOLUTE_MS = 90 * DAY_MS
REFRESH_MS = DAY_MS


@dataclass(frozen=True, slots=True)
class IssuedSession:
    """A new session. Its token is here and nowhere else."""

    session_id: str
    token: str = field(repr=False)
    absolute_until: int


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """A session as its owner sees it; times in milliseconds since the epoch."""

    session_id: str
    label: str
    created_at: int
    last_seen_at: int
    expires_at: int


_INSERT = insert_of(session)
_BY_TOKEN = Statement(
    select(
        session.c.token_sha256,
        session.c.id,
        session.c.person_id,
        person.c.email,
        person.c.name,
        person.c.referral_id,
        person.c.last_organization_id,
        session.c.idle_until,
        session.c.absolute_until,
        session.c.last_seen_at,
    )
    .join(person, person.c.id == session.c.person_id)
    .where(
        session.c.token_sha256 == bindparam("token_sha256"),
        session.c.revoked_at.is_(None),
        session.c.idle_until > bindparam("now"),
        session.c.absolute_until > bindparam("now"),
        person.c.disabled_at.is_(None),
    )
)
_REFRESH = Statement(
    update(session)
    .values(last_seen_at=bindparam("now"), idle_until=bindparam("until"))
    .where(
        session.c.id == bindparam("session_id"), session.c.revoked_at.is_(None), session.c.idle_until > bindparam("now")
    )
)
_REVOKE = Statement(
    update(session)
    .values(revoked_at=bindparam("now"))
    .where(
        session.c.id == bindparam("session_id"),
        session.c.person_id == bindparam("owner_id"),
        session.c.revoked_at.is_(None),
    )
)
_REVOKE_ALL = Statement(
    update(session)
    .values(revoked_at=bindparam("now"))
    .where(
        session.c.person_id == bindparam("owner_id"),
        session.c.id != bindparam("except_id"),
        session.c.revoked_at.is_(None),
    )
)
_END_ALL = Statement(update(session).values(revoked_at=bindparam("now")).where(session.c.revoked_at.is_(None)))
_OF_PERSON = Statement(
    select(*columns_of(SessionRecord, session, session_id=session.c.id, expires_at=session.c.idle_until))
    .where(
        session.c.person_id == bindparam("owner_id"),
        session.c.revoked_at.is_(None),
        session.c.idle_until > bindparam("now"),
        session.c.absolute_until > bindparam("now"),
    )
    .order_by(session.c.last_seen_at.desc(), session.c.id)
)


async def issue_session(db: Db, *, person_id: str, label: str, now: int) -> IssuedSession:
    """Create a session with a fresh token of 256 random bits."""
    token = secrets.token_urlsafe(32)
    issued = IssuedSession(new_id(), token, now + ABSOLUTE_MS)
    await db.run(
        _INSERT,
        id=issued.session_id,
        token_sha256=hash_token(token),
        person_id=person_id,
        label=label,
        created_at=now,
        last_seen_at=now,
        idle_until=now + IDLE_MS,
        absolute_until=issued.absolute_until,
        revoked_at=None,
    )
    return issued


async def sign_in(db: Db, token_sha256: str, *, now: int) -> SignedIn | None:
    """Return the person behind the token (`hash_token`), or None if they are disabled or the session is invalid.

    A session is invalid when it is unknown, expired or revoked.
    """
    row = await db.row(_BY_TOKEN, token_sha256=token_sha256, now=now)
    if row is None or not hmac.compare_digest(row[0], token_sha256):
        return None
    return SignedIn._make((*row[1:-1], now - row[-1] >= REFRESH_MS))


async def refresh_session(db: Db, session_id: str, *, now: int) -> None:
    """Restart the idle time. The absolute end stays, and an ended session stays ended."""
    await db.run(_REFRESH, session_id=session_id, now=now, until=now + IDLE_MS)


async def revoke_session(db: Db, session_id: str, *, person_id: str, now: int) -> bool:
    """End one session of the person; return False when it is not theirs or has already ended."""
    return await db.run(_REVOKE, session_id=session_id, owner_id=person_id, now=now) > 0


async def revoke_sessions(db: Db, *, person_id: str, now: int, but: str = "") -> int:
    """End all sessions of the person except the one given as `but`; return the number ended."""
    return await db.run(_REVOKE_ALL, owner_id=person_id, except_id=but, now=now)


async def end_all(db: Db, *, now: int) -> int:
    """End every session of every person; return the number ended."""
    return await db.run(_END_ALL, now=now)


async def list_sessions(db: Db, *, person_id: str, now: int) -> list[SessionRecord]:
    """Return the person's active sessions, most recently seen first."""
    return [SessionRecord(*row) for row in await db.rows(_OF_PERSON, owner_id=person_id, now=now)]


def hash_token(token: str) -> str:
    """Return the token as it is stored: its SHA-256 in hexadecimal digits."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
