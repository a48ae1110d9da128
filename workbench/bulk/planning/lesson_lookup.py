"""Whether lessons that the journal calls done are still on the service, those in the trash included. Reads only.

A service may have been put back from a copy, or a copy of it may stand in its place. Source: ours (bulk).
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice
from typing import Final

from workbench.bulk.planning.existing_lessons import MAX_LESSONS, all_lessons
from workbench.bulk.planning.target import RunTarget
from workbench.client.calling import CallingClient
from workbench.errors import CallFailed, SignInNeeded, Unreachable
from workbench.procedures.lesson import get_lesson

LOOKED_UP_AT_ONCE: Final = 50
_NOT_FOUND: Final = 404


def missing_lessons(
    client: CallingClient, place: RunTarget, lesson_ids: Collection[str], *, listed: Collection[str] = ()
) -> set[str]:
    """Those that the service surely does not have: in no list, not in the trash, and not found by their id.

    `listed` were in its list just now. A service that cannot tell is evidence of nothing: then there are none.
    Raises when the session has ended or no answer came.
    """
    left = set(lesson_ids).difference(listed)
    known = client.capabilities() if left else None
    if known is None or get_lesson.name not in known.procedures or "inTrash" not in known.additions:
        return set()
    for in_trash in (False, True):
        if left and place.lists_lessons and (in_trash or not listed):
            left.difference_update(
                each.lesson_id for each in islice(all_lessons(client, place, in_trash=in_trash), MAX_LESSONS)
            )
    # What was moved between two pages is in neither list: each that is left is asked for by its id.
    found, ids = set(), sorted(left)
    for start in range(0, len(ids), LOOKED_UP_AT_ONCE):
        some = ids[start : start + LOOKED_UP_AT_ONCE]
        for lesson_id, answer in zip(
            some, client.outcomes(*(get_lesson(lesson_id=each) for each in some)), strict=True
        ):
            if isinstance(answer, SignInNeeded | Unreachable):
                raise answer
            if isinstance(answer, CallFailed) and answer.http_status == _NOT_FOUND:
                found.add(lesson_id)
    return found
