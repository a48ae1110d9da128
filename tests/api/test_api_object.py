"""How the attributes of a connected workbench are shown, and what a mistyped keyword gets."""

from __future__ import annotations

from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from typing import Any

import numpy
import pytest

from workbench.api.api_object import ApiObject
from workbench.api.bulk import Bulk
from workbench.api.content.lessons import Lessons
from workbench.api.reports import Reports
from workbench.errors import InputRejected, WrongType

SECRET = "canary-4f1d9c"


class Silent:
    """A client that nobody may call, and that shows its secret."""

    def __repr__(self) -> str:
        return SECRET


@dataclass(frozen=True, repr=False)
class Boats(ApiObject):
    """Something to hang on a workbench."""

    client: Any
    organization: str

    def sail(self, *, language: str, knots: int = 1) -> str:
        """Sail away. Slowly.

        Further down.
        """
        return f"{language} {knots}"

    def anchor(self, **anything: Any) -> None:
        """Stay here."""


BOATS = Boats(Silent(), "<script>alert(1)</script>\x1b[31m")


def test_it_shows_its_methods_as_a_small_table() -> None:
    """Each with its first sentence; an organization's name is text; nothing is sent, and no client is shown."""
    shown = BOATS._repr_mimebundle_()

    assert shown["text/plain"] == repr(BOATS)
    assert "  sail    Sail away" in repr(BOATS) and "Slowly" not in repr(BOATS)
    assert "<script>" not in shown["text/html"] and "\x1b" not in shown["text/plain"]
    assert SECRET not in shown["text/plain"] + shown["text/html"]


def test_a_mistyped_keyword_is_answered_with_the_nearest() -> None:
    """Before anything is sent; the right one works."""
    with pytest.raises(InputRejected, match=r"sail\(\) has no keyword 'langauge'. Did you mean 'language'\?"):
        BOATS.sail(langauge="EN")  # type: ignore[call-arg]
    with pytest.raises(InputRejected, match=r"'since'. Did you mean 'changed_since'\?"):
        Reports(Silent(), "Acme").lessons(since="2026-01-31")  # type: ignore[arg-type, call-arg]  # a saved notebook's
    with pytest.raises(InputRejected, match="It has: language, knots"):
        BOATS.sail(x=1)  # type: ignore[call-arg]
    assert BOATS.sail(language="EN", knots=2) == "EN 2"
    BOATS.anchor(whatever=1)


@pytest.mark.parametrize(
    ("method", "parameter"),
    [(Lessons.list, "course"), (Bulk.plan, "language"), (Reports.coverage, "stale_days")],
)
def test_help_shows_the_real_parameters(method: Any, parameter: str) -> None:
    """As completion does: the names are those of the method."""
    assert parameter in signature(method).parameters


def test_every_attribute_answers_so() -> None:
    """Plans and reports too."""
    client: Any = Silent()
    for call in (
        lambda: Bulk(client, None).plan("x", langauge="EN"),  # type: ignore[call-arg]
        lambda: Reports(client, None).coverage(stale_day=3),  # type: ignore[call-arg]
        lambda: Lessons(client, None).list(curse="x"),  # type: ignore[call-arg]
    ):
        with pytest.raises(InputRejected, match="Did you mean"):
            call()


@dataclass(frozen=True, repr=False)
class Harbour(ApiObject):
    """Takes arguments of the types that are checked."""

    def moor(
        self, name: str, berth: int | None = None, *, is_dry: bool = False, log: str | Path = "log", extra: Any = None
    ) -> str:
        """Moor a boat."""
        return f"{name} {berth} {is_dry} {log} {extra}"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"name": 12}, r"^moor\(\): name must be a text, not 12 \(int\)\.$"),
        ({"name": None}, "name must be a text, not None"),
        ({"name": "Ann", "berth": "two"}, "berth must be a whole number or None, not 'two'"),
        ({"name": "Ann", "berth": True}, "berth must be a whole number or None, not True"),
        ({"name": "Ann", "berth": float("nan")}, r"berth must be a whole number or None, not nan \(float\)"),
        ({"name": "Ann", "is_dry": 1}, r"is_dry must be True or False, not 1 \(int\)"),
        ({"name": "Ann", "log": b"log"}, r"log must be a text or a path, not bytes"),
    ],
)
def test_a_value_of_the_wrong_type_is_refused(given: dict[str, Any], said: str) -> None:
    """Before the method sees it; it is a `TypeError`, too."""
    with pytest.raises(WrongType, match=said) as refused:
        Harbour().moor(**given)

    assert isinstance(refused.value, TypeError)


@pytest.mark.parametrize("path", ["a\0b", "x" * 10_000, Path("x" * 300)])
def test_a_path_that_no_file_can_have_is_refused(path: str | Path) -> None:
    """The system would raise an error of its own."""
    with pytest.raises(InputRejected, match="log is no path"):
        Harbour().moor("Ann", log=path)


def test_values_of_the_right_types_are_taken() -> None:
    """By position and by keyword; a whole number of a table, too; what is not checked comes as it is."""
    assert Harbour().moor("Ann", 2, is_dry=True, log=Path("log"), extra=[1]) == "Ann 2 True log [1]"
    assert Harbour().moor("Ann", numpy.int64(2)) == "Ann 2 False log None"
    assert Harbour().moor("Ann", None) == "Ann None False log None"
