"""The help of a verb's parameter on the command line: `Annotated[str, Help("id or title", "LESSON")]`."""

from __future__ import annotations

from typing import NamedTuple


class Help(NamedTuple):
    """Help text of an argument; a parameter without one is not offered by the command line.

    `metavar` is the placeholder for its value in the usage, `least` is the smallest number, `is_list` says that
    several values are accepted.
    """

    text: str
    metavar: str = ""
    least: int | None = None
    is_list: bool = False
