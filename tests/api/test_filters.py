"""Filters of `wb`'s lists: a value that nothing here can have is an error, never an empty table."""

from __future__ import annotations

from inspect import signature
from typing import Any, Final

import pytest

from workbench.api.content.courses import Courses
from workbench.api.content.glossary import Glossary
from workbench.api.content.lessons import Lessons
from workbench.api.content.translations import Translations
from workbench.api.reviews.reviews import Reviews
from workbench.api.workbench import Workbench
from workbench.errors import InputRejected

LISTS: Final = (
    (Lessons, "lessons", ("list", "iter", "count", "check")),
    (Courses, "courses", ("list", "iter")),
    (Glossary, "glossary", ("list",)),
    (Translations, "translations", ("list",)),
    (Reviews, "reviews", ("queue",)),
)
SENSELESS: Final[dict[str, Any]] = {
    "language": "XX",
    "search": " ",
    "project": "Nowhere",
    "course": "Nowhere",
    "lesson": "Nowhere",
    "lessons": "Nowhere",
    "severity": "eror",
    "state": "waiting",
    "run": "Nowhen",
    "writer": "nobody",
    "status": "drafts",
    "tag": " ",
    "rule": "key-positio",
    "limit": 0,
    "columns": "titel",
    "sort": "-titel",
}
"""What each filter cannot be, by its name."""
FLAGS: Final = {"self", "in_trash"}
CASES: Final = [
    (f"{place}.{method}", name)
    for kind, place, methods in LISTS
    for method in methods
    for name in signature(getattr(kind, method)).parameters
    if name not in FLAGS
]
NEAREST: Final = {
    "eror": "Did you mean 'error'",
    "rule": "Did you mean 'key-position'",
    "waiting": "There are: draft",
}


@pytest.mark.parametrize(("method", "name"), CASES)
def test_a_value_that_cannot_have_a_meaning_is_refused(workbench: Workbench, method: str, name: str) -> None:
    """With the nearest word where there is one; a new filter is among the cases."""
    place, _, verb = method.partition(".")
    value = SENSELESS[name]

    with pytest.raises(InputRejected, match=NEAREST.get(name, ".")):
        list(getattr(getattr(workbench, place), verb)(**{name: value}))


def test_a_filter_of_the_queue_that_matches_another_state_is_an_empty_table(workbench: Workbench) -> None:
    """A rule that the checks know, and the hand-written lesson's language in a queue where nothing waits."""
    workbench.lessons.create("Fathoms", language="ET")

    assert workbench.reviews.queue(rule="key-position", state="changesRequested", language="ET").empty
    assert workbench.reviews.queue(state="draft", language="et")["title"].to_list() == ["Fathoms"]
    assert workbench.lessons.count(language="KL") == 0
