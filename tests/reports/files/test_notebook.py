"""A notebook is run into a notebook, without secrets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from workbench.errors import InputRejected
from workbench.reports.files.notebook import NotebookFailed, parse_value, run_notebook

pytestmark = pytest.mark.filterwarnings(
    "ignore::DeprecationWarning", "ignore::ResourceWarning", "ignore::FutureWarning"
)


@pytest.fixture
def notebook(tmp_path: Path) -> Path:
    """One parameter, one figure; it fails for a negative one."""
    cells = [
        new_code_cell("since = 1", metadata={"tags": ["parameters"]}),
        new_code_cell("assert since >= 0, f'{since} is before all time'\nsince + 1"),
    ]
    path = tmp_path / "figure.ipynb"
    nbformat.write(new_notebook(cells=cells), path)
    return path


def test_it_is_run_with_its_parameters(notebook: Path, tmp_path: Path) -> None:
    """The cell shows what it shows with them; nothing else is left in the folder."""
    to = run_notebook(notebook, tmp_path / "out.ipynb", {"since": 41})

    assert json.loads(to.read_text())["cells"][-1]["outputs"][0]["data"]["text/plain"] == ["42"]
    assert ".part" not in to.read_text()
    assert sorted(path.name for path in tmp_path.glob("*.ipynb")) == ["figure.ipynb", "out.ipynb"]
    assert not list(tmp_path.glob(".*"))


def test_a_run_that_succeeds_prints_nothing(notebook: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The kernel's warning about its transport was a mail from every nightly job."""
    run_notebook(notebook, tmp_path / "out.ipynb", {})

    assert capfd.readouterr() == ("", "")


def test_a_cell_that_fails_leaves_the_old_file_and_says_which(notebook: Path, tmp_path: Path) -> None:
    """The notebook as far as it came is beside; the next success takes it away."""
    to, beside = tmp_path / "out.ipynb", tmp_path / "out.failed.ipynb"
    to.write_text("mine")
    with pytest.raises(NotebookFailed, match=r"Cell 3 of figure.ipynb failed. AssertionError: -1 is before all time"):
        run_notebook(notebook, to, {"since": -1}, overwrite=True)
    assert (to.read_text(), beside.exists()) == ("mine", True)

    run_notebook(notebook, to, {}, overwrite=True)
    assert not beside.exists()


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"token": "x"}, "token: a secret is never a parameter"),
        ({"since": "Zq3vX8_1bT-9kLmN0pQrS7uVwXyZ2a4c6e8g0i2k4m6"}, "since: a secret is never a parameter"),
        ({"since": "Cookie: __Secure-authoring.session-token=a"}, "since: a secret is never a parameter"),
        ({"sinse": 1}, "Did you mean 'since'"),
        ({"organization": "a"}, "There are: since"),
    ],
)
def test_what_is_refused_is_refused_before_anything_is_written(
    parameters: dict[str, Any], sentence: str, notebook: Path, tmp_path: Path
) -> None:
    """A secret by its name or its looks, and a name that the notebook does not know."""
    with pytest.raises(InputRejected, match=sentence):
        run_notebook(notebook, tmp_path / "out.ipynb", parameters)

    assert [path.name for path in tmp_path.glob("*.ipynb")] == ["figure.ipynb"]


@pytest.mark.parametrize(
    ("name", "to", "sentence"),
    [
        ("none.ipynb", "out.ipynb", "there is no such notebook"),
        ("figure.ipynb", "out.csv", "ends in .ipynb"),
        ("figure.ipynb", "figure.ipynb", "already exists"),
        ("torn.ipynb", "out.ipynb", "is not a notebook"),
    ],
)
def test_wrong_paths_are_refused(name: str, to: str, sentence: str, notebook: Path, tmp_path: Path) -> None:
    """With what is wrong."""
    (tmp_path / "torn.ipynb").write_text(notebook.read_text()[:-20])
    with pytest.raises(InputRejected, match=sentence):
        run_notebook(tmp_path / name, tmp_path / to, {})


@pytest.mark.parametrize(
    ("text", "value"), [("7", 7), ("-7", -7), ("yes", True), ("False", False), ("2026-01-01", "2026-01-01"), ("٣", "٣")]
)
def test_a_parameter_s_text_becomes_its_value(text: str, value: object) -> None:
    """Whole numbers and yes or no; anything else stays text."""
    assert parse_value(text) == value
