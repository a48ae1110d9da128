"""A secret that papermill was given stops the notebook at its first cell."""

from __future__ import annotations

import pytest
from IPython.core.interactiveshell import InteractiveShell

from workbench.api.injected_parameters import assigned_names, refuse_injected_secrets
from workbench.errors import InputRejected
from workbench.procedures.service import list_sessions, revoke_session


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The cells of a notebook that is running."""
    shell = InteractiveShell.instance()
    cells = ["", "organization = None"]
    monkeypatch.setitem(shell.user_ns, "In", cells)
    return cells


@pytest.mark.parametrize(
    "said",
    [
        'token = "x"',
        'session_cookie = "x"',
        'since = "Zq3vX8_1bT-9kLmN0pQrS7uVwXyZ2a4c6e8g0i2k4m6"',
        'organization = ["a", "Zq3vX8_1bT-9kLmN0pQrS7uVwXyZ2a4c6e8g0i2k4m6"]',
        'where = {"of": {"Token": "x"}}',
        "days = float('nan')\ntoken = \"x\"",
        "token = float('nan')",
    ],
)
def test_a_secret_of_papermill_s_is_refused(said: str, notebook: list[str]) -> None:
    """By its name or its looks; the sentence says what to do about the file, and not the secret."""
    notebook.append(f"# Parameters\n{said}\n")
    with pytest.raises(InputRejected, match="Delete that file and its copies") as refused:
        refuse_injected_secrets()

    assert "Zq3" not in str(refused.value)


def test_what_is_said_ends_the_session(notebook: list[str]) -> None:
    """`workbench logout` does not, and the sentence does not say so."""
    notebook.append('# Parameters\ntoken = "x"\n')
    with pytest.raises(InputRejected) as refused:
        refuse_injected_secrets()
    said = str(refused.value)

    assert list_sessions.name in said
    assert revoke_session.name in said
    assert "`workbench logout` isn't enough" in said


def test_other_parameters_and_other_cells_pass(notebook: list[str]) -> None:
    """A person may have a variable of any name."""
    notebook += ['# Parameters\nsince = "2026-01-01"\norganization = ["a", "b"]\n', 'token = "x"']
    refuse_injected_secrets()


@pytest.mark.parametrize(
    ("cell", "found"),
    [
        ('a = 1\nb = "x"', {"a": 1, "b": "x"}),
        ("a = 1 +", {}),
        ("a = f()\nb = 1", {"a": None, "b": 1}),
        ("print(1)", {}),
    ],
)
def test_plain_assignments_are_read(cell: str, found: dict[str, object]) -> None:
    """Nothing is run for it."""
    assert assigned_names(cell) == found
