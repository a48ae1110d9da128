"""The record of a block type: everything that pages, files, translations, question banks and forms need to know."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Generic, TypeVar

from pydantic.alias_generators import to_snake

from workbench.authoring.blocks.fields import BlockContent, text_fields
from workbench.authoring.blocks.form import BlockForm
from workbench.authoring.blocks.output import HtmlOutput, MarkdownOutput
from workbench.authoring.blocks.question import CLASS_OF_KIND, Asking, Cards, Kind, Question
from workbench.languages.reader import base_language

C = TypeVar("C", bound=BlockContent)
Content = Mapping[str, Any]
_NO_LABELS: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, kw_only=True)
class BlockType(Generic[C]):
    """Block type. Fields with a default may be left out; a question (`kind`) is rendered by its kind.

    `name` is its name on the wire, `title` its English name in menus, `about` the same for translators. `draft`
    makes a content from the lines and the Markdown of another type; without any, it makes the content of a new
    block. `lines` gives those lines if plain text alone would lose what belongs together. `html` and `markdown`
    are for people; they get a content that the model accepts. `write` and `read` are for files that are read
    back: `read(write(content))` is the content, or the content is written as TOML. `write` gets any content,
    and either raises `KeyError`, `TypeError` or `ValueError`. `optional` maps the fields that a content may
    omit to their defaults. `question` is the form that question banks accept; `kind` is how learners answer it
    on a page, `None` if they do not. `answer_places` are the places of the texts that make up an answer, each
    with what is right about it. `plain` converts a text of the type to plain text.
    """

    name: str
    model: type[C]
    title: str
    glyph: str
    draft: Callable[[Sequence[str], str | None], dict[str, Any]]
    form: BlockForm
    about: str = ""
    html: Callable[[C, HtmlOutput], str] | None = None
    markdown: Callable[[C, MarkdownOutput], str] | None = None
    write: Callable[[Content], str] | None = None
    read: Callable[[str], dict[str, Any]] | None = None
    optional: Content = field(default_factory=dict)
    lines: Callable[[Content], list[str] | None] | None = None
    plain: Callable[[str], str] | None = None
    kind: Kind | None = None
    question: Callable[[C], Asking] | None = None
    answer_places: Callable[[Content], Iterator[tuple[str, object]]] | None = None
    field_notes: Mapping[str, str] = field(default_factory=dict)
    """Descriptions of fields for translators, for names that other types don't have (`fields.FIELD_NOTES`)."""
    looks_like: str = ""
    """The type whose style the block has on pages without a style of its own."""
    is_for_authors: bool = False
    """Learners never read it, and a lesson that has one cannot be public."""

    @property
    def classes(self) -> str:
        """CSS classes of the block's section in HTML."""
        look = self.looks_like or (CLASS_OF_KIND[self.kind] if self.kind else "")
        return f"{self.name} {look}" if look not in ("", self.name) else self.name

    @cached_property
    def word_fields(self) -> frozenset[str]:
        """Names of the fields that hold words."""
        return frozenset(name for name, is_words in text_fields(self.model) if is_words)

    @cached_property
    def code_fields(self) -> frozenset[str]:
        """Names of the fields whose text is not words: the kind of a callout, the id of an asset."""
        return frozenset(name for name, is_words in text_fields(self.model) if not is_words)

    @cached_property
    def form_record(self) -> dict[str, Any]:
        """Form as plain values: `special`, `note` and `controls`."""
        return {"special": self.form.special, "note": self.form.note, "controls": self.form.controls(self.model)}

    def to_question(self, content: C) -> Question:
        """Return the question that a learner answers. Raises `TypeError` for a type that is not a question."""
        question = self.question(content) if self.question and self.kind else None
        if question is None or isinstance(question, Cards):
            raise TypeError(f"{self.name} is no question")
        return question

    def labels(self, language: str) -> Mapping[str, str]:
        """Return its labels for a language code; English if it has none in the language."""
        return _labels(to_snake(self.name), base_language(language))


def parts(content: Content, name: str) -> Iterable[tuple[int, Mapping[str, Any]]]:
    """Return the parts of a content with their places, omitting parts of the wrong form."""
    values = content.get(name)
    if isinstance(values, list | tuple):
        yield from ((index, part) for index, part in enumerate(values) if isinstance(part, Mapping))


@cache
def _labels(file_name: str, language: str) -> Mapping[str, str]:
    path = Path(__file__).parent / f"{file_name}.toml"
    if not path.exists():
        return _NO_LABELS
    labels = tomllib.loads(path.read_text(encoding="utf-8"))
    return MappingProxyType({key: words.get(language, words["EN"]) for key, words in labels.items()})
