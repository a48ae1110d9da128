"""The administrator's acts: people, organizations, credits and sessions, each safe to repeat."""

from __future__ import annotations

import ast
import inspect
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import bindparam, select

from workbench.errors import InputRejected, NotFound
from workbench.procedures.member import ADMIN_ACTIONS
from workbench.service.administration import admin
from workbench.service.administration.admin import (
    LOCAL_CREDITS,
    add_person,
    disable_person,
    enable_person,
    first_start,
    grant_credits,
    resume_organization,
    revoke_sessions,
    set_daily_cap,
    suspend_organization,
)
from workbench.service.credits import store as credits
from workbench.service.db.opening import open_store
from workbench.service.db.seam import Db, Store
from workbench.service.db.statement import Statement
from workbench.service.db.tables import audit
from workbench.service.kernel.context import now_ms
from workbench.service.kernel.membership import tier_and_status
from workbench.service.organizations import store as organizations
from workbench.service.people import store as people
from workbench.service.people.store import LastOwner
from workbench.service.sessions import store as sessions

pytestmark = pytest.mark.anyio

ACTIONS = Statement(select(audit.c.action).where(audit.c.subject == bindparam("subject")).order_by(audit.c.id))


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """A database with nobody in it."""
    opened = await open_store(f"sqlite:///{tmp_path / 'service.db'}")
    yield opened
    await opened.close()


async def role(store: Store, person_id: str, organization_id: str) -> str | None:
    """The person's role there."""
    return await store.read(lambda db: people.read_role(db, person_id=person_id, organization_id=organization_id))


async def balance(store: Store, organization_id: str) -> int:
    """The organization's credits."""
    return await store.read(lambda db: credits.read_balance(db, organization_id))


def on_disk(folder: Path) -> bytes:
    """Every byte of the database's files."""
    return b"".join(path.read_bytes() for path in folder.glob("service.db*"))


async def signed_in(store: Store, token: str) -> bool:
    """Whether the token opens a session."""
    return await store.read(lambda db: sessions.sign_in(db, sessions.hash_token(token), now=now_ms())) is not None


async def test_the_first_person_makes_and_owns_the_organization(store: Store) -> None:
    """With its opening balance and a session that is valid immediately."""
    ana = await add_person(store, "ana@example.org", "Acme", credits_at_start=50)

    assert ana.organization_made
    assert await role(store, ana.person_id, ana.organization_id) == "owner"
    assert await balance(store, ana.organization_id) == 50
    assert await signed_in(store, ana.session_token)


async def test_the_next_person_is_an_author(store: Store) -> None:
    """Of the same organization, whatever the case of its name."""
    ana = await add_person(store, "ana@example.org", "Acme")
    ben = await add_person(store, "ben@example.org", "ACME")

    assert (ben.organization_id, ben.organization_made) == (ana.organization_id, False)
    assert await role(store, ben.person_id, ben.organization_id) == "author"


async def test_a_person_is_added_once(store: Store) -> None:
    """The same e-mail, in any case, is the same person; the opening balance is not added again."""
    first = await add_person(store, "ana@example.org", "Acme", credits_at_start=50)
    again = await add_person(store, " Ana@Example.org ", "Acme", credits_at_start=50)

    assert (again.person_id, again.organization_id) == (first.person_id, first.organization_id)
    assert await balance(store, first.organization_id) == 50


async def test_each_addition_gives_a_session_of_its_own(store: Store) -> None:
    """The earlier one continues."""
    first = await add_person(store, "ana@example.org", "Acme")
    again = await add_person(store, "ana@example.org", "Acme")

    assert first.session_token != again.session_token
    assert await signed_in(store, first.session_token)
    assert await signed_in(store, again.session_token)


async def test_repeating_without_a_role_keeps_the_role(store: Store) -> None:
    """An owner does not become an author by asking for another session."""
    await add_person(store, "ana@example.org", "Acme")
    again = await add_person(store, "ana@example.org", "Acme")

    assert await role(store, again.person_id, again.organization_id) == "owner"


async def test_repeating_with_a_role_changes_it(store: Store) -> None:
    """That is how a role is changed from here."""
    await add_person(store, "ana@example.org", "Acme")
    await add_person(store, "ben@example.org", "Acme")
    again = await add_person(store, "ben@example.org", "Acme", role="viewer")

    assert await role(store, again.person_id, again.organization_id) == "viewer"


async def test_the_last_owner_stays_one(store: Store) -> None:
    """An organization is never without an owner."""
    await add_person(store, "ana@example.org", "Acme")
    with pytest.raises(LastOwner):
        await add_person(store, "ana@example.org", "Acme", role="viewer")


async def test_the_first_person_is_nothing_but_owner(store: Store) -> None:
    """Another role is refused, and no organization is made."""
    with pytest.raises(InputRejected, match="owner"):
        await add_person(store, "ana@example.org", "Acme", role="viewer")

    assert (await add_person(store, "ben@example.org", "Acme")).organization_made


@pytest.mark.parametrize(
    ("email", "organization", "role", "credits_at_start"),
    [
        ("", "Acme", None, 0),
        ("ana", "Acme", None, 0),
        ("@", "Acme", None, 0),
        ("ana@", "Acme", None, 0),
        ("ana@example.org\nbcc: x@example.org", "Acme", None, 0),
        (f"{'a' * 320}@example.org", "Acme", None, 0),
        ("ana@example.org", " ", None, 0),
        ("ana@example.org", "x" * 201, None, 0),
        ("ana@example.org", "Acme", "emperor", 0),
        ("ana@example.org", "Acme", None, -1),
        ("ana@example.org", "Acme", None, 10**30),
    ],
)
async def test_what_cannot_be_is_said(
    store: Store, email: str, organization: str, role: str | None, credits_at_start: int
) -> None:
    """`InputRejected` in one sentence."""
    with pytest.raises(InputRejected):
        await add_person(store, email, organization, role=role, credits_at_start=credits_at_start)


async def test_a_token_is_shown_once_and_kept_nowhere(store: Store, tmp_path: Path) -> None:
    """Not in the record's repr, and not in any file of the database."""
    ana = await add_person(store, "ana@example.org", "Acme")
    kept = on_disk(tmp_path)

    assert ana.session_token not in repr(ana)
    assert ana.person_id.encode() in kept
    assert ana.session_token.encode() not in kept


async def test_a_grant_adds_to_the_balance(store: Store) -> None:
    """And says what it is then."""
    ana = await add_person(store, "ana@example.org", "Acme", credits_at_start=50)

    assert await grant_credits(store, "acme", 7, "a gift") == 57 == await balance(store, ana.organization_id)


@pytest.mark.parametrize(
    ("amount", "reason"), [(0, "x"), (-5, "x"), (5, ""), (5, "  "), (10**15 + 1, "x"), (10**30, "x")]
)
async def test_a_grant_is_one_or_more_with_a_reason(store: Store, amount: int, reason: str) -> None:
    """Nothing moves otherwise."""
    ana = await add_person(store, "ana@example.org", "Acme")
    with pytest.raises(InputRejected):
        await grant_credits(store, "Acme", amount, reason)

    assert await balance(store, ana.organization_id) == 0


async def test_a_wallet_that_would_hold_too_much_is_left_as_it_is(store: Store) -> None:
    """
    Regression: grants beyond what the database counts ended in its own error.
    """
    ana = await add_person(store, "ana@example.org", "Acme", credits_at_start=10**15)
    with pytest.raises(InputRejected, match="at most 1,000,000,000,000,000 credits"):
        await grant_credits(store, "Acme", 1, "x")

    assert await balance(store, ana.organization_id) == 10**15


@pytest.mark.parametrize("cap", [-1, 10**30])
async def test_a_daily_cap_is_a_number_that_can_be_kept(store: Store, cap: int) -> None:
    """
    Regression: an oversized one ended in the database's own error.
    """
    await add_person(store, "ana@example.org", "Acme")
    with pytest.raises(InputRejected):
        await set_daily_cap(store, "Acme", cap)


async def test_credits_of_nobody_are_not_found(store: Store) -> None:
    """The name is said back."""
    with pytest.raises(NotFound, match="Acme"):
        await grant_credits(store, "Acme", 5, "x")


async def test_revoking_ends_all_sessions_of_a_person(store: Store) -> None:
    """And of nobody else; how many, is reported."""
    ana = await add_person(store, "ana@example.org", "Acme")
    await add_person(store, "ana@example.org", "Acme")
    ben = await add_person(store, "ben@example.org", "Acme")

    assert await revoke_sessions(store, "ANA@example.org") == 2
    assert not await signed_in(store, ana.session_token)
    assert await signed_in(store, ben.session_token)


async def test_sessions_of_nobody_are_not_found(store: Store) -> None:
    """The address is said back."""
    with pytest.raises(NotFound, match="zoe"):
        await revoke_sessions(store, "zoe@example.org")


async def test_the_first_start_makes_the_local_owner(store: Store) -> None:
    """One organization with 10,000 credits, and a session."""
    you = await first_start(store)

    assert await balance(store, you.organization_id) == LOCAL_CREDITS == 10_000
    assert await role(store, you.person_id, you.organization_id) == "owner"


async def test_a_later_start_adds_nothing_but_a_session(store: Store) -> None:
    """Spent credits do not come back by starting again."""
    first = await first_start(store)
    again = await first_start(store)

    assert (again.person_id, again.organization_id) == (first.person_id, first.organization_id)
    assert await balance(store, again.organization_id) == 10_000


async def test_an_organization_whose_name_two_have_is_named_by_its_id(store: Store) -> None:
    """Otherwise the older one got what was meant for the other."""
    ana = await add_person(store, "ana@example.org", "Acme", credits_at_start=50)

    async def second(db: Db) -> str:
        made = await organizations.create_organization(
            db, name="acme", owner_id=ana.person_id, now=now_ms(), opening_credits=7
        )
        return made.organization_id

    other = await store.write(second)

    with pytest.raises(InputRejected, match=f"Several organizations are named 'Acme'.*{other}"):
        await grant_credits(store, "Acme", 3, "More")
    assert await grant_credits(store, other, 3, "More") == 10
    assert await balance(store, ana.organization_id) == 50


@pytest.fixture
async def either_store(database_url: str) -> AsyncIterator[Store]:
    """An empty store of each kind of database."""
    opened = await open_store(database_url)
    yield opened
    await opened.close()


async def actions(store: Store, subject: str) -> list[str]:
    """What the audit log says was done with an organization or a person."""

    async def unit(db: Db) -> list[str]:
        rows = await db.rows(ACTIONS, subject=subject)
        return [str(action) for (action,) in rows]

    return await store.read(unit)


async def test_a_suspended_organization_is_resumed(either_store: Store) -> None:
    """By its name; each change is in the audit log, a repetition is not."""
    store = either_store
    ana = await add_person(store, "ana@acme.example", "Acme")
    done = [await change(store, "acme") for change in (suspend_organization, suspend_organization, resume_organization)]

    assert [outcome.was_so for outcome in done] == [False, True, False]
    assert await actions(store, ana.organization_id) == ["admin.setStatus"] * 2
    found = await store.read(lambda db: tier_and_status(db, ana.organization_id))
    assert found is not None and found[1] == "Active"
    assert await signed_in(store, ana.session_token)


async def test_the_last_owner_who_can_sign_in_is_not_disabled(either_store: Store) -> None:
    """An owner who is disabled does not count, neither here nor where an owner leaves."""
    store = either_store
    ana = await add_person(store, "ana@acme.example", "Acme")
    with pytest.raises(InputRejected, match=r"ana@acme.example is the last owner of Acme .* somebody else an owner"):
        await disable_person(store, "ana@acme.example")
    assert await signed_in(store, ana.session_token)

    await add_person(store, "bo@acme.example", "Acme", role="owner")
    await disable_person(store, "bo@acme.example")
    with pytest.raises(InputRejected, match="is the last owner"):
        await disable_person(store, "ana@acme.example")
    with pytest.raises(LastOwner):
        await add_person(store, "ana@acme.example", "Acme", role="viewer")


async def test_a_disabled_person_has_no_session_until_enabled(either_store: Store) -> None:
    """The earlier ones stay ended; a new one holds."""
    store = either_store
    ana = await add_person(store, "ana@acme.example", "Acme")
    await add_person(store, "bo@acme.example", "Acme", role="owner")
    assert (await disable_person(store, "ANA@acme.example")).sessions_ended == 1
    assert not await signed_in(store, ana.session_token)
    with pytest.raises(InputRejected, match="is disabled"):
        await add_person(store, "ana@acme.example", "Acme")

    assert not (await enable_person(store, "ana@acme.example")).was_so
    again = await add_person(store, "ana@acme.example", "Acme")
    assert (await signed_in(store, ana.session_token), await signed_in(store, again.session_token)) == (False, True)
    noted = await actions(store, ana.person_id)
    assert [action for action in noted if "able" in action] == ["admin.disablePerson", "admin.enablePerson"]


def test_reports_and_panels_know_every_action_that_the_audit_log_has_of_administrators() -> None:
    """So that one can be filtered by before it has been done for the first time."""
    noted = {
        node.value
        for node in ast.walk(ast.parse(inspect.getsource(admin)))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("admin.")
    }

    assert noted and noted == set(ADMIN_ACTIONS)
