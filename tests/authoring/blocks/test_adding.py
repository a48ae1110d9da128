"""A block type to read and one to answer are added to a copy of the package, and have all that block types have."""

from __future__ import annotations

from pathlib import Path

from tests.adding import Addition, add, copied, run

QUOTATION = '''\
"""Words of somebody else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from workbench.authoring.blocks.block_type import BlockType
from workbench.authoring.blocks.draft import first
from workbench.authoring.blocks.fields import PASSAGE_CHARS, BlockContent, OptionalLine, Passage
from workbench.authoring.blocks.form import BlockForm, FormField
from workbench.authoring.blocks.output import HtmlOutput, MarkdownOutput


class Quotation(BlockContent):
    """Words of somebody else, and whose they are."""

    words: Passage
    author: OptionalLine = ""


def _html(content: Quotation, at: HtmlOutput) -> str:
    author = f"<p>{escape(content.author)}</p>" if content.author else ""
    return f"{at.heading(at.label)}<blockquote><p>{escape(content.words)}</p></blockquote>{author}"


def _markdown(content: Quotation, to: MarkdownOutput) -> str:
    return to.quote(f"{to.label}: {content.author}" if content.author else to.label, content.words)


def _draft(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    return {"words": first(lines)[:PASSAGE_CHARS], "author": ""}


def _write(content: Mapping[str, Any]) -> str:
    return f"> {content['words']}\\n\\n{content['author']}"


def _read(body: str) -> dict[str, Any]:
    words, _, author = body.partition("\\n\\n")
    return {"words": words.removeprefix("> "), "author": author}


QUOTATION = BlockType(
    name="quotation",
    model=Quotation,
    title="Quotation",
    glyph="”",
    draft=_draft,
    form=BlockForm({"words": FormField("What was said"), "author": FormField("By whom (may be empty)")}),
    html=_html,
    markdown=_markdown,
    write=_write,
    read=_read,
    field_notes={"words": "what somebody said", "author": "who said it"},
    looks_like="example",
)
'''
ODD_ONE_OUT = '''\
"""Things of which one does not belong to the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from workbench.authoring.blocks.block_type import BlockType
from workbench.authoring.blocks.draft import answer_lines, first
from workbench.authoring.blocks.fields import LINE_CHARS, LIST_ITEMS, PASSAGE_CHARS, BlockContent, Line, Passage
from workbench.authoring.blocks.form import BlockForm, FormField
from workbench.authoring.blocks.question import ChoiceQuestion, AnswerOption


class OddOneOut(BlockContent):
    """Things that belong together, and one that does not."""

    task: Passage
    alike: Annotated[tuple[Line, ...], Field(min_length=2, max_length=LIST_ITEMS)]
    odd: Line


def _question(content: OddOneOut) -> ChoiceQuestion:
    wrong = (AnswerOption(text, False) for text in content.alike)
    return ChoiceQuestion(content.task, (AnswerOption(content.odd, True), *wrong))


def _answer_places(content: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    yield "odd", True
    yield from ((f"alike.{at}", False) for at in range(len(content.get("alike", ()))))


def _draft(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    odd, *alike = answer_lines(lines)
    return {"task": first(lines)[:PASSAGE_CHARS], "alike": alike, "odd": odd[:LINE_CHARS]}


ODD_ONE_OUT = BlockType(
    name="oddOneOut",
    model=OddOneOut,
    title="Odd one out",
    glyph="≠",
    draft=_draft,
    form=BlockForm(
        {
            "task": FormField("Question", rows=2),
            "odd": FormField("What does not belong"),
            "alike": FormField("What belongs together, one a line"),
        }
    ),
    kind="choice",
    question=_question,
    answer_places=_answer_places,
    field_notes={"task": "the task", "alike": "a thing that belongs to the others", "odd": "the thing that does not"},
)
'''
MANY_PROOFS = 100
"""Fewer would mean that the types are not among those of the generated tests."""
REGISTRY = "workbench/authoring/blocks/registry.py"
IMPORTED = "from workbench.authoring.blocks.reflection import"
SAMPLES = """\
    "quotation": {"words": "Bread is life.", "author": "A baker"},
    "oddOneOut": {"task": "What is no flour?", "alike": ["Rye", "Spelt"], "odd": "Yeast"},
"""


def labels(heading: str) -> str:
    """The labels of a type whose heading is the same word in every language, with the language's code."""
    codes = ("EN", "DE", "ES", "FR", "PT", "IT", "NL", "PL", "AR")
    return "[label]\n" + "".join(f'{code} = "{heading} {code}"\n' for code in codes)


def block_type(kind: str, module: str, code: str, heading: str) -> Addition:
    """A type with its labels and its line in the registry, and the import of it."""
    blocks, constant = "workbench/authoring/blocks", module.upper()
    return Addition(
        kind,
        {f"{blocks}/{module}.py": code, f"{blocks}/{module}.toml": labels(heading)},
        {
            REGISTRY: (
                (IMPORTED, f"from workbench.authoring.blocks.{module} import {constant}\n"),
                ("            SUMMARY,\n", f"            {constant},\n"),
            )
        },
    )


ADDITIONS = (
    block_type("block type that learners read (a passage)", "quotation", QUOTATION, "Quotation"),
    block_type("block type that learners answer (a question)", "odd_one_out", ODD_ONE_OUT, "Odd one out"),
)


def test_a_passage_and_a_question_are_added_in_three_files_each(tmp_path: Path) -> None:
    """Pages, files, translations, question banks, packages, search, replacement, forms and checks have them."""
    copy = copied(tmp_path)
    for addition in ADDITIONS:
        addition.add_to(copy)
    add(copy, {}, {"tests/authoring/content/contents.py": ('    "blank": {},\n', SAMPLES)})
    proofs = "quotation or oddOneOut or odd_one_out or replaced"
    printed = run(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/meta/test_block_types.py", "-k", proofs)

    assert [addition.touched for addition in ADDITIONS] == [3, 3]
    assert int(printed.rpartition(" passed")[0].split()[-1]) > MANY_PROOFS
