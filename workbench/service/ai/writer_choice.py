"""The choice of writer: the model that the environment names, or the outline writer."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.errors import Misconfigured
from workbench.service.ai.outline import OutlineWriter
from workbench.service.ai.writer import Writer


def writer_from_environment(environment: Mapping[str, str]) -> Writer:
    """The model named by WORKBENCH_AI_MODEL (`provider:model`), or the outline writer if there is none.

    Raises Misconfigured. The model's library is loaded only when a model is named.
    """
    if not environment.get("WORKBENCH_AI_MODEL", "").strip():
        return OutlineWriter()
    try:
        from workbench.service.ai.model import model_writer
    except ImportError:
        raise Misconfigured("WORKBENCH_AI_MODEL needs the libraries of the extra `ai`, and they are missing.") from None
    return model_writer(environment)
