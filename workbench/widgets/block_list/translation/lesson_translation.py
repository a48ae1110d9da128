"""The lesson of a block list as a translation, or as a source of some: read, shown side by side, and tied.

Contents go to the view that asks for them, and are not widget state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from workbench.authoring.block import Block
from workbench.client.lookups.translations import iter_translations
from workbench.client.translations import read_pair
from workbench.errors import EditRejected, WorkbenchError
from workbench.languages.reader import direction, language_name
from workbench.procedures.lesson import Lesson, get_revision, get_translation, list_translations, tie_translation
from workbench.procedures.realtime import get_changes
from workbench.procedures.translations import BlockTie, ListedTranslation, Translation
from workbench.widgets.block_list.sync import ListContext
from workbench.widgets.block_list.translation.messages import PairsRequest
from workbench.widgets.block_list.translation.pairs import TITLE, PairRow, open_count, pair_rows, row_details
from workbench.widgets.kit.failure_text import sentence
from workbench.wording import count_text

MOST_LANGUAGES: Final = 40
_NOT_THERE: Final = "This block was deleted from the source lesson."


class LessonTranslation:
    """Translation state of the lesson. Methods that begin with `read`, `poll` and `tie` block."""

    def __init__(self, context: ListContext) -> None:
        self.found: Translation | None = None
        """The translation beside its source; None for a lesson that is none, or before it was read."""
        self.source: Lesson | None = None
        """The source; None until both were to be shown beside each other."""
        self.is_open = False
        """Whether both are shown beside each other."""
        self.problem = ""
        self.accepted_now: Callable[[], Mapping[str, str]] = dict
        """Blocks that were accepted and are not tied yet, by those of the source."""
        self._listed: tuple[ListedTranslation, ...] = ()
        self.sync, self.copy, self.lock = context.sync, context.copy, context.lock
        self.client, self._lesson_id = context.sync.remote.client, context.sync.remote.lesson_id
        self._organization_id, self._workers = context.organization_id, context.workers
        self._on_change = context.on_change
        self._revisions: dict[int, tuple[Block, ...]] = {}

    # What the service knows

    def read(self) -> None:
        """Read the lesson's state as a translation, or its translations; do nothing if the service has none."""
        capabilities = self.client.capabilities()
        if capabilities is None or not {get_translation.name, list_translations.name} <= set(capabilities.procedures):
            return
        if self.is_open or self.source is not None:
            self.read_source()
            return
        present = self.client.call(get_translation(lesson_id=self._lesson_id)).translation
        listed: tuple[ListedTranslation, ...] = ()
        if present is None:
            every = iter_translations(self.client, self._organization_id, lesson_id=self._lesson_id)
            listed = tuple(translation for translation, _ in zip(every, range(MOST_LANGUAGES), strict=False))
        with self.lock:
            self.found, self._listed = present, listed
            self._on_change("")

    def read_source(self) -> None:
        """Read both lessons, as they are at the service."""
        pair = read_pair(self.client, self._lesson_id)
        with self.lock:
            self.found, self.source = (pair.translation, pair.source) if pair else (None, None)
            self.is_open = self.is_open and pair is not None
            self._on_change("")

    def poll(self) -> None:
        """Take in what others changed in the source, while both are shown."""
        with self.lock:
            source = self.source if self.is_open else None
        if source is None:
            return
        answer = self.client.call(get_changes(lesson_id=source.lesson_id, since_revision=source.revision))
        if answer.revision != source.revision:
            before = open_count(self.rows)
            self.read_source()
            with self.lock:
                count = open_count(self.rows)
                self._on_change(f"The source was changed: {work_left_text(count)}." if count != before else "")

    # What is shown

    @property
    def rows(self) -> list[PairRow]:
        """Rows in order; none for a lesson that is not a translation."""
        if self.found is None:
            return []
        return pair_rows(self.found, self.copy.blocks, self.accepted_now())

    def row(self, key: str) -> PairRow:
        """Return the row of this name. Raises `EditRejected` if it no longer exists."""
        match = next((row for row in self.rows if row.key == key), None)
        if match is None:
            raise EditRejected(_NOT_THERE)
        return match

    def block(self, row: PairRow) -> Block | None:
        """Return the translation's block of a row, as it is shown."""
        return next((block for block in self.copy.blocks if block.id == row.block_id), None)

    def source_block(self, source_block_id: str | None) -> Block | None:
        """Return the source's block, as last read."""
        blocks = self.source.blocks if self.source else []
        return next((block for block in blocks if block.id == source_block_id), None)

    @property
    def view_state(self) -> dict[str, Any]:
        """State for the view, without block texts."""
        if self.found is None:
            return {"kind": "source" if self._listed else "none", "text": _of_translations(self._listed)}
        rows = self.rows
        count = open_count(rows)
        source = self.source
        return {
            "kind": "translation",
            "text": f"Translation from {language_name(self.found.source_language)}: {work_left_text(count)}",
            "isOpen": self.is_open and source is not None,
            "isReading": self.is_open and source is None,
            "open": count,
            "names": [language_name(self.found.source_language), language_name(self.found.language)],
            "titles": [source.title if source else "", self.sync.title],
            "language": self.found.source_language,
            "direction": direction(self.found.source_language),
            "revision": self.found.source_revision,
            "problem": self.problem,
            "rows": [[row.key, row.block_id or "", row.state] for row in rows] if self.is_open else [],
        }

    def details(self, request: PairsRequest) -> dict[str, dict[str, Any]]:
        """Return the rendered rows by name, leaving out those that no longer exist. Blocks."""
        with self.lock:
            rows = {row.key: row for row in self.rows}
            source, shown = self.source, self.copy.blocks
            languages = (self.found.source_language if self.found else "", self.sync.language)
        if source is None:
            return {}
        wanted = [rows[key] for key in request.keys if key in rows and key != TITLE]
        return {
            row.key: row_details(
                row, tuple(source.blocks), shown, languages=languages, then=self._blocks_then(row, source)
            )
            for row in wanted
        }

    def _blocks_then(self, row: PairRow, source: Lesson) -> Sequence[Block] | None:
        """Return the source's blocks when the row was tied; None if not useful or not readable."""
        revision = row.translated_revision
        if row.state != "stale" or revision is None:
            return None
        if revision not in self._revisions:
            try:
                answer = self.client.call(get_revision(lesson_id=source.lesson_id, revision=revision))
            except WorkbenchError:
                return None
            self._revisions[revision] = tuple(answer.blocks)
        return self._revisions[revision]

    # What a person does

    def show(self, is_open: bool) -> None:
        """Show or hide the side-by-side view; the source is read on a worker thread."""
        with self.lock:
            self.is_open, self.problem = is_open, ""
            self._on_change("")
        if is_open:
            self.work(self.read_source)

    def tie(self, translation: Translation, ties: list[BlockTie], *, is_title_current: bool = False) -> None:
        """Say how blocks stand, for the two lessons as they were found. Blocks. Raises `Conflict`."""
        answer = self.client.call(
            tie_translation(
                lesson_id=self._lesson_id,
                source_lesson_id=translation.source_lesson_id,
                source_revision=translation.source_revision,
                blocks=ties,
                is_title_current=True if is_title_current else None,
            )
        )
        with self.lock:
            self.found = answer

    def work(self, task: Callable[[], object]) -> None:
        """Do something on a worker thread; what goes wrong is said above the rows."""
        self._workers.submit(self._work, task)

    def _work(self, task: Callable[[], object]) -> None:
        try:
            task()
        except Exception as error:  # noqa: BLE001  (whatever it is, it is shown above the rows)
            with self.lock:
                self.problem = sentence(error)
                self._on_change(self.problem)


def _of_translations(listed: Sequence[ListedTranslation]) -> str:
    descriptions = [
        f"{language_name(one.language)} ({work_left_text(one.stale_blocks + one.missing_blocks)})" for one in listed
    ]
    return f"Translated into {', '.join(descriptions)}" if descriptions else ""


def work_left_text(count: int) -> str:
    """Return how many blocks need updating, in words."""
    return "all up to date" if not count else f"{count_text(count, 'block')} to do"
