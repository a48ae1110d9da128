"""Which paths a Jupyter server of ours refuses before Voila or Jupyter handle them."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

import pytest

from workbench.cli.jupyter.lab import jupyterlab_command
from workbench.cli.jupyter.page import page_command


@pytest.fixture
def names_nothing() -> Callable[..., bool]:
    """The rule, imported for the tests that ask it: Jupyter's server takes seconds, and memory in every worker."""
    from workbench.cli.jupyter import path_guard

    return path_guard.names_nothing


@pytest.mark.parametrize(
    "path",
    [
        "/voila/templates/lab/static/..%2f",
        "/voila/templates/lab/static/%00",
        "/voila/templates/lab/static/",
        "/voila/templates/lab",
        "/voila/templates/a//static/b",
        "/voila/templates/%2f/static/x",
        "/voila/templates/lab/static/%ED%A0%80",
        "/voila/static/..%5c..%5cx",
        "/files/%00",
        "/files/" + "a" * 256,
        "/files/a/%2e%2e/b",
        "/nbconvert/nothing/a.ipynb",
    ],
)
def test_a_path_that_names_no_file_is_refused(names_nothing: Callable[..., bool], path: str) -> None:
    """Regression: many of these were 500, those of Voila's templates without a token."""
    assert names_nothing(path)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/voila/templates/lab/static/voila.js",
        "/voila/render/a%20b.ipynb",
        "/lab/tree/Gr%C3%B6%C3%9Fe/a.ipynb",
        "/lab/api/settings/@jupyterlab/apputils-extension:themes",
        "/api/contents/..a/b..ipynb",
        "/api/workspaces/a%2Fb",
        "/nbconvert/html/a.ipynb",
    ],
)
def test_a_path_that_can_name_a_file_goes_on(names_nothing: Callable[..., bool], path: str) -> None:
    """Also with spaces, other letters, and a slash that is part of a name."""
    assert not names_nothing(path, formats=["html"])


def test_below_a_base_url_it_is_the_same(names_nothing: Callable[..., bool]) -> None:
    """A server behind a proxy may have one."""
    assert names_nothing("/user/ana/voila/templates/lab", "/user/ana/")


def test_lab_and_page_are_guarded(tmp_path: Path) -> None:
    """Both servers have Voila's paths."""
    chosen = argparse.Namespace(no_browser=True, port=0)
    commands = [jupyterlab_command(tmp_path, chosen), page_command(tmp_path / "a.ipynb", chosen)]

    assert all(any("path_guard" in word for word in words) for words in commands)
