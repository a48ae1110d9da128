"""`workbench serve`: a service for others, with its people made next to it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from tests.hanging import HANG_SECONDS
from tests.meta.source_tree import ROOT
from tests.own_service import command
from tests.server_process import python_process
from workbench.api.connect import connect
from workbench.cli import serve
from workbench.cli.output import UsageError
from workbench.cli.parser import CommandParser
from workbench.service.kernel.settings import LOOPBACK, Settings, person_rate

Served = tuple[subprocess.Popen[str], str, str]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A service in the foreground on a free port: its process, base URL and database."""
    database = f"sqlite:///{tmp_path / 'team.sqlite'}"
    words = ("serve", "--port", "0", "--database", database, "--json")
    with python_process("-m", "workbench.cli.main", *words, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        said = "".join(process.stdout.readline() for _ in range(3))
        yield process, json.loads(said)["baseUrl"], database
        process.kill()


def added(database: str, *more: str) -> Any:
    """What `admin add-person` tells."""
    words = ("ada@acme.example", "--organization", "Acme", "--credits", "7", "--database", database, "--json", *more)
    return json.loads(command("admin", "add-person", *words).stdout)


def test_a_person_made_beside_it_can_sign_in(served: Served) -> None:
    """Immediately, with the session that was told."""
    _, base_url, database = served
    told = added(database)

    with connect(base_url, token=told["sessionToken"]) as connected:
        facts = connected.facts
    assert facts.who is not None
    assert (facts.who.person_id, facts.organization_id) == (told["personId"], told["organizationId"])
    assert facts.credits_left == 7


def test_told_to_stop_it_ends_well(served: Served) -> None:
    """SIGTERM: exit code 0."""
    process = served[0]
    process.send_signal(signal.SIGTERM)

    assert process.wait(timeout=HANG_SECONDS) == 0


def test_a_taken_port_is_one_line(served: Served) -> None:
    """Exit 1, with the next step."""
    ended = command("serve", "--port", served[1].rpartition(":")[2], "--database", served[2])

    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)
    assert "Choose another" in ended.stderr


DATABASE = "postgresql://db.example/lessons"


class Option(NamedTuple):
    """What an option of the command does: the words that set it, the field and its value, and what is refused."""

    given: tuple[str, ...]
    field: str
    value: object
    wrong: tuple[str, ...]
    says: str
    variable: tuple[str, str] | None = None
    """A variable of the environment that sets the field as well, with its text."""


OPTIONS: Final = {
    "--host": Option(("0.0.0.0",), "host", "0.0.0.0", (), ""),
    "--port": Option(("8200",), "port", 8200, ("many",), "not a whole number"),
    "--database": Option(
        (DATABASE,), "database_url", DATABASE, ("mysql://x",), "sqlite:///", ("WORKBENCH_DATABASE", DATABASE)
    ),
    "--share-base-url": Option(
        ("https://l.example",), "share_base_url", "https://l.example", ("l.example",), "address"
    ),
    "--workers": Option(("3",), "processes", 3, ("0",), "--workers: at least 1"),
    "--machines": Option(("4",), "processes", 4, ("0",), "--machines: at least 1"),
    "--calls-per-minute": Option(("100",), "rates", person_rate(100), ("-1",), "0 for no limit"),
    "--database-connections": Option(("2",), "database_connections", 2, ("0",), "at least one database connection"),
    "--metrics": Option(("nobody",), "metrics", "nobody", ("all",), "choose from"),
    "--trusted-proxy": Option(("10.0.0.7",), "proxies", (*LOOPBACK, "10.0.0.7"), ("proxy.example",), "IP address"),
    "--allowed-host": Option(
        ("a.example", "--allowed-host", "b.example"),
        "allowed_hosts",
        ("a.example", "b.example"),
        ("https://a.example",),
        "An allowed host is a name",
        ("WORKBENCH_ALLOWED_HOSTS", "a.example, b.example,"),
    ),
}
"""Every option that is a setting of the service; the others belong to the command."""


def settings(*words: str) -> Settings:
    """The settings of a service with these options."""
    parser = CommandParser()
    serve.arguments(parser)
    return serve.service_settings(parser.parse_args([*words]))


def test_every_option_is_in_the_table() -> None:
    """A new one says what it sets and what is refused."""
    parser = CommandParser()
    serve.arguments(parser)
    flags = {flag for action in parser._actions for flag in action.option_strings}

    assert flags - {"-h", "--help", "--log-format"} == set(OPTIONS)


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_sets_its_field(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the environment, which sets it where no option does."""
    option, base = OPTIONS[name], () if name == "--database" else ("--database", DATABASE)
    if option.variable is not None:
        monkeypatch.setenv(*option.variable)
        assert getattr(settings(*base), option.field) == option.value
        monkeypatch.setenv(option.variable[0], "sqlite:///other")

    assert getattr(settings(*base, name, *option.given), option.field) == option.value


@pytest.mark.parametrize("name", [name for name in OPTIONS if OPTIONS[name].wrong])
def test_a_wrong_value_is_one_line(name: str) -> None:
    """Exit code 1 or 2 with the reason; nothing is served."""
    base = () if name == "--database" else ("--database", DATABASE)
    ended = command("serve", *base, name, *OPTIONS[name].wrong)

    assert (ended.returncode in (1, 2), ended.stdout, ended.stderr.count("\n")) == (True, "", 1)
    assert OPTIONS[name].says in ended.stderr


@pytest.mark.parametrize("option", ["--machines", "--workers"])
def test_several_need_postgresql(tmp_path: Path, option: str) -> None:
    """A file of SQLite is served by one process on one computer."""
    with pytest.raises(UsageError, match=f"{option} above 1 needs PostgreSQL"):
        settings(option, "2", "--database", f"sqlite:///{tmp_path / 'x.sqlite'}")


def share(*words: str) -> float:
    """The part of every rate that each process of a host lets through."""
    return 1 / settings("--database", DATABASE, *words).processes


def test_every_host_has_the_same_share_of_the_rates() -> None:
    """However many workers each has: together they let through the whole rate and no more."""
    assert 4 * share("--machines", "2", "--workers", "4") + 1 * share("--machines", "2") == 1


def test_one_host_has_the_whole_rate() -> None:
    """Unless it is told of others."""
    assert 2 * share("--workers", "2") == 1


def test_every_option_is_told_on_the_page_about_operations() -> None:
    """Anyone who runs a service reads one page."""
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    options = set(re.findall(r"--[a-z-]+", command("serve", "--help").stdout)) - {"--help", "--json"}

    assert {option for option in options if f"`{option}" not in page and f" {option} " not in page} == set()
