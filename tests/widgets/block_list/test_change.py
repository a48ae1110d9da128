"""Changes as before and after: taken back, and carried over to a lesson that others changed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.authoring.lessons import block, id_of, lesson, letters
from workbench.authoring.block import Blocks
from workbench.widgets.block_list.change import Change, apply_change, clash, join_changes, out_of_order


def moved(before: str, after: str, *which: str) -> Change:
    """The change that moved these letters."""
    return Change("movePages", lesson(before), lesson(after), frozenset(id_of(letter) for letter in which))


def edited(before: Blocks, letter: str, text: str) -> Change:
    """The change that gave a letter's block a text."""
    after = tuple(block(letter, text) if old_block.id == id_of(letter) else old_block for old_block in before)
    return Change("editPage", before, after)


def test_on_what_it_was_made_it_gives_what_it_gave() -> None:
    """Nothing happened in the meantime."""
    assert letters(apply_change(moved("abcd", "acdb", "b"), lesson("abcd"))) == "acdb"


def test_backwards_it_takes_itself_back() -> None:
    """The undo of a move."""
    assert letters(apply_change(moved("abcd", "acdb", "b").backwards(), lesson("acdb"))) == "abcd"


def test_a_move_leaves_others_moves_alone() -> None:
    """They moved d to the front, I move b behind c: both hold."""
    assert letters(apply_change(moved("abcd", "acbd", "b"), lesson("dabc"))) == "dacb"


def test_a_move_to_the_front_stays_in_front() -> None:
    """There is nothing that it is after."""
    assert letters(apply_change(moved("abc", "cab", "c"), lesson("xabc"))) == "cxab"


def test_a_move_to_the_end_is_one_though_others_moved_the_last_page() -> None:
    """It does not follow the page that stood there."""
    assert letters(apply_change(moved("abcde", "bcdea", "a"), lesson("eabcd"))) == "ebcda"


def test_pages_that_others_added_stay() -> None:
    """Where they put them."""
    assert letters(apply_change(moved("abc", "bca", "a"), lesson("abxc"))) == "bxca"


def test_what_was_moved_and_is_gone_stays_gone() -> None:
    """A move brings nothing back."""
    assert letters(apply_change(moved("abc", "bca", "a"), lesson("bc"))) == "bc"


def test_a_deletion_takes_out_what_is_still_there() -> None:
    """And nothing else."""
    assert letters(apply_change(Change("deletePages", lesson("abc"), lesson("ac")), lesson("xabc"))) == "xac"


def test_a_deletion_backwards_brings_the_page_back_to_its_place() -> None:
    """Behind the page that it was after, wherever that is now."""
    assert letters(apply_change(Change("deletePages", lesson("ac"), lesson("abc")), lesson("cxa"))) == "cxab"


def test_a_page_that_i_wrote_and_others_deleted_comes_back() -> None:
    """What somebody wrote is not lost."""
    after = apply_change(edited(lesson("abc"), "b", "mine"), lesson("ac"))

    assert letters(after) == "abc"
    assert after[1].content == {"markdown": "mine"}


def test_several_changes_are_one_from_first_to_last() -> None:
    """For one call to the service."""
    one, two = moved("abc", "bca", "a"), moved("bca", "cab", "b")

    whole = join_changes([one, two])

    assert (letters(whole.before), letters(whole.after), len(whole.moved)) == ("abc", "cab", 2)


def test_two_orders_clash() -> None:
    """Both moved pages, and mine would change theirs."""
    assert clash(moved("abcd", "bacd", "b"), lesson("dabc")).order


def test_the_same_order_does_not_clash() -> None:
    """Both did the same."""
    assert not clash(moved("abcd", "bacd", "b"), lesson("bacd"))


def test_a_move_and_an_addition_do_not_clash() -> None:
    """Adding a page changes no order of those that were there."""
    assert not clash(moved("abc", "bac", "b"), lesson("abcx"))


def test_an_edit_and_a_move_do_not_clash() -> None:
    """They are about different things."""
    assert not clash(edited(lesson("abc"), "b", "mine"), lesson("cab"))


def test_two_edits_of_one_page_clash() -> None:
    """Mine would replace theirs."""
    theirs = edited(lesson("abc"), "b", "theirs").after

    assert clash(edited(lesson("abc"), "b", "mine"), theirs).blocks == (id_of("b"),)


def test_an_edit_of_a_deleted_page_clashes() -> None:
    """One of both has to give way."""
    assert clash(edited(lesson("abc"), "b", "mine"), lesson("ac")).blocks == (id_of("b"),)


orders = st.permutations("abcdef").map("".join)


@given(orders, orders, st.sets(st.sampled_from("abcdef"), max_size=4))
def test_carrying_a_move_loses_and_doubles_no_page(mine: str, theirs: str, which: set[str]) -> None:
    """Whatever others have done to the order."""
    change = Change("movePages", lesson("abcdef"), lesson(mine), frozenset(map(id_of, which)))

    assert sorted(letters(apply_change(change, lesson(theirs)))) == list("abcdef")


@given(orders, st.lists(st.sampled_from("abcdefxy"), unique=True))
def test_a_change_that_moved_all_gives_its_own_order(mine: str, there: list[str]) -> None:
    """Of the pages that are there; those of others stay among them."""
    change = Change("movePages", lesson("abcdef"), lesson(mine), frozenset(map(id_of, "abcdef")))

    after = letters(apply_change(change, lesson("".join(there))))

    assert [letter for letter in after if letter in "abcdef"] == [letter for letter in mine if letter in there]


def test_the_fewest_pages_are_called_moved() -> None:
    """One page that went to the front, not all those that it passed."""
    assert out_of_order("abcdef", "fabcde") == {"f"}


@given(st.permutations("abcdefg"))
def test_those_that_were_not_moved_stand_in_order(after: list[str]) -> None:
    """Whatever was done."""
    moved = out_of_order("abcdefg", after)

    resting = [letter for letter in after if letter not in moved]
    assert resting == sorted(resting)
