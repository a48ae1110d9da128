"""QTI 2.1, read by onyx2moodle, and by its schema where that is at hand."""

from __future__ import annotations

import io
import os
import zipfile
from pathlib import Path

import pytest
from lxml import etree
from onyx2moodle.classifier import classify
from onyx2moodle.parser import AssessmentItem, parse_item

from tests.exports.questions.banks import HOSTILE, bank
from workbench.exports.questions.export import render_bank

PACKAGE = "{http://www.imsglobal.org/xsd/imscp_v1p1}"
INSTANCE = "{http://www.w3.org/2001/XMLSchema-instance}"
XML = "{http://www.w3.org/XML/1998/namespace}"
ITEM_ATTRIBUTES = ("identifier", "title", "adaptive", "timeDependent")
TEST = "{http://www.imsglobal.org/xsd/imsqti_v2p1}"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package of every type, unpacked."""
    folder = tmp_path_factory.mktemp("qti")
    with zipfile.ZipFile(io.BytesIO(render_bank(bank(), "qti")[1])) as archive:
        archive.extractall(folder)
    return folder


@pytest.fixture(scope="module")
def items(package: Path) -> list[AssessmentItem]:
    """Its items as another program reads them, in order."""
    return [parse_item(path) for path in sorted(package.glob("items/*.xml"))]


def test_another_program_reads_what_was_written(items: list[AssessmentItem]) -> None:
    """Every question but key terms, of the type that it is; it knows no ordering."""
    kinds = [classify(item).target for item in items]

    assert kinds == [
        *["multichoice"] * 3, "unknown", "matching", "shortanswer", "shortanswer", "essay", "essay", "multichoice"
    ]  # fmt: skip
    assert [item.identifier[-4:] for item in items] == [*(f"00{n:02}" for n in range(1, 10)), "0001"]


def test_right_answers_are_read(items: list[AssessmentItem]) -> None:
    """Of one and of several choices, of an order, of pairs, of gaps."""
    right = [[value for decl in item.response_decls.values() for value in decl.correct_values] for item in items]

    assert right[:5] == [["C1"], ["C1", "C2"], ["C1"], ["I1", "I2", "I3"], ["L1 R2", "L2 R1"]]
    assert right[6] == ["a}b", "c~d#e::f"]
    assert items[6].response_decls["RESPONSE_1"].mapping == {"a}b": 1.0}  # case does not count, so both are one


def test_hostile_texts_come_back(items: list[AssessmentItem]) -> None:
    """In a question, a choice and its feedback."""
    choices = items[1].interactions[0].choices
    feedback = items[1].feedback[0]

    assert choices[0].html == HOSTILE
    assert feedback.html == HOSTILE
    assert "".join(items[1].body_xml.itertext()).startswith(f"Which?{HOSTILE}")


def test_manifest_test_and_items_agree(package: Path) -> None:
    """Each file is named once, each item is in a section of its lesson."""
    manifest = etree.parse(package / "imsmanifest.xml")
    test = etree.parse(package / "assessment.xml")
    named = [element.get("href") for element in manifest.iter(f"{PACKAGE}resource")]
    asked = [element.get("href") for element in test.iter(f"{TEST}assessmentItemRef")]

    assert sorted(named) == sorted(["assessment.xml", *asked])
    assert sorted(asked) == sorted(f"items/{path.name}" for path in package.glob("items/*"))
    assert [element.get("title") for element in test.iter(f"{TEST}assessmentSection")] == [
        "Tides: {1} // ~2",
        "المد والجزر",
    ]


def test_every_feedback_can_be_shown(package: Path) -> None:
    """What the processing sets is what a feedback waits for."""
    for path in package.glob("items/*.xml"):
        item = etree.parse(path)
        waits = {element.get("outcomeIdentifier") for element in item.iter(f"{TEST}modalFeedback")}
        declared = {element.get("identifier") for element in item.iter(f"{TEST}outcomeDeclaration")}
        assigned = {element.get("identifier") for element in item.iter(f"{TEST}setOutcomeValue")}

        assert waits <= declared and declared == assigned


def test_an_item_says_what_it_is_and_in_which_language(package: Path) -> None:
    """The name that lists show, and what every reader of the format asks for."""
    for path in package.glob("items/*.xml"):
        root = etree.parse(path).getroot()

        assert set(root.keys()) == {*ITEM_ATTRIBUTES, f"{INSTANCE}schemaLocation", f"{XML}lang"}
        assert root.get("title") and root.get("identifier") and root.get(f"{XML}lang") in ("en", "ar")


def test_the_answer_of_a_quiz_decides_its_feedback(package: Path) -> None:
    """Each choice has its own, so what is shown is the response."""
    found = [etree.parse(path) for path in package.glob("items/*.xml")]
    quizzes = [item for item in found if next(item.iter(f"{TEST}choiceInteraction"), None) is not None]
    set_by = [
        [variable.get("identifier") for variable in value.iter(f"{TEST}variable")]
        for item in quizzes
        for value in item.iter(f"{TEST}setOutcomeValue")
        if value.get("identifier") == "FEEDBACK"
    ]

    assert set_by and all(names == ["RESPONSE"] for names in set_by)


def test_people_can_read_the_list_of_the_package(package: Path) -> None:
    """A line for each element; an item has its white space as it was."""
    lines = (package / "imsmanifest.xml").read_text("utf-8").splitlines()

    assert sum(line.strip().startswith("<resource ") for line in lines) == 1 + len(list(package.glob("items/*")))


def test_a_broken_item_is_not_read(tmp_path: Path, package: Path) -> None:
    """The reader does read."""
    path = tmp_path / "item.xml"
    path.write_bytes(next(package.glob("items/*")).read_bytes().replace(b"itemBody", b"body"))

    with pytest.raises(ValueError, match="Missing <itemBody>"):
        parse_item(path)


@pytest.mark.slow
def test_every_file_is_valid(package: Path) -> None:
    """By the schemas of a folder (`QTI_SCHEMAS`) with imsqti_v2p1.xsd and imscp_v1p1.xsd: no package has both."""
    folder = Path(os.environ.get("QTI_SCHEMAS", ""))
    found = next(folder.rglob("imsqti_v2p1.xsd"), None) if os.environ.get("QTI_SCHEMAS") else None
    if found is None:
        pytest.skip("QTI_SCHEMAS names no folder with imsqti_v2p1.xsd")
    schema = etree.XMLSchema(etree.parse(found, etree.XMLParser(no_network=True)))
    packages = etree.XMLSchema(etree.parse(next(folder.rglob("imscp_v1p1.xsd")), etree.XMLParser(no_network=True)))
    broken = etree.fromstring(next(package.glob("items/*")).read_bytes().replace(b"adaptive=", b"adapts="))

    for path in [package / "assessment.xml", *package.glob("items/*.xml")]:
        schema.assertValid(etree.parse(path))
    packages.assertValid(etree.parse(package / "imsmanifest.xml"))
    assert not schema.validate(broken)
