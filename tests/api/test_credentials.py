"""The first source that is configured is used, and used or refused, never passed over."""

from __future__ import annotations

import pytest

from workbench.api import credentials
from workbench.client.session import profile
from workbench.client.session.profile import Profile
from workbench.client.session.token import Token
from workbench.embedded.record import EmbeddedService
from workbench.errors import Misconfigured, NotConnected, OriginRefused

ARGUED, TOLD, KEPT = "https://argued.example", "https://told.example", "https://kept.example"


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment names a service and a session."""
    monkeypatch.setenv("WORKBENCH_URL", TOLD)
    monkeypatch.setenv("WORKBENCH_SESSION_TOKEN", "told")


@pytest.fixture
def kept() -> None:
    """A session was kept by login."""
    profile.save(Profile(KEPT, Token("kept"), "login"), in_file=True)


@pytest.mark.usefixtures("told", "kept")
def test_arguments_come_first() -> None:
    """Whatever else is configured."""
    assert credentials.choose(ARGUED, Token("argued")).profile.base_url == ARGUED


@pytest.mark.usefixtures("told", "kept")
def test_the_environment_comes_second() -> None:
    """Before what was kept."""
    assert credentials.choose(None, None).profile.base_url == TOLD


@pytest.mark.usefixtures("kept")
def test_the_saved_profile_comes_third() -> None:
    """Before the service of this computer."""
    assert credentials.choose(None, None).profile.base_url == KEPT


def test_the_service_of_this_computer_comes_last(own_service: EmbeddedService) -> None:
    """When nothing is configured."""
    assert credentials.choose(None, None).profile.base_url == own_service.base_url


@pytest.mark.usefixtures("kept")
def test_half_an_environment_is_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """An address without a session fails; neither the saved profile nor the demo steps in."""
    monkeypatch.setenv("WORKBENCH_URL", TOLD)

    with pytest.raises(NotConnected, match="workbench login --url"):
        credentials.choose(None, None)


def test_a_damaged_profile_is_not_passed_over(home: object) -> None:
    """A file that cannot be read fails; the demo does not step in."""
    profile.save(Profile(KEPT, Token("kept"), "login"), in_file=True)
    (profile.data_folder() / profile.PROFILES).write_text("damaged")

    with pytest.raises(Misconfigured, match="cannot be read"):
        credentials.choose(None, None)


def test_a_token_alone_is_refused() -> None:
    """It belongs to a service."""
    with pytest.raises(NotConnected, match="url="):
        credentials.choose(None, Token("lonely"))


def test_plain_http_to_another_computer_is_refused() -> None:
    """Before anything is sent."""
    with pytest.raises(OriginRefused):
        credentials.choose("http://far.example", Token("secret"))


def test_a_changed_writer_is_noted(own_service: EmbeddedService, monkeypatch: pytest.MonkeyPatch) -> None:
    """The note names the command that restarts."""
    monkeypatch.setenv("WORKBENCH_AI_MODEL", "openai:other")

    assert "workbench stop" in (credentials.start_local_service().note or "")
