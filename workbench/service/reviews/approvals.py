"""Checks whether the policy lets lessons be published: each revision approved, and no finding of severity error.

They run with the policy locked, so that nobody changes it until the publication is made or refused, and with
the lessons locked, so that nobody reviews or edits them during the check.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from workbench.procedures.reviews import APPROVED_ONLY
from workbench.service.db.seam import Db
from workbench.service.findings.checks import NOT_CHECKED, RULESET, check_now
from workbench.service.findings.store import LessonToCheck, StoredFindings, stored_findings
from workbench.service.history.rebuilding import blocks_at
from workbench.service.kernel.context import Context
from workbench.service.kernel.errors import HandlerError
from workbench.service.kernel.membership import OWNER
from workbench.service.kernel.publishing_policy import StoredPolicy, read_policy
from workbench.service.kernel.roles import role_refused
from workbench.service.lessons.contents import PublishedLesson
from workbench.service.lessons.store import read_blocks
from workbench.service.reviews.refusals import CheckedRevision, checked_revisions
from workbench.service.reviews.store import APPROVED, last_verdicts
from workbench.wording import count_text

NOT_APPROVED: Final = "notApproved"
"""The `reason` of a 409: the policy stops the lessons that `lessons` names, each with `reasons`."""
MOST_LISTED: Final = 100
MOST_TITLES: Final = 5
REASONS: Final = {
    "notApproved": "not approved as it is",
    "ownApproval": "approved by someone who had edited it",
    "errors": "the checks found errors",
    "notChecked": "the check could not be finished",
}


class Errors(NamedTuple):
    """Findings of severity error in a revision: those of rules, and rules that could not be tried."""

    found: int
    not_checked: int


ErrorCounts: TypeAlias = Mapping[tuple[str, int], Errors]
"""Findings of severity error by lesson and revision. A revision never changes, so they are counted before any lock."""
NOTHING_KNOWN: Final[ErrorCounts] = MappingProxyType({})


async def check_approved(
    context: Context,
    policy: StoredPolicy,
    role: str,
    organization_id: str,
    lessons: Sequence[PublishedLesson],
    *,
    override_reason: str | None,
    known: ErrorCounts = NOTHING_KNOWN,
) -> list[str]:
    """Return the lessons that an owner publishes against the policy with a reason; empty if it stops none.

    Policy and role are locked until the transaction ends. Raises `HandlerError` that names the lessons which
    the policy stops, and for an override by anyone but an owner.
    """
    if policy.publication != APPROVED_ONLY:
        return []
    refused = await refused_lessons(context, policy, organization_id, lessons, known)
    if refused and override_reason is None:
        raise HandlerError("CONFLICT", _sentence(refused), reason=NOT_APPROVED, lessons=refused[:MOST_LISTED])
    if refused and role != OWNER:
        raise role_refused(role, [OWNER], _sentence(refused), reason=NOT_APPROVED, lessons=refused[:MOST_LISTED])
    return [refusal["lessonId"] for refusal in refused]


async def counted_errors(context: Context, organization_id: str, lessons: Sequence[PublishedLesson]) -> ErrorCounts:
    """Return the error findings in each revision, stored or checked now, if the current policy asks for them."""
    if (await read_policy(context.db, organization_id)).publication != APPROVED_ONLY:
        return NOTHING_KNOWN
    return await _errors(context, organization_id, lessons, NOTHING_KNOWN)


async def refused_lessons(
    context: Context,
    policy: StoredPolicy,
    organization_id: str,
    lessons: Sequence[PublishedLesson],
    counts: ErrorCounts = NOTHING_KNOWN,
) -> list[dict[str, Any]]:
    """Return each lesson that a policy of approved lessons stops, in the form used in a refusal."""
    verdicts = await last_verdicts(context.db, [lesson.lesson_id for lesson in lessons])
    errors = await _errors(context, organization_id, lessons, counts)
    refused = []
    for lesson in lessons:
        key = (lesson.lesson_id, lesson.revision)
        verdict, has_own_edits = verdicts.get(key, ("", False))
        stops = {
            "notApproved": verdict != APPROVED,
            "ownApproval": verdict == APPROVED and has_own_edits and policy.review_by_somebody_else,
            "errors": errors[key].found > 0,
            "notChecked": errors[key].not_checked > 0,
        }
        if reasons := [name for name, is_so in stops.items() if is_so]:
            facts = {"lessonId": lesson.lesson_id, "title": lesson.title, "revision": lesson.revision}
            refused.append({**facts, "reasons": reasons, "errors": errors[key].found})
    return refused


async def _errors(
    context: Context, organization_id: str, lessons: Sequence[PublishedLesson], known: ErrorCounts
) -> dict[tuple[str, int], Errors]:
    counts = dict(known)
    unknown = [lesson for lesson in lessons if (lesson.lesson_id, lesson.revision) not in counts]
    stored = await checked_revisions(context.db, [lesson.lesson_id for lesson in unknown])
    for lesson in unknown:
        now = stored[lesson.lesson_id]
        if lesson.revision == now.revision == now.checked_revision:
            counts[lesson.lesson_id, lesson.revision] = await _stored_errors(context.db, now)
        else:
            counts[lesson.lesson_id, lesson.revision] = await _errors_at(context, organization_id, now, lesson.revision)
    return counts


async def _stored_errors(db: Db, now: CheckedRevision) -> Errors:
    """Return the stored errors of the current revision; read the findings only if a rule could not be checked."""
    if not now.errors or NOT_CHECKED not in now.found_rules.split(","):
        return Errors(now.errors, 0)
    stored = (await stored_findings(db, [now.lesson_id], ruleset=RULESET)).get(now.lesson_id)
    if stored is None or stored.revision != now.revision:  # by older rules
        return Errors(0, now.errors)
    return _count_errors(stored)


async def _errors_at(context: Context, organization_id: str, now: CheckedRevision, revision: int) -> Errors:
    """Check a revision without stored findings; return its errors.

    Terms to avoid are not errors, so they are not read.
    """
    blocks = await read_blocks(context.db, now.lesson_id, now.order)
    then = await blocks_at(context.db, now.lesson_id, revision, newest=now.revision, blocks=blocks)
    lesson = LessonToCheck(now.lesson_id, revision, now.language, now.topic or "", then)
    return _count_errors(check_now(context.service, lesson))


def _count_errors(findings: StoredFindings) -> Errors:
    errors = [rule for rule, severity, _, _ in findings.findings if severity == "error"]
    return Errors(len(errors) - errors.count(NOT_CHECKED), errors.count(NOT_CHECKED))


def _sentence(refused: Sequence[Mapping[str, Any]]) -> str:
    lessons = count_text(len(refused), "lesson")
    titles = [
        f"“{refusal['title']}” ({', '.join(REASONS[reason] for reason in refusal['reasons'])})"
        for refusal in refused[:MOST_TITLES]
    ]
    others = len(refused) - MOST_TITLES
    more = f" and {others:,} more" if others > 0 else ""
    stop = "stops" if len(refused) == 1 else "stop"
    return (
        f"By the organization's policy, {lessons} {stop} this publication: {', '.join(titles)}{more}. "
        "Have them reviewed, or let an owner publish with a reason."
    )
