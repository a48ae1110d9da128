"""Fuzzed requests to a real service on each database: refused or answered, and nothing told that nobody may know.

`--requests` says how many there are (`make sweep-fuzz`: 100,000 on each database), `--first` from which seed on; one
that was found is sent alone with `--first SEED --requests 1`.
"""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.databases import BOTH
from tests.faults.fuzzing import Report, Target, fuzz, resident_mebibytes
from tests.faults.hosts import host
from tests.faults.mutants import BENDS, Mutant, mutant
from tests.needs import needs
from tests.postgresql_server import Server
from tests.service.places import INPUTS
from workbench.service.administration.checking import problems
from workbench.service.kernel.binding import HANDLERS
from workbench.service.kernel.object_store_settings import FolderSettings
from workbench.service.kernel.settings import Settings
from workbench.service.running.server import open_service

WARM_REQUESTS = 400
ROOM_MEBIBYTES = 48.0  # what caches of statements, pages and people may still take after the first requests
SHORT = {"arrival_seconds": 1.0}
NO_HTTP = "Invalid HTTP request received."


@dataclass
class Run:
    """What came of all the requests to one service."""

    report: Report
    problems: list[str]
    is_alive: bool
    warm_mebibytes: float
    last_mebibytes: float
    log: str = ""


@dataclass
class Runs:
    """The run on each database, made when it is requested."""

    folder: Path
    first: int
    count: int
    request: pytest.FixtureRequest
    made: dict[str, Run] = field(default_factory=dict)

    def on(self, dialect: str) -> Run:
        """The run; its figures are printed."""
        if dialect not in self.made:
            address = f"sqlite:///{self.folder / 'service.sqlite'}"
            if dialect == "postgresql":
                server: Server = self.request.getfixturevalue("postgresql")
                address = server.fresh()
            began = time.monotonic()
            log = self.folder / f"{dialect}.log"
            run = self.made[dialect] = asyncio.run(self._run(address, log))
            run.log = log.read_text()
            seconds = time.monotonic() - began
            print(f"\n{dialect}: {self.count:,} requests in {seconds:.0f} s, answers {run.report.counted()}")
            print(f"  memory {run.warm_mebibytes:.0f} MiB warm, {run.last_mebibytes:.0f} MiB at the end")
        return self.made[dialect]

    async def _run(self, database_url: str, log: Path) -> Run:
        assets = log.with_suffix(".assets")
        with host(database_url, log=log, limits=SHORT, assets=str(assets)) as serving:
            beside = await open_service(Settings(database_url, assets=FolderSettings(assets)))
            secrets = (database_url.encode(), str(self.folder).encode())
            target = Target(serving.base_url, beside, secrets)
            warm = min(WARM_REQUESTS, self.count)
            report = await fuzz(target, range(self.first, self.first + warm))
            warm_mebibytes = resident_mebibytes(serving.process.pid)
            report += await fuzz(target, range(self.first + warm, self.first + self.count))
            last_mebibytes = resident_mebibytes(serving.process.pid)
            found = await beside.store.read(problems, long=True)
            is_alive = serving.process.poll() is None
            await beside.store.close()
        return Run(report, found, is_alive, warm_mebibytes, last_mebibytes)


@pytest.fixture(scope="module")
def runs(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Runs:
    """Both runs, each made once."""
    said = request.config.getoption
    return Runs(tmp_path_factory.mktemp("fuzz"), said("first"), said("requests"), request)


@pytest.mark.parametrize("dialect", BOTH)
def test_no_answer_fails_or_tells_too_much(runs: Runs, dialect: str) -> None:
    """No 5xx, no connection that just ends, nothing of the machine or of a session in any answer."""
    assert runs.on(dialect).report.findings[:5] == []


@pytest.mark.parametrize("dialect", BOTH)
def test_the_log_has_no_failure(runs: Runs, dialect: str) -> None:
    """Nothing unexpected happened inside; that bytes were no HTTP is reported, and no more of them."""
    told = [json.loads(line) for line in runs.on(dialect).log.splitlines()]
    assert [entry for entry in told if entry["level"] != "info" and entry["message"] != NO_HTTP][:3] == []


@pytest.mark.parametrize("dialect", BOTH)
def test_the_service_lives_on(runs: Runs, dialect: str) -> None:
    """One process, from the first request to the last."""
    assert runs.on(dialect).is_alive


@pytest.mark.parametrize("dialect", BOTH)
def test_memory_stays_flat(runs: Runs, dialect: str) -> None:
    """What the requests were is forgotten."""
    run = runs.on(dialect)
    assert run.last_mebibytes < run.warm_mebibytes + ROOM_MEBIBYTES


@pytest.mark.parametrize("dialect", BOTH)
def test_what_is_kept_hangs_together(runs: Runs, dialect: str) -> None:
    """The ledger's sums are the balances, and every lesson's order names its blocks."""
    assert runs.on(dialect).problems == []


def left_to_chance(made: Mutant) -> bool:
    """Ids and sessions are random: another id may be a good word, another byte the one that was there, and a percent
    sign in an id escapes what comes behind it or nothing.
    """
    return "other_id" in made.bent or any(bytes([byte]).isalnum() or byte == ord("%") for _, byte in made.breaks)


def heard(statuses: tuple[int, ...]) -> int | None:
    """The status of the first answer; `None` where the machine was too busy for it.

    Bytes that are no request are listened to for some seconds only, and for a further answer only a moment.
    """
    return statuses[0] if statuses and statuses[0] != 408 else None


@needs("postgresql")
def test_both_databases_answer_alike(runs: Runs) -> None:
    """The same request has the same HTTP status on either, wherever both were heard: nearly everywhere."""
    on_file, on_server = (runs.on(name).report.statuses for name in ("sqlite", "postgresql"))
    both = {seed: (heard(on_file[seed]), heard(on_server[seed])) for seed in on_file}
    compared = {seed: pair for seed, pair in both.items() if None not in pair}
    differing = [
        (str(mutant(seed)), *pair)
        for seed, pair in compared.items()
        if pair[0] != pair[1]
        if not left_to_chance(mutant(seed))
    ]

    assert differing == []
    assert len(compared) > len(both) / 2


def test_the_mutants_go_deep(runs: Runs) -> None:
    """All bends and nearly all procedures are met, and a good part is carried out: else refusing all would do."""
    report = runs.on("sqlite").report
    ok = report.counted().get(200, 0)
    assert set(report.bent) == {bend.__name__.strip("_") for bend in BENDS}
    offered = {name for name in INPUTS if not HANDLERS[name].needs_model}  # there is no model here

    assert len(report.carried_out & offered) > 0.9 * len(offered)
    assert ok > len(report.statuses) / 10
