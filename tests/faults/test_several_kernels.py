"""Several kernels and several machines on one plan: as many lessons as rows with keys, and no double from one journal.

Two kernels share a home and its journal. Two machines have a home each, so that keys alone keep them apart.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from jupyter_client.blocking.client import BlockingKernelClient
from jupyter_client.manager import KernelManager

from tests.faults.cases import Case, Drawn, Fault, Mode, Trouble
from tests.faults.crashes import Label
from tests.faults.faulty_service import FaultyService
from tests.faults.invariants import broken, broken_apart
from tests.faults.kernels import IMPATIENT, PAID_TIMEOUT_SECONDS, Kernels
from tests.faults.trials import Trial, rested
from tests.faults.truth import Truth
from workbench.bulk.journal.queries import RowRecord
from workbench.client.sync import Client

ROWS = 20
HEAD_STARTS = (0.0, 0.1)
OFTEN = 0.15
FAULTS = tuple(fault for fault in Fault if fault not in (Fault.MADE_TWICE, Fault.STILL_RUNNING))


@dataclass(frozen=True)
class Ended:
    """The outcome of it: the service's truth, and the rows of each journal."""

    truth: Truth
    journals: list[list[RowRecord]]

    @property
    def lessons(self) -> Counter[str]:
        """How many each topic became."""
        return Counter(lesson.topic for lesson in self.truth.lessons)

    def needing(self) -> list[RowRecord]:
        """The rows that a person has to look at."""
        return [row for rows in self.journals for row in rows if row.needs_person]


@dataclass
class Office:
    """A faulty service, and processes that run one plan against it."""

    service: FaultyService
    client: Client
    kernels: Kernels
    folder: Path

    def carried_out(self, mode: Mode, seed: int, *homes: str, head_start: float) -> Ended:
        """The plan after a process for each home, and then a quiet end in each home."""
        trial = Trial(
            Drawn(Trouble.KERNELS, self._case(mode, seed), 0), self.service, self.client, self.folder, self.kernels
        )
        pids = []
        for number, home in enumerate(homes):
            trial.folder = self.folder / home
            pids.append(trial.kernel(Label.NOWHERE, wait_seconds=number * head_start))
        for pid in pids:
            assert self.kernels.ended(pid) == 0
        runs = [trial.run(folder=self.folder / home, approved=True) for home in dict.fromkeys(homes)]
        for run in runs:
            rested(run)
        journals = [run.rows() for run in runs]
        for run in runs:
            run.close()
        return Ended(trial.truth.when_quiet(), journals)

    def _case(self, mode: Mode, seed: int) -> Case:
        chance = random.Random(seed)
        faults = tuple(chance.choice(FAULTS) if chance.random() < OFTEN else None for _ in range(2 * ROWS))
        return Case(seed, mode, ROWS, faults)


@pytest.fixture
def office(faulty_service: FaultyService, kernels: Kernels, journals: Path) -> Iterator[Office]:
    """That service, before anything is sent."""
    with Client(faulty_service.url, "token", policy=IMPATIENT, paid_timeout_seconds=PAID_TIMEOUT_SECONDS) as client:
        yield Office(faulty_service, client, kernels, journals)


@pytest.mark.parametrize("head_start", HEAD_STARTS)
@pytest.mark.parametrize("homes", [("one", "one", "one"), ("one", "other")], ids=["kernels", "machines"])
def test_with_keys_there_are_as_many_lessons_as_rows(office: Office, homes: tuple[str, ...], head_start: float) -> None:
    """Anyone who begins first, and whatever fails."""
    ended = office.carried_out(Mode.KEYS, 41, *homes, head_start=head_start)

    assert list(ended.lessons.values()) == [1] * ROWS
    for rows in ended.journals:
        assert broken(ended.truth, rows, approved_lessons=ROWS, keyed=True, journals=len(ended.journals)) == []


@pytest.mark.parametrize("head_start", HEAD_STARTS)
@pytest.mark.parametrize("mode", [Mode.PRICES, Mode.INTERFACE], ids=lambda mode: mode.name.lower())
def test_without_keys_one_journal_sends_no_row_twice(office: Office, mode: Mode, head_start: float) -> None:
    """And each row in doubt is listed with what is known of it."""
    ended = office.carried_out(mode, 42, "one", "one", "one", head_start=head_start)

    assert broken(ended.truth, ended.journals[0], approved_lessons=ROWS, keyed=False) == []
    assert max(ended.truth.worked_on().values()) == 1
    assert all(row.message and row.first_sent_at for row in ended.needing())


@pytest.mark.parametrize("mode", [Mode.PRICES, Mode.INTERFACE], ids=lambda mode: mode.name.lower())
def test_without_keys_two_machines_send_a_row_once_each_at_most(office: Office, mode: Mode) -> None:
    """Doubles are not preventable there; each is on a journal, and each doubt is listed with what is known of it."""
    ended = office.carried_out(mode, 43, "one", "other", head_start=0.0)

    assert broken_apart(ended.truth, ended.journals) == []
    assert max(ended.truth.worked_on().values()) <= 2
    assert all(row.message and row.first_sent_at for row in ended.needing())


IN_A_NOTEBOOK = """
from tests.faults.crashes import QUICK, topics
from tests.faults.kernels import IMPATIENT
from workbench.bulk import Run, plan_topics
from workbench.client.sync import Client
client = Client({url!r}, "token", policy=IMPATIENT, paid_timeout_seconds={timeout})
plan = plan_topics(topics({rows}), client, language="EN")
run = Run(plan, client, plan.approve(rows=len(plan.ready)), retry_policy=QUICK)
run.start().wait()
run.progress.counts.done
"""


@pytest.fixture
def notebooks(home: Path) -> Iterator[list[BlockingKernelClient]]:
    """Two real Jupyter kernels in one home."""
    managers = [KernelManager(kernel_name="python3") for _ in range(2)]
    for manager in managers:
        manager.start_kernel()
    clients = [manager.blocking_client() for manager in managers]
    try:
        for client in clients:
            client.start_channels()
            client.wait_for_ready(timeout=60)
        yield clients
    finally:
        for client, manager in zip(clients, managers, strict=True):
            client.stop_channels()
            manager.shutdown_kernel(now=True)
            manager.cleanup_resources()


def test_two_notebooks_make_as_many_lessons_as_rows(
    notebooks: list[BlockingKernelClient], faulty_service: FaultyService
) -> None:
    """The same cell in two kernels at the same time, with the journal of the person's own home."""
    truth = faulty_service.begin(
        Case(44, Mode.KEYS, ROWS, (None, Fault.CUT_AFTER, Fault.ERROR_AFTER, None, Fault.CUT_BEFORE))
    )
    cell = IN_A_NOTEBOOK.format(url=faulty_service.url, rows=ROWS, timeout=PAID_TIMEOUT_SECONDS)
    for notebook in notebooks:
        notebook.execute(cell)
    answers = [notebook.get_shell_msg(timeout=120) for notebook in notebooks]

    assert [answer["content"]["status"] for answer in answers] == ["ok", "ok"], answers
    assert sorted(lesson.topic for lesson in truth.when_quiet().lessons) == sorted(f"topic {n}" for n in range(ROWS))
