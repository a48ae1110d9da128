"""Errors answer "what do I do now?"."""

from __future__ import annotations

import pytest
from IPython.core.interactiveshell import InteractiveShell

from workbench import errors
from workbench.errors import CallFailed, NotConnected, WorkbenchError

KINDS = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, WorkbenchError)]


@pytest.mark.parametrize("kind", KINDS)
def test_the_docstring_is_the_message(kind: type[WorkbenchError]) -> None:
    """A sentence, when nothing more is known."""
    assert str(kind().message).endswith(".")
    assert kind().message == " ".join((kind.__doc__ or "").split())


def test_a_refused_call_says_which() -> None:
    """Procedure, code and HTTP status."""
    refused = CallFailed("Too few.", procedure="lesson.createStarterLesson", code="PAYMENT_REQUIRED", http_status=402)

    assert str(refused) == "lesson.createStarterLesson: Too few. (PAYMENT_REQUIRED, 402)"


@pytest.fixture
def shell() -> InteractiveShell:
    """What runs a notebook's cells."""
    return InteractiveShell.instance()


def test_a_notebook_shows_one_line(shell: InteractiveShell, capsys: pytest.CaptureFixture[str]) -> None:
    """Not forty frames."""
    shell.run_cell("from workbench.errors import NotConnected\nraise NotConnected('Run: workbench login')")

    assert capsys.readouterr().out.strip() == "NotConnected: Run: workbench login"


def test_all_frames_come_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """With WORKBENCH_TRACE=1."""
    monkeypatch.setenv("WORKBENCH_TRACE", "1")
    with pytest.raises(NotConnected) as raised:
        raise NotConnected

    assert "Traceback" in raised.value._render_traceback_()[0]
