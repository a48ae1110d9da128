"""What handlers are given: times as the wire has them, links as they are configured."""

from __future__ import annotations

import pytest

from tests.service.asking import Asking
from workbench.service.kernel.context import Service, iso, now_ms


@pytest.mark.parametrize(
    ("at", "said"),
    [
        (0, "1970-01-01T00:00:00.000Z"),
        (1_700_000_000_123, "2023-11-14T22:13:20.123Z"),
        (999, "1970-01-01T00:00:00.999Z"),
    ],
)
def test_a_time_is_iso_with_milliseconds(at: int, said: str) -> None:
    """ISO 8601, UTC, three digits, `Z`."""
    assert iso(at) == said


def test_now_is_in_milliseconds() -> None:
    """Some time in this century."""
    assert 1_700_000_000_000 < now_ms() < 5_000_000_000_000


@pytest.mark.anyio
async def test_a_link_is_the_configured_base_and_the_course(service: Service) -> None:
    """{share_base_url}/s/<course_id>, as interface 2 has it."""
    assert service.share_url("c1") == "https://share.test/s/c1"


@pytest.mark.anyio
async def test_a_link_is_never_made_of_the_host_header(ana: Asking) -> None:
    """Whatever Host a request names, the link is the configured one."""
    lesson = await ana.starter()
    asked = {"courseId": lesson["courseId"]}
    answered = await ana.get("courseRouter.getCourseSharingInfo", asked, host="evil.example", x_forwarded_host="evil")

    assert answered.json()[0]["result"]["data"]["shareUrl"] == f"https://share.test/s/{lesson['courseId']}"
