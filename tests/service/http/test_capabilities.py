"""The service router's handlers: what this service adds, and who is signed in."""

from __future__ import annotations

import pytest

from tests.service.asking import Asking
from tests.service.writers import OfferingWriter, ScriptedWriter
from workbench.authoring.content.media_types import MEDIA_TYPES
from workbench.procedures.catalogue import CATALOGUE
from workbench.service.assets.media import Media
from workbench.service.http.capabilities import ADDITIONS, is_loopback
from workbench.service.kernel.binding import HANDLERS
from workbench.service.kernel.object_store_settings import QUOTA_BYTES
from workbench.service.sessions import store as sessions

pytestmark = pytest.mark.anyio


async def test_capabilities_name_what_is_served(ana: Asking) -> None:
    """Every procedure, but for those that need a model; our additions, the prices, a persistent id."""
    found = await ana.data("service.getCapabilities")
    ana.service.writer = OfferingWriter()
    with_model = await ana.data("service.getCapabilities")

    assert found["procedures"] == sorted(name for name in CATALOGUE if not HANDLERS[name].needs_model)
    assert with_model["procedures"] == sorted(CATALOGUE)
    assert set(found["additions"]) == set(ADDITIONS) >= {"baseRevision", "idempotencyKey", "lessonBlockUpdate"}
    assert found["serviceId"] == ana.service.service_id
    assert found["prices"][0]["credits"] == 1
    assert len(found["epoch"]) == 25


async def test_capabilities_tell_what_may_be_uploaded(ana: Asking) -> None:
    """Bytes by type and in all; nothing where pictures and files are not kept."""
    found = (await ana.data("service.getCapabilities"))["assets"]
    ana.service.parts[Media] = Media(None)
    without = (await ana.data("service.getCapabilities"))["assets"]

    assert found == {
        "mostBytes": {name: media_type.most_bytes for name, media_type in MEDIA_TYPES.items()},
        "quotaBytes": QUOTA_BYTES,
    }
    assert without is None


async def test_capabilities_tell_the_limits(ana: Asking) -> None:
    """By name, camelCase, whole numbers."""
    assert (await ana.data("service.getCapabilities"))["limits"] == {
        "procedures": 100,
        "paidProcedures": 5,
        "bodyBytes": 1_000_000,
        "urlBytes": 60_000,
        "headerBytes": 64_000,
        "arrivalSeconds": 10,
        "sendingSeconds": 10,
        "transactions": 50,
        "mutations": 200,
        "blocks": 2_000,
        "contentBytes": 64_000,
        "lessonBytes": 4_000_000,
        "answerBytes": 16_000_000,
        "topicCharacters": 4_000,
        "sources": 1_000,
        "sourcePassages": 20_000,
        "sourceCharacters": 40_000_000,
        "passageCharacters": 4_000,
        "passagesPerCall": 500,
        "callsPerMinute": 12_000,
        "callsAtOnce": 2_000,
        "organizationCallsPerMinute": 60_000,
        "organizationCallsAtOnce": 10_000,
        "writesAtOnce": 1_000,
        "generationsAtOnce": 64,
    }


async def test_the_writer_of_planning_sheets_does_not_pass_for_ai(ana: Asking) -> None:
    """Its name, that it is none, and the languages it knows."""
    writer = (await ana.data("service.getCapabilities"))["writer"]

    assert (writer["name"], writer["isAi"], "AR" in writer["languages"]) == ("planning-sheet", False, True)


async def test_a_model_is_said_to_be_one(ana: Asking, writer: ScriptedWriter) -> None:
    """Any language is null."""
    assert (await ana.data("service.getCapabilities"))["writer"] == {
        "name": "scripted",
        "isAi": True,
        "languages": None,
    }


@pytest.mark.parametrize(
    ("url", "only_here"),
    [
        ("http://127.0.0.1:8000", True),
        ("http://[::1]:8000", True),
        ("http://localhost", True),
        ("http://lessons.localhost:1", True),
        ("https://lessons.example", False),
        ("http://10.0.0.7", False),
        ("http://localhost.evil.example", False),
        ("", False),
    ],
)
def test_a_loopback_address_is_for_this_computer_only(url: str, only_here: bool) -> None:
    """Links and QR codes say so."""
    assert is_loopback(url) is only_here


async def test_who_am_i_tells_the_session_and_never_its_token(ana: Asking) -> None:
    """Person, session, and when it ends: 30 idle days, 90 at most."""
    answered = await ana.get("service.whoAmI", {})
    found = answered.json()[0]["result"]["data"]

    assert (found["personId"], found["name"], found["email"]) == (ana.added.person_id, "ana", "ana@example.org")
    assert found["session"].keys() == {"sessionId", "idleEndsAt", "endsAt"}
    assert found["session"]["idleEndsAt"] < found["session"]["endsAt"]
    assert sessions.ABSOLUTE_MS == 3 * sessions.IDLE_MS
    assert ana.added.session_token not in answered.text
