"""Where a session comes from, and that a kept token stays with its origin."""

from __future__ import annotations

import stat
from collections.abc import Iterator

import keyring
import pytest

from tests.client.real_keyring import RealKeyring
from workbench.client.data_folder import data_folder
from workbench.client.session import keyring_store, profile
from workbench.client.session.profile import Profile
from workbench.client.session.token import Token
from workbench.errors import Misconfigured, NotConnected

HERE = "https://one.example"
ELSEWHERE = "https://two.example"


@pytest.fixture
def real_keyring() -> Iterator[None]:
    """A desktop's keyring, in memory."""
    before = keyring.get_keyring()
    keyring.set_keyring(RealKeyring())
    yield
    keyring.set_keyring(before)


@pytest.fixture
def kept() -> Profile:
    """A session kept in the file."""
    profile.save(Profile(HERE, Token("kept"), "login"), in_file=True)
    found = profile.last_profile()
    assert found is not None
    return found


def test_nothing_configured_is_none() -> None:
    """Neither environment nor a saved profile: the caller continues to its own service."""
    assert (profile.from_environment({}), profile.last_profile()) == (None, None)


def test_the_environment_names_service_and_session() -> None:
    """All four settings are read."""
    found = profile.from_environment(
        {
            "WORKBENCH_URL": HERE,
            "WORKBENCH_SESSION_TOKEN": "told",
            "WORKBENCH_COOKIE_NAME": "c",
            "WORKBENCH_RPC_PATH": "/r",
        }
    )

    assert found == Profile(HERE, Token("told"), "WORKBENCH_URL and WORKBENCH_SESSION_TOKEN", "c", "/r")


def test_a_token_without_its_service_is_refused() -> None:
    """Half a setting is a mistake, not a wish for another source."""
    with pytest.raises(NotConnected, match="WORKBENCH_URL is not"):
        profile.from_environment({"WORKBENCH_SESSION_TOKEN": "told"})


def test_a_service_without_a_session_is_refused() -> None:
    """The message says how to get one."""
    with pytest.raises(NotConnected, match=f"workbench login --url {HERE}"):
        profile.from_environment({"WORKBENCH_URL": HERE})


@pytest.mark.usefixtures("kept")
def test_a_service_in_the_environment_takes_the_session_kept_for_it() -> None:
    """The address from the environment, the token from where login put it."""
    found = profile.from_environment({"WORKBENCH_URL": HERE})

    assert found is not None
    assert found.token == Token("kept")


def test_a_kept_session_is_given_back(kept: Profile) -> None:
    """What was saved last is what `saved` gives, with the place in words and never the token."""
    assert (kept.base_url, kept.token) == (HERE, Token("kept"))
    assert "profiles.json" in kept.source
    assert "kept'" not in repr(kept)


@pytest.mark.usefixtures("kept")
def test_the_file_is_open_to_its_owner_alone() -> None:
    """Mode 0600."""
    assert stat.S_IMODE((data_folder() / "profiles.json").stat().st_mode) == 0o600


@pytest.mark.usefixtures("kept")
def test_a_kept_token_goes_to_no_other_origin() -> None:
    """A shared notebook with a changed address gets nothing."""
    with pytest.raises(NotConnected, match=ELSEWHERE):
        profile.from_arguments(ELSEWHERE, None, {})


def test_the_environments_token_goes_to_no_other_origin() -> None:
    """A token in the environment belongs to the address next to it."""
    told = {"WORKBENCH_URL": HERE, "WORKBENCH_SESSION_TOKEN": "told"}

    with pytest.raises(NotConnected, match=ELSEWHERE):
        profile.from_arguments(ELSEWHERE, None, told)


def test_an_argument_with_its_own_token_is_taken_as_it_is() -> None:
    """Arguments win over everything."""
    found = profile.from_arguments(ELSEWHERE, Token("given"), {"WORKBENCH_URL": HERE}, cookie_name="c")

    assert (found.base_url, found.token, found.cookie_name) == (ELSEWHERE, Token("given"), "c")


def test_a_damaged_profile_is_said_and_not_passed_over() -> None:
    """A source that is configured but broken fails in plain language."""
    data_folder().mkdir(parents=True)
    (data_folder() / "profiles.json").write_text("{")

    with pytest.raises(Misconfigured, match="cannot be read"):
        profile.last_profile()


@pytest.mark.usefixtures("kept")
def test_a_profile_whose_address_was_changed_is_refused() -> None:
    """The token is bound to the origin under which it was saved."""
    path = data_folder() / "profiles.json"
    path.write_text(path.read_text().replace(f'"base_url": "{HERE}', f'"base_url": "{ELSEWHERE}'))

    with pytest.raises(Misconfigured, match="cannot be read"):
        profile.last_profile()


def test_without_a_keyring_the_session_is_not_kept_silently() -> None:
    """The null backend takes and forgets; it is not used."""
    with pytest.raises(Misconfigured, match="no keyring"):
        profile.save(Profile(HERE, Token("kept"), "login"), in_file=False)


@pytest.mark.usefixtures("kept")
def test_forgetting_leaves_nothing() -> None:
    """After logout no source gives the session, and the file does not hold it."""
    assert profile.forget() == HERE
    assert profile.last_profile() is None
    assert "kept" not in (data_folder() / "profiles.json").read_text()


@pytest.mark.usefixtures("kept")
def test_forgetting_goes_back_to_the_one_before() -> None:
    """Two services were signed in to; the other one is current again."""
    profile.save(Profile(ELSEWHERE, Token("second"), "login"), in_file=True)
    profile.forget(ELSEWHERE)
    found = profile.last_profile()

    assert found is not None
    assert found.base_url == HERE


def test_in_a_keyring_the_file_holds_no_token(real_keyring: None) -> None:
    """Only which service it is for."""
    profile.save(Profile(HERE, Token("canary-token"), "login"), in_file=False)
    found = profile.last_profile()

    assert found is not None
    assert (found.token, found.source) == (Token("canary-token"), "the keyring")
    assert "canary" not in (data_folder() / "profiles.json").read_text()


def test_a_keyring_that_lost_it_is_said(real_keyring: None) -> None:
    """The saved profile is not passed over."""
    profile.save(Profile(HERE, Token("kept"), "login"), in_file=False)
    keyring_store.drop(HERE)

    with pytest.raises(NotConnected, match="workbench login"):
        profile.last_profile()


@pytest.mark.usefixtures("kept")
def test_a_profile_has_a_name() -> None:
    """That of its host, or the one it was given, which stays; an unknown one and one that is taken are refused."""
    profile.save(Profile(ELSEWHERE, Token("second"), "login"), in_file=True, name="school")
    profile.save(Profile(ELSEWHERE, Token("third"), "login"), in_file=True)

    assert profile.profile_names() == {"one.example": HERE, "school": ELSEWHERE}
    assert profile.profile_address("school") == ELSEWHERE
    with pytest.raises(NotConnected, match="Did you mean 'school'"):
        profile.profile_address("shool")
    with pytest.raises(Misconfigured, match="is that of"):
        profile.save(Profile(HERE, Token("kept"), "login"), in_file=True, name="school")
