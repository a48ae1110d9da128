"""Change sets for a notebook: carried out, resumed, listed and undone. The rules are those of `workbench.changes`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from workbench.api.api_object import ApiObject
from workbench.api.arguments import ChangeSetName, ChangeSetTitle, ColumnNames, SortColumns, TagName, Yes
from workbench.api.collection import ask_for_number
from workbench.argument_help import Help
from workbench.client.lookups import identify
from workbench.client.lookups.identify import IdOrName
from workbench.client.sync import Client
from workbench.columns import select

if TYPE_CHECKING:
    import pandas

    from workbench.bulk.running.progress import Progress
    from workbench.changes.plan import ChangeApproval, ChangePlan
    from workbench.changes.results import ChangeSetSummary
    from workbench.changes.running import ChangeRun
    from workbench.changes.undo import UndoChangesResult
    from workbench.imports.plan import ImportPlan
    from workbench.widgets.changes import ChangesPanel


@dataclass(frozen=True, repr=False)
class Changes(ApiObject):
    """Change sets of an organization; `None` means the last selected one. Plans are made by `wb.lessons`."""

    _client: Client
    organization_id: str | None

    def run(self, plan: ChangePlan, approval: ChangeApproval | None = None) -> ChangeRun:
        """Carry out a change plan; the cell can be run again at any time and resumes where it stopped.

        Over 25 changes, or if learners would see one, it needs `plan.approve(changes=…)`. Interrupting the cell
        stops it cleanly and raises `KeyboardInterrupt`. Raises `PlanRejected` without the approval, and in another
        person's session.

        >>> table = wb.lessons.list()[["lesson_id"]].assign(title="Map work")
        >>> plan = wb.lessons.apply(table, name="map work")
        >>> wb.changes.run(plan)
        ChangeRun('map work': finished: ... done.)
        """
        from workbench.changes.running import ChangeRun

        return _start_run(ChangeRun(plan, self._client, approval))

    def resume(self, name: ChangeSetName) -> ChangeRun:
        """Resume a change set that was stopped or killed, without its table: only approved changes are made.

        >>> wb.changes.resume("map work").counts().planned
        0
        """
        from workbench.changes.results import find_change_set

        return resume_change_set(find_change_set(name), self._client)

    def retag(
        self,
        *tags: TagName,
        into: Annotated[str, Help("the tag that takes their place (default: they are removed)", "TAG")] | None = None,
        name: ChangeSetTitle | None = None,
    ) -> ChangePlan:
        """Return a plan that renames or merges tags on every lesson and course.

        Without `into`, the tags are removed. Case and spaces are ignored. Nothing is changed before
        `plan.run()`. Raises `PlanRejected`.

        >>> len(wb.changes.retag("saftey", "safty", into="safety").changes)
        0
        """
        from workbench.changes.retagging import plan_retagging

        plan = plan_retagging(tags, into, self._client, organization_id=self.organization_id, name=name)
        return plan.connect_to(self.run)

    def import_folder(self, folder: str | Path, *, name: str | None = None, delete: bool = False) -> ChangePlan:
        """Return a plan that updates lessons from a folder of Markdown files written by `wb.exports.folder`.

        `folder` may be a ZIP archive of such a folder. Titles, blocks, courses and order are imported; a file
        without an id makes a new lesson, a folder without one a new course; pictures and recordings in the
        folder are uploaded. A file of another revision is reported and left alone. With `delete`, lessons whose
        files are missing go into the trash. Nothing is changed before `plan.run()`, which also rewrites the
        files with ids and revisions. Raises `PlanRejected`.

        >>> _ = wb.exports.folder(wb.courses.list()["course_id"].to_list(), folder / "all")
        >>> wb.changes.import_folder(folder / "all").changes
        ()
        """
        from workbench.changes.folders.archive import scan_folder_or_archive
        from workbench.changes.folders.planning import plan_folder

        folder_files = scan_folder_or_archive(Path(folder).expanduser())
        plan = plan_folder(folder_files, self._client, organization_id=self.organization_id, name=name, delete=delete)
        return plan.connect_to(self.run)

    def import_xliff(self, file: str | Path, *, name: str | None = None) -> ChangePlan:
        """Return a plan that creates and edits translations from a file written by `wb.exports.xliff`.

        Segments that are missing, duplicated, from another organization, too long, not a translation of their
        source, or whose source has changed since are reported and not imported; texts edited here since the
        export are kept. Nothing is changed before `plan.run()`. Raises `PlanRejected`, and `NotSent` without
        the extra `xliff`.

        >>> made = wb.exports.xliff(wb.courses.list()["course_id"].to_list(), folder / "all.xlf", language="FR")
        >>> wb.changes.import_xliff(made.path).changes
        ()
        """
        from workbench.changes.xliff.planning import plan_xliff
        from workbench.exports.xliff.reading import open_xliff

        xliff = open_xliff(Path(file).expanduser())
        planned = plan_xliff(xliff, self._client, organization_id=self.organization_id, name=name)
        return planned.connect_to(self.run)

    def import_file(
        self,
        file: str | Path | bytes,
        *,
        course: IdOrName | None = None,
        project: IdOrName | None = None,
        language: str | None = None,
        one_lesson: bool = False,
        file_name: str | None = None,
        name: str | None = None,
    ) -> ImportPlan:
        """Return a plan that makes draft lessons from a Word, PowerPoint, GIFT or Moodle XML file.

        The import is free and without AI. The lessons go into `course`, by title or id, or into a new course in
        `project`. Headings divide a document into lessons, sections a presentation, categories questions;
        `one_lesson` makes one. If neither `language`, the file nor the course gives the language, it is the
        default one (`wb.language`), as a note says; bytes need a `file_name`. `plan.findings_frame()` lists
        what could not be kept. Nothing is changed before `plan.run()`, which uploads pictures first. Raises
        `PlanRejected`.

        >>> _ = (folder / "sky.gift").write_text("::Colour:: The sky is {=blue ~green}", encoding="utf-8")
        >>> wb.changes.import_file(folder / "sky.gift", language="EN")
        ImportPlan('sky ...': 1 lesson, 0 findings)
        """
        from workbench.imports.pictures import with_pictures
        from workbench.imports.planning import ImportTarget, plan_import
        from workbench.imports.reading.process import read_import

        target = ImportTarget(
            None if course is None else identify.name_or_id("course", course),
            None if project is None else identify.name_or_id("project", project),
            language,
        )
        imported = read_import(file, file_name=file_name, is_one_lesson=one_lesson, language=language)

        def run(plan: ChangePlan, approval: ChangeApproval | None = None) -> ChangeRun:
            from workbench.changes.plan import check_approval

            check_approval(plan, approval)
            organization_id = plan.target.organization_id
            ready, _ = with_pictures(plan, imported.pictures, self._client, organization_id=organization_id)
            return self.run(ready, ready.approve(changes=len(ready.changes)))

        planned = plan_import(imported, self._client, target=target, organization_id=self.organization_id, name=name)
        return planned.connect_to(run)

    def list(
        self,
        *,
        columns: ColumnNames | None = None,
        limit: int | None = None,
        sort: SortColumns | None = None,
    ) -> pandas.DataFrame:
        """Return a DataFrame with a row for each change set of this computer, newest first.

        `columns` are names, or `"all"`; without it those that people read first. `limit` is the number of rows, `sort`
        a column or several, such as `"-updated_at"` for the last first.

        >>> wb.changes.list()["name"].iloc[0]
        'map work'
        """
        from workbench.changes.results import SETS, find_change_sets, sets_frame

        selection = select(SETS, wanted=columns, limit=limit, sort=sort)
        return selection.of(sets_frame(find_change_sets()))

    def show(self, name: ChangeSetName) -> pandas.DataFrame:
        """Return a DataFrame with a row for each change of a set: both values, state, and what went wrong.

        >>> wb.changes.show("map work")["after"].unique().tolist()
        ['Map work']
        """
        from workbench.changes.results import change_frame, find_change_set, set_records

        return change_frame(set_records(find_change_set(name)))

    def undo(self, name: ChangeSetName, *, yes: Yes = False) -> UndoChangesResult:
        """Undo every change of a set whose value nobody has changed since; the others stay, and are listed.

        It first shows what would be undone, and asks for confirmation; `yes=True` skips the question.

        >>> wb.changes.undo("map work", yes=True).left
        ()
        """
        from workbench.changes.results import find_change_set

        return undo_change_set(find_change_set(name), self._client, yes=yes)

    def save(self, plan: ChangePlan, path: str | Path) -> Path:
        """Save a change plan as a file, to be reviewed and approved elsewhere, and return the path.

        >>> plan = wb.lessons.replace("map", "chart", name="charts")
        >>> wb.changes.save(plan, folder / "charts.json").name
        'charts.json'
        """
        from workbench.changes.plan_file import save_change_plan

        return save_change_plan(plan, path)

    def load(self, path: str | Path) -> ChangePlan:
        """Return the change plan from a file that `save` wrote, ready to run as it is.

        >>> wb.changes.load(folder / "charts.json").name
        'charts'
        """
        from workbench.changes.plan_file import load_change_plan

        return load_change_plan(path).connect_to(self.run)

    def panel(self, plan: ChangePlan | None = None) -> ChangesPanel:
        """Return a panel of the change sets, with their changes row by row, to resume or undo.

        With a plan, the panel carries it out.

        >>> wb.changes.panel().label
        'Change sets'
        """
        from workbench.widgets.changes import ChangesPanel

        return ChangesPanel(self._client, plan=plan, organization_id=self.organization_id)


def resume_change_set(summary: ChangeSetSummary, client: Client) -> ChangeRun:
    """Resume a change set of the journal."""
    from workbench.changes.running import ChangeRun

    return _start_run(ChangeRun.of_set(summary, client))


def undo_change_set(summary: ChangeSetSummary, client: Client, *, yes: bool) -> UndoChangesResult:
    """Put a change set back, after a question unless `yes`."""
    from workbench.changes.undo import preview_undo_changes, undo_changes

    if not yes:
        preview = preview_undo_changes(summary, client)
        ask_for_number(str(preview), len(preview.back), unasked=f"undo({summary.name!r}, yes=True)")
    return undo_changes(summary, client)


def _start_run(run: ChangeRun) -> ChangeRun:
    """Start the run; a notebook shows its progress in one line that changes."""
    from workbench.api.run import in_notebook

    if not in_notebook():
        return _start(run)
    from IPython.display import display

    handle = display({"text/plain": str(run.progress)}, raw=True, display_id=True)  # type: ignore[no-untyped-call]

    def show(progress: Progress) -> None:
        handle.update({"text/plain": str(progress)}, raw=True)

    leave = run.watch(show)
    try:
        return _start(run)
    finally:
        leave()


def _start(run: ChangeRun) -> ChangeRun:
    try:
        return run.start()
    except KeyboardInterrupt:
        run.close()  # the run isn't assigned to anything; its name resumes it
        raise
