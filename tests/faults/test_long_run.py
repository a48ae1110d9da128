"""A long list against the service of this computer: stopped twice, resumed once from the CLI and once from a notebook.

`--topics PATH` is the list, whatever its form; without, `--topic-rows N` made-up topics.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from tests.meta.source_tree import ROOT
from workbench.api.connect import connect
from workbench.api.workbench import Workbench
from workbench.authoring.topic import fold_topic
from workbench.bulk.journal.row import State
from workbench.bulk.planning.existing_lessons import all_lessons
from workbench.bulk.planning.planner import plan_topics
from workbench.bulk.run_summaries import find_runs
from workbench.bulk.running.stored_run import read_run_rows

NAME = "a long list"
PATIENCE_SECONDS = 1800
CELLS = (
    "from workbench import connect\nwb = connect()",
    "plan = wb.bulk.plan({path!r}, language='EN', name={name!r})\nplan",
    "run = wb.bulk.run(plan, plan.approve(credits=plan.total_credits))",
    "print(run.progress)",
)


@dataclass
class LongList:
    """A topic list in a file, and a run of it on the service of this computer."""

    path: Path
    rows: int
    workbench: Workbench
    credits_before: int

    def stopped(self, *words: str, when: int) -> int:
        """Run the command and press Ctrl-C when so many rows are done; how many are when it has ended."""
        process = subprocess.Popen(
            [sys.executable, "-m", "workbench.cli.main", *words],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=_hears_interrupts,
        )
        with process:
            end = time.monotonic() + PATIENCE_SECONDS
            while self.made() < when and process.poll() is None and time.monotonic() < end:
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=PATIENCE_SECONDS)
        assert "stopped: " in said, said
        return self.made()

    def in_a_notebook(self) -> str:
        """The run taken up in a notebook; what its last cell printed."""
        cells = [nbformat.v4.new_code_cell(cell.format(path=str(self.path), name=NAME)) for cell in CELLS]
        book = nbformat.v4.new_notebook(cells=cells)
        NotebookClient(book, timeout=PATIENCE_SECONDS, kernel_name="python3").execute(cwd=str(ROOT))
        return str(book.cells[-1].outputs[0].text)

    def made(self) -> int:
        """How many lessons the service has made; asked of it, since a reader of a busy journal waits for its turn."""
        return self.credits_before - (self.workbench.credits() or 0)


def _hears_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background begins without


@pytest.fixture
def long_list(request: pytest.FixtureRequest, fresh_folder: Path, tmp_path: Path) -> Iterator[LongList]:
    """The list, and the service with an empty store."""
    told = request.config.getoption("topics")
    path = Path(told) if told else tmp_path / "topics.csv"
    if not told:
        count = request.config.getoption("topic_rows")
        path.write_text("topic\n" + "".join(f"Occupation number {n}\n" for n in range(count)), encoding="utf-8")
    with connect() as workbench:
        plan = plan_topics(path, workbench.client, language="EN", name=NAME)
        yield LongList(path, len(plan.ready), workbench, workbench.credits() or 0)


def test_a_long_list_is_stopped_twice_and_resumed(long_list: LongList) -> None:
    """From the CLI and from a notebook: each topic is a lesson once, and paid once."""
    began = time.monotonic()
    command = ("generate", str(long_list.path), "--language", "EN", "--run", NAME, "--yes")
    first = long_list.stopped(*command, when=long_list.rows // 20)
    second = long_list.stopped("runs", "resume", NAME, "--yes", when=first + long_list.rows // 20)
    said = long_list.in_a_notebook()
    seconds = time.monotonic() - began
    print(f"{long_list.rows} rows: {first} at the first stop, {second} at the second; {seconds:.0f} s. {said}")
    (run,) = find_runs()
    rows = read_run_rows(run)
    place = plan_topics(long_list.path, long_list.workbench.client, language="EN", name=NAME).place
    lessons = list(all_lessons(long_list.workbench.client, place))

    assert 0 < first < second < long_list.rows
    assert [row.state for row in rows] == [State.DONE] * long_list.rows
    assert sorted(row.lesson_id or "" for row in rows) == sorted(lesson.lesson_id for lesson in lessons)
    assert len({fold_topic(lesson.topic or "") for lesson in lessons}) == len(lessons) == long_list.rows
    assert long_list.made() == run.spent_credits == long_list.rows * (place.price_credits or 0)
