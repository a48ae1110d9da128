"""Sessions: a token opens its person's session until it is over, and is kept nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.service.db.cast import DAY, NOW, Place, read, written
from workbench.service.db.seam import Store
from workbench.service.kernel.context import SignedIn
from workbench.service.people import store as people
from workbench.service.sessions import store as sessions
from workbench.service.sessions.store import IssuedSession

pytestmark = pytest.mark.anyio


async def issued(store: Store, here: Place) -> IssuedSession:
    """A session of the organization's owner."""
    return await written(store, sessions.issue_session, person_id=here.person_id, label="laptop", now=NOW)


async def opened(store: Store, token: str, at: int = NOW) -> SignedIn | None:
    """Who the token opens a session for."""
    return await read(store, sessions.sign_in, sessions.hash_token(token), now=at)


async def test_a_token_opens_its_persons_session(store: Store, acme: Place) -> None:
    """The person, the session and its ends."""
    session = await issued(store, acme)
    found = await opened(store, session.token)
    assert found is not None
    assert (found.person_id, found.session_id) == (acme.person_id, session.session_id)
    assert (found.idle_until, found.absolute_until) == (NOW + 30 * DAY, NOW + 90 * DAY)


async def test_the_file_holds_no_token(store: Store, acme: Place, database_file: Path) -> None:
    """Of a hundred issued tokens none is in the database or its log."""
    tokens = [(await issued(store, acme)).token for _ in range(100)]
    kept = b"".join(file.read_bytes() for file in database_file.parent.glob("service.sqlite*"))
    assert not [token for token in tokens if token.encode() in kept]


@pytest.mark.parametrize("token", ["", "x", "\ud800", "' OR 1=1 --", "0" * 10_000])
async def test_an_unknown_token_opens_nothing(store: Store, acme: Place, token: str) -> None:
    """Whatever text it is."""
    await issued(store, acme)
    assert await opened(store, token) is None


@pytest.mark.parametrize(("days", "is_open"), [(29, True), (30, False)])
async def test_a_session_ends_when_idle_for_30_days(store: Store, acme: Place, days: int, is_open: bool) -> None:
    """To the day."""
    session = await issued(store, acme)
    assert (await opened(store, session.token, NOW + days * DAY) is not None) == is_open


@pytest.mark.parametrize(("days", "is_open"), [(89, True), (90, False)])
async def test_a_session_in_use_ends_after_90_days(store: Store, acme: Place, days: int, is_open: bool) -> None:
    """Refreshing moves the idle end only."""
    session = await issued(store, acme)
    await written(store, sessions.refresh_session, session.session_id, now=NOW + 25 * DAY)
    await written(store, sessions.refresh_session, session.session_id, now=NOW + 50 * DAY)
    await written(store, sessions.refresh_session, session.session_id, now=NOW + 75 * DAY)
    assert (await opened(store, session.token, NOW + days * DAY) is not None) == is_open


async def test_a_session_that_has_ended_cannot_be_refreshed(store: Store, acme: Place) -> None:
    """Idle for too long stays over."""
    session = await issued(store, acme)
    await written(store, sessions.refresh_session, session.session_id, now=NOW + 31 * DAY)
    assert await opened(store, session.token, NOW + 31 * DAY) is None


@pytest.mark.parametrize(("after", "due"), [(DAY - 1, False), (DAY, True)])
async def test_a_refresh_is_due_once_a_day(store: Store, acme: Place, after: int, due: bool) -> None:
    """Not on each request."""
    found = await opened(store, (await issued(store, acme)).token, NOW + after)
    assert found is not None
    assert found.refresh_due == due


async def test_a_disabled_person_has_no_session(store: Store, acme: Place) -> None:
    """From the next request on, until they are let in again."""
    session = await issued(store, acme)
    await written(store, people.disable_person, acme.person_id, now=NOW)
    assert await opened(store, session.token) is None
    await written(store, people.enable_person, acme.person_id)
    assert await opened(store, session.token) is not None


async def test_a_revoked_session_is_over(store: Store, acme: Place) -> None:
    """One of two; the other stays."""
    first, second = await issued(store, acme), await issued(store, acme)
    assert await written(store, sessions.revoke_session, first.session_id, person_id=acme.person_id, now=NOW)
    assert await opened(store, first.token) is None
    assert await opened(store, second.token) is not None


async def test_a_session_is_revoked_by_its_person_only(store: Store, acme: Place, other: Place) -> None:
    """Another person's revocation changes nothing."""
    session = await issued(store, acme)
    assert not await written(store, sessions.revoke_session, session.session_id, person_id=other.person_id, now=NOW)
    assert await opened(store, session.token) is not None


async def test_all_sessions_but_one_are_revoked(store: Store, acme: Place) -> None:
    """`but` names the one in use."""
    await issued(store, acme)
    kept = await issued(store, acme)
    revoked = await written(store, sessions.revoke_sessions, person_id=acme.person_id, now=NOW, but=kept.session_id)
    living = await read(store, sessions.list_sessions, person_id=acme.person_id, now=NOW)
    assert (revoked, [session.session_id for session in living]) == (1, [kept.session_id])


async def test_a_token_is_not_shown(store: Store, acme: Place) -> None:
    """The record that carries it leaves it out of its text."""
    session = await issued(store, acme)
    assert session.token not in repr(session)
