"""What a report is about: which organizations, which parameters, at what moment. Asks nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from difflib import get_close_matches
from typing import Any, Final, NamedTuple

from workbench.errors import InputRejected
from workbench.procedures.organization import Organization

WORD: Final = "text"
COUNT: Final = "whole number"
SWITCH: Final = "yes or no"
DATE: Final = "date"
_YES: Final = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
_LIKE_A_TOKEN: Final = re.compile(r"session-token=|(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Z])[A-Za-z0-9_-]{40,}(?![\w-])")
_SECRETS: Final = ("token", "secret", "password", "passwd", "cookie", "credential", "api_key", "apikey", "session")


@dataclass(frozen=True, slots=True)
class ReportOrganization:
    """An organization: its id, `None` for the last selected one, and its name."""

    organization_id: str | None = None
    name: str | None = None


class Parameter(NamedTuple):
    """A parameter of a report: name, kind (text, whole number, yes or no, date), meaning; perhaps its choices."""

    name: str
    kind: str
    meaning: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scope:
    """Organizations, parameters by name, and the moment that counts as now.

    `runs` are the runs of this computer's journals, for the report on runs: records with the attributes that its
    columns name; `run_names` are the runs of lessons there, by lesson id, for a service that keeps none; `run_lessons`
    the lessons that runs made, by the place's organization. They are handed in, because reports do not read journals.
    """

    places: tuple[ReportOrganization, ...] = (ReportOrganization(),)
    parameters: Mapping[str, Any] = field(default_factory=dict)
    now: datetime = field(default_factory=lambda: datetime.now(UTC))
    runs: Sequence[Any] = ()
    run_names: Mapping[str, str] = field(default_factory=dict)
    run_lessons: Mapping[str | None, Sequence[str]] = field(default_factory=dict)

    def given(self, name: str, default: Any = None) -> Any:
        """The parameter's value, or the default when it was not given."""
        found = self.parameters.get(name)
        return default if found is None else found


def parsed(parameters: Sequence[Parameter], given: Mapping[str, object]) -> dict[str, Any]:
    """The parameters with values of their kinds; text is read as the kind says.

    Raises `InputRejected` for an unknown name, with the nearest, for a value that is none, and for a secret's name.
    """
    refuse_secrets(given)
    known = {each.name: each for each in parameters}
    for name in given:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            there = f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(known) or 'none'}."
            raise InputRejected(f"The report has no parameter {name!r}. {there}")
    return {name: _value(known[name], value) for name, value in given.items() if value is not None}


def refuse_secrets(given: Mapping[str, object]) -> None:
    """Raises `InputRejected` for a parameter whose name is a secret's or whose value looks like one.

    Parameters are kept in files and logs.
    """
    for name, value in given.items():
        if _is_secret(name, value):
            raise InputRejected(
                f"{name}: a secret is never a parameter, because parameters are written into files and logs. "
                "Run `workbench login`, or set WORKBENCH_SESSION_TOKEN."
            )


def _is_secret(name: str, value: object) -> bool:
    if any(word in name.lower().replace("-", "_") for word in _SECRETS):
        return True
    if isinstance(value, str):
        return bool(_LIKE_A_TOKEN.search(value))
    if isinstance(value, Mapping):
        return any(_is_secret(str(key), each) for key, each in value.items())
    return isinstance(value, list | tuple | set) and any(_is_secret("", each) for each in value)


def chosen_places(listed: Sequence[Organization], wanted: Sequence[str]) -> tuple[ReportOrganization, ...]:
    """The places of these names or ids, `all` for every one; each once. Raises `InputRejected`, with the nearest."""
    if list(wanted) == ["all"]:
        return tuple(ReportOrganization(each.organization_id, each.name) for each in listed)
    return tuple(dict.fromkeys(_place(listed, each) for each in wanted))


def _place(listed: Sequence[Organization], wanted: str) -> ReportOrganization:
    found = [each for each in listed if wanted in (each.organization_id, each.name)]
    if len(found) == 1:
        return ReportOrganization(found[0].organization_id, found[0].name)
    if found:
        ids = ", ".join(each.organization_id for each in found)
        raise InputRejected(f"Several organizations are named {wanted!r}; name one by its id: {ids}.")
    names = [each.name for each in listed]
    near = get_close_matches(wanted, names, n=1)
    there = f"Did you mean {near[0]!r}?" if near else f"Yours are: {', '.join(names) or 'none that it tells'}."
    raise InputRejected(f"There is no organization {wanted!r} of yours. {there}")


def _value(parameter: Parameter, value: object) -> Any:
    wrong = InputRejected(f"{parameter.name}: {str(value)[:80]!r} is no {parameter.kind}.")
    text = str(value).strip()
    if parameter.kind == SWITCH:
        if text.lower() not in _YES:
            raise wrong
        return _YES[text.lower()]
    if parameter.kind == COUNT:
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise wrong
        return int(text)
    if parameter.kind == DATE:
        return parse_day(value, wrong.message)
    if parameter.choices and text not in parameter.choices:
        near = get_close_matches(text, parameter.choices, n=1)
        there = f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(parameter.choices)}."
        raise InputRejected(f"{parameter.name}: there is no {text[:80]!r}. {there}")
    return text


def parse_day(value: object, problem: str) -> date:
    """A date, a moment's date, or that of a text such as 2026-01-31. Raises `InputRejected` with `problem`."""
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    try:
        return date.fromisoformat(str(value).strip())
    except ValueError:
        raise InputRejected(f"{problem} Write it as 2026-01-31.") from None
