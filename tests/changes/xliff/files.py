"""Translators' files for the tests of imports: exported from a service, edited as text or by their elements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lxml import etree

from tests.changes.acme import Acme
from workbench.authoring.block import Block
from workbench.authoring.mutation import LessonBlockUpdate
from workbench.authoring.transaction import Transaction
from workbench.changes.plan import ChangePlan
from workbench.changes.running import ChangeRun
from workbench.changes.xliff.planning import plan_xliff
from workbench.exports.xliff.export import export_xliff
from workbench.exports.xliff.names import name
from workbench.exports.xliff.reading import open_xliff
from workbench.procedures.course import create_course
from workbench.procedures.lesson import Lesson, create_lesson, get_lesson, get_translation
from workbench.procedures.realtime import execute_transactions
from workbench.procedures.translations import Translation, list_translations

HEADING, TEXT, QUIZ = (f"00000000-0000-4000-8000-00000000000{digit}" for digit in "123")
BLOCKS = (
    Block(id=HEADING, type="heading", content={"text": "Tides", "level": 1}),
    Block(id=TEXT, type="text", content={"markdown": "The [moon](https://a.b) pulls at `x`."}),
    Block(
        id=QUIZ,
        type="quiz",
        content={
            "question": "What pulls?",
            "multiple": False,
            "choices": [
                {"text": "Moon", "isCorrect": True, "feedback": "Yes."},
                {"text": "Sun", "isCorrect": False, "feedback": ""},
            ],
        },
    ),
)


@dataclass
class Translators:
    """A course of an organization, and its file for translators."""

    acme: Acme
    folder: Path
    course_id: str
    lesson_ids: list[str]

    @property
    def path(self) -> Path:
        """The file."""
        return self.folder / "texts.xlf"

    def export(self, language: str = "FR") -> None:
        """Write the file again."""
        export_xliff(self.acme.ana.client, [self.course_id], language, self.path, overwrite=True)

    def edit(self, change: Callable[[Any], object]) -> None:
        """Change the document."""
        document = etree.parse(str(self.path))
        change(document.getroot())
        document.write(str(self.path), encoding="utf-8", xml_declaration=True)

    def translate(self, say: Callable[[str, str], str] = lambda unit, text: f"fr {text}") -> None:
        """Give every text a translation that has its source's codes; `say` is called for each piece of words."""
        self.edit(lambda root: [translate_unit(element, say) for element in root.iter(name("unit"))])

    def plan(self) -> ChangePlan:
        """The plan of the file's import."""
        return plan_xliff(open_xliff(self.path), self.acme.ana.client)

    def run(self) -> ChangePlan:
        """Import the file."""
        plan = self.plan()
        with ChangeRun(plan, self.acme.ana.client, plan.approve(changes=len(plan.changes))) as run:
            run.start()
            assert str(run.progress).startswith("finished"), run.progress
            assert run.counts().done == len(plan.changes), [(row.field, row.message) for row in run.rows()]
        return plan

    def lesson(self, lesson_id: str) -> Lesson:
        """A lesson."""
        return self.acme.ana.client.call(get_lesson(lesson_id=lesson_id))

    def translation(self, place: int = 0, language: str = "FR") -> tuple[Lesson, Translation]:
        """The translation of a lesson of the course, with its ties."""
        client = self.acme.ana.client
        listed = client.call(list_translations(lesson_id=self.lesson_ids[place])).translations
        [own] = [translation.lesson_id for translation in listed if translation.language == language]
        ties = client.call(get_translation(lesson_id=own)).translation
        assert ties is not None
        return self.lesson(own), ties


def translators(acme: Acme, folder: Path, titles: tuple[str, ...] = ("Tides", "Waves")) -> Translators:
    """A course with these lessons, of three blocks each."""
    client = acme.ana.client
    course_id = client.call(create_course(title="The sea")).course_id
    ids = [
        client.call(create_lesson(title=title, language="EN", course_id=course_id, blocks=list(BLOCKS))).lesson_id
        for title in titles
    ]
    return Translators(acme, folder, course_id, ids)


def units(root: Any) -> Iterator[Any]:
    """The units of a document."""
    yield from root.iter(name("unit"))


def unit(root: Any, ending: str, at: int = 0) -> Any:
    """The unit whose id ends so, in the file at this place among those that have one."""
    return [element for element in units(root) if element.get("id").endswith(ending)][at]


def translate_unit(unit: Any, say: Callable[[str, str], str]) -> None:
    """A translation of a unit: its source, with other words."""
    segment = unit.find(name("segment"))
    source, target = segment.find(name("source")), segment.find(name("target"))
    if target is not None:
        segment.remove(target)
    copy = etree.fromstring(etree.tostring(source))
    copy.tag, copy.tail = name("target"), None
    for element in copy.iter():
        is_word_holder = element.tag in (name("target"), name("pc"))
        if is_word_holder and element.text and element.text.strip():
            element.text = say(unit.get("id"), element.text)
    segment.append(copy)
    segment.set("state", "translated")
    segment.attrib.pop("subState", None)


def say_all(root: Any, ending: str, text: str, at: int = 0) -> None:
    """The whole translation of a unit."""
    segment = unit(root, ending, at).find(name("segment"))
    target = segment.find(name("target"))
    if target is None:
        target = etree.SubElement(segment, name("target"))
    for child in list(target):
        target.remove(child)
    target.text = text
    segment.set("state", "translated")


def edit_block(acme: Acme, lesson_id: str, block_id: str, kind: str, content: dict[str, Any]) -> None:
    """Somebody edits a block in the workbench."""
    language = acme.ana.client.call(get_lesson(lesson_id=lesson_id)).language
    update = LessonBlockUpdate(id=block_id, block_type=kind, content=content)
    transaction = Transaction(label="editPage", mutations=[update])
    acme.ana.call(execute_transactions(lesson_id=lesson_id, language=language, transactions=[transaction]))
