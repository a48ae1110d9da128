"""The public links of a run's lessons; tests/api/test_run.py follows one on a real service."""

from __future__ import annotations

from typing import Any, cast

import pytest

from tests.bulk.fake_service import FakeService
from tests.bulk.plans import place
from workbench.bulk.running.run_links import RunLinks, find_links
from workbench.client.sync import Client
from workbench.errors import SignInNeeded
from workbench.procedures.course import list_courses


def test_a_service_that_lists_no_courses_has_no_links(service: FakeService) -> None:
    """It is said, and nothing is guessed from ids."""
    assert find_links(cast("Client", service), place(), ["lesson0"]) == RunLinks(
        fault="This service does not list lessons and courses."
    )


def test_a_session_that_ended_leaves_a_page_without_links(
    service: FakeService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page of a run is worth having all the same."""

    def ended(*_: Any) -> None:
        raise SignInNeeded("The session has ended.", code="UNAUTHORIZED", http_status=401)

    known = service.capabilities()
    assert known is not None
    known.procedures.append(list_courses.name)
    monkeypatch.setattr(service, "capabilities", lambda: known)
    monkeypatch.setattr(service, "call", ended)

    assert find_links(cast("Client", service), place(lists_lessons=True), ["lesson0"]).fault == "The session has ended."
