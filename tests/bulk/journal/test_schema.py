"""The journal and the plan file of an earlier version: a run is resumed, and nothing is paid for twice.

The files in `earlier/` were written by that version, the journals since brought to version 6: six rows into a project,
of which three were made, one was made and its answer lost, one refused, and one never sent.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.bulk.fake_service import FakeService, project
from tests.bulk.started_runs import ended
from workbench.bulk.journal.idempotency import journal_name
from workbench.bulk.journal.journal_file import JournalDamaged, JournalError, JournalFile, runs_folder
from workbench.bulk.journal.row import State
from workbench.bulk.lesson_options import NO_OPTIONS
from workbench.bulk.planning.plan_file import load_plan, save_plan
from workbench.bulk.run_summaries import find_runs
from workbench.bulk.running.clocks import Clocks, monotonic_ms
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.running.resume import replan
from workbench.bulk.running.run import Run
from workbench.bulk.running.stored_run import open_run, read_run_rows

EARLIER = Path(__file__).parent / "earlier"
TOPICS = ["Bread", "Milk", "Salt", "Flour", "Butter", "Honey"]
MADE = [
    ("EN", "Bread", "af38281cce0c13ebd58335eb23e6f2899dd21e2d96de5491d5fa7aba033cecfd"),
    ("EN", "Milk", "1a21865eda95699285c5c14d35385d8b7a8dc9ad62f94fb7446feb422ec166a6"),
    ("EN", "Salt", "731da245393f3c1dc30569ea947461d71ebae20637587556c2d73ca8af0ab0ae"),
    ("EN", "Butter", "9946bd59d85fb7aafa023423f037968b1a6871535d9aab65dd194d0299a524fe"),
]
MADE_5 = [
    ("EN", "Bread", "ebc7b0ea85e61c629456b10d4772648746fda96b83aea3df85528684f74407a8"),
    ("EN", "Milk", "14e26356b4217f7b16c61eee8f14f19ac1a294bf0ee6321003ca2fa537832674"),
    ("EN", "Salt", "6ae6ec2b6d2e0476c0ac3e871ec5ff384cfe34085823bc60de6eda9bdaaee8f7"),
    ("EN", "Butter", "b1456a8cebbd67b2308e4a9eafbadf1381ce6a8e040bc2f546adc2a20f3c3c3e"),
]
SENT_AT = 1_795_314_553_000


@pytest.fixture
def later(service: FakeService) -> FakeService:
    """The service as it was left: four lessons under the keys of that version."""
    service.projects = [project("project1", "Larder")]
    service.made = list(MADE)
    service.balance_credits -= len(MADE)
    return service


@pytest.fixture
def earlier_journal(later: FakeService) -> Path:
    """The journal of that version, where this one looks for it."""
    path = runs_folder() / journal_name("service1", "org1")
    path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path)) as db:
        db.executescript((EARLIER / "journal_with_old_keys.sql").read_text())
    return path


@pytest.fixture
def at_that_time() -> Clocks:
    """An hour after the sends, when their keys hold."""
    return Clocks(lambda: SENT_AT + 3_600_000, monotonic_ms)


@pytest.mark.parametrize("version", [1, 5])
def test_a_journal_of_a_version_before_the_baseline_says_what_to_start_first(version: int, tmp_path: Path) -> None:
    """No step leads from it to now: the message names the revision that has them, and the file is not changed."""
    path = tmp_path / "journal.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(f"create table run (id integer primary key); pragma user_version = {version};")
    before = path.read_bytes()

    with pytest.raises(JournalError, match=f"version {version}.*13a593f1"):
        JournalFile(path)
    assert path.read_bytes() == before


def test_a_run_of_the_earlier_version_is_resumed_without_a_second_payment(
    earlier_journal: Path, later: FakeService, quick: RunRetryPolicy, at_that_time: Clocks
) -> None:
    """The lost answer is found by the key that it was sent with; everything goes into the project."""
    with open_run(find_runs()[0]) as stored:
        stored.retry([])
    ended(Run(replan(find_runs()[0], later), later, retry_policy=quick, clocks=at_that_time)).close()

    assert [row.state for row in read_run_rows(find_runs()[0])] == [State.DONE] * 6
    assert sorted(topic for _, topic, _ in later.made) == sorted(TOPICS)
    assert later.balance_credits == 1000 - 6
    assert set(later.went_to.values()) == {"project1"}


@pytest.mark.parametrize("version", [1, 2, 3, 4])
def test_a_plan_file_of_an_earlier_version_pays_for_nothing_twice_elsewhere(
    version: int, later: FakeService, quick: RunRetryPolicy
) -> None:
    """On a computer that has no journal of it, its keys are those of that version."""
    later.made = list(MADE if version < 4 else MADE_5)
    run = ended(Run(load_plan(EARLIER / f"plan_version_{version}.json"), later, retry_policy=quick))

    assert [row.state for row in run.rows()] == [State.DONE] * 6
    assert (len(later.made), later.balance_credits) == (6, 1000 - 6)
    assert set(later.went_to.values()) == {"project1"}
    run.close()


def test_a_plan_file_of_an_earlier_version_keeps_the_reasons(tmp_path: Path) -> None:
    """They had another name; and it is saved again as it is written now."""
    earlier, plan = (
        json.loads((EARLIER / "plan_version_2.json").read_text()),
        load_plan(EARLIER / "plan_version_2.json"),
    )

    assert [row.reason for row in plan.rows] == [row["said"] for row in earlier["rows"]]
    assert any(row.reason for row in plan.rows)
    assert load_plan(save_plan(plan, tmp_path / "plan.json")) == plan


def test_the_order_of_a_run_of_the_earlier_version_is_what_was_kept(earlier_journal: Path) -> None:
    """Its name, origin and person; nothing is made up."""
    with open_run(find_runs()[0]) as stored:
        ordered = stored.request()

    assert (ordered.name, ordered.skipped, ordered.writer) == (find_runs()[0].name, (), "")
    assert ordered.person == find_runs()[0].person


@pytest.mark.parametrize(
    "change",
    [
        "update row set state = 'bogus' where id = 1",
        "update row set attempts = 'many' where id = 1",
        "update run set told = '[]'",
        "insert into skipped (run_id, line, topic, language, said) values (1, 'x', '', '', '')",
        "update row set destination = '[' where id = 1",
        "update row set destination = '[]' where id = 1",
        "update run set destination = '3'",
        "update attempt set before = '{'",
        "update row set first_sent_at = 'soon'",
    ],
)
def test_a_bogus_state_in_the_journal_was_a_raw_exception(
    earlier_journal: Path, later: FakeService, change: str
) -> None:
    """Regression: a ValueError with its trace. It is a damaged journal, with what to do, wherever it is opened."""
    JournalFile(earlier_journal).close()
    with closing(sqlite3.connect(earlier_journal, isolation_level=None)) as db:
        db.execute(change)

    with pytest.raises(JournalDamaged, match="reset-journal"):
        JournalFile(earlier_journal)
    assert "damaged" in find_runs()[0].fault


def test_a_run_made_before_lessons_had_options_is_resumed_without_a_second_payment(
    later: FakeService, quick: RunRetryPolicy
) -> None:
    """Its keys and its plan file, made again with the list, are the current ones; only the topic is requested."""
    later.made, later.takes_options = list(MADE_5), True
    path = runs_folder() / journal_name("service1", "org1")
    path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path)) as db:
        db.executescript((EARLIER / "journal_without_options.sql").read_text())
    sent_at = 1_795_385_877_331
    with open_run(find_runs()[0]) as stored:
        stored.retry([])
        assert {row.options for row in stored.rows()} == {NO_OPTIONS}
    plan = load_plan(EARLIER / "plan_version_4.json")
    clocks = Clocks(lambda: sent_at + 3_600_000, monotonic_ms)
    ended(Run(plan, later, retry_policy=quick, clocks=clocks)).close()

    assert [row.state for row in read_run_rows(find_runs()[0])] == [State.DONE] * 6
    assert (len(later.made), later.balance_credits) == (6, 1000 - 6)
    assert {call.input.style for call in later.paid} == {None}
