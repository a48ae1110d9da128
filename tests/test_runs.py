"""Runs of every kind are found by name, listed together, and stopped, each by the rules of its kind."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.bulk.translations.conftest import CourseOf
from tests.bulk.translations.conftest import course_of as course_of
from tests.bulk.translations.conftest import translator as translator
from tests.helping import ServiceWithModel
from tests.model_server import good, held_until
from workbench import process_identity
from workbench.bulk import Run, plan_topics
from workbench.bulk.run_thread import request_stop
from workbench.bulk.running.progress import RunPhase
from workbench.bulk.translations import TranslationRun, plan_translations
from workbench.bulk.translations.run_record import TranslationRunSummary
from workbench.changes import ChangeRun
from workbench.changes.planning import plan_changes
from workbench.changes.results import ChangeSetSummary
from workbench.client.sync import Client
from workbench.errors import PlanRejected
from workbench.runs import KINDS, find_all_runs, find_run, rows_table, run_facts, runs_frame, stop_run, undo_preview

OtherProcess = Callable[[str, str, Path], subprocess.Popen[str]]
WORK = """
import sys, time
from pathlib import Path
from workbench.bulk.run_thread import RunThread
from workbench.bulk.running.progress import Progress, RunPhase
thread = RunThread(sys.argv[1], sys.argv[2], Path(sys.argv[3]), Progress(RunPhase.READY))
def work():
    print("started", flush=True)
    while not thread.is_stopped:
        time.sleep(0.01)
thread._begin(work)
thread.wait()
print("stopped")
"""


@pytest.fixture
def other_process() -> Iterator[OtherProcess]:
    """Start a process that carries out a run of this kind, name and file until it is stopped."""
    started: list[subprocess.Popen[str]] = []

    def start(kind: str, name: str, path: Path) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", WORK, kind, name, str(path)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        started.append(process)
        assert process.stdout is not None and process.stdout.readline() == "started\n"
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture
def all_kinds(translator: Client, course_of: CourseOf, tmp_path: Path) -> None:
    """A run of each kind on this computer, all with one name."""
    course_id, ids = course_of(1)
    with Run(plan_topics([f"Rowing {tmp_path}"], translator, language="EN", name="sea"), translator) as lessons:
        lessons.start().wait(60)
    with ChangeRun(
        plan_changes([{"lesson_id": ids[0], "title": "Ebb"}], translator, name="sea"), translator
    ) as changes:
        changes.start()
    plan = replace(plan_translations(translator, "FR", course_ids=[course_id]), name="sea")
    with TranslationRun(plan, translator) as translations:
        translations.start().wait(60)


@pytest.mark.usefixtures("all_kinds")
def test_runs_of_every_kind_are_listed_together() -> None:
    """Newest first, with the same figures; one kind alone where that is requested."""
    frame = runs_frame(find_all_runs())

    assert frame["kind"].to_list() == ["translations", "changes", "lessons"]
    assert frame[["rows", "done", "planned"]].to_numpy().tolist() == [[1, 1, 0]] * 3
    assert frame["spent_credits"].to_list() == [1, 0, 1] and frame["sends"].isna().to_list() == [False, True, False]
    assert {kind: [run_facts(run).kind for run in find_all_runs(kind)] for kind in KINDS} == {
        kind: [kind] for kind in KINDS
    }


@pytest.mark.usefixtures("all_kinds")
def test_one_name_of_several_kinds_needs_the_kind(translator: Client) -> None:
    """Nothing is guessed; each has its own rows, and what would be undone."""
    with pytest.raises(
        PlanRejected, match="3 runs are named 'sea'.*kind='translations', kind='changes', kind='lessons'"
    ):
        find_run("sea")
    changes, made = find_run("sea", "changes"), find_run("sea", "translations")

    assert isinstance(changes, ChangeSetSummary) and isinstance(made, TranslationRunSummary)
    assert rows_table(changes)["after"].to_list() == ["Ebb"]
    assert rows_table(made)["language"].to_list() == ["FR"]
    assert rows_table(find_run("sea", "lessons"))["state"].to_list() == ["done"]
    assert len(undo_preview(made, translator).untouched) == 1


@pytest.mark.usefixtures("all_kinds")
def test_a_name_that_is_none_names_the_nearest() -> None:
    """As for every list of names."""
    with pytest.raises(PlanRejected, match=r"There is no run 'seas' on this computer. The nearest: 'sea'"):
        find_run("seas")


@pytest.mark.usefixtures("all_kinds")
@pytest.mark.parametrize("kind", KINDS)
def test_a_run_that_rests_is_not_stopped(kind: str) -> None:
    """It says so."""
    with pytest.raises(PlanRejected, match="The run sea is not running"):
        stop_run(find_run("sea", kind))


def test_a_run_of_this_process_is_stopped_by_name(
    translator: Client, course_of: CourseOf, shared_model: ServiceWithModel
) -> None:
    """What is in progress is finished."""
    held = threading.Event()
    shared_model.model.answer_with(held_until(held, good()))
    course_id, _ = course_of(6)
    with TranslationRun(plan_translations(translator, "FR", course_ids=[course_id]), translator) as run:
        run.start()
        found = find_run("Translations into FR", "translations")
        stop_run(found)
        held.set()
        stopped = run.wait(60).progress

    assert stopped.phase is RunPhase.STOPPED and stopped.counts.planned > 0


@pytest.mark.parametrize("kind", KINDS)
def test_a_run_of_another_process_is_stopped_by_name(kind: str, tmp_path: Path, other_process: OtherProcess) -> None:
    """It is asked with a file, which it removes; a request from before the run began, or for another, stops nothing."""
    path = tmp_path / "journal.sqlite"
    request_stop(kind, "sea", path)
    process = other_process(kind, "sea", path)
    request_stop(kind, "lake", path)
    assert process.poll() is None
    request_stop(kind, "sea", path)

    assert process.communicate(timeout=60)[0] == "stopped\n"
    assert len(list(tmp_path.glob("*.stop"))) == 1  # of the other run


def test_a_run_of_another_process_is_asked(
    translator: Client, course_of: CourseOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process is named."""
    course_id, _ = course_of(1)
    with TranslationRun(plan_translations(translator, "FR", course_ids=[course_id]), translator) as run:
        run.start().wait(60)
    found = find_run("Translations into FR", "translations")
    assert isinstance(found, TranslationRunSummary)
    requested: list[tuple[str, str, Path]] = []
    monkeypatch.setattr("workbench.runs.request_stop", lambda *run: requested.append(run))
    elsewhere = replace(found, phase=RunPhase.RUNNING)

    assert stop_run(elsewhere) == process_identity.shown_process(found.process)
    assert requested == [("translations", found.plan_name, found.path)]


def test_a_journal_that_cannot_be_read_is_listed_once(tmp_path: Path) -> None:
    """Runs and change sets are in one journal."""
    (tmp_path / "damaged.sqlite").write_bytes(b"no journal" * 100)
    frame = runs_frame(find_all_runs(folder=tmp_path))

    assert (len(frame), len(find_all_runs("changes", tmp_path))) == (1, 1)
    assert frame["fault"].notna().all() and not frame.attrs["is_complete"]
