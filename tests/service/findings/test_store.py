"""What was found in lessons, by lesson, revision and ruleset; and which lessons are to be checked."""

from __future__ import annotations

import pytest

from tests.service.db.cast import BLOCKS, NOW, Place, lesson, read, written
from tests.service.db.plans import plan_of
from workbench.authoring.block import Blocks
from workbench.procedures.lesson import LessonFilter
from workbench.service.db.seam import Db, Store
from workbench.service.findings import store as findings
from workbench.service.findings.store import StoredFindings
from workbench.service.lessons import edits, trash
from workbench.service.lessons.edits import RevisionEdit

pytestmark = pytest.mark.anyio

FOUND = (("empty-block", "warning", BLOCKS[2].id, "It is empty."), ("no-question", "warning", None, "No question."))


async def edited(store: Store, here: Place, lesson_id: str, after: Blocks) -> None:
    """The lesson with these blocks, a revision later."""

    async def unit(db: Db) -> int:
        known = await edits.lesson_to_edit(db, lesson_id, organization_id=here.organization_id)
        assert known is not None
        return await edits.save_edit(db, known, after, RevisionEdit("edit", "{}", "[]", "[]", None, None), now=NOW)

    await store.write(unit)


async def due(store: Store, ruleset: int = 1) -> list[tuple[str, int]]:
    """Id and revision of the lessons that are to be checked."""
    return [
        (due_lesson.lesson_id, due_lesson.revision)
        for due_lesson in await read(store, findings.lessons_to_check, ruleset=ruleset)
    ]


async def listed(store: Store, here: Place, ruleset: int = 1, **which: object) -> list[StoredFindings | None]:
    """What is stored of the lessons of an organization, the newest first."""
    which_lessons = LessonFilter(**which)  # type: ignore[arg-type]
    page = await read(store, findings.findings_page, here.organization_id, which_lessons, ruleset=ruleset)
    return [found for _, found in page.items]


async def test_a_lesson_is_to_be_checked_until_its_revision_is(store: Store, acme: Place) -> None:
    """A new one, again after an edit and by newer rules; not while it is in the trash, and again when it is back."""
    made = await lesson(store, acme)
    first = await due(store)
    await written(store, findings.store_findings, [StoredFindings(made, 1, FOUND)], ruleset=1)
    after_check, by_newer_rules = await due(store), await due(store, ruleset=2)
    await edited(store, acme, made, BLOCKS[:2])
    after_edit = await due(store)
    await written(store, trash.delete_lesson, made, organization_id=acme.organization_id, now=NOW)
    in_trash = await due(store)
    await written(store, trash.restore_lesson, made, organization_id=acme.organization_id, now=NOW)

    assert (first, after_check, by_newer_rules) == ([(made, 1)], [], [(made, 1)])
    assert (after_edit, in_trash, await due(store)) == ([(made, 2)], [], [(made, 2)])


async def test_what_was_found_is_listed_with_its_lesson(store: Store, acme: Place, other: Place) -> None:
    """Only at the lesson's revision and by these rules, only of the organization; an older finding overwrites none."""
    foreign = await lesson(store, other)
    second, made = await lesson(store, acme, at=NOW), await lesson(store, acme, at=NOW + 1)
    found = [StoredFindings(lesson_id, 1, FOUND) for lesson_id in (made, foreign)]
    await written(store, findings.store_findings, found, ruleset=1)
    both, by_id = await listed(store, acme), await listed(store, acme, lesson_ids=[made, foreign])
    await edited(store, acme, made, BLOCKS[:2])
    stale = await listed(store, acme, lesson_ids=[made])
    await written(store, findings.store_findings, [StoredFindings(made, 2, ())], ruleset=1)
    await written(store, findings.store_findings, [StoredFindings(made, 1, FOUND)], ruleset=1)

    shown = findings.wire_text(FOUND)
    assert (both, by_id, stale) == ([shown, None], [shown], [None])
    assert await listed(store, acme, lesson_ids=[made]) == ["[]"]
    assert await listed(store, acme, ruleset=2, lesson_ids=[made, second]) == [None, None]


async def test_a_page_ends_before_too_much_was_found(
    store: Store, acme: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cursor continues with the lesson that did not fit; none is left out."""
    monkeypatch.setattr(findings, "PAGE_WEIGHT", 200)
    made = [await lesson(store, acme, at=NOW + index) for index in range(3)]
    await written(
        store, findings.store_findings, [StoredFindings(lesson_id, 1, FOUND) for lesson_id in made], ruleset=1
    )
    ids, cursor = [], None
    for _ in range(3):
        page = await read(store, findings.findings_page, acme.organization_id, LessonFilter(), ruleset=1, cursor=cursor)
        ids += [item.lesson_id for item, _ in page.items]
        cursor = page.next_cursor

    assert (ids, cursor) == (list(reversed(made)), None)


async def test_one_process_checks_until_it_is_heard_of_no_more(store: Store) -> None:
    """Another one waits until the lease is over."""
    answers = [
        await written(store, findings.take_checking, holder, now=NOW + after, lease_ms=100)
        for holder, after in (("one", 0), ("two", 50), ("one", 90), ("two", 150), ("two", 191), ("one", 200))
    ]

    assert answers == [True, False, True, False, True, False]


def test_what_is_due_is_read_off_an_index(migrated_url: str) -> None:
    """However many lessons there are."""
    plans = [
        plan_of(migrated_url, findings._UNCHECKED, limit=20),
        plan_of(migrated_url, findings._OLD_RULESET, limit=20, ruleset=1),
    ]

    assert "ix_lesson_unchecked" in plans[0]
    assert "ix_lesson_finding_ruleset_lesson_id" in plans[1]
