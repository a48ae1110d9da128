from __future__ import annotations

import pytest

from workbench.service.ai.planning_words import LANGUAGES
from workbench.service.ai.topic import Topic, TopicPart, read_topic, shorten, split_sentences

EN = LANGUAGES["EN"]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("casting director", "Casting director"),
        ("Casting director: They select actors. They meet agents.", "Casting director"),
        ("casting director - selects actors, meets agents", "Casting director"),
        ("Casting director. They select actors for all roles.", "Casting director"),
        ("Casting director\nThey select actors.", "Casting director"),
        ("Casting director: They select actors. They meet agents.\nLevel: beginners", "Casting director"),
        ("Title: Casting director\nAudience: students", "Casting director"),
        ("Please create a lesson about casting directors", "Casting directors"),
        ("Erstelle eine Lektion über Brot", "Über Brot"),
        ("# Casting director\n\nThey select actors.", "Casting director"),
        ("Python: an introduction", "Python: an introduction"),
        ("pH of water", "pH of water"),
        ("eBusiness manager. eBusiness managers plan sales.", "eBusiness manager"),
        ("casting director\tThey select actors.", "Casting director"),
        ("\u202ecasting\u200b director\x07", "Casting director"),
        ("...", "..."),
        ("\x00\u200b", "Untitled lesson"),
    ],
)
def test_a_title_is_found(text: str, title: str) -> None:
    """Whatever form the topic has, its title is what a person would call it."""
    assert read_topic(text, EN).title == title


def test_a_long_text_without_a_title_is_named_by_its_first_words() -> None:
    """The first statement up to a pause, cut between words."""
    text = "Crews that work on ferries in northern waters train every week, because the cold leaves them little time."
    assert read_topic(text * 2, EN).title == "Crews that work on ferries in northern waters train every week"


def test_statements_are_the_sentences_of_the_description() -> None:
    """Abbreviations do not end a statement."""
    topic = read_topic("Bread: Bakers use grains, e.g. rye. They bake at night.", EN)
    assert topic.statements == ("Bakers use grains, e.g. rye.", "They bake at night.")


def test_fields_of_any_known_language_are_read() -> None:
    """A field's label may be in another language than the lesson."""
    topic = read_topic("Brot\nZielgruppe: Anfänger\nDauer: 30 Minuten", EN)
    assert topic.facts == (("audience", "Anfänger"), ("duration", "30 Minuten"))


def test_bullets_are_parts_with_their_notes() -> None:
    """`name: note` in a list gives a part that is described."""
    topic = read_topic("Bread\n- mixing: flour and water\n2) baking", EN)
    assert topic.parts == (TopicPart("Mixing", "Flour and water"), TopicPart("Baking"))


def test_a_bare_list_behind_the_title_gives_parts() -> None:
    """`Title: a, b and c` names three parts."""
    assert [part.name for part in read_topic("Bread: flour, water and salt", EN).parts] == ["Flour", "Water", "Salt"]


def test_a_sentence_with_commas_is_no_list() -> None:
    """A full stop makes it a statement."""
    topic = read_topic("Baker: Bakers mix, prove and bake.", EN)
    assert (topic.parts, topic.statements) == ((), ("Bakers mix, prove and bake.",))


def test_bullets_under_goals_are_goals() -> None:
    """A label without a text of its own owns the list below it."""
    assert read_topic("Bread\nGoals:\n- mix dough\n- bake it", EN).goals == ("Mix dough", "Bake it")


def test_an_unknown_field_stays_a_statement() -> None:
    """Nothing that the topic says is lost."""
    assert read_topic("Bread\nOven: gas", EN) == Topic(title="Bread", statements=("Oven: gas",))


def test_sentences_end_in_any_script() -> None:
    """The Arabic question mark and the ideographic full stop end sentences too."""
    assert split_sentences("ما هو؟ هذا خبز. 面包。水") == ["ما هو؟", "هذا خبز.", "面包。", "水"]


def test_shortened_text_ends_between_words() -> None:
    """A cut shows its ellipsis within the limit."""
    assert shorten("one two three", 9) == "one two…"
