from __future__ import annotations

import json
import os
from collections.abc import Iterator

import pytest

from tests.model_server import SECRET
from tests.provider_server import PROVIDERS, TOPIC, ProviderServer, provider_server
from workbench.errors import Misconfigured
from workbench.service.ai import model_task
from workbench.service.ai.model import model_writer
from workbench.service.ai.provider import make_model, read_settings
from workbench.service.ai.writer import StarterDraft, StarterRequest, WriterFailed

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
    """Anyone who runs the service reads which variable is missing."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(Misconfigured, match="OPENAI_API_KEY"):
        make_model("openai:gpt", {})


@pytest.fixture
def providers() -> Iterator[ProviderServer]:
    """A server that speaks as Anthropic and as Google."""
    with provider_server() as server:
        yield server


async def written(provider: str, providers: ProviderServer, patch: pytest.MonkeyPatch) -> StarterDraft:
    """A draft by that provider's own library."""
    for name, value in providers.environment(provider).items():
        patch.setenv(name, value)
    writer = model_writer(os.environ)
    try:
        return await writer.write(StarterRequest("EN", TOPIC))
    finally:
        await writer.close()


@pytest.mark.anyio
@pytest.mark.parametrize("provider", PROVIDERS)
async def test_other_providers_write_a_lesson(
    provider: str, providers: ProviderServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one request, with the tokens it took and the form that is wanted; the key is in no body."""
    draft = await written(provider, providers, monkeypatch)

    assert (draft.title, draft.writer) == ("Tides", PROVIDERS[provider])
    assert (draft.input_tokens, draft.output_tokens) == (321, 654)
    assert providers.keys == [SECRET]
    (body,) = [json.dumps(body) for body in providers.bodies]
    assert SECRET not in body and "keyTerms" in body


@pytest.mark.anyio
@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize(
    ("status", "reason", "requests"), [(401, "misconfigured", 1), (429, "unavailable", 2), (500, "unavailable", 2)]
)
async def test_other_providers_fail_as_the_first_does(
    provider: str, status: int, reason: str, requests: int, providers: ProviderServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At most two requests, whatever the library would repeat by itself, and no word of what the provider said."""
    providers.status = status
    monkeypatch.setattr(model_task, "PAUSE_SECONDS", 0.0)

    with pytest.raises(WriterFailed) as failed:
        await written(provider, providers, monkeypatch)

    assert (failed.value.reason, len(providers.bodies)) == (reason, requests)
    assert SECRET not in failed.value.message and "upstream" not in failed.value.message


def test_a_model_of_a_local_server_may_have_a_colon() -> None:
    """As Ollama names its models."""
    assert make_model("openai:qwen3:8b", LOCAL).model_name == "qwen3:8b"
