"""A change set on its way, on both databases: done once each, whatever comes between."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import httpx
import pandas
import pytest

from tests.changes.acme import Acme, Person
from workbench.bulk.running.progress import Progress, RunPhase
from workbench.changes.journal import ALREADY, ChangeState
from workbench.changes.planning import plan_changes
from workbench.changes.results import find_change_set, find_change_sets
from workbench.changes.row import ChangeVerdict
from workbench.changes.running import ChangeRun
from workbench.changes.undo import undo_changes
from workbench.errors import PlanRejected
from workbench.procedures.course import create_course, delete_course, get_course, order_lessons
from workbench.procedures.lesson import create_lesson, delete_lesson, get_history
from workbench.procedures.organization import get_audit_log
from workbench.procedures.project import create_project


def titled(person: Person, ids: Sequence[str], titles: Sequence[str], **more: str) -> ChangeRun:
    """The run of a plan that gives lessons these titles, approved and not started."""
    frame = pandas.DataFrame({"lesson_id": list(ids), "title": list(titles)})
    plan = plan_changes(frame, person.client, **more)
    return ChangeRun(plan, person.client, plan.approve(changes=len(plan.changes)))


def states(run: ChangeRun) -> list[tuple[str, str | None]]:
    """The rows' states and codes."""
    return [(str(row.state), row.code) for row in run.rows()]


def test_titles_courses_and_text_are_changed_in_one_write_a_lesson(acme: Acme) -> None:
    """As one revision."""
    (lesson_id,) = acme.lessons(["Tides"])
    course = acme.ana.call(create_course(title="Sea"))
    block_id = acme.lesson(lesson_id).blocks[1].id
    records = [
        {"lesson_id": lesson_id, "block_id": "", "field": "title", "value": "Ebb"},
        {"lesson_id": lesson_id, "block_id": "", "field": "course", "value": "Sea"},
        {"lesson_id": lesson_id, "block_id": block_id, "field": "markdown", "value": "Both pull."},
    ]
    with ChangeRun(plan_changes(records, acme.ana.client), acme.ana.client) as run:
        run.start()
    found = acme.lesson(lesson_id)

    assert run.progress.phase is RunPhase.FINISHED
    assert (found.title, found.course_id, found.revision) == ("Ebb", course.course_id, 2)
    assert found.blocks[1].content == {"markdown": "Both pull."}


def test_a_course_is_moved_to_another_project(acme: Acme) -> None:
    """When all its lessons get it."""
    (lesson_id,) = acme.lessons(["Tides"])
    project = acme.ana.call(create_project(name="Trade"))
    plan = plan_changes([{"lesson_id": lesson_id, "project": "Trade"}], acme.ana.client)
    with ChangeRun(plan, acme.ana.client) as run:
        run.start()

    assert acme.lesson(lesson_id).project_id == project.project_id


def test_a_run_that_is_put_off_says_until_when_it_waits(acme: Acme) -> None:
    """And is stopped while it waits; before, it said nothing."""
    (lesson_id,) = acme.lessons(["Tides"])
    told: list[str] = []
    with titled(acme.ana, [lesson_id], ["Ebb"]) as run:

        def hear(progress: Progress) -> None:
            if progress.phase is RunPhase.WAITING:
                told.append(progress.message)
                run.stop()

        run.watch(hear)
        acme.ana.way.puts_off = lambda request: request.method == "POST"
        run.start()
        acme.ana.way.puts_off = lambda request: False
        waited = run.progress.phase
        run.start()

    assert re.fullmatch(r"The service asked to wait\. The next changes are sent at \d\d:\d\d:\d\d\.", told[0])
    assert (waited, run.progress.phase) == (RunPhase.STOPPED, RunPhase.FINISHED)
    assert acme.titles([lesson_id]) == ["Ebb"]


class Killed(BaseException):
    """The process ends."""


def test_a_run_that_is_killed_five_times_makes_each_change_once(acme: Acme) -> None:
    """Wherever it was: before a request, behind it, or while its answer is written."""
    ids = acme.lessons([f"Lesson {number}" for number in range(1_000)])
    wanted = [f"New {number}" for number in range(1_000)]
    titled(acme.ana, ids, wanted, name="killed").close()
    for kill in range(5):
        run = ChangeRun.of_set(find_change_set("killed"), acme.ana.client)
        _kill_after(acme, run, kill)
        with pytest.raises(Killed):
            run.start()
        run.close()
        acme.ana.way.loses = lambda request: False
    with ChangeRun.of_set(find_change_set("killed"), acme.ana.client) as run:
        run.start()
        made = {row.made_revision for row in run.rows()}

    assert run.progress.phase is RunPhase.FINISHED
    assert run.progress.counts.done == 1_000
    assert acme.titles(ids) == wanted
    assert made == {2}  # each lesson was changed once


def _kill_after(acme: Acme, run: ChangeRun, kill: int) -> None:
    """Kill the run behind its answer to a request that writes, or when a batch was recorded."""
    if kill % 2:

        def tell(progress: Progress) -> None:
            if progress.phase is RunPhase.RUNNING and progress.counts.done >= (kill + 1) * 100:
                raise Killed

        run.watch(tell)
        return

    def loses(request: httpx.Request) -> bool:
        if request.method == "POST":
            raise Killed
        return False

    acme.ana.way.loses = loses


def test_a_lost_answer_is_settled_by_reading(acme: Acme) -> None:
    """Nothing is sent twice."""
    ids = acme.lessons(["Tides", "Waves"])
    lost: list[httpx.Request] = []

    def loses(request: httpx.Request) -> bool:
        if request.method == "POST" and not lost:
            lost.append(request)
            return True
        return False

    with titled(acme.ana, ids, ["Ebb", "Flow"]) as run:
        acme.ana.way.loses = loses
        run.start()

    assert len(lost) == 1
    assert [lesson.revision for lesson in map(acme.lesson, ids)] == [2, 2]
    assert states_of(run) == [("done", "FOUND", 2), ("done", "FOUND", 2)]


def states_of(run: ChangeRun) -> list[tuple[str, str | None, int | None]]:
    """The rows of a run that was closed: state, code and the revision that it made."""
    with ChangeRun.of_set(find_change_set(run.name), run._client) as again:
        return [(str(row.state), row.code, row.made_revision) for row in again.rows()]


def test_who_comes_second_gets_conflicts_with_both_values(acme: Acme) -> None:
    """The service decides; what was not touched goes through."""
    ids = acme.lessons(["Tides", "Waves"])
    ben = acme.person("ben@example.org", role="author")
    with titled(ben, ids, ["Mine", "Other"]) as run:
        ben.way.meanwhile = lambda: acme.rename(ids[0], "Theirs")
        run.start()
        rows = run.rows()

    assert acme.titles(ids) == ["Theirs", "Other"]
    assert [row.state for row in rows] == [ChangeState.CONFLICT, ChangeState.DONE]
    assert (rows[0].before, rows[0].after) == ("Tides", "Mine")
    assert "'Theirs'" in str(rows[0].message)


def test_history_and_audit_name_the_set(acme: Acme) -> None:
    """Of what it changed and of what was undone."""
    (lesson_id,) = acme.lessons(["Tides"])
    titled(acme.ana, [lesson_id], ["Ebb"], name="titles · ä").start().close()
    undo_changes(find_change_set("titles · ä"), acme.ana.client)
    history = acme.ana.call(get_history(lesson_id=lesson_id))
    audit = acme.ana.call(get_audit_log(organization_id=acme.ana.added.organization_id))

    assert [entry.change_set for entry in history.entries] == ["titles · ä", "titles · ä", None]
    assert [entry.facts.get("changeSet") for entry in audit.entries if entry.subject == lesson_id] == ["titles · ä"] * 2


def test_the_same_change_by_another_is_not_this_set_s_whatever_was_lost(acme: Acme) -> None:
    """The answer is lost, and what is there is another's of the same name: it is so already."""
    ids = acme.lessons(["Tides"])
    ben = acme.person("ben@example.org", role="author")
    with titled(ben, ids, ["Ebb"], name="same") as run:
        ben.way.meanwhile = lambda: titled(acme.ana, ids, ["Ebb"], name="same").start().close()
        ben.way.loses = lambda request: request.method == "POST"
        run.start()
        found = states(run)

    assert found == [("done", ALREADY)]


def test_two_who_apply_the_same_table_make_each_change_once(acme: Acme) -> None:
    """The second finds it so already, and would not undo it."""
    ids = acme.lessons(["Tides"])
    ben = acme.person("ben@example.org", role="author")
    with titled(ben, ids, ["Ebb"]) as run:
        ben.way.meanwhile = lambda: titled(acme.ana, ids, ["Ebb"]).start().close()
        run.start()
        found = states(run)

    assert found == [("done", ALREADY)]
    assert acme.lesson(ids[0]).revision == 2


def test_an_edit_elsewhere_in_the_lesson_is_no_conflict(acme: Acme) -> None:
    """The cell is as it was, so the change is made on what is there now."""
    (lesson_id,) = acme.lessons(["Tides"])
    block_id = acme.lesson(lesson_id).blocks[1].id
    text = [{"lesson_id": lesson_id, "block_id": block_id, "field": "markdown", "value": "Both pull."}]
    plan = plan_changes([{"lesson_id": lesson_id, "title": "Ebb"}], acme.ana.client)
    with ChangeRun(plan_changes(text, acme.ana.client), acme.ana.client) as other:
        other.start()
    with ChangeRun(plan, acme.ana.client) as run:
        run.start()
    found = acme.lesson(lesson_id)

    assert (found.title, found.blocks[1].content["markdown"]) == ("Ebb", "Both pull.")


def test_a_course_that_is_deleted_meanwhile_refuses_its_rows(acme: Acme) -> None:
    """The lessons stay where they are."""
    ids = acme.lessons(["Tides", "Waves"])
    course = acme.ana.call(create_course(title="Sea"))
    before = acme.lesson(ids[0]).course_id
    plan = plan_changes([{"lesson_id": id_, "course": "Sea"} for id_ in ids], acme.ana.client)
    acme.ana.call(delete_course(course_id=course.course_id))
    with ChangeRun(plan, acme.ana.client) as run:
        run.start()
        found = states(run)

    assert [state for state, _ in found] == ["refused", "refused"]
    assert acme.lesson(ids[0]).course_id == before


def test_a_role_that_may_not_edit_pauses_the_run(acme: Acme) -> None:
    """Its rows stay planned."""
    ids = acme.lessons(["Tides"])
    viewer = acme.person("vic@example.org", role="viewer")
    with titled(viewer, ids, ["Ebb"]) as run:
        run.start()

    assert run.progress.phase is RunPhase.PAUSED
    assert "The role viewer does not allow this." in run.progress.message
    assert run.progress.counts.planned == 1


def test_a_stopped_run_goes_on(acme: Acme) -> None:
    """After the batch that was in progress."""
    ids = acme.lessons([f"Lesson {number}" for number in range(250)])
    with titled(acme.ana, ids, ["New"] * 250) as run:
        leave = run.watch(lambda progress: run.stop())
        run.start()
        stopped = run.progress
        leave()
        run.start()

    assert (stopped.phase, run.progress.phase) == (RunPhase.STOPPED, RunPhase.FINISHED)
    assert set(acme.titles(ids)) == {"New"}


def test_another_person_does_not_go_on_with_a_set(acme: Acme) -> None:
    """Of the same organization."""
    ids = acme.lessons(["Tides"])
    ben = acme.person("ben@example.org", role="author")
    titled(acme.ana, ids, ["Ebb"]).close()

    with pytest.raises(PlanRejected, match="another person"):
        ChangeRun.of_set(find_change_sets()[0], ben.client)


def test_lessons_come_into_a_course_at_their_positions(acme: Acme) -> None:
    """Moved first and put in order then, by one write; the same table again has nothing to do."""
    course_id, old = acme.course("Sea", ["Tides", "Waves"])
    new = acme.lessons(["Sand", "Dunes", "Shells"])
    wanted = [new[0], old[0], new[1], old[1], new[2]]
    table = [
        {"lesson_id": lesson_id, "course": "Sea", "position": position} for position, lesson_id in enumerate(wanted, 1)
    ]
    with ChangeRun(plan_changes(table, acme.ana.client), acme.ana.client) as run:
        run.start()
        found = {str(row.state) for row in run.rows()}
    again = plan_changes(table, acme.ana.client)

    assert found == {"done"}
    assert acme.order(course_id) == wanted
    assert (again.changes, again.counts) == ((), {ChangeVerdict.UNCHANGED: 5})


def test_an_order_whose_answer_is_lost_is_found(acme: Acme) -> None:
    """It is set once: the course's version rises by one."""
    course_id, ids = acme.course("Sea", ["Tides", "Waves", "Sand"])
    before = acme.ana.call(get_course(course_id=course_id)).order_version
    plan = plan_changes([{"lesson_id": ids[2], "position": 1}], acme.ana.client)
    with ChangeRun(plan, acme.ana.client) as run:
        acme.ana.way.loses = lambda request: request.method == "POST"
        run.start()
    found = states_of(run)

    assert found == [("done", "FOUND", before + 1)]
    assert acme.order(course_id) == [ids[2], ids[0], ids[1]]
    assert acme.ana.call(get_course(course_id=course_id)).order_version == before + 1


def _ordered_by_others(acme: Acme, course_id: str, ids: Sequence[str]) -> None:
    acme.ana.call(order_lessons(course_id=course_id, lesson_ids=[ids[1], ids[0], ids[2]]))


def _joined(acme: Acme, course_id: str, ids: Sequence[str]) -> None:
    acme.ana.call(create_lesson(title="Shells", language="EN", course_id=course_id))


def _left(acme: Acme, course_id: str, ids: Sequence[str]) -> None:
    acme.ana.call(delete_lesson(lesson_id=ids[1]))


@pytest.mark.parametrize("change", [_ordered_by_others, _joined, _left])
def test_a_course_that_others_changed_meanwhile_is_not_put_in_order(acme: Acme, change: Callable[..., None]) -> None:
    """All its positions are conflicts, however far the run was; the title goes through."""
    course_id, ids = acme.course("Sea", ["Tides", "Waves", "Sand"])
    ben = acme.person("ben@example.org", role="author")
    table = [{"lesson_id": ids[2], "position": 1, "title": "Dunes"}, {"lesson_id": ids[0], "position": 3, "title": ""}]
    with ChangeRun(plan_changes(table, ben.client), ben.client) as run:
        ben.way.meanwhile = lambda: change(acme, course_id, ids)
        run.start()
        rows = run.rows()
    theirs = acme.order(course_id)

    assert [(row.field, str(row.state)) for row in rows] == [
        ("title", "done"),
        ("position", "conflict"),
        ("position", "conflict"),
    ]
    assert theirs.index(ids[0]) < theirs.index(ids[2])


@pytest.mark.parametrize(
    ("role", "public", "states"),
    [
        ("author", True, ["done", "done"]),
        ("reviewer", True, ["done", "done"]),
        ("viewer", True, ["planned", "planned"]),
    ],
)
def test_each_role_changes_what_it_may(acme: Acme, role: str, public: bool, states: list[str]) -> None:
    """Who may not share works in a public course too, and publishes nothing; who may only read changes nothing."""
    course_id, _ = acme.course("Sea", ["Tides"])
    if public:
        acme.share(course_id)
    first, second = acme.lessons(["Sand", "Dunes"])
    person = acme.person("ben@example.org", role=role)
    table = [{"lesson_id": first, "title": "Hills"}, {"lesson_id": second, "course": "Sea"}]
    plan = plan_changes(table, person.client)
    with ChangeRun(plan, person.client, plan.approve(changes=2)) as run:
        run.start()
        found = [str(row.state) for row in run.rows()]

    assert found == states


def test_a_thousand_titles_take_few_requests(acme: Acme) -> None:
    """At most sixty, planning included."""
    ids = acme.lessons([f"Lesson {number}" for number in range(1_000)])
    before = len(acme.ana.way.requests)
    with titled(acme.ana, ids, [f"New {number}" for number in range(1_000)]) as run:
        run.start()

    assert run.progress.counts.done == 1_000
    assert len(acme.ana.way.requests) - before <= 60
