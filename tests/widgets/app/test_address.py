"""The anchor of a page's address: what it names, and what the browser may say of it."""

from __future__ import annotations

import pytest

from workbench.widgets.app.address import LONGEST, LinkTarget, PageAddress, read_anchor

ID = "o58k299j4qyxd39xl8mrmwntk"


@pytest.mark.parametrize("kind", ["lesson", "course"])
def test_an_anchor_names_a_lesson_or_a_course(kind: str) -> None:
    """And is what its link ends with."""
    target = read_anchor(f"{kind}/{ID}")

    assert target == LinkTarget(kind, ID)
    assert target is not None and target.anchor == f"{kind}/{ID}"


@pytest.mark.parametrize(
    "anchor",
    [
        "", "lesson", "lesson/", "person/1", f"lesson/{ID}/more", "lesson/a b", "lesson/<img src=x>", "lesson/é",
        "lesson/" + "a" * 65, f"lesson/{ID}\n", "Lesson/1", "lesson/../course/1",
    ],
)  # fmt: skip
def test_any_other_anchor_names_nothing(anchor: str) -> None:
    """Anyone who made the link may write anything."""
    assert read_anchor(anchor) is None


@pytest.fixture
def address() -> PageAddress:
    """An address that a page has told of."""
    made = PageAddress()
    visit(made, "", "http://127.0.0.1:8888/voila/render/workbench.ipynb")
    return made


def visit(address: PageAddress, anchor: object, page: object) -> None:
    """What the page says when somebody comes to an anchor."""
    address._handle_custom_msg({"intent": "visit", "anchor": anchor, "page": page}, [])


def test_a_link_has_the_address_of_the_page(address: PageAddress) -> None:
    """Without what else was in it."""
    assert address.link_to("lesson", ID) == f"http://127.0.0.1:8888/voila/render/workbench.ipynb#lesson/{ID}"


def test_in_a_notebook_there_is_no_link() -> None:
    """Its address is not ours."""
    assert PageAddress().link_to("lesson", ID) == ""


@pytest.mark.parametrize("page", ["javascript:alert(1)", "http://127.0.0.1/?token=secret", "http://a/#b", 7, None])
def test_no_other_address_is_passed_on(address: PageAddress, page: object) -> None:
    """One with a token is none to pass on."""
    before = address.page
    visit(address, "", page)

    assert address.page == before


def test_a_visit_is_handed_on(address: PageAddress) -> None:
    """Cut where it is far too long; what is no text is ignored."""
    visited: list[str] = []
    address.on_visit(visited.append)
    for anchor in (f"lesson/{ID}", "x" * 1000, 7, None):
        visit(address, anchor, "")

    assert visited == [f"lesson/{ID}", "x" * LONGEST]
