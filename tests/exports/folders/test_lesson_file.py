"""A lesson's file, written and read again."""

from __future__ import annotations

from random import Random

import pytest

from tests.exports.folders.contents import blocks
from tests.exports.lessons import lesson
from tests.slow import first_in_gate
from workbench.authoring.block import Block
from workbench.authoring.blocks.registry import BLOCK_TYPES
from workbench.authoring.content.media_types import MEDIA_BLOCKS
from workbench.exports.folders.lesson_file import FileBlock, read_lesson, with_head, write_lesson
from workbench.procedures.lesson import Lesson


def content_of(text: str) -> list[tuple[str, str, object]]:
    """The blocks of a file."""
    return [(block.id, block.type, block.content) for block in read_lesson(text).blocks]


def of(*made: Block, title: str = "Tides") -> Lesson:
    """A lesson with these blocks."""
    return lesson(title).model_copy(update={"blocks": list(made)})


@pytest.mark.parametrize("seed", first_in_gate(range(0, 4_000, 40), 2))
def test_what_is_written_is_read_back(seed: int) -> None:
    """Forty lessons with every type, and texts that look like marks, fences, lists and heads."""
    for number in range(seed, seed + 40):
        random = Random(number)
        made = of(*blocks(random), title=f'"T: {number}" --- # → \\')
        text = write_lesson(made)
        found = read_lesson(text)

        assert content_of(text) == [(block.id, block.type, block.content) for block in made.blocks], number
        assert [block.problem for block in found.blocks if block.problem] == []
        assert (found.title, found.lesson_id, found.revision) == (made.title, "lesson-1", 1)
        assert found.is_untouched()
        assert content_of(text.replace("\n", "\r\n")) == content_of(text)  # as git hands it out on Windows


@pytest.mark.parametrize("kind", [block_type for block_type in BLOCK_TYPES if block_type not in MEDIA_BLOCKS])
def test_a_type_is_written_as_markdown(kind: str) -> None:
    """What authors usually write needs no fence."""
    made = of(*(block for block in lesson().blocks if block.type == kind))
    from workbench.authoring.content import checked_content

    stored = [block.model_copy(update={"content": checked_content(block.type, block.content)}) for block in made.blocks]
    assert stored and "```" not in write_lesson(of(*stored))


def test_a_quiz_is_a_list_of_boxes() -> None:
    """A person can write one silently about fields; two ticks make it one of several answers."""
    text = "<!-- block quiz -->\nWhich?\n\n- [x] This\n  > Yes.\n- [X] That\n- [ ] None\n"

    assert read_lesson(text).blocks == (
        FileBlock(
            "",
            "quiz",
            {
                "question": "Which?",
                "multiple": True,
                "choices": [
                    {"text": "This", "isCorrect": True, "feedback": "Yes."},
                    {"text": "That", "isCorrect": True, "feedback": ""},
                    {"text": "None", "isCorrect": False, "feedback": ""},
                ],
            },
            1,
        ),
    )


def test_a_file_without_ids_is_a_text() -> None:
    """Nothing of it is lost."""
    found = read_lesson("# Tides\n\nThey come twice a day.\n")

    assert (found.lesson_id, found.title, found.revision) == ("", "", 0)
    assert [block.content for block in found.blocks] == [{"markdown": "# Tides\n\nThey come twice a day."}]


def test_a_text_that_looks_like_a_mark_is_none() -> None:
    """It is guarded by a backslash, and one that has a backslash by another."""
    block = Block(
        id="a" * 8 + "-0000-4000-8000-000000000000",
        type="text",
        content={"markdown": "<!-- block text -->\n\\<!-- block"},
    )
    text = write_lesson(of(block))

    assert "\\<!-- block text -->\n\\\\<!-- block\n" in text
    assert len(read_lesson(text).blocks) == 1


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("<!-- block heading -->\nno sign", "a heading is one line that begins with #, ## or ###"),
        ("<!-- block quiz -->\nWhich?\n- [x] a\nb", "write choices as “- [x] …” or “- [ ] …”"),
        ("<!-- block callout -->\n> text", "a callout begins with > [!NOTE]"),
        ("<!-- block image -->\npicture.png", "a picture is a line ![what it shows](media/file.png)"),
        ("<!-- block audio -->\nlisten", "a recording or file is a line [caption](media/file.mp3)"),
        ("<!-- block ofAnother -->\ntext", "a block of this type is a fenced part"),
        ("<!-- block image toml -->\n```toml\na = \n```", "its TOML cannot be read"),
        ("<!-- block image toml -->\n```toml\na = 2026-01-01\n```", "its TOML cannot be read"),
        ("<!-- block image json -->\n```json\n[1]\n```", "its JSON is not an object"),
        ("<!-- block summary -->\none", "each of its lines begins with a dash"),
        ("<!-- block blank -->\ntext", "an empty page has no text"),
        ("<!-- block x json -->\n```json\n" + "[" * 100_000 + "\n```", "it is nested too deeply"),
    ],
)
def test_what_cannot_be_read_is_told(text: str, problem: str) -> None:
    """By the line of the block's mark; the other blocks are read."""
    first, last = read_lesson(f"{text}\n\n<!-- block reflection -->\nWhy?\n").blocks

    assert problem in first.problem
    assert (first.line, last.content) == (1, {"prompt": "Why?"})


def test_a_head_that_does_not_end_is_told() -> None:
    """And a line of it that says nothing."""
    with pytest.raises(ValueError, match="does not end with ---"):
        read_lesson("---\nlesson: a\n")
    with pytest.raises(ValueError, match="line 2 of the header"):
        read_lesson("---\nlesson\n---\n")


@pytest.mark.parametrize(
    ("kind", "content", "text"),
    [
        ("image", {"alternativeText": "The *sea*", "decorative": False, "caption": ""}, "![The *sea*](media/a-1.png)"),
        (
            "image",
            {"alternativeText": "", "decorative": False, "caption": "Low\n water"},
            "![](media/a-1.png)\n\nLow\n water",
        ),
        ("image", {"alternativeText": "", "decorative": True, "caption": ""}, 'asset = "media/a-1.png"'),
        ("audio", {"caption": "Gulls"}, "[Gulls](media/a-1.png)"),
        ("file", {"caption": "a [b] c"}, 'asset = "media/a-1.png"'),
    ],
)
def test_a_picture_is_a_link_to_its_file(kind: str, content: dict[str, object], text: str) -> None:
    """As every editor shows it; what a link cannot say stands as fields."""
    block = Block(id="a" * 8 + "-0000-4000-8000-000000000000", type=kind, content={"asset": "media/a-1.png", **content})
    written = write_lesson(of(block))

    assert text in written
    assert content_of(written) == [(block.id, kind, block.content)]


def test_an_untouched_file_is_not_read_further() -> None:
    """Its words are as they were written; empty lines at its end and the line ends of Windows do not count."""
    text = write_lesson(lesson())
    for same in (text, text.replace("\n", "\r\n"), text + "\n\n", text.rstrip("\n")):
        assert read_lesson(same, only_touched=True).blocks is None
    changed = read_lesson(text.replace("revision: 1", "revision: 1") + "\nMore.", only_touched=True)
    assert changed.blocks is not None and not changed.is_untouched()


@pytest.mark.parametrize("text", ["Words.\n", '---\ntitle: "T"\nlesson: old\n---\nWords.\n', "\ufeffA\r\nB\r\n"])
def test_a_head_gets_values_and_the_text_stays(text: str) -> None:
    """What was in the head stays, and so does every byte of the text."""
    found = with_head(text, {"lesson": "new", "revision": "0"})
    head = read_lesson(found)

    assert (head.lesson_id, head.revision) == ("new", 0)
    assert head.title == read_lesson(text).title
    assert [block.content for block in head.blocks or ()] == [block.content for block in read_lesson(text).blocks or ()]
    assert found.endswith(text.removeprefix("\ufeff").rpartition("---\n")[2])
