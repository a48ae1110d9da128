"""Somebody who has only the interface and curl: its lines of 4.1 to 4.6, and exactly the shapes that it shows.

Nothing of the package is used to send or to read; the service is a process of its own.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import pytest

from tests.needs import needs, require
from tests.people import owner_of
from tests.service.serving import serving

pytestmark = needs("curl")

UNDEFINED = {"json": None, "meta": {"values": ["undefined"]}}
PAGE = "3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa"


@dataclass(frozen=True)
class Curl:
    """A person with a session at a service."""

    base_url: str
    token: str
    organization_id: str

    def get(self, names: str, inputs: dict[str, Any], *more: str) -> Any:
        """A read, as 4.0 writes it."""
        return self._run(f"{self.base_url}/api/rpc/{names}?batch=1&input={quote(json.dumps(inputs))}", *more)

    def post(self, name: str, body: dict[str, Any]) -> Any:
        """A write, as 4.3 and 4.5 write it."""
        return self._run(
            f"{self.base_url}/api/rpc/{name}?batch=1",
            *("-X", "POST", "-H", "Content-Type: application/json", "-d", json.dumps(body)),
        )

    def _run(self, *words: str) -> Any:
        cookie = f"Cookie: __Secure-authoring.session-token={self.token}"
        ran = subprocess.run(
            [require("curl"), "-sS", "--fail", "-g", "-H", cookie, *words], capture_output=True, check=True
        )
        return json.loads(ran.stdout)


@pytest.fixture(scope="module")
def curl(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Curl]:
    """A person at a fresh service."""
    database = tmp_path_factory.mktemp("curl") / "service.db"
    added = owner_of(f"sqlite:///{database}", credits_at_start=10)
    with serving(database, share_base_url="https://lessons.example") as service:
        yield Curl(service.base_url, added.session_token, added.organization_id)


@pytest.fixture(scope="module")
def starter(curl: Curl) -> dict[str, Any]:
    """What 4.3 answers."""
    answer: dict[str, Any] = curl.post(
        "lesson.createStarterLesson", {"0": {"json": {"language": "EN", "topic": "How tides work"}}}
    )
    return answer


@pytest.fixture(scope="module")
def course_id(curl: Curl, starter: dict[str, Any]) -> str:
    """The course of the starter lesson, which 4.1's recent items name."""
    (recent, _) = curl.get("organization.getDashboardRecentItems,organization.getOrgTierAndStatus", {})
    found: str = recent["result"]["data"]["recentItems"][0]["courseId"]
    return found


def test_dashboard_initialization(curl: Curl, starter: dict[str, Any]) -> None:
    """4.1: an array; element 0 with recentItems, element 1 with tier and status."""
    answer = curl.get(
        "organization.getDashboardRecentItems,organization.getOrgTierAndStatus", {"0": UNDEFINED, "1": UNDEFINED}
    )

    assert answer[0].keys() == {"result"} == answer[1].keys()
    assert answer[0]["result"]["data"].keys() == {"recentItems"}
    assert answer[0]["result"]["data"]["recentItems"][0]["lessonId"] == starter["result"]["data"]["lessonId"]
    assert answer[1] == {"result": {"data": {"tier": "Free", "status": "Active"}}}


def test_create_a_lesson_initial_load(curl: Curl) -> None:
    """4.2: an array; element 0 with projects."""
    (element,) = curl.get("organization.getOrganizationProjects", {"0": UNDEFINED})

    assert element["result"]["data"].keys() == {"projects"}
    assert isinstance(element["result"]["data"]["projects"], list)


def test_create_a_starter_lesson(starter: dict[str, Any]) -> None:
    """4.3: one object with lessonId and title, and nothing else."""
    assert starter.keys() == {"result"}
    assert starter["result"].keys() == {"data"}
    assert {name: type(value) for name, value in starter["result"]["data"].items()} == {"lessonId": str, "title": str}


def test_course_sharing_info_and_organization_status(curl: Curl, course_id: str) -> None:
    """4.4: an array of 3, each with just the fields shown."""
    answer = curl.get(
        "courseRouter.getCourseSharingInfo,organization.getLastSelectedOrganizationId,organization.getOrgTierAndStatus",
        {
            "0": {"json": {"courseId": course_id}},
            "1": UNDEFINED,
            "2": {"json": {"organizationId": curl.organization_id}},
        },
    )

    assert answer == [
        {
            "result": {
                "data": {
                    "isPublic": False,
                    "canBeShared": False,  # its lesson is a planning sheet
                    "shareUrl": f"https://lessons.example/s/{course_id}",
                }
            }
        },
        {"result": {"data": {"organizationId": curl.organization_id}}},
        {"result": {"data": {"tier": "Free", "status": "Active"}}},
    ]


def test_insert_a_blank_page(curl: Curl, starter: dict[str, Any]) -> None:
    """4.5: the known example, the order first and the insert second; the answer to the letter."""
    transaction = {
        "label": "insertPages",
        "mutations": [
            {"type": "lessonBlockOrderUpdate", "after": [PAGE]},
            {"type": "lessonBlockInsert", "block": {"id": PAGE, "type": "blank", "content": {}}},
        ],
    }
    lesson_id = starter["result"]["data"]["lessonId"]
    answer = curl.post(
        "realtime.executeTransactions",
        {"0": {"json": {"lessonId": lesson_id, "language": "EN", "transactions": [transaction]}}},
    )

    assert answer == {"result": {"type": "data", "data": {"status": "success"}}}


def test_sidebar_dashboard_data(curl: Curl) -> None:
    """4.6: projects and favorites first; last the user with referral, credits, admin role, tier and status."""
    answer = curl.get(
        "organization.getFullSidebarItems,organization.getOrgTierAndStatus,organization.getUserData",
        {
            "0": {
                "json": {
                    "sortPreference": "recently-updated",
                    "organizationId": curl.organization_id,
                    "projectId": None,
                }
            }
        },
        *("-H", "Content-Type: application/json"),
    )
    sidebar, _, user = [value["result"]["data"] for value in answer]

    assert sidebar.keys() == {"recentProjects", "favorites"}
    assert {"referralId", "aiCreditBalance", "isAdmin", "tier", "status"} <= user.keys()


def test_every_endpoint_needs_the_cookie(curl: Curl) -> None:
    """5: without it, 401 and no data."""
    ran = subprocess.run(
        [require("curl"), "-sS", "-w", "\n%{http_code}", f"{curl.base_url}/api/rpc/organization.getUserData?batch=1"],
        capture_output=True,
        check=True,
        text=True,
    )
    body, http_status = ran.stdout.rsplit("\n", 1)

    assert http_status == "401"
    assert json.loads(body)[0].keys() == {"error"}
