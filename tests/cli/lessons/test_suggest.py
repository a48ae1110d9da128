"""`workbench lessons suggest`, at a service that has a model."""

from __future__ import annotations

import json

from tests.browser.lessons import Writing
from tests.helping import HALF, SEA, ServiceWithModel, balance
from tests.own_service import Ended, command
from workbench.client.sync import Client


def suggest(shared_model: ServiceWithModel, *words: str) -> Ended:
    """`workbench lessons suggest ...` at the service that has a model."""
    return command("suggest", *words, WORKBENCH_HOME=str(shared_model.folder), **shared_model.model.environment)


def test_a_proposal_is_shown_and_applied_for_one_credit(
    shared_model: ServiceWithModel, helping: Client, tides: str
) -> None:
    """Shown first, then applied: the same request is paid for once."""
    left = balance(helping)
    shown = suggest(shared_model, tides, "2", "--action", "shorten")
    assert (shown.returncode, Writing(helping).read(tides).blocks[1].content) == (0, {"markdown": SEA})
    assert shown.stdout == f"{HALF[:-1]}[- a day because the moon pulls at it-].\n"
    assert "Use --apply to apply it" in shown.stderr

    applied = suggest(shared_model, tides, "2", "--action", "shorten", "--apply", "--json")
    found = json.loads(applied.stdout)
    assert (found["block"]["content"], found["appliedAsRevision"]) == ({"markdown": HALF}, found["revision"] + 1)
    assert (Writing(helping).read(tides).blocks[1].content, balance(helping)) == ({"markdown": HALF}, left - 1)


def test_a_block_that_is_not_there_costs_nothing(shared_model: ServiceWithModel, helping: Client, tides: str) -> None:
    """It is reported how many there are."""
    left = balance(helping)
    ended = suggest(shared_model, tides, "9", "--action", "rewrite")

    assert ended.returncode != 0 and "The lesson has 3 blocks" in ended.stderr
    assert balance(helping) == left
