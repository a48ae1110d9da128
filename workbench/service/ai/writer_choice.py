"""The choice of writer: the model that the environment names, or that of planning sheets."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.errors import Misconfigured
from workbench.service.ai.planning_sheet import SheetWriter
from workbench.service.ai.writer import Writer


def writer_from_environment(environment: Mapping[str, str]) -> Writer:
    """Return the model named by WORKBENCH_AI_MODEL (`provider:model`), else the writer of planning sheets.

    Raises Misconfigured. The model's library is loaded only when a model is named.
    """
    if not environment.get("WORKBENCH_AI_MODEL", "").strip():
        return SheetWriter()
    try:
        from workbench.service.ai.model import model_writer
    except ImportError:
        raise Misconfigured("WORKBENCH_AI_MODEL needs the libraries of the extra `ai`, and they are missing.") from None
    return model_writer(environment)
