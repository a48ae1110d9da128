"""The variables of this process are read one by one and not shown."""

from __future__ import annotations

import os

import pytest

from workbench.client.session.environment import ENVIRONMENT


def test_it_is_the_environment_and_does_not_show_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is set later is there as well; a traceback with variables holds none."""
    monkeypatch.setenv("WORKBENCH_SESSION_TOKEN", "canary-4f1d9c")

    assert dict(ENVIRONMENT) == dict(os.environ)
    assert len(ENVIRONMENT) == len(os.environ)
    assert ENVIRONMENT.get("WORKBENCH_SESSION_TOKEN") == "canary-4f1d9c"
    assert "canary" not in repr(ENVIRONMENT) + str(ENVIRONMENT)
