"""A text is words and codes, and put together it is the very text."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.authoring.translation.codes import (
    MOST_NESTED,
    Mark,
    Place,
    Role,
    code_problem,
    codes_by_id,
    join_codes,
    mark_text,
    renumber,
    split_codes,
)

PIECES = (
    "the moon", "**", "*", "_", "~~", "`code`", "``` ", "```\n", "$x^2$", "$5", "[", "](https://a.b/c)", "]", "[^1]",
    "- ", "1. ", "# ", "> ", "\n", "\n\n", "|---|", "| a | b |", "___", "\\*", "\\", "<https://a.b>", "<b>", "😀", "ا",
)  # fmt: skip


def plain(parts: list[str | Mark]) -> str:
    """What the parts stand for, one behind the other."""
    return "".join(part if isinstance(part, str) else mark_text(part) for part in parts)


def places(parts: list[str | Mark]) -> list[str | Place]:
    """The parts as a translation has them that says the same."""
    return [part if isinstance(part, str) else Place(part.role, part.code.id) for part in parts]


def kinds(text: str, field: str = "markdown") -> list[tuple[str, str]]:
    """The codes of a text: what they are and how they begin."""
    return [(code.kind, code.start) for code in codes_by_id(split_codes(field, text)).values()]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=14), st.sampled_from(["markdown", "text", "title"]))
def test_a_text_is_its_words_and_codes(pieces: list[str], field: str) -> None:
    """Nothing is lost of any text, and every pair of codes stands around something in order."""
    text = "".join(pieces)
    parts = split_codes(field, text)

    assert plain(parts) == text
    assert join_codes(places(parts), codes_by_id(parts)) == text
    assert code_problem(places(parts), codes_by_id(parts)) is None


def test_what_is_kept_as_it_is_is_a_code() -> None:
    """Links with their addresses, code, formulas, footnotes, and what lines begin with."""
    text = '# The [*tide*](https://a.b/c_(d) "t")\n\n- `code`[^1] and $x^2$ cost $5 and $6.\n\n```py\nx = 1\n```\n'

    assert kinds(text) == [
        ("structure", "# "),
        ("link", "["),
        ("emphasis", "*"),
        ("structure", "- "),
        ("code", "`code`"),
        ("footnote", "[^1]"),
        ("formula", "$x^2$"),
        ("code", "```py\nx = 1\n```\n"),
    ]


def test_gaps_are_codes_of_plain_text() -> None:
    """And Markdown's marks are words there."""
    assert kinds("The ____ *pulls* at the ___.", "text") == [("gap", "____"), ("gap", "___")]
    assert kinds("The ___ *pulls*.", "question") == []


def test_words_with_underscores_are_words() -> None:
    """What only looks like an emphasis is none."""
    assert kinds("snake_case_name 2 * 3 * 4 * and [a] note") == []


def test_a_code_is_there_once() -> None:
    """Left out, twice or unknown it is reported; an emphasis may be left out."""
    source = split_codes("markdown", "See **[it](https://a.b)** and `code`.")
    codes = codes_by_id(source)
    _bold, link, code = codes
    around = [Place(Role.OPENS, link), "la", Place(Role.CLOSES, link)]

    assert code_problem([*around, Place(Role.ALONE, code)], codes) is None
    assert code_problem(around, codes) == "it lacks the code 3 of its source (code)"
    twice = [*around, *around, Place(Role.ALONE, code)]
    assert code_problem(twice, codes) == "it has the code 2 of its source (link) twice"
    with pytest.raises(ValueError, match="it has the code '9', which its source has not"):
        join_codes([Place(Role.ALONE, "9")], codes)
    with pytest.raises(ValueError, match="which its source has not"):
        join_codes([Place(Role.ALONE, link)], codes)


def test_codes_do_not_cross() -> None:
    """An end that stands before its beginning, in another code or nowhere is reported."""
    codes = codes_by_id(split_codes("markdown", "**a** *b*"))
    one, two = codes

    with pytest.raises(ValueError, match="its ends cross another's"):
        join_codes([Place(Role.CLOSES, one)], codes)
    with pytest.raises(ValueError, match="its ends cross another's"):
        join_codes([Place(Role.OPENS, one), Place(Role.OPENS, two), Place(Role.CLOSES, one)], codes)
    with pytest.raises(ValueError, match="without its end"):
        join_codes([Place(Role.OPENS, one), "x"], codes)


def test_a_translation_has_its_sources_numbers() -> None:
    """Whatever their order; what the source has not is words."""
    source = split_codes("markdown", "`a` then [b](https://a.b)")
    translation = split_codes("markdown", "**Le** [b](https://a.b) puis `a` et `c`")
    parts = renumber(translation, source)

    assert plain(parts) == "**Le** [b](https://a.b) puis `a` et `c`"
    assert [part.code.id for part in parts if isinstance(part, Mark)] == ["2", "2", "1"]
    assert parts[0] == "**Le** "
    assert join_codes(places(parts), codes_by_id(source)) == plain(translation)


def test_codes_are_not_nested_without_end() -> None:
    """What stands more deeply is words: an XML file of it can be read by everybody."""
    text = "**a *b " * 40 + "c" + "* d**" * 40
    depth = deepest = 0
    for piece in split_codes("markdown", text):
        if isinstance(piece, Mark):
            depth += {Role.OPENS: 1, Role.CLOSES: -1, Role.ALONE: 0}[piece.role]
            deepest = max(deepest, depth)

    assert 0 < deepest <= MOST_NESTED
    assert plain(split_codes("markdown", text)) == text


@pytest.mark.parametrize("mark", ["*", "**a ", "[*", "`a", "$a", "[^", "](a(", "<a:", "_a_", "1. ", "|-", "\\", "> "])
def test_hostile_marks_are_read_to_the_end(mark: str) -> None:
    """As many as a text can hold come back whole; a way that goes back and forth would not end."""
    text = (mark * 8_000)[:8_000]

    assert plain(split_codes("markdown", text)) == text


def test_renumbering_loses_nothing() -> None:
    """Any text beside any other."""
    random = Random(7)
    for _ in range(200):
        source, text = ("".join(random.choices(PIECES, k=random.randint(0, 10))) for _ in range(2))
        parts = renumber(split_codes("markdown", text), split_codes("markdown", source))

        assert join_codes(places(parts), codes_by_id(split_codes("markdown", source))) == text
