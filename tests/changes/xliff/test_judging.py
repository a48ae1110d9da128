"""A file's texts next to the lesson's: what is not taken is told in one sentence. No service is asked."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from tests.changes.xliff.files import BLOCKS, HEADING, QUIZ, TEXT, say_all, translate_unit, unit, units
from workbench.authoring.translation import translatable_texts
from workbench.changes.xliff.judging import JudgedFile, compare_file
from workbench.changes.xliff.paired import PairedLesson
from workbench.exports.xliff.names import name, unit_id
from workbench.exports.xliff.reading import open_xliff
from workbench.exports.xliff.writing import TextFile, TextUnit, write_xliff
from workbench.procedures.lesson import Lesson

AT = "2026-01-01T00:00:00.000Z"
FACTS = {"course_id": "c1", "project_id": "p1", "block_count": 3, "revision": 1, "created_at": AT, "updated_at": AT}
TIDES = Lesson(lesson_id="l1", title="Tides", language="EN", blocks=list(BLOCKS), **FACTS)


def swap(root: Any) -> None:
    """The texts of two choices change places."""
    say_all(root, f"{QUIZ}.choices.0.text", "Sun")
    say_all(root, f"{QUIZ}.choices.1.text", "Moon")


def double(root: Any) -> None:
    """A unit is there twice."""
    first = unit(root, f"{HEADING}.text")
    first.addnext(copy.deepcopy(first))


def target_of(root: Any, ending: str) -> Any:
    """The target of a unit."""
    return unit(root, ending).find(name("segment")).find(name("target"))


def judge(path: Path, change: Any) -> JudgedFile:
    """The outcome of a translated file that was changed so."""
    texts = [TextUnit("l1.title", "title", "Tides")]
    for block in BLOCKS:
        for place, text in translatable_texts(block.content).items():
            field = next(part for part in reversed(place.split(".")) if not part.isdigit())
            texts.append(TextUnit(unit_id(block.id, place), field, text))
    write_xliff(path, [TextFile("l1", "workbench:lesson/l1/1", texts)], source_language="EN", language="FR")
    document = etree.parse(str(path))
    for element in units(document.getroot()):
        translate_unit(element, lambda _, text: f"fr {text}")
    change(document.getroot())
    document.write(str(path))
    [file] = open_xliff(path).files()
    return compare_file(file, PairedLesson(TIDES))


def test_a_whole_file_is_taken(tmp_path: Path) -> None:
    """Every text, with its codes."""
    found = judge(tmp_path / "a.xlf", lambda root: None)

    assert found.refused == [] and found.missing == found.changed_sources == 0
    assert found.wanted[f"{TEXT}.markdown"] == "fr The [fr moon](https://a.b) pulls at `x`."
    assert len(found.wanted) == len(found.complete) == len(found.confirmed) == 7


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (swap, "choices.0.text says what choices.1.text said, so another answer would be right"),
        (double, f"the unit '{HEADING}.text' occurs 2 times"),
        (
            lambda root: unit(root, f"{HEADING}.text").set("id", "00000000-0000-4000-8000-0000000000ff.text"),
            "the unit '00000000-0000-4000-8000-0000000000ff.text' is of no block of this lesson",
        ),
        (
            lambda root: unit(root, f"{HEADING}.text").set("id", f"{HEADING}.subtitle"),
            f"the unit '{HEADING}.subtitle' is not a text of its block now: 'subtitle'",
        ),
        (
            lambda root: etree.SubElement(target_of(root, f"{HEADING}.text"), "{urn:odd}b"),
            "it contains an element that is not an XLIFF code",
        ),
        (
            lambda root: target_of(root, f"{TEXT}.markdown").remove(
                target_of(root, f"{TEXT}.markdown").find(name("ph"))
            ),
            "it lacks the code 2 of its source (code)",
        ),
        (
            lambda root: etree.SubElement(target_of(root, f"{TEXT}.markdown"), name("ph"), id="77"),
            "it has the code '77', which its source has not",
        ),
        (lambda root: say_all(root, f"{TEXT}.markdown", "No link."), "it lacks the code 1 of its source (link)"),
        (lambda root: say_all(root, f"{HEADING}.text", "x" * 501), "The text is longer than 500 characters"),
        (lambda root: say_all(root, f"{HEADING}.text", "x" * 60_001), "it has 60,001 characters"),
        (
            lambda root: say_all(root, f"{HEADING}.text", "<script>x</script>"),
            "it contains HTML or an address that its source doesn't have",
        ),
        (
            lambda root: say_all(root, f"{HEADING}.text", "a\u202eb"),
            "it holds the character U+202E, which controls how text is shown; take it out",
        ),
        (lambda root: say_all(root, f"{QUIZ}.choices.1.text", "fr Moon"), "Two choices of the quiz are the same"),
        (
            lambda root: say_all(root, "l1.title", "x" * 301),
            "the title has 301 characters; at most 300 are allowed",
        ),
        (
            lambda root: setattr(
                unit(root, f"{HEADING}.text").find(name("segment")).find(name("source")), "text", "Old"
            ),
            "its source has changed; export it again to translate that",
        ),
    ],
)
def test_what_is_wrong_is_told(change: Any, reason: str, tmp_path: Path) -> None:
    """And nothing of that text is taken; every other is."""
    found = judge(tmp_path / "a.xlf", change)

    assert reason in [refusal.reason for refusal in found.refused]
    assert all(refusal.line > 0 for refusal in found.refused)
    assert not {refusal.unit for refusal in found.refused} & found.wanted.keys()
    assert "fr What pulls?" in found.wanted.values() or "quiz" in reason or "choices" in reason


def test_a_missing_unit_is_counted(tmp_path: Path) -> None:
    """So is one without a translation no error."""
    gone = judge(tmp_path / "a.xlf", lambda root: unit(root, ".question").getparent().remove(unit(root, ".question")))
    empty = judge(tmp_path / "a.xlf", lambda root: target_of(root, f"{HEADING}.text").clear())

    assert (gone.missing, gone.refused) == (1, [])
    assert empty.refused == [] and f"{HEADING}.text" not in empty.wanted
