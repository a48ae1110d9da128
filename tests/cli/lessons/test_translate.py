"""`workbench translate`, at a service that has a model."""

from __future__ import annotations

import json

from tests.helping import ServiceWithModel, balance
from tests.helping import helping as helping
from tests.helping import model as model
from tests.helping import shared_model as shared_model
from tests.helping import tides as tides
from tests.model_server import good
from tests.own_service import Ended, command
from workbench.client.sync import Client


def translate(shared_model: ServiceWithModel, *words: str) -> Ended:
    """`workbench translate ...` at the service that has a model."""
    return command("translate", *words, WORKBENCH_HOME=str(shared_model.folder), **shared_model.model.environment)


def test_a_lesson_is_planned_and_translated(shared_model: ServiceWithModel, helping: Client, tides: str) -> None:
    """The plan costs nothing, and nothing is made before the price is approved."""
    shared_model.model.answer_with(good())
    left = balance(helping)
    planned = translate(shared_model, tides, "--to", "FR,DE", "--plan")
    unasked = translate(shared_model, tides, "--to", "FR,DE")
    made = translate(shared_model, tides, "--to", "FR,DE", "--yes", "--json")
    again = translate(shared_model, tides, "--to", "FR,DE", "--yes")

    assert (planned.returncode, planned.stdout) == (0, "2 translations to make for 2 credits.\n")
    assert unasked.returncode == 2 and "--yes" in unasked.stderr
    assert [(each["language"], each["state"], each["error"]) for each in json.loads(made.stdout)] == [
        ("FR", "there", ""),
        ("DE", "there", ""),
    ]
    assert "2 of 2 translations are there." in again.stdout and left - balance(helping) == 2


def test_one_says_which_lessons(shared_model: ServiceWithModel, helping: Client) -> None:
    """None by accident."""
    ended = translate(shared_model, "--to", "FR")

    assert ended.returncode == 2 and "--all" in ended.stderr
