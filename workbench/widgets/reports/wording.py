"""Words of the reports panel, made from what a report declares. Pure functions."""

from __future__ import annotations

from typing import Final

from workbench.columns import FLAG, Column
from workbench.patterns import Pattern
from workbench.reports.report import Report
from workbench.reports.scope import SWITCH, ZONE, Parameter
from workbench.widgets.kit.rows import Row

NO_CHARTS: Final = "Charts are not installed on this computer. Ask whoever set up the workbench to add them."
NOT_AVAILABLE: Final = "Not available"
NONE_YET: Final = "Select a report."
STOPPED: Final = "Stopped. Your filters are kept; press Show report to start again."
FORMATS: Final = {".csv": "CSV", ".xlsx": "Excel", ".html": "Web page", ".parquet": "Parquet", ".json": "JSON"}
"""Names of file formats by their ending; one without a name here is called by its ending."""
_LABELS: Final = {"by": "Group by", "since": "From", "until": "To"}
_DEFAULT: Final = Pattern(r"\bdefault:? ([^.;]+)")


def report_label(name: str) -> str:
    """Return the name of a report for people: `recent-items` is `Recent items`."""
    return _sentence_case(name.replace("-", " "))


def report_row(report: Report, refusal: str = "") -> Row:
    """Return the row of a report in the list, with the reason if it is not available."""
    tags = ((NOT_AVAILABLE, "warn"),) if refusal else ()
    return Row(report.name, report_label(report.name), refusal or _sentence_case(report.about), tags)


def parameter_label(parameter: Parameter) -> str:
    """Return the label of a parameter's field; of a switch, what it does."""
    if parameter.kind == SWITCH:
        return parameter.meaning.partition(":")[0].removesuffix(".")
    if parameter.kind == ZONE:
        return "Time zone"
    return _LABELS.get(parameter.name) or _sentence_case(parameter.name.removesuffix("_id").replace("_", " "))


def choice_label(choice: str) -> str:
    """Return a value that a parameter can have for people: `project_now` is `Project now`; empty for any value."""
    return _sentence_case(choice.replace("_", " ").replace("-", " ")) or "Any"


def default_text(parameter: Parameter) -> str:
    """Return what holds without a value, as the parameter's meaning says it; empty if it does not."""
    match = _DEFAULT.search(parameter.meaning)
    return "" if match is None else match[1].strip()


def column_label(column: Column | str) -> str:
    """Return the heading of a column: `updated_at` is `Updated at (UTC)`, `is_public` is `Public`."""
    name = column if isinstance(column, str) else column.name
    if not isinstance(column, str) and column.dtype == FLAG:
        name = name.removeprefix("is_")
    unit = " (UTC)" if not isinstance(column, str) and column.unit == "UTC" else ""
    return f"{_sentence_case(name.replace('_', ' '))}{unit}"


def field_error(report: Report, parameter: Parameter, message: str) -> str | None:
    """Return an error's sentence for the field of this parameter; `None` if it is not about it."""
    rest = message.removeprefix(parameter.name)
    if rest == message or rest[:1] not in (":", " "):
        return None
    if rest.startswith(":"):
        return _sentence_case(rest.removeprefix(":").strip())
    for other in report.parameters:
        rest = rest.replace(f" {other.name} (", f" {parameter_label(other)} (")
    return f"{parameter_label(parameter)}{rest}"


def _sentence_case(words: str) -> str:
    return words[:1].upper() + words[1:]
