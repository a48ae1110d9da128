"""Owners of claims: one run in one process of one machine. Source: ours (bulk).

The claims of an ended process of this machine are free immediately; all others end with their lease.
"""

from __future__ import annotations

import secrets

from workbench import process_identity


def new_owner() -> str:
    """Return a unique name for one run in this process."""
    return f"{process_identity.this_process()} {secrets.token_hex(4)}"


def owner_has_ended(owner: str) -> bool:
    """Return whether the owner has certainly ended; false if that is unknown."""
    return process_identity.has_ended(owner.rpartition(" ")[0])


def shown_owner(owner: str) -> str:
    """Return the owner for people: process and host."""
    return process_identity.shown_process(owner.rpartition(" ")[0])
