"""A style says what it says and no more; a term of a glossary is used, or avoided and said another way."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from workbench.authoring.style import GlossaryTerm, LessonStyle


def test_a_style_holds_only_what_was_said() -> None:
    """No questions are something to say, and not the same as leaving their number open."""
    assert LessonStyle(questions=0).model_dump(by_alias=True) == {"questions": 0}
    assert (LessonStyle(questions=0).is_empty, LessonStyle().is_empty) == (False, True)


def test_a_term_is_one_line() -> None:
    """Its language is a code in upper case, white space is folded."""
    term = GlossaryTerm.model_validate({"language": "de", "term": " Azubi ", "use": "avoid", "instead": "Lernende"})

    assert (term.language, term.term, term.instead) == ("DE", "Azubi", "Lernende")


@pytest.mark.parametrize(
    "odd",
    [
        {"term": ""},
        {"term": "x" * 101},
        {"use": "never"},
        {"use": "use", "instead": "another"},
        {"instead": "x" * 101},
        {"note": "x" * 301},
        {"note": "a\u202eb"},
        {"language": "no language"},
        {"weight": 1},
        {"use": None},
    ],
)
def test_what_no_glossary_has_is_refused(odd: dict[str, Any]) -> None:
    """A term to use has no other word instead."""
    with pytest.raises(ValidationError):
        GlossaryTerm.model_validate({"language": "EN", "term": "yeast", "use": "avoid", **odd})
