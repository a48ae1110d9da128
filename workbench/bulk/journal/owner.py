"""Who holds a claim: one run in this process, told apart from every other on every machine. Source: ours (bulk).

A process of this machine that is surely gone lets go at once; of any other only the lease's end is known.
"""

from __future__ import annotations

import secrets

from workbench.client import process_identity


def new_owner() -> str:
    """A name for one run in this process: the process, and chance."""
    return f"{process_identity.this_process()} {secrets.token_hex(4)}"


def is_gone(owner: str) -> bool:
    """Whether the owner has surely ended. False when it cannot be told."""
    return process_identity.is_gone(owner.rpartition(" ")[0])


def shown_owner(owner: str) -> str:
    """The owner for people: process and host."""
    return process_identity.shown_process(owner.rpartition(" ")[0])
