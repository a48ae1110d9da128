"""Which database a command works on."""

from __future__ import annotations

from workbench.cli.admin.database import SERVED, database_url
from workbench.client.data_folder import data_folder
from workbench.embedded.host import DATABASE


def test_what_is_told_is_taken() -> None:
    """As it stands."""
    assert database_url("sqlite:///x") == "sqlite:///x"


def test_otherwise_it_is_one_file_of_the_data_folder() -> None:
    """The same for `serve` and `admin`, and never that of the embedded service."""
    assert database_url(None) == f"sqlite:///{data_folder() / SERVED}"
    assert SERVED != DATABASE
