"""Empty databases of both kinds, for what is measured on each."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count

from tests.postgresql_server import server


@contextmanager
def each_database() -> Iterator[Mapping[str, Callable[[], str]]]:
    """By the name of its kind, what gives the URL of a new empty database; all are gone afterwards."""
    numbers = count()
    with tempfile.TemporaryDirectory() as folder, server(durable=True) as postgresql:
        yield {"SQLite": lambda: f"sqlite:///{folder}/{next(numbers)}.db", "PostgreSQL": postgresql.fresh}
