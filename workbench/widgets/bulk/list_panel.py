"""TopicListPanel: a list becomes rows with verdicts, is corrected, planned again for nothing, and approved."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import Final

import ipywidgets
import traitlets

from workbench.bulk.planning.plan import Plan
from workbench.bulk.reading.csv_text import Form, read_delimited
from workbench.bulk.reading.sources import MAX_FILE_BYTES, PASTED, ReadOptions, file_bytes, list_path, read_bytes
from workbench.bulk.reading.table import Table
from workbench.bulk.reading.topic_columns import is_known_name
from workbench.bulk.running.run import Run
from workbench.client.lookups.names import project_names
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.errors import InputRejected, NotSent, PlanRejected, WorkbenchError
from workbench.languages.reader import default_language, language_choices
from workbench.procedures.organization import ListProjectsOutput, UserData, get_organization_projects, get_user_data
from workbench.text import escape_html
from workbench.widgets.bulk.edited_list import EditedList, read_list
from workbench.widgets.bulk.list_controls import ListControls, same_reading
from workbench.widgets.bulk.planned_list import PlannedList, plan_list, without_plan
from workbench.widgets.bulk.stored_lists import ListEdits, ListSource, StoredLists
from workbench.widgets.bulk.verdict_list import VerdictList
from workbench.widgets.bulk.wording import approval_text, list_html, plan_html, rows_html
from workbench.widgets.kit.controls import Question, button, caution, html, row_of_controls, set_html, set_visible
from workbench.widgets.kit.drafts import draft_owner, organization_owner
from workbench.widgets.kit.entry import TextEntry
from workbench.widgets.kit.file_drop import FileDrop
from workbench.widgets.kit.panel import Panel
from workbench.wording import count_text

_MAKE_NONE: Final = frozenset({"reviewer", "analyst", "viewer"})
_NO_TOPICS: Final = "No column seems to contain topics. Choose one under “Topic column”."
_NO_PRICE: Final = (
    "This service doesn’t report prices, so a credit limit can’t be enforced. Leave “Credit limit” empty."
)
_NOT_STORED: Final = "Your corrections can't be saved on this computer. They will be lost when you close this panel."
ACCEPTED: Final = ".xlsx,.xlsm,.csv,.tsv,.tab,.txt,.md,.parquet,.pq"
_HINT: Final = (
    "Excel, CSV, TSV, text or Parquet; up to 50 MB and 100,000 lines. Nothing is created before you approve it."
)


class TopicListPanel(Panel):
    """A list being made ready. `value` is the name of the run that was started last; `planned` the list as planned."""

    label = "New list"
    shows = frozenset({"language"})
    value = traitlets.Unicode(None, allow_none=True)

    def __init__(
        self,
        client: Client,
        *,
        organization_id: str | None = None,
        workers: TaskPool | None = None,
        on_run: Callable[[Run], object] | None = None,
        topics: str | PathLike[str] | None = None,
    ) -> None:
        """`on_run` gets the run that was started, to be shown; `topics` is a list to begin with: a file, or text."""
        super().__init__(client, workers=workers)
        self.organization_id, self.on_run, self._topics = organization_id, on_run, topics
        self.source: ListSource | None = None
        self.read: Table | None = None
        self.edited: EditedList | None = None
        self.planned: PlannedList | None = None
        self.stored = StoredLists("")
        self.role: str | None = None
        self._default_language: str | None = None
        self._is_known = False
        self._run_name = self._reading_fault = ""
        self._is_stored = True
        self.input = ListInput(
            lambda source: self.start_next(self.load_list, source), lambda reason: self.run_now(_reject, reason)
        )
        self.drafts[f"list {organization_id or ''}"] = self.input.pasted
        self.control(self.input.drop)
        self.control(self.input.paste_button)
        self.heading, self.trouble, self.summary, self.question = html(), html(), html(), Question()
        self.controls = ListControls(lambda: self.run_now(self.settle), client, organization_id)
        self.verdicts = VerdictList()
        self.run_button = self.control(
            button("Create lessons…", lambda: self.run_now(self.ask_to_run), style="primary"), when=self._can_run
        )
        self.another_button = self.control(button("New list", lambda: self.run_now(self.restart)))
        self._follow_table()
        self.follow_changes(
            lambda: [get_user_data(organization_id=organization_id)] if self._is_known else [],
            lambda answer: (answer.default_language, answer.role) == (self._default_language, self.role),
        )
        self.show(
            self.input, self.heading, self.controls, self.trouble, self.verdicts, self.summary,
            row_of_controls(self.run_button, self.another_button), self.question,
        )  # fmt: skip
        self.render()

    def _follow_table(self) -> None:
        table = self.verdicts.table
        traitlets.dlink((self, "disabled"), (table, "disabled"))
        table.on_correct = lambda row_id, name, text: self.run_now(
            self.change, lambda edited: edited.correct(row_id, name, text)
        )
        table.on_leave_out = lambda row_id, is_left_out: self.run_now(
            self.change, lambda edited: edited.leave_out(row_id, is_left_out=is_left_out)
        )
        table.on_put_back = lambda row_id: self.run_now(self.change, lambda edited: edited.put_back(row_id))

    def refresh(self) -> None:
        """Read projects and role, open the given or last-edited list, and plan it again."""
        answers = self.client.outcomes(
            get_user_data(organization_id=self.organization_id),
            get_organization_projects(organization_id=self.organization_id),
        )
        person, listed = (None if isinstance(answer, WorkbenchError) else answer for answer in answers)
        self._is_known = isinstance(person, UserData)
        self.role = person.role if isinstance(person, UserData) else None
        self._default_language = person.default_language if isinstance(person, UserData) else None
        projects = listed.projects if isinstance(listed, ListProjectsOutput) else []
        choices = [(name, project_id) for project_id, name in project_names(projects).items() if name]
        self.controls.offer_projects(choices)
        capabilities = self.client.capabilities()
        offered = capabilities.writer.languages if capabilities else None
        default = default_language(offered, self._default_language)
        self.controls.offer_languages(offered, default)
        self.controls.options.refresh(capabilities)
        languages = sorted(code for _, code in language_choices(offered, default))
        names = {"language": languages, "project": sorted(name for name, _ in choices)}
        self.verdicts.table.choices = names
        owner = draft_owner(self.client)
        if owner:
            whose = organization_owner(owner, self.organization_id)
            self.stored = StoredLists(whose, owner["signOuts"])
        self.verdicts.table.drafts = {**self.verdicts.table.drafts, **owner}
        source = None
        if self.source is None:
            source = self.stored.latest() if self._topics is None else list_source(self._topics)
        if source is not None:
            self.load_list(source)
        else:
            self.replan()

    def load_list(self, source: ListSource) -> None:
        """Read a list and plan it, with earlier corrections. Raises `PlanRejected` with what to do."""
        self.read, self.source, self._topics = _table_of(source), source, None
        edits, self.planned = self.stored.edits(source), None
        self._run_name = edits.run_name
        self.controls.fill(self.read, edits.settings)
        self.verdicts.table.drafts = {**self.verdicts.table.drafts, "name": f"list {source.digest}"}
        self.edited = self._apply_edits(edits)
        self._is_stored = self.stored.keep(source) and self._save()
        self.replan()
        if edits.corrections:
            self.notify("Your earlier corrections to this list were restored.")
        if not source.name:
            self.input.pasted.clear()

    def settle(self) -> None:
        """Plan the list with the current settings. Corrections stay."""
        settings = self.controls.settings
        if self.read is None or self.source is None:
            return
        before = self.edited
        if before is None or not same_reading(before.settings, settings):
            self._run_name, self.planned = "", None  # other languages or columns are another list
        corrections = before.corrections if before else self.stored.edits(self.source).corrections
        edits = ListEdits(settings, corrections)
        if before is None:  # no column of topics was known until now
            self.controls.fill(self.read, edits.settings)
        self.edited = self._apply_edits(edits)
        self._on_edit()

    def change(self, how: Callable[[EditedList], EditedList]) -> None:
        """Change the list, keep that, and plan it again: nothing is paid."""
        if self.edited is not None:
            self.edited = how(self.edited)
            self._on_edit()

    def replan(self) -> None:
        """Plan the list in its current form; only reads. Blocks; run on a worker thread."""
        edited = self.edited
        if edited is not None:
            planned = plan_list(edited, self.client, organization_id=self.organization_id, run_name=self._run_name)
            with self.lock:
                if edited is not self.edited:
                    return  # corrected in the meantime: it is planned again next
                self.planned = planned
                if planned.plan is not None and planned.plan.name != self._run_name:
                    self._run_name = planned.plan.name
                    self._save()
        self.render()

    def ask_to_run(self) -> None:
        """Ask for confirmation to run the plan, with its cost, destinations and exclusions."""
        planned = self.planned
        if planned is not None and planned.plan is not None and planned.approval is not None and self._can_run():
            plan = planned.plan
            text = approval_text(planned, plan)
            yes = f"Create {count_text(planned.approval.lessons, 'lesson')}"
            self.question.ask(text, yes, lambda: self.start(self.run_plan, plan))

    def run_plan(self, plan: Plan) -> None:
        """Run the approved plan, and pass the run to `on_run`, without confirmation."""
        if self.planned is None or self.planned.plan is not plan:
            raise NotSent("The list has changed since you approved it. Check it, then approve again.")
        run = Run(plan, self.client, self.planned.approval).start()
        self.value = plan.name
        if not self.planned.problems and self.source is not None:
            self.stored.forget(self.source)
            self.restart()
        if self.on_run is not None:
            self.on_run(run)

    def restart(self) -> None:
        """Put the list away and offer to take another. Taken again, it has its corrections."""
        self.source = self.read = self.edited = self.planned = None
        self.question.close_question()
        self.render()

    def render(self) -> None:
        """Update the display."""
        with self.lock:
            has_list, planned = self.read is not None, self.planned
            set_visible(self.input, is_visible=not has_list)
            for controls in (self.controls, self.another_button):
                set_visible(controls, is_visible=has_list)
            for list_ in (self.verdicts, self.run_button):
                set_visible(list_, is_visible=planned is not None)
            set_html(self.heading, list_html(planned) if planned else "")
            set_html(self.summary, plan_html(planned) if planned else "")
            set_html(self.trouble, caution(self._trouble()))
            self.verdicts.fill(planned)
            approval = planned.approval if planned else None
            self.run_button.description = f"Create {count_text(approval.lessons if approval else 0, 'lesson')}…"
            self.update_controls()

    def as_text(self) -> str:
        """Return the list and the lessons that would be created from it, as a sentence."""
        if self.planned is None or self.planned.plan is None:
            return "New list: turn a list of topics into a plan, then into lessons."
        plan = self.planned.plan
        return (
            f"List {self.planned.edited.source.name}: {len(plan.ready):,} of {len(self.planned.rows):,} rows to create."
        )

    def as_html(self) -> str:
        """Return the list's rows with their verdicts."""
        rows = rows_html(self.verdicts.rows) if self.planned else ""
        return f"<p>{escape_html(self.as_text(), longest=4000)}</p>{rows}"

    def _on_edit(self) -> None:
        self.question.close_question()
        self._is_stored = self._save()
        if self.edited is None:
            self.planned = None
        elif self.planned is not None:
            self.planned = without_plan(self.planned, self.edited)
        self.render()
        self.start_next(self.replan)

    def _apply_edits(self, edits: ListEdits) -> EditedList | None:
        assert self.read is not None
        try:
            return read_list(self.read, edits.settings, edits.corrections)
        except PlanRejected as refused:  # no column of topics, or no such template: a person chooses it
            self._reading_fault = refused.message if edits.settings.columns.template else _NO_TOPICS
            self.controls.show_more(True)
            return None

    def _save(self) -> bool:
        if self.source is None or self.edited is None:
            return True
        edits = ListEdits(self.edited.settings, self.edited.corrections, self._run_name)
        return self.stored.save(self.source, edits)

    def _trouble(self) -> str:
        if self.read is not None and self.edited is None:
            return self._reading_fault
        if self.planned is None:
            return ""
        if self.role in _MAKE_NONE:
            return (
                f"Your role, {self.role}, lets you plan and correct lists. To create lessons, you need the author role."
            )
        if self._lacks_price():
            return _NO_PRICE
        return "" if self._is_stored or not self.stored.owner else _NOT_STORED

    def _can_run(self) -> bool:
        planned = self.planned
        if planned is None or planned.approval is None or planned.edited is not self.edited or self._lacks_price():
            return False
        return planned.approval.lessons > 0 and self.role not in _MAKE_NONE

    def _lacks_price(self) -> bool:
        plan = self.planned.plan if self.planned is not None else None
        return plan is not None and plan.budget_credits is not None and plan.total_credits is None


def _table_of(source: ListSource) -> Table:
    if source.name:
        return read_bytes(source.data, source.name, ReadOptions(), is_known_name)
    return read_delimited(source.data.decode(errors="replace"), PASTED, Form(), is_known_name, is_list=True)


def _reject(reason: str) -> None:
    raise InputRejected(reason)


class ListInput(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """Input of lists: `load_list(source)` gets each list, `refuse(reason)` is called for a file that cannot be used."""

    def __init__(self, take: Callable[[ListSource], object], refuse: Callable[[str], object]) -> None:
        self._take = take
        self.drop = FileDrop(
            "Drop a list of topics here",
            lambda name, data: take(ListSource(name, data)),
            refuse,
            hint=_HINT,
            accept=ACCEPTED,
            max_bytes=MAX_FILE_BYTES,
        )
        self.pasted = TextEntry("Or paste topics, one per line", hint="You can paste cells from a spreadsheet", lines=3)
        self.paste_button = button("Check these topics", self.take_pasted)
        super().__init__((self.drop, self.pasted, row_of_controls(self.paste_button)))
        self.add_class("wb-stack")

    def take_pasted(self) -> None:
        """Load the pasted lines as a list; nothing if there are none."""
        if self.pasted.value.strip():
            self._take(ListSource("", self.pasted.value.encode(errors="replace")))  # text, also where it names a file

    def __repr__(self) -> str:
        return repr(self.drop)


def list_source(topics: str | PathLike[str]) -> ListSource:
    """Return the list from a file or pasted text. Raises `PlanRejected` for a file that cannot be read."""
    path = list_path(topics) if isinstance(topics, str) else Path(topics)
    if path is not None:
        return ListSource(path.name, file_bytes(path))
    return ListSource("", str(topics).encode(errors="replace"))
