from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.authoring.block import stored_block
from workbench.authoring.content import AUTHOR_NOTE, Choice, content_problem
from workbench.authoring.links import raw_html, refused_links
from workbench.authoring.measure import author_notes
from workbench.authoring.plain_text import plain_text
from workbench.authoring.style import LessonStyle
from workbench.languages.reader import direction
from workbench.service.ai.planning_sheet import SheetWriter, as_markdown, planning_sheet, question_on
from workbench.service.ai.planning_words import LANGUAGES
from workbench.service.ai.topic import TopicPart
from workbench.service.ai.writer import TITLE_CHARS, StarterDraft, StarterRequest, WriterFailed

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
- Baking: turning dough into bread
Key terms:
- crumb: the inside of a loaf
- crust"""


def sheet(topic: str, code: str = "EN", **asked: Any) -> StarterDraft:
    """The planning sheet for a topic, in a language."""
    return planning_sheet(StarterRequest(code, topic, **asked), LANGUAGES[code])


def of_type(draft: StarterDraft, block_type: str) -> list[dict[str, Any]]:
    """The contents of a type."""
    return [block.content for block in draft.blocks if block.type == block_type]


def notes(draft: StarterDraft) -> str:
    """All notes for authors."""
    return "\n".join(content["markdown"] for content in of_type(draft, AUTHOR_NOTE))


def for_learners(draft: StarterDraft) -> str:
    """All that is no note for authors."""
    return "\n".join(plain_text(block.type, block.content) for block in draft.blocks if block.type != AUTHOR_NOTE)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_title_alone_gives_a_title_and_notes(code: str) -> None:
    """Learners are given nothing that the topic did not say: of a bare title, the title."""
    draft = sheet("Tides", code)

    assert for_learners(draft) == "Tides"
    assert draft.blocks[0].content == {"text": "Tides", "level": 1} and draft.title == "Tides"
    assert {block.type for block in draft.blocks[1:]} == {AUTHOR_NOTE} and len(draft.blocks) > 4


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_first_note_says_what_this_is(code: str) -> None:
    """Nobody can take a sheet for a lesson, or its writer for a model."""
    phrases = LANGUAGES[code].phrases
    assert of_type(sheet(SAFETY, code), AUTHOR_NOTE)[0]["markdown"] == f"**{phrases.sheet_title}** {phrases.sheet}"


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("topic", ["Tides", SAFETY, BREAD, ""], ids=["title", "text", "fields", "nothing"])
def test_a_sheet_is_open_in_every_language(code: str, topic: str) -> None:
    """So it is public by no road."""
    assert author_notes([stored_block("", block.type, block.content) for block in sheet(topic, code).blocks]) > 2


def test_what_the_topic_says_stands_whole_in_a_note() -> None:
    """It may be said to the author or to learners, which no rule can tell; so the author decides."""
    draft = sheet(SAFETY)

    assert f"**What the topic says:**\n\n> {SAFETY.split(': ', 1)[1]}" in notes(draft)
    assert for_learners(draft) == "Safety at sea"


def test_no_word_is_a_key_term_that_the_topic_did_not_define() -> None:
    """Not even one that it lists as a term; that is for the author to define."""
    draft = sheet(BREAD)

    assert of_type(draft, "keyTerms") == [{"terms": [{"term": "crumb", "meaning": "The inside of a loaf"}]}]
    assert "what these words mean here:\n\n- crust" in notes(draft)
    assert of_type(sheet(SAFETY), "keyTerms") == []


def test_parts_are_sections() -> None:
    """With what the topic says of them, or with a note."""
    draft = sheet("Knots\n- Bowline: a loop that holds\n- Bend\n")
    after = [block.type for block in draft.blocks]
    at = [block.content.get("text") for block in draft.blocks].index("Bowline")

    assert after[at : at + 5] == ["heading", "text", "heading", AUTHOR_NOTE, AUTHOR_NOTE]
    assert draft.blocks[at + 1].content == {"markdown": "A loop that holds"}


@pytest.mark.parametrize(("described", "asks"), [(2, False), (3, True), (5, True)])
def test_a_question_comes_from_three_described_parts(described: int, asks: bool) -> None:
    """Otherwise a note asks for one."""
    parts = [
        f"- Part {'abcde'[index]}: it is like number {index}" if index < described else f"- Part {index}"
        for index in range(5)
    ]
    draft = sheet("\n".join(["Knots", *parts]))

    assert (len(of_type(draft, "quiz")) == 1, "**Question.**" in notes(draft)) == (asks, not asks)


def test_objectives_are_those_that_were_given() -> None:
    """In the topic or next to it, and never ours; without any a note asks for them."""
    given = sheet(BREAD, objectives=("bake it at home", "Shape a loaf"))

    assert of_type(sheet(BREAD), "objectives") == [{"items": ["Feed a starter", "Shape a loaf"]}]
    assert of_type(given, "objectives") == [{"items": ["Bake it at home", "Shape a loaf", "Feed a starter"]}]
    assert "**Objectives.**" not in notes(given)
    assert "**Objectives.**" in notes(sheet("Tides"))


def test_what_was_asked_of_the_style_stands_in_a_note() -> None:
    """The request counts for more than the topic's own fields."""
    style = LessonStyle(audience="bakers’ apprentices", tone="dry", reading_level="B1", words=300, questions=2)
    told = notes(sheet(BREAD, style=style))

    assert "- **For:** bakers’ apprentices\n- **Time:** 45 minutes\n- **Tone:** dry\n" in told
    assert "- **Reading level:** B1\n- **Words (about):** 300\n- **Questions:** 2" in told
    assert "home bakers" not in told


@pytest.mark.parametrize(
    ("code", "topic", "title"),
    [
        ("EN", "tides", "Tides"),
        ("EN", "Why is the sea salty?", "Why is the sea salty?"),
        ("EN", "Please write a lesson about how to tie knots", "How to tie knots"),
        ("EN", "Ijtihad in the Maghreb", "Ijtihad in the Maghreb"),
        ("DE", "erstelle eine Lektion über den Mond", "Über den Mond"),
        ("DE", "Schreibe einen Kurs zum Thema Gezeiten", "Gezeiten"),
        ("DE-CH", "die strasse", "Die strasse"),
        ("ES", "¿por qué el mar es salado?", "¿Por qué el mar es salado?"),
        ("ES", "Crea una lección del pan", "Pan"),
        ("ES-MX", "haz un curso acerca del pan", "Pan"),
        ("FR", "l’Italie au XIXe siècle", "L’Italie au XIXe siècle"),
        ("FR", "l'eau", "L'eau"),
        ("FR", "Rédigez une leçon d’histoire", "Histoire"),
        ("FR", "Crée un cours sur l’électricité", "L’électricité"),
        ("FR-CA", "crée un cours du pain", "Pain"),
        ("IT", "Scrivi una lezione sull’acqua", "Acqua"),
        ("IT", "Prepara un'unità dello sport", "Sport"),
        ("IT", "l’Odissea", "L’Odissea"),
        ("NL", "ijsberen", "IJsberen"),
        ("NL", "'s-Hertogenbosch", "'s-Hertogenbosch"),
        ("NL", "Maak een les over de zee", "De zee"),
        ("PL", "Napisz lekcję o chlebie", "O chlebie"),
        ("PL", "żegluga", "Żegluga"),
        ("PT", "Escreve uma lição acerca do pão", "Pão"),
        ("PT-BR", "Escreva uma aula sobre a água", "A água"),
        ("AR", "اكتب درسًا عن الخبز", "الخبز"),
        ("AR", "iOS", "iOS"),
    ],
)
def test_a_topic_of_any_shape_keeps_its_grammar(code: str, topic: str, title: str) -> None:
    """Questions, articles, elision, cases and capitals: what is taken out of a topic is still well formed."""
    assert asyncio.run(SheetWriter().write(StarterRequest(code, topic))).title == title


@pytest.mark.parametrize("code", LANGUAGES)
def test_forty_words_without_a_title_are_kept_whole(code: str) -> None:
    """The title is their beginning, and the note has them all."""
    topic = " ".join([f"word{number}" for number in range(40)]) + "."
    draft = sheet(topic, code)

    assert draft.title.startswith("Word0 word1") and len(draft.title) <= TITLE_CHARS
    assert "Word0 word1" in notes(draft) and "word38 word39." in notes(draft)


def test_arabic_is_written_in_its_own_letters() -> None:
    """The language says its direction, and no word of another is in its sheet."""
    draft = sheet("الخبز", "AR")
    letters = [letter for letter in for_learners(draft) + notes(draft) if letter.isalpha()]
    assert direction("AR") == "rtl" and all("؀" <= letter <= "ۿ" for letter in letters)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_topic_of_another_language_is_shown_as_it_was_written(code: str) -> None:
    """Nothing of it is translated or bent, and none of our English is next to it."""
    english = [text.split("{")[0] for text in LANGUAGES["EN"].phrases.by_name().values() if len(text) > 20]
    draft = sheet(BREAD, code)
    told = for_learners(draft) + notes(draft)

    assert {"Mixing", "Letting the dough rise"} <= set(for_learners(draft).split("\n"))
    assert [text for text in english if text in told] == ([] if code != "EN" else [t for t in english if t in told])


def test_the_same_request_gives_the_same_draft() -> None:
    """No clock, no chance, no order of sets."""
    assert sheet(BREAD) == sheet(BREAD)


@pytest.mark.parametrize("language", ["SV", "ZH-TW", "EO", "XX"])
def test_another_language_is_refused_with_the_list(language: str) -> None:
    """Before anything is held; and anyone who skips the refusal gets a typed failure."""
    refusal = SheetWriter().refusal(StarterRequest(language, "Bröd"))
    with pytest.raises(WriterFailed) as failure:
        asyncio.run(SheetWriter().write(StarterRequest(language, "Bröd")))

    assert refusal == (
        f"Without an AI model, only planning sheets are created, and not in {language}. "
        "Languages: AR, DE, EN, ES, FR, IT, NL, PL, PT, PT-BR."
    )
    assert failure.value.reason == "language"


def test_markup_in_a_topic_is_shown_and_not_obeyed() -> None:
    """A topic's HTML and links arrive as plain characters."""
    attack = "<script>alert(1)</script> [x](javascript:alert(1)) ![y](http://z.q) <https://z.q>"
    style = LessonStyle(audience=attack[:190])
    draft = sheet(f"Bread: {attack}. More.\n- Part: {attack}\nKey terms:\n- {attack}", style=style)
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
            [
                "Title: ",
                "Goals:",
                "Key terms:",
                "- ",
                "bread",
                " and ",
                ", ",
                ". ",
                "The ",
                "\n",
                "x: y",
                "|",
                "ij",
                "¿",
            ]
        ),
        min_size=1,
        max_size=200,
    ).map("".join),
)


@settings(max_examples=150, deadline=None)
@given(topics, st.sampled_from(sorted(LANGUAGES)))
def test_any_topic_gives_a_valid_draft(topic: str, code: str) -> None:
    """Whatever is requested, the draft has a title, known blocks without a problem, and open notes."""
    draft = sheet(topic, code)
    problems = [content_problem(block.type, block.content) for block in draft.blocks]
    kinds = {block.type for block in draft.blocks}
    assert set(problems) == {None} and kinds <= {"heading", "text", "objectives", "keyTerms", "quiz", AUTHOR_NOTE}
    assert 0 < len(draft.title) <= TITLE_CHARS and draft.title.strip() and "\n" not in draft.title
    assert AUTHOR_NOTE in kinds


EN = LANGUAGES["EN"]
PARTS = (
    TopicPart("Mixing", "Flour meets water"),
    TopicPart("Resting", "Dough rises"),
    TopicPart("Baking", "A crust forms"),
    TopicPart("Cooling", "Steam leaves the crumb"),
    TopicPart("Slicing", "A saw helps"),
)


def test_described_parts_are_asked_for() -> None:
    """Three described parts make a question that the topic answers."""
    quiz = question_on(PARTS[:3], EN)
    assert quiz is not None and {choice.text for choice in quiz.choices} == {"Mixing", "Resting", "Baking"}
    (right,) = [choice for choice in quiz.choices if choice.is_correct]
    assert (right.text, quiz.question.partition("? ")[2]) in [(part.name, part.note) for part in PARTS]


def test_two_described_parts_are_too_few() -> None:
    """Whatever else is named."""
    assert question_on((*PARTS[:2], TopicPart("Baking"), TopicPart("Cooling")), EN) is None


def test_there_are_four_choices_at_most() -> None:
    """The right one among them."""
    quiz = question_on(PARTS, EN)
    assert quiz is not None and len(quiz.choices) == 4 and sum(choice.is_correct for choice in quiz.choices) == 1


def test_a_part_that_names_itself_is_not_asked_for() -> None:
    """A description that gives the answer away makes no question; another part may."""
    given_away = tuple(TopicPart(part.name, f"{part.name.lower()} it") for part in PARTS[:3])
    quiz = question_on((*given_away[:2], PARTS[2]), EN)

    assert question_on(given_away, EN) is None
    assert quiz is not None and [choice.text for choice in quiz.choices if choice.is_correct] == ["Baking"]


def test_the_feedback_says_what_the_topic_says_of_each_choice() -> None:
    """Right or wrong, a learner reads what the chosen part is."""
    quiz = question_on(PARTS[:3], EN)
    notes = {part.name: part.note for part in PARTS}
    assert quiz is not None

    def said(choice: Choice) -> str:
        return f"{'Right' if choice.is_correct else 'No'}. {choice.text}: {notes[choice.text]}"

    assert [choice.feedback for choice in quiz.choices] == [said(choice) for choice in quiz.choices]


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_right_answer_moves_from_topic_to_topic(code: str) -> None:
    """Over many topics the right choice is in every place, whatever the language."""
    quizzes = [
        question_on([TopicPart(part.name, f"{part.note}, {number}") for part in PARTS[:3]], LANGUAGES[code])
        for number in range(30)
    ]
    places = {[choice.is_correct for choice in quiz.choices].index(True) for quiz in quizzes if quiz}
    assert places == {0, 1, 2}
