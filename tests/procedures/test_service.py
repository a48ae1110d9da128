"""The service router: what the service adds, and who is signed in."""

from __future__ import annotations

import pytest

from workbench.authoring.shape import NoInput
from workbench.procedures import service


@pytest.mark.parametrize("procedure", [service.get_capabilities, service.who_am_i], ids=["capabilities", "who"])
def test_everything_about_the_service_is_a_read_without_input(procedure: object) -> None:
    """It can be asked before anything else is known."""
    assert getattr(procedure, "input_model", None) is NoInput and not getattr(procedure, "is_write", True)


def test_a_session_is_told_without_its_token() -> None:
    """Its id and its ends are enough to manage it."""
    assert set(service.SessionFacts.model_fields) == {"session_id", "idle_ends_at", "ends_at"}


def test_capabilities_of_a_newer_service_are_read() -> None:
    """Further facts are kept, further additions are words like the others."""
    answer = service.get_capabilities.read_output(
        {
            "serviceId": "s",
            "name": "workbench",
            "version": "9.0.0",
            "procedures": [],
            "additions": ["timeTravel"],
            "limits": {"wishes": 3},
            "prices": [],
            "writer": {"name": "openai:gpt-9", "isAi": True, "mood": "good"},
            "moon": "full",
        }
    )
    assert answer.additions == ["timeTravel"] and answer.writer.languages is None and not answer.is_local
