"""Whether lessons may be published by the policy: each revision approved, and none with a finding of severity error.

Asked with the policy held, so that nobody sets another until the publication is there or refused, and with the lessons
locked, so that nobody reviews or edits them meanwhile.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from workbench.procedures.reviews.policy import APPROVED_ONLY
from workbench.service.context import Context
from workbench.service.handler_error import HandlerError
from workbench.service.lesson_checks import findings_of
from workbench.service.membership import OWNER
from workbench.service.store.db.seam import Db
from workbench.service.store.lessons.findings import LessonToCheck
from workbench.service.store.lessons.lessons import blocks_of
from workbench.service.store.lessons.rebuilding import blocks_at
from workbench.service.store.memberships import held_role
from workbench.service.store.publications.publications import PublishedLesson
from workbench.service.store.reviews.policies import StoredPolicy, held_policy, policy_of
from workbench.service.store.reviews.refusals import CheckedRevision, checked_revisions
from workbench.service.store.reviews.reviews import APPROVED, last_verdicts

NOT_APPROVED: Final = "notApproved"
"""The `reason` of a 409: the policy stops the lessons that `lessons` names, each with `reasons`."""
MOST_LISTED: Final = 100
MOST_TITLES: Final = 5
REASONS: Final = {
    "notApproved": "not approved as it is",
    "ownApproval": "approved by somebody who had edited it",
    "errors": "the checks found errors",
}
ErrorCounts: TypeAlias = Mapping[tuple[str, int], int]
"""Findings of severity error by lesson and revision. A revision never changes, so they are counted before any lock."""
NOTHING_KNOWN: Final[ErrorCounts] = MappingProxyType({})


async def check_approved(
    context: Context,
    organization_id: str,
    lessons: Sequence[PublishedLesson],
    *,
    override_reason: str | None,
    known: ErrorCounts = NOTHING_KNOWN,
) -> list[str]:
    """The lessons that an owner publishes against the policy, with a reason; none where it stops none.

    Raises `HandlerError` that names the lessons which it stops, and for an override by somebody else than an owner.
    """
    policy = await held_policy(context.db, organization_id, now=context.service.clock())
    if policy.publication != APPROVED_ONLY:
        return []
    refused = await _refused(context.db, policy, organization_id, lessons, known)
    if refused and override_reason is None:
        raise HandlerError("CONFLICT", _sentence(refused), reason=NOT_APPROVED, lessons=refused[:MOST_LISTED])
    if refused:
        person_id = context.person.person_id
        if await held_role(context.db, organization_id, person_id=person_id) != OWNER:
            raise HandlerError(
                "FORBIDDEN",
                f"Only an owner publishes against the policy. {_sentence(refused)}",
                reason=NOT_APPROVED,
                lessons=refused[:MOST_LISTED],
            )
    return [each["lessonId"] for each in refused]


async def counted_errors(db: Db, organization_id: str, lessons: Sequence[PublishedLesson]) -> ErrorCounts:
    """Findings of severity error in each revision, where the policy of now asks for them: stored, or checked now."""
    if (await policy_of(db, organization_id)).publication != APPROVED_ONLY:
        return NOTHING_KNOWN
    return await _errors(db, organization_id, lessons, NOTHING_KNOWN)


async def _refused(
    db: Db, policy: StoredPolicy, organization_id: str, lessons: Sequence[PublishedLesson], known: ErrorCounts
) -> list[dict[str, Any]]:
    """Each lesson that the policy stops, as a refusal tells it."""
    verdicts = await last_verdicts(db, [each.lesson_id for each in lessons])
    errors = await _errors(db, organization_id, lessons, known)
    refused = []
    for each in lessons:
        key = (each.lesson_id, each.revision)
        verdict, has_own_edits = verdicts.get(key, ("", False))
        stops = {
            "notApproved": verdict != APPROVED,
            "ownApproval": verdict == APPROVED and has_own_edits and policy.review_by_somebody_else,
            "errors": errors[key] > 0,
        }
        if reasons := [name for name, is_so in stops.items() if is_so]:
            facts = {"lessonId": each.lesson_id, "title": each.title, "revision": each.revision}
            refused.append({**facts, "reasons": reasons, "errors": errors[key]})
    return refused


async def _errors(
    db: Db, organization_id: str, lessons: Sequence[PublishedLesson], known: ErrorCounts
) -> dict[tuple[str, int], int]:
    counts = dict(known)
    unknown = [each for each in lessons if (each.lesson_id, each.revision) not in counts]
    stored = await checked_revisions(db, [each.lesson_id for each in unknown])
    for each in unknown:
        now = stored[each.lesson_id]
        if each.revision == now.revision == now.checked_revision:
            counts[each.lesson_id, each.revision] = now.errors
        else:
            counts[each.lesson_id, each.revision] = await _errors_at(db, organization_id, now, each.revision)
    return counts


async def _errors_at(db: Db, organization_id: str, now: CheckedRevision, revision: int) -> int:
    """What the checks find in a revision of which nothing is stored. Terms to avoid are no errors: none are read."""
    blocks = await blocks_of(db, now.lesson_id, now.order)
    then = await blocks_at(db, now.lesson_id, revision, newest=now.revision, blocks=blocks)
    found = findings_of(LessonToCheck(now.lesson_id, revision, now.language, now.topic or "", then))
    return sum(severity == "error" for _, severity, _, _ in found.findings)


def _sentence(refused: Sequence[Mapping[str, Any]]) -> str:
    lessons = "1 lesson" if len(refused) == 1 else f"{len(refused):,} lessons"
    titles = [
        f"“{each['title']}” ({', '.join(REASONS[reason] for reason in each['reasons'])})"
        for each in refused[:MOST_TITLES]
    ]
    others = len(refused) - MOST_TITLES
    more = f" and {others:,} more" if others > 0 else ""
    stop = "stops" if len(refused) == 1 else "stop"
    return (
        f"By the organization's policy {lessons} {stop} this publication: {', '.join(titles)}{more}. "
        "Have them reviewed, or let an owner publish with a reason."
    )
