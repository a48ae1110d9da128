"""A service or a client that is killed with paid calls in progress: anyone who comes next waits for no lease, and pays
once.

Leases last five minutes, as in use. The model holds calls back until the test lets them go, so that the kill finds them
in progress. Time counts from the restart: what waited for a lease would not end in `SOON_SECONDS`.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from tests.browser.lessons import Writing
from tests.databases import SERVER_LATER
from tests.faults.hosts import host
from tests.hanging import HANG_SECONDS
from tests.meta.source_tree import ROOT
from tests.model_server import ModelServer, good, held_until, model_server, request_in
from tests.people import owner_of
from tests.server_process import python_process
from workbench.bulk.outlines.proposing import Brief, propose
from workbench.bulk.planning.planner import plan_topics
from workbench.bulk.running.progress import RunPhase
from workbench.bulk.running.run import Run
from workbench.bulk.translations import TranslationRun, plan_translations
from workbench.client.sync import Client
from workbench.procedures.course import create_course
from workbench.procedures.lesson import create_lesson
from workbench.procedures.organization import get_credit_ledger, get_user_data

LESSONS: Final = 3
SPARE: Final = 3
SOON_SECONDS: Final = 100.0
UNDER_WAY_MEANWHILE: Final = 8
"""At most so many more reach the model between the last look and the kill."""
BRIEF: Final = "Baking bread: for people who have never baked."
_WAITS: Final = re.compile(r"^waiting: .*\d\d:\d\d:\d\d")
_AN_EARLIER_TRY: Final = re.compile(r"The same request is already in progress, until [\d:]{8} UTC at the latest")
AnyRun = Run | TranslationRun


def until(happened: Callable[[], object]) -> None:
    """Return as soon as it has happened; fail where it hangs."""
    ends_at = time.monotonic() + HANG_SECONDS
    while not happened():
        assert time.monotonic() < ends_at
        time.sleep(0.02)


def killed_on_the_way(model: ModelServer, requests: int, module: str, **options: object) -> None:
    """`python -m module JSON` is killed as soon as the model has so many requests."""
    process = python_process("-m", module, json.dumps(options), cwd=ROOT)
    try:
        until(lambda: len(model.requests) >= requests or process.poll() is not None)
        assert process.poll() is None
    finally:
        process.kill()
        process.communicate()


def heard(run: AnyRun) -> list[str]:
    """What the run says from now on."""
    told: list[str] = []
    run.watch(lambda progress: told.append(f"{progress.phase}: {progress.message}"))
    return told


def lessons_in(client: Client, count: int) -> None:
    """A course of lessons of one text each."""
    course = client.call(create_course(title="The sea"))
    for number in range(count):
        made = client.call(create_lesson(title=f"Tides {number}", language="EN", course_id=course.course_id))
        Writing(client).put(made.lesson_id, [("text", {"markdown": "The moon pulls at the sea."})])


def translations(client: Client) -> TranslationRun:
    """A run of one translation for each of `LESSONS` lessons."""
    lessons_in(client, LESSONS)
    plan = plan_translations(client, ("FR",))
    return TranslationRun(plan, client, plan.approve(credits=plan.total_credits))


def lessons(client: Client, folder: Path) -> Run:
    """A run of `LESSONS` lessons from topics."""
    plan = plan_topics([f"Tides, part {number}" for number in range(LESSONS)], client, language="EN")
    return Run(plan, client, plan.approve(credits=plan.total_credits), folder=folder)


def finished(run: AnyRun) -> bool:
    """Whether the run, started again where it paused in the meantime, has come to its end."""
    if run.progress.phase in (RunPhase.PAUSED, RunPhase.STOPPED):
        run.start()
    return run.progress.phase is RunPhase.FINISHED


def paid(client: Client) -> tuple[int, int | None]:
    """How many charges there are, and the credits left."""
    entries = client.call(get_credit_ledger(limit=200)).entries
    return sum(entry.kind == "settle" for entry in entries), client.call(get_user_data()).ai_credit_balance


@pytest.mark.parametrize("dialect", SERVER_LATER)
def test_a_killed_service_leaves_no_lease_to_wait_for(database_url: str, tmp_path: Path) -> None:
    """Restarted on the same database, calls of the dead process run immediately; each row is made and paid for once.

    Translations and lessons from topics together, all of whose calls in progress died with the service.
    """
    added, release = owner_of(database_url, credits_at_start=2 * LESSONS + SPARE), threading.Event()
    with model_server(held_until(release, good())) as model:
        options: dict[str, Any] = {"writer_environment": model.environment}
        with (
            host(database_url, **options) as before,
            Client(before.base_url, added.session_token) as client,
            translations(client) as first,
            lessons(client, tmp_path) as second,
        ):
            told = [heard(first), heard(second)]
            first.start()
            second.start()
            until(lambda: {"texts", "topic"} <= {name for request in model.requests for name in request_in(request)})
            asked = len(model.requests)
            before.process.kill()
            before.process.wait()
            release.set()
            until(lambda: all(any(_WAITS.search(sentence) for sentence in sentence_list) for sentence_list in told))
            with host(database_url, port=before.address[1], **options):
                since = time.monotonic()
                until(lambda: finished(first) and finished(second))
                took = time.monotonic() - since
                charges, left = paid(client)
            done = [(run.progress.counts.done, run.progress.counts.total) for run in (first, second)]

    assert took < SOON_SECONDS
    assert done == [(LESSONS, LESSONS)] * 2 and (charges, left) == (2 * LESSONS, SPARE)
    assert len(model.requests) <= asked + UNDER_WAY_MEANWHILE + 2 * LESSONS


@pytest.mark.parametrize("dialect", SERVER_LATER)
def test_a_killed_client_s_calls_are_waited_for_and_said(database_url: str) -> None:
    """Anyone who asks next says for whom it waits and until when, and gets the answers that the dead had requested.

    The outline of a brief and translations: the model writes each once, and each is paid for once.
    """
    added, release = owner_of(database_url, credits_at_start=LESSONS + 1 + SPARE), threading.Event()
    of_outline = list[str]()

    def hear(said: str) -> None:
        of_outline.append(said)
        release.set()

    with (
        model_server(held_until(release, good())) as model,
        host(database_url, writer_environment=model.environment) as service,
        Client(service.base_url, added.session_token) as client,
        translations(client) as run,
    ):
        options = {"url": service.base_url, "token": added.session_token}
        killed_on_the_way(model, 1, "tests.faults.outlining", **options)
        killed_on_the_way(model, 2, "tests.faults.translating", **options, languages=["FR"])
        asked, told = len(model.requests), heard(run)
        run.start()
        until(lambda: any(_AN_EARLIER_TRY.search(sentence) for sentence in told))
        outline = propose(client, Brief(BRIEF, "EN", 12), on_wait=hear)
        until(lambda: finished(run))
        charges, left = paid(client)

    assert _AN_EARLIER_TRY.search(of_outline[0]) and re.search(r"Next try at [\d:]{8}\.$", of_outline[0])
    assert any(re.search(r"calls? waiting, next try at [\d:]{8}: .*The same request", sentence) for sentence in told)
    assert asked <= len(model.requests) == LESSONS + 1 and len(outline.lessons) == 12
    assert (charges, left) == (LESSONS + 1, SPARE)
