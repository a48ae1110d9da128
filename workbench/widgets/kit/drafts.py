"""Drafts: the owner of unsaved texts that a browser keeps, so that it offers them to nobody else.

The texts stay in the browser (`drafts.js`); Python tells it the service and the person, as digests.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any
from weakref import WeakKeyDictionary

from workbench.client.session import profile
from workbench.client.sync import Client
from workbench.errors import WorkbenchError
from workbench.procedures.organization import get_user_data
from workbench.procedures.service import who_am_i

_DIGEST_CHARACTERS = 24
_known: WeakKeyDictionary[Client, tuple[str, str]] = WeakKeyDictionary()


def draft_owner(client: Client) -> dict[str, Any]:
    """Return the service, the person and the number of sign-outs from the service on this computer.

    Empty until the signed-in person is known: until then nothing is kept beyond the page. Asks the service once
    per client.
    """
    if client not in _known:
        try:
            service, person = _service_and_person(client)
        except WorkbenchError:
            return {}  # the next request finds out; the panel's own request reports the failure
        if not person:
            return {}
        _known[client] = _digest(service), _digest(f"{service}\n{person}")
    service, person = _known[client]
    return {"service": service, "person": person, "signOuts": profile.sign_outs(client.origin)}


def organization_owner(owner: dict[str, Any], organization_id: str | None) -> str:
    """Return the digest of the texts' owner in one organization; `owner` is from `draft_owner`."""
    return _digest("\n".join([owner["service"], owner["person"], organization_id or ""]))


def _service_and_person(client: Client) -> tuple[str, str]:
    capabilities = client.capabilities()
    if capabilities is not None and who_am_i.name in capabilities.procedures:
        return capabilities.service_id, client.call(who_am_i()).person_id
    person = client.call(get_user_data())
    service = capabilities.service_id if capabilities else client.origin
    return service, person.person_id or person.email or ""


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:_DIGEST_CHARACTERS]
