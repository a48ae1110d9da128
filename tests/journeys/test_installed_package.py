"""What a person installs, without a checkout and without the tests' packages: the commands of README on each Python."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from tests.cli.test_completion import SCRIPT
from tests.installed_package import IMPORTS, OPTIONAL, InstalledPackage, install
from tests.installed_package import built as built
from tests.meta.source_tree import ROOT
from tests.needs import find, needs
from workbench import __version__

PYTHONS = ("3.11", "3.12", "3.13", "3.14")

# It fetches the packages, and takes two minutes on each Python.
pytestmark = [pytest.mark.slow, needs("linux")]


@pytest.fixture(scope="module", params=[pytest.param(version, marks=needs(f"python{version}")) for version in PYTHONS])
def python(request: pytest.FixtureRequest) -> str:
    """An interpreter of that version."""
    return find(f"python{request.param}") or ""


@pytest.fixture(scope="module")
def base(built: Path, python: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[InstalledPackage]:
    """The package without any optional part; a service that it started is stopped."""
    package = install(built, tmp_path_factory.mktemp("base"), python)
    yield package
    package.run("workbench", "stop", "--now")


@pytest.fixture(scope="module")
def with_jupyter(built: Path, python: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[InstalledPackage]:
    """The package with JupyterLab and Voila."""
    package = install(built, tmp_path_factory.mktemp("jupyter"), python, "[lab,voila]")
    yield package
    package.run("workbench", "stop", "--now")


def test_the_command_says_its_version(base: InstalledPackage) -> None:
    """The one that the package has."""
    assert base.run("workbench", "--version") == f"workbench {__version__}\n"


def test_every_module_is_there_but_for_optional_parts(base: InstalledPackage) -> None:
    """It comes from the environment, and what it lacks is what only the extras bring."""
    found = json.loads(base.run("python", "-c", IMPORTS))

    assert not Path(found["from"]).is_relative_to(ROOT)
    assert found["lacking"] == OPTIONAL


def test_the_demo_makes_ten_lessons(base: InstalledPackage) -> None:
    """With the service of this computer, in a home where nothing was before."""
    told = json.loads(base.run("workbench", "demo", "--json"))

    assert (told["lessonsMade"], len(told["lessons"])) == (10, 10)
    assert httpx.get(told["sharedLesson"]["shareUrl"]).status_code == 200


def test_the_notebooks_are_copied(base: InstalledPackage) -> None:
    """All of them, as they are in the checkout."""
    told = json.loads(base.run("workbench", "notebooks", "copy", "mine", "--json"))

    assert sorted(told["copied"]) == sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))


def test_the_tab_key_completes(base: InstalledPackage) -> None:
    """In bash, with what the package installs and docs/commands.md says."""
    assert base.run("/bin/bash", "--norc", "-c", SCRIPT, "bash", "workbench sna").split() == ["snapshot"]


def test_lab_opens_the_notebooks_and_stops(with_jupyter: InstalledPackage) -> None:
    """JupyterLab answers with the copies and has our tiles, and ends when it is told to."""
    extensions = with_jupyter.python.parent.parent / "share" / "jupyter" / "labextensions"
    assert (extensions / "lesson-workbench" / "remoteEntry.js").is_file()
    with with_jupyter.served("lab") as (address, server):
        assert address_answer(address, "/lab").is_success
        assert address_answer(address, "/api/contents/00_start_here.ipynb").is_success
        assert address_answer(address, "/lab/extensions/lesson-workbench/remoteEntry.js").is_success
        assert ended(server) in (0, -signal.SIGTERM)


def test_the_page_is_made_and_stops(with_jupyter: InstalledPackage) -> None:
    """All panels, from a kernel of that environment."""
    with with_jupyter.served("page") as (address, server):
        page = address_answer(address, urlsplit(address).path)
        assert "application/vnd.jupyter.widget-view+json" in page.text
        assert "error" not in page.text.split("<body")[1].lower()
        assert ended(server) == 0


def address_answer(address: str, path: str) -> httpx.Response:
    """What the server at that address says to a person with its token; it tells its address before it listens."""
    token = parse_qs(urlsplit(address).query)["token"][0]
    with httpx.Client(transport=httpx.HTTPTransport(retries=6), timeout=120, follow_redirects=True) as client:
        return client.get(address.split("?")[0].replace(urlsplit(address).path, path), params={"token": token})


def ended(server: subprocess.Popen[str]) -> int:
    """How the server ends after SIGTERM."""
    server.send_signal(signal.SIGTERM)
    return server.wait(30)
