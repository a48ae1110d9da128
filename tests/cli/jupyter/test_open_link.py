"""`workbench open`: what a link names, and the page on which it is opened."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.own_service import command
from workbench.cli.jupyter import open_link
from workbench.cli.jupyter.open_link import read_link, redirecting_file, running_page_address, running_pages
from workbench.cli.jupyter.page import FILES, find_notebook
from workbench.cli.output import UsageError
from workbench.client.sync import Client
from workbench.embedded.record import EmbeddedService
from workbench.procedures.lesson import create_lesson

ID = "o58k299j4qyxd39xl8mrmwntk"


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        (ID, ("", ID)),
        (f"lesson/{ID}", ("lesson", ID)),
        (f"#course/{ID}", ("course", ID)),
        (f"http://127.0.0.1:8888/voila/render/workbench.ipynb#lesson/{ID}", ("lesson", ID)),
    ],
)
def test_a_link_names_a_lesson_or_a_course(link: str, expected: tuple[str, str]) -> None:
    """By an id, an anchor, or what *Copy link* copies."""
    assert read_link(link) == expected


@pytest.mark.parametrize("link", ["", "http://127.0.0.1:8888/", f"person/{ID}", "a b", "lesson/", "#", "é", "../x"])
def test_any_other_link_is_refused(link: str) -> None:
    """Before anything is asked."""
    with pytest.raises(UsageError, match="is not a lesson or course"):
        read_link(link)


@pytest.fixture
def client(own_service: EmbeddedService) -> Iterator[Client]:
    """A client of the service of this computer."""
    with Client(own_service.base_url, own_service.token) as made:
        yield made


def test_the_command_ends_where_there_is_no_such_lesson(own_service: EmbeddedService) -> None:
    """Without a page."""
    ended = command("open", ID, "--no-browser")

    assert (ended.returncode, ended.stdout) == (2, "")
    assert "or you don't have access" in ended.stderr


@pytest.fixture
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file in which Jupyter says that the page of all panels runs, for the service of this test."""
    from workbench.cli.jupyter.page_server import service_name  # imports Jupyter's server, which takes seconds

    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path))
    file = tmp_path / f"jpserver-{os.getpid()}.json"
    facts = {"url": "http://127.0.0.1:8888/", "token": "abc", "root_dir": str(FILES), "pid": os.getpid()}
    file.write_text(json.dumps({**facts, "workbench_service": service_name()}))
    return file


def test_a_page_that_runs_is_found(running: Path) -> None:
    """Its address has the anchor behind the token, which opens its server."""
    [found] = running_pages(FILES)

    assert running_page_address(found, find_notebook(None), f"lesson/{ID}") == (
        f"http://127.0.0.1:8888/voila/render/workbench.ipynb?token=abc#lesson/{ID}"
    )


def test_a_page_of_another_service_is_not_used(running: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor a server of JupyterLab, which says nothing of one."""
    monkeypatch.setenv("WORKBENCH_URL", "https://elsewhere.example")
    other = list(running_pages(FILES))
    monkeypatch.delenv("WORKBENCH_URL")
    running.write_text(json.dumps({**json.loads(running.read_text()), "workbench_service": None}))

    assert other == list(running_pages(FILES)) == []


def test_the_file_that_opens_a_browser_is_this_persons_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The token of a server is on no command line; a second address takes the place of the first."""
    monkeypatch.setenv("WORKBENCH_HOME", str(tmp_path / "home"))
    redirecting_file("http://127.0.0.1:1/?token=a#lesson/1")
    file = redirecting_file('http://127.0.0.1:1/?token=b#"><script>')

    assert file.stat().st_mode & 0o077 == 0
    assert "url=http://127.0.0.1:1/?token=b#&quot;&gt;&lt;script&gt;" in file.read_text()


def test_the_server_prints_its_address_with_the_anchor() -> None:
    """Behind the token: in front of it, the token would be part of the anchor."""
    from jupyter_server.auth.identity import IdentityProvider

    from workbench.cli.jupyter.page_server import PageServer

    server = PageServer(anchor=f"lesson/{ID}", ip="127.0.0.1", port=8888, default_url="/voila/render/a.ipynb")
    server.identity_provider = IdentityProvider(token="abc")

    assert server.display_url == f"http://127.0.0.1:8888/voila/render/a.ipynb?token=...#lesson/{ID}"


class Became(Exception):
    """This process would be another program now."""


def become(path: str, words: list[str]) -> None:
    """What stands for `os.execv`."""
    raise Became(words)


def test_without_a_page_one_is_started(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As `workbench page` does, at the lesson."""
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("JUPYTER_PATH", "")
    monkeypatch.setattr(os, "execv", become)
    lesson_id = client.call(create_lesson(title="Bends", language="EN")).lesson_id
    chosen = argparse.Namespace(link=lesson_id, no_browser=True, port=0, as_json=False)

    with pytest.raises(Became) as became:
        open_link.run(chosen)

    assert f"--PageServer.anchor=lesson/{lesson_id}" in became.value.args[0]
    assert "The lesson “Bends” opens" in capsys.readouterr().out


def test_a_page_that_runs_is_opened(
    client: Client, running: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command ends, and has printed the address; no session token is in it."""
    lesson_id = client.call(create_lesson(title="Bends", language="EN")).lesson_id
    chosen = argparse.Namespace(link=f"lesson/{lesson_id}", no_browser=True, port=0, as_json=True)

    assert open_link.run(chosen) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["address"].endswith(f"?token=abc#lesson/{lesson_id}")
    assert (printed["kind"], printed["title"]) == ("lesson", "Bends")
