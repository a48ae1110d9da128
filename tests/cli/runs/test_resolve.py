"""`workbench runs resolve`: a decision about a row that needs a person."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bulk.fake_service import FakeService, MadeThen
from tests.own_service import command
from workbench.bulk.planning.planner import plan_topics
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.running.run import Run

pytestmark = pytest.mark.usefixtures("own_service")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["resend"], "--row"),
        (["again", "--row", "1"], "choose from 'assign', 'unassign', 'resend', 'dismiss'"),
        (["resend", "--row", "1", "--lesson", "x"], "--lesson works only with assign, not with resend"),
        (["dismiss", "--row", "1", "--force"], "--force works only with resend, not with dismiss"),
        (["assign", "--row", "2"], "assign needs --lesson ID"),
        (["resend", "--row", "9"], "no row 9"),
        (["resend", "--row", "2"], "cannot become"),
        (["unassign", "--row", "2"], "The service confirmed"),
        (["assign", "--row", "2", "--lesson", "a" * 25], "There is no lesson aaaa"),
    ],
)
def test_a_choice_that_is_none_is_one_line(name: str, words: list[str], said: str) -> None:
    """Nothing is changed."""
    ended = command("runs", "resolve", words[0], name, *words[1:])

    assert said in ended.stderr
    assert (ended.returncode > 0, ended.stderr.count("\n")) == (True, 1)


def test_a_row_that_still_needs_a_person_is_not_called_settled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Taking it off the list is for rows that were made again; the one in doubt stays."""
    monkeypatch.setenv("WORKBENCH_HOME", str(tmp_path))
    service = FakeService(keys=False, shows_fields=False)
    service.script.append(MadeThen(TimeoutError()))
    plan = plan_topics(["Bread"], service, language="EN", name="in doubt")
    Run(plan, service, retry_policy=RunRetryPolicy(look_seconds=(0.0,), poll_seconds=0.01)).start().wait().close()

    assert "Line 1 still needs attention" in command("runs", "resolve", "dismiss", "in doubt", "--row", "1").stdout
