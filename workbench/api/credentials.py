"""The service and session to use: the first configured source is used, or fails with a clear message.

Arguments, then the environment, then the saved profile, then the service of this person's data folder.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from workbench.client.session import profile
from workbench.client.session.environment import ENVIRONMENT
from workbench.client.session.profile import Profile
from workbench.client.session.token import Token
from workbench.errors import NotConnected

EMBEDDED = "the service of this computer"


@dataclass(frozen=True, slots=True)
class Source:
    """The service and session to use.

    `sign_in` says what to do when the session has ended, `renew` does it where that can be done; `note` says what else
    there is to know.
    """

    profile: Profile
    sign_in: str
    note: str | None = None
    renew: Callable[[], Source] | None = None


def choose(
    url: str | None, token: Token | None, *, cookie_name: str | None = None, rpc_path: str | None = None
) -> Source:
    """Return the first configured source. Raises `NotConnected`, `Misconfigured` or `OriginRefused`.

    A token in the environment or in a saved profile is only ever used with the origin that it came with.
    """
    if url is None and (token or cookie_name or rpc_path):
        raise NotConnected("A token, cookie name or path belongs to a service. Name it too: connect(url=...)")
    if url is not None:
        given = profile.from_arguments(url, token, ENVIRONMENT, cookie_name=cookie_name, rpc_path=rpc_path)
        return Source(given, "Ask the service for a new session and pass it, or run: workbench login")
    if configured := profile.from_environment(ENVIRONMENT):
        return Source(
            configured, f"Set {profile.SESSION_TOKEN} to a new session of {configured.base_url}, or unset it."
        )
    if saved := profile.last_profile():
        return Source(saved, f"Run: workbench login --url {saved.base_url}")
    return start_local_service()


def start_local_service() -> Source:
    """Return the service of this person's data folder, starting it if needed; it renews its owner's session."""
    return replace(_start_service(), renew=_restart_service)


def _start_service() -> Source:
    from workbench.embedded.life import reach_service, start

    running = start()
    profile = Profile(running.base_url, running.token, EMBEDDED, local=reach_service(running))
    return Source(profile, "Run: workbench stop, then connect again.", running.changed_setting(ENVIRONMENT))


def _restart_service() -> Source:
    from workbench.embedded.life import stop

    stop()
    return _start_service()
