"""A service of this computer for tests: real process, real port, a data folder of its own; stopped afterwards.

tests/conftest.py has the fixtures, so that all folders of a worker share one service.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.meta.source_tree import ROOT
from workbench.api.connect import connect
from workbench.api.workbench import Workbench
from workbench.cli.main import main
from workbench.client.data_folder import data_folder
from workbench.embedded import life
from workbench.embedded.host import DATABASE
from workbench.embedded.record import EmbeddedService

FIRST_ORGANIZATION = "My organization"


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A data folder whose service is started once and serves every test that only reads or adds."""
    folder = tmp_path_factory.mktemp("shared") / "workbench"
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("WORKBENCH_HOME", str(folder))
        life.start()
    yield folder
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("WORKBENCH_HOME", str(folder))
        life.stop(now=True)


@pytest.fixture
def own_service(shared_folder: Path, monkeypatch: pytest.MonkeyPatch) -> EmbeddedService:
    """The shared service, as this test's own."""
    monkeypatch.setenv("WORKBENCH_HOME", str(shared_folder))
    return life.start()


@pytest.fixture
def workbench(own_service: EmbeddedService) -> Iterator[Workbench]:
    """A workbench of the first organization of this computer's service; other tests may have selected another."""
    with connect(organization=FIRST_ORGANIZATION) as connected:
        yield connected


@pytest.fixture
def fresh_folder() -> Iterator[Path]:
    """This test's own data folder; a service that it starts is stopped afterwards."""
    folder = data_folder()
    yield folder
    life.stop(now=True)


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended."""

    returncode: int
    stdout: str
    stderr: str


def command(*words: str, stdin: str = "", **environment: str) -> Ended:
    """Run `workbench` in this process, nobody at its terminal; `stdin` is its standard input."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patched, redirect_stdout(out), redirect_stderr(err):
        patched.setattr(sys, "stdin", io.StringIO(stdin))
        for name, value in environment.items():
            patched.setenv(name, value)
        try:
            code = main(words)
        except SystemExit as left:
            code = int(left.code or 0)
    return Ended(code, out.getvalue(), err.getvalue())


def process(*words: str, **environment: str) -> Ended:
    """The same as a process of its own."""
    ended = subprocess.run(
        [sys.executable, "-m", "workbench.cli.main", *words],
        cwd=data_folder().parent,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return Ended(ended.returncode, ended.stdout, ended.stderr)


def add_person(folder: Path, email: str, organization: str) -> Ended:
    """What `workbench admin people add` tells as JSON, at the service of that data folder."""
    words = ("--organization", organization, "--database", f"sqlite:///{folder / DATABASE}", "--json")
    return command("admin", "add-person", email, *words)
