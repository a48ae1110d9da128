"""The seeded service, started once on each database for the tests of this package."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from typing import Any, TypeVar

import pytest

from tests.databases import BOTH
from tests.reports.alike import alike as alike_service
from tests.reports.roles import Cast, cast
from tests.reports.seeded import Seeded, seeded

Made = TypeVar("Made")
Once = Callable[[str, Callable[[str], AbstractContextManager[Made]]], Made]


@pytest.fixture(scope="session")
def once(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Once[Any]]:
    """Makes what is in a database once a session; pytest makes a fixture with `params` again in every file."""
    made: dict[tuple[str, str], Any] = {}
    with ExitStack() as stack:

        def make(dialect: str, make_in: Callable[[str], AbstractContextManager[Any]]) -> Any:
            known = (dialect, make_in.__name__)
            if known not in made:
                file = f"sqlite:///{tmp_path_factory.mktemp('seeded') / 'service.sqlite'}"
                url = file if dialect == "sqlite" else request.getfixturevalue("postgresql").fresh()
                made[known] = stack.enter_context(make_in(url))
            return made[known]

        yield make


@pytest.fixture(params=BOTH, scope="session")
def acme(request: pytest.FixtureRequest, once: Once[Seeded]) -> Seeded:
    """Two organizations with lessons and a ledger; the tests only read."""
    return once(request.param, seeded)


@pytest.fixture(params=BOTH, scope="session")
def people(request: pytest.FixtureRequest, once: Once[Cast]) -> Cast:
    """A person of each role, with weeks of spending; the tests only read."""
    return once(request.param, cast)


@pytest.fixture(params=BOTH, scope="session")
def alike(request: pytest.FixtureRequest, once: Once[Seeded]) -> Seeded:
    """A service where organizations, people, projects and courses share names; the tests only read."""
    return once(request.param, alike_service)
