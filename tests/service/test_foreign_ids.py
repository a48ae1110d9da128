"""Ids of another organization: every procedure, every id field and every role, through HTTP; and what reads change."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from pydantic.alias_generators import to_camel

from tests.service.cast_of_roles import Cast, ask, cast_of_roles
from tests.service.database import digest
from tests.service.places import INPUTS, MISSING, Place
from workbench.procedures.catalogue import CATALOGUE

pytestmark = pytest.mark.anyio

GIVEN_IDS = {("lesson.createLesson", "lesson_id"), ("courseRouter.createCourse", "course_id")}  # nobody's before
ID_FIELDS = [
    (name, field)
    for name, procedure in CATALOGUE.items()
    for field in procedure.input_model.model_fields
    if field.endswith("_id") and (name, field) not in GIVEN_IDS
]
NAMED = [(name, field) for name, field in ID_FIELDS if INPUTS[name](MISSING).get(to_camel(field))]
READS = [name for name, procedure in CATALOGUE.items() if not procedure.is_write]


@pytest.fixture(scope="module")
async def cast(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Cast]:
    """One for all tests: none of them may change anything, which is compared when they have run."""
    async with cast_of_roles(tmp_path_factory.mktemp("ids")) as made:
        yield made


@pytest.fixture(scope="module")
async def unchanged(cast: Cast) -> str:
    """The digest of the database before the first test."""
    return await digest(cast.owner.service.store)


@pytest.mark.parametrize(("name", "field"), ID_FIELDS)
async def test_foreign_and_missing_answer_alike(cast: Cast, unchanged: str, name: str, field: str) -> None:
    """
    An id of another organization, in any field of any procedure, is answered to the letter as one that never was,
    whatever the role.
    """
    for role, person in cast.of_roles.items():
        foreign = await ask(person, name, with_id(name, field, cast.own, cast.foreign))
        missing = await ask(person, name, with_id(name, field, cast.own, MISSING))

        assert (foreign.status_code, foreign.content) == (missing.status_code, missing.content), role
        assert foreign.status_code != 200 or nothing_is_listed(foreign), role


@pytest.mark.parametrize(("name", "field"), NAMED)
async def test_a_foreign_id_is_not_found_and_not_forbidden(cast: Cast, unchanged: str, name: str, field: str) -> None:
    """
    Whether there is such a thing is not reported: 404 for every procedure that needs it.
    """
    answered = await ask(cast.owner, name, with_id(name, field, cast.own, cast.foreign))

    assert answered.status_code == 404


async def test_neither_foreign_nor_missing_ids_change_anything(cast: Cast, unchanged: str) -> None:
    """
    Every row of every table is as it was before the tests above, which come first.
    """
    assert await digest(cast.owner.service.store) == unchanged


@pytest.mark.parametrize("name", READS)
async def test_a_read_changes_nothing(cast: Cast, name: str) -> None:
    """
    A GET leaves every row of every table as it was, the last selected organization included.
    """
    before = await digest(cast.owner.service.store)
    answered = await cast.owner.get(name, INPUTS[name](cast.own))

    assert answered.status_code == 200
    assert await digest(cast.owner.service.store) == before


def with_id(name: str, field: str, own: Place, other: Place) -> dict[str, Any]:
    """The procedure's input in the own organization, but with this one field's id taken from elsewhere."""
    elsewhere = INPUTS[name](other).get(to_camel(field)) or other.id_for(field)
    return {**INPUTS[name](own), to_camel(field): elsewhere}


def nothing_is_listed(answered: httpx.Response) -> bool:
    """Whether a filter by an id that the caller may not see left nothing."""
    data = answered.json()[0]["result"]["data"]
    return not (data.get("lessons") or data.get("courses") or data.get("favorites"))
