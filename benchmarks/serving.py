"""The servers that are measured: ours and another implementation's, each a process of its own, pinned to one core."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.service.administration.admin import AddedPerson

HERE = Path(__file__).parent
PACKAGES = "npm install in benchmarks/ did not succeed; a native module is compiled there, which needs Node's headers."


@dataclass(frozen=True, slots=True)
class Serving:
    """A server that answers: where, and as which process."""

    base_url: str
    pid: int

    def cpu_seconds(self) -> float:
        """What the process has used of the processor so far, on Linux."""
        return cpu_seconds(self.pid)

    def peak_mib(self) -> float:
        """The most memory that the process held at once, in MiB, on Linux."""
        return _status_kib(self.pid, "VmHWM") / 1024

    def now_mib(self) -> float:
        """The memory that the process holds now, in MiB, on Linux."""
        return _status_kib(self.pid, "VmRSS") / 1024


def cpu_seconds(pid: int) -> float:
    """What a process has used of the processor so far, on Linux."""
    facts = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(facts[11]) + int(facts[12])) / os.sysconf("SC_CLK_TCK")


def pinned(core: int, command: Sequence[str]) -> list[str]:
    """The command on one core, where there are two and `taskset` is there."""
    if (os.cpu_count() or 1) < 2 or shutil.which("taskset") is None:
        return list(command)
    return ["taskset", "-c", str(core), *command]


def need(*tools: str) -> None:
    """End in a sentence when a tool is missing."""
    missing = [tool for tool in tools if shutil.which(tool) is None]
    if missing:
        packages = " ".join("nodejs" if tool == "node" else tool for tool in missing)
        raise SystemExit(f"This measurement needs {', '.join(missing)}. On Debian: apt-get install {packages}.")


def npm_packages() -> None:
    """Install what `package.json` pins, once."""
    need("node", "npm")
    pins = (HERE / "package.json").read_text(encoding="utf-8")
    made = HERE / "node_modules" / ".installed"
    if made.exists() and made.read_text(encoding="utf-8") == pins:
        return
    print("Installing the npm packages; compiling one of them takes some minutes ...", file=sys.stderr)
    environment = {**os.environ, "npm_config_build_from_source": "true"}
    if Path("/usr/include/node").exists():
        environment.setdefault("npm_config_nodedir", "/usr")
    command = ["npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"]
    if subprocess.run(command, cwd=HERE, env=environment, check=False).returncode != 0:
        raise SystemExit(PACKAGES)
    made.write_text(pins, encoding="utf-8")


def owner(database_url: str, credits_at_start: int) -> AddedPerson:
    """An owner of an organization with credits, made as an administrator makes one."""
    from workbench.service.administration.admin import add_person
    from workbench.service.db.opening import open_store

    async def made() -> AddedPerson:
        store = await open_store(database_url)
        try:
            return await add_person(store, "ana@example.org", "Acme", credits_at_start=credits_at_start)
        finally:
            await store.close()

    return asyncio.run(made())


@contextmanager
def ours(
    database_url: str,
    *,
    core: int | None = None,
    model: Mapping[str, str] | None = None,
    checkout: Path | None = None,
) -> Iterator[Serving]:
    """Our service as `workbench serve` runs it, with planning sheets or the `model` named; stopped at the end.

    `checkout` is the folder of another checkout whose service is meant.
    """
    command = [sys.executable, "-u", "-m", "workbench.cli.main", "serve", "--port", "0", "--database", database_url]
    command += ["--calls-per-minute", "0"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("WORKBENCH_AI")}
    environment |= model or {}
    if checkout is not None:
        environment |= {"PYTHONPATH": str(checkout), "PYTHONSAFEPATH": "1"}  # else the current folder would go before
    with running(command if core is None else pinned(core, command), environment) as (process, said):
        yield Serving(said.split()[2].rstrip("."), process.pid)


@contextmanager
def theirs(database: Path, *, core: int) -> Iterator[Serving]:
    """@trpc/server's standalone adapter with better-sqlite3 on the same file; stopped at the end."""
    npm_packages()
    command = pinned(core, ["node", str(HERE / "theirs.mjs"), str(database)])
    with running(command, {**os.environ, "NODE_ENV": "production"}) as (process, said):
        yield Serving(said.strip(), process.pid)


@contextmanager
def running(command: list[str], environment: dict[str, str]) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server's process and the first line that it says; stopped at the end."""
    process = subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdout is not None
    try:
        said = process.stdout.readline()
        if not said:
            raise SystemExit(f"{command[-1]}: the server did not start.")
        yield process, said
    finally:
        process.terminate()
        process.wait(30)


def _status_kib(pid: int, name: str) -> int:
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1])
    raise ValueError(f"the system does not say {name}")
