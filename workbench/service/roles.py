"""Roles and their powers. The power that a procedure needs stands at its handler. Source: ours (service 2)."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

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
"""What each role may do. `spend` reads the own entries of the credit ledger, `ledger` everyone's.

`review` decides about lessons, `policy` sets what may be published.
"""

SIGNED_IN: Final = None
"""What a handler requires that touches no organization but the caller's own list: no power, only a session."""

TO_PUBLISH: Final = "share"
"""The power that it takes besides, wherever a lesson is put into a public course: that makes it public."""


def may(role: str, power: Power | None) -> bool:
    """Whether a role has a power; an unknown role has none, and no role has `None`."""
    return power in POWERS.get(role, frozenset())
