"""StarterLessonForm: a topic and a language in, a lesson out, with the price said first. Many topics become a plan."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import traitlets

from workbench.bulk.planning.option_references import read_cells
from workbench.client.lookups.names import is_default_project, project_names
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.credit_text import credit_noun, credits_text
from workbench.errors import AnswerUnreadable, CallFailed, InputRejected, NotSent, Unreachable
from workbench.languages.reader import DEFAULT_LANGUAGE, default_language, language_choices
from workbench.procedures.course import get_course, list_courses
from workbench.procedures.declare import Call
from workbench.procedures.lesson import DRAFT_REFUSED, StarterLesson, create_starter_lesson, get_lesson
from workbench.procedures.organization import UserData, get_organization_projects, get_user_data
from workbench.procedures.service import Capabilities
from workbench.text import display_text
from workbench.widgets.kit.controls import (
    Question,
    button,
    dropdown,
    hint,
    html,
    row_of_controls,
    set_html,
    set_visible,
)
from workbench.widgets.kit.entry import TextEntry
from workbench.widgets.kit.panel import Panel
from workbench.widgets.starter_form.course_place import CoursePlace
from workbench.widgets.starter_form.lesson_options import LessonOptionControls, draft_fields
from workbench.widgets.starter_form.wording import cost_html, made_html, plan_html
from workbench.wording import count_text, counted_are

if TYPE_CHECKING:
    from workbench.bulk import Plan, Run

TOPIC_CHARACTERS = 4000
ANOTHER = "another"
_NEW_PROJECT = ""


class StarterLessonForm(Panel):
    """Make a lesson from a topic. `value` is the id of the lesson that was made last; `plan` a plan of many topics."""

    label = "New lesson"
    shows = frozenset({"credits", "language"})
    value = traitlets.Unicode(None, allow_none=True)
    person: UserData | None = None
    _default_project: str | None = None

    def __init__(
        self,
        client: Client,
        *,
        organization_id: str | None = None,
        language: str | None = None,
        workers: TaskPool | None = None,
        on_edit: Callable[[str], object] | None = None,
        on_share: Callable[[str], object] | None = None,
        on_run: Callable[[Run], object] | None = None,
        detail_pane: Any = None,
    ) -> None:
        """`language` is the code that is chosen at first; default: the organization's.

        `on_edit` and `on_share` open a lesson and a course by id, `on_run` shows a run; without them there is no
        button. `detail_pane` is a widget that is shown below, for example to open them in.
        """
        super().__init__(client, workers=workers)
        self.organization_id = organization_id
        self.default_language: str | None = None
        self._wanted_language = language
        self._first_language = language or DEFAULT_LANGUAGE
        self.course_id: str | None = None
        self.plan: Plan | None = None
        self.capabilities: Capabilities | None = None
        self._unsettled: tuple[Call[StarterLesson], str] | None = None
        self.topic = TextEntry(
            "Topic", hint="What should the lesson teach, and to whom?", lines=4, counts=TOPIC_CHARACTERS
        )
        self.language = self.control(dropdown("Language", language_choices(None, language), value=self._first_language))
        self.code = TextEntry("Language code", hint="e.g. PT-BR")
        self.project = self.control(dropdown("Project", [("Starter lessons", _NEW_PROJECT)]))
        self.options = LessonOptionControls(client, organization_id, lambda: self.run_now(self.render))
        self.drafts = {f"topic {organization_id or ''}": self.topic, **draft_fields(self.options, organization_id)}
        self.where = CoursePlace(client, organization_id, self.start_next)
        self.create_button = self.control(
            button("Create lesson", lambda: self.start(self.create), style="primary"),
            when=lambda: bool(self.typed_topic()),
        )
        self.plan_button = self.control(button("Plan one lesson per line", lambda: self.start(self.make_plan)))
        self.edit_button = self.control(
            button("Edit its blocks", lambda: on_edit and self.value and on_edit(self.value))
        )
        self.share_button = self.control(
            button("Share", lambda: on_share and self.course_id and on_share(self.course_id))
        )
        self.cost, self.many, self.result, self.question = html(), html(), html(), Question()
        self._opens = (on_edit is not None, on_share is not None)
        self.on_run = on_run
        self.run_button = self.control(button("Create lessons…", self._ask_run, style="primary"))
        self.follow_changes(
            lambda: [get_user_data(organization_id=organization_id)] if self.person is not None else [],
            lambda answer: answer == self.person,
        )
        self._wire(detail_pane)
        self.render()

    def _wire(self, detail_pane: Any) -> None:
        self.topic.observe(lambda change: self.run_now(self.render), "value")
        self.topic.on_enter(lambda: self.start(self.create))
        self.language.observe(lambda change: self.run_now(self.render), "value")
        self.project.observe(lambda change: self.start_next(self._read_courses), "value")
        self.next = row_of_controls(self.edit_button, self.share_button)
        self.show(
            self.topic,
            row_of_controls(self.language, self.code, self.project),
            row_of_controls(self.control(self.where.course), self.control(self.where.place)),
            self.options,
            self.cost,
            self.many,
            row_of_controls(self.create_button, self.plan_button),
            self.result,
            row_of_controls(self.run_button),
            self.question,
            self.next,
            detail_pane,
        )

    def refresh(self) -> None:
        """Read the writer, the price, the balance and the projects."""
        self.capabilities = self.client.capabilities()
        person, listed = self.client.batch(
            get_user_data(organization_id=self.organization_id),
            get_organization_projects(organization_id=self.organization_id),
        )
        self.person, self.default_language = person, person.default_language
        others = [project for project in listed.projects if not is_default_project(project)]
        known = [(display_text(name), project_id) for project_id, name in project_names(others).items() if name]
        self._default_project = next((project.project_id for project in listed.projects if project.is_default), None)
        self._offer(known)
        self._read_courses()
        self.options.refresh(self.capabilities)
        self.render()

    def create(self) -> None:
        """Make the lesson; `value` becomes its id. Not known to have worked, the same topic again is paid only once."""
        call = self._call()
        try:
            made = self.client.call(call)
        except (Unreachable, AnswerUnreadable):
            self._unsettled = (call, call.key or "")
            raise
        except CallFailed as refused:
            if refused.facts.get("reason") == DRAFT_REFUSED:  # kept under the key: the next try is another one
                self._unsettled = None
            raise
        self._unsettled = None
        self.value = made.lesson_id
        self.course_id = (
            self.client.call(get_lesson(lesson_id=made.lesson_id)).course_id if self.offers(get_lesson) else None
        )
        self.topic.clear()
        set_html(self.result, made_html(made, self.chosen_language()))
        self.person = self.client.call(get_user_data(organization_id=self.organization_id))
        self.render()
        self.notify(f"Created “{display_text(made.title)}”.")

    def make_plan(self) -> None:
        """Plan a lesson for each line of the topic; nothing is made and nothing is paid. `plan` is the plan."""
        from workbench.bulk.planning.planner import PlanOptions, PlanTarget, plan_topics
        from workbench.bulk.reading.csv_text import Form
        from workbench.bulk.reading.sources import ReadOptions

        plan = self.plan = plan_topics(
            self.topic.value,
            self.client,
            language=self.chosen_language(),
            target=PlanTarget(
                organization_id=self.organization_id,
                project=self.project.value or None,
                course=self.where.course_id,
            ),
            options=PlanOptions(reading=ReadOptions(form=Form(header=False)), lesson=self.options.cells),
        )
        self.result.value = plan_html(plan, has_run_button=self.on_run is not None)
        self.render()
        self.notify(f"A plan for {count_text(len(plan.ready), 'lesson')} is ready. Nothing has been created yet.")

    def run_plan(self) -> None:
        """Run the plan, approved at its price, and pass the run to `on_run`, without confirmation."""
        from workbench.bulk import Run

        if self.plan is None or not self.plan.ready:
            raise NotSent("Nothing is planned yet. Plan lessons first.")
        plan = self.plan
        run = Run(plan, self.client, plan.cost.approve_payable(plan.digest)).start()
        self.plan = None
        self.topic.clear()
        self.result.value = ""
        self.render()
        self.notify(f"{counted_are(plan.cost.payable_rows, 'lesson')} being created.")
        if self.on_run is not None:
            self.on_run(run)

    def typed_topic(self) -> str:
        """Return the topic as typed in the field."""
        return str(self.topic.value.strip())

    def chosen_language(self) -> str:
        """Return the language code that is chosen, or typed if it is not in the list."""
        chosen = self.code.value.strip() if self.language.value == ANOTHER else self.language.value
        return str(chosen).upper()

    def render(self) -> None:
        """Update price, writer and buttons."""
        lines = [topic_line for topic_line in self.topic.value.splitlines() if topic_line.strip()]
        price = self.price_credits()
        self.create_button.description = "Create lesson" if price is None else f"Create lesson ({self._cost(price)})"
        self.plan_button.description = f"Plan {len(lines):,} lessons instead"
        set_visible(self.plan_button, is_visible=len(lines) > 1)
        has_plan = self.on_run is not None and self.plan is not None and bool(self.plan.ready)
        self.create_button.button_style = "" if has_plan else "primary"  # one thing at a time is what the form is for
        set_visible(self.code, is_visible=self.language.value == ANOTHER)
        set_html(
            self.many,
            hint(f"{len(lines):,} lines: one lesson for all of them, or one per line?") if len(lines) > 1 else "",
        )
        set_html(self.cost, cost_html(self.capabilities, price, self.person))
        set_visible(self.run_button, is_visible=has_plan)
        has_edit, has_share = self._opens
        set_visible(self.edit_button, is_visible=has_edit and self.value is not None)
        set_visible(self.share_button, is_visible=has_share and self.course_id is not None)
        set_visible(
            self.next, is_visible=(has_edit and self.value is not None) or (has_share and self.course_id is not None)
        )
        self.update_controls()

    def _cost(self, price: int) -> str:
        return credits_text(price, credit_noun(self.capabilities))

    def price_credits(self) -> int | None:
        """Return the price of one lesson in whole credits; `None` if the service does not announce it."""
        prices = self.capabilities.prices if self.capabilities else []
        return next((price.credits for price in prices if price.procedure == create_starter_lesson.name), None)

    def as_text(self) -> str:
        """Return the form's purpose, the price of a lesson and the last one made."""
        price = self.price_credits()
        cost = "its price is unknown" if price is None else f"it costs {self._cost(price)}"
        made = f" The last one created here has the ID {self.value}." if self.value else ""
        return f"New lesson: creates a lesson from a topic; {cost}.{made}"

    def _read_courses(self) -> None:
        if self.capabilities is not None and self.offers(list_courses, get_course):
            self.where.read_courses(self.project.value or self._default_project)
            self.where.read_lessons()

    def _call(self) -> Call[StarterLesson]:
        topic = self.typed_topic()
        if not topic:
            raise InputRejected("Enter a topic first.")
        call = create_starter_lesson(language=self.chosen_language(), topic=topic)
        if self.capabilities is not None:  # else the service knows the interface's fields only
            call = create_starter_lesson(
                language=self.chosen_language(),
                topic=topic,
                organization_id=self.organization_id,
                project_id=None if self.where.course_id else self.project.value or None,
                max_credits=self.price_credits(),
                course_id=self.where.course_id,
                position=self.where.position,
                **read_cells(self.client, self.organization_id, self.options.cells).call_fields,
            )
        if not self.client.honours_keys:
            return call
        if self._unsettled and self._unsettled[0].input == call.input and self._unsettled[1]:
            return call.keyed(self._unsettled[1])
        return call.keyed(str(uuid4()))

    def _offer(self, projects: list[tuple[str, str]]) -> None:
        project = self.project.value
        offered = self.capabilities.writer.languages if self.capabilities else None
        wanted = self._wanted_language or self.default_language
        language = wanted if self.language.value == self._first_language else self.language.value
        choices = language_choices(offered, wanted)
        self.language.options = [*choices, ("Other…", ANOTHER)] if offered is None else choices
        codes = [code for _, code in self.language.options]
        self._first_language = default_language(offered, wanted)
        self.language.value = language if language in codes else self._first_language
        self.project.options = [("Starter lessons", _NEW_PROJECT), *projects]
        self.project.value = project if project in [project_id for _, project_id in projects] else _NEW_PROJECT
        set_visible(self.project, is_visible=self.capabilities is not None)

    def _ask_run(self) -> None:
        if self.plan is None:
            return
        count, total, noun = len(self.plan.ready), self.plan.total_credits, self.plan.place.credit_noun
        cost = "a price that this service doesn't report" if total is None else credits_text(total, noun)
        lessons = count_text(count, "lesson")
        text = f"{lessons} will be created, for {cost}. If you stop, you pay only for finished lessons."
        self.question.ask(text, f"Create {lessons}", lambda: self.start(self.run_plan))
