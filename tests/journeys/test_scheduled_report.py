"""A report from cron: the notebook run by papermill, the command and the cell give the same figures."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import nbformat
import papermill
import pytest
import yaml
from papermill.exceptions import PapermillExecutionError

from tests.meta.source_tree import ROOT
from tests.own_service import command
from workbench.api.connect import connect
from workbench.embedded.record import EmbeddedService

pytestmark = pytest.mark.filterwarnings(
    "ignore::DeprecationWarning", "ignore::ResourceWarning", "ignore::FutureWarning"
)


@pytest.mark.usefixtures("own_service")
def test_notebook_command_and_cell_agree(tmp_path: Path) -> None:
    """On what was spent by each person, with the same parameters."""
    topics, file = tmp_path / "two.csv", tmp_path / "credits.json"
    topics.write_text(f"topic\nGears in {tmp_path.name}\nCams in {tmp_path.name}\n")
    command("generate", str(topics), "--language", "EN", "--yes")
    notebook = ROOT / "notebooks" / "40_recent_projects_credits.ipynb"
    ran = papermill.execute_notebook(
        notebook, tmp_path / "out.ipynb", parameters={"since": "2026-01-01"}, progress_bar=False, cwd=str(ROOT)
    )
    command("report", "credits", "--param", "by=person", "--param", "since=2026-01-01", "--to", str(file))
    with connect() as workbench:
        spent = int(workbench.reports.credits(by="person", since="2026-01-01")["spent_credits"].sum())
    (row,) = json.loads(file.read_text(encoding="utf-8"))["rows"]

    assert row["spentCredits"] == spent
    assert str(spent) in shown(ran, "show(by_person")


@pytest.mark.slow
@pytest.mark.usefixtures("own_service")
def test_the_command_runs_the_notebook_too(tmp_path: Path) -> None:
    """With the same parameters as papermill; the figures are the report's."""
    out = tmp_path / "out.ipynb"
    notebook = ROOT / "notebooks" / "40_recent_projects_credits.ipynb"
    ended = command("report", str(notebook), "--to", str(out), "--param", "since=2026-01-01", "--organization", "all")
    with connect() as workbench:
        spent = int(workbench.reports.credits(by="person", since="2026-01-01")["spent_credits"].sum())

    assert ended.returncode == 0, ended.stderr
    assert str(spent) in shown(nbformat.read(out, as_version=4), "show(by_person")


@pytest.mark.usefixtures("own_service")
def test_papermill_with_a_secret_stops_at_connect(tmp_path: Path) -> None:
    """It has written the parameter by then; the sentence says to delete the file."""
    notebook = ROOT / "notebooks" / "40_recent_projects_credits.ipynb"
    with pytest.raises(PapermillExecutionError, match="Delete that file"):
        papermill.execute_notebook(
            notebook, tmp_path / "out.ipynb", parameters={"session_token": "x"}, progress_bar=False, cwd=str(ROOT)
        )


@pytest.fixture
def machine(own_service: EmbeddedService, tmp_path: Path) -> dict[str, str]:
    """A machine as the docs say: the command on the path, the session in a file, a folder for reports."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "reports").mkdir()
    shim = tmp_path / "bin" / "workbench"
    shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m workbench.cli.main "$@"\n')
    shim.chmod(0o755)
    session = tmp_path / ".workbench-session"
    session.write_text(
        f"export WORKBENCH_URL={own_service.base_url}\nexport WORKBENCH_SESSION_TOKEN={own_service.token.reveal()}\n"
    )
    session.chmod(0o600)
    path = f"{shim.parent}{os.pathsep}{os.environ['PATH']}"
    return {"HOME": str(tmp_path), "PATH": path, "PYTHONPATH": str(ROOT)}


def test_the_crontab_of_the_docs_works(machine: dict[str, str]) -> None:
    """Each line has five fields that cron knows, no percent sign, and a command that does what it says."""
    lines = [line for line in block("# minute").splitlines() if not line.startswith("#")]
    entries = [line.split(maxsplit=5) for line in lines]
    assert all(re.fullmatch(r"[\d*/,-]+", field) for entry in entries for field in entry[:5])
    assert not any("%" in line for line in lines)

    ended = [run(entry[5], machine) for entry in entries]
    assert ended == ["", ""]
    assert [path.name for path in Path(machine["HOME"], "reports").iterdir()] == ["credits.xlsx"]
    assert len(list(Path(machine["HOME"], "snapshots").glob("*/lessons.parquet"))) == 1


@pytest.mark.slow
def test_the_ci_job_of_the_docs_works(own_service: EmbeddedService, machine: dict[str, str]) -> None:
    """Its steps are YAML, its report is written, and its secrets are the environment's."""
    install, report = yaml.safe_load(block("jobs:"))["jobs"]["report"]["steps"]
    given = {"WORKBENCH_URL": own_service.base_url, "WORKBENCH_SESSION_TOKEN": own_service.token.reveal()}

    assert set(report["env"]) == set(given)
    assert set(extras(install["run"])) <= set(extras_of_the_package())
    assert run(report["run"], {**machine, **given}) == ""
    assert Path(machine["HOME"], "lessons.parquet").exists()


def block(word: str) -> str:
    """The docs' block in which this word stands."""
    text = (ROOT / "docs" / "reports.md").read_text(encoding="utf-8")
    (found,) = [match for match in re.findall(r"```\w*\n(.*?)```", text, re.DOTALL) if word in match]
    return str(found)


def run(line: str, machine: dict[str, str]) -> str:
    """What went wrong with a line of shell; empty when nothing did."""
    ended = subprocess.run(["/bin/sh", "-c", line], cwd=machine["HOME"], env=machine, capture_output=True, text=True)
    return "" if ended.returncode == 0 else ended.stderr or f"exit code {ended.returncode}"


def extras(words: str) -> list[str]:
    """The extras that a pip command names."""
    return (re.search(r"\[(.*)\]", words) or ["", ""])[1].split(",")


def extras_of_the_package() -> list[str]:
    """The extras that the package has."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return list(project["optional-dependencies"])


def shown(notebook: Any, name: str) -> str:
    """What the cell with this text shows."""
    (cell,) = [
        cell
        for cell in notebook.cells
        if name in cell.source and cell.cell_type == "code" and "assert" not in cell.source
    ]
    return "".join(str(output.get("data", {}).get("text/plain", "")) for output in cell.outputs)
