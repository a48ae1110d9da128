"""A report is added to a copy of the package, as CONTRIBUTING.md says, and has all that reports have."""

from __future__ import annotations

from pathlib import Path

from tests.adding import Addition, copied, run

MODULE = '''\
"""The report on sources: the documents that lessons are drafted from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from workbench.columns import EXTRA, INTEGER, MOMENT, ORGANIZATION, TEXT, Column, arrow_frame
from workbench.procedures.source import list_sources
from workbench.reports.report import Answers, Report, ReportCall
from workbench.reports.scope import Scope
from workbench.reports.tables.figures import Figure
from workbench.reports.tables.listing import list_rows

if TYPE_CHECKING:
    import pandas

    from workbench.reports.charts import Chart

COLUMNS: Final = (
    *ORGANIZATION,
    Column("title", TEXT, "", "Its title."),
    Column("source_id", TEXT, "", "The source."),
    Column("passages", INTEGER, "passages", "Passages in it."),
    Column("created_at", MOMENT, "UTC", "When it was added."),
    EXTRA,
)


def ask(scope: Scope) -> Sequence[ReportCall]:
    """The sources of each organization, page by page."""
    return [
        ReportCall(list_sources(organization_id=organization.organization_id), organization, "sources", COLUMNS)
        for organization in scope.organizations
    ]


def frame(answers: Answers) -> pandas.DataFrame:
    """A row for each source."""
    return arrow_frame(COLUMNS, list_rows(answers, list_sources().name, COLUMNS))


def chart(frame: pandas.DataFrame) -> Chart:
    """A bar for each source: its passages."""
    from plotly.graph_objects import Bar, Figure

    from workbench.reports.charts import Chart

    bars = Bar(x=frame["title"].to_list(), y=frame["passages"].to_list())
    return Chart(Figure(bars), f"Passages of the sources: {len(frame):,} bars.")


REPORT: Final = Report(
    "sources",
    "documents that lessons are drafted from",
    COLUMNS,
    ask,
    frame,
    key=("source_id",),
    figures=(Figure("passages", "sum", "passages"),),
    chart=chart,
)
'''
METHOD = '''\
    def sources(self, *, organization: Organizations = None) -> pandas.DataFrame:
        """Documents that lessons are drafted from."""
        return self.build("sources", organization=organization)

'''
ADDITIONS = (
    Addition(
        "report",
        {"workbench/reports/sources.py": MODULE},
        {
            "workbench/reports/catalogue.py": (
                ("    ledger,\n", "    sources,\n"),
                ("from workbench.reports.credits import", "from workbench.reports import sources\n"),
            ),
            "workbench/api/reports.py": (("    def tags(self", METHOD),),
        },
    ),
)
USED = """\
from pathlib import Path
from tempfile import mkdtemp
from workbench.api.connect import connect
from workbench.embedded import life

try:
    with connect() as wb:
        folder = Path(mkdtemp())
        (folder / "tides.txt").write_text("The moon pulls the water. " * 30)
        wb.snapshots.create(folder / "sets", label="before")
        wb.sources.add(folder / "tides.txt")
        wb.snapshots.create(folder / "sets", label="after")
        found = wb.reports.sources()
        print(wb.reports.show(found).text)
        print(wb.reports.chart(found).text)
        panel = wb.widgets.reports("sources")
        panel.refresh()
        print("In the panel:", [row["title"] for row in panel.list.rows if row["id"] == "sources"], panel.as_text())
        print("The panel draws", panel.chart.value.count("<svg"), "and lists", panel.table.content.rows[0][:2])
        print(wb.snapshots.compare(folder / "sets", "sources", "before", "after")[["change", "name"]].values.tolist())
finally:
    life.stop(now=True)
"""
PROOFS = (
    "tests/reports/test_catalogue.py",
    "tests/reports/test_report.py",
    "tests/reports/snapshots/test_comparison.py",
)


def test_a_report_is_added_in_three_files(tmp_path: Path) -> None:
    """Code, command, panel, snapshots, comparison, chart, roles and guide have it, with the proofs of every report."""
    copy = copied(tmp_path)
    [addition] = ADDITIONS
    addition.add_to(copy)
    run(copy, "-m", "tests.printed")
    proofs = run(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", *PROOFS, "-k", "sources or guide")
    said = run(copy, "-c", USED)
    shown = run(copy, "-m", "workbench.cli.main", "reports", "sources")

    assert addition.touched <= 3
    assert " passed" in proofs
    assert "Sources: 1 row" in said and "passage" in said.splitlines()[0]
    assert "Passages of the sources: 1 bars." in said
    assert "In the panel: ['Sources'] Sources: 1 row" in said
    assert "The panel draws 1 and lists ('tides', '1')" in said
    assert "[['new', 'tides']]" in said
    assert "documents that lessons are drafted from" in shown
    assert "| `sources` | documents that" in (copy / "docs" / "reports.md").read_text("utf-8")
