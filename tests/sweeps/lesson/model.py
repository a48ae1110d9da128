"""A lesson as a list of pages: what a call of transactions must do to it, said a second time and in another way.

It is the truth that the service is compared with, so it uses nothing of the package.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

Call = dict[str, Any]
OK, BAD, CONFLICT = 200, 400, 409


class Refusal(Exception):
    """The call is refused with this HTTP status."""


@dataclass
class LessonModel:
    """Pages as (id, type, content) in order, ids of pages that were deleted, calls that inserted, every revision."""

    pages: list[tuple[str, str, Any]] = field(default_factory=list)
    gone: set[str] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)
    revisions: list[list[tuple[str, str, Any]]] = field(default_factory=lambda: [[]])

    @property
    def revision(self) -> int:
        """It begins with 1 and rises by one with each call that changes something."""
        return len(self.revisions)

    def execute(self, call: Call) -> int:
        """The HTTP status that the call must get; the lesson changes with OK only."""
        said = json.dumps([call["transactions"], call.get("baseRevision")], sort_keys=True)
        if said in self.calls:
            return OK
        if call.get("baseRevision") not in (None, self.revision):
            return CONFLICT
        pages, gone = list(self.pages), set(self.gone)
        try:
            for transaction in call["transactions"]:
                pages = _transacted(pages, gone, transaction["mutations"])
        except Refusal as refusal:
            return int(refusal.args[0])
        if "lessonBlockInsert" in said:
            self.calls.add(said)
        self._become(pages)
        return OK

    def revert(self, revision: int, base: int | None = None) -> int:
        """The same for going back to a revision."""
        then = self.revisions[revision - 1]
        if then != self.pages and base not in (None, self.revision):
            return CONFLICT
        self._become(list(then))
        return OK

    def _become(self, pages: list[tuple[str, str, Any]]) -> None:
        if pages != self.pages:
            self.gone |= {page[0] for page in self.pages} - {page[0] for page in pages}
            self.pages = pages
            self.revisions.append(list(pages))


def _transacted(pages: list[Any], gone: set[str], mutations: list[dict[str, Any]]) -> list[Any]:
    fresh: set[str] = set()
    for mutation in mutations:
        known = {page[0]: page for page in pages}
        match mutation:
            case {"type": "lessonBlockInsert", "block": block}:
                page = (block["id"], block["type"], block["content"])
                if known.get(page[0], page) != page:
                    raise Refusal(CONFLICT)
                if page[0] not in known:
                    pages = [*pages, page]
                    fresh.add(page[0])
            case {"type": "lessonBlockUpdate", "id": page_id, "content": content}:
                if page_id not in known:
                    raise Refusal(CONFLICT)
                kind = mutation.get("blockType") or known[page_id][1]
                pages = [(page_id, kind, content) if page[0] == page_id else page for page in pages]
            case {"type": "lessonBlockDelete", "id": page_id}:
                if page_id not in known and page_id not in gone:
                    raise Refusal(CONFLICT)
                pages = [page for page in pages if page[0] != page_id]
                gone.add(page_id)
    orders = [mutation["after"] for mutation in mutations if mutation["type"] == "lessonBlockOrderUpdate"]
    return _ordered(pages, fresh, gone, orders[0]) if orders else pages


def _ordered(pages: list[Any], fresh: set[str], gone: set[str], after: list[str]) -> list[Any]:
    """Each page that is not listed travels with the listed page before it; before the first of those it stays in front.

    New pages that are not listed go to the end.
    """
    known = {page[0]: page for page in pages}
    if len(set(after)) < len(after):
        raise Refusal(BAD)
    if any(page_id not in known and page_id not in gone for page_id in after):
        raise Refusal(CONFLICT)
    front: list[Any] = []
    end = [page for page in pages if page[0] in fresh and page[0] not in after]
    trains: dict[str, list[Any]] = {page_id: [known[page_id]] for page_id in after if page_id in known}
    train = front
    for page in pages:
        if page[0] in trains:
            train = trains[page[0]]
        elif page not in end:
            train.append(page)
    return front + [page for train in trains.values() for page in train] + end
