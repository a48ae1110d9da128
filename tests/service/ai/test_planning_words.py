from __future__ import annotations

import re

import pytest

from workbench.authoring.links import raw_html
from workbench.service.ai.detector import other_language
from workbench.service.ai.planning_words import LANGUAGES, find_language

ENGLISH = LANGUAGES["EN"].phrases.by_name()


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_has_every_sentence(code: str) -> None:
    """All languages show the same set of sentences, none of them empty; sentences in a row are named one by one."""
    phrases = LANGUAGES[code].phrases.by_name()
    assert phrases.keys() == ENGLISH.keys() and all(text.strip() for text in phrases.values())
    assert {"sheet.0", "example_steps.0", "example_steps.2"} <= phrases.keys()


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_sentence_has_the_topic_s_words_inside(code: str) -> None:
    """They stand alone, behind a sentence or a colon and before nothing: no grammar of any language can be wrong."""
    phrases = LANGUAGES[code].phrases.by_name()
    placed = {name: text for name, text in phrases.items() if "{" in text}

    assert set(placed) == {"quiz_question.0", "quiz_right.0", "quiz_wrong.0"}
    assert re.fullmatch(r"[^{}]+[?؟:] \{text\}", placed["quiz_question.0"])
    for name in ("quiz_right.0", "quiz_wrong.0"):
        assert re.fullmatch("[^{}]+\\. \\{part\\}\u00a0?: \\{text\\}", placed[name])


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "EN"])
def test_no_sentence_is_left_in_english(code: str) -> None:
    """Nothing was forgotten when the language was written; two languages may share a word such as `Niveau`."""
    phrases = LANGUAGES[code].phrases.by_name()
    sentences = {name for name, text in ENGLISH.items() if " " in text and name != "quiz_wrong.0"}  # `No.` in three
    assert [name for name in sentences if phrases[name] == ENGLISH[name]] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_is_itself(code: str) -> None:
    """By the detector that judges drafts, over all its sentences."""
    text = " ".join(LANGUAGES[code].phrases.by_name().values())
    assert other_language(text, code) is None
    assert code in ("EN",) or other_language(text, "EN") is not None


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_sentence_tells_anybody_to_delete_it_in_a_lesson(code: str) -> None:
    """The old sign of what was left open is gone: what authors are told is in notes."""
    phrases = LANGUAGES[code].phrases.by_name()
    assert [text for text in phrases.values() if "✎" in text or raw_html(text)] == []


def test_a_region_has_its_own_words_or_those_of_its_language() -> None:
    """EN-GB is EN, and PT-PT is PT; Brazil writes otherwise; an unknown language is none."""
    assert find_language("EN-GB") is LANGUAGES["EN"] and find_language("SV-SE") is None
    assert find_language("PT-PT") is find_language("PT-AO") is LANGUAGES["PT"]
    assert find_language("PT-BR") is LANGUAGES["PT-BR"] is not LANGUAGES["PT"]


def test_portugal_and_brazil_do_not_share_what_they_say_otherwise() -> None:
    """Words that a native editor of the one would strike in the other."""
    texts = {code: " ".join(LANGUAGES[code].phrases.by_name().values()).lower() for code in ("PT", "PT-BR")}
    words = {code: f" {re.sub('[.,:;]', '', text)} " for code, text in texts.items()}
    european = ("planificação", "partilhada", "correr mal", "numa frase", "por que ordem")
    brazilian = ("planejamento", "compartilhada", "dar errado", "em uma frase", "em que ordem")

    assert [f" {word} " in words["PT"] for word in (*european, *brazilian)] == [True] * 5 + [False] * 5
    assert [f" {word} " in words["PT-BR"] for word in (*european, *brazilian)] == [False] * 5 + [True] * 5


def test_no_sentence_is_written_otherwise_in_another_country() -> None:
    """No ß, which Switzerland lacks; no sign with a space before it that Canada writes without; no `-ise` or `-our`."""
    german = " ".join(LANGUAGES["DE"].phrases.by_name().values())
    french = " ".join(LANGUAGES["FR"].phrases.by_name().values())
    english = " ".join(ENGLISH.values())

    assert "ß" not in german
    assert not re.search(r"[?!;«»]", french) and not re.search("(?<!\u00a0):", french)
    assert not re.search(r"\w(?:is|iz)(?:e|es|ed|ing)\b|\w{2,}our\b|\bpractis", english)
