"""Store the findings of lessons by lesson, revision and ruleset, and select lessons to check.

A write of a lesson raises its revision and so makes it one to be checked; nothing here is part of that write.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TypeAlias

from sqlalchemy import Select, and_, bindparam, func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from workbench.authoring.block import Blocks
from workbench.authoring.style import GlossaryTerm
from workbench.procedures.lesson import LessonFilter
from workbench.service.db.listing import Page, cursor_after, known_sort
from workbench.service.db.seam import Db, Row, Value
from workbench.service.db.statement import Statement, among, binds_of, insert_new_of
from workbench.service.db.tables import lesson, lesson_finding, service
from workbench.service.glossary.store import glossary_for
from workbench.service.lessons.contents import read_blocks_of_lessons
from workbench.service.lessons.lists import LessonItem, lessons_page
from workbench.service.sources.citations import Citation, store_citations

StoredFinding: TypeAlias = tuple[str, str, str | None, str]
"""Rule, severity, block id (None: the whole lesson), message."""

BATCH = 20
BATCH_WEIGHT = 400_000
"""Bytes of blocks' contents that are in memory together; one lesson may be heavier."""
ERRORS_BEFORE_WARNINGS = 1_000_000
"""Weight of an error in `lesson.findings_order`; a warning counts one."""
PAGE_WEIGHT = 4_000_000
"""Bytes of stored findings in one page; those of one lesson may be more."""


@dataclass(frozen=True, slots=True)
class LessonToCheck:
    """A lesson as the checks are given it."""

    lesson_id: str
    revision: int
    language: str
    topic: str
    blocks: Blocks
    glossary: tuple[GlossaryTerm, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredFindings:
    """The findings in a lesson at a revision, and the sources that its blocks cite."""

    lesson_id: str
    revision: int
    findings: tuple[StoredFinding, ...]
    citations: tuple[Citation, ...] = ()


_TO_CHECK: Select[tuple[str, int, str, str | None, str, str, int]] = select(
    lesson.c.id,
    lesson.c.revision,
    lesson.c.language,
    lesson.c.topic,
    lesson.c.ord,
    lesson.c.organization_id,
    lesson.c.weight,
)
_UNCHECKED = Statement(
    _TO_CHECK.where(lesson.c.checked_revision != lesson.c.revision, lesson.c.deleted_at.is_(None))
    .order_by(lesson.c.id)
    .limit(bindparam("limit"))
)
_OLD_RULESET = Statement(
    _TO_CHECK.join(lesson_finding, lesson_finding.c.lesson_id == lesson.c.id)
    .where(lesson_finding.c.ruleset < bindparam("ruleset"), lesson.c.deleted_at.is_(None))
    .order_by(lesson_finding.c.ruleset, lesson_finding.c.lesson_id)
    .limit(bindparam("limit"))
)
_THESE = Statement(
    _TO_CHECK.where(
        among(lesson.c.id, "lesson_ids"),
        lesson.c.organization_id == bindparam("organization_id"),
        lesson.c.deleted_at.is_(None),
    )
)
_SIZES = Statement(
    select(
        lesson_finding.c.lesson_id,
        lesson_finding.c.revision,
        func.octet_length(lesson_finding.c.findings),
    ).where(among(lesson_finding.c.lesson_id, "lesson_ids"), lesson_finding.c.ruleset == bindparam("ruleset"))
)
_STORED = Statement(
    select(lesson_finding.c.lesson_id, lesson_finding.c.revision, lesson_finding.c.findings).where(
        among(lesson_finding.c.lesson_id, "lesson_ids"), lesson_finding.c.ruleset == bindparam("ruleset")
    )
)


def _put(insert: sqlite.Insert | postgresql.Insert) -> sqlite.Insert | postgresql.Insert:
    """Return the insert that replaces earlier findings, except for a newer revision or newer rules."""
    new, old = insert.excluded, lesson_finding.c
    is_newer = or_(
        new.revision > old.revision,
        and_(new.revision == old.revision, new.ruleset >= old.ruleset),
    )
    values = {name: new[name] for name in ("revision", "ruleset", "findings")}
    return insert.on_conflict_do_update(index_elements=["lesson_id"], set_=values, where=is_newer)


_VALUES = binds_of(lesson_finding)
_PUT = Statement(
    _put(sqlite.insert(lesson_finding).values(_VALUES)),
    postgresql=_put(postgresql.insert(lesson_finding).values(_VALUES)),
)
_FOUND = {
    name: bindparam(f"new_{name}", type_=lesson.c[name].type) for name in ("errors", "warnings", "hints", "found_rules")
}
_CHECKED = Statement(
    update(lesson)
    .values(checked_revision=bindparam("new_revision"), findings_order=bindparam("new_order"), **_FOUND)
    .where(
        lesson.c.id == bindparam("of_id"),
        or_(
            lesson.c.checked_revision < bindparam("new_revision"),
            and_(
                lesson.c.checked_revision == bindparam("new_revision"),
                or_(*(lesson.c[name] != value for name, value in _FOUND.items())),
            ),
        ),
    )
)
_LEASE = "checking"
_LEASE_NEW = insert_new_of(service, "key")
_LEASE_TAKE = Statement(
    update(service)
    .values(value=bindparam("until"))
    .where(
        service.c.key == bindparam("which"),
        or_(service.c.value < bindparam("now"), service.c.value.like(bindparam("mine"))),
    )
)


async def lessons_to_check(db: Db, *, ruleset: int) -> list[LessonToCheck]:
    """Some lessons whose stored findings are of an older revision or older rules, at most `BATCH`; none: all are."""
    rows = await db.rows(_UNCHECKED, limit=BATCH) or await db.rows(_OLD_RULESET, limit=BATCH, ruleset=ruleset)
    return await _with_blocks(db, rows)


async def lessons_to_check_by_id(db: Db, lesson_ids: Sequence[str], *, organization_id: str) -> list[LessonToCheck]:
    """Return the organization's lessons of these ids outside the trash, as many as may be in memory together."""
    values = {"lesson_ids": json.dumps(list(lesson_ids[:BATCH])), "organization_id": organization_id}
    return await _with_blocks(db, await db.rows(_THESE, **values))


async def _with_blocks(db: Db, rows: Sequence[Row]) -> list[LessonToCheck]:
    weights = accumulate(row[-1] for row in rows)
    rows = rows[: max(1, sum(weight <= BATCH_WEIGHT for weight in weights))]
    blocks = await read_blocks_of_lessons(db, {row[0]: row[4] for row in rows})
    terms = {key: await glossary_for(db, *key) for key in sorted({(row[5], row[2]) for row in rows})}
    return [LessonToCheck(row[0], row[1], row[2], row[3] or "", blocks[row[0]], terms[row[5], row[2]]) for row in rows]


async def stored_findings(db: Db, lesson_ids: Iterable[str], *, ruleset: int) -> dict[str, StoredFindings]:
    """Return the stored findings of these lessons by the rules of `ruleset`, by id; at whichever revision."""
    rows = await db.rows(_STORED, lesson_ids=json.dumps(list(lesson_ids)), ruleset=ruleset)
    return {lesson_id: StoredFindings(lesson_id, revision, read_wire_text(text)) for lesson_id, revision, text in rows}


def read_wire_text(text: str) -> tuple[StoredFinding, ...]:
    """Return findings from the output of `wire_text`."""
    return tuple(
        [(finding["rule"], finding["severity"], finding["blockId"], finding["message"]) for finding in json.loads(text)]
    )


async def findings_page(
    db: Db,
    organization_id: str,
    which: LessonFilter,
    *,
    ruleset: int,
    sort: str | None = None,
    limit: int = 100,
    cursor: str | None = None,
    now: int = 0,
) -> Page[tuple[LessonItem, str | None]]:
    """Return a page of the organization's lessons, each with its findings as JSON in wire form.

    Findings are None if none are stored for its revision. The page ends early if its lessons have many findings. Raises
    CursorRejected.
    """
    order = known_sort(sort)
    page = await lessons_page(db, organization_id, which, sort=order, limit=limit, cursor=cursor, now=now)
    ids = json.dumps([item.lesson_id for item in page.items])
    sizes = {row[0]: row[2] for row in await db.rows(_SIZES, lesson_ids=ids, ruleset=ruleset)}
    together = accumulate(sizes.get(item.lesson_id, 0) for item in page.items)
    items = page.items[: max(1, sum(size <= PAGE_WEIGHT for size in together))]
    following = page.next_cursor
    if len(items) < len(page.items):
        following = cursor_after(order, items[-1], items[-1].lesson_id)
    ids = json.dumps([item.lesson_id for item in items])
    rows = await db.rows(_STORED, lesson_ids=ids, ruleset=ruleset)
    stored = {(lesson_id, revision): text for lesson_id, revision, text in rows}
    shown = [(item, stored.get((item.lesson_id, item.revision))) for item in items]
    return Page(tuple(shown), page.total, following)


def wire_text(findings: Iterable[StoredFinding]) -> str:
    """Return findings as JSON in wire form, as they are stored."""
    objects = [dict(zip(_FIELDS, finding, strict=True)) for finding in findings]
    return json.dumps(objects, ensure_ascii=False, separators=(",", ":"))


_FIELDS = ("rule", "severity", "blockId", "message")


async def store_findings(db: Db, by_lesson: Iterable[StoredFindings], *, ruleset: int) -> None:
    """Store findings of lessons; findings of a newer revision are kept."""
    for findings in sorted(by_lesson, key=lambda one: one.lesson_id):
        await db.run(
            _CHECKED, of_id=findings.lesson_id, new_revision=findings.revision, **_summary_values(findings.findings)
        )
        is_newer = await db.run(
            _PUT,
            lesson_id=findings.lesson_id,
            revision=findings.revision,
            ruleset=ruleset,
            findings=wire_text(findings.findings),
        )
        if is_newer:
            await store_citations(db, findings.lesson_id, findings.citations)


async def store_where_new(db: Db, findings: StoredFindings, *, ruleset: int) -> None:
    """Store findings unless some of the same revision and rules, or of a newer revision, are stored already."""
    before = (await stored_findings(db, [findings.lesson_id], ruleset=ruleset)).get(findings.lesson_id)
    if before is None or before.revision < findings.revision:
        await store_findings(db, [findings], ruleset=ruleset)


def _summary_values(findings: Sequence[StoredFinding]) -> dict[str, Value]:
    counts = Counter(severity for _, severity, _, _ in findings)
    errors, warnings = counts["error"], counts["warning"]
    rules = sorted({rule for rule, _, _, _ in findings})
    return {
        "new_errors": errors,
        "new_warnings": warnings,
        "new_hints": counts["note"],
        "new_found_rules": f",{','.join(rules)}," if rules else "",
        "new_order": -(errors * ERRORS_BEFORE_WARNINGS + warnings),
    }


async def take_checking(db: Db, holder: str, *, now: int, lease_ms: int) -> bool:
    """Return whether the process `holder` checks lessons until `now + lease_ms`; False while another one does."""
    await db.run(_LEASE_NEW, key=_LEASE, value="")
    until = f"{now + lease_ms:016d} {holder}"
    return await db.run(_LEASE_TAKE, which=_LEASE, now=f"{now:016d}", mine=f"% {holder}", until=until) > 0
