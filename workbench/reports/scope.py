"""The scope of a report: organizations, parameters, and time. Sends nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import product
from typing import Any, Final, NamedTuple

from workbench.authoring.language import language_code
from workbench.errors import InputRejected
from workbench.nearest_word import suggestion
from workbench.patterns import Pattern
from workbench.procedures.organization import Organization
from workbench.reports.period import boundary, period, time_zone

WORD: Final = "text"
COUNT: Final = "whole number"
SWITCH: Final = "yes or no"
DATE: Final = "date or instant"
ZONE: Final = "time zone"
PROJECT: Final = "project id"
COURSE: Final = "course id"
PERSON: Final = "person id"
ACTION: Final = "action"
LANGUAGE: Final = "language code"
LANGUAGES: Final = "language codes"
OF_SEVERAL: Final = {PROJECT: "project", COURSE: "course"}
"""Kinds of parameters that may have several values, each an id or a name, with the name of the thing."""
_YES: Final = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
_LIKE_A_TOKEN: Final = Pattern(r"session-token=|(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Z])[A-Za-z0-9_-]{40,}(?![\w-])")
_SECRETS: Final = ("token", "secret", "password", "passwd", "cookie", "credential", "api_key", "apikey", "session")


@dataclass(frozen=True, slots=True)
class ReportOrganization:
    """An organization: its id, `None` for the last selected one, and its name."""

    organization_id: str | None = None
    name: str | None = None


class Parameter(NamedTuple):
    """A parameter of a report: name, kind and meaning; optionally its choices, or the limits of a number."""

    name: str
    kind: str
    meaning: str
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 10**9


@dataclass(frozen=True, slots=True)
class Scope:
    """Organizations, parameters by name, and the moment that counts as now.

    `runs` are the runs of this computer's journals, for the report on runs: records with the attributes that its
    columns name; `run_names` are the runs of lessons there, by lesson id, for a service that keeps none; `run_lessons`
    the lessons that runs made, by organization. They are handed in, because reports do not read journals.
    """

    organizations: tuple[ReportOrganization, ...] = (ReportOrganization(),)
    parameters: Mapping[str, Any] = field(default_factory=dict)
    now: datetime = field(default_factory=lambda: datetime.now(UTC))
    runs: Sequence[Any] = ()
    run_names: Mapping[str, str] = field(default_factory=dict)
    run_lessons: Mapping[str | None, Sequence[str]] = field(default_factory=dict)

    def get(self, name: str, default: Any = None) -> Any:
        """Return the parameter's value, or the default if it was not given."""
        value = self.parameters.get(name)
        return default if value is None else value

    def filters(self, *names: str) -> list[dict[str, Any]]:
        """Return the values of these parameters; if one has several, a dict for each combination."""
        values = ([value] if not isinstance(value := self.get(name), tuple) else value for name in names)
        return [dict(zip(names, combination, strict=True)) for combination in product(*values)]


def parse_parameters(parameters: Sequence[Parameter], given: Mapping[str, object]) -> dict[str, Any]:
    """Return the parameters with values of their kinds; text is read as the kind says.

    Raises `InputRejected` for an unknown name, with the nearest, for an invalid value, and for a secret's name.
    """
    refuse_secrets(given)
    known = {parameter.name: parameter for parameter in parameters}
    for name in given:
        if name not in known:
            raise InputRejected(f"The report has no parameter {name!r}. {suggestion(name, list(known))}")
    values = {name: _value(known[name], value) for name, value in given.items() if value is not None}
    for since in known:
        if since.endswith("since"):
            period(values, since, since.removesuffix("since") + "until")
    return values


def refuse_secrets(given: Mapping[str, object]) -> None:
    """Raise `InputRejected` for a parameter whose name is a secret's or whose value looks like one.

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
        return any(_is_secret(str(key), part) for key, part in value.items())
    return isinstance(value, list | tuple | set) and any(_is_secret("", part) for part in value)


def chosen_organizations(listed: Sequence[Organization], wanted: Sequence[str]) -> tuple[ReportOrganization, ...]:
    """Return the organizations of these names or ids, `all` for every one; each once.

    Raises `InputRejected`, with the nearest.
    """
    if list(wanted) == ["all"]:
        return tuple(ReportOrganization(organization.organization_id, organization.name) for organization in listed)
    return tuple(dict.fromkeys(_report_organization(listed, name) for name in wanted))


def _report_organization(listed: Sequence[Organization], wanted: str) -> ReportOrganization:
    organizations = [
        organization for organization in listed if wanted in (organization.organization_id, organization.name)
    ]
    if len(organizations) == 1:
        return ReportOrganization(organizations[0].organization_id, organizations[0].name)
    if organizations:
        ids = ", ".join(organization.organization_id for organization in organizations)
        raise InputRejected(f"Several organizations are named {wanted!r}; name one by its id: {ids}.")
    there = suggestion(wanted, [organization.name for organization in listed])
    raise InputRejected(f"There is no organization {wanted!r} of yours. {there}")


def _value(parameter: Parameter, value: object) -> Any:
    if parameter.kind in OF_SEVERAL and isinstance(value, tuple):
        return tuple(dict.fromkeys(_value(parameter, part) for part in value))
    wrong = InputRejected(f"{parameter.name}: {str(value)[:80]!r} is not valid; expected: {parameter.kind}.")
    text = str(value).strip()
    if parameter.kind == SWITCH:
        if text.lower() not in _YES:
            raise wrong
        return _YES[text.lower()]
    if parameter.kind == COUNT:
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise wrong
        if not parameter.least <= int(text) <= parameter.most:
            raise InputRejected(
                f"{parameter.name} is a whole number from {parameter.least:,} to {parameter.most:,}, not {int(text):,}."
            )
        return int(text)
    if parameter.kind == DATE:
        return boundary(value, parameter.name)
    if parameter.kind == ZONE:
        return time_zone(value, parameter.name)
    if not text:
        raise InputRejected(f"{parameter.name} is empty. Leave it out, or give a value.")
    if parameter.kind in (LANGUAGE, LANGUAGES):
        return _languages(parameter, text)
    if parameter.choices and text not in parameter.choices:
        raise InputRejected(f"{parameter.name}: there is no {text[:80]!r}. {suggestion(text, parameter.choices)}")
    return text


def _languages(parameter: Parameter, text: str) -> str:
    """Return the code, or several separated by commas, in upper case."""
    parts = [part for part in text.split(",") if part.strip()] if parameter.kind == LANGUAGES else [text]
    try:
        return ",".join(dict.fromkeys(language_code(part) for part in parts))
    except ValueError:
        pass
    pieces = text.translate(str.maketrans(";/|+& ", ",,,,,,"))
    try:
        meant = [language_code(piece) for piece in pieces.split(",") if piece]
    except ValueError:
        meant = []
    several = ", several with commas between" if parameter.kind == LANGUAGES else ""
    there = f"Write codes such as EN or PT-BR{several}."
    if parameter.kind == LANGUAGES and meant:
        there = f"Did you mean {','.join(meant)!r}?"
    raise InputRejected(f"{parameter.name}: {text[:80]!r} is not valid; expected: {parameter.kind}. {there}")
