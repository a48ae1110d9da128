"""What every command takes, before it or behind it."""

from __future__ import annotations

import json
import logging
import os
from pathlib import Path

import pytest

from tests.own_service import command
from workbench.cli.common_options import show_logs, use_service
from workbench.cli.output import UsageError
from workbench.cli.parser import parse
from workbench.client.session.profile import Profile, save
from workbench.client.session.token import Token
from workbench.embedded.record import EmbeddedService
from workbench.errors import OriginRefused

HERE, ELSEWHERE = "https://here.example", "https://elsewhere.example"
VARIABLES = ("WORKBENCH_URL", "WORKBENCH_SESSION_TOKEN", "WORKBENCH_COOKIE_NAME", "WORKBENCH_RPC_PATH")


@pytest.mark.parametrize(
    "words",
    [
        ["--output", "csv", "-q", "runs"],
        ["--output=csv", "--quiet", "runs", "list"],
        ["runs", "--output", "csv", "-q"],
        ["-q", "runs", "list", "--output=csv"],
    ],
)
def test_an_option_stands_before_the_command_or_behind_it(words: list[str]) -> None:
    """With its value as one word or two."""
    chosen = parse(words)

    assert (chosen.command, chosen.output, chosen.as_json, chosen.quiet) == ("runs list", "csv", False, True)


def test_what_stands_behind_the_command_counts() -> None:
    """It is the nearer one."""
    assert parse(["--output", "json", "runs", "--output", "csv"]).output == "csv"


def test_json_is_the_short_form() -> None:
    """In either place."""
    assert [parse(words).as_json for words in (["--json", "whoami"], ["whoami", "--output", "json"], ["whoami"])] == [
        True,
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--url", HERE, "stop"], "workbench stop doesn't use a service, so it has no --url."),
        (["stop", "--url", HERE], "Unknown option: --url."),
        (["--organization", "Acme", "stop"], "workbench stop doesn't use a service, so it has no --organization."),
        (["whoami", "--url", HERE, "--profile", "x"], "not allowed with argument --url"),
        (["runs", "--json", "--output", "csv"], "not allowed with argument --json"),
        (["--output", "yaml", "runs"], "choose from 'table', 'json', 'csv', 'ndjson'"),
    ],
)
def test_an_option_that_means_nothing_is_refused(words: list[str], message: str) -> None:
    """With what to do instead."""
    with pytest.raises(UsageError) as refused:
        parse(words)

    assert message in refused.value.message


@pytest.mark.parametrize("words", [("whoami", "--output", "json"), ("--output=json", "whoami"), ("--json", "whoami")])
def test_an_error_is_json_too(words: tuple[str, ...]) -> None:
    """Whichever way JSON was requested."""
    ended = command(*words, WORKBENCH_URL="http://not.local.example")

    assert (ended.returncode, ended.stdout) == (1, "")
    assert json.loads(ended.stderr)["error"]["exitCode"] == 1


def test_a_wrong_option_is_a_json_error_too() -> None:
    """It is known that JSON was requested before the words are understood."""
    ended = command("whoami", "--frobnicate", "--output", "json")

    assert "--frobnicate" in json.loads(ended.stderr)["error"]["message"]


def test_url_names_the_service(own_service: EmbeddedService, monkeypatch: pytest.MonkeyPatch) -> None:
    """The session of the environment goes along where it is that service's."""
    monkeypatch.setenv("WORKBENCH_URL", own_service.base_url)
    monkeypatch.setenv("WORKBENCH_SESSION_TOKEN", own_service.token.reveal())
    ended = command("--url", own_service.base_url, "whoami", "--json")

    assert json.loads(ended.stdout)["origin"] == own_service.base_url


def test_a_token_of_the_environment_stays_with_its_service(monkeypatch: pytest.MonkeyPatch) -> None:
    """`--url` of another service takes the whole set away while the command runs, and no longer."""
    for name, value in zip(VARIABLES, (HERE, "canary", "name", "/path"), strict=True):
        monkeypatch.setenv(name, value)
    with use_service(ELSEWHERE):
        inside = {name: os.environ[name] for name in VARIABLES if name in os.environ}

    assert inside == {"WORKBENCH_URL": ELSEWHERE}
    assert [os.environ[name] for name in VARIABLES] == [HERE, "canary", "name", "/path"]


def test_the_same_service_keeps_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    """However its address is written."""
    monkeypatch.setenv("WORKBENCH_URL", HERE)
    monkeypatch.setenv("WORKBENCH_SESSION_TOKEN", "canary")
    with use_service(f"{HERE}:443/"):
        assert os.environ["WORKBENCH_SESSION_TOKEN"] == "canary"


def test_a_profile_names_the_service() -> None:
    """By the name that login kept it under; the organization goes along."""
    save(Profile(HERE, Token("kept"), "login"), in_file=True, name="school")
    with use_service(profile="school", organization="Acme"):
        inside = (os.environ["WORKBENCH_URL"], os.environ["WORKBENCH_ORGANIZATION"])

    assert inside == (HERE, "Acme")
    assert "WORKBENCH_ORGANIZATION" not in os.environ


def test_an_address_that_is_none_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refused before anything is removed."""
    monkeypatch.setenv("WORKBENCH_URL", HERE)
    with pytest.raises(OriginRefused), use_service("ftp://here.example"):
        pytest.fail("it was taken")

    assert os.environ["WORKBENCH_URL"] == HERE


@pytest.mark.usefixtures("own_service")
@pytest.mark.parametrize(("words", "notes"), [((), "courses.csv: "), (("-q",), "")])
def test_quiet_leaves_the_answer_alone(words: tuple[str, ...], notes: str, tmp_path: Path) -> None:
    """What was requested is done, how it went is not said."""
    file = tmp_path / "courses.csv"
    ended = command("report", "courses", "--to", str(file), *words)

    assert (ended.returncode, file.is_file()) == (0, True)
    assert ended.stderr.replace(str(tmp_path), "").lstrip("/")[: len("courses.csv: ")] == notes


def test_quiet_ends_with_its_command() -> None:
    """The next one in the same process speaks again; errors are said in any case."""
    assert command("-q", "runs", "show", "nothing").stderr.startswith("workbench: ")
    assert command("runs", "show", "nothing", "--json").stderr.startswith('{"error"')


def test_verbose_writes_what_is_logged(capsys: pytest.CaptureFixture[str]) -> None:
    """On standard error, and only while the command runs."""
    with show_logs(True):
        logging.getLogger("workbench.bulk").debug("a row was sent")
    logging.getLogger("workbench.bulk").debug("a later row")

    assert "DEBUG workbench.bulk: a row was sent" in capsys.readouterr().err
