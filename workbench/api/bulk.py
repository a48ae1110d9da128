"""Many topics in, lessons out, as `wb.bulk` has it: plan, look, run. The rules are those of `workbench.bulk`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from workbench.api.api_object import ApiObject
from workbench.api.arguments import LessonName, SeveralLessons
from workbench.client.lookups import identify
from workbench.client.lookups.identify import IdOrName, Several
from workbench.client.sync import Client
from workbench.errors import InputRejected

if TYPE_CHECKING:
    from workbench.api.run import NotebookRun, NotebookTranslationRun
    from workbench.bulk import Approval, Plan
    from workbench.bulk.running.executors import Executor
    from workbench.bulk.translations import TranslationPlan


@dataclass(frozen=True, repr=False)
class Bulk(ApiObject):
    """Bulk generation in one organization; `None` means the last selected one."""

    _client: Client
    organization_id: str | None

    def plan(
        self,
        topics: Any,
        *,
        language: str | Sequence[str] | None = None,
        name: str | None = None,
        project: IdOrName | None = None,
        course: IdOrName | None = None,
        new_course: str | None = None,
        template: str | None = None,
        copies: int = 1,
        sample: int | None = None,
        budget: int | None = None,
        skip_existing: bool = True,
        topic_column: str | None = None,
        language_column: str | None = None,
        project_column: str | None = None,
        course_column: str | None = None,
        header: bool | None = None,
        delimiter: str | None = None,
        sheet: str | int | None = None,
        encoding: str | None = None,
        label: str = "",
        audience: str | None = None,
        tone: str | None = None,
        reading_level: str | None = None,
        words: int | None = None,
        questions: int | None = None,
        objectives: str | Sequence[str] | None = None,
        like: str | None = None,
        sources: str | Sequence[str] | None = None,
        strict: bool = False,
        option_columns: Mapping[str, str] | None = None,
    ) -> Plan:
        """Return a plan for a file (CSV, XLSX, Parquet, text), a table, a list or pasted text.

        Planning is free and writes nothing. `language` is one code or several; without it the list has a column
        of them. Lines that name none are in the default language (`wb.language`), as a note says, or in
        `language` if `language_column` is given. `name` names the run: a run of the same name is the same run,
        and its rows are never made twice. `project` and `course` (name or id) receive the lessons whose line
        does not name one in its own column; a course keeps the order of the list. `new_course` is the title of
        a course that the run makes in the project, once, for these lessons. `template` joins columns into the
        topic, such as `"{title}: {about}"`. `copies` makes several lessons of each topic, `sample` only the
        first rows, `budget` is in credits; `skip_existing=False` plans topics that have a lesson. `label` names
        the person, where needed. The other arguments say how the list is read; an empty `project_column` or
        `course_column` means no such column.

        `audience`, `tone`, `reading_level`, about how many `words`, how many `questions`, `objectives`, a model
        lesson (`like`) and the `sources` to write from (names or ids) apply to the lines that leave the columns
        of these names empty; `strict` refuses drafts with statements that no source supports. `option_columns`
        names columns of other names, such as `{"audience": "For whom"}`; an empty name means no such column.
        Raises `PlanRejected` with what to do.

        Example: `wb.bulk.plan("topics.xlsx", language=["EN", "DE"], project="Safety").run()`.
        """
        from workbench.bulk.planning.planner import PlanOptions, PlanTarget, plan_topics
        from workbench.bulk.reading.csv_text import Form
        from workbench.bulk.reading.option_columns import option_cells
        from workbench.bulk.reading.sources import ReadOptions
        from workbench.bulk.reading.topic_columns import ColumnMapping

        columns = ColumnMapping(
            topic_column, language_column, template, project_column, course_column, dict(option_columns or {})
        )
        reading = ReadOptions(encoding=encoding, form=Form(delimiter=delimiter, header=header), sheet=sheet)
        target = PlanTarget(
            organization_id=self.organization_id,
            project=None if project is None else identify.name_or_id("project", project),
            course=None if course is None else identify.name_or_id("course", course),
            new_course=new_course,
            person=label,
        )
        options = PlanOptions(
            columns=columns,
            reading=reading,
            copies=copies,
            sample=sample,
            budget=budget,
            skip_existing=skip_existing,
            lesson=option_cells(
                audience=audience,
                tone=tone,
                reading_level=reading_level,
                words=words,
                questions=questions,
                objectives=objectives,
                like=like,
                sources=sources,
                strict=strict,
            ),
        )
        plan = plan_topics(topics, self._client, language=language, name=name, target=target, options=options)
        return plan.connect_to(self.run)

    def plan_translations(
        self,
        languages: str | Sequence[str] | None = None,
        *,
        course: IdOrName | Several | None = None,
        lessons: LessonName | SeveralLessons | None = None,
        rows: Any = None,
    ) -> TranslationPlan:
        """Return a plan for translations of lessons, each linked to its source.

        Planning is free and writes nothing. Translates all lessons of courses, the given lessons (ids or
        titles), or all lessons of the organization into `languages` such as `"FR,DE"`; or what is missing in
        `rows`: rows of `wb.reports.coverage()`, or pairs of a lesson id and a language. Existing translations
        cost nothing. Raises `NotSent` if the service has no model.

        Example: `wb.bulk.plan_translations("FR,DE", course="Reading a map")`.

        >>> wb.bulk.plan_translations("FR")
        Traceback (most recent call last):
        workbench.errors.NotSent: This service has no AI model, so it translates nothing. ...
        """
        from workbench.bulk.translations import plan_missing, plan_translations

        here, client = self.organization_id, self._client
        if rows is not None:
            if languages is not None or course is not None or lessons is not None:
                raise InputRejected("Rows already name lessons and languages. Leave out the other arguments.")
            return plan_missing(client, rows, organization_id=here).connect_to(self.run)
        if languages is None:
            raise InputRejected('Name the languages, such as "FR,DE", or give rows.')
        courses = None
        if course is not None:
            courses = [identify.course_id(client, here, wanted) for wanted in identify.several("course", course)]
            if not courses:
                raise InputRejected("No course is given, so there is nothing to translate.")
        ids = (
            None
            if lessons is None
            else [identify.lesson_id(client, here, lesson) for lesson in identify.several("lesson", lessons)]
        )
        plan = plan_translations(client, languages, organization_id=here, course_ids=courses, lesson_ids=ids)
        return plan.connect_to(self.run)

    @overload
    def run(
        self, plan: Plan, approval: Approval | None = None, *, wait: bool = True, executor: Executor | None = None
    ) -> NotebookRun: ...
    @overload
    def run(
        self, plan: TranslationPlan, approval: Approval | None = None, *, wait: bool = True
    ) -> NotebookTranslationRun: ...
    def run(
        self,
        plan: Plan | TranslationPlan,
        approval: Approval | None = None,
        *,
        wait: bool = True,
        executor: Executor | None = None,
    ) -> NotebookRun | NotebookTranslationRun:
        """Carry out a plan; the cell can be run again at any time and resumes where it stopped.

        Over 25 rows, or over the budget, it needs `plan.approve(...)`. Displayed in a cell, the run is its live
        monitor. Without `wait` it runs in the background and the monitor's buttons can be used; with `wait`,
        interrupting the cell stops the run cleanly and raises `KeyboardInterrupt`, so that queued cells do not run;
        `plan.run()` is the same. `executor` sends the requests from elsewhere, such as
        `workbench.bulk.running.dask_executor.Cluster`; translations do not take one.
        """
        from workbench.api.run import NotebookRun, NotebookTranslationRun, start_run
        from workbench.bulk.translations import TranslationPlan

        if isinstance(plan, TranslationPlan):
            return start_run(NotebookTranslationRun(plan, self._client, approval), wait=wait)
        return start_run(NotebookRun(plan, self._client, approval, executor=executor), wait=wait)

    def template(self, path: str | Path = "topics.csv") -> Path:
        """Write a topic list to fill in, CSV or XLSX by its suffix, and return the path. Nothing is overwritten."""
        from workbench.bulk.reading.template import write_template

        return write_template(path)

    def save(self, plan: Plan, path: str | Path) -> Path:
        """Save a plan as a file, to be reviewed and approved elsewhere, and return the path.

        Its content cannot be changed.
        """
        from workbench.bulk import save_plan

        return save_plan(plan, path)

    def load(self, path: str | Path) -> Plan:
        """Return the plan from a file, ready to run as it is.

        The file was written by `save` or `workbench generate --plan --save`.
        """
        from workbench.bulk import load_plan

        return load_plan(path).connect_to(self.run)
