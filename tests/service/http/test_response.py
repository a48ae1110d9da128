"""Elements put together: status, brackets and headers of a whole answer."""

from __future__ import annotations

import pytest

from workbench.service.http.response import Element, error_element, printable, response
from workbench.service.kernel.errors import HandlerError

ONE, OTHER = (200, b'{"result":1}'), (404, b'{"error":2}')


@pytest.mark.parametrize(
    ("elements", "bare", "http_status", "body"),
    [
        ([ONE], True, 200, b'{"result":1}'),
        ([ONE], False, 200, b'[{"result":1}]'),
        ([ONE, ONE], False, 200, b'[{"result":1},{"result":1}]'),
        ([ONE, OTHER], False, 207, b'[{"result":1},{"error":2}]'),
    ],
    ids=["bare", "single", "alike", "mixed"],
)
def test_elements_stand_in_their_order(elements: list[Element], bare: bool, http_status: int, body: bytes) -> None:
    """One alone may stand without brackets; statuses that differ are 207."""
    answer = response(elements, [], bare=bare)

    assert (answer.http_status, answer.body) == (http_status, body)
    assert dict(answer.headers)[b"content-length"] == b"%d" % len(body)


def test_what_one_call_says_is_not_said_of_several() -> None:
    """A lesson's revision belongs to its call; when to come again holds for the whole request."""
    said = [(b"x-lesson-revision", b"7"), (b"retry-after", b"5"), (b"retry-after", b"5")]
    alone, among = response([ONE], said, bare=True), response([ONE, ONE], said, bare=False)

    assert [header for header in alone.headers if header in said] == said[:2]
    assert [header for header in among.headers if header in said] == said[1:2]


def test_a_refusal_says_when_to_come_again() -> None:
    """`Retry-After` in seconds, next to the failure."""
    headers: list[tuple[bytes, bytes]] = []
    element = error_element(HandlerError("TOO_MANY_REQUESTS", "Wait.", retry_after=3), "a.b", headers)

    assert (element[0], headers) == (429, [(b"retry-after", b"3")])


def test_a_name_from_outside_is_repeated_in_print() -> None:
    """Nothing that a terminal would act on, and not for ever."""
    assert printable("a\x1b[31m" + "b" * 300) == "a?[31m" + "b" * 194
