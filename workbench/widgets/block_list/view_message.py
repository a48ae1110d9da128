"""What every message of the block list's view has."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class ViewMessage(BaseModel):
    """Any message: from which view, and its number among that view's messages."""

    model_config = ConfigDict(strict=True, frozen=True, hide_input_in_errors=True)

    view: str = Field(default="", max_length=64)
    n: int = 0
