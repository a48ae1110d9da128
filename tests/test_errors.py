"""Errors answer "what do I do now?"."""

from __future__ import annotations

import pickle

import pytest
from IPython.core.interactiveshell import InteractiveShell

from workbench import errors
from workbench.errors import (
    AnswerUnreadable,
    CallFailed,
    Conflict,
    EditRejected,
    InputRejected,
    JournalError,
    Misconfigured,
    MixedBatch,
    NameTaken,
    NotAllowed,
    NotConfirmed,
    NotConnected,
    NotFound,
    NotSent,
    OpenAuthorNotes,
    OpenPlaces,
    OriginRefused,
    OtherOrganization,
    OutOfCredits,
    PatternTimedOut,
    PlanRejected,
    ServiceUnwell,
    SignInNeeded,
    SourceRejected,
    TooManyRequests,
    UnknownName,
    Unreachable,
    WorkbenchError,
    WrongType,
)

KINDS = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, WorkbenchError)]


@pytest.mark.parametrize("kind", KINDS)
def test_the_docstring_is_the_message(kind: type[WorkbenchError]) -> None:
    """A sentence, when nothing more is known."""
    assert str(kind().message).endswith(".")
    assert kind().message == " ".join((kind.__doc__ or "").split())


def test_a_refused_call_says_which() -> None:
    """Procedure, code and HTTP status."""
    refused = CallFailed("Too few.", procedure="lesson.createStarterLesson", code="PAYMENT_REQUIRED", http_status=402)

    assert str(refused) == "Too few. (PAYMENT_REQUIRED, 402)"


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


GROUPS = {WorkbenchError, NotSent, CallFailed}
BUILT_IN: dict[type[Exception], set[type[WorkbenchError]]] = {
    LookupError: {UnknownName, NotFound},
    TypeError: {WrongType},
    ValueError: {
        InputRejected,
        SourceRejected,
        MixedBatch,
        OriginRefused,
        EditRejected,
        PlanRejected,
        Misconfigured,
    },
    ConnectionError: {NotConnected, Unreachable},
    PermissionError: {SignInNeeded, NotAllowed, OtherOrganization},
    TimeoutError: {PatternTimedOut},
    RuntimeError: {
        NotConfirmed,
        AnswerUnreadable,
        Conflict,
        NameTaken,
        OpenPlaces,
        OpenAuthorNotes,
        OutOfCredits,
        TooManyRequests,
        ServiceUnwell,
        JournalError,
    },
}


def test_every_error_is_one_of_pythons_too() -> None:
    """Apart from those that only group others; a new one is put in this table."""
    in_table = set().union(*BUILT_IN.values())

    assert {kind.__name__ for kind in {*KINDS} ^ {*GROUPS, *in_table}} == set()
    for kind in {*KINDS} - GROUPS:
        assert any(issubclass(kind, built_in) for built_in in BUILT_IN), kind


@pytest.mark.parametrize(
    ("kind", "built_in"), [(kind, built_in) for built_in, kinds in BUILT_IN.items() for kind in KINDS if kind in kinds]
)
def test_people_catch_the_errors_that_they_know(kind: type[WorkbenchError], built_in: type[Exception]) -> None:
    """Ours and Python's; text, repr and pickling are those of ours."""
    raised = kind("It’s “so”.")
    copied = pickle.loads(pickle.dumps(raised))

    assert isinstance(raised, built_in)
    assert str(raised).startswith("It’s “so”.") and repr(raised) == f"{kind.__name__}('It’s “so”.')"
    assert (type(copied), copied.args, vars(copied)) == (kind, raised.args, vars(raised))


def test_what_a_lost_connection_knows_is_pickled() -> None:
    """Whether it was sent, and where."""
    raised = Unreachable("Gone.", sent=False, procedure="lesson.getLesson")

    assert vars(pickle.loads(pickle.dumps(raised))) == vars(raised)
    assert (raised.errno, raised.sent) == (None, False)
