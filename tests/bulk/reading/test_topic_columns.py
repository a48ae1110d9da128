"""Which column holds the topics, which the language, and templates."""

from __future__ import annotations

from dataclasses import replace

import pytest

from workbench.bulk.reading.table import Table, TopicLine
from workbench.bulk.reading.topic_columns import (
    ColumnMapping,
    Draft,
    find_drafts,
    hidden_characters,
    knowing,
    recognised_columns,
)
from workbench.errors import PlanRejected


def table(columns: tuple[str, ...], *rows: tuple[str, ...]) -> Table:
    """A table as if it had been read."""
    return Table("t.csv", columns, tuple(TopicLine(number, row) for number, row in enumerate(rows, 2)))


def drafts(read: Table, mapping: ColumnMapping | None = None, *, wants_language: bool = True) -> list[Draft]:
    """Its topics."""
    return find_drafts(read, mapping or ColumnMapping(), wants_language=wants_language)


@pytest.mark.parametrize(
    "name", ["topic", "Topic", " TOPICS ", "title", "PREFERREDLABEL", "preferred_label", "Thema", "Título", "sujet"]
)
def test_a_topic_column_is_recognised(name: str) -> None:
    """Without case, blanks and signs, in several languages."""
    assert drafts(table(("code", name), ("1", "Bread")))[0].topic == "Bread"


def test_the_plainest_name_is_taken() -> None:
    """A list with a topic and a title means the topic."""
    assert drafts(table(("title", "topic"), ("Loaf", "Bread")))[0].topic == "Bread"


def test_what_is_taken_unasked_can_be_shown_before() -> None:
    """Each column by the name that it has; nothing where none fits."""
    table = Table("list", ("Titre", "Langue", "about", "Projekt"), (TopicLine(2, ("Tides", "EN", "", "Sea"), ""),))

    assert recognised_columns(table) == ColumnMapping(topic="Titre", language="Langue", project="Projekt")
    assert recognised_columns(replace(table, columns=("A", "Langue", "B", "C"))) == ColumnMapping(language="Langue")


def test_no_column_that_fits_lists_the_columns() -> None:
    """A person chooses from what was found."""
    with pytest.raises(PlanRejected, match="Found: code, notes"):
        drafts(table(("code", "notes"), ("1", "x")))


def test_a_single_column_needs_no_name() -> None:
    """There is nothing to choose."""
    assert drafts(table(("Occupation",), ("Baker",)))[0].topic == "Baker"


def test_a_column_can_be_named() -> None:
    """Exactly, or up to case and signs where only one fits."""
    read = table(("Topic", "Job Title"), ("x", "Baker"))

    assert drafts(read, ColumnMapping(topic="job_title"))[0].topic == "Baker"


def test_a_column_that_is_not_there_is_refused_with_the_list() -> None:
    """A slip is seen immediately."""
    with pytest.raises(PlanRejected, match="Found: topic"):
        drafts(table(("topic",), ("x",)), ColumnMapping(topic="subject"))


def test_a_language_column_is_recognised_where_one_is_wanted() -> None:
    """A language said for all rows leaves the column alone."""
    read = table(("topic", "Lang"), ("Bread", "DE"))

    assert drafts(read)[0].language == "DE"
    assert drafts(read, wants_language=False)[0].language is None


def test_a_template_joins_columns() -> None:
    """With plain named fields."""
    read = table(("title", "about"), ("Bread", "how it is made"))

    assert drafts(read, ColumnMapping(template="{title}: {about}."))[0].topic == "Bread: how it is made."


def test_a_template_of_empty_cells_is_an_empty_topic() -> None:
    """Its own words alone are no topic."""
    assert drafts(table(("title",), ("",)), ColumnMapping(template="A lesson on {title}"))[0].topic == ""


@pytest.mark.parametrize(
    "template",
    ["{title.__class__}", "{title[0]}", "{title!r}", "{title:>100000000}", "{}", "{0}", "no field", "{title"],
)
def test_a_template_does_nothing_but_join(template: str) -> None:
    """No attributes, places, conversions or widths: a list may come from anyone."""
    with pytest.raises(PlanRejected):
        drafts(table(("title",), ("Bread",)), ColumnMapping(template=template))


def test_hidden_characters_are_named_and_white_space_is_not() -> None:
    """What a person cannot see in a topic; joiners belong to their scripts."""
    assert hidden_characters("a\u202eb\x1b\n\t می\u200cخواهم") == ["U+001B", "U+202E"]


def test_the_names_that_a_person_said_are_known() -> None:
    """Those of a template as well, without case and signs; nothing else becomes one."""
    knows = knowing(ColumnMapping(language="Code", template="{Lektion}: {Inhalt}"))

    assert [knows(text) for text in ("lektion", "INHALT", "code", "topic", "Bread", "")] == [True] * 4 + [False] * 2


def test_a_template_says_which_columns_are_empty_in_a_line() -> None:
    """The topic then reads oddly, and a person decides about it."""
    read = table(("title", "for", "about"), ("Bread", "", ""), ("Milk", "all", "cows"), ("", "", ""))
    found = drafts(read, ColumnMapping(template="{title}, for {for}: {about}"))

    assert [draft.warning for draft in found] == ["empty here: for, about", "", ""]
