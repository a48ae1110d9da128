"""GIFT as teachers write it; the examples are those of Moodle's documentation, in words of ours."""

from __future__ import annotations

from typing import Any

import pytest

from tests.imports.reading.round_trips import read
from tests.imports.reading.test_file_kind import read_as
from workbench.documents.file_kind import FileRefused
from workbench.imports.reading.gift import MAX_QUESTION


def blocks(text: str) -> list[tuple[str, dict[str, Any]]]:
    """The blocks of a text."""
    return [(block.type, block.content) for lesson in read(text.encode(), "a.gift").lessons for block in lesson.blocks]


@pytest.mark.parametrize(
    ("text", "kind", "part"),
    [
        ("Salty?{T}", "quiz", {"question": "Salty?", "multiple": False}),
        ("Two plus two{\n=4\n~5\n}", "quiz", {"question": "Two plus two"}),
        ("Both?{~%50%a ~%50%b ~%-100%c}", "quiz", {"multiple": True}),
        ("Who?{=Ann =Bob}", "fillIn", {"text": "Who? ___", "gaps": [{"answers": ["Ann", "Bob"]}]}),
        ("The sky is {=blue} today.", "fillIn", {"text": "The sky is ___ today."}),
        ("Match{=a -> x =b -> y}", "matching", {"pairs": [{"left": "a", "right": "x"}, {"left": "b", "right": "y"}]}),
        ("Order{=low -> 1 =flood -> 2}", "ordering", {"items": ["low", "flood"]}),
        ("Explain.{}", "reflection", {"prompt": "Explain."}),
        ("Explain.{####Because.}", "shortAnswer", {"modelAnswer": "Because."}),
        ("[html]<p>What is <b>H<sub>2</sub>O</b>?</p>{=water ~ice}", "quiz", {"question": "What is H_2O?"}),
        ("[markdown]Read *this* first.", "text", {"markdown": "Read *this* first."}),
        (r"What is \{1\} \= \~?{=one ~two}", "quiz", {"question": "What is {1} = ~?"}),
    ],
)  # fmt: skip
def test_each_type_has_its_block(text: str, kind: str, part: dict[str, Any]) -> None:
    """With what it says."""
    [(found, content)] = blocks(text)

    assert found == kind
    assert {key: content[key] for key in part} == part


def test_an_empty_line_within_braces_parts_nothing() -> None:
    """Comments and titles are no part of a question."""
    assert [kind for kind, _ in blocks("// first\n::One::Q?{\n=a\n\n~b\n}\n\n// [id:7]\nR?{F}")] == ["quiz", "quiz"]


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(f"::Q{number}:: Is it {number}? {{T}}" for number in range(10)),
        "\n".join(f"Is it {number}? {{=yes ~no}}" for number in range(10)),
        "\n".join(f"Is it {number}? {{\n=yes\n~no\n}}" for number in range(10)),
        "\n".join(f"Look.\nIs it {number}? {{=yes ~no}}" for number in range(10)),
        "\n".join(f"::Q{number}::\nIt is {{=yes ~no}} today.\nOr not." for number in range(10)),
        "$CATEGORY: Tides\n" + "\n".join(f"Is it {number}? {{T}}\n// next" for number in range(10)),
        "Unclosed? {=yes ~no\n\n" + "\n".join(f"Is it {number}? {{F}}" for number in range(9)),
        "Unclosed? {=yes ~no\n" + "\n".join(f"::Q{number}:: Is it? {{F}}" for number in range(9)),
    ],
    ids=["titles", "lines", "braces over lines", "two lines", "gaps", "category", "unclosed", "unclosed, titles"],
)
def test_ten_questions_without_empty_lines_are_ten(text: str) -> None:
    """Regression: nine of ten were lost, or all became one, and the plan did not say so."""
    assert len(blocks(text)) == 10


def test_words_before_a_question_are_its_own() -> None:
    """Where no empty line parts it from the one before; words before a title belong to the question above them."""
    text = "Look.\nIs it one? {=yes ~no}\nLook again.\nIs it two? {=yes ~no}\nOr not.\n::Last:: Is it three? {T}"

    assert [content["question"] for _, content in blocks(text)] == [
        "Look.\nIs it one?", "Look again.\nIs it two? ___\nOr not.", "Is it three?"
    ]  # fmt: skip


@pytest.mark.parametrize("before", ["", "One?{T}\n\n", "Unclosed?{=a ~b\n\n::One::\n"])
@pytest.mark.parametrize("answers", ["=a\n{b} ~c\n", "=a\n~{b}\n", "\n=a\n~{b}\n", "\n=a\n{=b}"])
def test_a_brace_among_answers_begins_no_question(before: str, answers: str) -> None:
    """Only after an empty line is the open one taken for one that was never closed."""
    file = read(f"{before}Which?{{{answers}\n\nLast?{{T}}".encode(), "a.gift")
    asked = [block.content.get("question") or block.content["text"] for every in file.lessons for block in every.blocks]

    assert [question.split("?")[0] for question in asked][-2:] == ["Which", "Last"]
    assert len(file.findings) == before.count("Unclosed")


def test_a_category_is_a_lesson() -> None:
    """The last part of its path; the part before it is the course."""
    path = "$CATEGORY: $course$/top/Sea"
    file = read(f"{path}/Tides\nOne?{{T}}\n\n{path}/Moon\nTwo?{{F}}".encode(), "a.gift")

    assert (file.title, [lesson.title for lesson in file.lessons]) == ("Sea", ["Tides", "Moon"])


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("It is {T} today.", {"question": "It is ___ today."}),
        ("One?{T} Two?{F}", {"question": "One? ___ Two?{F}"}),
        ("Say {} now.", {"prompt": "Say ___ now."}),
        ("Match {=a -> x =b -> y} now.", {"prompt": "Match ___ now."}),
        ("About {#7} of them.", {"text": "About ___ of them."}),
        ("Is it {=so ~not}\nor else.", {"question": "Is it ___\nor else."}),
        ("Is } a sign?{T}", {"question": "Is } a sign?"}),
        ("Look at \\{x\\}\nIs it so?{T}", {"question": "Look at {x}\nIs it so?"}),
    ],
)
def test_words_around_the_answers_are_kept(text: str, part: dict[str, Any]) -> None:
    """Regression: what was after true and false, pairs or an open answer was lost, and nothing said so."""
    [(_, content)] = blocks(text)

    assert {key: content[key] for key in part} == part


def test_answers_without_a_sign_are_told_with_their_question() -> None:
    """Regression: one such question, and the whole file was refused as damaged."""
    file = read(b"Tea?{hot}\n\nSalty?{T}", "a.gift")

    assert [(finding.place, finding.kind) for finding in file.findings] == [("line 1", "no counterpart")]
    assert [block.content["question"] for lesson in file.lessons for block in lesson.blocks] == ["Salty?"]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("[html]A &amp; B?{T}", {"question": "A & B?"}),
        ("Is <b>this</b> so?{T}", {"question": "Is this so?"}),
        ("[plain]Is <b>this</b> so?{T}", {"question": "Is <b>this</b> so?"}),
        ("A &amp; B?{T}", {"question": "A &amp; B?"}),
        ("[plain]1 < 2 is *not* bold.", {"markdown": r"1 < 2 is \*not\* bold."}),
        ("One <b>bold</b> word.", {"markdown": "One **bold** word."}),
    ],
)
def test_a_text_is_read_as_it_says(text: str, part: dict[str, Any]) -> None:
    """By the format that it names; without one it is HTML where it has a tag."""
    [(_, content)] = blocks(text)

    assert {key: content[key] for key in part} == part


@pytest.mark.parametrize(
    ("tag", "kind", "told"),
    [
        ('<img src="@@PLUGINFILE@@/moon.png">', "picture", "GIFT has no pictures in it"),
        ("<video></video>", "formatting", "video"),
    ],
)
def test_what_a_text_of_html_loses_is_told(tag: str, kind: str, told: str) -> None:
    """With the line of its question."""
    [found] = read(f"[html]<p>See {tag}</p>{{T}}".encode(), "a.gift").findings

    assert (found.place, found.kind) == ("line 1", kind)
    assert told in found.text


@pytest.mark.parametrize(
    ("text", "kind"),
    [("Broken?{=a ~b", "open brace"), ("One?{T} Two?{F}", "several answers")],
)
def test_what_cannot_be_taken_apart_is_told(text: str, kind: str) -> None:
    """The plan lists it with its line."""
    file = read(text.encode(), "a.gift")

    assert [(finding.place, finding.kind) for finding in file.findings if finding.kind == kind] == [("line 1", kind)]


def test_a_brace_that_is_never_closed_takes_no_more_than_its_question() -> None:
    """What follows is read."""
    text = "Broken?{=a ~b\n\n" + "\n\n".join(f"Q{number}?{{T}}" for number in range(700))

    assert len(blocks(text)) == 701


def test_true_and_false_are_words_of_the_language() -> None:
    """Of the one that was chosen."""
    file = read_as(b"Salzig?{T}", "a.gift", language="DE")

    assert [choice["text"] for choice in file.lessons[0].blocks[0].content["choices"]] == ["Richtig", "Falsch"]


def test_a_text_without_a_question_is_refused() -> None:
    """In one sentence."""
    with pytest.raises(FileRefused, match="has no question in it"):
        read(b"// only a comment\n", "a.gift")


@pytest.mark.parametrize(
    ("text", "said"), [("Salty?{T#No.#Yes.}", ["Yes.", "No."]), ("Dry?{F#Wet.#Yes.}", ["Wet.", "Yes."])]
)
def test_what_is_said_of_true_and_false_goes_with_its_choice(text: str, said: list[str]) -> None:
    """The file has what is said of a wrong answer first."""
    [(_, content)] = blocks(text)

    assert [choice["feedback"] for choice in content["choices"]] == said


def test_answers_may_come_before_all_words() -> None:
    """A gap at the beginning of a sentence."""
    [(kind, content)] = blocks("{=Tides} rise and fall.")

    assert (kind, content["text"]) == ("fillIn", "___ rise and fall.")


@pytest.mark.parametrize("text", ["One.\n\nTwo.\n\nThree.", "Broken?{=a\n\n::Two:: Alone.\n\nThree."])
def test_an_empty_line_parts_what_has_no_braces(text: str) -> None:
    """Also after a question that was never closed."""
    assert len(blocks(text)) == 3


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("$CATEGORY: Tides\nBroken?{=a ~b", 2),
        ("One?{T}\n$CATEGORY: Tides\nBroken?{=a ~b", 3),
        ("Broken?{=a ~b\n::Two::Salty?{T}", 1),
    ],
)
def test_the_line_of_a_question_is_not_that_of_its_category(text: str, place: int) -> None:
    """What is told of it is found in the file."""
    findings = read(text.encode(), "a.gift").findings

    assert [finding.place for finding in findings if finding.kind == "open brace"] == [f"line {place}"]


@pytest.mark.parametrize(("length", "told"), [(MAX_QUESTION, 0), (MAX_QUESTION + 1, 1)])
def test_a_question_may_be_as_long_as_is_said_and_no_longer(length: int, told: int) -> None:
    """The others of the file are read."""
    file = read(("One?{T}\n\n" + "Two?{T}".rjust(length, "x")).encode(), "a.gift")

    assert sum(finding.kind == "long question" for finding in file.findings) == told
