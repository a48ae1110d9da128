"""The cast of the store's tests: who and what there is, and the two ways to run a function over a Db."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec, TypeVar

from workbench.authoring.block import Block, Blocks
from workbench.service.db.seam import Db, Store
from workbench.service.kernel import membership
from workbench.service.lessons import store as lessons
from workbench.service.lessons.store import NewLesson
from workbench.service.organizations import store as organizations
from workbench.service.people import store as people
from workbench.service.publications import store as publications

P = ParamSpec("P")
T = TypeVar("T")

NOW = 1_790_000_000_000
DAY = 86_400_000


BLOCKS = (
    Block(id="3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa", type="heading", content={"text": "Licht & Blätter"}),
    Block(id="0e2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa", type="text", content={"markdown": "Plants **eat** light."}),
    Block(id="9a2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa", type="blank", content={}),
)


@dataclass(frozen=True)
class Place:
    """An organization, its owner and its default project."""

    organization_id: str
    person_id: str
    project_id: str


async def written(
    store: Store, function: Callable[Concatenate[Db, P], Coroutine[Any, Any, T]], *values: P.args, **named: P.kwargs
) -> T:
    """What the function gives in a write unit of its own, once it is on disk."""
    return await store.write(lambda db: function(db, *values, **named))


async def read(
    store: Store, function: Callable[Concatenate[Db, P], Coroutine[Any, Any, T]], *values: P.args, **named: P.kwargs
) -> T:
    """What the function gives in a read unit of its own."""
    return await store.read(lambda db: function(db, *values, **named))


async def published(db: Db, course_id: str, *, organization_id: str) -> int | None:
    """The number of a publication of the course as it is now, whatever its lessons hold; None for no such course."""
    state = await publications.locked_state(db, course_id, organization_id=organization_id)
    if state is None:
        return None
    return await publications.add_publication(db, state, person_id=None, note=None, override_reason=None, now=NOW)


async def place(store: Store, *, name: str = "Acme", email: str = "ana@example.org", opening_credits: int = 0) -> Place:
    """A new organization with its owner and an opening balance."""

    async def unit(db: Db) -> Place:
        owner, _ = await people.add_person(db, email=email, name="Ana", now=NOW)
        made = await organizations.create_organization(
            db, name=name, owner_id=owner.person_id, now=NOW, opening_credits=opening_credits
        )
        project_id = await membership.default_project(db, made.organization_id)
        return Place(made.organization_id, owner.person_id, project_id)

    return await store.write(unit)


async def lesson(
    store: Store,
    here: Place,
    *,
    title: str = "How plants eat light",
    topic: str | None = "Photosynthesis",
    language: str = "EN",
    at: int = NOW,
    blocks: Blocks = BLOCKS,
) -> str:
    """The id of a new lesson with its own course."""
    new = NewLesson(
        here.organization_id,
        here.project_id,
        title,
        language,
        blocks,
        here.person_id,
        topic=topic,
        writer="planning-sheet",
    )
    lesson_id, _ = await written(store, lessons.insert_lesson, new, now=at)
    return lesson_id
