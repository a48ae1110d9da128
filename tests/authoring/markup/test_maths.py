"""TeX as MathML: what it may hold, what is too long, and what cannot be converted."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hostile import HOSTILE
from tests.markup import seen
from workbench.authoring.markup.maths import (
    MATHML_ATTRIBUTES,
    MATHML_TAGS,
    MOST_MATHML_CHARS,
    MOST_TEX_CHARS,
    maths_html,
)

COMMANDS = (
    r"\text{%s}",
    r"\mbox{%s}",
    r"\fbox{%s}",
    r"x \tag{%s}",
    r"\href{%s}{x}",
    r"\style{%s}{x}",
    r"\class{%s}{x}",
    "%s",
)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("payload", [*HOSTILE, "</mtext></math><script>alert(1)</script>", "javascript:alert(1)"])
def test_a_formula_holds_only_mathml(command: str, payload: str) -> None:
    """Whatever the converter passes through."""
    found = seen(maths_html(command % payload))

    assert found.dangers == []
    assert set(found.tags) <= MATHML_TAGS | {"code"}
    assert {name for tag, name, _ in found.attributes} <= {
        name for names in MATHML_ATTRIBUTES.values() for name in names
    }


@pytest.mark.parametrize(
    "tex", [r"\frac{", "}", "x^^", r"\left(", r"\begin{matrix}", "{" * 1_900, r"\sqrt{" * 300, "x^{" * 400 + "}" * 400]
)
def test_what_cannot_be_converted_is_shown_as_its_tex(tex: str) -> None:
    """StopIteration, RecursionError and its own errors alike."""
    assert seen(maths_html(tex)).text.split() == tex.split()


@pytest.mark.parametrize(
    "tex", [r"\newcommand{\a}{x}\a", r"\def\a{x}\a", r"\renewcommand{\a}{x}", r"\let\a=b", "x" * (MOST_TEX_CHARS + 1)]
)
def test_macros_and_long_formulas_are_not_tried(tex: str) -> None:
    """A macro may double itself at each step."""
    assert maths_html(tex).startswith("<code>")


@given(st.text(alphabet="abx1^_{}\\&<>$ ()", max_size=200))
def test_no_tex_makes_it_fail(tex: str) -> None:
    """It is MathML or its TeX, within a bound."""
    made = maths_html(tex)

    assert made.startswith(("<math", "<code>")) and len(made) < MOST_MATHML_CHARS
    assert set(seen(made).tags) <= MATHML_TAGS | {"code"}


@pytest.mark.parametrize(
    "piece", ["x", "x'", r"\frac12", r"\sum\limits_{i}^{n}", r"\text{a}", "&", "<", "{x}", r"\\\\", "1"]
)
def test_the_work_grows_with_the_formula(piece: str) -> None:
    """Calls of functions in the longest one: no piece costs many times what another does."""
    count = 0

    def counted(*event: object) -> None:
        nonlocal count
        count += 1

    maths_html("x")  # loads the converter
    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        maths_html((piece * MOST_TEX_CHARS)[: MOST_TEX_CHARS - len(piece)])
    finally:
        sys.setprofile(before)

    assert count < 400 * MOST_TEX_CHARS
