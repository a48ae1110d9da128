"""Our client works against another implementation's server that implements the interface, and nothing of ours."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.needs import needs, require
from workbench.authoring.block import Block
from workbench.authoring.gesture import insert_blocks
from workbench.client.sync import Client
from workbench.errors import NotFound, OutOfCredits, SignInNeeded
from workbench.procedures import course, lesson, organization, realtime

pytestmark = needs("node", "npm")

ANSWERS: dict[str, Any] = {
    "organization.getDashboardRecentItems": {"recentItems": [{"id": "x", "kind": "theirs"}]},
    "organization.getOrgTierAndStatus": {"tier": "Business+", "status": "Trialing"},
    "organization.getOrganizationProjects": {"projects": [{"id": "p", "title": "Theirs"}]},
    "organization.getLastSelectedOrganizationId": {"organizationId": "org1"},
    "organization.getFullSidebarItems": {"recents": [], "favs": []},
    "organization.getUserData": {"user": {"name": "Ana"}, "credits": 7},
    "courseRouter.getCourseSharingInfo": {"isPublic": True, "canBeShared": True, "shareUrl": "https://s.test/s/c1"},
    "lesson.createStarterLesson": {"lessonId": "l1", "title": "Tides"},
    "realtime.executeTransactions": {"status": "success"},
}


@dataclass
class Theirs:
    """Their server, and what it has been given."""

    base_url: str
    heard: Callable[[], dict[str, Any]]


@contextmanager
def _their_server(packages: Path, form: str) -> Iterator[Theirs]:
    process = subprocess.Popen(
        [require("node"), "server.mjs", json.dumps(ANSWERS), form],
        cwd=packages,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None and process.stdout is not None
    lines = process.stdout
    try:
        port = json.loads(lines.readline())["port"]
        yield Theirs(f"http://127.0.0.1:{port}", lambda: json.loads(lines.readline()))
    finally:
        process.stdin.close()
        process.wait(60)
        lines.close()


@pytest.fixture(params=["plain", "wrapped"])
def their_server(packages: Path, request: pytest.FixtureRequest) -> Iterator[Theirs]:
    """Their server, whose answers are plain or wrapped as superjson has them."""
    with _their_server(packages, request.param) as server:
        yield server


@pytest.fixture
def client(their_server: Theirs) -> Iterator[Client]:
    """Our client, signed in."""
    with Client(their_server.base_url, "right") as signed_in:
        yield signed_in


def test_the_reads_of_the_interface_in_one_batch(client: Client) -> None:
    """
    Absent inputs, shown inputs and answers with fields of theirs; unknown fields are kept.
    """
    sharing, selected, tier, recent, projects, sidebar, person = client.batch(
        course.get_course_sharing_info(course_id="c1"),
        organization.get_last_selected_organization_id(),
        organization.get_org_tier_and_status(organization_id="org1"),
        organization.get_dashboard_recent_items(),
        organization.get_organization_projects(),
        organization.get_full_sidebar_items(
            sort_preference="recently-updated", organization_id="org1", project_id=None
        ),
        organization.get_user_data(),
    )

    assert sharing.share_url == "https://s.test/s/c1"
    assert selected.organization_id == "org1"
    assert (tier.tier, tier.status) == ("Business+", "Trialing")
    assert recent.recent_items[0].model_extra == {"id": "x", "kind": "theirs"}
    assert projects.projects[0].project_id is None
    assert sidebar.recent_projects is None
    assert person.ai_credit_balance is None


def test_each_read_alone(client: Client, their_server: Theirs) -> None:
    """
    One call is a batch of one; an absent input arrives as undefined, not as null.
    """
    client.call(organization.get_last_selected_organization_id())

    assert their_server.heard() == {"name": "organization.getLastSelectedOrganizationId", "input": "undefined"}


def test_the_writes_of_the_interface(client: Client, their_server: Theirs) -> None:
    """
    A starter lesson and a blank block; nothing of ours is sent.
    """
    made = client.call(lesson.create_starter_lesson(language="en", topic="Tides"))
    blank = Block(id="3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa", type="blank", content={})
    insert = insert_blocks((), [blank])
    done = client.call(realtime.execute_transactions(lesson_id="l1", language="EN", transactions=[insert]))

    assert (made.lesson_id, made.title, done.status) == ("l1", "Tides", "success")
    assert their_server.heard()["input"] == {"language": "EN", "topic": "Tides"}
    assert their_server.heard()["input"]["transactions"][0]["mutations"][0] == {
        "type": "lessonBlockOrderUpdate",
        "after": ["3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa"],
    }


def test_a_refusal_is_a_typed_error(client: Client) -> None:
    """
    Their error element becomes our error with procedure, code and status.
    """
    with pytest.raises(OutOfCredits) as refused:
        client.call(lesson.create_starter_lesson(language="EN", topic="out of credits"))

    assert (refused.value.procedure, refused.value.code) == ("lesson.createStarterLesson", "PAYMENT_REQUIRED")
    assert refused.value.http_status == 402


def test_a_failure_of_one_leaves_the_others(client: Client) -> None:
    """
    `outcomes` gives an answer or an error for each.
    """
    fine, missing = client.outcomes(organization.get_last_selected_organization_id(), organization.list_organizations())

    assert fine.organization_id == "org1"
    assert isinstance(missing, NotFound)


def test_a_service_with_the_interface_alone_has_no_capabilities(client: Client) -> None:
    """
    `service.getCapabilities` is unknown there, which is not an error; keys are not honoured.
    """
    assert client.capabilities() is None
    assert client.honours_keys is False


def test_a_wrong_token_asks_to_sign_in(their_server: Theirs) -> None:
    """
    UNAUTHORIZED is `SignInNeeded`, for every call of a batch.
    """
    with Client(their_server.base_url, "wrong") as stranger, pytest.raises(SignInNeeded):
        stranger.batch(organization.get_user_data(), organization.get_organization_projects())
