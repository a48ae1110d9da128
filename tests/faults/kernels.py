"""Kernels: processes that run a plan and may be killed at a label. Forked from one that has everything imported.

`python -m tests.faults.kernels` is that one; a line of JSON begins a kernel, a number asks how it ended.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.faults import bulk_defects
from tests.faults.crashes import (
    QUICK,
    Label,
    MarkedThreads,
    MortalClient,
    destined,
    die,
    dying_at_commit,
    out_of_quota,
    soon,
    topics,
)
from tests.hanging import HANG_SECONDS
from workbench.bulk.planning.planner import PlanTarget, plan_topics
from workbench.bulk.running.run import Run
from workbench.client.retry import RetryPolicy
from workbench.client.sync import Client

IMPATIENT = RetryPolicy(first_wait_seconds=0.01)
PAID_TIMEOUT_SECONDS = 0.2
COMMITS = {Label.INTENDING: "insert into attempt", Label.RECORDING: "update attempt set ended_at"}


class Kernels:
    """The process that forks them. Kernels may run side by side; each is waited for by its pid."""

    def __init__(self) -> None:
        self._forks = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.kernels"],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def begin(self, url: str, folder: Path, rows: int, label: Label = Label.NOWHERE, **said: Any) -> int:
        """The pid of a new kernel. Said may be: `at` (a send), `seconds` and `most_bytes` of its label, `defect`
        (a name), `wait_seconds` (before it begins), `project` (that its plan names).
        """
        return self._asked({"url": url, "folder": str(folder), "rows": rows, "label": label, **said})

    def ended(self, pid: int) -> int:
        """Wait for its end: the signal that killed it, negative; 0 when it came to its own."""
        return self._asked(pid)

    def close(self) -> None:
        """End the process that forks."""
        self._forks.communicate(timeout=HANG_SECONDS)

    def _asked(self, question: object) -> int:
        assert self._forks.stdin is not None
        assert self._forks.stdout is not None
        self._forks.stdin.write(json.dumps(question) + "\n")
        self._forks.stdin.flush()
        return int(self._forks.stdout.readline())


@contextmanager
def forked() -> Iterator[Kernels]:
    """Kernels, as long as the block runs."""
    kernels = Kernels()
    try:
        yield kernels
    finally:
        kernels.close()


def kernel(url: str, folder: str, rows: int, label: str, **said: Any) -> None:
    """Run the plan until the label is reached, or to the end. An interrupt finishes what is in progress."""
    where, at = Label(label), said.get("at", 0)
    time.sleep(said.get("wait_seconds", 0))
    if said.get("defect"):
        getattr(bulk_defects, said["defect"])(pytest.MonkeyPatch())
    with Client(url, "token", policy=IMPATIENT, paid_timeout_seconds=PAID_TIMEOUT_SECONDS) as client:
        project = said.get("project")
        plan = plan_topics(destined(topics(rows), project), client, language="EN", target=PlanTarget(project=project))
        meets: dict[Label, Callable[[], None]] = {
            Label.INTENT: die,
            Label.QUOTA: partial(out_of_quota, said.get("most_bytes", 0)),
        }
        session: Any = MortalClient(client, at) if where is Label.ANSWERED else client
        executor = MarkedThreads(client, at, meets[where]) if where in meets else None
        approval = plan.approve(rows=len(plan.ready), beyond_balance=True)
        run = Run(plan, session, approval, retry_policy=QUICK, folder=Path(folder), executor=executor)
        if where is Label.ENROLLED:
            die()
        if where in COMMITS:
            with run._stored.file.read_transaction() as db:
                db.set_trace_callback(dying_at_commit(COMMITS[where]))
        if where is Label.SETTLED:
            soon(said["seconds"])
        try:
            run.start().wait()
        except KeyboardInterrupt:
            run.stop().wait()
        run.close()


def main() -> None:
    """Fork as asked, until nobody asks any more."""
    while line := sys.stdin.readline():
        asked = json.loads(line)
        if isinstance(asked, dict):
            pid = os.fork()
            if pid == 0:
                _kernel_alone(asked)
            answer = pid
        else:
            answer = os.waitstatus_to_exitcode(os.waitpid(asked, 0)[1])
        print(answer, flush=True)


def _kernel_alone(asked: dict[str, Any]) -> None:
    code = 1
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background begins without
    try:
        kernel(**asked)
        code = 0
    finally:
        os._exit(code)


if __name__ == "__main__":
    main()
