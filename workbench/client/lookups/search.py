"""The lessons that a search finds, page by page, best first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

from pydantic import BaseModel

from workbench.client.lookups.paging import every_item
from workbench.errors import CallFailed, InputRejected, NotFound
from workbench.procedures.declare import Call
from workbench.procedures.lesson import MAX_QUERY, MAX_SEARCH_PAGE, FoundLesson, search
from workbench.procedures.service import Capabilities

A = TypeVar("A", bound=BaseModel)
FILTERS: Final = "tag:safety  lang:de  course:  project:  quiz:none  quiz:some  updated:<30d"
"""The filters of a search, as a hint shows them."""


class SearchClient(Protocol):
    """What is needed of a client."""

    def call(self, call: Call[A], /) -> A: ...
    def capabilities(self) -> Capabilities | None: ...


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The lessons that were read, best first, each once, and how many there are in all."""

    lessons: tuple[FoundLesson, ...]
    total: int


def search_lessons(
    client: SearchClient, organization_id: str | None, query: str, *, limit: int | None = None
) -> SearchResult:
    """Every lesson that a query finds, 100 a request; with `limit` no more than so many.

    Raises `InputRejected` for a query that cannot be searched for, with what to write instead, and `NotFound` where the
    service has no search.
    """
    known = client.capabilities()
    if known is None or search.name not in known.procedures:
        raise NotFound("This service has no search of lessons.", code="NOT_FOUND", http_status=404)
    if len(query) > MAX_QUERY:
        raise InputRejected(f"A search has at most {MAX_QUERY:,} characters, this one {len(query):,}. Shorten it.")
    if limit is not None and limit < 1:
        raise InputRejected("A limit is a whole number, 1 or more.")
    query, total = query.replace("\0", " "), 0  # which no request can hold

    def read(count: int, cursor: str | None) -> tuple[list[FoundLesson], str | None]:
        nonlocal total
        try:
            page = client.call(search(organization_id=organization_id, query=query, limit=count, cursor=cursor))
        except CallFailed as refused:
            raise (_not_searched(refused) if refused.code == "BAD_REQUEST" else refused) from None
        total = page.total
        return page.lessons, page.next_cursor

    found = {each.lesson_id: each for each in every_item(search.name, read, page_size=MAX_SEARCH_PAGE, limit=limit)}
    return SearchResult(tuple(found.values()), total)


def _not_searched(refused: CallFailed) -> InputRejected:
    return InputRejected(f"This cannot be searched for: {refused.message.removeprefix('query: ')}")
