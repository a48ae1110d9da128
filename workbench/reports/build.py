"""A report is built: asked in as few requests as it takes, page by page, and laid out. The one file that uses a client.

Works against a service that has only the interface: what it does not announce is not asked, and said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

from workbench.client.lookups.paging import PageCount
from workbench.client.raw_answers import raw_data
from workbench.client.sync import Client
from workbench.errors import AnswerUnreadable, CallFailed, InputRejected, NotAllowed, NotFound, WorkbenchError
from workbench.procedures.catalogue import CATALOGUE
from workbench.procedures.declare import Call, dumped
from workbench.procedures.organization import get_last_selected_organization_id, list_organizations
from workbench.procedures.service import Capabilities
from workbench.reports.report import Answers, Missing, Report, ReportAnswer, ReportCall
from workbench.reports.scope import ReportOrganization, Scope, chosen_places
from workbench.reports.tables.listing import next_cursor, page_table

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
    """The report as a DataFrame in its columns.

    `attrs["missing"]` holds a sentence for everything that the service or the person's role does not tell, and
    `attrs["is_complete"]` is False when there is one. `attrs["incomplete_organizations"]` are the ids of those whose
    rows are not all there: nothing may be added up for them. Raises a `WorkbenchError` when nothing could be asked.
    """
    answers = hear(client, report.ask(scope), scope, progress=progress)
    frame = report.frame(answers)
    frame.attrs = {
        "report": report.name,
        "missing": list(answers.missing),
        "is_complete": not answers.missing,
        "incomplete_organizations": [each.organization_id for each in _incomplete(answers)],
    }
    return frame


def _incomplete(answers: Answers) -> list[ReportOrganization]:
    """The organizations of the scope whose rows are not all there."""
    main = [each for each in answers.told if not each.asked.beside]
    whole = {each.asked.place for each in main} - {each.asked.place for each in main if not each.is_whole}
    return [each for each in answers.scope.places if answers.told and each not in whole]


def places(client: Conversation, wanted: Sequence[str] = ()) -> tuple[ReportOrganization, ...]:
    """The organizations of these names or ids; none named: the last selected one. One request.

    Raises `InputRejected` for one that is not the person's.
    """
    if list_organizations().name not in known_procedures(client):
        if wanted:
            raise InputRejected("This service does not list organizations, so none can be chosen by name.")
        return (ReportOrganization(),)
    listed, last = client.outcomes(list_organizations(), get_last_selected_organization_id())
    for each in (listed, last):
        if isinstance(each, WorkbenchError):
            raise each
    return chosen_places(listed.organizations, wanted or [last.organization_id or ""])


def known_procedures(client: Conversation) -> set[str]:
    """The procedures that the service announces; those of the interface when it announces none."""
    told = client.capabilities()
    return set(told.procedures) if told else {name for name, each in CATALOGUE.items() if not each.is_ours}


def hear(
    client: Conversation, asked: Sequence[ReportCall], scope: Scope, *, progress: Progress | None = None
) -> Answers:
    """Ask everything: the first pages together, then the next pages together, until all are there."""
    known = known_procedures(client) if asked else set()
    pages: dict[int, list[pyarrow.Table]] = {at: [] for at, each in enumerate(asked) if each.call.name in known}
    failures: list[CallFailed] = [_not_announced(each) for at, each in enumerate(asked) if at not in pages]
    missing = [each.message for each in failures]
    _refuse_hollow(asked, pages, failures)
    left = [(at, asked[at].call) for at in pages]
    parts: set[int] = set()
    counted = {at: PageCount(asked[at].call.name) for at in pages}
    read = 0
    while left:
        following = []
        for (at, call), outcome in zip(left, _spoken(client, left, read), strict=True):
            if isinstance(outcome, WorkbenchError):
                failures.append(_refusal(outcome))
                missing.append(f"Not told for {_where(asked[at])}: {outcome}")
                del pages[at]  # half a list would pass for the whole
                continue
            lack = _lack(asked[at], outcome)
            if lack is not None:
                missing.append(f"Not told for {_where(asked[at])}: {lack.sentence}")
                parts |= {at} if lack.rows else set()
            pages[at].append(_laid_out(asked[at], outcome))
            cursor = counted[at].next(next_cursor(_page(outcome)), pages[at][-1].num_rows)
            if cursor is not None:
                following.append((at, _next(call, cursor)))
        read += len(left)
        if progress is not None:
            progress(read)
        left = following
    _refuse_hollow(asked, pages, failures)
    told = tuple(ReportAnswer(asked[at], tuple(found), at not in parts) for at, found in pages.items())
    return Answers(scope, told, tuple(dict.fromkeys(missing)))


def _refuse_hollow(asked: Sequence[ReportCall], left: Iterable[int], failures: Sequence[CallFailed]) -> None:
    # What stands beside makes no report.
    if asked and all(asked[at].beside for at in left):
        raise failures[0]


def _spoken(client: Conversation, left: Sequence[tuple[int, Call[Any]]], read: int) -> Sequence[Any]:
    if isinstance(client, Client) and read > RAW_AFTER * len(left):
        return [_raw(client, call) for _, call in left]
    return client.outcomes(*(call for _, call in left))


def _raw(client: Client, call: Call[Any]) -> bytes | WorkbenchError:
    try:
        return raw_data(client, call)
    except WorkbenchError as refused:
        return refused


def _lack(asked: ReportCall, outcome: Any) -> Missing | None:
    # A page that comes as bytes is a later one; the first has said it.
    return None if asked.missing is None or isinstance(outcome, bytes) else asked.missing(outcome)


def _laid_out(asked: ReportCall, outcome: Any) -> pyarrow.Table:
    try:
        return page_table(_page(outcome), asked.rows, asked.columns)
    except ValueError as refused:
        raise AnswerUnreadable(f"{asked.call.name}: the answer cannot be laid out: {refused}.") from None


def _next(call: Call[Any], cursor: str) -> Call[Any]:
    return Call(call.procedure, call.input.model_copy(update={"cursor": cursor}))


def _page(outcome: Any) -> bytes:
    return outcome if isinstance(outcome, bytes) else dumped(outcome)


def _not_announced(asked: ReportCall) -> NotFound:
    return NotFound(f"Not told: this service does not have {asked.call.name}.", code="NOT_FOUND", http_status=404)


def _refusal(error: WorkbenchError) -> CallFailed:
    # A refusal concerns one organization; everything else concerns the report.
    if not isinstance(error, NotAllowed | NotFound):
        raise error
    return error


def _where(asked: ReportCall) -> str:
    return asked.place.name or asked.place.organization_id or "the organization"
