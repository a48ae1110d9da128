"""A service of this computer for tests: real process, real port, a data folder of its own; stopped afterwards.

tests/conftest.py has the fixtures, so that all folders of a worker share one service.
"""

from __future__ import annotations

import asyncio
import io
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, redirect_stderr, redirect_stdout
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
from workbench.service.administration.admin import LOCAL_ORGANIZATION, LOCAL_OWNER, first_start
from workbench.service.db.opening import open_store


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


@pytest.fixture(scope="module")
def own_organization(shared_folder: Path) -> None:
    """The owner's one organization, new and empty for each file of tests: files run in any order, on any worker."""
    with ThreadPoolExecutor(1) as thread:  # Playwright's event loop runs in this one
        thread.submit(asyncio.run, _replace_organization(shared_folder / DATABASE)).result()


@pytest.fixture
def own_service(shared_folder: Path, own_organization: None, monkeypatch: pytest.MonkeyPatch) -> EmbeddedService:
    """The shared service, as this test's own."""
    monkeypatch.setenv("WORKBENCH_HOME", str(shared_folder))
    return life.start()


@pytest.fixture
def workbench(own_service: EmbeddedService) -> Iterator[Workbench]:
    """A workbench of that organization; other tests of the file may have selected another."""
    with connect(organization=LOCAL_ORGANIZATION) as connected:
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


async def _replace_organization(database: Path) -> None:
    with closing(sqlite3.connect(database, timeout=30)) as opened, opened:
        opened.execute(
            "DELETE FROM membership WHERE person_id IN (SELECT id FROM person WHERE email = ?)", [LOCAL_OWNER]
        )
        opened.execute("UPDATE person SET last_organization_id = NULL WHERE email = ?", [LOCAL_OWNER])
        opened.execute("UPDATE organization SET name = id, name_folded = id WHERE name = ?", [LOCAL_ORGANIZATION])
    store = await open_store(f"sqlite:///{database}")
    await first_start(store)
    await store.close()


def add_person(folder: Path, email: str, organization: str) -> Ended:
    """What `workbench admin people add` tells as JSON, at the service of that data folder."""
    words = ("--organization", organization, "--database", f"sqlite:///{folder / DATABASE}", "--json")
    return command("admin", "add-person", email, *words)
