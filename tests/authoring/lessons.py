"""Lessons for tests: blocks with short names, and how to read them back."""

from __future__ import annotations

from uuid import UUID

from hypothesis import strategies as st

from workbench.authoring.block import Block, Blocks
from workbench.authoring.mutation import (
    LessonBlockDelete,
    LessonBlockInsert,
    LessonBlockOrderUpdate,
    LessonBlockUpdate,
    Mutation,
)
from workbench.authoring.transaction import Transaction


def id_of(letter: str) -> str:
    """The block id that stands for a letter in a test."""
    return str(UUID(int=ord(letter)))


def block(letter: str, text: str = "") -> Block:
    """The block of a letter; with a text it is a text block, else a blank one."""
    if text:
        return Block(id=id_of(letter), type="text", content={"markdown": text})
    return Block(id=id_of(letter), type="blank", content={})


def lesson(letters: str) -> Blocks:
    """A lesson of blank blocks, one for each letter."""
    return tuple(block(letter) for letter in letters)


def letters(blocks: Blocks) -> str:
    """A lesson's blocks as letters, in order."""
    return "".join(chr(UUID(lesson_block.id).int) for lesson_block in blocks)


def order(text: str) -> LessonBlockOrderUpdate:
    """The order of the letters' blocks."""
    return LessonBlockOrderUpdate(after=[id_of(letter) for letter in text])


def insert(letter: str, text: str = "") -> LessonBlockInsert:
    """Insert the letter's block."""
    return LessonBlockInsert(block=block(letter, text))


def update(letter: str, text: str) -> LessonBlockUpdate:
    """Give the letter's block another text."""
    return LessonBlockUpdate(id=id_of(letter), content={"markdown": text})


def delete(letter: str) -> LessonBlockDelete:
    """Take the letter's block out."""
    return LessonBlockDelete(id=id_of(letter))


def transaction(*mutations: Mutation) -> Transaction:
    """The mutations as one transaction."""
    return Transaction(label="test", mutations=list(mutations))


lessons = st.lists(
    st.tuples(st.sampled_from("abcdefgh"), st.sampled_from(["", "x", "y"])), unique_by=lambda one: one[0]
)
"""Lessons of up to eight blocks, as pairs of letter and text."""
