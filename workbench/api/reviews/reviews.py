"""Reviews of lessons, as `wb.reviews` has them: the queue, decisions, and comments."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NamedTuple

from workbench.api.arguments import LessonName, LessonNames, Limit, Note, Revision, Yes
from workbench.api.collection import Collection, ask_for_number
from workbench.api.reviews.review_tables import (
    COMMENT_COLUMNS,
    QUEUE_COLUMNS,
    REVIEW_COLUMNS,
    decisions_frame,
    records_frame,
)
from workbench.argument_help import Help
from workbench.client.lookups import identify
from workbench.client.lookups.filter_values import (
    check_filter_text,
    check_limit,
    check_queue_filters,
)
from workbench.client.lookups.identify import IdOrName, Several
from workbench.client.lookups.paging import every_item
from workbench.errors import Conflict, InputRejected, NotAllowed, NotFound
from workbench.procedures.comment import Comment, add_comment, list_comments, resolve_comment
from workbench.procedures.lesson import list_review_queue, list_reviews, request_review
from workbench.procedures.lesson import review as review_lesson
from workbench.procedures.reviews import MAX_REVIEW_LESSONS, LessonReviewState, QueuedLesson, ReviewQueue, ReviewState
from workbench.wording import counted_are

if TYPE_CHECKING:
    import pandas

NO_REVIEWS: Final = "This service doesn't support reviews. Ask its operator to update it."
Verdict = Literal["approved", "changesRequested"]


class _ReadLesson(NamedTuple):
    """A lesson as it was read: the revision, and its last review, if known."""

    lesson_id: str
    revision: int
    last_review_id: str | None


class Reviews(Collection):
    """Review requests and decisions on lessons. An edit makes an approved lesson a draft again."""

    def queue(
        self,
        *,
        state: Annotated[ReviewState, Help("review status (default: inReview)")] = "inReview",
        run: Annotated[str, Help("only lessons from this run", "RUN")] | None = None,
        project: Annotated[IdOrName | Several, Help("only lessons in this project, by id or name", "PROJECT")]
        | None = None,
        language: Annotated[str, Help("only lessons in this language, such as EN", "CODE")] | None = None,
        writer: Annotated[str, Help("only lessons drafted by this writer", "NAME")] | None = None,
        rule: Annotated[str, Help("only lessons with findings of this rule", "RULE")] | None = None,
        limit: Limit | None = None,
    ) -> pandas.DataFrame:
        """Return the lessons in a review state, worst findings first, then the longest waiting.

        Filters: the `run` that made them, the `writer` that drafted them, a `rule` with findings in them, and a
        `project` by id or name, or several. `attrs["total"]` is the number of matching lessons, `limit` the number to
        read. Raises `InputRejected`.

        >>> wb.reviews.request("Reading a map")["state"].to_list()
        ['inReview']
        >>> wb.reviews.queue()["title"].to_list()
        ['Reading a map']
        """
        check_limit(limit)
        for name, text in (("run", run), ("writer", writer), ("rule", rule)):
            check_filter_text(text, name)
        self._require(list_review_queue.name)
        total = 0
        which = {"state": state, "run": run, "language": self._language(language), "writer": writer, "rule": rule}

        def note_total(page: ReviewQueue) -> None:
            nonlocal total
            total = page.total

        lessons_by_id: dict[str, QueuedLesson] = {}
        whole, projects = 0, list(self._filters(project=project))
        for filters in projects:
            call = list_review_queue(organization_id=self.organization_id, **which, **filters)  # type: ignore[arg-type]
            lessons = every_item(self._client, call, limit=limit, on_page=note_total)
            lessons_by_id |= {lesson.lesson_id: lesson for lesson in lessons}
            whole += total
        total = whole
        if len(projects) > 1:
            in_order = sorted(lessons_by_id.values(), key=_urgency)[:limit]
            lessons_by_id = {lesson.lesson_id: lesson for lesson in in_order}
        if not total:
            check_queue_filters(
                self._client,
                self.organization_id,
                run=run,
                writer=writer,
                rule=rule,
                known_runs=_run_names,
            )
        missing = (
            [f"{total - len(lessons_by_id):,} of {total:,} lessons are not here."] if len(lessons_by_id) < total else []
        )
        frame = records_frame(QUEUE_COLUMNS, lessons_by_id.values(), missing=missing)
        frame.attrs["total"] = total
        return frame

    def request(
        self, lessons: LessonNames, *, note: Annotated[str, Help("note for the reviewer", "TEXT")] | None = None
    ) -> pandas.DataFrame:
        """Ask for a review of lessons as they are now; a row each with its state.

        `lessons` is an id, a title, several of them, or a table with `lesson_id`. Lessons in review or approved are
        left unchanged.

        >>> wb.reviews.request(wb.lessons.list(), note="The second question?")["state"].to_list()
        ['inReview']
        """
        self._require(request_review.name)
        ids = [lesson_id for lesson_id, _, _ in self._rows_of(lessons)]
        states: list[LessonReviewState] = []
        for start in range(0, len(ids), MAX_REVIEW_LESSONS):
            call = request_review(lesson_ids=ids[start : start + MAX_REVIEW_LESSONS], note=note)
            states += self._client.call(call).lessons
        return decisions_frame(states)

    def approve(
        self, lessons: LessonNames, *, revision: Revision | None = None, note: Note | None = None, yes: Yes = False
    ) -> pandas.DataFrame:
        """Approve lessons, and return a row for each with its state; refused ones are last, with the reason in
        `refused`.

        `lessons` is an id, a title, several of them, or a table with `lesson_id`, such as one of `queue`: its
        `revision` and `last_review_id` say what was read, and lessons that were changed or decided since are refused.
        Without them, the current revision is approved; `revision` says which one you read of a single lesson. More than
        one need a confirmation; `yes=True` skips the question. A single lesson that is refused raises `Conflict` or
        `NotAllowed`.

        >>> wb.reviews.approve(wb.reviews.queue())[["state", "approved_revision"]].to_dict("records")
        [{'state': 'approved', 'approved_revision': 2}]
        """
        return self._decide("approved", lessons, revision=revision, note=note, yes=yes)

    def send_back(
        self,
        lessons: LessonNames,
        note: Annotated[str, Help("what to change", "TEXT")],
        *,
        revision: Revision | None = None,
        yes: Yes = False,
    ) -> pandas.DataFrame:
        """Send lessons back with a note on what needs to change; otherwise as `approve`.

        >>> wb.reviews.send_back("Reading a map", "Say what the colours mean.")["state"].to_list()
        ['changesRequested']
        """
        return self._decide("changesRequested", lessons, revision=revision, note=note, yes=yes)

    def history(self, lesson: LessonName) -> pandas.DataFrame:
        """Return a DataFrame with the reviews of a lesson, newest first.

        >>> wb.reviews.history("Reading a map")["verdict"].to_list()
        ['changesRequested', 'approved', 'requested']
        """
        self._require(list_reviews.name)
        lesson_id = self._lesson_id(lesson)
        return records_frame(REVIEW_COLUMNS, every_item(self._client, list_reviews(lesson_id=lesson_id)))

    def comments(
        self,
        lesson: LessonName,
        *,
        resolved: Annotated[bool, Help("only resolved or only open comments")] | None = None,
    ) -> pandas.DataFrame:
        """Return the comments on a lesson and its blocks, oldest first.

        `resolved` limits them to resolved or unresolved comments.

        >>> _ = wb.reviews.comment("Reading a map", "Which map is meant?")
        >>> wb.reviews.comments("Reading a map")["text"].to_list()
        ['Which map is meant?']
        """
        self._require(list_comments.name)
        lesson_id = self._lesson_id(lesson)
        call = list_comments(lesson_id=lesson_id, resolved=resolved)
        return records_frame(COMMENT_COLUMNS, every_item(self._client, call))

    def comment(
        self,
        lesson: LessonName,
        text: Annotated[str, Help("text of the comment", "TEXT")],
        *,
        block_id: Annotated[str, Help("id of the block (default: the whole lesson)", "ID")] | None = None,
    ) -> Comment:
        """Comment on a lesson, or on one of its blocks. The lesson stays as it is; learners never see it.

        >>> wb.reviews.comment("Reading a map", "A legend would help.").is_block_deleted
        False
        """
        self._require(add_comment.name)
        return self._client.call(add_comment(lesson_id=self._lesson_id(lesson), block_id=block_id, text=text))

    def resolve(
        self,
        comment_id: Annotated[str, Help("id of the comment", "COMMENT")],
        *,
        resolved: Annotated[bool, Help("whether it is resolved")] = True,
    ) -> Comment:
        """Mark a comment as dealt with; with `resolved=False` it is open again.

        >>> open_ones = wb.reviews.comments("Reading a map", resolved=False)
        >>> wb.reviews.resolve(open_ones["comment_id"][0]).resolved_by is None
        False
        """
        self._require(resolve_comment.name)
        return self._client.call(resolve_comment(comment_id=comment_id, resolved=resolved))

    def _decide(
        self, verdict: Verdict, lessons: Any, *, revision: int | None, note: str | None, yes: bool
    ) -> pandas.DataFrame:
        self._require(review_lesson.name)
        rows = self._rows_of(lessons)
        if revision is not None and len(rows) != 1:
            raise InputRejected("A revision is of one lesson. Pass one, or a table with the column `revision`.")
        if len(rows) > 1 and not yes:
            what = f"{counted_are(len(rows), 'lesson')} {'approved' if verdict == 'approved' else 'sent back'}."
            ask_for_number(what, len(rows), unasked="yes=True")
        if len(rows) == 1:
            return decisions_frame([self._decision(verdict, self._read(*rows[0], revision), note)])
        decided: list[LessonReviewState] = []
        refusals: dict[str, str] = {}
        for row in rows:
            try:
                decided.append(self._decision(verdict, self._read(*row, None), note))
            except (Conflict, NotAllowed, NotFound) as refused:
                refusals[row[0]] = refused.message
        return decisions_frame(decided, refusals)

    def _decision(self, verdict: Verdict, read: _ReadLesson, note: str | None) -> LessonReviewState:
        call = review_lesson(
            lesson_id=read.lesson_id,
            revision=read.revision,
            verdict=verdict,
            note=note,
            last_review_id=read.last_review_id,
        )
        return self._client.call(call)

    def _read(self, lesson_id: str, known: int | None, last_review_id: str | None, revision: int | None) -> _ReadLesson:
        """Return the lesson as it was read, or as it is now if that is not known."""
        if revision is not None or known is not None:
            return _ReadLesson(lesson_id, revision or known or 1, last_review_id)
        now = self._client.call(list_reviews(lesson_id=lesson_id, limit=1))
        return _ReadLesson(lesson_id, now.revision, now.last_review_id)

    def _rows_of(self, lessons: Any) -> list[tuple[str, int | None, str | None]]:
        """Lesson, revision and last review of each, in order, each lesson once."""
        if hasattr(lessons, "columns"):
            ids = identify.ids_in_table("lesson", lessons)
            lessons = lessons.assign(lesson_id=list(ids)).dropna(subset=["lesson_id"])
            names = [name for name in ("lesson_id", "revision", "last_review_id") if name in lessons.columns]
            rows = lessons[names].astype(object).where(lessons[names].notna(), None).to_dict("records")
            lesson_rows = [
                (str(row["lesson_id"]), _whole(row.get("revision")), row.get("last_review_id")) for row in rows
            ]
        else:
            lesson_rows = [(self._lesson_id(lesson), None, None) for lesson in identify.several("lesson", lessons)]
        return list({row[0]: row for row in lesson_rows}.values())

    def _lesson_id(self, lesson: IdOrName) -> str:
        return identify.lesson_id(self._client, self.organization_id, lesson)

    def _require(self, name: str) -> None:
        capabilities = self._client.capabilities()
        if capabilities is None or name not in capabilities.procedures:
            raise NotFound(NO_REVIEWS, code="NOT_FOUND", http_status=404)


def _run_names() -> list[str]:
    from workbench.bulk import find_runs

    return [run.name for run in find_runs()]


def _urgency(lesson: QueuedLesson) -> tuple[int, int, datetime]:
    """Return what the queue is sorted by: most errors first, then most warnings, then the longest waiting."""
    return -lesson.errors, -lesson.warnings, lesson.requested_at or datetime.min.replace(tzinfo=UTC)


def _whole(value: Any) -> int | None:
    return None if value is None else int(value)
