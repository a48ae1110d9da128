"""Options of a package: scoring, completion, and number of items. Source: ours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from workbench.errors import InputRejected

Standard = Literal["scorm12", "scorm2004"]
Completion = Literal["seen", "answered", "passed"]
Items = Literal["course", "lessons"]
COMPLETIONS: Final[tuple[Completion, ...]] = get_args(Completion)
ITEMS: Final[tuple[Items, ...]] = get_args(Items)
PASS_MARK: Final = 80
ROOM: Final[dict[Standard, int]] = {"scorm12": 4_096, "scorm2004": 64_000}
"""Characters that a learning system stores for an attempt (`suspend_data`)."""


@dataclass(frozen=True, slots=True)
class PackageOptions:
    """Options for a package's behavior in a learning system. Raises `InputRejected` for an impossible combination.

    `pass_mark` is the percentage of correct answers needed to pass, 1 to 100, or None for packages that nobody fails.
    A package is complete when all pages were seen to their end (`seen`), when all questions were answered too
    (`answered`), or when it was passed (`passed`). `items` is `course` for one item in the learning system's outline,
    `lessons` for one for each lesson, each with its own status and score.
    """

    pass_mark: int | None = PASS_MARK
    complete: Completion = "seen"
    items: Items = "course"

    def __post_init__(self) -> None:
        for value, known, name in ((self.complete, COMPLETIONS, "complete"), (self.items, ITEMS, "items")):
            if value not in known:
                raise InputRejected(f"{name} is {' or '.join(known)}. Nothing was written.")
        mark = self.pass_mark
        if mark is not None and not 1 <= mark <= 100:
            raise InputRejected(
                f"pass_mark is a whole percentage from 1 to 100, or None, not {mark}. Nothing was written."
            )
        if mark is None and self.complete == "passed":
            raise InputRejected("A course without a passing score can't be completed by passing. Nothing was written.")
