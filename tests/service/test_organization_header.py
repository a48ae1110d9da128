"""A request that is limited to one organization does nothing in another, whichever procedure it calls."""

from __future__ import annotations

import pytest

from tests.service.asking import ABSENT, Asking, asking
from tests.service.places import INPUTS, furnish
from tests.service.writers import OfferingWriter
from workbench.procedures.catalogue import CATALOGUE
from workbench.wire.headers import OTHER_ORGANIZATION

pytestmark = pytest.mark.anyio

OF_THE_PERSON = {
    "organization.acceptInvitation",
    "organization.declineInvitation",
    "organization.getLastSelectedOrganizationId",
    "organization.getRateCard",
    "organization.listInvitations",
    "organization.listOrganizations",
    "service.getCapabilities",
    "service.listSessions",
    "service.revokeSession",
    "service.whoAmI",
}
"""What concerns the person who calls, or the service, and no organization."""


async def test_every_procedure_refuses_what_belongs_to_another_organization(ana: Asking) -> None:
    """The refusal names both organizations; only what concerns no organization is answered as always."""
    ana.service.writer = OfferingWriter()
    other = await asking(ana.service, "ana@example.org", "Harbour School")
    await other.done("organization.selectOrganization", {"organizationId": other.organization_id})
    place = await furnish(other)
    limited = {"workbench_organization": ana.organization_id}
    refused = {}
    for name in sorted(INPUTS):
        send = other.post if CATALOGUE[name].is_write else other.get
        answer = (await send(name, INPUTS[name](place), **limited)).json()
        error = (answer if isinstance(answer, dict) else answer[0]).get("error", {})
        if error.get("data", {}).get("reason") == OTHER_ORGANIZATION:
            refused[name] = error["message"]

    assert set(INPUTS) - set(refused) == OF_THE_PERSON
    assert {*refused.values()} == {
        'This belongs to "Harbour School", not to "Acme": switch to "Harbour School" first. Nothing was done.'
    }


async def test_what_names_no_organization_is_about_the_one_of_the_header(ana: Asking) -> None:
    """Credits are spent where the request says, whatever was selected last."""
    other = await asking(ana.service, "ana@example.org", "Harbour School")
    await other.done("organization.selectOrganization", {"organizationId": other.organization_id})
    limited = {"workbench_organization": ana.organization_id}
    await ana.starter("Tides", **limited)

    left = [
        (await ana.data("organization.getUserData", {"organizationId": person.organization_id}))["aiCreditBalance"]
        for person in (ana, other)
    ]
    assert left == [99, 100]


async def test_an_organization_of_others_is_not_named(ana: Asking, eve: Asking) -> None:
    """What is not the person's to see is not there, with or without the header."""
    lesson = await eve.starter("Secret")
    answer = await ana.get(
        "lesson.getLesson", {"lessonId": lesson["lessonId"]}, workbench_organization=ana.organization_id
    )

    assert (answer.status_code, "Other" in answer.text) == (404, False)


@pytest.mark.parametrize("text", ["", "a b", "x" * 65, "a\x00b", "é"])
async def test_a_header_that_is_no_id_is_refused(ana: Asking, text: str) -> None:
    """Nothing runs without the limit that was requested."""
    header = (b"workbench-organization", text.encode("latin-1"))
    headers = [(b"cookie", ana.cookie.encode()), header]
    answer = await ana.http.get("/api/rpc/service.whoAmI?batch=1", headers=headers)

    assert answer.status_code == 400
    assert (await ana.get("service.whoAmI", ABSENT)).status_code == 200
