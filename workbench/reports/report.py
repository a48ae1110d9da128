"""What a report is: a name, columns, parameters, and two pure functions. `ask` gives the calls, `frame` the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from workbench.procedures.declare import Call
from workbench.reports.column import Columns
from workbench.reports.scope import DATE, Parameter, Place, Scope

if TYPE_CHECKING:
    import pandas
    import pyarrow


@dataclass(frozen=True, slots=True)
class Asked:
    """A call, the organization it is about, and what its answer holds.

    `rows` is the wire name of the list in the answer, empty where the answer itself is the one row; `columns` are the
    fields to take of each row. A call that is `beside` gives a few columns only: where a service or a role does not
    tell it, these are missing and the report says so.
    """

    call: Call[Any]
    place: Place
    rows: str
    columns: Columns
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """The answers of one `Asked`: an Arrow table for each page, of its columns and `extra`."""

    asked: Asked
    pages: tuple[pyarrow.Table, ...]


@dataclass(frozen=True, slots=True)
class Answers:
    """Everything that was told for a scope; `not_told` are sentences about what was not."""

    scope: Scope
    told: tuple[Told, ...]
    not_told: tuple[str, ...] = ()

    def of(self, procedure: str) -> list[Told]:
        """What a procedure told, in the order asked for."""
        return [each for each in self.told if each.asked.call.name == procedure]


@dataclass(frozen=True, slots=True)
class Report:
    """A report: `ask(scope)` gives what to ask, `frame(answers)` lays it out in the columns."""

    name: str
    about: str
    columns: Columns
    ask: Callable[[Scope], Sequence[Asked]]
    frame: Callable[[Answers], pandas.DataFrame]
    parameters: tuple[Parameter, ...] = ()


PERIOD: Final = (
    Parameter("since", DATE, "First day, UTC."),
    Parameter("until", DATE, "Last day, UTC, included."),
)
