"""The theme of an organization: who sets it, what is refused, and what learners get."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.asking import Asking, asking
from tests.service.assets.media_files import SAMPLES
from tests.service.places import added_asset
from tests.service.shared_courses import EVERY_TYPE, keep, page, public, same
from workbench.service.assets.sweeping import sweep_assets

pytestmark = pytest.mark.anyio

GET, SET = "organization.getTheme", "organization.setTheme"
PLAIN: dict[str, Any] = {"name": "", "logoAssetId": None, "accent": None, "footer": ""}
DAY_MS = 86_400_000


async def with_logo(owner: Asking) -> str:
    """The id of the asset that is the logo from now on."""
    asset_id = await added_asset(owner, SAMPLES["image/png"], alternativeText="A crane")
    await owner.done(SET, {**PLAIN, "name": "Harbour School", "logoAssetId": asset_id})
    return asset_id


async def address_of_logo(owner: Asking, course_id: str) -> str:
    """Where the course's page has its logo, below `/s/`."""
    text = (await page(owner, course_id)).text
    return f"{course_id}/a/" + text.partition(f'<img src="/s/{course_id}/a/')[2].partition('"')[0]


async def test_a_theme_is_around_every_page(ana: Asking) -> None:
    """Name and footer; its shades are reported."""
    course_id = await public(ana, *EVERY_TYPE)
    before = await page(ana, course_id)
    done = await ana.done(
        SET, {**PLAIN, "name": " Harbour\tSchool ", "accent": "#FFB000", "footer": "Quay 4\r\nRing twice"}
    )
    after = await page(ana, course_id)

    assert (done["name"], done["accentLight"], done["accentDark"]) == ("Harbour School", "#8f6300", "#ffb000")
    assert await ana.data(GET, {}) == done
    assert "<span><bdi>Harbour School</bdi></span>" in after.text
    assert '<p dir="auto">Quay 4\nRing twice</p>' in after.text
    assert "brand" not in before.text
    assert before.headers["content-security-policy"] != after.headers["content-security-policy"]


async def test_the_logo_lies_below_the_course(ana: Asking) -> None:
    """Only while the course is public and the picture the logo."""
    course_id, private = await public(ana, *EVERY_TYPE), await keep(ana, *EVERY_TYPE)
    await with_logo(ana)
    address = await address_of_logo(ana, course_id)
    shown, hidden = await page(ana, address), await page(ana, address.replace(course_id, private))
    await ana.done(SET, PLAIN)
    gone = await page(ana, address)

    assert (shown.status_code, shown.headers["content-type"]) == (200, "image/png")
    assert [same(answer, await page(ana, "0" * 25)) for answer in (hidden, gone)] == [True, True]


async def test_a_logo_is_kept_while_it_is_one(ana: Asking) -> None:
    """Deleting is refused, and no sweep takes it."""
    asset_id = await with_logo(ana)
    course_id = await public(ana, *EVERY_TYPE)
    refused = await ana.post("asset.deleteAsset", {"assetId": asset_id})
    before, later = ana.service.clock, ana.service.clock() + 60 * DAY_MS
    ana.service.clock = lambda: later
    swept = await sweep_assets(ana.service)
    ana.service.clock = before
    shown = await page(ana, await address_of_logo(ana, course_id))
    await ana.done(SET, PLAIN)

    assert (refused.status_code, "is the logo" in refused.text) == (409, True)
    ana.service.clock = lambda: later
    assert (swept, shown.status_code) == (0, 200)
    assert await sweep_assets(ana.service) == 1


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"accent": "red"}, "six hexadecimal digits"),
        ({"accent": "#1a5a94}*{display:none"}, "six hexadecimal digits"),
        ({"name": "x" * 101}, "at most 100"),
        ({"name": "a\u202eb"}, "U+202E"),
        ({"footer": "\n".join("1234567")}, "at most 6"),
        ({"footer": "x" * 501}, "at most 500"),
    ],
)
async def test_what_is_no_theme_is_refused_with_a_sentence(ana: Asking, given: dict[str, Any], why: str) -> None:
    """Nothing of it is kept."""
    answered = await ana.post(SET, {**PLAIN, **given})

    assert (answered.status_code, why in answered.text) == (400, True), answered.text
    assert (await ana.data(GET, {}))["version"] == 0


async def test_a_logo_is_a_picture_of_the_organization(ana: Asking, eve: Asking) -> None:
    """No recording, and nothing of others."""
    theirs, sound = await added_asset(eve), await added_asset(ana, SAMPLES["video/mp4"])
    answers = [await ana.post(SET, {**PLAIN, "logoAssetId": asset_id}) for asset_id in (theirs, sound)]

    assert [answer.status_code for answer in answers] == [404, 400]
    assert "a logo is a picture" in answers[1].text


async def test_a_theme_that_somebody_changed_meanwhile_is_not_set(ana: Asking) -> None:
    """The same again changes nothing and is noted once."""
    for _ in range(2):
        await ana.done(SET, {**PLAIN, "name": "Harbour"})
    late = await ana.post(SET, {**PLAIN, "name": "Quay", "baseVersion": 0})
    entries = (await ana.data("organization.getAuditLog"))["entries"]

    assert (late.status_code, late.json()["error"]["data"]["version"]) == (409, 1)
    assert [entry["facts"] for entry in entries if entry["action"] == SET] == [{"name": "Harbour", "nameBefore": ""}]


@pytest.mark.parametrize(("role", "http_status"), [("admin", 200), ("author", 403), ("reviewer", 403)])
async def test_owners_and_admins_set_it(ana: Asking, role: str, http_status: int) -> None:
    """Everybody in the organization reads it."""
    ben = await asking(ana.service, "ben@example.org", role=role)

    assert (await ben.post(SET, PLAIN)).status_code == http_status
    assert (await ben.data(GET, {}))["name"] == ""
