"""`workbench serve`: a service for others, with its people made beside it."""

from __future__ import annotations

import argparse
import json
import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.hanging import HANG_SECONDS
from tests.meta.source_tree import ROOT
from tests.own_service import command
from tests.server_process import python_process
from workbench.api.connect import connect
from workbench.cli import serve
from workbench.cli.output import UsageError

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
    """At once, with the session that was told."""
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


def test_a_rate_below_none_is_one_line(tmp_path: Path) -> None:
    """0 is no limit."""
    ended = command("serve", "--calls-per-minute", "-1", "--database", f"sqlite:///{tmp_path / 'x.sqlite'}")

    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
    assert "0 for no limit" in ended.stderr


def share(*words: str) -> float:
    """The part of every rate that each process of a host lets through."""
    parser = argparse.ArgumentParser()
    serve.arguments(parser)
    chosen = parser.parse_args(["--database", "postgresql://db.example/lessons", *words])
    return 1 / serve.settings_of(chosen).processes


def test_every_host_has_the_same_share_of_the_rates() -> None:
    """However many workers each has: together they let through the whole rate and no more."""
    assert 4 * share("--machines", "2", "--workers", "4") + 1 * share("--machines", "2") == 1


def test_one_host_has_the_whole_rate() -> None:
    """Unless it is told of others."""
    assert 2 * share("--workers", "2") == 1


def allowed(*words: str) -> tuple[str, ...]:
    """The names that a service with these options answers for besides its own."""
    parser = argparse.ArgumentParser()
    serve.arguments(parser)
    return serve.settings_of(parser.parse_args(["--database", "postgresql://db.example/lessons", *words])).allowed_hosts


def test_allowed_hosts_come_from_options_else_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the database does; without either there are none."""
    assert allowed() == ()

    monkeypatch.setenv("WORKBENCH_ALLOWED_HOSTS", "lessons.example.org, 10.0.0.7,")

    assert allowed() == ("lessons.example.org", "10.0.0.7")
    assert allowed("--allowed-host", "a.example", "--allowed-host", "b.example") == ("a.example", "b.example")


@pytest.mark.parametrize("option", ["--machines", "--workers"])
def test_several_need_postgresql(tmp_path: Path, option: str) -> None:
    """A file of SQLite is served by one process on one computer."""
    ended = command("serve", option, "2", "--database", f"sqlite:///{tmp_path / 'x.sqlite'}")

    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
    assert f"{option} above 1 needs PostgreSQL" in ended.stderr


@pytest.mark.parametrize("option", ["--machines", "--workers"])
def test_there_is_at_least_one(option: str) -> None:
    """No host and no process serve nothing."""
    with pytest.raises(UsageError, match=f"{option}: at least 1"):
        share(option, "0")


def test_every_option_is_told_on_the_page_about_operations() -> None:
    """Whoever runs a service reads one page."""
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    options = set(re.findall(r"--[a-z-]+", command("serve", "--help").stdout)) - {"--help", "--json"}

    assert {each for each in options if f"`{each}" not in page and f" {each} " not in page} == set()
