"""Builds a report: sends its calls in as few requests as possible, page by page, and lays the answers out.

The only module of reports that uses a client. It works with a service that has only the interface: unsupported calls
are not sent, and noted as missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from workbench.client.calling import CallingClient
from workbench.client.lookups.paging import PageCount
from workbench.client.raw_answers import raw_data
from workbench.client.sync import Client
from workbench.credit_text import PRACTICE, credit_noun
from workbench.errors import AnswerUnreadable, CallFailed, InputRejected, NotAllowed, NotFound, WorkbenchError
from workbench.procedures.catalogue import CATALOGUE
from workbench.procedures.declare import Call, dump_answer
from workbench.procedures.organization import get_last_selected_organization_id, list_organizations
from workbench.reports.filters import check_filters
from workbench.reports.report import Answers, Report, ReportAnswer, ReportCall
from workbench.reports.scope import ReportOrganization, Scope, chosen_organizations
from workbench.reports.tables.listing import next_cursor, page_table

if TYPE_CHECKING:
    import pandas
    import pyarrow

RAW_AFTER: Final = 10
"""Pages after which a listing is long: the rest goes from the answers' bytes into Arrow, a request each."""

Progress = Callable[[int], object]
"""Called with the number of pages read so far; its exceptions stop the report."""


def build(client: CallingClient, report: Report, scope: Scope, *, progress: Progress | None = None) -> pandas.DataFrame:
    """Return the report as a DataFrame in its columns.

    `attrs["missing"]` holds a sentence for everything that the service or the person's role does not reveal,
    and `attrs["is_complete"]` is False if there is one. `attrs["incomplete_organizations"]` are the ids of
    those whose rows are not all present: nothing may be added up for them. `attrs["about"]` is what the report
    is about, and in which credits. Raises a `WorkbenchError` if nothing could be requested.
    """
    scope = check_filters(client, report, scope, known_procedures(client))
    answers = fetch(client, report.ask(scope), scope, progress=progress)
    if report.ask_further is not None and (further := report.ask_further(answers)):
        more = fetch(client, further, scope, progress=progress)
        answers = Answers(scope, (*answers.items, *more.items), (*answers.missing, *more.missing))
    frame = report.frame(answers)
    missing = list(dict.fromkeys([*answers.missing, *frame.attrs.get("missing", ())]))
    frame.attrs = {
        "report": report.name,
        "missing": missing,
        "is_complete": not missing,
        "incomplete_organizations": [organization.organization_id for organization in _incomplete(answers)],
        "about": _about(report, credit_noun(client.capabilities())),
    }
    return frame


def _about(report: Report, noun: str) -> str:
    if noun != PRACTICE or not any(column.unit == "credits" for column in report.columns):
        return report.about
    return f"{report.about.replace('AI credits', 'credits')}, in {noun}s"


def _incomplete(answers: Answers) -> list[ReportOrganization]:
    """Return the organizations of the scope whose rows are not all present."""
    main = [item for item in answers.items if not item.request.beside]
    whole = {answer.request.organization for answer in main} - {
        answer.request.organization for answer in main if not answer.is_whole
    }
    return [organization for organization in answers.scope.organizations if answers.items and organization not in whole]


def find_organizations(client: CallingClient, wanted: Sequence[str] = ()) -> tuple[ReportOrganization, ...]:
    """Return the organizations of these names or ids; without names, the last selected one. One request.

    Raises `InputRejected` for one that the person does not belong to.
    """
    if list_organizations().name not in known_procedures(client):
        if wanted:
            raise InputRejected("This service does not list organizations, so none can be chosen by name.")
        return (ReportOrganization(),)
    listed, last = client.outcomes(list_organizations(), get_last_selected_organization_id())
    for answer in (listed, last):
        if isinstance(answer, WorkbenchError):
            raise answer
    return chosen_organizations(listed.organizations, wanted or [last.organization_id or ""])


def unavailable(
    client: CallingClient, reports: Iterable[Report], organization: ReportOrganization | None = None
) -> dict[str, str]:
    """Return the reports that the service or the person's role does not give, by name, each with the reason.

    Sends each procedure that they ask once, for one row, in one request. Raises a `WorkbenchError` for an outage.
    """
    known = known_procedures(client)
    needed = {
        report.name: [
            request for request in report.ask(Scope((organization or ReportOrganization(),))) if not request.beside
        ]
        for report in reports
    }
    calls = {
        request.call.name: _for_one_row(request.call)
        for requests in needed.values()
        for request in requests
        if request.call.name in known
    }
    answers = dict(zip(calls, client.outcomes(*calls.values()), strict=True)) if calls else {}
    reasons = {
        name: [_reason(request, answers.get(request.call.name)) for request in requests]
        for name, requests in needed.items()
    }
    return {name: kinds[0] for name, kinds in reasons.items() if kinds and all(kinds)}


def _for_one_row(call: Call[Any]) -> Call[Any]:
    has_limit = "limit" in type(call.input).model_fields
    return Call(call.procedure, call.input.model_copy(update={"limit": 1})) if has_limit else call


def _reason(request: ReportCall, outcome: Any) -> str:
    """Return why the answer does not give the report; empty if it does. Raises the error of an outage."""
    if outcome is None:
        return "This service doesn't have this report."
    if isinstance(outcome, WorkbenchError) and not isinstance(outcome, NotAllowed | NotFound):
        raise outcome
    if request.needs_all and _is_refused(request, outcome):
        return request.needs_all
    return outcome.message if isinstance(outcome, WorkbenchError) else ""


def known_procedures(client: CallingClient) -> set[str]:
    """Return the procedures that the service announces; those of the interface if it announces none."""
    capabilities = client.capabilities()
    return (
        set(capabilities.procedures)
        if capabilities
        else {name for name, procedure in CATALOGUE.items() if not procedure.is_ours}
    )


def fetch(
    client: CallingClient, requests: Sequence[ReportCall], scope: Scope, *, progress: Progress | None = None
) -> Answers:
    """Send all requests: the first pages together, then the next pages together, until there are no more."""
    known = known_procedures(client) if requests else set()
    pages: dict[int, list[pyarrow.Table]] = {
        at: [] for at, request in enumerate(requests) if request.call.name in known
    }
    failures: list[CallFailed] = [_not_announced(request) for at, request in enumerate(requests) if at not in pages]
    missing = [failure.message for failure in failures]
    _check_main_answers(requests, pages, failures)
    left = [(at, requests[at].call) for at in pages]
    parts: set[int] = set()
    counted = {at: PageCount(requests[at].call.name) for at in pages}
    read = 0
    while left:
        following = []
        for (at, call), outcome in zip(left, _outcomes(client, left, read), strict=True):
            request = requests[at]
            if request.needs_all and _is_refused(request, outcome):
                outcome = NotAllowed(request.needs_all, code="FORBIDDEN", http_status=403)
            if isinstance(outcome, WorkbenchError):
                if not isinstance(outcome, NotAllowed | NotFound):
                    raise outcome  # a refusal concerns one organization; everything else concerns the report
                failures.append(outcome)
                missing.append(f"Not available for {_organization_name(request)}: {outcome}")
                del pages[at]  # half a list would pass for the whole
                continue
            # A page that comes as bytes is a later one: missing parts were noted with the first.
            lack = None if request.missing is None or isinstance(outcome, bytes) else request.missing(outcome)
            if lack is not None:
                missing.append(f"Not available for {_organization_name(request)}: {lack.sentence}")
                parts |= {at} if lack.rows else set()
            page = outcome if isinstance(outcome, bytes) else dump_answer(outcome)
            pages[at].append(_table(request, page))
            cursor = counted[at].next(next_cursor(page), pages[at][-1].num_rows)
            if cursor is not None:
                following.append((at, Call(call.procedure, call.input.model_copy(update={"cursor": cursor}))))
        read += len(left)
        if progress is not None:
            progress(read)
        left = following
    _check_main_answers(requests, pages, failures)
    items = tuple(ReportAnswer(requests[at], tuple(parts_read), at not in parts) for at, parts_read in pages.items())
    return Answers(scope, items, tuple(dict.fromkeys(missing)))


def _check_main_answers(requests: Sequence[ReportCall], left: Iterable[int], failures: Sequence[CallFailed]) -> None:
    """Raise the first failure if only supplementary calls are left, which do not make a report on their own."""
    if not all(request.beside for request in requests) and all(requests[at].beside for at in left):
        raise failures[0]


def _is_refused(request: ReportCall, outcome: Any) -> bool:
    """Return whether the role may not see every row of an answer."""
    if isinstance(outcome, WorkbenchError):
        return isinstance(outcome, NotAllowed)
    lack = None if request.missing is None or isinstance(outcome, bytes) else request.missing(outcome)
    return lack is not None and lack.is_refusal


def _outcomes(client: CallingClient, left: Sequence[tuple[int, Call[Any]]], read: int) -> Sequence[Any]:
    """Return an answer or an error for each call; for a long listing, the bytes of each answer."""
    if not isinstance(client, Client) or read <= RAW_AFTER * len(left):
        return client.outcomes(*(call for _, call in left))
    outcomes: list[bytes | WorkbenchError] = []
    for _, call in left:
        try:
            outcomes.append(raw_data(client, call))
        except WorkbenchError as failed:
            outcomes.append(failed)
    return outcomes


def _table(request: ReportCall, page: bytes) -> pyarrow.Table:
    try:
        return page_table(page, request.rows, request.columns)
    except ValueError as failed:
        raise AnswerUnreadable(f"{request.call.name}: the answer cannot be laid out: {failed}.") from None


def _not_announced(request: ReportCall) -> NotFound:
    return NotFound(f"Not available: this service doesn't have {request.call.name}.", code="NOT_FOUND", http_status=404)


def _organization_name(request: ReportCall) -> str:
    return request.organization.name or request.organization.organization_id or "the organization"
