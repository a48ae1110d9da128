"""No verb of a workbench touches what belongs to another organization than the one it works in."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from inspect import signature
from pathlib import Path
from typing import Any
from uuid import uuid4

import pandas
import pytest
from PIL import Image

from tests.own_service import add_person
from workbench.api.api_object import ApiObject
from workbench.api.connect import connect
from workbench.api.workbench import Workbench
from workbench.bulk.running.dask_worker import ServiceAddress, worker_client
from workbench.client.asset_transfer import upload_file
from workbench.client.session.profile import SESSION_TOKEN
from workbench.embedded.record import EmbeddedService
from workbench.errors import InputRejected, Misconfigured, OtherOrganization, UnknownName, WorkbenchError
from workbench.procedures.comment import add_comment
from workbench.procedures.course import create_course
from workbench.procedures.lesson import create_lesson
from workbench.procedures.organization import get_last_selected_organization_id, get_user_data, select_organization
from workbench.procedures.project import create_project
from workbench.procedures.source import NewPassage, add_passages

HOME, ELSEWHERE = "Home", "Elsewhere"


@dataclass(frozen=True)
class Foreign:
    """Ids of the organization that the workbench does not work in."""

    project: str
    course: str
    lesson: str
    source: str
    asset: str
    comment: str
    folder: Path


@pytest.fixture(scope="module")
def session(shared_folder: Path) -> tuple[str, str]:
    """The session of a person who owns two organizations, and the two names' common end."""
    email, end = f"{uuid4().hex[:8]}@example.org", uuid4().hex[:6]
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("WORKBENCH_HOME", str(shared_folder))
        added = add_person(shared_folder, email, f"{HOME} {end}")
        add_person(shared_folder, email, f"{ELSEWHERE} {end}")
    return json.loads(added.stdout)["sessionToken"], end


@pytest.fixture
def wb(own_service: EmbeddedService, session: tuple[str, str]) -> Iterator[Workbench]:
    """A workbench that works in one of the two."""
    with connect(own_service.base_url, token=session[0]) as connected:
        yield connected.work_in(f"{HOME} {session[1]}")


@pytest.fixture
def elsewhere(wb: Workbench, session: tuple[str, str]) -> str:
    """The name of the other organization."""
    return f"{ELSEWHERE} {session[1]}"


@pytest.fixture
def foreign(wb: Workbench, elsewhere: str, tmp_path: Path) -> Foreign:
    """One of everything in the other organization."""
    client = wb.client.within(wb.organizations[elsewhere].organization_id)
    course = client.call(create_course(title=f"Tides {uuid4().hex}"))
    lesson = client.call(create_lesson(title="Ebb", language="EN", course_id=course.course_id))
    passage = NewPassage(place="page 1", text="The tide turns.")
    source = client.call(
        add_passages(
            title="Handbook",
            file_name="handbook.pdf",
            media_type="application/pdf",
            content_digest=f"{uuid4().hex}{uuid4().hex}",
            first=1,
            passages=[passage],
            is_last=True,
        )
    )
    picture = tmp_path / "tide.png"
    Image.new("RGB", (2, 2), tuple(uuid4().bytes[:3])).save(picture)
    asset = upload_file(client, picture, organization_id=None, alternative_text=None)
    return Foreign(
        client.call(create_project(name=f"Sea {uuid4().hex}")).project_id or "",
        course.course_id,
        lesson.lesson_id,
        source.source_id,
        asset.asset_id,
        client.call(add_comment(lesson_id=lesson.lesson_id, text="Which tide?")).comment_id,
        wb.organizations[elsewhere].exports.folder([course.course_id], tmp_path / "elsewhere").folder,
    )


VERBS: dict[str, Callable[[Workbench, Foreign, Path], Any]] = {
    "assets.delete": lambda wb, at, to: wb.assets.delete(at.asset, yes=True),
    "assets.download": lambda wb, at, to: wb.assets.download(at.asset, to / "x"),
    "assets.get": lambda wb, at, to: wb.assets.get(at.asset),
    "assets.update": lambda wb, at, to: wb.assets.update(at.asset, alternative_text="x"),
    "bulk.plan": lambda wb, at, to: wb.bulk.plan("Tides", language="EN", course=at.course),
    "bulk.plan in a project": lambda wb, at, to: wb.bulk.plan("Tides", language="EN", project=at.project),
    "bulk.plan like a lesson": lambda wb, at, to: wb.bulk.plan("Tides", language="EN", like=at.lesson),
    "bulk.plan from a source": lambda wb, at, to: wb.bulk.plan("Tides", language="EN", sources=[at.source]),
    "bulk.plan_translations": lambda wb, at, to: wb.bulk.plan_translations("DE", lessons=[at.lesson]),
    "changes.import_file": lambda wb, at, to: wb.changes.import_file(
        b"Ebb {=low ~high}\n", file_name="x.gift", course=at.course, language="EN"
    ),
    "changes.import_file in a project": lambda wb, at, to: wb.changes.import_file(
        b"Ebb {=low ~high}\n", file_name="x.gift", project=at.project, language="EN"
    ),
    "changes.import_folder": lambda wb, at, to: wb.changes.import_folder(at.folder),
    "courses.create": lambda wb, at, to: wb.courses.create("x", project=at.project),
    "courses.delete": lambda wb, at, to: wb.courses.delete(at.course, confirm_public=True),
    "courses.duplicate": lambda wb, at, to: wb.courses.duplicate(at.course),
    "courses.get": lambda wb, at, to: wb.courses.get(at.course),
    "courses.iter": lambda wb, at, to: list(wb.courses.iter(project=at.project)),
    "courses.list": lambda wb, at, to: wb.courses.list(project=at.project),
    "courses.move": lambda wb, at, to: wb.courses.move(at.course, project=at.project),
    "courses.plan_move": lambda wb, at, to: wb.courses.plan_move(at.course, project=at.project),
    "courses.plan_delete": lambda wb, at, to: wb.courses.plan_delete(at.course),
    "courses.plan_publish": lambda wb, at, to: wb.courses.plan_publish(at.course),
    "courses.plan_restore": lambda wb, at, to: wb.courses.plan_restore(at.course),
    "courses.plan_share": lambda wb, at, to: wb.courses.plan_share(at.course),
    "courses.plan_unpublish": lambda wb, at, to: wb.courses.plan_unpublish(at.course),
    "courses.plan_unshare": lambda wb, at, to: wb.courses.plan_unshare(at.course),
    "courses.publication_changes": lambda wb, at, to: wb.courses.publication_changes(at.course),
    "courses.publications": lambda wb, at, to: wb.courses.publications(at.course),
    "courses.publish": lambda wb, at, to: wb.courses.publish(at.course),
    "courses.rename": lambda wb, at, to: wb.courses.rename(at.course, "x"),
    "courses.restore": lambda wb, at, to: wb.courses.restore(at.course),
    "courses.restore_publication": lambda wb, at, to: wb.courses.restore_publication(at.course, 1),
    "courses.set_share_settings": lambda wb, at, to: wb.courses.set_share_settings(at.course, indexing=True),
    "courses.share": lambda wb, at, to: wb.courses.share(at.course),
    "courses.share_settings": lambda wb, at, to: wb.courses.share_settings(at.course),
    "courses.sharing": lambda wb, at, to: wb.courses.sharing(at.course),
    "courses.unpublish": lambda wb, at, to: wb.courses.unpublish(at.course),
    "courses.unshare": lambda wb, at, to: wb.courses.unshare(at.course),
    "exports.courses": lambda wb, at, to: wb.exports.courses([at.course], to),
    "exports.folder": lambda wb, at, to: wb.exports.folder([at.course], to / "x"),
    "exports.gift": lambda wb, at, to: wb.exports.gift([at.course], to / "x.txt"),
    "exports.anki": lambda wb, at, to: wb.exports.anki([at.course], to / "x.txt"),
    "exports.html": lambda wb, at, to: wb.exports.html([at.lesson], to),
    "exports.markdown": lambda wb, at, to: wb.exports.markdown([at.course], to),
    "exports.write": lambda wb, at, to: [*wb.exports.write([at.course], to, format="markdown")],
    "exports.lessons": lambda wb, at, to: wb.exports.lessons([at.lesson], to),
    "exports.moodle_xml": lambda wb, at, to: wb.exports.moodle_xml([at.course], to / "x.xml"),
    "exports.qti": lambda wb, at, to: wb.exports.qti([at.course], to / "x.zip"),
    "exports.scorm12": lambda wb, at, to: wb.exports.scorm12([at.course], to / "x.zip"),
    "exports.scorm2004": lambda wb, at, to: wb.exports.scorm2004([at.course], to / "x.zip"),
    "exports.xliff": lambda wb, at, to: wb.exports.xliff([at.course], to / "x.xlf", language="DE"),
    "lessons.apply": lambda wb, at, to: wb.lessons.apply(pandas.DataFrame({"lesson_id": [at.lesson], "title": ["x"]})),
    "courses.apply": lambda wb, at, to: wb.courses.apply(
        pandas.DataFrame({"course_id": [at.course], "indexing": [True]})
    ),
    "lessons.apply of many": lambda wb, at, to: wb.lessons.apply(
        pandas.DataFrame({"lesson_id": [*(f"{number:025}" for number in range(70)), at.lesson], "title": "x"})
    ),
    "lessons.apply to a course": lambda wb, at, to: wb.lessons.apply(
        pandas.DataFrame({"lesson_id": ["0" * 25], "course": [at.course]})
    ),
    "lessons.apply to a project": lambda wb, at, to: wb.lessons.apply(
        pandas.DataFrame({"lesson_id": ["0" * 25], "project": [at.project]})
    ),
    "lessons.check": lambda wb, at, to: wb.lessons.check([at.lesson]),
    "lessons.count": lambda wb, at, to: wb.lessons.count(course=at.course),
    "lessons.create": lambda wb, at, to: wb.lessons.create("x", language="EN", course=at.course),
    "lessons.delete": lambda wb, at, to: wb.lessons.delete(at.lesson, confirm_public=True),
    "lessons.duplicate": lambda wb, at, to: wb.lessons.duplicate(at.lesson),
    "lessons.get": lambda wb, at, to: wb.lessons.get(at.lesson),
    "lessons.iter": lambda wb, at, to: list(wb.lessons.iter(course=at.course)),
    "lessons.list": lambda wb, at, to: wb.lessons.list(course=at.course),
    "lessons.move": lambda wb, at, to: wb.lessons.move(at.lesson, course=at.course),
    "lessons.plan_delete": lambda wb, at, to: wb.lessons.plan_delete(at.lesson),
    "lessons.plan_move": lambda wb, at, to: wb.lessons.plan_move(at.lesson, course=at.course),
    "lessons.plan_restore": lambda wb, at, to: wb.lessons.plan_restore(at.lesson),
    "lessons.open": lambda wb, at, to: wb.lessons.open(at.lesson),
    "lessons.rename": lambda wb, at, to: wb.lessons.rename(at.lesson, "x"),
    "lessons.restore": lambda wb, at, to: wb.lessons.restore(at.lesson, confirm_public=True),
    "projects.archive": lambda wb, at, to: wb.projects.archive(at.project, confirm_public=True),
    "projects.favorite": lambda wb, at, to: wb.projects.favorite(at.project),
    "projects.get": lambda wb, at, to: wb.projects.get(at.project),
    "projects.rename": lambda wb, at, to: wb.projects.rename(at.project, "x"),
    "projects.restore": lambda wb, at, to: wb.projects.restore(at.project),
    "reports.courses": lambda wb, at, to: wb.reports.courses(project_id=at.project),
    "reports.lessons of a course": lambda wb, at, to: wb.reports.lessons(course_id=at.course),
    "reports.duplicates": lambda wb, at, to: wb.reports.duplicates(project_id=at.project),
    "reports.findings": lambda wb, at, to: wb.reports.findings(project_id=at.project),
    "reports.lessons": lambda wb, at, to: wb.reports.lessons(project_id=at.project),
    "reviews.approve": lambda wb, at, to: wb.reviews.approve([at.lesson], yes=True),
    "reviews.comment": lambda wb, at, to: wb.reviews.comment(at.lesson, "x"),
    "reviews.comments": lambda wb, at, to: wb.reviews.comments(at.lesson),
    "reviews.history": lambda wb, at, to: wb.reviews.history(at.lesson),
    "reviews.queue": lambda wb, at, to: wb.reviews.queue(project=at.project),
    "reviews.request": lambda wb, at, to: wb.reviews.request([at.lesson]),
    "reviews.resolve": lambda wb, at, to: wb.reviews.resolve(at.comment),
    "reviews.send_back": lambda wb, at, to: wb.reviews.send_back([at.lesson], "x", yes=True),
    "sources.delete": lambda wb, at, to: wb.sources.delete(at.source, yes=True),
    "sources.get": lambda wb, at, to: wb.sources.get(at.source),
    "sources.passages": lambda wb, at, to: wb.sources.passages(at.source),
    "sources.update": lambda wb, at, to: wb.sources.update(at.source, title="x"),
    "tags.set": lambda wb, at, to: wb.tags.set(["x"], lesson=at.lesson),
    "translations.blocks": lambda wb, at, to: wb.translations.blocks(at.lesson),
    "translations.get": lambda wb, at, to: wb.translations.get(at.lesson),
    "translations.list": lambda wb, at, to: wb.translations.list(at.lesson),
    "translations.plan_update": lambda wb, at, to: wb.translations.plan_update("DE", lessons=[at.lesson]),
    "translations.suggest": lambda wb, at, to: wb.translations.suggest(at.lesson),
    "translations.tie": lambda wb, at, to: wb.translations.tie(at.lesson, at.lesson, {}, source_revision=1),
    "widgets.block_list": lambda wb, at, to: wb.widgets.block_list(at.lesson).refresh(),
    "widgets.history": lambda wb, at, to: wb.widgets.history(at.lesson).refresh(),
    "widgets.sharing": lambda wb, at, to: wb.widgets.sharing(at.course).refresh(),
}
"""Every verb that takes something by its id, called with what is elsewhere."""
NEED_A_MODEL = {"bulk.plan_translations", "translations.plan_update", "translations.suggest"}
"""Refused before anything is asked, where the service has no model."""
"""They look names up in the organization's own list, and plan nothing for what is not in it."""
NAMES_A_THING = {"lesson", "lessons", "course", "courses", "project", "source", "asset", "comment_id", "content"}
NAMES_A_THING |= {"lesson_id", "course_id", "project_id", "table"}


def test_every_verb_that_takes_an_id_is_called_here(wb: Workbench) -> None:
    """A new verb gets a line in the table above."""
    found = set()
    for name, part in vars(wb).items():
        if isinstance(part, ApiObject):
            for verb in dir(part):
                method = getattr(part, verb)
                if not verb.startswith("_") and callable(method) and NAMES_A_THING & {*signature(method).parameters}:
                    found.add(f"{name}.{verb}")

    assert found - {*VERBS} == {"courses.outline", "courses.propose"} & found


def test_no_verb_touches_another_organization(wb: Workbench, foreign: Foreign, elsewhere: str, tmp_path: Path) -> None:
    """
    Regression: after picking an organization, verbs renamed, deleted and paid in another one.
    """
    before = wb.organizations[elsewhere].lessons.list().to_dict()
    unlike = {}
    for name, call in VERBS.items():
        try:
            unlike[name] = call(wb, foreign, tmp_path)
        except WorkbenchError as refused:
            if elsewhere not in refused.message:
                unlike[name] = refused

    assert set(unlike) == NEED_A_MODEL, {name: str(said) for name, said in unlike.items()}
    assert wb.organizations[elsewhere].lessons.list().to_dict() == before


def test_what_another_organization_has_in_its_trash_is_refused_by_name(
    wb: Workbench, foreign: Foreign, elsewhere: str, tmp_path: Path
) -> None:
    """Regression: it was "not there", as if nobody had it; so were deleted pictures and archived projects."""
    there = wb.organizations[elsewhere]
    there.lessons.delete(foreign.lesson)
    there.assets.delete(foreign.asset, yes=True)
    there.courses.delete(foreign.course)
    there.projects.archive(foreign.project)
    unlike = {}
    for name, call in VERBS.items():
        try:
            unlike[name] = call(wb, foreign, tmp_path)
        except WorkbenchError as refused:
            if elsewhere not in refused.message:
                unlike[name] = refused

    assert set(unlike) == NEED_A_MODEL, {name: str(said) for name, said in unlike.items()}


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({}, ""),
        ({"organization": "0" * 25, "organization_name": "Harbour"}, 'Harbour", where the run is. Give'),
        ({"takes_organization": False}, '"{elsewhere}", the run is in "{home}". Select "{home}" with this session'),
        ({"person": "p2", "person_name": "Ben"}, 'the run is that of "Ben". Give the worker a session of "Ben"'),
        ({"service": "another"}, "the service there is not the one"),
    ],
)
def test_a_worker_with_another_session_is_refused_by_name(
    wb: Workbench,
    elsewhere: str,
    session: tuple[str, str],
    monkeypatch: pytest.MonkeyPatch,
    changed: dict[str, Any],
    says: str,
) -> None:
    """Regression: it said "another person's, or in another organization", of which neither was named."""
    monkeypatch.setenv(SESSION_TOKEN, session[0])
    wb.client.call(select_organization(organization_id=wb.organizations[elsewhere].organization_id))
    place = wb.bulk.plan("Tides", language="EN").place
    address = ServiceAddress.of(
        replace(
            place,
            service=changed.get("service", place.service),
            organization_id=changed.get("organization", place.organization_id),
            organization_name=changed.get("organization_name", place.organization_name),
            person=changed.get("person", place.person),
            person_name=changed.get("person_name", place.person_name),
            takes_organization=changed.get("takes_organization", True),
        )
    )
    if not says:
        worker_client(address).close()
        return
    with pytest.raises(Misconfigured) as refused:
        worker_client(address)
    assert says.format(elsewhere=elsewhere, home=f"{HOME} {session[1]}") in refused.value.message


def test_what_was_planned_elsewhere_is_not_run_or_undone_here(wb: Workbench, foreign: Foreign, elsewhere: str) -> None:
    """Runs and change sets alike: refused by name, and nothing is made or restored.

    Regression: a run was resumed and undone there where that organization was the one selected last.
    """
    there, end = wb.organizations[elsewhere], uuid4().hex
    topics = there.bulk.plan("Tides", language="EN", name=f"topics {end}")
    titles = there.lessons.apply(pandas.DataFrame({"lesson_id": [foreign.lesson], "title": ["Flood"]}), name=end)
    nothing = topics.approve(credits=0)
    there.bulk.run(topics, nothing)
    titles.run()
    refused: list[Callable[[], Any]] = [
        lambda: wb.bulk.run(topics, nothing),
        lambda: wb.runs.resume(topics.name),
        lambda: wb.runs.undo(topics.name, yes=True),
        lambda: wb.changes.run(titles),
        lambda: wb.changes.resume(end),
        lambda: wb.changes.undo(end, yes=True),
    ]

    wb.client.call(select_organization(organization_id=there.organization_id))  # stored; this workbench stays
    for call in refused:
        with pytest.raises(OtherOrganization, match=f'"{elsewhere}"'):
            call()
    assert "Flood" in set(there.lessons.list()["title"])


def test_two_notebooks_work_in_two_organizations(
    own_service: EmbeddedService, session: tuple[str, str], wb: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each in the one that it named, whatever the service stores in the meantime; verbs, reports, panels and plans."""
    names = [f"{name} {session[1]}" for name in (HOME, ELSEWHERE)]
    title = f"Tides {uuid4().hex}"
    with (
        connect(own_service.base_url, organization=names[0], token=session[0]) as first,
        connect(own_service.base_url, organization=wb.organizations[names[1]], token=session[0]) as second,
    ):
        for notebook, other in ((first, second), (second, first)):
            assert notebook.organization is not None and other.organization is not None
            notebook.client.call(select_organization(organization_id=other.organization.organization_id))
            notebook.refresh()
        first.lessons.create(title, language="EN")
        found = [title in set(notebook.lessons.list()["title"]) for notebook in (first, second)]
        reported = [set(notebook.reports.courses()["organization"]) for notebook in (first, second)]

        assert [str(first.organization).partition(":")[0], str(second.organization).partition(":")[0]] == names
        assert (found, reported[0]) == ([True, False], {names[0]}) and names[0] not in reported[1]
        for notebook, name in ((first, names[0]), (second, names[1])):
            assert f"organization:  {name}, as owner" in repr(notebook)
            assert notebook.bulk.plan("Ebb", language="EN").place.organization_name == name
            assert notebook.widgets.org_picker().value == notebook.organization.organization_id  # type: ignore[union-attr]


def test_an_organization_that_is_not_listed_is_no_place_to_work(
    own_service: EmbeddedService, session: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither as an argument nor in the environment, which the argument goes before."""
    with pytest.raises(UnknownName, match=f"Did you mean '{HOME} {session[1]}'"):
        connect(own_service.base_url, organization=f"{HOME}{session[1]}", token=session[0])
    with pytest.raises(InputRejected, match="this is empty"):
        connect(own_service.base_url, organization="", token=session[0])
    monkeypatch.setenv("WORKBENCH_ORGANIZATION", "Nobody")
    with pytest.raises(UnknownName, match="no organization 'Nobody' of yours"):
        connect(own_service.base_url, token=session[0])
    with connect(own_service.base_url, organization=f"{HOME} {session[1]}", token=session[0]) as wb:
        assert repr(wb.organization).startswith(HOME)


def test_picking_rebinds_this_workbench_and_no_other(wb: Workbench, elsewhere: str) -> None:
    """
    Regression: the picker said "You work in … now", and the workbench stayed in the old organization.
    """
    here, there = wb.facts.organization_id, wb.organizations[elsewhere].organization_id
    stored = wb.client.call(get_last_selected_organization_id()).organization_id
    other = connect(wb.client.origin, token=wb.client.connection.endpoint.token).work_in(here or "")
    picker = wb.widgets.org_picker()
    picker.refresh()
    picker.choose(there)

    assert wb.lessons.organization_id == wb.bulk.organization_id == wb.facts.organization_id == there
    assert picker.notice == f"Switched to {elsewhere}."
    assert (other.lessons.organization_id, wb.refresh().facts.organization_id) == (here, there)
    assert wb.client.call(get_last_selected_organization_id()).organization_id == stored
    other.close()


def test_selecting_by_name_rebinds_as_well(wb: Workbench, elsewhere: str) -> None:
    """What is paid afterwards is paid there."""
    wb.organizations[elsewhere].select()
    made = wb.lessons.create("Knots", language="EN")

    assert made.lesson_id in set(wb.organizations[elsewhere].lessons.list()["lesson_id"])


def test_a_failed_pick_changes_nothing(wb: Workbench) -> None:
    """The workbench and the picker stay where they were."""
    here = wb.facts.organization_id
    picker = wb.widgets.org_picker()
    with pytest.raises(WorkbenchError):
        picker.choose("0" * 25)

    assert picker.value == wb.facts.organization_id == wb.lessons.organization_id == here


def test_the_switcher_of_the_page_stores_the_choice(wb: Workbench, elsewhere: str) -> None:
    """The next session begins there (interface 4.4); the page's own workbench goes along."""
    from workbench.api.app import app

    there = wb.organizations[elsewhere].organization_id
    app(wb).picker.choose(there)

    assert wb.client.call(get_last_selected_organization_id()).organization_id == there
    assert wb.lessons.organization_id == there


def test_an_error_says_what_to_do(wb: Workbench, foreign: Foreign, elsewhere: str, session: tuple[str, str]) -> None:
    """Both organizations by name; no lesson was changed, no credit spent."""
    credits = wb.client.call(get_user_data(organization_id=wb.organizations[elsewhere].organization_id))
    with pytest.raises(OtherOrganization) as refused:
        wb.lessons.rename(foreign.lesson, "Taken over")

    assert refused.value.message == (
        f'This belongs to "{elsewhere}", not to "{HOME} {session[1]}": switch to "{elsewhere}" first. Nothing was done.'
    )
    again = wb.client.call(get_user_data(organization_id=wb.organizations[elsewhere].organization_id))
    assert again.ai_credit_balance == credits.ai_credit_balance
