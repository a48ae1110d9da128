"""What holds for every test: a home of its own, no settings from outside, asyncio as the loop.

The services and servers that tests share are imported here and nowhere else: a fixture that two files import is made
once for each of them, and every folder would start its own service and its own PostgreSQL. Folders have further
fixtures beside their tests.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Generator, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadFileScheduling

from tests.databases import database_url as database_url
from tests.databases import postgresql as postgresql
from tests.databases import sqlite_template as sqlite_template
from tests.full_disk import full_disk as full_disk
from tests.full_disk import small_disk
from tests.helping import helping as helping
from tests.helping import model as model
from tests.helping import shared_model as shared_model
from tests.helping import tides as tides
from tests.needs import enforce
from tests.own_service import fresh_folder as fresh_folder
from tests.own_service import own_organization as own_organization
from tests.own_service import own_service as own_service
from tests.own_service import shared_folder as shared_folder
from tests.own_service import workbench as workbench
from tests.process_hooks import pytest_configure as pytest_configure
from tests.process_hooks import pytest_runtest_teardown as pytest_runtest_teardown
from tests.process_hooks import pytest_sessionfinish as pytest_sessionfinish
from tests.process_hooks import pytest_terminal_summary as pytest_terminal_summary
from tests.process_hooks import pytest_testnodedown as pytest_testnodedown
from tests.returned_memory import pytest_runtest_protocol as pytest_runtest_protocol
from tests.returned_memory import return_freed_memory

# Machines differ in speed, not in what is right: no deadline; and CI tries the same examples every time.
settings.register_profile("workbench", deadline=None, derandomize=os.environ.get("CI") == "true")
settings.load_profile("workbench")
return_freed_memory()


_BROWSER = "tests/browser"
_WAITING = (
    *(_BROWSER, "tests/faults/", "tests/benchmarks/", "tests/journeys/", "tests/interop/", "tests/embedded/"),
    *("tests/service/running/", "tests/cli/jupyter/"),
)
"""Where tests mostly wait for processes that they start; elsewhere they keep a processor busy."""
_LONG = (
    *(_BROWSER, "tests/benchmarks/test_smallest.py", "tests/service/running/test_server.py"),
    *("tests/service/running/test_workers.py", "tests/meta/test_bare_machine.py", "tests/reports/test_adding.py"),
    *("tests/procedures/test_adding.py", "tests/exports/test_adding.py", "tests/authoring/blocks/test_adding.py"),
    *("tests/meta/test_site.py", "tests/meta/test_journeys.py", "tests/journeys/test_example.py"),
)
"""A few tests of half a minute: begun last, as files of few tests are, each would run when other workers have ended."""


class _ByFile(LoadFileScheduling):
    """A file goes to one worker whole, and so do all that share a JupyterLab. The longest begin first.

    Every second worker takes files that wait while the others take files that compute, so that no processor idles
    while there is work; what is left of the one kind all of them do.
    """

    def _split_scope(self, nodeid: str) -> str:
        return _BROWSER if nodeid.startswith(f"{_BROWSER}/") else str(super()._split_scope(nodeid))

    def _assign_work_unit(self, node: Any) -> None:
        waits = int(node.gateway.id.removeprefix("gw")) % 2 == 0
        long = (scope for scope in _LONG if scope in self.workqueue)
        fitting = [scope for scope in (*long, *self.workqueue) if scope.startswith(_WAITING) == waits]
        if fitting:
            self.workqueue.move_to_end(fitting[0], last=False)
        super()._assign_work_unit(node)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadFileScheduling | None:
    """Which tests stay together: a JupyterLab and what it serves take twenty seconds to start."""
    return _ByFile(config, log) if config.getvalue("dist") == "loadfile" else None


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Take modules and tests out of garbage collection: they stay to the end, and each full collection walks them."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _children_end() -> Iterator[None]:
    """The processes that check lessons and decode pictures serve all tests of a session and end with it."""
    yield
    if (checks := sys.modules.get("workbench.service.findings.checks")) is not None:
        checks.stop_checking()
    if (pictures := sys.modules.get("workbench.service.assets.picture_process")) is not None:
        pictures.stop_decoding()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test whose tools are missing is skipped, or failed with CI=true."""
    enforce(item)


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Limit the size of files for a test with the fixture `full_disk`, and not for the report on it."""
    with small_disk() if "full_disk" in pyfuncitem.fixturenames else nullcontext():
        return (yield)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """The one event loop that the package is written for."""
    return "asyncio"


@pytest.fixture(autouse=True)
def closed_widgets() -> Iterator[None]:
    """Widgets that a test made are closed: ipywidgets keeps every one that is not, and what it holds, until the end."""
    yield
    if ipywidgets := sys.modules.get("ipywidgets"):
        ipywidgets.Widget.close_all()


@pytest.fixture(autouse=True)
def ended_shells(home: Path) -> Iterator[None]:
    """A shell of IPython that a test started ends with it: each has a thread and a database in `home`."""
    yield
    module = sys.modules.get("IPython.core.interactiveshell")
    if module is not None and module.InteractiveShell.initialized():
        shell = module.InteractiveShell.instance()
        module.InteractiveShell.clear_instance()
        atexit.unregister(shell.atexit_operations)
        shell.atexit_operations()


@pytest.fixture(autouse=True)
def same_environment() -> Iterator[None]:
    """What libraries set in the environment of this process is forgotten: a kernel's shell asks everyone for colors."""
    before = dict(os.environ)
    yield
    os.environ.clear()
    os.environ.update(before)


@pytest.fixture(autouse=True)
def home(same_environment: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A person's folders, empty and forgotten afterwards; no `WORKBENCH_*` setting comes in from outside."""
    for name in [name for name in os.environ if name.startswith("WORKBENCH_")]:
        monkeypatch.delenv(name)
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    monkeypatch.setenv("WORKBENCH_HOME", str(folder / "workbench"))
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(folder / name.removeprefix("XDG_").lower()))
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")  # never a person's own
    return folder
