from __future__ import annotations

import pytest

from workbench.errors import Misconfigured
from workbench.service.ai.provider import make_model, read_settings

LOCAL = {"OPENAI_BASE_URL": "http://127.0.0.1:9/v1"}


def test_the_deadline_has_a_default() -> None:
    """Two minutes, where nobody says otherwise."""
    settings = read_settings({"WORKBENCH_AI_MODEL": "openai:gpt"})
    assert (settings.deadline_seconds, settings.output_tokens) == (120.0, 8_000)


@pytest.mark.parametrize("name", ["gpt", ":gpt", "openai:", "openai"])
def test_a_model_needs_its_provider(name: str) -> None:
    """The sentence names the variable and shows the form."""
    with pytest.raises(Misconfigured, match="WORKBENCH_AI_MODEL names a provider and a model"):
        read_settings({"WORKBENCH_AI_MODEL": name})


@pytest.mark.parametrize("seconds", ["0", "-1", "soon", "nan", "1e9"])
def test_a_deadline_is_a_sensible_number(seconds: str) -> None:
    """A typing error is found at the start, not at the first lesson."""
    with pytest.raises(Misconfigured, match="WORKBENCH_AI_DEADLINE_SECONDS"):
        read_settings({"WORKBENCH_AI_MODEL": "openai:gpt", "WORKBENCH_AI_DEADLINE_SECONDS": seconds})


def test_a_local_server_is_spoken_to_by_chat_completions() -> None:
    """An address of one's own means the wire that local servers have; no key is needed."""
    model = make_model("openai:llama", LOCAL)
    assert type(model).__name__ == "OpenAIChatModel" and str(model.base_url).startswith(LOCAL["OPENAI_BASE_URL"])


def test_an_unknown_provider_is_named() -> None:
    """A typing error in the provider's name is a setting to mend."""
    with pytest.raises(Misconfigured, match="nobody"):
        make_model("nobody:gpt", {})


def test_a_missing_key_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the service reads which variable is missing."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(Misconfigured, match="OPENAI_API_KEY"):
        make_model("openai:gpt", {})
