"""A report is built: asked in as few requests as it takes, page by page, and laid out. The one file that uses a client.

Works against a service that has only the interface: what it does not announce is not asked, and said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

from workbench.client.raw import raw_data
from workbench.client.sync import Client
from workbench.errors import AnswerUnreadable, InputRejected, NotAllowed, NotFound, WorkbenchError
from workbench.procedures.catalogue import CATALOGUE
from workbench.procedures.declare import Call, dumped
from workbench.procedures.organization import get_last_selected_organization_id, list_organizations
from workbench.procedures.service import Capabilities
from workbench.reports.listing import next_cursor, page_table
from workbench.reports.report import Answers, Asked, Report, Told
from workbench.reports.scope import Place, Scope, chosen_places

if TYPE_CHECKING:
    import pandas
    import pyarrow

RAW_AFTER: Final = 10
"""Pages after which a listing is long: the rest goes from the answers' bytes into Arrow, a request each."""

Progress = Callable[[int], object]
"""Called with the number of pages read so far; what it raises stops the report."""


class Conversation(Protocol):
    """What is needed of a client."""

    def outcomes(self, *calls: Call[Any]) -> tuple[Any, ...]: ...
    def capabilities(self) -> Capabilities | None: ...


def build(client: Conversation, report: Report, scope: Scope, *, progress: Progress | None = None) -> pandas.DataFrame:
    """The report as a DataFrame in its columns; `attrs` holds its name and, in `not_told`, what was not told;
    `is_complete` is False when an organization is missing.

    Raises a `WorkbenchError` when nothing of it could be asked.
    """
    answers = hear(client, report.ask(scope), scope, progress=progress)
    frame = report.frame(answers)
    asked_places = {each.asked.place for each in answers.told if not each.asked.beside}
    is_complete = not answers.told or asked_places == set(scope.places)
    frame.attrs = {"report": report.name, "not_told": list(answers.not_told), "is_complete": is_complete}
    return frame


def places(client: Conversation, wanted: Sequence[str] = ()) -> tuple[Place, ...]:
    """The organizations of these names or ids; none named: the last selected one. One request.

    Raises `InputRejected` for one that is not the person's.
    """
    if list_organizations().name not in known_procedures(client):
        if wanted:
            raise InputRejected("This service does not list organizations, so none can be chosen by name.")
        return (Place(),)
    listed, last = client.outcomes(list_organizations(), get_last_selected_organization_id())
    for each in (listed, last):
        if isinstance(each, WorkbenchError):
            raise each
    return chosen_places(listed.organizations, wanted or [last.organization_id or ""])


def known_procedures(client: Conversation) -> set[str]:
    """The procedures that the service announces; those of the interface when it announces none."""
    told = client.capabilities()
    return set(told.procedures) if told else {name for name, each in CATALOGUE.items() if not each.is_ours}


def hear(client: Conversation, asked: Sequence[Asked], scope: Scope, *, progress: Progress | None = None) -> Answers:
    """Ask everything: the first pages together, then the next pages together, until all are there."""
    known = known_procedures(client) if asked else set()
    pages: dict[int, list[pyarrow.Table]] = {at: [] for at, each in enumerate(asked) if each.call.name in known}
    not_told = [_not_announced(each) for at, each in enumerate(asked) if at not in pages]
    _refuse_hollow(asked, pages, not_told)
    left = [(at, asked[at].call) for at in pages]
    read = 0
    while left:
        following = []
        for (at, call), outcome in zip(left, _spoken(client, left, read), strict=True):
            if isinstance(outcome, WorkbenchError):
                not_told.append(_refused(asked[at], outcome))
                del pages[at]  # half a list would pass for the whole
                continue
            pages[at].append(_laid_out(asked[at], outcome))
            cursor = next_cursor(outcome)
            if cursor is not None:
                following.append((at, _next(call, cursor)))
        read += len(left)
        if progress is not None:
            progress(read)
        left = following
    _refuse_hollow(asked, pages, not_told)
    told = tuple(Told(asked[at], tuple(found)) for at, found in pages.items())
    return Answers(scope, told, tuple(dict.fromkeys(not_told)))


def _refuse_hollow(asked: Sequence[Asked], left: Iterable[int], not_told: Sequence[str]) -> None:
    # What stands beside makes no report.
    if asked and all(asked[at].beside for at in left):
        raise NotFound(not_told[0], code="NOT_FOUND", http_status=404)


def _spoken(client: Conversation, left: Sequence[tuple[int, Call[Any]]], read: int) -> list[bytes | WorkbenchError]:
    if isinstance(client, Client) and read > RAW_AFTER * len(left):
        return [_raw(client, call) for _, call in left]
    outcomes = client.outcomes(*(call for _, call in left))
    return [each if isinstance(each, WorkbenchError) else dumped(each) for each in outcomes]


def _raw(client: Client, call: Call[Any]) -> bytes | WorkbenchError:
    try:
        return raw_data(client, call)
    except WorkbenchError as refused:
        return refused


def _laid_out(asked: Asked, page: bytes) -> pyarrow.Table:
    try:
        return page_table(page, asked.rows, asked.columns)
    except ValueError as refused:
        raise AnswerUnreadable(f"{asked.call.name}: the answer cannot be laid out: {refused}.") from None


def _next(call: Call[Any], cursor: str) -> Call[Any]:
    if cursor == getattr(call.asked, "cursor", None):  # else its rows would be read without end, and counted twice
        raise AnswerUnreadable(f"{call.name}: the service names the same page as the next one again.")
    return Call(call.procedure, call.asked.model_copy(update={"cursor": cursor}))


def _not_announced(asked: Asked) -> str:
    return f"Not told: this service does not have {asked.call.name}."


def _refused(asked: Asked, error: WorkbenchError) -> str:
    # A refusal concerns one organization; everything else concerns the report.
    if not isinstance(error, NotAllowed | NotFound):
        raise error
    where = asked.place.name or asked.place.organization_id or "the organization"
    return f"Not told for {where}: {error}"
