"""When a file is sent again, and what is said in the end: plain values, no server and no clock."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.client.spoken import page, refused, silence
from workbench.client.asset_transfer import UPLOAD
from workbench.client.exchange import Exchange, Send, Wait
from workbench.client.http.upload_tries import MOST_WAIT_SECONDS, upload_talk
from workbench.client.retry import RetryPolicy
from workbench.errors import AnswerUnreadable, CallFailed, ServiceUnwell, TooManyRequests, Unreachable
from workbench.wire.batch import failure, failure_element
from workbench.wire.message import Request, Response

CALL = UPLOAD(file_name="a.png")
REQUEST = Request("POST", "/api/assets?fileName=a.png", {}, b"bytes")
EVEN = RetryPolicy(tries=5, within_seconds=MOST_WAIT_SECONDS, first_wait_seconds=1.0, chance=lambda: 1.0)
ASSET = {
    "assetId": "a1",
    "mediaType": "image/png",
    "size": 5,
    "contentDigest": "0" * 64,
    "width": 1,
    "height": 1,
    "fileName": "a.png",
    "alternativeText": "",
    "addedBy": "Ana",
    "createdAt": "2026-11-23T00:00:00Z",
}
STORED = Exchange(Response(200, {}, json.dumps([{"result": {"data": ASSET}}]).encode()))


class Sending:
    """An upload to which these exchanges come in turn, the last one permanently."""

    def __init__(self, *exchanges: Exchange, stop_after: int = 10_000) -> None:
        self.sends, self.waits = 0, 0.0
        self.told: list[tuple[str, float]] = []
        self.output: Any = None
        self._stop_after, left = stop_after, list(exchanges)
        talk = upload_talk(CALL, REQUEST, 60.0, on_wait=self._tell, policy=EVEN)
        exchange: Exchange | None = None
        try:
            while True:
                step = talk.send(exchange)
                if isinstance(step, Wait):
                    self.waits, exchange = self.waits + step.seconds, None
                else:
                    assert isinstance(step, Send)
                    self.sends, exchange = self.sends + 1, left.pop(0) if len(left) > 1 else left[0]
        except StopIteration as finished:
            self.output = finished.value[0]
        except (CallFailed, Unreachable, AnswerUnreadable) as failed:
            self.output = failed

    def _tell(self, reason: str, seconds: float) -> None:
        self.told.append((reason, seconds))
        if len(self.told) >= self._stop_after:
            raise InterruptedError


@pytest.mark.parametrize("code", ["SERVICE_UNAVAILABLE", "TOO_MANY_REQUESTS"])
def test_what_the_service_asks_to_wait_is_waited(code: str) -> None:
    """Its seconds and a little more, told each second with the reason; then the file goes."""
    sending = Sending(refused(code, retry_after="5"), STORED)

    assert sending.output.asset_id == "a1"
    assert (sending.sends, sending.waits) == (2, 6.0)
    assert [seconds for _, seconds in sending.told] == [6.0, 5.0, 4.0, 3.0, 2.0, 1.0, 0.0]
    assert {reason for reason, _ in sending.told} == {f"{failure(code).message.partition('. ')[0].rstrip('.')}."}


@pytest.mark.parametrize(
    "cut",
    [silence(), silence(sent=False), page(502), page(504)],
    ids=["cut", "not connected", "bad gateway", "gateway timeout"],
)
def test_a_cut_is_tried_again(cut: Exchange) -> None:
    """Whether or not it may have arrived: the same bytes are one asset."""
    sending = Sending(cut, cut, STORED)

    assert (sending.output.asset_id, sending.sends, sending.waits) == ("a1", 3, 3.0)


def test_the_end_says_how_often_and_what_to_do() -> None:
    """One sentence after the other, and nothing of looking before it is repeated."""
    cut, busy = Sending(silence()).output, Sending(refused("SERVICE_UNAVAILABLE", retry_after="5")).output

    assert isinstance(cut, Unreachable) and isinstance(busy, ServiceUnwell)
    assert cut.message == (
        "The connection broke off. It was tried 5 times. Check that the service is running and that you "
        "are online, then send the file again. Anything that has already arrived is not stored twice."
    )
    assert busy.message.endswith("It was tried 5 times. The same file can be sent again; it is not stored twice.")
    assert str(busy).startswith(busy.message)


def test_no_more_is_waited_than_the_limit() -> None:
    """An hour is not waited at all; minutes are, as far as they fit."""
    hour = Sending(refused("TOO_MANY_REQUESTS", retry_after="3600"))
    minutes = Sending(refused("SERVICE_UNAVAILABLE", retry_after="60"))

    assert (hour.sends, hour.waits, type(hour.output)) == (1, 0.0, TooManyRequests)
    assert (minutes.sends, minutes.waits) == (3, 123.0)


def _full() -> Exchange:
    element = failure_element(failure("SERVICE_UNAVAILABLE", "No room. Nothing was stored.", reason="storeFull"), "a.b")
    return Exchange(Response(503, {"retry-after": "30"}, b"[" + element + b"]"))


@pytest.mark.parametrize(
    "refusal",
    [refused("PAYLOAD_TOO_LARGE"), refused("UNPROCESSABLE_CONTENT"), refused("UNAUTHORIZED"), page(404), _full()],
    ids=["too large", "damaged", "signed out", "no service", "store full"],
)
def test_what_does_not_pass_is_not_tried_again(refusal: Exchange) -> None:
    """The answer stands as it came."""
    sending = Sending(refusal, STORED)

    assert (sending.sends, sending.told) == (1, [])
    assert "It was tried" not in sending.output.message


def test_a_wait_is_stopped_by_what_is_told_of_it() -> None:
    """At the next second."""
    with pytest.raises(InterruptedError):
        Sending(refused("SERVICE_UNAVAILABLE", retry_after="100"), stop_after=2)
