"""Every notebook in README's order: in an empty organization, with lessons, with an example next to it, with a model.

What a notebook promises is asserted by its own cells; here, that none fails, that no cell ends with an empty table, and
that what is saved can be read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import nbformat
import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from nbclient import NotebookClient
from nbconvert import HTMLExporter
from nbconvert.preprocessors.sanitize import SanitizeHTML
from traitlets.config import Config

from tests.helping import service_with_model
from tests.meta.source_tree import ROOT
from tests.model_server import quoting
from tests.own_service import command
from workbench.reports.view import ReportView

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
PANEL = "application/vnd.lesson-workbench.panel+json"
LARGEST_OUTPUT = 1_000_000
CELL_SECONDS = 200
GITHUB_TAGS = """
a abbr b bdo blockquote br caption code dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins
kbd li mark ol p pre q s samp small span strong sub summary sup table tbody td tfoot th thead time tr ul var wbr
"""
"""What GitHub leaves of HTML (html-pipeline's list). nbconvert's own list lacks headings and paragraphs."""
GITHUB_ATTRIBUTES = {"*": ["align", "alt", "dir", "href", "src", "title"]}


@pytest.fixture
def shell(home: Path) -> InteractiveShell:
    """A shell without a history."""
    return InteractiveShell.instance(config=Config({"HistoryManager": {"enabled": False}}))


def run_all(shell: InteractiveShell) -> dict[str, str]:
    """Run the notebooks one by one; what each printed. Fails with every cell that raised or showed an empty table."""
    printed, problems = {}, []
    for path in NOTEBOOKS:
        shell.reset(new_session=False)
        said, problem = [], ""
        for source in code_cells(path):
            text, problem = _run_cell(shell, source)
            said.append(text)
            if problem:
                problems.append(f"{path.name}: {problem} in\n{source}")
                break
        printed[path.stem] = "".join(said)
        shell.user_ns["wb"].close()
    assert not problems, "\n\n".join(problems)
    return printed


def code_cells(path: Path) -> list[str]:
    """The sources of a notebook's code cells."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def _run_cell(shell: InteractiveShell, source: str) -> tuple[str, str]:
    """What a cell printed, and what is wrong with it; a report's view counts as the table that it shows."""
    with capture_output() as captured:
        result = shell.run_cell(source)
    error = result.error_before_exec or result.error_in_exec
    table = result.result.frame if isinstance(result.result, ReportView) else result.result
    is_empty = error is None and getattr(table, "empty", False)
    return str(captured.stdout), "an empty table" if is_empty else "" if error is None else repr(error)


@pytest.mark.slow
@pytest.mark.usefixtures("fresh_folder")
def test_in_an_empty_organization(shell: InteractiveShell) -> None:
    """Where everybody begins; without a model, recorded answers stand for one and say so."""
    printed = run_all(shell)

    assert "Drafted by a model, recorded" in printed["14_lessons_from_sources"]
    assert "made by a model and recorded" in printed["35_translate_a_course"]
    assert "workbench demo --example" in printed["60_credit_forecast"]


@pytest.mark.slow
@pytest.mark.usefixtures("fresh_folder")
def test_in_an_organization_with_lessons_and_again(shell: InteractiveShell) -> None:
    """As `workbench demo` leaves it. All can be run again, and no lesson is paid for twice."""
    assert command("demo").returncode == 0
    first, again = run_all(shell), run_all(shell)
    left = r"([\d,]+) credits are left"
    admin = r"Credits: ([\d,]+) spent"

    assert re.search(left, first["00_start_here"])
    assert re.findall(admin, first["50_admin"]) == re.findall(admin, again["50_admin"])


@pytest.mark.slow
@pytest.mark.usefixtures("fresh_folder")
def test_with_an_example_organization(shell: InteractiveShell) -> None:
    """Reports show it as long as one's own has too little history; months of it, and a forecast."""
    assert command("demo", "--example").returncode == 0
    printed = run_all(shell)

    for name in ("40_recent_projects_credits", "60_credit_forecast"):
        assert "less than three weeks of history. The following shows Example: Harbour College" in printed[name]
    assert "no forecast" not in printed["60_credit_forecast"]


@pytest.mark.slow
def test_with_a_model(shell: InteractiveShell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is recorded elsewhere is asked of the model here, and said to be its answer."""
    with service_with_model(tmp_path / "workbench") as helping:
        helping.model.answer_with(quoting())
        monkeypatch.setenv("WORKBENCH_HOME", str(helping.folder))
        printed = run_all(shell)

    assert "recorded" not in printed["12_course_from_a_brief"]
    assert "recorded" not in printed["14_lessons_from_sources"]
    assert "recorded" not in printed["35_translate_a_course"]


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """The notebooks as a kernel ran them, without anybody who looked at them."""
    folder = tmp_path_factory.mktemp("saved")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("WORKBENCH_HOME", str(folder / "workbench"))
        patched.setenv("HOME", str(folder))
        assert command("demo", "--example").returncode == 0
        found = {}
        for path in NOTEBOOKS:
            notebook = nbformat.read(path, 4)
            client = NotebookClient(notebook, timeout=CELL_SECONDS, resources={"metadata": {"path": str(folder)}})
            client.store_widget_state = False
            client.execute()
            found[path.stem] = notebook
        yield found
        command("stop", "--now")


def outputs_of(notebook: Any) -> list[Any]:
    """The outputs that have data."""
    return [output for cell in notebook.cells for output in cell.get("outputs", ()) if "data" in output]


@pytest.mark.slow
def test_no_output_is_large(saved: dict[str, Any]) -> None:
    """A table took 1 MB, most of it a script."""
    sizes = {
        name: max((len(json.dumps(output)) for output in outputs_of(notebook)), default=0)
        for name, notebook in saved.items()
    }

    assert {name: size for name, size in sizes.items() if size >= LARGEST_OUTPUT} == {}


@pytest.mark.slow
def test_saved_copies_are_read_without_a_kernel(saved: dict[str, Any]) -> None:
    """With every style and script taken out: each panel's HTML as it was last, and each chart as a picture."""
    exporter = HTMLExporter(sanitize_html=True)
    exporter.register_filter("clean_html", like_github)
    for name, notebook in saved.items():
        page, _ = exporter.from_notebook_node(notebook)
        data = [output["data"] for output in outputs_of(notebook)]
        panels = [one for one in data if PANEL in one]
        charts = [one for one in data if "application/vnd.plotly.v1+json" in one]

        assert "Error displaying widget" not in page, name
        assert not re.search(r"&lt;/?(section|table|td|bdi|h\d|p)\b", page), name
        assert page.count('src="data:image/png;base64') >= len(charts), name
        assert [one["text/html"] for one in panels if readable(one["text/html"]) not in readable(page)] == [], name


def like_github(html: str | bytes) -> str:
    """The HTML without what GitHub takes out of it."""
    text = html.decode() if isinstance(html, bytes) else html
    unstyled = re.sub(r"<(style|script)\b.*?</\1>", "", text, flags=re.DOTALL)
    cleaner = SanitizeHTML(tags=GITHUB_TAGS.split(), attributes=GITHUB_ATTRIBUTES, strip=True)
    return str(cleaner.sanitize_html_tags(unstyled))


def readable(html: str) -> str:
    """The letters of HTML, in order; where words end depends on the tags that a reader takes out."""
    words = re.sub(r"<(style|script).*?</\1>|<[^>]*>", "", html, flags=re.DOTALL)
    return "".join(unescape(words).split())


@pytest.mark.slow
def test_saved_panels_have_figures(saved: dict[str, Any]) -> None:
    """Notebook 50 kept “0 people in the organization”, as its panels were saved before they had loaded."""
    texts = [output["data"]["text/plain"] for output in outputs_of(saved["50_admin"]) if PANEL in output["data"]]

    assert "People and roles: 1 person in the organization." in texts
    assert not [text for text in texts if re.search(r"\b0 of 0\b|: 0 people", text)]
