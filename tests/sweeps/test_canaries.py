"""The curated notebooks as a machine runs them, widget state kept: no session token, nothing typed, in no file."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import nbclient
import nbformat
import pytest

from tests.meta.source_tree import ROOT
from workbench.embedded import life
from workbench.embedded.record import RECORD, EmbeddedService

CANARY = "canary-that-was-typed"
NAMES = ("00_start_here", "20_arrange_a_lesson", "30_share_courses", "50_admin")
# What a person types arrives as such messages. The word is in no cell as it is looked for.
TYPED = """\
import gc
from workbench.widgets.kit.entry import TextEntry
entries = [entry for entry in gc.get_objects() if isinstance(entry, TextEntry)]
said = {"intent": "typed", "text": "-".join(["canary", "that", "was", "typed"])}
[entry._handle_custom_msg(said, []) for entry in entries]
print(len(entries), "fields hold", {entry.value == said["text"] for entry in entries})
"""
STATE = "application/vnd.jupyter.widget-state+json"


@pytest.fixture(scope="module")
def executed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[EmbeddedService, Path]]:
    """Every panel of the notebooks in one file, executed by one kernel in a home of its own; and its service."""
    folder = tmp_path_factory.mktemp("canaries")
    cells = [cell for name in NAMES for cell in _code(ROOT / "notebooks" / f"{name}.ipynb")]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in (*cells, TYPED)])
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("HOME", str(folder))
        patched.setenv("IPYTHONDIR", str(folder / "ipython"))
        patched.setenv("WORKBENCH_HOME", str(folder / "workbench"))
        patched.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
        patched.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))
        try:
            nbclient.NotebookClient(notebook, timeout=120, store_widget_state=True).execute(cwd=str(folder))
            nbformat.write(notebook, folder / "executed.ipynb")
            yield life.start(), folder
        finally:
            life.stop(now=True)


def _code(path: Path) -> list[str]:
    """Return the sources of its code cells: notebooks put together may have cells of one id."""
    return [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]


def holding(folder: Path, word: str) -> list[str]:
    """The files below a folder that hold a word."""
    found = [path for path in folder.rglob("*") if path.is_file() and word.encode() in path.read_bytes()]
    return sorted(str(path.relative_to(folder)) for path in found)


def test_the_state_of_the_widgets_was_kept_and_the_fields_were_filled(executed: tuple[EmbeddedService, Path]) -> None:
    """Or the tests below would see nothing."""
    notebook = json.loads((executed[1] / "executed.ipynb").read_text(encoding="utf-8"))

    assert len(notebook["metadata"]["widgets"][STATE]["state"]) > 50
    assert "".join(notebook["cells"][-1]["outputs"][-1]["text"]).endswith("fields hold {True}\n")


def test_what_was_typed_is_in_no_file(executed: tuple[EmbeddedService, Path]) -> None:
    """Neither in the notebook nor in a log, a journal or the database."""
    assert holding(executed[1], CANARY) == []


def test_the_session_is_in_its_own_file_only(executed: tuple[EmbeddedService, Path]) -> None:
    """Which nobody else can read; the notebook, the logs and the database have no token."""
    running, folder = executed
    held = holding(folder, running.token.reveal())

    assert held == [f"workbench/{RECORD}"]
    assert (folder / held[0]).stat().st_mode & 0o077 == 0
