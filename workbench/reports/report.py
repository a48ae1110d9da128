"""What a report is: a name, columns, parameters, and two pure functions. `ask` gives the calls, `frame` the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from workbench.columns import Columns
from workbench.procedures.declare import Call
from workbench.reports.scope import DATE, SWITCH, WORD, Parameter, ReportOrganization, Scope

if TYPE_CHECKING:
    import pandas
    import pyarrow


class Missing(NamedTuple):
    """Why an answer is not all that there is; `rows` says whether rows are missing, or values of some columns only."""

    sentence: str
    rows: bool = True


@dataclass(frozen=True, slots=True)
class ReportCall:
    """A call, the organization it is about, and what its answer holds.

    `rows` is the wire name of the list in the answer, empty where the answer itself is the one row; `columns` are the
    fields to take of each row. A call that is `beside` gives a few columns only: where a service or a role does not
    tell it, these are missing and the report says so. `missing` says what a role was not shown in an answer.
    """

    call: Call[Any]
    place: ReportOrganization
    rows: str
    columns: Columns
    beside: bool = False
    missing: Callable[[Any], Missing | None] | None = None


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
        """The answers of a procedure, in the order of its calls."""
        return [each for each in self.items if each.request.call.name == procedure]

    def whole(self, procedure: str) -> list[ReportOrganization]:
        """The organizations whose answers of a procedure are complete; sums are made for these only."""
        lacking = {each.request.place for each in self.of(procedure) if not each.is_whole}
        return [each.request.place for each in self.of(procedure) if each.request.place not in lacking]


@dataclass(frozen=True, slots=True)
class Report:
    """A report: `ask(scope)` gives its calls, `frame(answers)` lays the answers out in the columns."""

    name: str
    about: str
    columns: Columns
    ask: Callable[[Scope], Sequence[ReportCall]]
    frame: Callable[[Answers], pandas.DataFrame]
    parameters: tuple[Parameter, ...] = ()


IN_PROJECT: Final = Parameter("project_id", WORD, "Only what is in this project.")
IN_TRASH: Final = Parameter("in_trash", SWITCH, "Only what is in the trash.")
TITLE_SEARCH: Final = Parameter("search", WORD, "Only what has this text in its title.")
PERIOD: Final = (
    Parameter("since", DATE, "First day, UTC."),
    Parameter("until", DATE, "Last day, UTC, included."),
)
