"""ReportsPanel: every report with its filters, table, chart and files; made from what the reports declare."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

import ipywidgets
import traitlets

from workbench.bulk.run_summaries import journal_facts
from workbench.client.lookups.names import distinct_names
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.errors import InputRejected, Misconfigured, NotAllowed, NotSent, WorkbenchError
from workbench.procedures.catalogue import CATALOGUE
from workbench.procedures.declare import Call
from workbench.procedures.organization import get_members, get_organization_projects
from workbench.reports import REPORTS, ReportOrganization, Scope, build, find_report
from workbench.reports.build import unavailable
from workbench.reports.files.frame_report import report_from_frame
from workbench.reports.files.output import FORMATS, write_report
from workbench.reports.report import Report
from workbench.reports.scope import ACTION, PERSON, PROJECT, Parameter, parse_parameters
from workbench.reports.view import view
from workbench.text import display_text, escape_html
from workbench.widgets.admin.audit_wording import action_name
from workbench.widgets.kit.controls import (
    button,
    caution,
    dropdown,
    hint,
    html,
    row_of_controls,
    set_html,
    set_visible,
    stack,
)
from workbench.widgets.kit.moments import moment_html
from workbench.widgets.kit.panel import Panel
from workbench.widgets.kit.rows import Rows
from workbench.widgets.reports import wording
from workbench.widgets.reports.fields import Options, ParameterField
from workbench.widgets.reports.table import ReportTable, TableContent, table_content
from workbench.wording import count_text

if TYPE_CHECKING:
    import pandas

_PROGRESS_SECONDS: Final = 0.5
"""How often the pages that were read are counted aloud."""
_PACKAGES: Final = {".xlsx": "xlsxwriter"}
"""Packages that a file format needs besides."""


class ReportsPanel(Panel):
    """The reports on an organization; `value` is the name of the one that is shown.

    `frame` is its table as a DataFrame, `None` before it is read.
    """

    label = "Reports"
    value = traitlets.Unicode(None, allow_none=True)

    def __init__(
        self,
        client: Client,
        *,
        organization_id: str | None = None,
        workers: TaskPool | None = None,
        on_go: Callable[[str], object] | None = None,
        report: str | None = None,
        detail_pane: Any = None,
    ) -> None:
        """`on_go` gets where a row leads, such as `lesson/ID`; `report` is the name of the one shown first.

        `detail_pane` is a widget that is shown below, such as where a lesson opens.
        """
        super().__init__(client, workers=workers)
        self.organization_id = organization_id
        self.on_go = on_go
        self.frame: pandas.DataFrame | None = None
        self.refusals: dict[str, str] = {}
        """Reports that the person's role or the service does not give, by name, with the reason."""
        self._options: dict[str, Options] = {}
        self._fields: dict[Parameter, ParameterField] = {}
        self._note = self._chart = self._chart_text = ""
        self._read_at = datetime.now(UTC)
        self._stop, self._is_building, self._said_at = threading.Event(), False, 0.0
        self.list = self.control(Rows("Reports", empty="No reports."), while_busy=True)
        self.list.observe(lambda change: self._on_pick(), "chosen")
        self.heading, self.facts, self.chart = html(), html(), html()
        self.fields = ipywidgets.Box()
        self.fields.add_class("wb-report-fields")
        self.show_button = self.control(
            button("Show report", lambda: self.start(self.read_report), style="primary"), when=self._is_available
        )
        self.clear_button = self.control(
            button("Clear filters", lambda: self.start(self.clear_filters)), when=lambda: bool(self._filled_fields())
        )
        self.stop_button = self.control(
            button("Stop", self.stop), when=lambda: self._is_building and not self._stop.is_set(), while_busy=True
        )
        self.format = self.control(dropdown("File", _formats()), when=self._has_rows)
        self.download_button = self.control(button("Download", lambda: self.start(self.download)), when=self._has_rows)
        self.table = ReportTable("Report")
        self.table.on_open(self._go)
        self.of_filters = row_of_controls(self.show_button, self.clear_button, self.stop_button)
        self.of_file = row_of_controls(self.format, self.download_button)
        report_box = stack(self.heading, self.fields, self.of_filters, self.facts, self.of_file, self.chart, self.table)
        report_box.add_class("wb-report")
        body = ipywidgets.Box((self.list, report_box))
        body.add_class("wb-reports-body")
        self.add_class("wb-reports")
        self.value = None if report is None else find_report(report).name
        self.show(body, detail_pane)
        self.render()

    def refresh(self) -> None:
        """Ask which reports there are for this person, what filters can be chosen, and for the report."""
        here = ReportOrganization(self.organization_id)
        self.refusals = unavailable(self.client, REPORTS.values(), here)
        self._options = self._read_options()
        for field in self._fields.values():
            field.offer(self._options.get(field.parameter.kind, ()))
        if self.value is None:
            self.value = next((name for name in REPORTS if name not in self.refusals), None)
        self.render()
        self.read_report()

    def show_report(self, name: str) -> None:
        """Show the report of this name; filters that the one before has too, such as the period, stay.

        Raises `InputRejected` for an unknown name.
        """
        report_name = find_report(name).name
        if report_name != self.value:
            self._stop.set()
            self.value, self.frame = report_name, None
            self._forget()
            self.render()
            if self._options:
                self.start_next(self.read_report)

    def read_report(self) -> None:
        """Ask for the report with the values of the fields, and show it. Blocks; *Stop* ends it."""
        report = self._report()
        if report is None or report.name in self.refusals:
            return
        given = self._read_fields(report)
        if given is None:
            return
        self._stop.clear()
        self._is_building, self._said_at = True, time.monotonic()
        self._update_stop()
        try:
            frame = self._build(report, given)
        except _Stopped:
            self._forget_progress()
            if self.value == report.name:
                self.notify(wording.STOPPED)
            return
        except NotAllowed as refused:  # with other filters the role may see it
            self._forget()
            self._note, self.frame = refused.message, None
        except InputRejected as rejected:
            if not self._show_at_field(report, rejected.message):
                raise
        else:
            self._forget()
            self.frame, self._read_at = frame, datetime.now(UTC)
            self._draw(report, frame)
        finally:
            self._is_building = False
            self._update_stop()
        self._forget_progress()
        if self.value == report.name:
            self.render()

    def stop(self) -> None:
        """Stop reading after the pages that are on their way."""
        self._stop.set()
        self.notify("Stopping after the requests in progress.")
        self._update_stop()

    def clear_filters(self) -> None:
        """Empty the fields of the report, and show it."""
        for field in self._filled_fields():
            field.clear()
        self.read_report()

    def download(self) -> None:
        """Hand the table to the person's browser as a file in the chosen format, with all of its rows."""
        report = self._report()
        if report is None or self.frame is None:
            raise NotSent("Show a report first.")
        name = f"{report.name}-{datetime.now(UTC).date().isoformat()}{self.format.value}"
        with TemporaryDirectory(prefix="workbench-report-") as folder:
            path = write_report(report_from_frame(self.frame), Path(folder) / name)
            self.header.download(name, path.read_bytes())
        self.notify(f"{name} was downloaded, with {count_text(len(self.frame), 'row')}.")

    def render(self) -> None:
        """Show what is known."""
        report = self._report()
        self.list.fill([wording.report_row(one, self.refusals.get(one.name, "")) for one in REPORTS.values()])
        self.list.chosen = [] if report is None else [report.name]
        refusal = "" if report is None else self.refusals.get(report.name, "")
        title = wording.NONE_YET if report is None else wording.report_label(report.name)
        attrs = {} if self.frame is None else self.frame.attrs
        about = "" if report is None else str(attrs.get("about") or report.about)
        set_html(self.heading, f"<h3>{escape_html(title)}</h3>{hint(_sentence(about))}{caution(refusal)}")
        self._show_fields(None if refusal else report)
        content = TableContent() if report is None or self.frame is None else table_content(self.frame, report)
        set_html(self.facts, self._facts(content))
        set_html(self.chart, self._chart)
        if self.on_go is None:
            content = TableContent(content.columns, content.rows, {}, content.total)
        self.table.label = title
        self.table.put(content)
        set_visible(self.of_filters, is_visible=self._is_available())
        set_visible(self.of_file, is_visible=self._has_rows())
        self._update_stop()

    def as_text(self) -> str:
        """Return the report's key figures in a sentence, and what is missing."""
        if self.frame is None:
            return f"Reports: {count_text(len(REPORTS), 'report')}. {self._note}".strip()
        parts = [view(self.frame).text, *self.frame.attrs.get("missing", ()), self._chart_text]
        return " ".join(part for part in parts if part)

    def as_html(self) -> str:
        """Return the same with the first rows as a table."""
        report = self._report()
        table = "" if self.frame is None or report is None else table_content(self.frame, report).as_html()
        return super().as_html() + table

    def _report(self) -> Report | None:
        return None if self.value is None else REPORTS[self.value]

    def _is_available(self) -> bool:
        return self.value is not None and self.value not in self.refusals

    def _has_rows(self) -> bool:
        return self.frame is not None and not self.frame.empty

    def _on_pick(self) -> None:
        if self.list.chosen and self.list.chosen[0] != self.value:
            self.show_report(self.list.chosen[0])

    def _go(self, anchor: str) -> None:
        if self.on_go is not None:
            self.on_go(anchor)

    def _read_options(self) -> dict[str, Options]:
        """Return what fields offer, by the kind of parameter, as far as service and role tell it."""
        calls: dict[str, Call[Any]] = {
            PROJECT: get_organization_projects(organization_id=self.organization_id, include_archived=True),
            PERSON: get_members(organization_id=self.organization_id),
        }
        announced = {kind: call for kind, call in calls.items() if self.offers(call.procedure)}
        answers = dict(zip(announced, self.client.outcomes(*announced.values()), strict=True)) if announced else {}
        known = {kind: answer for kind, answer in answers.items() if not isinstance(answer, WorkbenchError)}
        names = {
            kind: [(one.project_id, one.name or "", "") for one in answer.projects if one.project_id]
            if kind == PROJECT
            else [(one.person_id, one.name, one.email or "") for one in answer.members]
            for kind, answer in known.items()
        }
        options = {
            kind: sorted(((display_text(name), id_) for id_, name in distinct_names(listed).items()), key=_by_name)
            for kind, listed in names.items()
        }
        actions = {name: action_name(name) for name, procedure in CATALOGUE.items() if procedure.is_write}
        return {**options, ACTION: sorted(((text, name) for name, text in actions.items()), key=_by_name)}

    def _field(self, parameter: Parameter) -> ParameterField:
        """Return the field of a parameter; reports that declare the same one share it, with its value."""
        if parameter not in self._fields:
            options = self._options.get(parameter.kind, ())
            field = ParameterField(parameter, options, lambda: self.start_next(self.read_report))
            field.control.observe(lambda change: self.update_controls(), "value")
            self.control(field.control)
            self._fields[parameter] = field
        return self._fields[parameter]

    def _show_fields(self, report: Report | None) -> None:
        is_known = bool(self._options)  # before the first answer nothing can be chosen from
        fields = [self._field(parameter) for parameter in report.parameters] if report is not None and is_known else []
        self.fields.children = tuple(fields)
        set_visible(self.fields, is_visible=bool(fields))

    def _filled_fields(self) -> list[ParameterField]:
        report = self._report()
        fields = [self._fields[one] for one in report.parameters if one in self._fields] if report is not None else []
        return [field for field in fields if field.value]

    def _read_fields(self, report: Report) -> dict[str, Any] | None:
        """Return the parameters; `None` where a value is wrong, which its field then says."""
        values = {field.parameter.name: field.value for field in self._filled_fields()}
        for parameter in report.parameters:
            if parameter in self._fields:
                self._fields[parameter].show_error("")
        try:
            return parse_parameters(report.parameters, values)
        except InputRejected as rejected:
            if self._show_at_field(report, rejected.message):
                return None
            raise

    def _show_at_field(self, report: Report, message: str) -> bool:
        for parameter in report.parameters:
            text = wording.field_error(report, parameter, message)
            if text is not None and parameter in self._fields:
                return self._fields[parameter].show_error(text)
        return False

    def _build(self, report: Report, given: dict[str, Any]) -> pandas.DataFrame:
        facts = journal_facts(self.client, report.journal_fields(given), [self.organization_id])
        scope = Scope((ReportOrganization(self.organization_id),), given, **facts)
        return build(self.client, report, scope, progress=self._on_progress)

    def _on_progress(self, pages: int) -> None:
        if self._stop.is_set():
            raise _Stopped
        if time.monotonic() - self._said_at >= _PROGRESS_SECONDS:
            self._said_at = time.monotonic()
            self.notify(f"{count_text(pages, 'page')} read …")

    def _draw(self, report: Report, frame: pandas.DataFrame) -> None:
        if report.chart is None or frame.empty:
            return
        try:
            from workbench.reports.chart_picture import svg

            drawn = report.chart(frame)
            picture = svg(drawn.figure)
        except Misconfigured:
            self._chart = hint(wording.NO_CHARTS)
            return
        self._chart_text = drawn.text
        self._chart = (
            f'<figure class="wb-report-chart" tabindex="0" aria-label="Chart">{picture}'
            f'<figcaption class="wb-hint">{escape_html(drawn.text, longest=2000)}</figcaption></figure>'
        )

    def _facts(self, content: TableContent) -> str:
        if self.frame is None:
            return caution(self._note)
        missing = "".join(map(caution, self.frame.attrs.get("missing", ())))
        figures = "".join(
            f"<div><dt>{escape_html(_sentence(figure.what, ''))}</dt><dd>{escape_html(figure.shown)}</dd></div>"
            for figure in view(self.frame).figures
        )
        is_cut = len(content.rows) < content.total
        cut = f"Showing the first {len(content.rows):,} of {content.total:,} rows. Download a file to see all of them."
        read = f'<p class="wb-hint">Read at {moment_html(self._read_at)}</p>'
        return f'{missing}<dl class="wb-figures">{figures}</dl>{read}{hint(cut if is_cut else "")}'

    def _forget(self) -> None:
        """Forget what was drawn and said of the report before."""
        self._note = self._chart = self._chart_text = ""

    def _forget_progress(self) -> None:
        self.notice = ""

    def _update_stop(self) -> None:
        set_visible(self.stop_button, is_visible=self._is_building)
        self.update_controls()


class _Stopped(Exception):
    """The person stopped the report."""


def _formats() -> list[tuple[str, str]]:
    """Return the file formats of reports that can be written here, as pairs of name and ending."""
    there = [ending for ending in FORMATS if ending not in _PACKAGES or find_spec(_PACKAGES[ending]) is not None]
    return [(wording.FORMATS.get(ending, ending.removeprefix(".")), ending) for ending in there]


def _by_name(option: tuple[str, str]) -> str:
    return option[0].casefold()


def _sentence(text: str, end: str = ".") -> str:
    """Return the words as a sentence."""
    return f"{text[:1].upper()}{text[1:]}{end}" if text else ""
