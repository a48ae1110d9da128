"""What a test needs of the machine is said once, and CI does not skip."""

from __future__ import annotations

import pytest

from tests.needs import find, needs, say_missing


def test_a_missing_tool_skips_on_a_persons_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason names the tool and how to get it."""
    monkeypatch.delenv("CI", raising=False)

    with pytest.raises(pytest.skip.Exception, match=r"needs chromium, .*\.ci/run"):
        say_missing(["chromium"])


def test_a_missing_tool_fails_in_the_gate(monkeypatch: pytest.MonkeyPatch) -> None:
    """With CI=true nothing is skipped silently."""
    monkeypatch.setenv("CI", "true")

    with pytest.raises(pytest.fail.Exception, match="needs node, wrk"):
        say_missing(["node", "wrk"])


def test_an_unknown_tool_is_a_mistake() -> None:
    """A tool that nobody knows how to find would skip for ever."""
    with pytest.raises(ValueError, match="no such tool: chrmium"):
        needs("chrmium")


def test_a_tool_is_found_on_the_path(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`find` gives its place, and nothing where it is not."""
    (tmp_path / "wrk").touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))

    assert find("wrk") == str(tmp_path / "wrk")
    assert find("npm") is None
