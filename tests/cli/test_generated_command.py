"""Every command that is generated from a verb of `wb`: help, formats, refusals, exit codes. A new one is tried too."""

from __future__ import annotations

import asyncio
import csv
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import pytest
from PIL import Image

from tests.meta.source_tree import PACKAGE, ROOT
from tests.own_service import command
from tests.people import new_person
from workbench.api.workbench import Workbench
from workbench.authoring.transaction import Transaction
from workbench.cli.commands import COMMANDS
from workbench.cli.generated import render_commands
from workbench.embedded.host import DATABASE
from workbench.embedded.record import EmbeddedService
from workbench.procedures.realtime import execute_transactions

GENERATED: Final = [name for name, entry in COMMANDS.items() if entry.verb]
EXAMPLES: Final[dict[str, str]] = {
    "attention": "",
    "lessons list": "",
    "lessons count": "",
    "lessons get": "{lesson}",
    "lessons create": "{name} --language EN --course {course}",
    "lessons rename": "{lesson} {name}",
    "lessons duplicate": "{lesson} --title {name}",
    "lessons move": "{lesson} --course {course}",
    "lessons delete": "{lesson}",
    "lessons restore": "{trashed_lesson}",
    "lessons apply": "{lesson_table} --plan",
    "lessons replace": "{lesson} {name} --plan",
    "courses list": "",
    "courses get": "{course}",
    "courses create": "{name}",
    "courses rename": "{course} {name}",
    "courses duplicate": "{course} --title {name}",
    "courses move": "{course} --project {project}",
    "courses delete": "{course}",
    "courses restore": "{trashed_course}",
    "courses add-example": "",
    "courses apply": "{course_table} --plan",
    "courses sharing": "{course}",
    "courses share": "{full_course} --expires 2099-12-31",
    "courses unshare": "{course}",
    "courses share-settings": "{course}",
    "courses set-share-settings": "{course} --no-indexing",
    "courses publish": "{full_course}",
    "courses unpublish": "{course}",
    "courses publications": "{published_course}",
    "courses publication-changes": "{full_course}",
    "courses restore-publication": "{published_course} --number 1",
    "projects list": "",
    "projects get": "{project}",
    "projects create": "{name}",
    "projects rename": "{project} {name}",
    "projects favorite": "{project}",
    "projects archive": "{project}",
    "projects restore": "{project}",
    "people list": "",
    "people get": "owner@localhost",
    "people invite": "{name}@example.org --role viewer",
    "people change-role": "owner@localhost owner",
    "people remove": "{name} --yes",
    "tags list": "",
    "tags set": "maps --lesson {lesson}",
    "tags add": "maps --where {lesson} --plan",
    "tags remove": "maps --where {lesson} --plan",
    "tags retag": "maps --into charts --plan",
    "sources list": "",
    "sources get": "{source}",
    "sources show": "{source}",
    "sources add": "{text_file}",
    "sources update": "{source} --title {name}",
    "sources delete": "{source} --yes",
    "assets list": "",
    "assets get": "{asset}",
    "assets upload": "{picture}",
    "assets download": "{asset} {folder}/copy.png",
    "assets update": "{asset} --alternative-text dots",
    "assets delete": "{asset} --yes",
    "reviews list": "",
    "reviews request": "{lesson}",
    "reviews approve": "{lesson}",
    "reviews send-back": "{lesson} --note thin",
    "reviews history": "{lesson}",
    "reviews comments": "{lesson}",
    "reviews comment": "{lesson} why",
    "reviews resolve": "{comment}",
    "translations list": "",
    "translations blocks": "{lesson}",
    "snapshots list": "{folder}",
    "glossary list": "",
    "glossary set": "{terms} --language DA --overwrite",
    "glossary clear": "NB",
    "policy show": "",
    "policy set": "--publication anyone",
    "theme show": "",
    "theme set": "--footer {name}",
    "language show": "",
    "language set": "none",
}
"""What each command is tried with; `{lesson}` and the like are made for it."""
REFUSED: Final = {"people remove": 2, "translations blocks": 2}
"""Examples that are refused, with their exit codes: nobody of that name is a member, and no translation is there."""
READS: Final = [name for name in EXAMPLES if name.rpartition(" ")[2] in ("list", "show", "get", "history", "comments")]
VIEWERS: Final = {
    *READS,
    *("attention", "lessons count", "courses sharing", "courses share-settings", "courses publications"),
    *(
        "courses publication-changes",
        "projects favorite",
        "assets download",
        "courses add-example",
        "translations blocks",
        "glossary clear",
    ),
    *(name for name, words in EXAMPLES.items() if words.endswith("--plan")),
}
"""What the role that may only read can do: look, plan, and clear a glossary in which nothing is."""
HIDDEN: Final = {"people get", "people change-role", "people remove"}
"""Commands that name a person, whom a viewer is not told of."""


class Things(dict[str, str]):
    """What an example names, made when it does."""

    def __init__(self, wb: Workbench, folder: Path) -> None:
        self.wb, self.folder = wb, folder

    def __missing__(self, key: str) -> str:
        self[key] = found = str(self._make()[key]())
        return found

    def _make(self) -> dict[str, Callable[[], Any]]:
        name = f"n{uuid4().hex[:12]}"
        wb, folder = self.wb, self.folder

        def file(ending: str, text: str) -> Path:
            path = folder / f"{name}{ending}"
            path.write_text(text, encoding="utf-8")
            return path

        def picture() -> Path:
            Image.effect_noise((30, 20), 90).save(folder / f"{name}.png")
            return folder / f"{name}.png"

        def full_course() -> str:
            course_id = wb.courses.create(name).course_id
            lesson_id = wb.lessons.create(name, language="EN", course=course_id).lesson_id
            block = {"id": str(uuid4()), "type": "text", "content": {"markdown": "Words."}}
            transaction = {"label": "insertPages", "mutations": [{"type": "lessonBlockInsert", "block": block}]}
            wb.client.call(
                execute_transactions(
                    lesson_id=lesson_id, language="EN", transactions=[Transaction.model_validate(transaction)]
                )
            )
            return course_id

        def published_course() -> str:
            course_id = full_course()
            wb.courses.publish(course_id)
            return course_id

        return {
            "name": lambda: name,
            "folder": lambda: folder,
            "lesson": lambda: wb.lessons.create(name, language="EN").title,
            "trashed_lesson": lambda: wb.lessons.delete(wb.lessons.create(name, language="EN").lesson_id).lesson_id,
            "course": lambda: wb.courses.create(name).title,
            "trashed_course": lambda: wb.courses.delete(wb.courses.create(name).course_id).course_id,
            "full_course": full_course,
            "published_course": published_course,
            "project": lambda: wb.projects.create(name).name,
            "lesson_table": lambda: file(".csv", f"lesson_id,title\n{self['lesson_id']},{name}\n"),
            "lesson_id": lambda: wb.lessons.create(name, language="EN").lesson_id,
            "course_table": lambda: file(".csv", f"courseId,expires\n{self['full_course']},2099-12-31\n"),
            "text_file": lambda: file(".md", f"# Pumps\n\nA pump {name} moves a liquid.\n"),
            "source": lambda: wb.sources.add(file(".md", f"# Pumps\n\nA pump {name} moves.\n")).title,
            "picture": picture,
            "asset": lambda: wb.assets.upload(picture()).file_name,
            "comment": lambda: wb.reviews.comment(self["lesson"], "Why?").comment_id,
            "terms": lambda: file(".csv", "term,use\nelev,avoid\n"),
        }


@pytest.fixture
def things(workbench: Workbench, tmp_path: Path) -> Things:
    """What examples name."""
    return Things(workbench, tmp_path)


def words_of(name: str, things: Things) -> list[str]:
    """The command with its example's words."""
    return [*name.split(), *(word.format_map(things) for word in EXAMPLES[name].split())]


def test_the_generated_file_is_what_the_signatures_print() -> None:
    """`make docs` writes it."""
    assert (PACKAGE / "cli" / "commands.json").read_text(encoding="utf-8") == render_commands()


def test_every_generated_command_has_an_example() -> None:
    """Anyone who adds one says what it is tried with."""
    assert set(EXAMPLES) == set(GENERATED)


@pytest.mark.parametrize("name", GENERATED)
def test_a_command_answers_people_and_programs(name: str, things: Things) -> None:
    """A text, and one document; `lessons delete` and the like say in a sentence what they did."""
    expected = REFUSED.get(name, 0)
    told = command(*words_of(name, things), "--json") if name in READS else None
    shown = command(*words_of(name, things))

    assert (shown.returncode, bool(shown.stdout), "Traceback" in shown.stderr) == (expected, not expected, False)
    assert told is None or json.loads(told.stdout) is not None


@pytest.mark.parametrize("name", READS)
def test_each_format_has_the_same_keys(name: str, things: Things) -> None:
    """JSON, a line for each row, and CSV; a record is a table of one row."""
    words = words_of(name, things)
    document = json.loads(command(*words, "--output", "json").stdout)
    rows = document if isinstance(document, list) else [document]
    lines = [json.loads(line) for line in command(*words, "--output", "ndjson").stdout.splitlines()]
    table = list(csv.DictReader(command(*words, "--output", "csv").stdout.splitlines()))

    assert (lines, len(table)) == (rows, len(rows))
    assert [list(row) for row in table] == [list(row) for row in rows]


NAMED: Final = [name for name in GENERATED if EXAMPLES[name].startswith(("{lesson}", "{course}", "{full_course}"))] + [
    *(name for name in GENERATED if EXAMPLES[name].startswith(("{project}", "{source}", "{asset}", "{comment}"))),
    *("lessons restore", "courses restore", "sources add", "assets upload"),
]


@pytest.mark.parametrize("name", [name for name in NAMED if "--plan" not in EXAMPLES[name]])
def test_what_is_not_there_is_one_line(name: str, things: Things) -> None:
    """Exit code 1 or 2; nothing on standard output."""
    words = [*name.split(), "Not found", *words_of(name, things)[len(name.split()) + 1 :]]
    ended = command(*words)

    assert (ended.returncode in (1, 2), ended.stderr.count("workbench: ")) == (True, 1), ended
    assert "Not found" in ended.stderr


@pytest.mark.parametrize("name", GENERATED)
def test_who_is_not_signed_in_reads_how_to(name: str, things: Things, own_service: EmbeddedService) -> None:
    """A session that is missing, and one that has ended; each is one line, and nothing is done."""
    words = words_of(name, things)
    missing = command(*words, WORKBENCH_URL=own_service.base_url)
    ended = command(*words, WORKBENCH_URL=own_service.base_url, WORKBENCH_SESSION_TOKEN="canary-of-no-session")

    assert (missing.returncode, missing.stdout, missing.stderr.count("\n")) == (1, "", 1)
    assert f"Run: workbench login --url {own_service.base_url}" in missing.stderr
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (1, "", 1)
    assert "has ended or is unknown" in ended.stderr and "canary" not in ended.stderr


@pytest.fixture(scope="module")
def viewer(shared_folder: Path) -> str:
    """The session of somebody who may only read."""
    database, email = f"sqlite:///{shared_folder / DATABASE}", f"{uuid4().hex[:8]}@example.org"
    return asyncio.run(new_person(database, email, "My organization", role="viewer")).session_token


@pytest.mark.parametrize("name", GENERATED)
def test_a_role_that_may_not_is_told_who_may(
    name: str, things: Things, viewer: str, own_service: EmbeddedService
) -> None:
    """Exit code 1 and the roles, for every command that changes something; the others answer."""
    environment = {"WORKBENCH_URL": own_service.base_url, "WORKBENCH_SESSION_TOKEN": viewer}
    if name == "courses add-example":
        things.wb.courses.add_example()  # anyone who asks for one that is there is told of it
    ended = command(*words_of(name, things), **environment)

    if name in HIDDEN | REFUSED.keys():
        assert (ended.returncode, ended.stdout) == (2, "")
    elif name in VIEWERS:
        assert (ended.returncode, bool(ended.stdout)) == (0, True), ended
    else:
        assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (1, "", 1)
        assert "The role viewer does not allow this." in ended.stderr


@pytest.mark.parametrize("words", [["--help"], ["courses", "share", "--help"], ["admin", "--help"]])
def test_help_imports_no_signature(words: list[str]) -> None:
    """It reads the table; so does the completion of the shell."""
    code = (
        "import sys\nfrom workbench.cli.main import main\nfrom workbench.cli.parser import build_parser\n"
        f"try: main({words})\nexcept SystemExit: pass\nbuild_parser([], whole=True)\n"
        "print([name for name in sys.modules if name.startswith('workbench.api')])"
    )
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout

    assert said.splitlines()[-1] == "[]"


def test_several_are_named_or_come_from_standard_input(workbench: Workbench) -> None:
    """One that is not there stops no other."""
    titles = [workbench.lessons.create(f"Sheet {number} {uuid4().hex[:6]}", language="EN").title for number in range(3)]
    first = command("lessons", "delete", titles[0], "Not found", "--json")
    rest = command("lessons", "delete", "-", stdin=f"{titles[1]}\n\n{titles[2]}\n")

    assert (first.returncode, len(json.loads(first.stdout)), "Not found" in first.stderr) == (1, 1, True)
    assert (rest.returncode, rest.stdout.count("to the trash")) == (0, 2)


def test_what_needs_a_confirmation_says_the_option(workbench: Workbench) -> None:
    """A name that is taken, and what is deleted permanently: as the verb asks, in the words of the command line."""
    title = workbench.courses.create(f"Twice {uuid4().hex[:6]}").title
    again = command("courses", "create", title)
    forced = command("courses", "create", title, "--confirm-same-name")
    removed = command("people", "remove", "owner@localhost")

    assert (again.returncode, "--confirm-same-name" in again.stderr, "=True" in again.stderr) == (1, True, False)
    assert forced.returncode == 0
    assert (removed.returncode, "Use --yes to confirm." in removed.stderr) == (2, True)


def test_the_organization_is_named_on_any_command(own_service: EmbeddedService) -> None:
    """By name; one that is not there is wrong use."""
    found = command("projects", "list", "--organization", "My organization", "--json")
    wrong = command("--organization", "Nobody", "projects", "list")

    assert json.loads(found.stdout)[0]["organization"] == "My organization"
    assert (wrong.returncode, "There is no organization 'Nobody' of yours. " in wrong.stderr) == (2, True)
