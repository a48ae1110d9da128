"""A report: a name, columns, parameters, and two pure functions. `ask` returns the calls, `frame` the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from workbench.columns import Columns
from workbench.procedures.declare import Call
from workbench.reports.scope import DATE, LANGUAGE, PROJECT, SWITCH, WORD, ZONE, Parameter, ReportOrganization, Scope
from workbench.reports.tables.figures import Figure

if TYPE_CHECKING:
    import pandas
    import pyarrow

    from workbench.reports.charts import Chart


class Missing(NamedTuple):
    """The reason why an answer is incomplete; `rows` distinguishes missing rows from missing values of some columns.

    `is_refusal`: the person's role may not see the rest, and the sentence names the roles that may.
    """

    sentence: str
    rows: bool = True
    is_refusal: bool = False


@dataclass(frozen=True, slots=True)
class ReportCall:
    """A call, the organization it is about, and the columns of its answer.

    `rows` is the wire name of the list in the answer, empty if the answer itself is the one row; `columns` are the
    fields to take of each row. A call with `beside` adds only a few columns: if a service or a role does not reveal
    them, these are missing and the report says so. `missing` says what a role was not shown in an answer; if every row
    is needed, `needs_all` is the error's sentence for a role that may not see them all.
    """

    call: Call[Any]
    organization: ReportOrganization
    rows: str
    columns: Columns
    beside: bool = False
    missing: Callable[[Any], Missing | None] | None = None
    needs_all: str = ""


@dataclass(frozen=True, slots=True)
class ReportAnswer:
    """The answers of one `ReportCall`: an Arrow table for each page, of its columns and `extra`.

    `is_whole` is False where the role does not see every row; nothing may be added up from such an answer.
    """

    request: ReportCall
    pages: tuple[pyarrow.Table, ...]
    is_whole: bool = True


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers for a scope; `missing` are sentences about what the service did not give."""

    scope: Scope
    items: tuple[ReportAnswer, ...]
    missing: tuple[str, ...] = ()

    def of(self, procedure: str) -> list[ReportAnswer]:
        """Return the answers of a procedure, in the order of its calls."""
        return [item for item in self.items if item.request.call.name == procedure]

    def whole(self, procedure: str) -> list[ReportOrganization]:
        """Return the organizations whose answers of a procedure are complete; sums are made for these only."""
        lacking = {answer.request.organization for answer in self.of(procedure) if not answer.is_whole}
        return [
            answer.request.organization for answer in self.of(procedure) if answer.request.organization not in lacking
        ]


class Need(NamedTuple):
    """A report's need for this computer's journals: the field of its `Scope`, and its parameters."""

    name: Literal["runs", "run_names", "run_lessons"]
    when: Callable[[Mapping[str, Any]], bool] = lambda given: True


@dataclass(frozen=True, slots=True)
class Report:
    """A report: `ask(scope)` gives its calls, `frame(answers)` lays the answers out in the columns.

    `ask_further(answers)` returns the calls that depend on the first answers. `key` are the columns that identify its
    rows: with a key it is in snapshots, and two dates of it can be compared. `listed` are the default columns of a list
    of its rows, in reading order. `figures` are those above its table, `needs` are its needs of this computer's
    journals; `chart` draws its frame.
    """

    name: str
    about: str
    columns: Columns
    ask: Callable[[Scope], Sequence[ReportCall]]
    frame: Callable[[Answers], pandas.DataFrame]
    parameters: tuple[Parameter, ...] = ()
    ask_further: Callable[[Answers], Sequence[ReportCall]] | None = None
    key: tuple[str, ...] = ()
    listed: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()
    needs: tuple[Need, ...] = ()
    chart: Callable[[pandas.DataFrame], Chart] | None = None

    def journal_fields(self, given: Mapping[str, Any]) -> list[str]:
        """Return the fields of `Scope` that it needs of this computer's journals with these parameters."""
        return [need.name for need in self.needs if need.when(given)]


IN_PROJECT: Final = Parameter("project_id", PROJECT, "Only items in this project.")
IN_LANGUAGE: Final = Parameter("language", LANGUAGE, "Only lessons in this language, such as EN.")
IN_TRASH: Final = Parameter("in_trash", SWITCH, "Only items in the trash.")
TITLE_SEARCH: Final = Parameter("search", WORD, "Only items with this text in the title.")
_FROM: Final = "From this day on, such as 2026-01-31; or from an instant on, such as 2026-01-31T09:00+01:00."
_TO: Final = "Until this day, inclusive; or until an instant, exclusive."
TIME_ZONE: Final = Parameter("tz", ZONE, "The time zone that days are meant in, such as Europe/Berlin; default UTC.")
PERIOD: Final = (Parameter("since", DATE, _FROM), Parameter("until", DATE, _TO), TIME_ZONE)
CHANGED_AND_CREATED: Final = (
    Parameter("changed_since", DATE, f"Last changed: {_FROM[0].lower()}{_FROM[1:]}"),
    Parameter("changed_until", DATE, f"Last changed: {_TO[0].lower()}{_TO[1:]}"),
    Parameter("created_since", DATE, f"Created: {_FROM[0].lower()}{_FROM[1:]}"),
    Parameter("created_until", DATE, f"Created: {_TO[0].lower()}{_TO[1:]}"),
    TIME_ZONE,
)
