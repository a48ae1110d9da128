from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from workbench.service.ai import detector
from workbench.service.ai.detector import other_language

GERMAN = (
    "Bäcker arbeiten meist nachts, damit das Brot am Morgen frisch im Laden liegt. Sie wiegen Mehl, Wasser und "
    "Salz ab, kneten den Teig, lassen ihn ruhen und backen ihn in einem heißen Ofen."
)
NORWEGIAN = (
    "Bakere arbeider som regel om natten, slik at brødet er ferskt i butikken om morgenen. De veier mel, vann og salt, "
    "elter deigen, lar den hvile og steker den i en varm ovn."
)


def test_another_language_is_named() -> None:
    """A sure mismatch says which language it is."""
    assert other_language(GERMAN, "EN") == "de"


@pytest.mark.parametrize("code", ["DE", "DE-AT"])
def test_the_right_language_is_no_mismatch(code: str) -> None:
    """Regions do not matter."""
    assert other_language(GERMAN, code) is None


def test_a_close_relative_is_no_mismatch() -> None:
    """Norwegian and Danish are not reported apart for sure."""
    assert other_language(NORWEGIAN, "DA") is None


def test_a_short_text_is_never_judged() -> None:
    """A title alone says too little."""
    assert other_language("Brot und Butter", "EN") is None


def test_an_unknown_language_is_never_judged() -> None:
    """Who asks for a language that the detector has never seen gets what the model gives."""
    assert other_language(GERMAN, "TLH") is None


def test_a_lesson_about_another_language_is_no_mismatch() -> None:
    """An English lesson that teaches German words is still English."""
    lesson = (
        "This lesson teaches the words that you need in a German bakery. When you enter the shop, you greet the people "
        "with Guten Morgen, you ask for your bread with Ich hätte gern ein Brot, and you say goodbye when you leave."
    )
    assert other_language(lesson, "EN") is None


def test_drafts_that_end_together_read_the_model_once() -> None:
    """Sixteen at once took over 1 GiB and 23 s, because each read the model for itself."""
    detector._load_identifier.cache_clear()
    with ThreadPoolExecutor(4) as threads:
        first, *others = threads.map(lambda _: detector._identifier(), range(4))

    assert all(other is first for other in others)
