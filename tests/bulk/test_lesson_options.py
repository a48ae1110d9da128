"""What a row asks for next to its topic is part of its key, its plan's digest and its plan's file; seeded."""

from __future__ import annotations

import random
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from tests.bulk.plans import plan, row
from workbench.bulk.journal.idempotency import RunIdentity, row_key
from workbench.bulk.lesson_options import (
    NO_OPTIONS,
    OPTION_COLUMNS,
    LessonOptions,
    folded_request,
    folded_topic,
    is_marked,
    option_texts,
    stored_options,
)
from workbench.bulk.planning.plan import rows_digest
from workbench.bulk.planning.plan_file import load_plan, save_plan
from workbench.procedures.lesson import create_starter_lesson

RUN = RunIdentity("service1", "org1", "ada", "a run")
TITLES = {"like_title", "source_titles"}
"""Fields that are for people."""


def drawn(chance: random.Random) -> LessonOptions:
    """Some options, each there or not."""
    made: dict[str, Any] = {
        "audience": chance.choice([None, "nurses", "cooks, new ones"]),
        "tone": chance.choice([None, "calm"]),
        "reading_level": chance.choice([None, "B1", "grade 6"]),
        "words": chance.choice([None, 100, 5000]),
        "questions": chance.choice([None, 0, 3]),
        "objectives": chance.choice([(), ("Boil; then cool",), ("Boil", "then cool")]),
        "like_lesson_id": chance.choice([None, "l1"]),
        "like_title": chance.choice([None, "Tides"]),
        "source_ids": chance.choice([(), ("s1",), ("s1", "s2")]),
        "source_titles": chance.choice([(), ("Manual",)]),
    }
    return LessonOptions(**made, strict=bool(made["source_ids"]) and chance.random() < 0.5)


def changed(options: LessonOptions, name: str) -> LessonOptions:
    """The options with another value in one field."""
    old = getattr(options, name)
    new: Any = not old if isinstance(old, bool) else (*old, "one more") if isinstance(old, tuple) else "another"
    return replace(options, **{name: 4321 if name in ("words", "questions") else new})


def key(options: LessonOptions) -> str:
    """The key of a row about bread that asks for these options."""
    return row_key(RUN, "EN", folded_request("Bread", options), 1, 0)


@pytest.mark.parametrize("seed", range(40))
def test_plans_that_differ_in_one_field_differ_in_digest_and_keys(seed: int, tmp_path: Path) -> None:
    """Equal ones are equal, also after a file and the journal's text; titles, which others may change, are no part."""
    chance = random.Random(seed)
    options = drawn(chance)
    same = plan(row(1, "Bread", options=replace(options)))
    one = load_plan(save_plan(plan(row(1, "Bread", options=options)), tmp_path / "plan.json"))

    assert (one.digest, rows_digest(one), one.rows[0].options) == (same.digest, rows_digest(same), options)
    assert key(stored_options(options.as_json())) == key(options)
    for field in fields(LessonOptions):
        other = plan(row(1, "Bread", options=changed(options, field.name)))
        is_same = field.name in TITLES
        assert (other.digest == one.digest, rows_digest(other) == rows_digest(one)) == (is_same, is_same)
        assert (key(other.rows[0].options) == key(options)) == is_same


def test_a_row_that_asks_for_nothing_has_the_key_and_digest_of_every_earlier_version() -> None:
    """Its folded topic is the topic's alone."""
    assert folded_request("  Baking BREAD ", NO_OPTIONS) == "baking bread"
    assert (NO_OPTIONS.identity, NO_OPTIONS.as_json(), NO_OPTIONS.call_fields) == ({}, {}, {})
    assert stored_options({"template": "{a}"}) is NO_OPTIONS


def test_the_topic_is_found_in_what_is_asked_for() -> None:
    """No topic can look like a mark: white space of every kind is folded."""
    folded = folded_request("Baking\x1fbread", LessonOptions(tone="calm"))

    assert (folded_topic(folded), is_marked(folded)) == ("baking bread", True)
    assert not is_marked(folded_request("Baking\x1fbread", NO_OPTIONS))


def test_what_is_asked_for_is_what_is_sent() -> None:
    """Style and objectives as the procedure takes them, and nothing that was not said."""
    options = LessonOptions(audience="nurses", questions=0, objectives=("Wash hands",), like_lesson_id="l1")
    sent = create_starter_lesson(language="EN", topic="Hygiene", **options.call_fields).input.to_wire()

    assert sent == {
        "language": "EN",
        "topic": "Hygiene",
        "style": {"audience": "nurses", "questions": 0, "likeLessonId": "l1"},
        "objectives": ["Wash hands"],
    }
    assert options.identity == {name: sent[name] for name in ("style", "objectives")}


def test_people_read_titles_and_programs_every_column() -> None:
    """What is not requested is missing."""
    options = LessonOptions(words=1200, like_lesson_id="l1", like_title="Tides", source_ids=("s1", "s2"), strict=True)

    assert option_texts(options) == {"words": "1,200", "like": "Tides", "sources": "s1; s2", "strict": "yes"}
    assert list(options.values) and set(options.values) == {column.name for column in OPTION_COLUMNS}
    assert set(NO_OPTIONS.values.values()) == {None}
