"""Every procedure is whole: a handler, an example, a description for every field, a line in the printed page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from pydantic import BaseModel
from pydantic.alias_generators import to_snake

from tests.examples.example import SINGLE
from tests.meta.source_tree import ROOT
from workbench.procedures import asset, course, lesson, organization, project, realtime, service, source
from workbench.procedures.catalogue import CATALOGUE
from workbench.procedures.declare import Procedure
from workbench.procedures.printed import page
from workbench.procedures.reviews import comment
from workbench.service.http.routers import ROUTERS as SERVED
from workbench.service.kernel.binding import HANDLERS

ROUTERS = {
    "comment": comment,
    "courseRouter": course,
    "lesson": lesson,
    "organization": organization,
    "project": project,
    "realtime": realtime,
    "service": service,
    "source": source,
    "asset": asset,
}
# What the interface names, and where.
INTERFACE = {
    "organization.getDashboardRecentItems": "interface 4.1",
    "organization.getOrgTierAndStatus": "interface 4.1, 4.4",
    "organization.getOrganizationProjects": "interface 4.2",
    "lesson.createStarterLesson": "interface 4.3",
    "courseRouter.getCourseSharingInfo": "interface 4.4",
    "organization.getLastSelectedOrganizationId": "interface 4.4",
    "realtime.executeTransactions": "interface 4.5",
    "organization.getFullSidebarItems": "interface 4.6",
    "organization.getUserData": "interface 4.6",
}
WRITES = {"lesson.createStarterLesson", "realtime.executeTransactions"}
SENTENCE = re.compile(r"[A-Z`{].*[.]", re.DOTALL)

every_procedure = pytest.mark.parametrize("procedure", CATALOGUE.values(), ids=lambda character: character.name)
Declared = Procedure[Any, Any, Any]


def models(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    """A model and every model inside its fields."""
    yield model
    for field in model.model_fields.values():
        for inner in _inside(field.annotation):
            yield from models(inner)


def _inside(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from _inside(argument)


def test_the_interfaces_nine_procedures_are_there_with_their_section() -> None:
    """Neither more nor fewer are said to be the interface's."""
    assert {value.name: value.source for value in CATALOGUE.values() if not value.is_ours} == INTERFACE


def test_the_interfaces_writes_are_its_two_posts() -> None:
    """Interface 4.3 and 4.5; everything else that it shows is a GET."""
    assert {name for name in INTERFACE if CATALOGUE[name].is_write} == WRITES


def test_every_procedure_has_its_example_and_every_example_its_procedure() -> None:
    """One file a procedure, by its wire name."""
    assert sorted(example.name for example in SINGLE) == sorted(CATALOGUE)


def test_every_procedure_has_its_handler_and_every_handler_its_procedure() -> None:
    """One declaration, one handler, bound to that very declaration."""
    assert SERVED and {name: handler.procedure for name, handler in HANDLERS.items()} == dict(CATALOGUE)


@every_procedure
def test_a_procedure_says_what_it_is_for(procedure: Declared) -> None:
    """In one sentence, for docs and command line."""
    assert SENTENCE.fullmatch(procedure.about)


@every_procedure
def test_every_field_of_input_and_answer_is_described(procedure: Declared) -> None:
    """Inner records included; `type`, which tells mutations apart, is its own description."""
    told = [*models(procedure.input_model), *models(procedure.output)]
    silent = [
        f"{model.__name__}.{name}"
        for model in told
        for name, field in model.model_fields.items()
        if name != "type" and not SENTENCE.fullmatch(field.description or "")
    ]
    assert silent == []


@every_procedure
def test_python_name_is_the_wire_name_in_snake_case(procedure: Declared) -> None:
    """`organization.getOrgTierAndStatus` is `organization.get_org_tier_and_status`."""
    router, _, name = procedure.name.partition(".")
    assert getattr(ROUTERS[router], to_snake(name)) is procedure


@every_procedure
def test_every_field_is_the_wire_name_in_snake_case(procedure: Declared) -> None:
    """So a person who knows one name knows the other."""
    fields = [(name, field) for model in models(procedure.output) for name, field in model.model_fields.items()]
    fields += procedure.input_model.model_fields.items()
    assert [name for name, field in fields if to_snake(field.alias or name) != name] == []


def test_the_printed_page_is_what_the_declarations_print() -> None:
    """`docs/procedures.md` is never edited; `make docs` prints it."""
    assert (ROOT / "docs" / "procedures.md").read_text(encoding="utf-8") == page()
