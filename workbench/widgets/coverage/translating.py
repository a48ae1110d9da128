"""TranslatingPanel: translates or updates a list of lessons after asking once with the price, and shows progress."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from workbench.bulk.planning.target import RunTarget
from workbench.bulk.running.progress import Progress
from workbench.bulk.translations import (
    TranslationPlan,
    TranslationRun,
    UpdatePlan,
    UpdateRun,
    plan_missing,
    plan_updates,
    update_price,
)
from workbench.bulk.translations.planning import translation_place
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.errors import InputRejected, NotSent
from workbench.widgets.coverage import wording
from workbench.widgets.coverage.cells import CoveredLesson
from workbench.widgets.kit.controls import Question, button, close_tree, set_visible
from workbench.widgets.kit.panel import Panel
from workbench.widgets.run_monitor.figures import MADE, UPDATED, RunWording
from workbench.widgets.run_monitor.panel import RunMonitor
from workbench.wording import count_text


class TranslatingPanel(Panel):
    """A panel that translates those of `lessons` that are missing and updates those that are stale."""

    def __init__(
        self,
        client: Client,
        *,
        organization_id: str | None = None,
        workers: TaskPool | None = None,
        on_open: Callable[[str], object] | None = None,
    ) -> None:
        """`on_open` gets the id of a lesson."""
        super().__init__(client, workers=workers)
        self.organization_id, self.on_open = organization_id, on_open
        self.place: RunTarget | None = None
        self.update_credits: int | None = None
        self.lessons: Sequence[CoveredLesson] = ()
        self.monitor: RunMonitor | None = None
        self.question = Question()
        self.translate_button = self.control(
            button("Translate with AI…", lambda: self.start(self.ask_to_translate), style="primary"),
            when=lambda: self.place is not None and bool(self.missing) and not self.is_translating,
        )
        self.update_button = self.control(
            button("Update with AI…", lambda: self.start(self.ask_to_update)),
            when=lambda: self.place is not None and bool(self.stale) and not self.is_translating,
        )

    @property
    def missing(self) -> list[CoveredLesson]:
        """Lessons that can be translated: they are missing and have a source."""
        return [lesson for lesson in self.lessons if lesson.can_be_made]

    @property
    def stale(self) -> list[CoveredLesson]:
        """Lessons that can be updated: translations whose source has changed."""
        return [lesson for lesson in self.lessons if lesson.can_be_updated]

    @property
    def is_translating(self) -> bool:
        """Whether a run started here is still running."""
        return self.monitor is not None and not self.monitor.progress.is_over

    def ask_to_translate(self) -> None:
        """Plan the missing translations, which changes nothing, and ask for confirmation with the total price."""
        pairs = [(lesson.source_id, lesson.language) for lesson in self.missing]
        plan = plan_missing(self.client, pairs, organization_id=self.organization_id)
        if not plan.missing:
            self.refresh()
            self.notify(wording.copies_text(self.missing))
            return
        confirm_label = f"Translate {count_text(plan.cost.payable_rows, 'lesson')}"
        self.question.ask(wording.question_text(plan), confirm_label, lambda: self.start(self.translate, plan))

    def translate(self, plan: TranslationPlan) -> None:
        """Carry out the plan, approved at its price, and show the progress, without asking."""
        self._watch_run(TranslationRun(plan, self.client, plan.cost.approve_payable(plan.digest)).start(), MADE)

    def ask_to_update(self) -> None:
        """Plan updates of stale lessons, which changes nothing, and ask for confirmation with the maximum price."""
        try:
            plan = self._update_plan()
        except InputRejected:  # one of them is no translation any more, or in the trash
            self.refresh()
            plan = self._update_plan()
        if not plan.stale:
            self.refresh()
            self.notify("All translations are up to date.")
            return
        yes = f"Update {count_text(plan.cost.payable_rows, 'lesson')}"
        text = wording.update_question_text(plan, self._run_place())
        self.question.ask(text, yes, lambda: self.start(self.update, plan))

    def update(self, plan: UpdatePlan) -> None:
        """Update stale lessons, approved at the plan's price, and show the progress, without asking."""
        self._watch_run(UpdateRun(plan, self._run_place(), credits=plan.payable_credits).start(), UPDATED)

    def read_offers(self) -> None:
        """Ask for prices and credits; a service without a model has neither."""
        try:
            self.place = translation_place(self.client, self.organization_id)
            self.update_credits = update_price(self.client)
        except NotSent:
            self.place = self.update_credits = None

    def update_buttons(self) -> None:
        """Show on each button how many lessons it affects; the first with any lessons is the primary button."""
        for lesson_button in (self.translate_button, self.update_button):
            set_visible(lesson_button, is_visible=self.place is not None)
        missing, stale = len(self.missing), len(self.stale)
        prices = None if self.place is None else self.place.price_credits, self.update_credits
        noun = "" if self.place is None else self.place.credit_noun
        self.translate_button.description = wording.step_text("Translate", missing, prices[0], noun)
        self.update_button.description = wording.step_text("Update", stale, prices[1], noun, up_to="up to ")
        is_update = bool(stale) and not missing
        self.translate_button.button_style, self.update_button.button_style = (
            ("", "primary") if is_update else ("primary", "")
        )

    def render(self) -> None:
        """Show what is known."""
        raise NotImplementedError

    def arrange_parts(self) -> None:
        """Put the panel's parts in order, with the monitor where there is one."""
        raise NotImplementedError

    def _run_place(self) -> RunTarget:
        return self.place or translation_place(self.client, self.organization_id)

    def _update_plan(self) -> UpdatePlan:
        ids = [lesson.lesson_id for lesson in self.stale if lesson.lesson_id]
        return plan_updates(self.client, organization_id=self.organization_id, lesson_ids=ids)

    def _watch_run(self, run: TranslationRun | UpdateRun, words: RunWording) -> None:
        monitor = RunMonitor(self.client, run, workers=self.workers, on_open=self.on_open, wording=words)
        before, self.monitor = self.monitor, monitor
        self.arrange_parts()
        if before is not None:
            close_tree(before)
        run.watch(self._on_progress)
        self._on_progress(run.progress)
        self.render()

    def _on_progress(self, progress: Progress) -> None:
        if progress.is_over:
            self.start_next(self._read_again)

    def _read_again(self) -> None:
        self.refresh()
        if self.monitor is not None:
            self.notify(str(self.monitor.run.progress))
