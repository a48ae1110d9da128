"""The passages of a file on their way to the service."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from workbench.errors import NotAllowed, NotFound, Unreachable
from workbench.procedures.source import AddPassagesInput, AddPassagesOutput, ListSourcesOutput, SourceSummary
from workbench.sources.passages import TextPassage
from workbench.sources.reading import SourceText
from workbench.sources.sending import AddedSource, SendingStopped, send_source, title_from_path
from workbench.wire import strict_json

DIGEST = "a" * 64


class FakeService:
    """Stores passages as the service does; `fails` are raised by the next calls, one each."""

    def __init__(self) -> None:
        self.stored: dict[int, str] = {}
        self.calls: list[AddPassagesInput] = []
        self.fails: list[Exception] = []
        self.is_ready = False
        self.procedures = ["source.addPassages", "source.listSources"]

    def capabilities(self) -> Any:
        """Itself: it has `procedures`."""
        return self

    def call(self, call: Any) -> Any:
        """The answer to a call of the source router."""
        if call.procedure.name == "source.listSources":
            return ListSourcesOutput(sources=[self.summary()] if self.stored else [])
        request: AddPassagesInput = call.input
        self.calls.append(request)
        if self.fails and (failure := self.fails.pop(0)):
            raise failure
        self.stored |= {number: passage.text for number, passage in enumerate(request.passages, request.first)}
        self.is_ready = request.is_last
        return AddPassagesOutput(source_id="s", version=1, passages=len(self.stored), is_ready=self.is_ready)

    def summary(self) -> SourceSummary:
        """The one source that it has."""
        return SourceSummary(
            source_id="s",
            title="Pumps",
            version=1,
            passages=len(self.stored),
            characters=0,
            is_ready=self.is_ready,
            is_publishable=False,
            created_at="2026-01-01T00:00:00Z",
            updated_at="2026-01-01T00:00:00Z",
            content_digest=DIGEST,
        )


def text_of(passages: int, text: str = "A pump moves a liquid.") -> SourceText:
    """A file of so many passages."""
    found = tuple(TextPassage(number, f"page {number}", None, f"{number} {text}") for number in range(1, passages + 1))
    return SourceText("pumps.pdf", DIGEST, "application/pdf", found, ("No text on page 3.",))


@pytest.fixture
def service() -> FakeService:
    """A service without a source."""
    return FakeService()


def sent(service: FakeService, text: SourceText, **more: Any) -> AddedSource:
    """What came of sending it."""
    return send_source(service, text, **more)  # type: ignore[arg-type]


def test_a_call_has_at_most_500_passages_and_a_megabyte(service: FakeService) -> None:
    """Numbered on, the last one marked; 1,500 Chinese characters are 4,500 bytes."""
    assert str(sent(service, text_of(1_100, "泵" * 1_490))) == "pumps: version 1, 1,100 passages. No text on page 3."

    sizes = [len(strict_json.write(call.model_dump(mode="json", by_alias=True))) for call in service.calls]
    assert max(sizes) < 1_000_000 and len(sizes) == 8
    assert sorted(service.stored) == list(range(1, 1_101))
    assert [call.is_last for call in service.calls] == [False] * 7 + [True]


def test_a_try_that_was_stopped_is_gone_on_with(service: FakeService) -> None:
    """Between two calls; what is stored is not sent again, but for the first part, which finds out."""
    stops = iter([False, False, True])
    with pytest.raises(SendingStopped):
        sent(service, text_of(2_000), should_stop=lambda: next(stops))
    assert len(service.stored) == 1_000
    service.calls.clear()

    sent(service, text_of(2_000))

    assert [call.first for call in service.calls] == [1, 1001, 1501]
    assert [call.source_id for call in service.calls] == ["s", "s", "s"]


def test_the_same_content_is_nothing_new(service: FakeService) -> None:
    """Whatever the file is called; nothing is sent."""
    sent(service, text_of(3))
    service.calls.clear()

    again = sent(service, text_of(3), title="Another")

    assert (again.is_new, again.title, service.calls) == (False, "Pumps", [])


@pytest.mark.parametrize(("failure", "calls"), [(lambda: Unreachable(), 2), (lambda: Unreachable(sent=False), 2)])
def test_a_lost_answer_is_asked_for_again(
    service: FakeService, failure: Callable[[], Exception], calls: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same passages are stored once, so sending them twice does no harm."""
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    service.fails = [failure()]

    assert sent(service, text_of(3)).passages == 3
    assert len(service.calls) == calls


def test_what_the_service_refuses_is_raised(service: FakeService) -> None:
    """Immediately."""
    service.fails = [NotAllowed(code="FORBIDDEN", http_status=403)]

    with pytest.raises(NotAllowed):
        sent(service, text_of(3))


def test_a_service_without_sources_is_told(service: FakeService) -> None:
    """In one sentence, before anything is sent."""
    service.procedures = []

    with pytest.raises(NotFound, match="This service doesn't store sources"):
        sent(service, text_of(3))


@pytest.mark.parametrize(
    ("file_name", "title"),
    [("Working_at height.v2.docx", "Working at height.v2"), ("\u200b.pdf", "Source"), ("a\nb\u202e.md", "a b")],
)
def test_a_title_comes_from_the_file_s_name(file_name: str, title: str) -> None:
    """On one line, without what turns the reading direction."""
    assert title_from_path(file_name) == title
