"""What holds for every test: a home of its own, no settings from outside, asyncio as the loop.

Knows nothing of the package; packages have fixtures of their own beside their tests.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadFileScheduling

from tests.needs import enforce

# Machines differ in speed, not in what is right: no deadline; and the gate tries the same examples every time.
settings.register_profile("workbench", deadline=None, derandomize=os.environ.get("CI") == "true")
settings.load_profile("workbench")


_BROWSER = "tests/browser"


class _ByFile(LoadFileScheduling):
    """A file goes to one worker whole, and so do all that share a JupyterLab; these take longest, and begin first."""

    def _split_scope(self, nodeid: str) -> str:
        return _BROWSER if nodeid.startswith(f"{_BROWSER}/") else str(super()._split_scope(nodeid))

    def _assign_work_unit(self, node: Any) -> None:
        if _BROWSER in self.workqueue:
            self.workqueue.move_to_end(_BROWSER, last=False)
        super()._assign_work_unit(node)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadFileScheduling | None:
    """Which tests stay together: a JupyterLab and what it serves take twenty seconds to start."""
    return _ByFile(config, log) if config.getvalue("dist") == "loadfile" else None


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test whose tools are missing is skipped, or failed with CI=true."""
    enforce(item)


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
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
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
