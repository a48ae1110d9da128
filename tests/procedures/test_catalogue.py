"""The catalogue: every declaration by its wire name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from workbench.authoring.shape import Instant
from workbench.procedures import organization
from workbench.procedures.catalogue import CATALOGUE, find


def test_a_procedure_is_found_by_its_wire_name() -> None:
    """The very declaration that a client calls."""
    assert find("organization.getUserData") is organization.get_user_data


@pytest.mark.parametrize("name", ["", "organization", "organization.getuserdata", "__proto__", "organization.read"])
def test_any_other_name_is_not_found(name: str) -> None:
    """Names are exact; nothing of a module is reachable by its Python name."""
    assert find(name) is None


def test_a_name_is_a_router_and_a_procedure_in_camel_case() -> None:
    """So it can are in a path between commas unescaped (interface 4.0)."""
    assert [name for name in CATALOGUE if not re.fullmatch(r"[a-z][A-Za-z]*\.[a-z][A-Za-z]*", name)] == []


def test_only_what_a_writer_writes_is_paid() -> None:
    """Everything else is free, so clients may repeat and batch it without a thought for credits."""
    assert {value.name for value in CATALOGUE.values() if value.paid} == {
        "courseRouter.proposeOutline",
        "lesson.createStarterLesson",
        "lesson.createTranslation",
        "lesson.suggestBlock",
        "lesson.suggestTranslation",
    }


def test_nobody_adds_a_procedure_at_run_time() -> None:
    """The catalogue is what the declarations say."""
    catalogue: Any = CATALOGUE
    with pytest.raises(TypeError):
        catalogue["x.y"] = organization.get_user_data


def models(kind: Any) -> Iterator[type[BaseModel]]:
    """Yield the models in a type, each with those of its fields."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        yield kind
        for field in kind.model_fields.values():
            yield from models(field.annotation)
    else:
        for part in get_args(kind):
            yield from models(part)


def test_every_instant_of_an_answer_is_declared_as_one() -> None:
    """So that it is a `datetime` in Python and the same text on every wire. Days are texts."""
    fields = {
        f"{model.__name__}.{name}": (field.annotation, *get_args(field.annotation))
        for procedure in CATALOGUE.values()
        for model in models(procedure.output)
        for name, field in model.model_fields.items()
        if name in ("at", "valid_from") or name.endswith("_at")
    }

    assert len(fields) > 25
    assert [name for name, types in fields.items() if datetime not in types and Instant not in types] == []
