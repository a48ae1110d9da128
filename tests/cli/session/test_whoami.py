"""`workbench whoami`."""

from __future__ import annotations

import json

from tests.own_service import command
from workbench.embedded.record import EmbeddedService


def test_it_shows_the_card(own_service: EmbeddedService) -> None:
    """As a notebook does; the token is not in it."""
    ended = command("whoami")

    assert ended.returncode == 0, ended.stderr
    assert "owner@localhost" in ended.stdout
    assert own_service.token.reveal() not in ended.stdout + ended.stderr


def test_it_tells_programs(own_service: EmbeddedService) -> None:
    """Ids, credits, service and writer."""
    told = json.loads(command("whoami", "--json").stdout)

    assert (told["serviceId"], told["writer"], told["role"]) == (own_service.service_id, "planning-sheet", "owner")


def test_an_address_without_a_session_says_what_to_do() -> None:
    """And starts no service of its own."""
    ended = command("whoami", WORKBENCH_URL="https://service.example")

    assert ended.returncode == 1
    assert "workbench login --url https://service.example" in ended.stderr
