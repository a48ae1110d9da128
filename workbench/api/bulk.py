"""Many topics in, lessons out, as `wb.bulk` has it: plan, look, run. The rules are those of `workbench.bulk`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.api.api_object import ApiObject
from workbench.client.sync import Client

if TYPE_CHECKING:
    from workbench.api.run import NotebookRun
    from workbench.bulk import Approval, Plan
    from workbench.bulk.running.executors import Executor


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
        project: str | None = None,
        course: str | None = None,
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
        """A plan for a file (CSV, XLSX, Parquet, text), a table, a list or pasted text; free, and nothing is written.

        `language` is one code or several, else the list has a column of them. `name` is the run's: the same name is the
        same run, whose rows are never made twice. `project` and `course` are where lessons go whose line names none in
        a column of its own, by name or id; in a course they stand in the list's order. `new_course` is the title of a
        course that the run makes in the project, once, for these lessons. `template` joins columns into the topic, such
        as `"{title}: {about}"`. `copies` makes several lessons of each topic, `sample` only the first rows, `budget` is
        in credits; `skip_existing=False` plans topics that have a lesson. `label` names the person, where needed. The
        others say how the list is read; an empty `project_column` or `course_column` takes none.

        `audience`, `tone`, `reading_level`, about how many `words`, how many `questions`, `objectives`, a lesson `like`
        which it is built and the `sources` that it is written from (names or ids) hold for the lines whose own columns
        of these names say nothing; `strict` refuses drafts that say what no source supports. `option_columns` names
        columns of other names, such as `{"audience": "For whom"}`; an empty one takes none. Raises `PlanRejected` with
        what to do.

        Example: `wb.bulk.plan("topics.xlsx", language=["EN", "DE"], project="Safety")`.
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
            organization_id=self.organization_id, project=project, course=course, new_course=new_course, person=label
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
        return plan_topics(topics, self._client, language=language, name=name, target=target, options=options)

    def run(
        self, plan: Plan, approval: Approval | None = None, *, wait: bool = True, executor: Executor | None = None
    ) -> NotebookRun:
        """Carry the plan out; the cell can be run again at any time and goes on where it stopped.

        Over 25 rows or over the budget it needs `plan.approve(...)`. Shown, the run is its live monitor. Without
        `wait` it goes on beside the notebook, and the monitor's buttons work meanwhile; with it, interrupting the
        cell stops the run in good order. `executor` sends from elsewhere, such as
        `workbench.bulk.running.dask_executor.Cluster`.
        """
        from workbench.api.run import NotebookRun, in_notebook

        run = NotebookRun(plan, self._client, approval, executor=executor).start()
        if not wait:
            return run
        try:
            if in_notebook():
                run._ipython_display_()
        except KeyboardInterrupt:
            run.stop()
        return run.wait()

    def template(self, path: str | Path = "topics.csv") -> Path:
        """Write a topic list to fill in, CSV or XLSX by its name; the path. Nothing is overwritten."""
        from workbench.bulk.reading.template import write_template

        return write_template(path)

    def save(self, plan: Plan, path: str | Path) -> Path:
        """Save a plan as a file, to be looked at and approved elsewhere; the path. What is in it cannot be changed."""
        from workbench.bulk import save_plan

        return save_plan(plan, path)

    def load(self, path: str | Path) -> Plan:
        """The plan in a file that `save` or `workbench generate --plan --save` wrote, to be run as it is."""
        from workbench.bulk import load_plan

        return load_plan(path)
