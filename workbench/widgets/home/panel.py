"""HomePanel: what needs attention, where to continue, projects, credits and runs; or how to begin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from workbench.attention import NO_LIST, need_of_group, needs_of_runs, unfinished_runs
from workbench.bulk.planning.target import RunTarget, find_place
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.credit_text import balance_label, credits_text
from workbench.errors import SignInNeeded, Unreachable, WorkbenchError
from workbench.procedures.declare import Call
from workbench.procedures.organization import (
    Project,
    RecentItem,
    Spending,
    get_attention,
    get_credit_spending,
    get_dashboard_recent_items,
    get_organization_projects,
)
from workbench.runs import AnyRun, is_running, run_facts
from workbench.widgets.credits import READ_DAYS, spending_rate_text
from workbench.widgets.home.view import EXAMPLE, Card, Home, HomeSection, HomeView, Line, home_html, home_text
from workbench.widgets.kit.detail_pane import DetailPane
from workbench.widgets.kit.panel import Panel
from workbench.wording import count_text

SHOWN_RECENT: Final = 6
SHOWN_PROJECTS: Final = 6
_TOPICS = Card(
    "Make lessons from topics",
    "Enter a topic and get a draft lesson, or hundreds from a list. You see the price before anything is created.",
    "Enter topics",
    "create/topics",
)
_FILE = Card(
    "Start from a file",
    "Word, PowerPoint, Moodle questions or Markdown become draft lessons that you can edit.",
    "Import a file",
    "create/files",
)
_EXAMPLE = Card(
    "Explore an example",
    "A college with sixteen weeks of sample lessons, reviews and reports, separate from your own work.",
    "Open the example",
    EXAMPLE,
)


class HomePanel(Panel):
    """What needs the person's attention in an organization, and where they left off; `value` is the number of needs.

    Steps lead to places on the page (`on_go`); without it they are text.
    """

    label = "Home"
    shows = frozenset({"courses", "credits", "lessons", "policy", "projects", "reviews"})

    def __init__(
        self,
        client: Client,
        *,
        organization_id: str | None = None,
        workers: TaskPool | None = None,
        on_go: Callable[[str], object] | None = None,
        on_example: Callable[[], str] | None = None,
        detail_pane: DetailPane | None = None,
    ) -> None:
        """Create the panel. `on_go` is called with the anchor of a place, such as `review` or `lesson/ID`.

        `on_example` makes the example organization if it is not there, which takes some seconds, works in it and
        returns its id. Without it the example is not offered.
        """
        super().__init__(client, workers=workers)
        self.organization_id = organization_id
        self._on_go, self._on_example = on_go, on_example
        self.place: RunTarget | None = None
        self.home = Home()
        self._shown: tuple[object, ...] = ()
        self.view = self.control(HomeView(self.go, leads=on_go is not None))
        self.follow_changes(self._followed_calls, self._is_current)
        self.show(self.view, detail_pane)

    def refresh(self) -> None:
        """Read what needs attention, recent lessons, projects, what was spent, and the runs of this computer."""
        self.place = find_place(self.client, self.organization_id)
        runs = unfinished_runs(self.place)
        calls = [*self._followed_calls(), *self._offered_calls(get_credit_spending(days=READ_DAYS, **self._scope()))]
        answers = dict(zip([call.name for call in calls], self.client.outcomes(*calls), strict=True))
        for answer in answers.values():
            if isinstance(answer, (SignInNeeded, Unreachable)):
                raise answer
        read = {name: answer for name, answer in answers.items() if not isinstance(answer, WorkbenchError)}
        if refused := [answer for name, answer in answers.items() if name not in read and name not in _MAY_BE_REFUSED]:
            raise refused[0]
        attention = read.get(get_attention.name)
        needs = [*needs_of_runs(runs), *map(need_of_group, attention.groups if attention else ())]
        recent = read.get(get_dashboard_recent_items.name)
        projects = read.get(get_organization_projects.name)
        self.home = Home(
            needs=tuple(needs),
            cards=self._cards(projects.projects if projects else (), recent.recent_items if recent else ()),
            sections=tuple(
                section
                for section in (
                    _recent_section(recent.recent_items if recent else ()),
                    _runs_section([run for run in runs if is_running(run)]),
                    _projects_section(projects.projects if projects else ()),
                    self._credits_section(read.get(get_credit_spending.name)),
                )
                if section is not None
            ),
            note="" if self.offers(get_attention) else NO_LIST,
        )
        self._shown = (attention, recent, projects, _progress_of(runs))
        self.render()

    def go(self, anchor: str) -> None:
        """Lead to a place on the page, or make the example and show it."""
        if anchor == EXAMPLE and self._on_example is not None:
            self.start_after(self._open_example)
        elif self._on_go is not None:
            self.run_now(self._on_go, anchor)

    def render(self) -> None:
        """Show what is known."""
        self.value = len(self.home.needs)
        self.view.fill(self.home)

    def as_text(self) -> str:
        """Return what needs attention."""
        return home_text(self.home)

    def as_html(self) -> str:
        """Return all sections as lists."""
        return home_html(self.home)

    def _open_example(self) -> None:
        assert self._on_example is not None
        self.notify("Creating the example. This takes a few seconds.")
        self.organization_id = self._on_example()
        self.client = self.client.within(self.organization_id)
        self.refresh()
        self.notify("This is the example. It is separate from your own organization.")

    def _followed_calls(self) -> list[Call[Any]]:
        scope = self._scope()
        calls: list[Call[Any]] = [get_dashboard_recent_items(**scope), get_organization_projects(**scope)]
        return [*self._offered_calls(get_attention(**scope)), *calls]

    def _is_current(self, *answers: object) -> bool:
        runs = () if self.place is None else unfinished_runs(self.place)
        attention = answers[:-2][0] if len(answers) > 2 else None
        return (attention, *answers[-2:], _progress_of(runs)) == self._shown

    def _offered_calls(self, call: Call[Any]) -> list[Call[Any]]:
        return [call] if self.offers(call.procedure) else []

    def _scope(self) -> dict[str, Any]:
        return {"organization_id": self.organization_id}

    def _cards(self, projects: Sequence[Project], recent: Sequence[RecentItem]) -> tuple[Card, ...]:
        if recent or any(project.lesson_count for project in projects):
            return ()
        return (_TOPICS, _FILE, _EXAMPLE) if self._on_example is not None else (_TOPICS, _FILE)

    def _credits_section(self, spending: Spending | None) -> HomeSection | None:
        """Return the balance and how fast it is used; None for a role that may not see what was spent."""
        if spending is None or self.place is None:
            return None
        noun, balance = self.place.credit_noun, spending.ai_credit_balance
        pace = spending_rate_text(spending, balance)
        line = Line(f"{credits_text(balance, noun)} left", anchor="settings/credits")
        return HomeSection("credits", balance_label(noun), (line,), note=pace[:1].upper() + pace[1:])


_LONG_AGO: Final = datetime.min.replace(tzinfo=UTC)
_MAY_BE_REFUSED: Final = frozenset({get_credit_spending.name})


def _recent_section(items: Sequence[RecentItem]) -> HomeSection | None:
    lines = []
    for item in items[:SHOWN_RECENT]:
        is_lesson = item.lesson_id is not None
        anchor = f"lesson/{item.lesson_id}" if is_lesson else f"course/{item.course_id}" if item.course_id else ""
        detail = " · ".join(part for part in (item.language, item.created_by) if part)
        tag = "" if is_lesson else "Course"
        lines.append(Line(item.title or "Untitled", detail, anchor, item.updated_at, tag))
    more = "All lessons" if lines else ""
    return (
        HomeSection("recent", "Continue where you left off", tuple(lines), more=more, anchor="library")
        if lines
        else None
    )


def _projects_section(projects: Sequence[Project]) -> HomeSection | None:
    if not any(project.lesson_count or project.course_count for project in projects):
        return None
    by_change = sorted(projects, key=lambda project: project.updated_at or _LONG_AGO, reverse=True)
    in_order = sorted(by_change, key=lambda project: not project.is_favorite)
    lines = [
        Line(
            project.name or "Untitled",
            f"{count_text(project.course_count or 0, 'course')} · {count_text(project.lesson_count or 0, 'lesson')}",
            "library",
            project.updated_at,
            "★ Favorite" if project.is_favorite else "",
        )
        for project in in_order[:SHOWN_PROJECTS]
    ]
    more = f"All {len(projects):,} projects" if len(projects) > SHOWN_PROJECTS else ""
    return HomeSection("projects", "Projects", tuple(lines), more=more, anchor="library" if more else "")


def _runs_section(runs: Sequence[AnyRun]) -> HomeSection | None:
    lines = []
    for run in runs:
        facts = run_facts(run)
        what = {"lessons": "lesson", "changes": "change", "translations": "translation"}[facts.kind]
        detail = f"{facts.done:,} of {count_text(facts.rows, what)}"
        lines.append(Line(run.name, detail, share=facts.done / facts.rows if facts.rows else None))
    return HomeSection("runs", "In progress", tuple(lines)) if lines else None


def _progress_of(runs: Sequence[AnyRun]) -> tuple[object, ...]:
    """Return what is shown of runs, to compare."""
    return tuple([(run.name, run_facts(run).done, run_facts(run).planned, is_running(run)) for run in runs])
