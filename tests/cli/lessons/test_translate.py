"""`workbench translate`, at a service that has a model."""

from __future__ import annotations

import json

from tests.browser.lessons import Writing
from tests.helping import ServiceWithModel, balance
from tests.model_server import good
from tests.own_service import Ended, command
from workbench.client.sync import Client
from workbench.reports import ReportOrganization, Scope, build, find_report


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

    assert (planned.returncode, planned.stdout) == (0, "2 translations to create for 2 credits.\n")
    assert unasked.returncode == 2 and "--yes" in unasked.stderr
    assert [
        (translation["language"], translation["state"], translation["error"]) for translation in json.loads(made.stdout)
    ] == [
        ("FR", "there", ""),
        ("DE", "there", ""),
    ]
    assert "2 of 2 translations are there." in again.stdout and left - balance(helping) == 2


def test_what_the_report_calls_missing_is_translated(
    shared_model: ServiceWithModel, helping: Client, tides: str
) -> None:
    """In the languages of `--to`, the rest of the organization too: here its price alone is shown."""
    report = build(helping, find_report("coverage"), Scope((ReportOrganization(None),), {"languages": "IT"}))
    missing = set(report[report["state"] == "missing"]["source_lesson_id"])
    planned = translate(shared_model, "--missing", "--to", "IT", "--plan", "--json")
    unclear = translate(shared_model, tides, "--missing")

    assert planned.returncode == 0
    assert {translation["lesson_id"] for translation in json.loads(planned.stdout)} == missing != set()
    assert unclear.returncode == 2 and "--missing" in unclear.stderr


def test_one_says_which_lessons(shared_model: ServiceWithModel, helping: Client) -> None:
    """None by accident."""
    ended = translate(shared_model, "--to", "FR")

    assert ended.returncode == 2 and "--all" in ended.stderr


def test_stale_translations_are_brought_up_to_date(shared_model: ServiceWithModel, helping: Client, tides: str) -> None:
    """The plan costs nothing; the same command again has nothing to do."""
    shared_model.model.answer_with(good())
    translate(shared_model, tides, "--to", "FR", "--yes")
    writing = Writing(helping)
    heading, text, summary = writing.read(tides).blocks
    writing.become(tides, [heading, text.model_copy(update={"content": {"markdown": "The sun pulls."}}), summary])
    left = balance(helping)
    planned = translate(shared_model, tides, "--stale", "--plan")
    done = translate(shared_model, tides, "--stale", "--to", "FR", "--yes")
    again = translate(shared_model, tides, "--stale", "--yes", "--json")

    assert planned.stdout == "1 translation to update, 1 block, for up to 1 credit.\n"
    assert (done.returncode, "1 of 1 translations are up to date." in done.stdout) == (0, True)
    assert [(translation["language"], translation["stale_blocks"]) for translation in json.loads(again.stdout)] == [
        ("FR", 0)
    ]
    assert left - balance(helping) == 1


def test_one_says_which_languages(shared_model: ServiceWithModel, tides: str) -> None:
    """Or that stale ones are meant."""
    ended = translate(shared_model, tides)

    assert ended.returncode == 2 and "--stale" in ended.stderr
