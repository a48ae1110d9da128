"""Handlers and declarations: each procedure has one handler, bound by its wire name."""

from __future__ import annotations

from workbench.procedures.catalogue import CATALOGUE
from workbench.service.routers import ROUTERS
from workbench.service.serve import HANDLERS


def test_every_procedure_has_its_handler() -> None:
    """Importing the routers binds them all, and nothing that is not declared."""
    assert ROUTERS
    assert set(HANDLERS) == set(CATALOGUE)


def test_a_handler_knows_its_declaration() -> None:
    """Dispatch reads kind, models and envelope off the declaration itself."""
    assert all(handler.procedure is CATALOGUE[name] for name, handler in HANDLERS.items())


def test_a_handler_stands_in_the_file_of_its_router() -> None:
    """Routers mirror procedures: `lesson.getLesson` is served by `routers/lesson.py`."""
    files = {handler.procedure.router.removesuffix("Router"): handler.run.__module__ for handler in HANDLERS.values()}

    assert files == {router: f"workbench.service.routers.{router}" for router in files}


def test_only_who_waits_for_a_writer_opens_its_own_units() -> None:
    """Everything else runs inside one unit: a snapshot for a read, a transaction for a write."""
    assert [name for name, handler in HANDLERS.items() if handler.alone] == ["lesson.createStarterLesson"]


def test_pages_are_read_beside_the_loop() -> None:
    """Lists that may be long do not hold up the event loop; a handler is bound with that said."""
    assert {name for name, handler in HANDLERS.items() if handler.long} == {
        "courseRouter.listCourses",
        "lesson.listLessons",
        "organization.getCreditLedger",
    }
