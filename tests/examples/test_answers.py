"""The client reads each example's response into the declared answers, and nothing declared is missing from it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from tests.examples.example import EVERY, SINGLE, Example
from workbench.authoring.shape import OutputModel
from workbench.client.conversation import ConnectionSettings, converse
from workbench.client.exchange import Exchange
from workbench.procedures.declare import dump_answer

every_example = pytest.mark.parametrize("example", EVERY, ids=lambda character: character.name)


def read(example: Example) -> list[BaseModel]:
    """What the client's conversation makes of the example's response: an answer for each call."""
    talk = converse(tuple(example.calls), ConnectionSettings())
    next(talk)
    with pytest.raises(StopIteration) as ended:
        talk.send(Exchange(example.answered))
    outcomes: list[BaseModel] = ended.value.value
    return outcomes


def records(value: Any) -> Iterator[OutputModel]:
    """Every record of an answer, inner ones included."""
    if isinstance(value, OutputModel):
        yield value
        for name in type(value).model_fields:
            yield from records(getattr(value, name))
    elif isinstance(value, list):
        for item in value:
            yield from records(item)


@every_example
def test_the_response_is_read_into_the_declared_answers(example: Example) -> None:
    """One answer a procedure, in path order, of the model that the declaration names."""
    assert [type(answer) for answer in read(example)] == [procedure.output for procedure in example.procedures]


@every_example
def test_nothing_of_the_response_is_lost(example: Example) -> None:
    """Written again, the answers are what came."""
    assert [json.loads(dump_answer(answer)) for answer in read(example)] == example.answers


@every_example
def test_the_response_has_every_declared_field(example: Example) -> None:
    """In every record of the answer, those inside lists included; so a reader sees the whole shape."""
    missing = [
        f"{type(record).__name__}.{name}"
        for answer in read(example)
        for record in records(answer)
        for name in set(type(record).model_fields) - record.model_fields_set
    ]
    assert missing == []


@every_example
def test_the_response_has_no_undeclared_field(example: Example) -> None:
    """What the service says is declared, and so described."""
    surplus = [key for answer in read(example) for record in records(answer) for key in record.model_extra or ()]
    assert surplus == []


@pytest.mark.parametrize("example", SINGLE, ids=lambda character: character.name)
def test_an_example_of_a_list_shows_an_element(example: Example) -> None:
    """An empty list would show nothing of what is in it."""
    assert all(value != [] for answer in read(example) for value in dict(answer).values())


@every_example
def test_reads_answer_a_list_and_single_writes_an_object(example: Example) -> None:
    """Interface 4.0 against 4.3 and 4.5."""
    assert isinstance(example.response["body"], dict) == example.procedures[0].is_write


def test_only_the_transactions_say_a_type_in_their_envelope() -> None:
    """Interface 4.5 shows `"type": "data"`; no other section does."""
    typed = [example.name for example in SINGLE if '"type":"data"' in example.answered.body.decode()]
    assert typed == ["realtime.executeTransactions"]
