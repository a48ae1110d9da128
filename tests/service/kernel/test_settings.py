"""Settings: what cannot work is refused immediately, and no key is shown."""

from __future__ import annotations

import pytest

from tests.meta.source_tree import ROOT
from workbench.errors import Misconfigured
from workbench.service.kernel.settings import Limits, LoadLimits, RateLimits, Settings, person_rate


def test_the_limits_are_the_designs() -> None:
    """100 procedures, 5 paid, 1 MB, 60,000 bytes of URL, 10 seconds."""
    limits = Limits()

    assert (limits.procedures, limits.paid_procedures) == (100, 5)
    assert (limits.body_bytes, limits.url_bytes, limits.arrival_seconds) == (1_000_000, 60_000, 10.0)


def test_a_key_of_the_writers_is_not_shown() -> None:
    """Settings may be logged; the writer's environment may hold a provider's key."""
    settings = Settings("sqlite:///x.db", writer_environment={"OPENAI_API_KEY": "sk-secret"})

    assert "sk-secret" not in repr(settings)


@pytest.mark.parametrize("path", ["/api/rpc", "api/rpc", "/api/rpc/"])
def test_the_procedure_path_may_be_written_in_any_way(path: str) -> None:
    """One slash before, none behind."""
    assert Settings("sqlite:///x.db", rpc_path=path).rpc_path == "/api/rpc"


@pytest.mark.parametrize("path", ["", "/", "//"])
def test_a_procedure_path_has_a_name(path: str) -> None:
    """At the root it would hide everything else."""
    with pytest.raises(Misconfigured):
        Settings("sqlite:///x.db", rpc_path=path)


@pytest.mark.parametrize("base", ["https://lessons.example", "http://127.0.0.1:8000", "https://lessons.example/see/"])
def test_an_address_is_a_base_of_share_links(base: str) -> None:
    """http or https, with a path if need be."""
    assert Settings("sqlite:///x.db", share_base_url=base).share_base_url == base


@pytest.mark.parametrize(
    "base", ["", "lessons.example", "javascript:alert(1)", "https://", "https://a b", "https://a?b"]
)
def test_anything_else_is_refused(base: str) -> None:
    """A link made of it would lead nowhere, or somewhere else."""
    with pytest.raises(Misconfigured):
        Settings("sqlite:///x.db", share_base_url=base)


@pytest.mark.parametrize("proxy", ["", "proxy.example", "10.0.0.0/8", "127.0.0.1:80"])
def test_a_proxy_is_an_address(proxy: str) -> None:
    """A name could lead to another computer tomorrow."""
    with pytest.raises(Misconfigured, match="IP address"):
        Settings("sqlite:///x.db", proxies=(proxy,))


@pytest.mark.parametrize(
    "host", ["", "https://lessons.example", "lessons.example:443", "lessons.example/", "*", "a b", "*.example"]
)
def test_an_allowed_host_is_one_name_or_address(host: str) -> None:
    """What could never be equal to a Host would allow nothing."""
    with pytest.raises(Misconfigured, match="An allowed host is a name"):
        Settings("sqlite:///x.db", allowed_hosts=(host,))


@pytest.mark.parametrize("processes", [0, -1])
def test_a_service_has_a_process(processes: int) -> None:
    """Its rates are shared by their number."""
    with pytest.raises(Misconfigured):
        Settings("sqlite:///x.db", processes=processes)


def test_a_persons_rate_leads_to_the_others() -> None:
    """A sixth of a minute's calls as a burst, five times as many for an organization; guesses always count."""
    assert person_rate(100) == RateLimits(100, 17, 500, 85)
    assert person_rate(0) == RateLimits(0, 0, 0, 0)
    assert person_rate(0).wrong_tokens_per_minute > 0


def test_the_defaults_are_told_as_they_are() -> None:
    """What docs/operations.md says of rates and load."""
    page, rates, load = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8"), RateLimits(), LoadLimits()

    assert f"| {rates.calls_per_minute:,} a minute, {rates.calls_at_once:,} at once |" in page
    assert rates.organization_calls_per_minute == 5 * rates.calls_per_minute
    assert f"| {rates.wrong_tokens_per_minute} a minute |" in page
    assert f"| writes under way in a process | {load.writes_at_once:,} |" in page
    assert f"| lessons being written in a process | {load.generations_at_once} |" in page
