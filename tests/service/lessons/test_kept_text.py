"""No text that steers how it is shown gets into the database, by any write or command of an administrator."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from sqlalchemy import select

from tests.examples.example import SINGLE, Example
from tests.service.asking import Asking
from tests.service.test_examples import sent
from workbench.errors import InputRejected
from workbench.service.administration.admin import add_person, grant_credits
from workbench.service.db.metadata import tables
from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement

pytestmark = pytest.mark.anyio

STEERING = ("\u0007", "\u202e", "\u2028")
REFUSED = STEERING[:2]  # the third is white space, and folded
FREE_TEXT = {"title", "name", "reason", "topic", "label"}
WRITES = [example for example in SINGLE if example.procedures[0].is_write]


async def kept(person: Asking) -> str:
    """All that the database holds, as text."""

    async def unit(db: Db) -> list[Any]:
        return [await db.rows(Statement(select(table))) for table in tables.sorted_tables]

    rows = await person.service.store.read(unit)
    return "\n".join(str(value) for of_one in rows for row in of_one for value in row)


def holding(text: str) -> list[str]:
    """Which of the characters are in it, as they are or escaped as JSON does."""
    return [character for character in STEERING if character in text or json.dumps(character)[1:-1] in text]


def places(asked: dict[str, Any], example: Example) -> Iterator[tuple[Any, Any]]:
    """Every text of an input (object, field): those that the example says, and those declared besides."""
    for field, info in example.procedures[0].input_model.model_fields.items():
        if "str" in str(info.annotation):
            alias = info.alias or field
            asked.setdefault(alias, None)
            yield asked, alias
    for transaction in asked.get("transactions") or ():
        yield transaction, "label"


def test_every_free_text_is_walked() -> None:
    """A new write with such a field is held to the rule without being named here."""
    fields = {place for example in WRITES for _, place in places(asked_of(example.body), example)}

    assert fields >= FREE_TEXT


def asked_of(body: bytes | None) -> dict[str, Any]:
    """The input in a body."""
    found: dict[str, Any] = json.loads(body or b"")["0"]["json"]
    return found


@pytest.mark.parametrize("example", WRITES, ids=lambda single_example: single_example.name)
async def test_no_write_keeps_a_text_that_steers(example: Example, ana: Asking) -> None:
    """Refused with field and code point where it is free text; folded where it is white space."""
    _, body = await sent(example, ana)
    plain = asked_of(body)
    for number, _ in enumerate(places(deepcopy(plain), example)):
        for character in STEERING:
            asked = deepcopy(plain)
            holder, field = list(places(asked, example))[number]
            holder[field] = f"Rye{character}bread"
            said = {name: value for name, value in asked.items() if value is not None}
            answered = await ana.post(example.name, said)

            assert answered.status_code < 500
            if field in FREE_TEXT and character in REFUSED:
                assert answered.status_code == 400
                assert f"U+{ord(character):04X}" in answered.text and field in answered.text
    assert holding(await kept(ana)) == []


async def test_a_name_of_which_nothing_can_be_seen_is_refused(ana: Asking) -> None:
    """A project that nobody can see cannot be chosen."""
    answered = await ana.post("project.createProject", {"name": "\u200b\u200d"})

    assert (answered.status_code, "name: it is empty." in answered.text) == (400, True)


@pytest.mark.parametrize("character", REFUSED, ids=ascii)
async def test_no_command_of_an_administrator_keeps_a_text_that_steers(character: str, ana: Asking) -> None:
    """Organizations, people and reasons are named by the same rule."""
    store, odd = ana.service.store, f"Rye{character}bread"
    for refused in (
        add_person(store, "ben@example.org", odd),
        add_person(store, f"{odd}@example.org", "Acme"),
        add_person(store, "ben@example.org", "Acme", name=odd),
        grant_credits(store, "Acme", 5, odd),
    ):
        with pytest.raises(InputRejected):
            await refused
    await grant_credits(store, "Acme", 5, "Rye\u2028bread")

    assert holding(await kept(ana)) == []
