"""What no package can be is refused before anything is read."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.errors import InputRejected
from workbench.exports.scorm.options import PackageOptions


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"pass_mark": 0}, "from 1 to 100"),
        ({"pass_mark": 101}, "from 1 to 100"),
        ({"complete": "done"}, "seen or answered or passed"),
        ({"items": "pages"}, "course or lessons"),
        ({"pass_mark": None, "complete": "passed"}, "can't be completed by passing"),
    ],
)
def test_what_no_package_can_be_is_refused(options: dict[str, Any], sentence: str) -> None:
    """With what to give instead."""
    with pytest.raises(InputRejected, match=sentence):
        PackageOptions(**options)
