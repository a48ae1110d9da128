"""connect(): the one call with which a notebook begins."""

from __future__ import annotations

import sys

from workbench.api import credentials
from workbench.api.connection import read_facts
from workbench.api.content.records import show_records_as_tables
from workbench.api.credentials import Source
from workbench.api.injected_parameters import refuse_injected_secrets
from workbench.api.organizations import OrganizationHandle
from workbench.api.workbench import Workbench
from workbench.argument_check import check
from workbench.client.lookups.identify import IdOrName
from workbench.client.session.environment import ENVIRONMENT
from workbench.client.session.profile import ORGANIZATION
from workbench.client.session.token import UNUSABLE, Token, as_token
from workbench.client.sync import Client
from workbench.errors import Misconfigured, SignInNeeded, Unreachable

FIRST_ANSWER_SECONDS = 5.0
"""Time allowed for a service's first answer, so that an empty cell soon says what is wrong."""


def connect(
    url: str | None = None,
    *,
    organization: IdOrName | OrganizationHandle | None = None,
    token: Token | str | None = None,
    cookie_name: str | None = None,
    rpc_path: str | None = None,
) -> Workbench:
    """Return a workbench that is connected and signed in.

    It works in `organization`, given by name or id; without one, in that of the variable `WORKBENCH_ORGANIZATION`, or
    else in the one that was selected last. It stays there until `wb.work_in` or the organization picker switches it.

    The first configured source is used or refused, never skipped: these arguments; the environment
    (`WORKBENCH_URL`, `WORKBENCH_SESSION_TOKEN`, `WORKBENCH_COOKIE_NAME`, `WORKBENCH_RPC_PATH`); the session
    that `workbench login` saved; the service of this computer, started if it is not running.

    Prints nothing on success. Raises `UnknownName` for an organization that is not one of the person's, `InputRejected`
    if papermill was given a secret, and `NotConnected`, `SignInNeeded` or `Unreachable` with what to do.

    Example: `wb = workbench.connect(organization="Acme")`.
    """
    is_given, secret, token = token is not None, None if token is None else as_token(token), None
    if is_given and secret is None:  # raised here, where no variable holds the text any more
        raise Misconfigured(UNUSABLE)
    for name, value in (("url", url), ("cookie_name", cookie_name), ("rpc_path", rpc_path)):
        check(f"connect(): {name}", value, str | None)
    refuse_injected_secrets()
    show_records_as_tables()
    workbench = open_workbench(credentials.choose(url, secret, cookie_name=cookie_name, rpc_path=rpc_path))
    named = organization if organization is not None else ENVIRONMENT.get(ORGANIZATION) or None
    try:
        return workbench if named is None else workbench.work_in(named)
    except BaseException:
        workbench.close()
        raise


def open_workbench(chosen: Source) -> Workbench:
    """Return the workbench of the given source. Raises what `connect` raises."""
    if chosen.note:
        sys.stderr.write(f"{chosen.note}\n")
    profile = chosen.profile
    client = Client(
        profile.base_url, profile.token, cookie_name=profile.cookie_name, rpc_path=profile.rpc_path, local=profile.local
    )
    try:
        _ask_first(client, chosen)
        return Workbench(client, read_facts(client, profile.source, note=chosen.note), chosen.note)
    except SignInNeeded as refused:
        client.close()
        if chosen.renew is not None:
            return open_workbench(chosen.renew())
        message = f"The session from {profile.source} has ended or is unknown at {client.origin}. {chosen.sign_in}"
        raise SignInNeeded(message, code=refused.code, http_status=refused.http_status) from None
    except BaseException:
        client.close()
        raise


def _ask_first(client: Client, chosen: Source) -> None:
    """Raise `Unreachable` soon if something accepts the connection but does not answer."""
    try:
        client.capabilities(timeout_seconds=FIRST_ANSWER_SECONDS)
    except Unreachable as away:
        if not away.sent:
            raise
        advice = (
            chosen.sign_in
            if chosen.renew is not None
            else (
                f"Check {client.origin}/health; if it doesn't answer, the service hangs or another "
                "program uses its address. Restart it, or connect to the right address."
            )
        )
        message = f"{client.origin} can be reached, but gave no answer within {FIRST_ANSWER_SECONDS:g} s. {advice}"
        raise Unreachable(message, procedure=away.procedure) from None
