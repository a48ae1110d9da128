from __future__ import annotations

import subprocess
import sys

import pytest

from workbench.errors import Misconfigured
from workbench.service.ai.writer_choice import writer_from_environment


def test_without_a_setting_the_writer_of_planning_sheets_is_used() -> None:
    """A service without a key still drafts, and says by its name how."""
    writer = writer_from_environment({})
    assert (writer.name, "EN" in (writer.languages or ())) == ("planning-sheet", True)


def test_a_named_model_is_used() -> None:
    """The writer carries the name of the setting."""
    environment = {"WORKBENCH_AI_MODEL": "openai:llama", "OPENAI_BASE_URL": "http://127.0.0.1:9/v1"}
    writer = writer_from_environment(environment)
    assert (writer.name, writer.languages) == ("openai:llama", None)


def test_a_setting_that_cannot_be_used_is_found_at_once() -> None:
    """Nobody learns it from a failed lesson."""
    with pytest.raises(Misconfigured):
        writer_from_environment({"WORKBENCH_AI_MODEL": "llama"})


def test_the_writer_of_planning_sheets_loads_no_model_library() -> None:
    """A service without a model does not pay for one."""
    script = (
        "import sys; from workbench.service.ai.writer_choice import writer_from_environment as chosen; chosen({});"
        "sys.exit(any(name.split('.')[0] in ('pydantic_ai', 'openai', 'py3langid', 'numpy') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
