"""Handlers and declarations: each procedure has one handler, bound by its wire name."""

from __future__ import annotations

from workbench.procedures.catalogue import CATALOGUE
from workbench.service.http.routers import ROUTERS
from workbench.service.kernel.binding import HANDLERS


def test_every_procedure_has_its_handler() -> None:
    """Importing the routers binds them all, and nothing that is not declared."""
    assert ROUTERS
    assert set(HANDLERS) == set(CATALOGUE)


def test_a_handler_knows_its_declaration() -> None:
    """Dispatch reads kind, models and envelope off the declaration itself."""
    assert all(handler.procedure is CATALOGUE[name] for name, handler in HANDLERS.items())


def test_a_handler_stands_in_one_of_the_routers() -> None:
    """Routers mirror procedures; nothing else binds a handler. One only registers a check that others call."""
    routers = {router.__name__ for router in ROUTERS} - {"workbench.service.publications.shown_again"}
    assert {handler.run.__module__ for handler in HANDLERS.values()} == routers


def test_only_who_works_long_before_writing_opens_its_own_units() -> None:
    """For a writer, to rebuild a revision, to render pages, or to remove in pieces. Else one unit."""
    alone = {name for name, handler in HANDLERS.items() if handler.alone}

    assert alone == {
        "courseRouter.proposeOutline",
        "courseRouter.publishCourse",
        "courseRouter.restorePublication",
        "courseRouter.setCourseSharing",
        "lesson.createStarterLesson",
        "lesson.createTranslation",
        "lesson.revertTo",
        "lesson.suggestBlock",
        "lesson.suggestTranslation",
        "source.deleteSource",
    }


def test_pages_are_read_beside_the_loop() -> None:
    """Lists that may be long do not hold up the event loop; a handler is bound with that said."""
    long = {name for name, handler in HANDLERS.items() if handler.long}

    assert long >= {
        "courseRouter.listCourses",
        "lesson.listLessons",
        "lesson.listContents",
        "organization.getCreditLedger",
    }
    assert not any(HANDLERS[name].procedure.is_write for name in long)
