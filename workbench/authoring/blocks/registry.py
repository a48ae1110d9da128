"""Registry of the block types that we write, in menu order; a new type is one more line here.

Queries about all types are answered from their records.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from workbench.authoring.blocks.audio import AUDIO
from workbench.authoring.blocks.author_note import AUTHOR_NOTES
from workbench.authoring.blocks.blank import BLANK
from workbench.authoring.blocks.block_type import BlockType
from workbench.authoring.blocks.callout import CALLOUT
from workbench.authoring.blocks.example import EXAMPLE
from workbench.authoring.blocks.fields import FIELD_NOTES as COMMON_NOTES
from workbench.authoring.blocks.file import FILE
from workbench.authoring.blocks.fill_in import FILL_IN
from workbench.authoring.blocks.heading import HEADING
from workbench.authoring.blocks.image import IMAGE
from workbench.authoring.blocks.key_terms import KEY_TERMS
from workbench.authoring.blocks.matching import MATCHING
from workbench.authoring.blocks.objectives import OBJECTIVES
from workbench.authoring.blocks.ordering import ORDERING
from workbench.authoring.blocks.quiz import QUIZ
from workbench.authoring.blocks.reflection import REFLECTION
from workbench.authoring.blocks.short_answer import SHORT_ANSWER
from workbench.authoring.blocks.summary import SUMMARY
from workbench.authoring.blocks.text import TEXT
from workbench.authoring.blocks.video import VIDEO

BLOCK_TYPES: Final[Mapping[str, BlockType[Any]]] = MappingProxyType(
    {
        block_type.name: block_type
        for block_type in (
            HEADING,
            TEXT,
            OBJECTIVES,
            KEY_TERMS,
            EXAMPLE,
            CALLOUT,
            QUIZ,
            ORDERING,
            MATCHING,
            FILL_IN,
            SHORT_ANSWER,
            IMAGE,
            AUDIO,
            VIDEO,
            FILE,
            REFLECTION,
            SUMMARY,
            AUTHOR_NOTES,
            BLANK,
        )
    }
)
"""The block types that we write, by their name on the wire."""
QUESTION_TYPES: Final = tuple(name for name, block_type in BLOCK_TYPES.items() if block_type.kind)
"""The block types that learners answer."""
WORD_FIELDS: Final = frozenset[str]().union(*(block_type.word_fields for block_type in BLOCK_TYPES.values()))
"""The fields whose texts are words in the lesson's language."""
FIELD_NOTES: Final[Mapping[str, str]] = MappingProxyType(
    dict(COMMON_NOTES)
    | {name: note for block_type in BLOCK_TYPES.values() for name, note in block_type.field_notes.items()}
)
"""Descriptions of all fields, for translators."""
