"""The lesson's rules, one by one: what `apply` gives, what it refuses, and that everything can be undone."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from tests.authoring.lessons import (
    block,
    delete,
    id_of,
    insert,
    lesson,
    lessons,
    letters,
    order,
    transaction,
    update,
)
from workbench.authoring.block import MAX_BLOCKS, MAX_CONTENT_BYTES, Block, Blocks, new_block_id
from workbench.authoring.mutation import LessonBlockInsert, LessonBlockOrderUpdate, LessonBlockUpdate, Mutation
from workbench.authoring.transaction import (
    MAX_MUTATIONS,
    Transaction,
    apply,
    difference,
    fingerprint,
    inverse,
)
from workbench.errors import EditRejected

subsets = st.lists(st.sampled_from("abcdefgh"), unique=True).map("".join)


def after(before: Blocks, *mutations: Mutation, deleted: str = "") -> str:
    """The lesson's letters after one transaction."""
    return letters(apply([transaction(*mutations)], before, [id_of(letter) for letter in deleted]))


class TestOrder:
    def test_the_whole_order_is_taken_as_it_is(self) -> None:
        """Interface 4.5: an order sets the order of the lesson's blocks to the listed ids."""
        assert after(lesson("abc"), order("cab")) == "cab"

    def test_an_unlisted_block_stays_right_behind_its_predecessor(self) -> None:
        """`after: [c, a]` on `a b c` gives `c a b`."""
        assert after(lesson("abc"), order("ca")) == "cab"

    def test_unlisted_blocks_at_the_start_stay_first(self) -> None:
        """What was before every listed block still does."""
        assert after(lesson("abcd"), order("dc")) == "abdc"

    def test_an_order_of_nothing_changes_nothing(self) -> None:
        """A client that knows no block loses none."""
        assert after(lesson("abc"), order("")) == "abc"

    def test_the_order_comes_first_and_names_what_is_inserted_next(self) -> None:
        """Interface 4.5: the order update first, the insert second."""
        assert after(lesson("ab"), order("axb"), insert("x")) == "axb"

    def test_an_order_of_the_new_block_alone_puts_it_last(self) -> None:
        """`after: [new]` on `a b c` gives `a b c new`: an interface-only client loses nothing."""
        assert after(lesson("abc"), order("x"), insert("x")) == "abcx"

    def test_an_inserted_block_that_no_order_lists_goes_to_the_end(self) -> None:
        """It does not become a follower of the last listed block."""
        assert after(lesson("abc"), order("ca"), insert("x")) == "cabx"

    def test_the_later_of_two_orders_wins(self) -> None:
        """Orders of one transaction are carried out one by one."""
        assert after(lesson("abc"), order("cba"), order("bca")) == "bca"

    def test_a_new_block_listed_by_the_first_of_two_orders_keeps_its_place(self) -> None:
        """The second order treats it like any other block it does not list."""
        assert after(lesson("ab"), order("axb"), order("ba"), insert("x")) == "bax"

    @given(lesson=st.just("abcdefgh"), wanted=subsets)
    def test_the_result_is_always_a_permutation(self, lesson: str, wanted: str) -> None:
        """No order loses a block or doubles one."""
        before = tuple(block(letter) for letter in lesson)
        assert sorted(after(before, order(wanted))) == sorted(lesson)

    @given(wanted=subsets)
    def test_listed_blocks_stand_in_the_listed_order(self, wanted: str) -> None:
        """Whatever is between them."""
        result = after(lesson("abcdefgh"), order(wanted))
        assert "".join(letter for letter in result if letter in wanted) == wanted

    @given(wanted=subsets)
    def test_every_unlisted_block_keeps_its_predecessor(self, wanted: str) -> None:
        """An unlisted block that was after another still stands right behind it."""
        before, result = "abcdefgh", after(lesson("abcdefgh"), order(wanted))
        pairs = [before[index - 1 : index + 1] for index in range(1, len(before)) if before[index] not in wanted]
        assert all(pair in result for pair in pairs)

    @given(wanted=subsets)
    def test_the_same_order_again_changes_nothing(self, wanted: str) -> None:
        """An order that was carried out and is sent again leaves the listed blocks where they are."""
        once = apply([transaction(order(wanted))], lesson("abcdefgh"))
        assert apply([transaction(order(wanted))], once) == once

    def test_an_id_listed_twice_is_refused(self) -> None:
        """It is a fault of the request, not a conflict."""
        with pytest.raises(EditRejected, match="named twice") as refused:
            after(lesson("ab"), order("aba"))
        assert not refused.value.conflict

    def test_an_unknown_id_is_refused_as_a_conflict_that_names_it(self) -> None:
        """The lesson differs from what the client believes."""
        with pytest.raises(EditRejected) as refused:
            after(lesson("ab"), order("abz"))
        assert refused.value.conflict and refused.value.unknown == (id_of("z"),)

    def test_a_block_inserted_by_a_later_transaction_is_unknown(self) -> None:
        """A transaction is judged when it is complete, not when the call is."""
        with pytest.raises(EditRejected):
            apply([transaction(order("xa")), transaction(insert("x"))], lesson("a"))

    def test_an_id_of_a_deleted_block_is_ignored(self) -> None:
        """A client that has not heard of a deletion can still order the rest."""
        assert after(lesson("ab"), order("bza"), deleted="z") == "ba"

    def test_an_order_ignores_what_its_own_transaction_deletes(self) -> None:
        """The order may be sent before the deletion."""
        assert after(lesson("abc"), order("cba"), delete("b")) == "ca"

    def test_an_order_ignores_what_an_earlier_transaction_of_the_call_deleted(self) -> None:
        """The call's own deletions count as deletions."""
        result = apply([transaction(delete("b")), transaction(order("cba"))], lesson("abc"))
        assert letters(result) == "ca"

    def test_an_order_ignores_a_block_that_its_transaction_inserts_and_deletes(self) -> None:
        """It was there for a moment; it is no unknown block."""
        assert after(lesson("ab"), order("bxa"), insert("x"), delete("x")) == "ba"


class TestInsert:
    def test_inserted_blocks_follow_each_other(self) -> None:
        """Without an order they go to the end in the order they were inserted in."""
        assert after(lesson("a"), insert("y"), insert("x")) == "ayx"

    def test_the_same_block_again_changes_nothing(self) -> None:
        """A repeated insert is a success with nothing applied, wherever the block stands now."""
        assert after(lesson("xa"), insert("x")) == "xa"

    def test_the_same_block_twice_in_one_transaction_is_inserted_once(self) -> None:
        """Repeated within the call, it is still one block."""
        assert after(lesson("a"), insert("x"), insert("x")) == "ax"

    def test_the_same_id_with_other_content_is_a_conflict(self) -> None:
        """Nothing is overwritten by an insert."""
        with pytest.raises(EditRejected, match="exists already") as refused:
            after(lesson("x"), insert("x", "other"))
        assert refused.value.conflict

    def test_the_same_id_with_another_type_is_a_conflict(self) -> None:
        """The type belongs to what a block holds."""
        other = LessonBlockInsert(block=Block(id=id_of("x"), type="divider", content={}))
        with pytest.raises(EditRejected, match="exists already"):
            after(lesson("x"), other)

    def test_a_deleted_block_can_be_inserted_again(self) -> None:
        """Undoing a deletion brings the block back under its id."""
        assert after(lesson("a"), insert("x"), deleted="x") == "ax"

    def test_a_block_deleted_and_inserted_again_is_not_doubled(self) -> None:
        """Within one transaction it is a new block: at the end unless an order lists it."""
        assert after(lesson("abc"), delete("a"), insert("a")) == "bca"

    def test_a_block_inserted_twice_around_a_deletion_is_not_doubled(self) -> None:
        """The second insert stands for both."""
        assert after(lesson("a"), insert("x"), delete("x"), insert("x")) == "ax"

    def test_too_large_a_content_is_refused(self) -> None:
        """64,000 bytes of compact JSON are allowed, one more is not; letters beyond ASCII count by their bytes."""
        shell = len('{"markdown":""}')
        fits = "é" * ((MAX_CONTENT_BYTES - shell) // 2)
        assert after(lesson(""), insert("x", fits)) == "x"
        with pytest.raises(EditRejected, match="64,000 bytes"):
            after(lesson(""), insert("x", fits + "éé"))

    def test_a_block_of_an_unknown_type_has_texts_of_the_usual_length(self) -> None:
        """What no schema describes was limited by its bytes alone."""
        content = {"layers": [{"note": "x" * 20_000}]}
        new = LessonBlockInsert(block=Block(id=id_of("x"), type="hotspot", content=content))
        assert len(apply([transaction(new)], ())) == 1
        content = {"layers": [{"note": "x" * 20_001}]}
        longer = LessonBlockInsert(block=Block(id=id_of("x"), type="hotspot", content=content))
        with pytest.raises(EditRejected, match="longer than 20,000 characters"):
            apply([transaction(longer)], ())

    @pytest.mark.parametrize(
        ("block_type", "content"),
        [
            ("text", {"markdown": "x", "more": "x" * 20_001}),
            ("quiz", {"choices": [{"text": "a", "right": True, "more": "x" * 20_001}]}),
            ("blank", {"more": ["x" * 20_001]}),
        ],
    )
    def test_a_field_that_a_type_lacks_has_texts_of_the_usual_length(
        self, block_type: str, content: dict[str, Any]
    ) -> None:
        """Search and checks read it as they read a block of an unknown type."""
        new = LessonBlockInsert(block=Block(id=id_of("x"), type=block_type, content=content))
        with pytest.raises(EditRejected, match="longer than 20,000 characters"):
            apply([transaction(new)], ())

    def test_a_lesson_does_not_grow_over_its_limit(self) -> None:
        """2,000 blocks are allowed, one more is not."""
        full = tuple(Block(id=new_block_id(), type="blank", content={}) for _ in range(MAX_BLOCKS))
        assert len(apply([transaction(insert("x"))], full[1:])) == MAX_BLOCKS
        with pytest.raises(EditRejected, match="2,000 blocks"):
            apply([transaction(insert("x"))], full)


class TestUpdateAndDelete:
    def test_an_update_replaces_the_whole_content(self) -> None:
        """Fields that are not said again are gone; type and place stay."""
        changed = apply([transaction(update("a", "new"))], (block("a", "old"), block("b")))
        assert changed == (block("a", "new"), block("b"))

    def test_an_update_may_change_the_type(self) -> None:
        """A blank block becomes a text."""
        mutation = update("a", "new").model_copy(update={"block_type": "text"})
        assert apply([transaction(mutation)], lesson("a")) == (block("a", "new"),)

    def test_an_update_sees_what_the_same_transaction_inserted(self) -> None:
        """Mutations are carried out one by one."""
        assert apply([transaction(insert("x", "one"), update("x", "two"))], ()) == (block("x", "two"),)

    def test_an_update_of_a_block_that_is_gone_is_a_conflict(self) -> None:
        """Somebody's text would be lost in silence."""
        with pytest.raises(EditRejected) as refused:
            after(lesson("a"), update("z", "new"), deleted="z")
        assert refused.value.conflict and refused.value.unknown == (id_of("z"),)

    def test_an_update_with_too_large_a_content_is_refused(self) -> None:
        """The limit is that of the insert."""
        with pytest.raises(EditRejected, match="64,000 bytes"):
            after(lesson("a"), LessonBlockUpdate(id=id_of("a"), content={"notes": ["x" * 20_000] * 4}))

    def test_a_deletion_takes_the_block_out(self) -> None:
        """The others stay in order."""
        assert after(lesson("abc"), delete("b")) == "ac"

    def test_a_repeated_deletion_is_no_fault(self) -> None:
        """The block is gone, as asked."""
        assert after(lesson("a"), delete("z"), deleted="z") == "a"

    def test_a_deletion_twice_in_one_call_is_no_fault(self) -> None:
        """Within the call as between calls."""
        assert letters(apply([transaction(delete("b")), transaction(delete("b"))], lesson("ab"))) == "a"

    def test_deleting_what_never_was_is_a_conflict(self) -> None:
        """The client means another lesson."""
        with pytest.raises(EditRejected) as refused:
            after(lesson("a"), delete("z"))
        assert refused.value.conflict and refused.value.unknown == (id_of("z"),)


class TestCall:
    def test_transactions_build_on_each_other(self) -> None:
        """The second sees what the first did."""
        assert letters(apply([transaction(insert("x")), transaction(order("xa"))], lesson("a"))) == "xa"

    def test_no_transactions_change_nothing(self) -> None:
        """An empty call is a success."""
        assert apply([], lesson("ab")) == lesson("ab")

    def test_a_refused_transaction_refuses_the_whole_call(self) -> None:
        """Nothing comes back, so nothing of the call can be kept."""
        before = lesson("ab")
        with pytest.raises(EditRejected):
            apply([transaction(insert("x")), transaction(delete("z"))], before)
        assert before == lesson("ab")

    def test_the_ids_of_deleted_blocks_that_came_in_are_left_alone(self) -> None:
        """`apply` is pure: the caller's set is not grown."""
        deleted = {id_of("z")}
        apply([transaction(delete("a"))], lesson("a"), deleted)
        assert deleted == {id_of("z")}

    def test_two_hundred_mutations_are_possible_and_no_more(self) -> None:
        """The limit is in the model."""
        Transaction(label="", mutations=[delete("a")] * MAX_MUTATIONS)
        with pytest.raises(ValidationError):
            Transaction(label="", mutations=[delete("a")] * (MAX_MUTATIONS + 1))


def built(pairs: list[tuple[str, str]]) -> Blocks:
    """A lesson from what hypothesis drew."""
    return tuple(block(letter, text) for letter, text in pairs)


class TestDifference:
    @given(before=lessons, wanted=lessons)
    def test_applied_it_gives_the_other_lesson(
        self, before: list[tuple[str, str]], wanted: list[tuple[str, str]]
    ) -> None:
        """Whatever the two lessons are."""
        assert apply(difference(built(before), built(wanted), "edit"), built(before)) == built(wanted)

    def test_of_the_same_lesson_it_is_empty(self) -> None:
        """Nothing to send."""
        assert difference(lesson("ab"), lesson("ab"), "edit") == ()

    def test_it_is_one_transaction_with_its_label(self) -> None:
        """One step of an author is one transaction."""
        (one,) = difference(lesson("ab"), lesson("bax"), "movePages")
        assert one.label == "movePages"

    def test_it_says_no_order_where_none_is_needed(self) -> None:
        """A changed text is a changed text and nothing else."""
        (one,) = difference((block("a", "x"), block("b")), (block("a", "y"), block("b")), "edit")
        assert one.mutations == [update("a", "y")]

    def test_more_edits_than_one_transaction_holds_become_several(self) -> None:
        """450 new blocks before an old one: three transactions, the order in the last."""
        new = tuple(Block(id=new_block_id(), type="blank", content={}) for _ in range(450))
        steps = difference(lesson("a"), (*new, block("a")), "import")
        assert len(steps) == 3 and isinstance(steps[-1].mutations[0], LessonBlockOrderUpdate)
        assert apply(steps, lesson("a")) == (*new, block("a"))

    def test_an_order_behind_full_groups_has_a_transaction_of_its_own(self) -> None:
        """200 new blocks before an old one do not make a transaction of 201."""
        new = tuple(Block(id=new_block_id(), type="blank", content={}) for _ in range(MAX_MUTATIONS))
        steps = difference(lesson("a"), (*new, block("a")), "import")
        assert apply(steps, lesson("a")) == (*new, block("a"))


class TestInverse:
    @given(before=lessons, first=lessons, second=lessons)
    def test_applied_it_restores_exactly(
        self, before: list[tuple[str, str]], first: list[tuple[str, str]], second: list[tuple[str, str]]
    ) -> None:
        """Any call and then its inverse: the lesson is what it was, ids, content and order."""
        call = (*difference(built(before), built(first), "one"), *difference(built(first), built(second), "two"))
        undo = inverse(call, built(before))
        assert apply(undo, apply(call, built(before))) == built(before)

    def test_a_partial_order_is_undone_whole(self) -> None:
        """The inverse does not lean on what the call listed."""
        call = [transaction(order("ca"), insert("x"))]
        assert apply(inverse(call, lesson("abc")), apply(call, lesson("abc"))) == lesson("abc")

    def test_a_call_of_several_hundred_edits_can_be_undone(self) -> None:
        """Each of its transactions is within the limit; so are those of the inverse."""
        new = [Block(id=new_block_id(), type="blank", content={}) for _ in range(300)]
        call = [
            transaction(*(LessonBlockInsert(block=new_block) for new_block in part)) for part in (new[:150], new[150:])
        ]
        assert apply(inverse(call, lesson("a")), apply(call, lesson("a"))) == lesson("a")

    def test_of_a_call_that_changes_nothing_it_is_empty(self) -> None:
        """A replay needs no undo."""
        assert inverse([transaction(insert("x"))], lesson("x")) == ()

    def test_it_says_what_it_undoes(self) -> None:
        """Its label names the call's last transaction."""
        (undo,) = inverse([transaction(insert("x"))], ())
        assert undo.label == "undo test"

    def test_a_long_label_still_fits(self) -> None:
        """A label has at most 200 characters."""
        (undo,) = inverse([Transaction(label="l" * 200, mutations=[insert("x")])], ())
        assert len(undo.label) == 200


class TestFingerprint:
    def test_the_same_call_has_the_same(self) -> None:
        """A repeated call is recognised."""
        assert fingerprint("l", [transaction(insert("x"))]) == fingerprint("l", [transaction(insert("x"))])

    def test_the_order_of_the_fields_does_not_matter(self) -> None:
        """Two clients may write the same content in another order."""
        one = Block(id=id_of("x"), type="text", content={"a": 1, "b": 2})
        two = Block(id=id_of("x"), type="text", content={"b": 2, "a": 1})
        prints = {fingerprint("l", [transaction(LessonBlockInsert(block=variant))]) for variant in (one, two)}
        assert len(prints) == 1

    @pytest.mark.parametrize(
        ("lesson_id", "mutations"),
        [("m", [insert("x")]), ("l", [insert("y")]), ("l", [insert("x", "t")]), ("l", [order("x"), insert("x")])],
        ids=["lesson", "block", "content", "order"],
    )
    def test_another_call_has_another(self, lesson_id: str, mutations: list[Mutation]) -> None:
        """Lesson, block, content and order all count."""
        assert fingerprint(lesson_id, [transaction(*mutations)]) != fingerprint("l", [transaction(insert("x"))])

    def test_a_call_without_inserts_has_none(self) -> None:
        """The same order may be meant twice."""
        assert fingerprint("l", [transaction(order("ab"), update("a", "t"), delete("b"))]) is None

    def test_the_same_on_another_base_is_another_call(self) -> None:
        """A page may be brought back more than once; without a base it is recognised as usual."""
        call = [transaction(insert("x"))]
        prints = {fingerprint("l", call, base) for base in (None, 1, 2)}
        assert len(prints) == 3
        assert fingerprint("l", call, None) == fingerprint("l", call)
