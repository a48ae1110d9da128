from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.authoring.block import stored_block
from workbench.authoring.content import CONTENT_MODELS, content_problem
from workbench.authoring.links import raw_html, refused_links
from workbench.authoring.measure import open_places
from workbench.authoring.plain_text import plain_text
from workbench.service.ai.languages.known import LANGUAGES
from workbench.service.ai.outline import OutlineWriter, as_markdown, outline
from workbench.service.ai.writer import TITLE_CHARS, StarterDraft, StarterRequest, WriterFailed

EN = LANGUAGES["EN"]
SAFETY = (
    "safety at sea: Crews train for emergencies such as fire, flooding and collisions. They check the life rafts "
    "before each voyage. The master keeps a record of safety drills."
)
BREAD = """Sourdough bread
Audience: home bakers
Duration: 45 minutes
Goals: feed a starter; shape a loaf
- Mixing: combining flour and water
- Proving: letting the dough rise
- Baking: turning dough into bread"""


def content_of(draft: StarterDraft, block_type: str) -> dict[str, Any]:
    """The first content of a type; fails if there is none."""
    return next(block.content for block in draft.blocks if block.type == block_type)


def text_of(draft: StarterDraft) -> str:
    """All the words of a draft."""
    return "\n".join(plain_text(block.type, block.content) for block in draft.blocks)


def written(language: str, topic: str) -> StarterDraft:
    """What the writer gives by its seam."""
    return asyncio.run(OutlineWriter().write(StarterRequest(language, topic)))


def test_the_first_text_says_that_no_ai_wrote_it() -> None:
    """Nobody can take an outline for a finished lesson."""
    assert content_of(outline(SAFETY, EN), "text")["markdown"].startswith("**Outline, drafted without AI.**")


def test_a_draft_begins_with_its_title() -> None:
    """The first block is a level 1 heading with the draft's title."""
    draft = outline(SAFETY, EN)
    assert draft.blocks[0].content == {"text": "Safety at sea", "level": 1} and draft.title == "Safety at sea"


def test_the_description_stands_whole_in_the_lesson() -> None:
    """Every statement of the topic is there, in its own words."""
    assert SAFETY.split(": ", 1)[1] in text_of(outline(SAFETY, EN))


def test_key_terms_come_with_the_statement_they_stand_in() -> None:
    """A meaning is a quotation from the topic, never an invented definition."""
    terms = content_of(outline(SAFETY, EN), "keyTerms")["terms"]
    assert terms[0] == {
        "term": "fire",
        "meaning": "The topic text says: “Crews train for emergencies such as fire, flooding and collisions.”",
    }


def test_a_quiz_asks_only_what_the_text_says() -> None:
    """Every choice is a word of the topic, and the feedback quotes the statement."""
    quiz = content_of(outline(SAFETY, EN), "quiz")
    assert all(
        choice["text"] in SAFETY and "The topic text says: “" in choice["feedback"] for choice in quiz["choices"]
    )


def test_described_parts_make_sections_and_a_quiz() -> None:
    """A part that the topic describes becomes a section, and its description a question."""
    draft = outline(BREAD, EN)
    headings = [block.content["text"] for block in draft.blocks if block.type == "heading"]
    assert {"Mixing", "Proving", "Baking"} <= set(headings)
    assert {choice["text"] for choice in content_of(draft, "quiz")["choices"]} == {"Mixing", "Proving", "Baking"}


def test_given_goals_are_the_objectives() -> None:
    """An author's own goals are not replaced by ours."""
    assert content_of(outline(BREAD, EN), "objectives")["items"] == ["Feed a starter", "Shape a loaf"]


def test_the_audience_shapes_the_example() -> None:
    """The frame of the example names who it is for."""
    assert "home bakers" in content_of(outline(BREAD, EN), "example")["markdown"]


def test_a_title_alone_gives_no_quiz() -> None:
    """Where the text says nothing, nothing is asked."""
    assert all(block.type != "quiz" for block in outline("Baking bread", EN).blocks)


def test_the_same_request_gives_the_same_draft() -> None:
    """No clock, no chance, no order of sets."""
    assert outline(BREAD, EN) == outline(BREAD, EN)


def test_the_right_answer_moves_from_topic_to_topic() -> None:
    """Over many topics the right choice stands in every place."""
    drafts = [outline(SAFETY.replace("The master", f"Master {number}"), EN) for number in range(24)]
    places = {[choice["isCorrect"] for choice in content_of(draft, "quiz")["choices"]].index(True) for draft in drafts}
    assert len(places) >= 3


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_labels_its_lesson(code: str) -> None:
    """Note, headings and frames are in the requested language."""
    words = LANGUAGES[code].sentences
    shown = text_of(outline(SAFETY, LANGUAGES[code]))
    assert all(
        label in shown
        for label in (words.note_title, words.about_heading, words.deeper, words.objective_open, words.summary_open)
    )


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "EN"])
def test_no_english_label_is_left_in_another_language(code: str) -> None:
    """A lesson in another language shows none of the English sentences."""
    shown = text_of(outline(BREAD, LANGUAGES[code]))
    fixed = [re.split(r"[{:*]", text)[0].strip(" ✎") for text in EN.sentences.by_name().values()]
    assert [label for label in fixed if len(label) > 10 and label in shown] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_titles_stand_beside_any_topic(code: str) -> None:
    """A title of the topic's own language is shown as it was written."""
    assert "Safety at sea" in text_of(outline(SAFETY, LANGUAGES[code]))


def test_arabic_is_written_from_right_to_left() -> None:
    """The language says its direction, and its draft is in its own letters."""
    arabic = LANGUAGES["AR"]
    letters = [letter for letter in text_of(outline("الخبز", arabic)) if letter.isalpha()]
    assert arabic.right_to_left and all("؀" <= letter <= "ۿ" for letter in letters)


@pytest.mark.parametrize(
    ("code", "heading"), [("PT-BR", "Esboço redigido sem IA."), ("EN-GB", "Outline, drafted without AI.")]
)
def test_a_regional_code_uses_its_base_language(code: str, heading: str) -> None:
    """PT-BR is written with the Portuguese sentences."""
    assert heading in text_of(written(code, "Pão"))


def test_another_language_is_refused_with_the_list() -> None:
    """The refusal names what is possible, before anything is paid."""
    assert (
        OutlineWriter().refusal(StarterRequest("SV", "Bröd"))
        == "The outline writer cannot write in SV. It knows AR, DE, EN, ES, FR, IT, NL, PL, PT."
    )


def test_writing_in_another_language_fails_by_type() -> None:
    """Whoever skips the refusal gets a typed failure."""
    with pytest.raises(WriterFailed) as failure:
        written("SV", "Bröd")
    assert failure.value.reason == "language"


def test_markup_in_a_topic_is_shown_and_not_obeyed() -> None:
    """A topic's HTML and links arrive as plain characters."""
    attack = "<script>alert(1)</script> [x](javascript:alert(1)) ![y](http://z.q) <https://z.q>"
    draft = outline(f"Bread: {attack}. More text here.", EN)
    markdown = [block.content["markdown"] for block in draft.blocks if "markdown" in block.content]
    assert [found for text in markdown for found in (*refused_links(text), *raw_html(text))] == []


@given(st.text(min_size=1, max_size=300))
def test_escaped_text_reads_as_it_was_written(text: str) -> None:
    """Escaping for Markdown makes neither links nor HTML out of any text."""
    assert not raw_html(as_markdown(text)) and not refused_links(as_markdown(text))


topics = st.one_of(
    st.text(min_size=1, max_size=4000),
    st.text("ab AB.:;,-–*#\n\t\"'“«(1)&|é،ال", min_size=1, max_size=4000),
    st.lists(
        st.sampled_from(
            ["Title: ", "Goals:", "- ", "bread", " and ", ", ", ". ", "The ", "\n", "such as ", "x: y", "|"]
        ),
        min_size=1,
        max_size=200,
    ).map("".join),
)


@settings(max_examples=150, deadline=None)
@given(topics, st.sampled_from(sorted(LANGUAGES)))
def test_any_topic_gives_a_valid_draft(topic: str, code: str) -> None:
    """Whatever is asked for, the draft has a title and known blocks without a problem."""
    draft = outline(topic, LANGUAGES[code])
    problems = [content_problem(block.type, block.content) for block in draft.blocks]
    assert set(problems) == {None} and {block.type for block in draft.blocks} <= set(CONTENT_MODELS)
    assert 0 < len(draft.title) <= TITLE_CHARS and draft.title.strip() and "\n" not in draft.title


@pytest.mark.parametrize("code", LANGUAGES)
def test_an_outline_in_every_language_counts_as_unfinished(code: str) -> None:
    """By the sign at its notes: where a language left it out, its notes would come to learners unasked."""
    made = outline("Tides", LANGUAGES[code])

    assert open_places([stored_block("", each.type, each.content) for each in made.blocks]) > 1
