"""Reads the settings of the model writer and makes the provider's client. Nothing here is sent anywhere.

Importing this module loads the provider library (about a second): only a service with a model does it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pydantic_ai.exceptions import UserError
from pydantic_ai.models import Model, infer_model
from pydantic_ai.providers import Provider, infer_provider

from workbench.errors import Misconfigured

MODEL: Final = "WORKBENCH_AI_MODEL"
DEADLINE: Final = "WORKBENCH_AI_DEADLINE_SECONDS"
OUTPUT_TOKENS: Final = "WORKBENCH_AI_MAX_OUTPUT_TOKENS"
DEFAULT_DEADLINE_SECONDS: Final = 120.0
DEFAULT_OUTPUT_TOKENS: Final = 8_000


@dataclass(frozen=True, slots=True)
class ModelSettingsRead:
    """Model settings from the environment: `provider:model`, seconds and tokens for one draft."""

    name: str
    deadline_seconds: float
    output_tokens: int


def read_settings(environment: Mapping[str, str]) -> ModelSettingsRead:
    """Return the settings. Raises Misconfigured with the name of the variable that cannot be used."""
    name = environment.get(MODEL, "").strip()
    provider, colon, model = name.partition(":")
    if not (provider and colon and model):
        raise Misconfigured(f"{MODEL} names a provider and a model, as in `openai:gpt-5-mini`.")
    return ModelSettingsRead(
        name=name,
        deadline_seconds=_number(environment, DEADLINE, DEFAULT_DEADLINE_SECONDS),
        output_tokens=int(_number(environment, OUTPUT_TOKENS, DEFAULT_OUTPUT_TOKENS)),
    )


def make_model(name: str, environment: Mapping[str, str]) -> Model:
    """Return the provider's model for `provider:model`, with the provider's own variables (keys, addresses).

    `openai:` with OPENAI_BASE_URL uses chat completions, which local servers have, and not OpenAI's newer API.
    Raises Misconfigured; its message holds no key.
    """
    if name.startswith("openai:") and environment.get("OPENAI_BASE_URL"):
        name = name.replace("openai:", "openai-chat:", 1)
    try:
        return infer_model(name, lambda provider: _provider(provider, environment))
    except UserError as error:
        raise Misconfigured(f"{MODEL}: {_first_sentence(error)}") from None
    except (ImportError, ValueError):
        message = f"{MODEL}: the provider in `{name}` is unknown, or its library is not installed."
        raise Misconfigured(message) from None


def _provider(provider: str, environment: Mapping[str, str]) -> Provider[Any]:
    if provider == "openai-chat":
        from pydantic_ai.providers.openai import OpenAIProvider

        return OpenAIProvider(
            base_url=environment.get("OPENAI_BASE_URL") or None, api_key=environment.get("OPENAI_API_KEY") or None
        )
    return infer_provider(provider)


def _number(environment: Mapping[str, str], variable: str, default: float) -> float:
    text = environment.get(variable, "").strip()
    try:
        number = float(text) if text else default
    except ValueError:
        number = 0.0
    if not 1 <= number <= 100_000:
        raise Misconfigured(f"{variable} must be a number of at least 1.")
    return number


def _first_sentence(error: UserError) -> str:
    return str(error).split("\n", 1)[0][:300]
