"""Generated lessons as texts to translate: every type of block, hostile texts, any state. Used by tests of XLIFF."""

from __future__ import annotations

from random import Random

from tests.exports.folders.contents import blocks
from workbench.authoring.translation import is_translated, translatable_texts
from workbench.exports.xliff.names import Original, unit_id
from workbench.exports.xliff.writing import TextFile, TextState, TextUnit

LANGUAGES = ("FR", "DE", "ES", "PT-BR", "AR", "HE", "ZH-HANT-TW", "HI", "JA")
MARKDOWN = ("", "See [it](https://a.b) and `code`. ", "**Bold** $x^2$ ", "- item\n- item\n\n", "```\ncode ]]>\n```\n")


def text_file(random: Random, lesson_id: str) -> TextFile:
    """A lesson with every type of block."""
    units = [TextUnit(unit_id(lesson_id, "title"), "title", hostile(random))]
    for block in blocks(random):
        if not is_translated(block.type):
            continue
        for place, text in translatable_texts(block.content).items():
            field = next(part for part in reversed(place.split(".")) if not part.isdigit())
            source = random.choice(MARKDOWN) + text if field == "markdown" else text
            target = random.choice([None, source, source + " y", hostile(random)])
            state = random.choice(list(TextState))
            notes = (("context", hostile(random)), ("length", "At most 500 characters."))
            units.append(TextUnit(unit_id(block.id, place), field, source, target, state, notes))
    return TextFile(lesson_id, str(Original(lesson_id, 3, "t1", 9)), units, (("lesson", hostile(random)),))


def hostile(random: Random) -> str:
    """A text that is hard to write down."""
    pieces = (
        "<b>",
        "&amp;",
        "&",
        "]]>",
        "\x00",
        "\x1b[31m",
        "\r\n",
        "\ud800",
        "\ufffe",
        "المد",
        "😀",
        '"',
        "'",
        " ",
        "\t",
        "a",
    )
    return "a" + "".join(random.choices(pieces, k=random.randint(0, 8)))
