"""Sixteen weeks of the example: each person's actions on each workday. The same seed gives the same history.

Days are counted in workdays from 0, five to a week. Details that are in none of the tables are drawn from the
seed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple

from workbench.bulk.planning.planner import PlanOptions, PlanTarget, plan_topics
from workbench.bulk.running.clocks import Clocks
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.running.executors import ThreadExecutor
from workbench.bulk.running.run import Run
from workbench.embedded.example import lesson_work
from workbench.embedded.example.college import CollegeCourse
from workbench.embedded.example.staff import YOU, ExampleLesson, Staff
from workbench.procedures import lesson, organization, project

WEEKS: Final = 16
_WORKDAYS: Final = 5
_OPENING_CREDITS: Final = 64
_MARA, _JONAS, _INES, _PIOTR, _AISHA = (
    "Mara Lindqvist",
    "Jonas Brandt",
    "Ines Duarte",
    "Piotr Zieliński",
    "Aisha Rahman",
)
_TOM, _LENA = "Tom Okafor", "Lena Vogt"
_DECK, _WELDING, _SAFETY, _FOOD, _WAREHOUSE, _ENGINE = range(6)
_JOINS: Final = {0: [_MARA], 1: [_JONAS, _INES], 3: [_PIOTR], 8: [_AISHA], 14: [_TOM], 42: [_LENA]}
_PROJECTS: Final = {0: [_DECK, _WELDING], 1: [_SAFETY], 21: [_FOOD], 33: [_WAREHOUSE], 52: [_ENGINE]}
_FAVORITES: Final = (_WELDING, _SAFETY)
_GRANTS: Final = {
    36: (150, "Term budget, second half"),
    43: (1, "Correction: the lesson on stocktaking was made twice"),
    60: (60, "Project money of the port authority"),
}
_SHARED: Final = {31: (_SAFETY, 0), 46: (_DECK, 0), 58: (_FOOD, 0), 73: (_WELDING, 1)}
"""Project and course that become public."""
_HOUSE_RULES, _TIMETABLE = "House rules of the workshop", "Timetable changes: where they are announced"
_BY_HAND: Final = {
    2: "Welcome to Harbour College: your first week",
    4: _HOUSE_RULES,
    11: "Willkommen am Harbour College: die erste Woche",
    19: "Fire drill: assembly point, roll call, report",
    28: _TIMETABLE,
    37: "Tool store: borrowing, returning, reporting damage",
    49: "Exam regulations in plain words",
    57: "Writing a report after an incident",
    63: "Writing a report after an incident (copy)",
    66: "Using the simulator: booking and rules",
    74: "Visitors in the yard",
    78: "Welcome to Harbour College: spring intake",
}
_SINGLES: Final = (_WELDING, _SAFETY, _DECK, _FOOD, _WAREHOUSE, _ENGINE)
"""The projects whose third course is made lesson by lesson, in this order."""
_MOST_NOTES: Final = 3
_OPEN_DAY: Final = "Open day"


class _Run(NamedTuple):
    """A run: its starter, and its courses (project, course, language)."""

    by: str
    name: str
    parts: tuple[tuple[int, int, str], ...]


_RUNS: Final = {
    6: _Run(YOU, "Welding, first list", ((_WELDING, 0, "EN"), (_WELDING, 1, "EN"))),
    17: _Run(_MARA, "First aid in two languages", ((_SAFETY, 0, "EN"), (_SAFETY, 0, "DE"))),
    26: _Run(YOU, "Deck work", ((_DECK, 0, "EN"), (_DECK, 0, "DE"), (_DECK, 1, "EN"))),
    35: _Run(YOU, "Galley and hygiene", ((_FOOD, 0, "EN"), (_FOOD, 0, "DE"), (_FOOD, 1, "EN"))),
    48: _Run(_JONAS, "Forklift theory", ((_WAREHOUSE, 0, "EN"), (_WAREHOUSE, 0, "DE"))),
    51: _Run(YOU, "Welding in German and Polish", ((_WELDING, 0, "DE"), (_WELDING, 0, "PL"), (_WELDING, 1, "DE"))),
    62: _Run(_INES, "Engine room", ((_ENGINE, 0, "EN"), (_ENGINE, 0, "DE"), (_ENGINE, 1, "EN"))),
    65: _Run(YOU, "Safety in all languages", ((_SAFETY, 0, "PL"), (_SAFETY, 1, "EN"), (_SAFETY, 1, "DE"))),
    71: _Run(YOU, "Polish, second part", ((_FOOD, 0, "PL"), (_WAREHOUSE, 0, "PL"))),
    79: _Run(YOU, "Storing and knots", ((_WAREHOUSE, 1, "EN"), (_DECK, 1, "DE"))),
}
_BREAKS_OFF_AFTER: Final = {26: 7}
"""Lessons of a run after which the writer cannot be reached."""
_APPROVED: Final = {71: 8, 79: 9}
"""Lessons that are approved of a run at first."""
_RESUMED: Final = {27: 26, 37: 35, 73: 71}
"""When a run is resumed, and which: it was broken off, out of credits, or approved in part."""
_REFUSED: Final = "Lithium batteries: why they burn again"


def workdays(today: date) -> list[date]:
    """Return the workdays of the sixteen weeks before today, and two before them.

    The first lesson is paid on the second day.
    """
    before = (today - timedelta(days=count) for count in range(1, (WEEKS + 1) * 7))
    return [day for day in before if day.weekday() < _WORKDAYS][: WEEKS * _WORKDAYS + 2][::-1]


def make_history(staff: Staff, days: Sequence[date], progress: Callable[[int], object]) -> None:
    """Do what falls on these days; `progress` is called with the number of weeks that are done."""
    staff.service.writer.refused = frozenset({_REFUSED})
    for number, day in enumerate(days):
        staff.begin_day(day)
        _organize(staff, number)
        _run(staff, number)
        _write(staff, number)
        _edit(staff, number)
        _publish(staff, number)
        _make_mistakes(staff, number)
        if number % _WORKDAYS == _WORKDAYS - 1:
            progress(number // _WORKDAYS + 1)


def _course(staff: Staff, number: int, course: int) -> CollegeCourse:
    return staff.college.projects[number].courses[course]


def _organize(staff: Staff, day: int) -> None:
    """People, projects and credits."""
    if day == 0:
        staff.open(_OPENING_CREDITS)
    for name in _JOINS.get(day, ()):
        staff.invite(name)
    for number in _PROJECTS.get(day, ()):
        staff.make_project(YOU, staff.college.projects[number].name, is_favorite=number in _FAVORITES)
    here = staff.organization_id
    if day in _GRANTS:
        credits, reason = _GRANTS[day]
        staff.call(YOU, organization.grant_credits(credits=credits, reason=reason, organization_id=here))
    if day == 22:
        piotr = staff.people[_PIOTR]
        staff.call(YOU, organization.set_member_role(person_id=piotr, role="author", organization_id=here))
    if day == 72:  # an invitation that is never accepted
        address = "guest.lecturer@harbour-college.example"
        staff.call(_MARA, organization.add_member(email=address, role="viewer", organization_id=here))


def _run(staff: Staff, day: int) -> None:
    """Start runs, and tag their lessons on the next day."""
    if day in _RUNS:
        by, name, parts = _RUNS[day]
        plan_run(staff, by, name, [(_course(staff, number, course), language) for number, course, language in parts])
        staff.service.writer.fails_after = _BREAKS_OFF_AFTER.get(day)
        make_run(staff, by, name, rows=_APPROVED.get(day))
        staff.service.writer.fails_after = None
    if day in _RESUMED:
        begun = _RUNS[_RESUMED[day]]
        make_run(staff, begun.by, begun.name)
    if day - 1 in _RUNS or day - 1 in _RESUMED:
        lesson_work.tag(staff, _MARA, "first term" if day < 8 * _WORKDAYS else "second term")


def _write(staff: Staff, day: int) -> None:
    """Make lessons one by one, from a topic or by hand."""
    singles = [(of, topic) for number in _SINGLES for of in [_course(staff, number, 2)] for topic in of.topics]
    begin, end = (round(len(singles) * boundary / (WEEKS * _WORKDAYS)) for boundary in (day, day + 1))
    for of, topic in singles[begin:end]:
        authors = [_JONAS, _INES, _JONAS, _PIOTR] if day > 22 else [_JONAS, _INES, _MARA]
        lesson_work.starter(staff, staff.chance.choice(authors) if day else _MARA, of, topic)
    if day in _BY_HAND:
        lesson_work.create_without_writer(staff, _MARA if day < 30 else _INES, _BY_HAND[day])


def _edit(staff: Staff, day: int) -> None:
    """Finish lessons, and add titles in their own language, and notes; more of it every week."""
    for _ in range(1 + day // 16 + staff.chance.randrange(4)):
        by = staff.chance.choice([_JONAS, _INES, _INES, _AISHA if day > 8 else _MARA, _PIOTR if day > 3 else _MARA])
        english = [
            example_lesson
            for example_lesson in staff.lessons
            if example_lesson.language == "EN" and not example_lesson.is_finished
        ]
        foreign = [
            example_lesson
            for example_lesson in staff.lessons
            if example_lesson.language in example_lesson.topic and example_lesson.language != "EN"
        ]
        foreign = [example_lesson for example_lesson in foreign if not example_lesson.is_renamed]
        kind = staff.chance.random()
        if english and kind < 0.5:
            lesson_work.finish(staff, by, staff.chance.choice(english), asks=kind < 0.4)
        elif foreign and kind < 0.75:
            lesson_work.rename(staff, by, staff.chance.choice(foreign))
        elif lacking := [
            example_lesson
            for example_lesson in staff.lessons
            if example_lesson.language == "EN" and len(example_lesson.notes) < _MOST_NOTES
        ]:
            lesson_work.add_note(staff, by, staff.chance.choice(lacking))


def _publish(staff: Staff, day: int) -> None:
    """Finish courses and make them public."""
    if day not in _SHARED:
        return
    of = _course(staff, *_SHARED[day])
    for example_lesson in _unfinished_lessons(staff, of):
        lesson_work.finish(staff, _INES, example_lesson, asks=True)
    lesson_work.share(staff, _MARA, of)


def _unfinished_lessons(staff: Staff, of: CollegeCourse) -> list[ExampleLesson]:
    return [
        example_lesson
        for example_lesson in staff.lessons
        if example_lesson.course is of and example_lesson.language == "EN" and not example_lesson.is_finished
    ]


def _make_mistakes(staff: Staff, day: int) -> None:
    """Make mistakes and correct them: a lesson made twice, one deleted, one edit undone, a project archived."""
    match day:
        case 12:
            staff.make_project(_MARA, _OPEN_DAY)
        case 44:
            staff.call(_MARA, project.archive_project(project_id=staff.projects[_OPEN_DAY], is_archived=True))
        case 41:
            of = _course(staff, _WAREHOUSE, 1)
            twice = [lesson_work.starter(staff, _JONAS, of, of.topics[-1]) for _ in range(2)]
            staff.lessons.pop()
            staff.call(_JONAS, lesson.delete_lesson(lesson_id=twice[1]))
        case 47:
            lesson_id = staff.by_hand[_HOUSE_RULES]
            staff.call(_INES, lesson.delete_lesson(lesson_id=lesson_id))
            staff.call(_INES, lesson.restore_lesson(lesson_id=lesson_id))
        case 61:
            staff.call(_INES, lesson.delete_lesson(lesson_id=staff.by_hand[_TIMETABLE]))
        case 55 | 69:
            noted = [example_lesson for example_lesson in staff.lessons if 0 < len(example_lesson.notes) < _MOST_NOTES]
            if noted:
                lesson_work.add_note(staff, _JONAS, noted[0])
                lesson_work.restore_previous(staff, _AISHA, noted[0])
        case 76:
            of = _course(staff, _SAFETY, 2)
            lesson_work.reorder(
                staff, _INES, of, [example_lesson.lesson_id for example_lesson in staff.of_course(of)][::-1]
            )


_POLL_SECONDS = 0.005
_ONE_TRY = RunRetryPolicy(tries=1, first_wait_seconds=0.0, breaker_failures=1, breaker_seconds=(0.0,))


def plan_run(staff: Staff, by: str, name: str, parts: Sequence[tuple[CollegeCourse, str]]) -> None:
    """Plan a run: every topic of some courses, each course in one language."""
    rows = [
        {"topic": topic["EN"], "language": language, "course": staff.course_id(by, of, language)}
        for of, language in parts
        for topic in of.topics
    ]
    target = PlanTarget(organization_id=staff.organization_id)
    staff.plans[name] = plan_topics(
        rows, staff.client(by), name=name, target=target, options=PlanOptions(skip_existing=False)
    )


def make_run(staff: Staff, by: str, name: str, *, rows: int | None = None) -> None:
    """Start a run, or resume it: this many `rows` of it are approved, or all."""
    plan = staff.plans[name]
    folder = staff.folder if by == YOU else staff.folder / "of others"
    client, wall = staff.client(by), staff.service.clock
    known = {lesson.lesson_id for lesson in staff.lessons}
    executor = ThreadExecutor(client, most=1, wall=wall)
    approval = plan.approve(rows=len(plan.rows) if rows is None else rows, beyond_balance=True)
    run = Run(plan, client, approval, retry_policy=_ONE_TRY, clocks=Clocks(wall=wall), executor=executor, folder=folder)
    with run:
        run.start()
        while run.is_running:  # its own `wait` takes Ctrl-C for the wish to end this run alone
            time.sleep(_POLL_SECONDS)
        ids_by_line = {row.position: row.lesson_id for row in run.rows() if row.lesson_id}
    executor.close()
    topics = {
        topic["EN"]: (of, topic) for project in staff.college.projects for of in project.courses for topic in of.topics
    }
    new = [(row, ids_by_line[row.line]) for row in plan.rows if ids_by_line.get(row.line, "") not in {"", *known}]
    for row, lesson_id in new:
        staff.lessons.append(ExampleLesson(lesson_id, *topics[row.topic], str(row.language)))
