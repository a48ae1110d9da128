"""The view: what is sent to the browser, and when."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from comm import DummyComm

from tests.authoring.lessons import block, id_of, lesson
from workbench.widgets.block_list.gestures import Move
from workbench.widgets.block_list.view import BlockListView


@pytest.fixture
def heard() -> list[Any]:
    """What the view handed on."""
    return []


@pytest.fixture
def view(heard: list[Any]) -> BlockListView:
    """A view of four pages."""
    made = BlockListView(heard.append, threading.RLock())
    made.show(lesson("abcd"), "EN")
    return made


def test_a_move_changes_only_the_order(view: BlockListView) -> None:
    """The cards of 2,000 blocks are not sent again."""
    before = (view.cards, view.patch)
    view.show(lesson("dabc"), "EN")

    assert view.order == [id_of(character) for character in "dabc"]
    assert (view.cards, view.patch) == before


def test_an_edit_changes_only_the_patch(view: BlockListView) -> None:
    """One card."""
    before = view.cards
    view.show((block("a", "new"), *lesson("bcd")), "EN")

    assert view.cards == before
    assert view.patch[id_of("a")][:3] == ["text", "new", ""]


def test_a_change_beyond_the_excerpt_is_noticed(view: BlockListView) -> None:
    """Regression: the block that others had changed far below its beginning was shown as it had been."""
    view.show((block("a", "word " * 100), *lesson("bcd")), "EN")
    before = view.patch[id_of("a")]
    view.show((block("a", "word " * 100 + "and more"), *lesson("bcd")), "EN")

    assert view.patch[id_of("a")][:3] == before[:3]
    assert view.patch[id_of("a")] != before


def test_many_changes_make_new_cards(view: BlockListView) -> None:
    """A patch stays small."""
    letters = "".join(chr(0x4E00 + place) for place in range(300))
    view.show(lesson(letters), "EN")

    assert (len(view.cards), view.patch) == (300, {})


def test_a_right_to_left_language_turns_the_words(view: BlockListView) -> None:
    """By the lesson's language, not the reader's."""
    view.show(lesson("ab"), "AR")

    assert (view.language, view.direction) == ("AR", "rtl")


def test_the_same_sentence_is_said_again(view: BlockListView) -> None:
    """Moved up, and up again."""
    view.announce("Moved.")
    first = view.announcement
    view.announce("Moved.")

    assert view.announcement != first


def test_what_was_heard_is_acknowledged(view: BlockListView, heard: list[Any]) -> None:
    """The view then shows what holds instead of what it expects."""
    view._handle_custom_msg({"intent": "move", "ids": [id_of("a")], "before": None, "view": "v", "n": 3}, [])

    assert heard == [Move(view="v", n=3, intent="move", ids=[id_of("a")], before=None)]
    assert view.acknowledged == {"v": 3}


def test_few_views_are_remembered(view: BlockListView) -> None:
    """A kernel that runs for weeks has seen many pages opened and closed."""
    for number in range(40):
        view._handle_custom_msg({"intent": "poll", "view": f"v{number}", "n": 1}, [])

    assert len(view.acknowledged) <= 17
    assert "v39" in view.acknowledged


def test_its_script_and_style_load_nothing() -> None:
    """No address of another host, in neither; the one in Markdown's example is cut off, and a new link's is empty."""
    said = f"{BlockListView._esm}{BlockListView._css}".replace("http://www.w3.org/2000/svg", "")
    said = said.replace('"https://"', "")

    assert "://" not in said.replace("https://\\u2026", "")


def test_markup_is_set_in_one_place_only() -> None:
    """What Python has rendered and sanitised; all else is text."""
    assert str(BlockListView._esm).count("innerHTML") == 1


def test_the_script_writes_no_trait() -> None:
    """State goes down, intent comes up. What decision 113 sets is not a trait, and is taken back immediately."""
    assert "save_changes" not in str(BlockListView._esm)
    assert str(BlockListView._esm).replace("model.set(PROBE, true)", "", 1).count("model.set") == 0


def test_its_text_has_no_address(view: BlockListView) -> None:
    """A saved notebook does not change from run to run."""
    assert repr(view) == "A list of 4 blocks."


class Recorded(DummyComm):
    """What would have gone to the browser."""

    def __init__(self) -> None:
        super().__init__()
        self.states: list[dict[str, Any]] = []

    def publish_msg(self, msg_type: str, data: Any = None, **others: Any) -> None:
        """Keep it."""
        if data and data.get("method") == "update":
            self.states.append(data["state"])


def test_what_became_of_a_gesture_comes_in_one_message() -> None:
    """Each message takes the browser a while: what is shown, and that the gesture was heard, come together."""
    view = BlockListView(lambda meant: view.show(lesson("dabc"), "EN"), threading.RLock())
    view.show(lesson("abcd"), "EN")
    view.close()  # its first line to a browser, under whose id ipywidgets would keep it
    view.comm = Recorded()

    view._handle_custom_msg({"intent": "move", "view": "v", "n": 1, "ids": [id_of("d")], "before": id_of("a")}, [])

    assert [{"order", "acknowledged"} <= set(state) for state in view.comm.states] == [True]
