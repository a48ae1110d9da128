"""Sessions of one's own: seen, ended, and ended immediately."""

from __future__ import annotations

import pytest

from tests.service.asking import Asking, asking
from workbench.service.administration.admin import add_person
from workbench.wire.headers import DEFAULT_COOKIE_NAME

pytestmark = pytest.mark.anyio


async def second(person: Asking) -> tuple[str, str]:
    """Id and cookie of another session of the person's."""
    added = await add_person(person.service.store, "ana@example.org", "Acme", label="laptop")
    listed = (await person.data("service.listSessions"))["sessions"]
    return next(session["sessionId"] for session in listed if not session["isCurrent"]), (
        f"{DEFAULT_COOKIE_NAME}={added.session_token}"
    )


async def test_a_person_sees_their_own_sessions(ana: Asking, eve: Asking) -> None:
    """Which one is in use, what each was made for, and never a token."""
    session_id, cookie = await second(ana)
    listed = (await ana.get("service.listSessions")).text
    sessions = (await ana.data("service.listSessions"))["sessions"]

    assert {(session["label"], session["isCurrent"]) for session in sessions} == {("admin", True), ("laptop", False)}
    assert session_id in listed
    assert cookie.partition("=")[2] not in listed


async def test_an_ended_session_is_refused_at_its_next_request(ana: Asking) -> None:
    """Read or write; the other one continues."""
    session_id, cookie = await second(ana)
    await ana.done("service.revokeSession", {"sessionId": session_id})
    read = await ana.get("service.whoAmI", cookie=cookie)
    written = await ana.post("project.createProject", {"name": "x"}, cookie=cookie)

    assert (read.status_code, written.status_code) == (401, 401)
    assert len((await ana.data("service.listSessions"))["sessions"]) == 1


async def test_a_person_may_end_the_session_in_use(ana: Asking) -> None:
    """That is signing out."""
    current = (await ana.data("service.whoAmI"))["session"]["sessionId"]
    await ana.done("service.revokeSession", {"sessionId": current})

    assert (await ana.get("service.whoAmI")).status_code == 401


async def test_a_session_is_ended_once(ana: Asking) -> None:
    """Then there is no such session."""
    session_id, _ = await second(ana)
    await ana.done("service.revokeSession", {"sessionId": session_id})
    answered = await ana.post("service.revokeSession", {"sessionId": session_id})

    assert answered.status_code == 404


async def test_nobody_ends_anothers_session(ana: Asking, eve: Asking) -> None:
    """It is answered like one that never was; an owner's power ends at the organization."""
    colleague = await asking(ana.service, "ben@example.org", role="viewer")
    theirs = [(await person.data("service.whoAmI"))["session"]["sessionId"] for person in (eve, colleague)]
    told = [await ana.post("service.revokeSession", {"sessionId": their}) for their in [*theirs, "0" * 25]]

    assert [answer.status_code for answer in told] == [404] * 3
    assert len({answer.content for answer in told}) == 1
    assert (await colleague.get("service.whoAmI")).status_code == 200
