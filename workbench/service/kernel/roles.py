"""Roles, their powers, and memberships: the role of a person in an organization. Source: ours (service 2).

The power that a procedure needs is set at its handler.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from workbench.service.kernel.errors import HandlerError

ROLES: Final = ("owner", "admin", "author", "reviewer", "analyst", "viewer")
DEFAULT_ROLE: Final = "author"

Power: TypeAlias = Literal[
    "read", "edit", "generate", "share", "people", "ledger", "spend", "grant", "review", "policy"
]

POWERS: Final[dict[str, frozenset[Power]]] = {
    "owner": frozenset({"read", "edit", "generate", "share", "people", "ledger", "spend", "grant", "review", "policy"}),
    "admin": frozenset({"read", "edit", "generate", "share", "people", "ledger", "spend", "review", "policy"}),
    "author": frozenset({"read", "edit", "generate", "share", "spend"}),
    "reviewer": frozenset({"read", "edit", "review"}),
    "analyst": frozenset({"read", "ledger", "spend"}),
    "viewer": frozenset({"read"}),
}
"""The powers of each role.

`spend` reads the person's own entries of the credit ledger, `ledger` everyone's. `review` decides about lessons,
`policy` sets what may be published.
"""

SIGNED_IN: Final = None
"""The requirement of a handler that touches no organization, only the caller's own list: a session, no power."""


class Membership(NamedTuple):
    """The organization a thing is in, and the person's role there."""

    organization_id: str
    role: str


class OrganizationMembership(NamedTuple):
    """The person's role in an organization, and facts about it that nearly every page shows."""

    organization_id: str
    role: str
    name: str
    tier: str
    status: str
    credit_balance: int
    daily_cap_credits: int | None = None
    spent_today_credits: int = 0
    default_language: str | None = None


def may(role: str, power: Power | None) -> bool:
    """Return whether a role has a power; an unknown role has none, and no role has `None`."""
    return power in POWERS.get(role, frozenset())


def role_refused(role: str, allowed: Collection[str], why: str = "", **facts: Any) -> HandlerError:
    """Build the refusal of a role: it names every role that is allowed, and `allowedRoles` has them for programs.

    `why` is a sentence before it, where the role alone does not explain the refusal.
    """
    roles = [role for role in ROLES if role in allowed]
    ask = f"{_list_roles(roles)} may; ask one of them." if roles else "No role does."
    sentences = f"{why} The role {role} does not allow this. {ask}".strip()
    return HandlerError("FORBIDDEN", sentences, allowedRoles=roles, **facts)


def check_role(role: str, power: Power | None) -> None:
    """Raise the refusal of a role that has not this power."""
    if not may(role, power):
        raise role_refused(role, [role for role in ROLES if may(role, power)])


def _list_roles(roles: Sequence[str]) -> str:
    *others, last = [f"{role}s" for role in roles] or ["others"]
    names = f"{', '.join(others)} and {last}" if others else last
    return names[0].upper() + names[1:]
