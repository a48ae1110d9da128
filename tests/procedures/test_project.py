"""The project router."""

from __future__ import annotations

import pytest

from workbench.errors import InputRejected
from workbench.procedures import project


def test_a_new_project_needs_a_name_only() -> None:
    """The organization is the last selected one unless it is given."""
    assert project.create_project(name="Summer").wire_input() == {"name": "Summer"}


@pytest.mark.parametrize("name", ["", "x" * 201])
def test_a_name_has_1_to_200_characters(name: str) -> None:
    """Told before it is sent."""
    with pytest.raises(InputRejected, match="name"):
        project.create_project(name=name)
