"""Who holds a claim: one run in one process of one machine. Source: ours (bulk).

The claims of a process of this machine that has ended are free at once; all others end with their lease.
"""

from __future__ import annotations

import secrets

from workbench import process_identity


def new_owner() -> str:
    """A unique name for one run in this process."""
    return f"{process_identity.this_process()} {secrets.token_hex(4)}"


def is_gone(owner: str) -> bool:
    """Whether the owner has surely ended. False when it cannot be told."""
    return process_identity.is_gone(owner.rpartition(" ")[0])


def shown_owner(owner: str) -> str:
    """The owner for people: process and host."""
    return process_identity.shown_process(owner.rpartition(" ")[0])
