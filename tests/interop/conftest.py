"""Another implementation's packages, installed once next to the tests, and a running service of ours."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.interop.running import Running, running
from tests.needs import require
from tests.node_packages import installed

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def packages() -> Path:
    """The folder whose `node_modules` holds what `package.json` pins."""
    return installed(HERE).parent


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service of ours in a separate process, and an owner with 100 credits."""
    with running(tmp_path_factory.mktemp("ours")) as service:
        yield service


@pytest.fixture
def theirs(packages: Path, ours: Running) -> Callable[..., list[Any]]:
    """Their client at our service: what it heard for each call, `(kind, name[, input])`."""

    def say(*calls: tuple[Any, ...], link: str = "batch", cookie: str | None = None) -> list[Any]:
        plan = json.dumps({"link": link, "calls": calls})
        command = [require("node"), "client.mjs", ours.base_url, ours.cookie if cookie is None else cookie, plan]
        said = subprocess.run(command, cwd=packages, capture_output=True, text=True, timeout=60, check=False)
        assert said.returncode == 0, said.stderr
        return [json.loads(line) for line in said.stdout.splitlines()]

    return say
