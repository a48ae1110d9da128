"""People who edit, review, publish, set the policy and remove each other concurrently, and rules that always hold.

The rules are read off the audit log and the publications alone. What a write is allowed by is locked until the write is
there, and the log's entry is made under these locks, so that of any two writes that meet the entries are in the order
in which they took effect.
"""

from __future__ import annotations

import json
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import bindparam, select

from tests.service.asking import Asking, asking
from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement
from workbench.service.db.tables import audit, published_lesson
from workbench.service.kernel.context import Service

MODEL_TALK = "As an AI language model, I cannot help with that request."
"""A text with a finding of severity `error`."""
ROLES = {"owner": "owner", "ben": "admin", "rosa": "reviewer", "sam": "reviewer", "tom": "author"}
MAY_DECIDE = {"owner", "admin", "reviewer"}
MAY_SHARE = {"owner", "admin", "author"}


@dataclass
class Place:
    """The people, and the courses with their lessons."""

    people: dict[str, Asking]
    lessons: dict[str, list[str]]
    with_errors: set[tuple[str, int]] = field(default_factory=set)
    """Lessons and revisions in which the checks find an error."""
    outcomes: list[tuple[str, int, str]] = field(default_factory=list)
    """What was called, its status, and the reason of a refusal."""


async def furnished(service: Service, organization: str) -> Place:
    """Five people of a new organization, and two courses of two lessons; only what is approved may be published."""
    people: dict[str, Asking] = {}
    for name, role in ROLES.items():
        email = f"{name}@{organization.replace(' ', '-')}.example.org"
        people[name] = await asking(service, email, organization, role=role)
    owner = people["owner"]
    lessons: dict[str, list[str]] = {}
    for title in ("Ebb", "Flow"):
        course = await owner.done("courseRouter.createCourse", {"title": title})
        named = {"courseId": course["courseId"], "language": "EN"}
        made = [await people["tom"].done("lesson.createLesson", {**named, "title": text}) for text in ("One", "Two")]
        lessons[course["courseId"]] = [lesson["lessonId"] for lesson in made]
        for lesson in made:
            await edit(people["tom"], lesson["lessonId"], random.Random(1))
    policy = {
        "publication": "approvedOnly",
        "reviewBySomebodyElse": False,
        "sharingRoles": ["owner", "admin", "author"],
    }
    await owner.done("organization.setPublishingPolicy", policy)
    return Place(people, lessons)


async def edit(
    person: Asking, lesson_id: str, chance: random.Random, with_errors: set[tuple[str, int]] | None = None
) -> Any:
    """A lesson with one text block at its next revision; by chance with an error, where these are noted."""
    found = (await person.get("lesson.getLesson", {"lessonId": lesson_id})).json()
    if not isinstance(found, list) or "result" not in found[0]:
        return await person.get("lesson.getLesson", {"lessonId": lesson_id})
    blocks = found[0]["result"]["data"]["blocks"]
    is_wrong = with_errors is not None and chance.random() < 0.2
    text = f"{MODEL_TALK} {chance.random()}" if is_wrong else f"The tide rises {chance.random()} metres in a day."
    content = {"markdown": text}
    if blocks:
        mutation = {"type": "lessonBlockUpdate", "id": blocks[0]["id"], "content": content}
    else:
        mutation = {
            "type": "lessonBlockInsert",
            "block": {"id": "3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa", "type": "text", "content": content},
        }
    transaction = {"label": "editPages", "mutations": [mutation]}
    asked = {"lessonId": lesson_id, "language": "EN", "transactions": [transaction]}
    answered = await person.post("realtime.executeTransactions", asked)
    if with_errors is not None and is_wrong and answered.status_code == 200:
        with_errors.add((lesson_id, int(answered.headers["x-lesson-revision"])))
    return answered


async def act(place: Place, name: str, chance: random.Random) -> None:
    """One thing that the person does, by their role or beyond it."""
    person = place.people[name]
    course_id = chance.choice(list(place.lessons))
    lesson_id = chance.choice(place.lessons[course_id])
    what: list[tuple[str, int, Callable[[], Awaitable[Any]]]] = [
        ("edit", 3, lambda: edit(person, lesson_id, chance, place.with_errors)),
        ("request", 1, lambda: person.post("lesson.requestReview", {"lessonIds": [lesson_id]})),
        ("review", 6, lambda: decide(person, lesson_id, chance)),
        ("publish", 4, lambda: publish(person, course_id, chance)),
        ("restore", 2, lambda: restore(person, course_id, chance)),
        ("policy", 1, lambda: set_policy(person, chance)),
        ("role", 1, lambda: set_role(place, person, chance)),
    ]
    kind, _, call = chance.choices(what, weights=[weight for _, weight, _ in what])[0]
    answered = await call()
    data = answered.json()
    data = data[0] if isinstance(data, list) else data
    place.outcomes.append((kind, answered.status_code, data.get("error", {}).get("data", {}).get("reason", "")))


async def decide(person: Asking, lesson_id: str, chance: random.Random) -> Any:
    """A verdict about the revision that is read, or by chance about an older one."""
    read = await person.get("lesson.listReviews", {"lessonId": lesson_id})
    if read.status_code != 200:
        return read
    found = read.json()[0]["result"]["data"]
    revision = max(1, found["revision"] - (chance.random() < 0.1))
    asked = {"lessonId": lesson_id, "revision": revision, "verdict": "approved"}
    if chance.random() < 0.25:
        asked["verdict"] = "changesRequested"
    if found["lastReviewId"] and chance.random() < 0.8:
        asked["lastReviewId"] = found["lastReviewId"]
    return await person.post("lesson.review", asked)


async def publish(person: Asking, course_id: str, chance: random.Random) -> Any:
    """The course as it is, by chance against the policy."""
    asked: dict[str, Any] = {"courseId": course_id, "confirmOpenPlaces": True}
    if chance.random() < 0.3:
        return await person.post("courseRouter.setCourseSharing", {**asked, "isPublic": chance.random() < 0.6})
    if chance.random() < 0.15:
        asked["overrideReason"] = "The exam is tomorrow."
    return await person.post("courseRouter.publishCourse", asked)


async def restore(person: Asking, course_id: str, chance: random.Random) -> Any:
    """An older publication."""
    asked = {"courseId": course_id, "number": chance.randint(1, 4), "confirmOpenPlaces": True}
    return await person.post("courseRouter.restorePublication", asked)


async def set_policy(person: Asking, chance: random.Random) -> Any:
    """Another policy."""
    policy = {
        "publication": chance.choice(["anyone", "approvedOnly", "approvedOnly"]),
        "reviewBySomebodyElse": chance.random() < 0.5,
        "sharingRoles": ["owner", "admin", "author"],
    }
    return await person.post("organization.setPublishingPolicy", policy)


async def set_role(place: Place, person: Asking, chance: random.Random) -> Any:
    """Rosa, Sam or Ben has another role, or is taken out permanently."""
    other = place.people[chance.choice(["rosa", "sam", "ben"])]
    who = {"personId": other.added.person_id, "organizationId": other.organization_id}
    if chance.random() < 0.1:
        return await person.post("organization.removeMember", who)
    return await person.post(
        "organization.setMemberRole", {**who, "role": chance.choice(["reviewer", "author", "admin"])}
    )


@dataclass
class _Replay:
    """What holds after the entries of the log up to now."""

    roles: dict[str, str | None]
    only_approved: bool = False
    somebody_else: bool = False
    verdicts: dict[tuple[str, int], tuple[str, bool]] = field(default_factory=dict)
    approved: dict[str, int] = field(default_factory=dict)
    editors: dict[str, dict[int, str]] = field(default_factory=dict)
    with_errors: set[tuple[str, int]] = field(default_factory=set)


async def broken_rules(place: Place) -> list[str]:
    """A sentence for each rule that was broken; none: all held."""
    store = place.people["owner"].service.store

    async def unit(db: Db) -> tuple[list[Any], list[Any]]:
        columns = (audit.c.action, audit.c.subject, audit.c.person_id, audit.c.facts)
        here = audit.c.organization_id == bindparam("organization_id")
        log = Statement(select(*columns).where(here).order_by(audit.c.id))
        entries = await db.rows(log, organization_id=place.people["owner"].organization_id)
        shown = select(published_lesson.c.course_id, published_lesson.c.number)
        return entries, await db.rows(
            Statement(shown.add_columns(published_lesson.c.lesson_id, published_lesson.c.revision))
        )

    entries, rows = await store.read(unit)
    published: dict[tuple[str, int], list[tuple[str, int]]] = {}
    for course_id, number, lesson_id, revision in rows:
        published.setdefault((course_id, number), []).append((lesson_id, revision))
    state = _Replay({place.people[name].added.person_id: role for name, role in ROLES.items()})
    state.with_errors = place.with_errors
    broken: list[str] = []
    for action, subject, person_id, facts in entries:
        broken += _after(state, action, subject, person_id, json.loads(facts), published)
    return broken


def _after(
    state: _Replay,
    action: str,
    subject: str,
    person_id: str,
    facts: Any,
    published: dict[tuple[str, int], list[tuple[str, int]]],
) -> list[str]:
    role = state.roles.get(person_id)
    if action == "lesson.createLesson":
        state.editors[subject] = {1: person_id}
    elif action == "realtime.executeTransactions":
        state.editors[subject][facts["revision"]] = person_id
    elif action == "organization.setPublishingPolicy":
        if "publication" in facts:
            state.only_approved = facts["publication"] == "approvedOnly"
        state.somebody_else = facts.get("reviewBySomebodyElse", state.somebody_else)
    elif action == "organization.setMemberRole":
        state.roles[subject] = facts["role"]
    elif action == "organization.removeMember":
        state.roles[subject] = None
    elif action == "lesson.review":
        return _reviewed(state, subject, person_id, facts)
    elif facts.get("publication") and "isPublic" in facts:
        return _published(state, role, facts, published[subject, facts["publication"]])
    return []


def _reviewed(state: _Replay, lesson_id: str, person_id: str, facts: Any) -> list[str]:
    """Who may decide does, about the newest revision, and by the policy nobody approves what they edited."""
    revision, verdict, role = facts["revision"], facts["verdict"], state.roles.get(person_id)
    since = state.approved.get(lesson_id, 0)
    own = person_id in {who for at, who in state.editors[lesson_id].items() if at > since}
    broken = [] if role in MAY_DECIDE else [f"A person of the role {role} decided about {lesson_id}."]
    if revision != max(state.editors[lesson_id]):
        broken.append(f"Revision {revision} of {lesson_id} was decided about and was not the newest.")
    if verdict == "approved":
        if own and state.somebody_else:
            broken.append(f"Somebody approved {lesson_id} at {revision} and had edited it.")
        state.approved[lesson_id] = revision
    state.verdicts[lesson_id, revision] = verdict, own
    return broken


def _published(state: _Replay, role: str | None, facts: Any, lessons: list[tuple[str, int]]) -> list[str]:
    """What the policy forbids is published by an owner alone, with a reason in the log."""
    if role not in MAY_SHARE:
        return [f"A person of the role {role} published."]
    if not state.only_approved:
        return []
    forbidden = []
    for lesson_id, revision in lessons:
        verdict, own = state.verdicts.get((lesson_id, revision), ("", False))
        is_own = own and state.somebody_else
        if verdict != "approved" or is_own or (lesson_id, revision) in state.with_errors:
            forbidden.append((lesson_id, revision))
    if forbidden and not (role == "owner" and facts.get("overrideReason")):
        return [f"Published against the policy by the role {role}: {forbidden}."]
    return []
