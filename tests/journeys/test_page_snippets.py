"""What pages of the documentation show is done: Python and commands, in order, at a service that has a model.

`docs/client.md` and its like have examples with their answers, which `tests/api/test_examples.py` runs.
"""

from __future__ import annotations

import ast
import builtins
import io
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

import pandas
import pytest

from tests.finishing import write_lesson
from tests.meta.source_tree import ROOT
from tests.model_server import good, model_server
from tests.people import owner_of
from tests.service.assets.media_files import picture
from tests.service.serving import serving
from workbench.api.connect import connect
from workbench.api.workbench import Workbench
from workbench.authoring.block import Block, new_block_id
from workbench.authoring.mutation import LessonBlockInsert, LessonBlockUpdate, Mutation
from workbench.authoring.transaction import Transaction
from workbench.cli.main import main
from workbench.cli.output import UsageError
from workbench.cli.parser import parse
from workbench.procedures.realtime import execute_transactions

PAGES = sorted(ROOT.glob("docs/*.md"))
FENCE = re.compile(r"^```(python|sh|console)\n(.*?)^```", re.MULTILINE | re.DOTALL)
COMMENTED = "7d0f4c9e-51ab-4b3a-8c66-1e9f20d7a485"
"""The block that docs/review.md comments on."""
QUESTION = {"question": "Where is north on a map?", "modelAnswer": "At the top, unless an arrow says otherwise."}
IDS = ("COURSE_ID", "3f0z…")
"""What stands for a course's id on a page."""
NUMBER_ASKED = re.compile(r"[Tt]ype (\d+) to ")


class Snippet(NamedTuple):
    """A piece of a page: `python`, or `sh` with a command a line."""

    kind: str
    text: str

    @property
    def commands(self) -> list[list[str]]:
        """The words of each command of ours, comments and what it prints left out."""
        lines = [line.removeprefix("$ ") for line in self.text.splitlines()]
        return [shlex.split(line, comments=True)[1:] for line in lines if line.startswith("workbench ")]


def snippets(page: Path) -> list[Snippet]:
    """The pieces of a page in order; those with answers next to them are run elsewhere."""
    found = [Snippet(kind.replace("console", "sh"), text) for kind, text in FENCE.findall(page.read_text("utf-8"))]
    return [snippet for snippet in found if ">>> " not in snippet.text]


class Terminal(io.StringIO):
    """Somebody who is there; what they type is in `typing`."""

    def isatty(self) -> bool:
        """They are."""
        return True


def typed(question: str = "") -> str:
    """The number that a question asks for, as a person types it who agrees."""
    found = NUMBER_ASKED.search(question)
    assert found, question
    return found[1]


class Place:
    """A workbench with lessons in two courses, and a folder with files that pages speak of."""

    def __init__(self, wb: Workbench) -> None:
        self.wb = wb
        lessons: dict[str, str] = {}
        for title in ("Reading a map", "Rowing", "Catch"):
            text = f"What {title} is about, in one sentence."
            lessons[title] = write_lesson(wb.client, wb.facts.organization_id or "", title, "EN", text)
        wb.lessons.move(lessons["Catch"], course="Rowing")
        wb.projects.create("Kitchen")
        inserts = [
            LessonBlockInsert(block=Block(id=COMMENTED, type="text", content={"markdown": "North is at the top."})),
            LessonBlockInsert(block=Block(id=new_block_id(), type="shortAnswer", content=QUESTION)),
        ]
        self.lesson_id = lessons["Reading a map"]
        self.edit(*inserts)
        self.course_id = wb.courses.get("Reading a map").course_id
        for name in ("ladder.png", "logo.png"):
            Path(name).write_bytes(picture())
        Path("links.csv").write_text(f"course_id,expires\n{self.course_id},2099-12-31\n", "utf-8")
        terms = {"language": "FR", "term": "handicapé", "use": "avoid", "instead": "en situation de handicap"}
        pandas.DataFrame([terms]).to_excel("terms.xlsx", index=False)
        self.names: dict[str, Any] = {"wb": wb}

    def edit(self, *changes: Mutation) -> None:
        """Make one revision of the lesson that pages speak of."""
        transaction = Transaction(label="editPages", mutations=[*changes])
        call = execute_transactions(lesson_id=self.lesson_id, language="EN", transactions=[transaction])
        self.wb.client.call(call)

    def run(self, snippet: Snippet) -> None:
        """Do what it shows. Raises what goes wrong."""
        if snippet.kind == "python":
            exec(compile(snippet.text, "page", "exec"), self.names)
        for words in snippet.commands:
            self._call([self.course_id if word in IDS else word for word in words])

    def _call(self, words: list[str]) -> None:
        out, err = io.StringIO(), io.StringIO()
        with pytest.MonkeyPatch.context() as patched, redirect_stdout(out), redirect_stderr(err):
            patched.setattr(sys, "stdin", Terminal())
            code = main(words[: words.index(">")] if ">" in words else words)
        assert code == 0, f"{words}: {out.getvalue()}{err.getvalue()}"
        if ">" in words:
            Path(words[-1]).write_text(out.getvalue(), "utf-8")


def after_translations(place: Place) -> None:
    """Give the French lesson the title by which the page calls it."""
    translated = place.wb.translations.list()
    (french,) = translated[translated["language"] == "FR"]["lesson_id"]
    place.wb.lessons.rename(french, "Lire une carte")


def after_update(place: Place) -> None:
    """Change a text of the lesson that was translated."""
    change = LessonBlockUpdate(id=COMMENTED, content={"markdown": "North is at the top, and east on the right."})
    place.edit(change)


AFTER: dict[tuple[str, int], Callable[[Place], None]] = {
    ("translations", 0): after_translations,
    ("translations", 3): after_update,
}
"""What people do between two pieces of a page, by page and piece."""
RUN = ("media", "publishing", "sharing", "exports", "review", "translations", "style", "outlines")
"""The pages that are run, in this order: from `review` on only what is approved may be published."""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    """A place of one's own, signed in to from code and from the command line, where somebody answers what is asked."""
    with (
        model_server(good()) as model,
        serving(tmp_path / "s.db", writer_environment=model.environment) as service,
    ):
        owner = owner_of(f"sqlite:///{tmp_path / 's.db'}", credits_at_start=100)
        monkeypatch.setenv("WORKBENCH_URL", service.base_url)
        monkeypatch.setenv("WORKBENCH_SESSION_TOKEN", owner.session_token)
        monkeypatch.setattr(builtins, "input", typed)
        monkeypatch.chdir(tmp_path)
        with connect() as wb:
            yield Place(wb)


def test_pages_do_what_they_show(place: Place) -> None:
    """Every piece of Python and every command, one page after the other."""
    failures = []
    for page in RUN:
        for number, snippet in enumerate(snippets(ROOT / "docs" / f"{page}.md")):
            try:
                place.run(snippet)
            except Exception as failed:  # noqa: BLE001  (each is told)
                failures.append(f"{page}, piece {number + 1}: {type(failed).__name__}: {failed}")
            AFTER.get((page, number), lambda there: None)(place)

    assert "\n".join(failures) == ""


def test_the_example_of_readme_works(place: Place) -> None:
    """The first code that anybody runs; its last line once had an attribute that was not there."""
    (example,) = snippets(ROOT / "README.md")
    place.run(example)

    place.names["wb"].close()
    assert place.names["lessons"]["state"].to_list() == ["done", "done"]


@pytest.mark.parametrize("page", [page for page in PAGES if snippets(page)], ids=lambda page: page.stem)
def test_what_a_page_names_is_there(page: Path) -> None:
    """Its Python can be read, and each command of ours has these words and options."""
    for snippet in snippets(page):
        if snippet.kind == "python":
            ast.parse(snippet.text)
        for words in snippet.commands:
            parse(words[: words.index(">")] if ">" in words else words)


@pytest.mark.slow
def test_a_snippet_that_lies_is_found(place: Place) -> None:
    """In Python, and on the command line."""
    with pytest.raises(AttributeError):
        place.run(Snippet("python", "wb.courses.publsh('Reading a map')"))
    with pytest.raises(AssertionError, match="no course"):
        place.run(Snippet("sh", "workbench courses publish 'Reading a mop'"))
    with pytest.raises(UsageError):
        parse(["course", "publish", "Reading a map", "--nots", "x"])
