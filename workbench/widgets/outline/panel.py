"""OutlinePanel: a brief becomes an outline, the outline is changed and approved, and its course is made."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Generic, TypeVar

import traitlets

from workbench.bulk.outlines.outline_table import outline_from_frame
from workbench.bulk.outlines.proposing import outline_price, propose, proposes_outlines
from workbench.bulk.planning.plan import Plan
from workbench.bulk.running.run import Run
from workbench.client.lookups.names import is_default_project, project_names
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.credit_text import credit_noun
from workbench.errors import NotSent, WorkbenchError
from workbench.procedures.lesson import create_starter_lesson
from workbench.procedures.organization import ListProjectsOutput, UserData, get_organization_projects, get_user_data
from workbench.widgets.kit.controls import (
    Question,
    button,
    dropdown,
    html,
    row_of_controls,
    set_html,
    set_visible,
    stack,
)
from workbench.widgets.kit.drafts import draft_owner, organization_owner
from workbench.widgets.kit.panel import Panel
from workbench.widgets.outline import wording
from workbench.widgets.outline.brief_form import BriefForm
from workbench.widgets.outline.edited_outline import EditedOutline, start_editing
from workbench.widgets.outline.outline_editor import OutlineEditor
from workbench.widgets.outline.stored_outline import StoredOutline
from workbench.wording import count_text, counted_are

T = TypeVar("T")


class OutlinePanel(Panel):
    """A course from a brief. `value` is the name of the run that was started last; `editor` has the outline."""

    label = "Outline from a brief"
    shows = frozenset({"credits", "language"})
    value = traitlets.Unicode(None, allow_none=True)

    def __init__(
        self,
        client: Client,
        *,
        organization_id: str | None = None,
        language: str | None = None,
        workers: TaskPool | None = None,
        on_run: Callable[[Run], object] | None = None,
        detail_pane: Any = None,
    ) -> None:
        """`on_run` gets the run that was started; `detail_pane` is a widget below, such as where that is shown."""
        super().__init__(client, workers=workers)
        self.organization_id, self.on_run = organization_id, on_run
        self.stored = StoredOutline("")
        self.person: UserData | None = None
        self._is_known = False
        self._waiting: Waiting[EditedOutline] | None = None
        self.form = BriefForm(lambda: self.start(self.propose), lambda: self.run_now(self.use_lines), language=language)
        self.drafts[f"brief {organization_id or ''}"] = self.form.text
        self.progress, self.total, self.question = html(), html(), Question()
        set_html(self.progress, "")
        self.stop_button = button("Stop waiting", self.stop_waiting)
        self.editor = OutlineEditor(self.run_now, self._on_edit)
        self.project = self.control(dropdown("Project", [("Starter lessons", "")]))
        self.make_button = self.control(
            button("Create course…", lambda: self.start(self.ask_to_make), style="primary"), when=self._can_make
        )
        self.another_button = self.control(button("New brief", lambda: self.run_now(self.restart)))
        self._switch_controls()
        self.follow_changes(
            lambda: [get_user_data(organization_id=organization_id)] if self.person is not None else [],
            lambda answer: answer == self.person,
        )
        self._second = stack(
            self.editor,
            self.total,
            row_of_controls(self.project),
            row_of_controls(self.make_button, self.another_button),
        )
        self.show(self.form, self.progress, self.stop_button, self._second, self.question, detail_pane)
        self.render()

    def _switch_controls(self) -> None:
        form, editor = self.form, self.editor
        self.control(form.language)
        self.control(form.propose_button, when=lambda: form.can_propose)
        self.control(form.lines_button, when=lambda: bool(form.titles))
        self.control(editor.exclude_button, when=lambda: editor.has_chosen)
        self.control(editor.add_button, when=lambda: editor.can_add)
        form.text.observe(lambda change: self.update_controls(), "value")
        editor.rows.observe(lambda change: self.update_controls(), "chosen")

    def refresh(self) -> None:
        """Ask for the model, prices, credits and projects; open the outline that was worked on last."""
        has_model = proposes_outlines(self.client)
        capabilities = self.client.capabilities()
        answers = self.client.outcomes(
            get_user_data(organization_id=self.organization_id),
            get_organization_projects(organization_id=self.organization_id),
        )
        person, listed = (None if isinstance(answer, WorkbenchError) else answer for answer in answers)
        self.person = person if isinstance(person, UserData) else None
        organization_language = self.person.default_language if self.person is not None else None
        self.form.offer_languages(capabilities.writer.languages if capabilities else None, organization_language)
        self._is_known = True
        self._offer(listed if isinstance(listed, ListProjectsOutput) else None)
        price = outline_price(self.client) if has_model else None
        self.form.tell(has_model=has_model, price=price, person=self.person)
        owner = draft_owner(self.client)
        if owner:
            whose = organization_owner(owner, self.organization_id)
            self.stored = StoredOutline(whose, owner["signOuts"])
            self.editor.rows.drafts = {"name": f"outline {self.organization_id or ''}", **owner}
        if self.editor.outline is None:
            self.editor.fill(self.stored.load())
        self.render()

    def propose(self) -> None:
        """Let the model propose the outline of the brief; shows how long it takes, and may be left. Blocks."""
        brief, waits = self.form.brief, [""]

        def work() -> EditedOutline:
            outline = propose(self.client, brief, organization_id=self.organization_id, on_wait=waits.append)
            return start_editing(outline, wanted=brief.lessons)

        self._waiting = waiting = Waiting(work)
        set_visible(self.stop_button, is_visible=True)
        try:
            edited = waiting.wait(lambda seconds: set_html(self.progress, wording.writing_html(seconds, waits[-1])))
        finally:
            self._waiting = None
            set_html(self.progress, "")
            set_visible(self.stop_button, is_visible=False)
        if edited is None:
            self.notify(wording.STOPPED)
            return
        self.show_outline(edited)
        self.refresh()
        self.notify(f"The outline has {count_text(len(edited.rows), 'lesson')}. Nothing is created yet.")

    def stop_waiting(self) -> None:
        """Stop waiting for the outline; requesting it again costs nothing."""
        if self._waiting is not None:
            self._waiting.leave()

    def use_lines(self) -> None:
        """Take the lines of the field as the titles of the lessons. Sends nothing."""
        form = self.form
        self.show_outline(
            start_editing(outline_from_frame(form.titles, title="New course", language=form.language_code))
        )

    def show_outline(self, outline: EditedOutline) -> None:
        """Show an outline, to be changed; the field of the brief is emptied, because it became one."""
        self.form.text.clear()
        self.editor.fill(outline)
        self._on_edit()

    def ask_to_make(self) -> None:
        """Plan the outline, which sends no write, and ask for confirmation with the total price."""
        plan = self._plan()
        if not plan.ready:
            raise NotSent(f"There is nothing to create: {plan.rows[0].verdict_text}.")
        yes = f"Create {count_text(plan.cost.payable_rows, 'lesson')}"
        text = wording.question_text(plan, plan.destination.course_name or "")
        self.question.ask(text, yes, lambda: self.start(self.make, plan))

    def make(self, plan: Plan) -> None:
        """Run the plan, approved at its price, and pass the run to `on_run`, without confirmation."""
        if plan.digest != self._plan().digest:
            raise NotSent("The outline has changed since you approved it. Check it, then approve again.")
        run = Run(plan, self.client, plan.cost.approve_payable(plan.digest)).start()
        self.value = plan.name
        self.restart()
        self.form.text.clear()
        self.notify(f"{counted_are(plan.cost.payable_rows, 'lesson')} being created.")
        if self.on_run is not None:
            self.on_run(run)

    def restart(self) -> None:
        """Put the outline away, and offer the field for a brief with the one it came from."""
        if self.editor.outline is not None and not self.form.text.value:
            self.form.text.value = self.editor.outline.brief
        self.editor.fill(None)
        self.stored.forget()
        self.question.close_question()
        self.render()

    def render(self) -> None:
        """Update the display."""
        outline = self.editor.outline
        set_visible(self.form, is_visible=outline is None)
        set_visible(self._second, is_visible=outline is not None)
        set_visible(self.stop_button, is_visible=self._waiting is not None)
        if outline is not None:
            price, noun = self._lesson_price()
            set_html(self.total, wording.total_html(outline, price=price, person=self.person, noun=noun))
        self.update_controls()

    def as_text(self) -> str:
        """Return the outline, and the lessons that would be created from it, as a sentence."""
        outline = self.editor.outline
        if outline is None:
            return "Outline from a brief: describe a course here to get its outline, then create its lessons."
        return f"The outline of {outline.title}: {count_text(len(outline.outline.lessons), 'lesson')} to create."

    def as_html(self) -> str:
        """Return the outline's lessons with their objectives."""
        return super().as_html() + ("" if self.editor.outline is None else self.editor.outline.outline._repr_html_())

    def _on_edit(self) -> None:
        outline = self.editor.outline
        self.question.close_question()
        if outline is not None and not self.stored.save(outline) and self.stored.owner:
            self.notify("This outline can't be saved on this computer. It will be lost when you close this panel.")
        self.render()

    def _plan(self) -> Plan:
        if self.editor.outline is None:
            raise NotSent("There is no outline. Propose one first.")
        outline = self.editor.outline.outline
        connected = replace(outline, client=self.client, organization_id=self.organization_id)
        return connected.plan(project=self.project.value or None)

    def _offer(self, listed: ListProjectsOutput | None) -> None:
        projects = listed.projects if listed is not None else []
        others = [project for project in projects if not is_default_project(project)]
        known = [(name, project_id) for project_id, name in project_names(others).items() if name]
        chosen = self.project.value
        self.project.options = [("Starter lessons", ""), *known]
        self.project.value = chosen if chosen in [value for _, value in self.project.options] else ""

    def _lesson_price(self) -> tuple[int | None, str]:
        """Return the price of one lesson, and the name of a credit."""
        capabilities = self.client.capabilities() if self._is_known else None
        prices = capabilities.prices if capabilities is not None else []
        price = next((price.credits for price in prices if price.procedure == create_starter_lesson.name), None)
        return price, credit_noun(capabilities)

    def _can_make(self) -> bool:
        outline = self.editor.outline
        return outline is not None and bool(outline.outline.lessons)


class Waiting(Generic[T]):
    """Runs `work` on its own thread; `wait` reports every second how long, until it is done or abandoned."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._left = threading.Event()
        self._wake = threading.Event()
        self._result: list[T] = []
        self._error: list[BaseException] = []

    def wait(self, tick: Callable[[int], object], *, seconds: float = 1.0) -> T | None:
        """Return the work's result, or `None` if waiting was ended. Raises what the work raises. Blocks."""
        threading.Thread(target=self._run, name="workbench-waiting", daemon=True).start()
        passed = 0
        tick(passed)
        while not self._wake.wait(seconds):
            passed += 1
            tick(passed)
        if self._left.is_set() and not self._result:
            return None
        if self._error:
            raise self._error[0]
        return self._result[0]

    def leave(self) -> None:
        """Stop waiting; the work continues, and its result is ignored."""
        self._left.set()
        self._wake.set()

    def _run(self) -> None:
        try:
            self._result.append(self._work())
        except BaseException as error:  # noqa: BLE001  (raised by the waiting thread)
            self._error.append(error)
        finally:
            self._wake.set()
