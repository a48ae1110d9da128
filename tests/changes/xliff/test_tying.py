"""Rows of ties hold what was translated, and are settled by what is there now."""

from __future__ import annotations

from tests.changes.xliff.files import BLOCKS, HEADING, TEXT
from workbench.authoring.block import Block
from workbench.authoring.translation import text_digest
from workbench.changes.journal import ChangeRecord, ChangeState
from workbench.changes.present import PresentTranslation
from workbench.changes.row import TIES, shown_value
from workbench.changes.xliff.tying import WantedTie, WantedTies, compare_ties, failed_blocks, ties_call, undo_call
from workbench.procedures.lesson import Lesson
from workbench.procedures.translations import TiedBlock, Translation

AT = "2026-01-01T00:00:00.000Z"
FACTS = {"course_id": "c1", "project_id": "p1", "block_count": 3, "created_at": AT, "updated_at": AT}
SOURCE = Lesson(lesson_id="l1", title="Tides", language="EN", revision=4, blocks=list(BLOCKS), **FACTS)
MINE = [Block(id=f"{block.id[:-1]}a", type=block.type, content=block.content) for block in BLOCKS[:2]]
MINE = [MINE[0], Block(id=f"{TEXT[:-1]}b", type="text", content={"markdown": "x"})]
LESSON = Lesson(lesson_id="t1", title="Marées", language="FR", revision=2, blocks=MINE, **FACTS)
WANTED = WantedTies(
    "l1",
    3,
    "FR",
    (
        WantedTie(MINE[0].id, HEADING, text_digest(BLOCKS[0].content), 2),
        WantedTie(MINE[1].id, TEXT, "another digest"),
    ),
    "Tides",
)


def record(**more: object) -> ChangeRecord:
    """A row of ties in the journal."""
    facts: dict[str, object] = dict.fromkeys(ChangeRecord.__dataclass_fields__)
    values = {"row_id": 1, "line": 3, "lesson_id": "t1", "block_id": "", "field": TIES, "after": str(WANTED)}
    return ChangeRecord(**{**facts, **values, "state": ChangeState.PLANNED, **more})  # type: ignore[arg-type]


def ties(*states: str) -> Translation:
    """The translation's ties now."""
    pairs = zip((HEADING, TEXT), MINE, states, strict=True)
    blocks = [TiedBlock(source_block_id=own, block_id=block.id, state=state) for own, block, state in pairs]  # type: ignore[arg-type]
    return Translation(
        lesson_id="t1", language="FR", revision=2, source_lesson_id="l1", source_language="EN", source_revision=4,
        translated_revision=3, is_title_stale=False, blocks=blocks, extra_block_ids=[],
    )  # fmt: skip


def test_what_a_row_holds_is_read_back() -> None:
    """And people read how many blocks it is about."""
    assert WantedTies.read(str(WANTED)) == WANTED
    assert shown_value(TIES, "", str(WANTED)) == "the title and 2 blocks of its source"


def test_a_block_whose_source_changed_is_tied_as_stale() -> None:
    """At the revision that was translated; a block whose text was not changed is left out."""
    now = PresentTranslation(LESSON, SOURCE)
    call = ties_call(record(), now).input
    without = ties_call(record(), PresentTranslation(LESSON, SOURCE, failed=frozenset([MINE[0].id, None]))).input

    assert [block.translated_revision for block in call.blocks] == [None, 3]
    assert (call.source_revision, call.is_title_current) == (4, True)
    assert ([block.block_id for block in without.blocks], without.is_title_current) == ([MINE[1].id], False)


def test_rows_are_settled_by_what_is_there() -> None:
    """Made already, gone, another's now, or about texts that were not changed; else they are still to be made."""
    made = compare_ties([record()], {"t1": PresentTranslation(LESSON, SOURCE, ties("current", "stale"))})
    gone = compare_ties([record()], {})
    other = compare_ties([record()], {"t1": PresentTranslation(LESSON, SOURCE, other="t2")})
    failed = frozenset(block.id for block in MINE)
    vain = compare_ties([record()], {"t1": PresentTranslation(LESSON, SOURCE, failed=failed)})

    states = [comparison[0][1].state for comparison in (made, gone, other, vain)]
    assert states == [ChangeState.DONE, ChangeState.REFUSED, ChangeState.CONFLICT, ChangeState.CONFLICT]
    assert compare_ties([record()], {"t1": PresentTranslation(LESSON, SOURCE)}) == []
    assert compare_ties([record()], {"t1": PresentTranslation(LESSON, SOURCE, ties("stale", "stale"))}) == []


def test_texts_that_were_not_changed_are_known() -> None:
    """By their rows; all of a lesson where its blocks are one row."""
    refused = record(field="markdown", block_id=MINE[1].id, state=ChangeState.CONFLICT)
    title = record(field="title", state=ChangeState.REFUSED)
    done = record(field="text", block_id=MINE[0].id, state=ChangeState.DONE)

    assert failed_blocks(WANTED, "t1", [refused, title, done, record()]) == {MINE[1].id, None}
    assert failed_blocks(WANTED, "t1", [record(field="blocks", state=ChangeState.CONFLICT)]) == {
        block.id for block in MINE
    }
    assert failed_blocks(WANTED, "t2", [refused]) == frozenset()


def test_undone_a_block_is_stale_again() -> None:
    """Where it was so before, and is current now."""
    call = undo_call(record(), PresentTranslation(LESSON, SOURCE, ties("current", "current")))

    assert call is not None and [(block.block_id, block.translated_revision) for block in call.input.blocks] == [
        (MINE[0].id, 2)
    ]
    assert undo_call(record(), PresentTranslation(LESSON, SOURCE, ties("stale", "current"))) is None
    assert undo_call(record(), PresentTranslation()) is None
