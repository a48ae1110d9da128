"""A run taken up again from its ledger alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.own_service import own_service as own_service
from tests.own_service import shared_folder as shared_folder
from workbench.bulk.resuming import replanned, rows_of
from workbench.bulk.run import Run
from workbench.bulk.runs import RunSummary, find_runs
from workbench.client.sync import Client
from workbench.embedded.record import Running
from workbench.errors import PlanRejected


@pytest.fixture
def client(own_service: Running) -> Iterator[Client]:
    """A client of a service that honours keys."""
    with Client(own_service.base_url, own_service.token) as connected:
        yield connected


@pytest.fixture
def begun(client: Client, tmp_path: Path) -> RunSummary:
    """A run of four rows; one was made, as its approval had it."""
    from workbench.bulk import plan_topics

    topics = [f"Wheel {each} of {tmp_path.name}" for each in range(4)]
    plan = plan_topics(topics, client, language="EN", name=tmp_path.name)
    Run(plan, client, plan.approve(credits=1)).start().wait().close()
    return next(each for each in find_runs() if each.name == tmp_path.name)


def test_its_rows_are_read_without_the_list(begun: RunSummary) -> None:
    """As they stand."""
    assert sorted(str(row.state) for row in rows_of(begun)) == ["done", "planned", "planned", "planned"]


def test_its_plan_asks_for_what_is_left(begun: RunSummary, client: Client) -> None:
    """What was made costs nothing more."""
    plan = replanned(begun, client)

    assert (plan.name, len(plan.rows), plan.total_credits) == (begun.name, 4, 3)


def test_it_ends_with_every_row_made_once(begun: RunSummary, client: Client) -> None:
    """A part that was approved and made does not count against what is approved now."""
    run = Run(replanned(begun, client), client).start().wait()
    done, spent = run.progress.counts.done, run.progress.counts.spent_credits
    run.close()

    assert (done, spent) == (4, 4)


@pytest.mark.parametrize("other", [{"person": "somebody else"}, {"ledger": Path("another.sqlite")}])
def test_another_place_is_refused(other: dict[str, object], begun: RunSummary, client: Client) -> None:
    """Another person, or a ledger of another service or organization; where it was made is named."""
    with pytest.raises(PlanRejected, match=begun.origin):
        replanned(replace(begun, **other), client)  # type: ignore[arg-type]
