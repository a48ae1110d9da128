"""Moodle XML as Moodle writes it."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from tests.imports.reading.round_trips import read
from tests.imports.reading.test_file_kind import PNG, read_as
from workbench.documents.file_kind import FileRefused


def quiz(*questions: str) -> bytes:
    """A file of these questions."""
    return f'<?xml version="1.0" encoding="UTF-8"?><quiz>{"".join(questions)}</quiz>'.encode()


def question(kind: str, text: str, more: str = "") -> str:
    """A question with a text in HTML."""
    asked = f'<questiontext format="html"><text><![CDATA[{text}]]></text></questiontext>'
    return f'<question type="{kind}"><name><text>Q</text></name>{asked}{more}</question>'


def answer(text: str, fraction: float, more: str = "") -> str:
    """An answer that is worth so much."""
    return f'<answer fraction="{fraction}" format="html"><text>{text}</text>{more}</answer>'


def blocks(*questions: str) -> list[tuple[str, dict[str, Any]]]:
    """The blocks of these questions."""
    return [(block.type, block.content) for every in read(quiz(*questions), "a.xml").lessons for block in every.blocks]


PAIRS = "".join(
    f"<subquestion><text>{left}</text><answer><text>{right}</text></answer></subquestion>"
    for left, right in (("x", "p"), ("y", "q"))
)
OPTIONS = "".join(f"<selectoption><text>{word}</text></selectoption>" for word in ("no", "yes"))
HTML = "<p>What <b>pulls</b>?<br>Say.</p>"
CLOZE = "The sea is {1:SHORTANSWER:=salty~=salt#yes} and {2:MC:wet~=blue}."
EXACT = answer("7", 100, "<tolerance>0</tolerance>")
CASES: list[tuple[str, str, str, str, dict[str, Any]]] = [
    ("multichoice", HTML, answer("Moon", 100) + answer("Wind", 0), "quiz", {"question": "What pulls?\nSay."}),
    ("truefalse", "Wet?", answer("true", 100) + answer("false", 0), "quiz", {"multiple": False}),
    ("shortanswer", "Who?", answer("Ann", 100) + answer("A.", 50), "fillIn", {"gaps": [{"answers": ["Ann"]}]}),
    ("numerical", "How many?", EXACT, "fillIn", {"text": "How many? ___"}),
    ("matching", "Pairs", PAIRS, "matching", {"pairs": [{"left": "x", "right": "p"}, {"left": "y", "right": "q"}]}),
    ("ordering", "Order", answer("b", 2) + answer("a", 1), "ordering", {"items": ["a", "b"]}),
    ("essay", "Why?", "<graderinfo><text>So.</text></graderinfo>", "shortAnswer", {"modelAnswer": "So."}),
    ("essay", "Why?", "", "reflection", {"prompt": "Why?"}),
    ("description", "<p>Read</p><ul><li>one<li>two</ul>", "", "text", {"markdown": "Read\n\n- one\n- two"}),
    ("cloze", CLOZE, "", "fillIn", {"text": "The sea is ___ and ___."}),
    ("gapselect", "A [[2]] b.", OPTIONS, "fillIn", {"text": "A ___ b.", "gaps": [{"answers": ["yes"]}]}),
]


@pytest.mark.parametrize(("asked", "text", "more", "kind", "part"), CASES)
def test_each_type_has_its_block(asked: str, text: str, more: str, kind: str, part: dict[str, Any]) -> None:
    """With what it says."""
    [(found, content)] = blocks(question(asked, text, more))

    assert found == kind
    assert {key: content[key] for key in part} == part


@pytest.mark.parametrize("kind", ["calculated", "ddmarker", "random", "somethingNew"])
def test_what_has_no_counterpart_is_told(kind: str) -> None:
    """By its name; the question after it is read."""
    file = read(quiz(question(kind, "Where?"), question("essay", "Why?")), "a.xml")

    assert [finding.kind for finding in file.findings] == ["no counterpart"]
    assert len(file.lessons[0].blocks) == 1


def test_a_picture_of_a_question_stands_before_it() -> None:
    """It is embedded; one that is not in the file is reported."""
    sent: dict[str, bytes] = {}
    picture = f'<file name="map.png" path="/" encoding="base64">{base64.b64encode(PNG).decode()}</file>'
    text = '<img src="@@PLUGINFILE@@/map.png" alt="A map"><img src="@@PLUGINFILE@@/gone.png">Where?'
    xml = question("essay", text).replace("</questiontext>", f"{picture}</questiontext>")
    file = read_as(quiz(xml), "a.xml", sent=sent)

    [image, asked] = file.lessons[0].blocks
    assert (image.type, image.content["alternativeText"], asked.type) == ("image", "A map", "reflection")
    assert sent == {image.picture: PNG}
    assert [finding.kind for finding in file.findings] == ["picture"]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b'<!DOCTYPE quiz [<!ENTITY a "ha">]><quiz>&a;</quiz>', "declares XML entities"),
        (b'<!DOCTYPE quiz SYSTEM "http://127.0.0.1/x"><quiz/>', "declares XML entities"),
        (b"<quiz><question></quiz>", "is damaged"),
        (b"<quiz></quiz>", "has no question"),
        (b"<rss></rss>", "is XML of another kind"),
        (b"<quiz>" + b"<a>" * 5_000, "nested more than 256 deep"),
        (b'<quiz><question type="essay">' + b"<a/>" * 30_000 + b"</question></quiz>", "more parts than a question can"),
    ],
)
def test_what_is_no_such_file_is_refused(data: bytes, words: str) -> None:
    """Nothing outside of it is opened."""
    with pytest.raises(FileRefused, match=words):
        read(data, "a.xml")
