"""Regression: verbose tracebacks, which notebooks keep, showed the session token among the variables of our frames."""

from __future__ import annotations

import io
import re
import sys
import traceback
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from IPython.core.ultratb import VerboseTB

import workbench as package
import workbench.api.connect as door_module
from tests.client.conftest import CANARY
from workbench.api.connect import connect
from workbench.bulk.running.dask_worker import SESSION_TOKEN_FILE, ServiceAddress, worker_client
from workbench.cli import session
from workbench.client.aio import AsyncClient
from workbench.client.data_folder import data_folder
from workbench.client.session import profile
from workbench.client.session.profile import Profile
from workbench.client.session.token import Token
from workbench.client.sync import Client
from workbench.errors import WorkbenchError
from workbench.procedures.organization import get_org_tier_and_status

pytestmark = pytest.mark.usefixtures("without_waits")
OURS = str(Path(door_module.__file__).parents[1])
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
NOBODY = "http://127.0.0.1:9"
REFUSED_TEXT = f"{CANARY} x"

Stranger = tuple[str, list[tuple[str, str]]]


def chain_of(error: BaseException) -> Iterator[BaseException]:
    """The error and all that it came of, also what is hidden."""
    for cause in (error.__cause__, error.__context__):
        if cause is not None:
            yield from chain_of(cause)
    yield error


def variables_of(error: BaseException) -> str:
    """Every variable of every frame of ours, with the names of the frames."""
    frames = [frame for cause in chain_of(error) for frame, _ in traceback.walk_tb(cause.__traceback__)]
    ours = [frame for frame in frames if frame.f_code.co_filename.startswith(OURS)]
    return "".join(f"{frame.f_code.co_name}: {frame.f_locals!r}\n" for frame in ours)


def as_in_a_notebook(error: BaseException) -> str:
    """What `%xmode Verbose` prints of our frames: variables, and the attributes that the lines name."""
    left = error.__traceback__
    while left is not None and not left.tb_frame.f_code.co_filename.startswith(OURS):
        left = left.tb_next
    return COLOUR.sub("", str(VerboseTB().text(type(error), error, left)))


def refused_by(call: Callable[[], object]) -> BaseException:
    """What the call raises."""
    with pytest.raises((WorkbenchError, AttributeError, TypeError)) as failed:
        call()
    return failed.value


def login_said(text: str, url: str) -> object:
    """`workbench login`, with the token on standard input."""
    sys.stdin = io.StringIO(f"{text}\n")
    return session.run_login(
        Namespace(url=url, cookie_name=None, rpc_path=None, file=True, as_json=False, profile=None)
    )


def kept_in_file(base_url: str, *, damaged: bool = False) -> None:
    """A saved profile; damaged, its token is none that can be one."""
    profile.save(Profile(base_url, Token(CANARY), "login"), in_file=True)
    if damaged:
        path = data_folder() / profile.PROFILES
        path.write_text(path.read_text().replace(CANARY, REFUSED_TEXT))


ARGUMENTS: dict[str, Callable[[], object]] = {
    "nobody there": lambda: connect(NOBODY, token=CANARY),
    "called from the package": lambda: package.connect(NOBODY, token=CANARY),
    "an address that is none": lambda: connect("http://far.example", token=CANARY),
    "no address": lambda: connect(token=CANARY),
    "a text that is no token": lambda: connect(NOBODY, token=REFUSED_TEXT),
    "bytes": lambda: connect(NOBODY, token=CANARY.encode()),  # type: ignore[arg-type]
    "a list": lambda: connect(NOBODY, token=[CANARY]),  # type: ignore[arg-type]
    "a cookie's name that is none": lambda: connect(NOBODY, token=CANARY, cookie_name="a b"),
    "a client given bytes": lambda: Client(NOBODY, CANARY.encode()),  # type: ignore[arg-type]
    "an async client given bytes": lambda: AsyncClient(NOBODY, CANARY.encode()),  # type: ignore[arg-type]
    "a client's call": lambda: Client(NOBODY, CANARY).call(get_org_tier_and_status(organization_id="o")),
    "login, nobody there": lambda: login_said(CANARY, NOBODY),
    "login, a text that is no token": lambda: login_said(REFUSED_TEXT, NOBODY),
}  # fmt: skip


@pytest.fixture(autouse=True)
def own_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put back after each test."""
    monkeypatch.setattr(sys, "stdin", sys.stdin)


@pytest.mark.parametrize("call", ARGUMENTS.values(), ids=ARGUMENTS.keys())
def test_a_failed_call_holds_the_token_in_no_variable(call: Callable[[], object]) -> None:
    """Whatever was wrong with the call."""
    failed = refused_by(call)

    assert variables_of(failed)
    assert CANARY not in variables_of(failed)
    assert CANARY not in as_in_a_notebook(failed)


@pytest.mark.parametrize("url", [NOBODY, "http://far.example", "", "http://[", "none"])
@pytest.mark.parametrize("text", [CANARY, REFUSED_TEXT])
def test_a_failure_holds_no_token_of_the_environment(url: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither on its own nor among all variables of the process."""
    monkeypatch.setenv("WORKBENCH_URL", url)
    monkeypatch.setenv("WORKBENCH_SESSION_TOKEN", text)
    for call in (
        connect,
        lambda: connect(url or NOBODY),
        lambda: worker_client(ServiceAddress(url, ("s", "o", "p"), True)),
    ):
        failed = refused_by(call)

        assert CANARY not in variables_of(failed)
        assert CANARY not in as_in_a_notebook(failed)


@pytest.mark.parametrize("damaged", [False, True])
def test_a_failure_holds_no_token_of_a_saved_profile(damaged: bool) -> None:
    """Also where the profile cannot be read."""
    kept_in_file(NOBODY, damaged=damaged)
    for call in (connect, lambda: connect(NOBODY)):
        failed = refused_by(call)

        assert CANARY not in variables_of(failed)
        assert CANARY not in as_in_a_notebook(failed)


def test_a_file_of_profiles_that_is_damaged_is_in_no_variable() -> None:
    """The reader of the format keeps the whole text."""
    kept_in_file(NOBODY)
    path = data_folder() / profile.PROFILES
    path.write_text(path.read_text()[:-1])

    assert list(chain_of(refused_by(connect)))[:-1] == []
    assert CANARY not in variables_of(refused_by(connect))


def test_a_session_that_ended_is_in_no_variable(stranger: Stranger) -> None:
    """401, from arguments, a saved profile and login."""
    kept_in_file(stranger[0])
    for call in (connect, lambda: connect(stranger[0], token=CANARY), lambda: login_said(CANARY, stranger[0])):
        failed = refused_by(call)

        assert "SignInNeeded" in repr(type(failed))
        assert CANARY not in variables_of(failed)
        assert CANARY not in as_in_a_notebook(failed)


@pytest.mark.anyio
async def test_an_async_call_holds_the_token_in_no_variable() -> None:
    """As the blocking client's."""
    client = AsyncClient(NOBODY, CANARY)
    with pytest.raises(WorkbenchError) as failed:
        await client.call(get_org_tier_and_status(organization_id="o"))
    await client.aclose()

    assert CANARY not in variables_of(failed.value)


def test_a_worker_s_secret_file_is_in_no_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a slip in it."""
    path = tmp_path / "token"
    path.touch(mode=0o600)
    path.write_text(REFUSED_TEXT)
    monkeypatch.setenv(SESSION_TOKEN_FILE, str(path))

    assert CANARY not in variables_of(refused_by(lambda: worker_client(ServiceAddress(NOBODY, ("s", "o", "p"), True))))
