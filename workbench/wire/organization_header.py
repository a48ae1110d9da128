"""The header that limits a request to one organization, and the reason of the answer to what belongs to another.

Source: ours (docs/service.md).
"""

from __future__ import annotations

import string
from typing import Final

ORGANIZATION_HEADER: Final = "Workbench-Organization"
OTHER_ORGANIZATION: Final = "otherOrganization"
"""`reason` among the facts of a failure: the call names something of an organization that it is not limited to."""
_LONGEST_ID: Final = 64
_IN_IDS: Final = frozenset(string.ascii_letters + string.digits + "_-")


def organization_in(value: bytes) -> str:
    """Return the organization's id from the header's value. Raises `ValueError` for what cannot be an id."""
    text = value.decode("latin-1")
    if not 1 <= len(text) <= _LONGEST_ID or not _IN_IDS.issuperset(text):
        raise ValueError(f"{ORGANIZATION_HEADER} is the id of one organization")
    return text
