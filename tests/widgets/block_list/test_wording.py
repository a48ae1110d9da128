"""The words that the block list says."""

from __future__ import annotations

from tests.authoring.lessons import block, id_of, lesson
from workbench.widgets.block_list.change import Change
from workbench.widgets.block_list.wording import announcement_of, card, version
from workbench.widgets.kit.block_names import name_of, step_name


def change(before: str, after: str, *moved: str) -> Change:
    """A change from one order of letters to another."""
    return Change("", lesson(before), lesson(after), frozenset(map(id_of, moved)))


def test_a_move_is_said_with_both_places() -> None:
    """From where to where, of how many."""
    assert announcement_of(change("abcdefghi", "abdecfghi", "c")) == "Block 3 moved to position 5 of 9."


def test_a_move_of_several_is_said_with_the_range() -> None:
    """Pages that stand together."""
    assert announcement_of(change("abcde", "cdeab", "a", "b")) == "2 blocks moved to position 4 to 5 of 5."


def test_an_insertion_and_a_deletion_are_said() -> None:
    """The second says how to take it back."""
    assert announcement_of(change("ab", "axb")) == "Block inserted at position 2 of 3."
    assert announcement_of(change("abc", "ac")) == "Block 2 deleted. Undo brings it back."


def test_an_edit_is_said_with_its_page() -> None:
    """Nothing of what was written."""
    edited = Change("editPage", lesson("ab"), (block("a"), block("b", "secret")))

    assert announcement_of(edited) == "Block 2 changed."


def test_a_button_names_the_deed() -> None:
    """For an undo as for the step_name itself; an unknown label is told of nobody."""
    assert [step_name(each) for each in ("movePages", "undo movePages", "undo insertPages 3f2b8c1e", "other")] == [
        "moving",
        "moving",
        "inserting",
        "the last change",
    ]


def test_an_unknown_type_has_its_wire_name() -> None:
    """Ours have names that people use."""
    assert (name_of("keyTerms"), name_of("video.v2")) == ("Key terms", "video.v2")


def test_a_card_says_what_is_wrong() -> None:
    """Type, excerpt, problem."""
    assert card(block("a", "**Hi**")) == ["text", "Hi", ""]
    assert card(block("a").model_copy(update={"type": "heading"}))[2] == "The text is missing."


def test_a_version_shows_only_what_differs_and_its_neighbours() -> None:
    """With a gap where rows are left out."""
    rows = version(lesson("abcdefgh"), lesson("abdefcgh"))

    assert [(row.get("place"), row.get("mark")) for row in rows] == [
        (None, None),
        (5, ""),
        (6, "moved"),
        (7, ""),
        (None, None),
    ]


def test_new_and_changed_pages_are_marked() -> None:
    """Beside moved ones."""
    rows = version(lesson("ab"), (block("a", "x"), block("b"), block("c")))

    assert [row["mark"] for row in rows] == ["changed", "", "new"]
