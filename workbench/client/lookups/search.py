"""The lessons that a search finds, page by page, best first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeVar

from pydantic import BaseModel

from workbench.client.calling import CallingClient
from workbench.client.lookups.filter_values import check_limit
from workbench.client.lookups.paging import every_item
from workbench.errors import CallFailed, InputRejected, NotFound
from workbench.procedures.lesson import MAX_QUERY, FoundLesson, search

A = TypeVar("A", bound=BaseModel)
FILTERS: Final = "tag:safety  lang:de  status:draft  course:  project:  quiz:none  quiz:some  updated:<30d"
"""The filters of a search, as a hint shows them."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The lessons found, best first, each once, and their total number."""

    lessons: tuple[FoundLesson, ...]
    total: int


def search_lessons(
    client: CallingClient, organization_id: str | None, query: str, *, limit: int | None = None
) -> SearchResult:
    """Return every lesson that a query finds, 100 a request, at most `limit` if given.

    Raises `InputRejected` for an invalid query, with what to write instead, and `NotFound` if the service has
    no search.
    """
    capabilities = client.capabilities()
    if capabilities is None or search.name not in capabilities.procedures:
        raise NotFound("This service can't search lessons.", code="NOT_FOUND", http_status=404)
    if len(query) > MAX_QUERY:
        raise InputRejected(
            f"A search can have at most {MAX_QUERY:,} characters; this one has {len(query):,}. Shorten it."
        )
    check_limit(limit)
    call = search(organization_id=organization_id, query=query.replace("\0", " "))  # which no request can hold
    totals: list[int] = [0]
    try:
        lessons = every_item(client, call, limit=limit, on_page=lambda page: totals.append(page.total))
        by_id = {lesson.lesson_id: lesson for lesson in lessons}
    except CallFailed as refused:
        raise (_not_searched(refused) if refused.code == "BAD_REQUEST" else refused) from None
    return SearchResult(tuple(by_id.values()), totals[-1])


def _not_searched(refused: CallFailed) -> InputRejected:
    return InputRejected(f"Invalid search: {refused.message.removeprefix('query: ')}")
