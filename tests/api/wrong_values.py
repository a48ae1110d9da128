"""Calls of every public verb with a wrong value for each of its parameters, generated from the signatures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from inspect import Parameter, isfunction, signature
from itertools import count, islice
from pathlib import Path
from typing import Any, Final

import pandas
import pytest

from tests.service.assets.media_files import picture
from workbench.api.api_object import ApiObject
from workbench.api.connect import connect
from workbench.api.workbench import Workbench
from workbench.bulk import Dismiss
from workbench.bulk.translations import UpdatePlan
from workbench.client.sync import Client
from workbench.errors import AnswerUnreadable, InputRejected, NotAllowed, ServiceUnwell, WorkbenchError
from workbench.procedures.declare import Call
from workbench.procedures.lesson import list_lessons

WRONG: Final[Mapping[str, tuple[Any, tuple[str, ...]]]] = {
    "None": (None, ("None", "Name ", "Give ")),
    "empty text": ("", ("''", "empty", "no language is given", "no word", "names no column")),
    "long text": ("x" * 10_000, ("'xxx", "10,000")),
    "12": (12, ("12",)),
    "-1": (-1, ("-1",)),
    "1.5": (1.5, ("1.5",)),
    "True": (True, ("True",)),
    "object": (object(), ("object",)),
    "[]": ([], ("[]", "empty", "Name ", " is given", "names no column")),
    "{}": ({}, ("{}",)),
    "[None]": ([None], ("[None]", "None")),
    "table": (pandas.DataFrame({"nme": ["x"]}), ("DataFrame", "nme")),
    "bytes": (b"", ("b''", "bytes", "empty")),
    "nan": (float("nan"), ("nan",)),
}
"""Wrong values, each with the words of which a message about it has one."""
NOT_SHOWN: Final = {
    "connect(token)",  # a secret
    "wb.glossary.set(terms)",  # a table, of which the columns are named
    "wb.reports.chart(frame)",  # any report may be this table
    "wb.tags.set(course)",  # given together with a lesson
    "wb.bulk.plan_translations(rows)",  # given together with languages
    "wb.reports.build(parameters)",  # the report has no such parameter
}
"""Wrong values that no message shows."""
_VARIABLE: Final = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
_ENDS: Final = {"wb.close", "wb.client.close", "run.close", "change_run.close", "wb.client.run"}


@dataclass(frozen=True)
class Trial:
    """A call of a verb with one wrong value, and what it raised, if anything."""

    verb: str
    parameter: str
    value: str
    raised: BaseException | None

    @property
    def is_raw(self) -> bool:
        """Whether the error is not one of ours, or one that says that a program is wrong."""
        if isinstance(self.raised, ServiceUnwell | AnswerUnreadable):
            return True
        return self.raised is not None and not isinstance(self.raised, WorkbenchError)

    @property
    def is_silent(self) -> bool:
        """Whether the error is about the input and does not show the value."""
        if not isinstance(self.raised, InputRejected) or f"{self.verb}({self.parameter})" in NOT_SHOWN:
            return False
        return not any(words in str(self.raised) for words in WRONG[self.value][1])

    def __str__(self) -> str:
        return f"{self.verb}({self.parameter}={self.value}): {type(self.raised).__name__}: {str(self.raised)[:200]}"


@contextmanager
def nothing_is_written() -> Iterator[None]:
    """Inside, every write to the service is refused before it is sent."""
    send = Client._outcomes

    def send_reads(self: Client, calls: tuple[Call[Any], ...], **options: Any) -> list[Any]:
        if any(isinstance(call, Call) and call.procedure.is_write for call in calls):
            raise NotAllowed("Only reads are sent here.", code="FORBIDDEN", http_status=403)
        return send(self, calls, **options)

    def refuse(self: Client, call: Call[Any], /) -> Any:
        return send_reads(self, (call,))  # only writes have keys

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Client, "_outcomes", send_reads)
        patched.setattr(Client, "call_keyed", refuse)
        yield


def all_trials(made: OneOfEverything) -> list[Trial]:
    """Call every public verb of the workbench, its parts, and what they return, with each wrong value."""
    found: list[Trial] = []
    with nothing_is_written():
        for owner, verb_owner in made.owners():
            for verb, method in _verbs(owner, verb_owner):
                found += _trials(verb, method, lambda verb=verb: made.good(verb))  # type: ignore[misc]
        found += _trials("connect", _connect_and_close, lambda: {"url": made.wb.client.origin})
    return found


class OneOfEverything:
    """A workbench with one of everything, and good values for parameters by their names."""

    def __init__(self, wb: Workbench, folder: Path) -> None:
        self.wb, self.folder, self.names = wb, folder, count()
        self.course = wb.courses.create("Reading a map")
        self.lesson = wb.lessons.create("Contours", language="EN", course=self.course)
        wb.projects.create("Trade")
        self.plan = wb.bulk.plan(["Rowing"], language="EN", name="rowing")
        self.run = wb.bulk.run(wb.bulk.plan(["Punting"], language="EN", name="punting"))
        titles = pandas.DataFrame({"lesson_id": [self.lesson.lesson_id], "title": ["Contour lines"]})
        self.change_run = wb.lessons.apply(titles, name="map work").run()
        self.change_plan = wb.lessons.apply(titles.assign(title="Contours"), name="contours")
        self.opened = wb.lessons.open(self.run.rows()[0].lesson_id or "")
        self.outline = wb.courses.outline(["Rowing", "Punting"], title="Boats", language="EN")
        self.text = folder / "tides.txt"
        self.text.write_text("The tide turns twice a day. " * 30, encoding="utf-8")
        self.source = wb.sources.add(self.text)
        self.picture = folder / "ladder.png"
        self.picture.write_bytes(picture())
        self.asset = wb.assets.upload(self.picture)
        for label in ("one", "two"):
            wb.snapshots.create(folder / "snapshots", label=label)
        wb.bulk.save(self.plan, folder / "plan.json")
        wb.changes.save(self.change_plan, folder / "changes.json")
        self.frame = wb.lessons.list()
        self.person = str(wb.people.list()["person_id"].iloc[0])

    def owners(self) -> Iterator[tuple[str, object]]:
        """Yield the workbench, what hangs on it, and what its verbs return."""
        wb = self.wb
        yield "wb", wb
        for name, part in vars(wb).items():
            if isinstance(part, ApiObject):
                yield f"wb.{name}", part
        yield from {
            "wb.client": wb.client,
            "plan": self.plan,
            "change_plan": self.change_plan,
            "run": self.run,
            "change_run": self.change_run,
            "lesson": self.opened,
            "outline": self.outline,
        }.items()

    def good(self, verb: str) -> dict[str, Any]:
        """Return a good value for each parameter that needs one, and arguments that some verbs need besides."""
        fresh = self.folder / f"new {next(self.names)}"
        paths = {
            "wb.bulk.load": self.folder / "plan.json",
            "wb.changes.load": self.folder / "changes.json",
            "wb.sources.add": self.text,
            "wb.assets.upload": self.picture,
        }
        plans = {"wb.changes": self.change_plan, "wb.translations": UpdatePlan([], None, 1, self.wb.client)}
        lesson, course = self.lesson, self.course
        return {
            "wb.tags.set": {"lesson": lesson},
            "wb.glossary.set": {"language": "EN"},
            "wb.bulk.plan_translations": {"languages": "FR"},
            "wb.snapshots.create": {"label": f"new {next(self.names)}"},
            "action": "rewrite",
            "approval": None,
            "asset": self.asset,
            "before": "one",
            "block": self.opened.blocks[0],
            "blocks": {},
            "brief": "How to read a map",
            "call": list_lessons(),
            "changes": 1,
            "comment_id": "0" * 25,
            "content": [course],
            "count": 1,
            "course": course,
            "courses": [course],
            "credits": 1,
            "decision": Dismiss(),
            "email": "ann@example.org",
            "file": self.text if verb.endswith("xliff") else b"Ebb {=low ~high}\n",
            "find": "map",
            "folder": self.folder / "snapshots" if verb.startswith("wb.snapshots.") else fresh,
            "format": "markdown",
            "frame": self.outline.frame() if verb.startswith("outline.") else self.frame,
            "language": "EN",
            "lesson": 1 if verb.startswith("outline.") else lesson,
            "lessons": ["Rowing"] if verb == "wb.courses.outline" else [lesson],
            "name": "lessons" if verb.startswith("wb.reports.") else "map work",
            "note": "Again",
            "number": 1,
            "objectives": ["Row"],
            "organization": self.wb.facts.organization_id,
            "organization_id": self.wb.facts.organization_id,
            "outline": self.outline,
            "path": paths.get(verb, fresh.with_suffix(".html")),
            "person": self.person,
            "plan": plans.get(verb.rpartition(".")[0], self.plan),
            "project": "Trade",
            "query": "map",
            "replacement": "chart",
            "report": "lessons",
            "role": "author",
            "row": 1,
            "run": self.run if verb.startswith("wb.widgets.") else "punting",
            "runner": print,
            "source": lesson if verb.startswith("wb.translations.") else self.source,
            "source_revision": 1,
            "table": self.frame,
            "tags": ["x"],
            "terms": [{"term": "ebb", "use": "use"}],
            "text": "Which map?",
            "title": "Tides",
            "to": 1 if verb.startswith("outline.") else fresh,
            "topic": "Rowing",
            "topics": ["Tides"],
            "watcher": print,
            "where": "map",
        }


@wraps(connect)
def _connect_and_close(**given: Any) -> None:
    connect(**given).close()


def _verbs(name: str, owner: object) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield the public methods of an object with their full names."""
    for member in dict.fromkeys(member for kind in type(owner).__mro__ for member in vars(kind)):
        found, verb = getattr(type(owner), member), f"{name}.{member}"
        if not member.startswith("_") and isfunction(found) and verb not in _ENDS:
            yield verb, getattr(owner, member)


def _trials(verb: str, method: Callable[..., Any], good: Callable[[], dict[str, Any]]) -> Iterator[Trial]:
    """Call the verb with each wrong value for each parameter; the other required ones get a good value."""
    parameters = signature(method).parameters.values()
    needed = [one.name for one in parameters if one.default is one.empty and one.kind not in _VARIABLE]
    for parameter in parameters:
        for label, (value, _) in WRONG.items():
            values = good()
            given = {name: values[name] for name in needed} | values.get(verb, {})
            yield Trial(verb, parameter.name, label, _raised(method, parameter, given, value))


def _raised(method: Callable[..., Any], wrong: Parameter, given: dict[str, Any], value: Any) -> BaseException | None:
    given["media" if wrong.kind is wrong.VAR_KEYWORD else wrong.name] = value
    by_position = [wrong.POSITIONAL_ONLY]
    if wrong.kind is wrong.VAR_POSITIONAL:
        by_position += [wrong.POSITIONAL_OR_KEYWORD, wrong.VAR_POSITIONAL]
    names = [one.name for one in signature(method).parameters.values() if one.kind in by_position]
    try:
        found = method(*[given.pop(name) for name in names if name in given], **given)
        if isinstance(found, Iterator):
            list(islice(found, 3))
    except BaseException as raised:  # noqa: BLE001  (which error it is, is the question)
        return raised
    return None
