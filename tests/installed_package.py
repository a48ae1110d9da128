"""The wheel, built from the checkout and installed in an environment of its own, where no checkout is near."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.meta.source_tree import ROOT
from tests.needs import find

# Prints the modules that cannot be imported, each with what it lacks.
IMPORTS = """\
import importlib, json, pkgutil, workbench
lacking = {}
for module in pkgutil.walk_packages(workbench.__path__, "workbench."):
    if module.name == "workbench.service.db.migrations.env":
        continue  # Alembic runs it, and nothing else does
    try:
        importlib.import_module(module.name)
    except ModuleNotFoundError as error:
        lacking[module.name] = error.name
print(json.dumps({"from": workbench.__file__, "lacking": lacking}))
"""

# What optional parts bring, and the modules that only they use.
OPTIONAL = {
    "workbench.bulk.running.dask_executor": "distributed",
    "workbench.cli.jupyter.page_server": "jupyter_server",
    "workbench.cli.jupyter.warm_kernels": "jupyter_server",
    "workbench.cli.jupyter.path_guard": "jupyter_server",
    "workbench.cli.jupyter.quiet_server": "jupyter_server",
    "workbench.service.ai.model": "pydantic_ai",
    "workbench.service.ai.model_task": "pydantic_ai",
    "workbench.service.ai.provider": "pydantic_ai",
    "workbench.service.ai.suggestion": "pydantic_ai",
    "workbench.service.db.postgresql": "psycopg",
    "workbench.service.db.postgresql_pipeline": "psycopg",
    "workbench.service.db.postgresql_pool": "psycopg",
    "workbench.service.db.postgresql_server": "psycopg",
}


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from the checkout, offline, by the backend that is installed."""
    target = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(target)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return next(Path(target).glob("*.whl"))


@dataclass(frozen=True, slots=True)
class InstalledPackage:
    """An environment that has the wheel, and a new home of anyone who uses it."""

    python: Path
    home: Path

    @property
    def environment(self) -> dict[str, str]:
        """What a person's shell says: nothing of the checkout, of this session, or of other tests."""
        return {"HOME": str(self.home), "PATH": f"{self.python.parent}:/usr/bin:/bin", "LANG": "C.UTF-8"}

    def run(self, *words: str) -> str:
        """What a program of the environment prints. Raises where it fails, with what it complained of."""
        ended = subprocess.run(
            [str(self.python.parent / words[0]), *words[1:]],
            cwd=self.home,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert ended.returncode == 0, f"{words}: {ended.stdout}\n{ended.stderr}"
        return ended.stdout

    @contextmanager
    def served(self, *words: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
        """A Jupyter server that `workbench` starts: its address with the token, and its process, ended afterwards."""
        with subprocess.Popen(
            [str(self.python.with_name("workbench")), *words, "--no-browser"],
            cwd=self.home,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        ) as server:
            try:
                assert server.stderr is not None
                lines: list[str] = []
                found = None
                while found is None:
                    lines.append(server.stderr.readline())
                    assert lines[-1], "".join(lines)  # it ended, and said why
                    found = re.search(r"http://127\.0\.0\.1:\d+/\S*token=\S+", lines[-1])
                yield found[0], server
            finally:
                server.kill()


def install(wheel: Path, folder: Path, python: str, extras: str = "") -> InstalledPackage:
    """The wheel in a new environment of that Python, with the pins of the checkout, fetched as `make` fetches them."""
    environment, home = folder / "environment", folder / "home"
    home.mkdir(parents=True)
    installed = environment / "bin" / "python"
    requirement = f"lesson-workbench{extras} @ {wheel.as_uri()}"
    uv = find("uv")
    venv = [uv, "venv", "--quiet", "--python"] if uv else []
    # What `make` sets is a path from the checkout's folder; here it is given whole.
    settings = {name: value for name, value in os.environ.items() if not name.endswith("_CONSTRAINT")}
    fetch = [uv, "pip", "install", "--python", str(installed)] if uv else [str(installed), "-m", "pip", "install"]
    for command in (
        [*venv, python, str(environment)] if uv else [python, "-m", "venv", str(environment)],
        [*fetch, "--quiet", "--constraint", str(ROOT / "constraints.txt"), requirement],
    ):
        ended = subprocess.run(
            command, cwd=home, env={**settings, "UV_NATIVE_TLS": "true"}, capture_output=True, text=True, check=False
        )
        assert ended.returncode == 0, ended.stderr
    return InstalledPackage(installed, home)
