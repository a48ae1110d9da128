"""`workbench page`: which notebook becomes a page, and that its server is this person's only."""

from __future__ import annotations

import argparse
import os
import subprocess
from pathlib import Path

import pytest

from tests.meta.source_tree import ROOT
from workbench.cli.jupyter.notebook_files import FIRST, curated_folder
from workbench.cli.jupyter.page import FILES, find_notebook, page_command, template_path
from workbench.cli.output import UsageError


def test_without_a_name_it_is_the_page_of_all_panels() -> None:
    """`app()`, and nothing else to write."""
    assert "app()" in find_notebook(None).read_text(encoding="utf-8")


def test_a_file_here_goes_before_a_curated_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy that somebody changed is what they mean."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / FIRST).touch()

    assert find_notebook(FIRST) == tmp_path / FIRST


def test_a_curated_one_is_found_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With or without its ending."""
    monkeypatch.chdir(tmp_path)

    assert (
        find_notebook("60_credit_forecast")
        == find_notebook("60_credit_forecast.ipynb")
        == curated_folder() / "60_credit_forecast.ipynb"
    )


def test_a_notebook_that_is_not_there_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is started."""
    monkeypatch.chdir(tmp_path)

    with pytest.raises(UsageError, match="No notebook 'mine'"):
        find_notebook("mine")


def test_the_server_is_on_this_computer_only(tmp_path: Path) -> None:
    """Its address needs a token, which Jupyter makes: none is on the command line."""
    words = page_command(tmp_path / "a b.ipynb", argparse.Namespace(no_browser=True, port=0))

    assert "--ServerApp.ip=127.0.0.1" in words
    assert "--ServerApp.default_url=/voila/render/a%20b.ipynb" in words
    assert not [word for word in words if "token" in word]


def test_the_page_of_all_panels_loads_what_it_needs(tmp_path: Path) -> None:
    """And a kernel waits for it; on other pages there may be charts."""
    chosen = argparse.Namespace(no_browser=True, port=0)
    ours, other = page_command(find_notebook(None), chosen), page_command(tmp_path / "a.ipynb", chosen)
    charts = "--VoilaConfiguration.extension_denylist=jupyterlab-plotly"

    assert (charts in ours, charts in other) == (True, False)
    assert "--WarmKernels.keeps_one=True" in ours and "--WarmKernels.keeps_one=False" in other


def test_a_file_that_lies_in_the_current_folder_is_not_run(tmp_path: Path) -> None:
    """Regression: Python looked there first for `workbench` and all that it imports."""
    (tmp_path / "jupyter_server.py").write_text("open('was_run', 'w')")
    words = page_command(tmp_path / "a.ipynb", argparse.Namespace(no_browser=True, port=0))
    python = words[: words.index("-m") + 2]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run([*python, "--version"], cwd=tmp_path, env=environment, check=True, capture_output=True)

    assert not (tmp_path / "was_run").exists()


def test_our_template_is_found_beside_a_persons_own() -> None:
    """What the environment says already still holds."""
    assert template_path("theirs") == f"{FILES}{os.pathsep}theirs"


def test_the_template_names_no_other_computer() -> None:
    """Nothing in it is fetched from elsewhere."""
    texts = [path.read_text(encoding="utf-8") for path in FILES.rglob("*") if path.is_file()]

    assert [text for text in texts if "://" in text] == []
