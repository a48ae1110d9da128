"""Uploads and the bytes of assets, as members and learners get them."""

from __future__ import annotations

import hashlib
from uuid import uuid4

import pytest

from tests.service.asking import Asking
from tests.service.assets.media_files import SAMPLES, mp4
from tests.service.assets.uploading import BLOCK_ID, change, insert, listed, sent
from tests.service.places import added_asset
from tests.service.shared_courses import publish
from workbench.service.assets.media import Media
from workbench.service.kernel.object_store_settings import BucketSettings

pytestmark = pytest.mark.anyio

PNG = SAMPLES["image/png"]
TEXT = {"type": "text", "content": {"markdown": "Rise and fall."}}


@pytest.mark.parametrize("name", SAMPLES)
async def test_each_type_is_stored_and_read_again(ana: Asking, name: str) -> None:
    """With what is known of it; recordings and documents to the byte."""
    answered = await sent(ana, SAMPLES[name], "fileName=folder/a.bin&alternativeText=A+dough")
    stored = answered.json()["result"]["data"]
    read = await ana.send("GET", f"/api/assets/{stored['assetId']}")

    assert (stored["mediaType"], stored["fileName"], stored["alternativeText"]) == (name, "a.bin", "A dough")
    assert (read.headers["content-type"], len(read.content)) == (name, stored["size"])
    assert hashlib.sha256(read.content).hexdigest() == stored["contentDigest"]
    assert read.content == SAMPLES[name] or name.startswith("image/")
    assert await listed(ana) == [stored]


async def test_what_a_browser_is_told_of_the_bytes(ana: Asking) -> None:
    """It takes them for nothing else, runs nothing in them, and a document is a download."""
    shown = await ana.send("GET", f"/api/assets/{await added_asset(ana)}")
    document = await ana.send("GET", f"/api/assets/{await added_asset(ana, SAMPLES['application/pdf'])}")

    assert shown.headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in shown.headers["content-security-policy"]
    assert shown.headers["content-disposition"].startswith("inline; ")
    assert document.headers["content-disposition"].startswith("attachment; ")
    assert "set-cookie" not in shown.headers


async def test_a_store_that_is_away_leaves_lessons_open(ana: Asking) -> None:
    """Uploads and bytes are 503 with a sentence, everything else works."""
    asset_id = await added_asset(ana)
    lesson, _ = await insert(ana, asset_id)
    away = BucketSettings("lessons", "", "us-east-1", "http://127.0.0.1:9", "key", "secret")
    ana.service.parts[Media] = Media(away)
    read, refused = await ana.send("GET", f"/api/assets/{asset_id}"), await sent(ana, SAMPLES["video/mp4"])

    assert (read.status_code, refused.status_code) == (503, 503)
    assert "cannot be reached just now" in read.json()["error"]["message"]
    assert (await ana.get("lesson.getLesson", {"lessonId": lesson["lessonId"]})).status_code == 200
    assert len(await listed(ana)) == 1


async def test_a_service_without_a_store_says_so(ana: Asking) -> None:
    """And what its operator may do."""
    ana.service.parts[Media] = Media(None)
    refused = await sent(ana, PNG)

    assert refused.status_code == 412
    assert "WORKBENCH_ASSETS" in refused.json()["error"]["message"]


@pytest.mark.parametrize(
    ("headers", "http_status"),
    [
        ({"cookie": ""}, 401),
        ({"cookie": "__Secure-authoring.session-token=wrong"}, 401),
        ({"sec_fetch_site": "cross-site"}, 403),
        ({"origin": "https://evil.example"}, 403),
        ({"content_type": "multipart/form-data; boundary=x"}, 415),
        ({"content_type": "text/plain"}, 415),
        ({"content_encoding": "gzip"}, 415),
        ({"content_length": "999999999999"}, 413),
    ],
)
async def test_an_upload_is_judged_as_a_call_is(ana: Asking, headers: dict[str, str], http_status: int) -> None:
    """The cookie, pages of other sites, forms, sizes."""
    refused = await sent(ana, PNG, **headers)

    assert refused.status_code == http_status
    assert await listed(ana) == []


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("", "fileName"),
        ("fileName=", "fileName"),
        ("fileName=..", "fileName"),
        ("fileName=a&other=1", "other"),
        (f"fileName={'x' * 201}", "fileName"),
        ("fileName=a%00b", "fileName"),
        ("fileName=a&organizationId=b%00", "organizationId"),
        ("fileName=a&alternativeText=" + "x" * 501, "alternativeText"),
    ],
)
async def test_what_goes_along_is_checked(ana: Asking, query: str, sentence: str) -> None:
    """As any input, with the field's name."""
    refused = await sent(ana, PNG, query)

    assert refused.status_code == 400
    assert sentence in refused.json()["error"]["message"]


async def test_foreign_and_missing_assets_are_alike(ana: Asking, eve: Asking) -> None:
    """To the byte; and nobody uploads into another's organization."""
    hers = await added_asset(eve)
    foreign = await ana.send("GET", f"/api/assets/{hers}")
    missing = await ana.send("GET", f"/api/assets/{'0' * 25}")
    into = await sent(ana, PNG, f"fileName=a.png&organizationId={eve.organization_id}")
    nowhere = await sent(ana, PNG, f"fileName=a.png&organizationId={'0' * 25}")

    assert foreign.status_code == missing.status_code == into.status_code == 404
    assert foreign.content == missing.content and into.content == nowhere.content
    assert dict(foreign.headers) == dict(missing.headers)


@pytest.mark.parametrize(
    ("asked", "http_status", "part"),
    [
        ("bytes=0-9", 206, slice(0, 10)),
        ("bytes=100-", 206, slice(100, None)),
        ("bytes=-7", 206, slice(-7, None)),
        ("bytes=10-999999", 206, slice(10, None)),
        ("bytes=9-3", 200, slice(0, None)),
        ("bytes=0-3,5-9", 200, slice(0, None)),
        ("lines=1-2", 200, slice(0, None)),
        ("bytes=999999-", 416, slice(0, 0)),
    ],
)
async def test_a_range_of_a_recording_is_read(ana: Asking, asked: str, http_status: int, part: slice) -> None:
    """A video is moved about in."""
    content = SAMPLES["video/mp4"]
    asset_id = await added_asset(ana, content)
    read = await ana.send("GET", f"/api/assets/{asset_id}", range=asked)

    assert (read.status_code, read.content) == (http_status, content[part])
    assert http_status != 206 or read.headers["content-range"].endswith(f"/{len(content)}")


async def test_what_was_read_before_is_not_sent_again(ana: Asking) -> None:
    """304 by the digest."""
    asset_id = await added_asset(ana)
    first = await ana.send("GET", f"/api/assets/{asset_id}")
    again = await ana.send("GET", f"/api/assets/{asset_id}", if_none_match=first.headers["etag"])

    assert (again.status_code, again.content) == (304, b"")


async def test_a_large_recording_is_streamed(ana: Asking) -> None:
    """Whole, and a range from its middle."""
    content = mp4(media_bytes=5_120_000)
    asset_id = await added_asset(ana, content)
    whole = await ana.send("GET", f"/api/assets/{asset_id}")
    part = await ana.send("GET", f"/api/assets/{asset_id}", range="bytes=1500000-3500000")

    assert whole.content == content
    assert part.content == content[1_500_000:3_500_001]


async def test_learners_get_what_a_public_course_shows(ana: Asking) -> None:
    """Only while its publication refers to the asset; everything else is the one 404, byte for byte."""
    asset_id = await added_asset(ana, PNG)
    lesson, _ = await insert(ana, asset_id)
    (stored,) = await listed(ana)
    address = f"/s/{lesson['courseId']}/a/{stored['contentDigest']}.png"
    private = await ana.send("GET", address, cookie="")
    await publish(ana, lesson["courseId"])
    public = await ana.send("GET", address, cookie="")
    other_name = await ana.send("GET", address.replace(".png", ".jpg"), cookie="")
    never = await ana.send("GET", f"/s/{'0' * 25}/a/{stored['contentDigest']}.png", cookie="")
    await change(ana, lesson, {"type": "lessonBlockDelete", "id": BLOCK_ID})
    before = await ana.send("GET", address, cookie="")
    await publish(ana, lesson["courseId"])
    taken_out = await ana.send("GET", address, cookie="")

    assert before.content == public.content
    assert (public.status_code, public.headers["content-type"]) == (200, "image/png")
    assert hashlib.sha256(public.content).hexdigest() == stored["contentDigest"]
    assert {answer.status_code for answer in (private, other_name, never, taken_out)} == {404}
    assert private.content == other_name.content == never.content == taken_out.content


async def test_the_learners_page_shows_the_picture(ana: Asking) -> None:
    """At the address that is served while the course is public; a file is a download there."""
    lesson, _ = await insert(ana, await added_asset(ana, PNG))
    (stored,) = await listed(ana)
    await publish(ana, lesson["courseId"])
    page = await ana.send("GET", f"/s/{lesson['courseId']}", cookie="")
    address = f"/s/{lesson['courseId']}/a/{stored['contentDigest']}.png"

    assert f'<img src="{address}" alt="A dough" width="40" height="30"' in page.text
    assert (await ana.send("GET", address, cookie="")).status_code == 200


async def test_a_file_has_the_name_under_which_it_was_published(ana: Asking) -> None:
    """On the page and as a download, whatever it is called since, until the course is published again."""
    asset_id = await added_asset(ana, SAMPLES["application/pdf"], fileName="terms.pdf")
    lesson, _ = await insert(ana, asset_id, "file")
    (stored,) = await listed(ana)
    page, address = f"/s/{lesson['courseId']}", f"/s/{lesson['courseId']}/a/{stored['contentDigest']}.pdf"
    await publish(ana, lesson["courseId"])
    await ana.done("asset.updateAsset", {"assetId": asset_id, "fileName": "internal draft.pdf"})
    before = [await ana.send("GET", path, cookie="") for path in (page, address)]
    await change(ana, lesson, {"type": "lessonBlockInsert", "block": {**TEXT, "id": str(uuid4())}})
    await publish(ana, lesson["courseId"])
    after = [await ana.send("GET", path, cookie="") for path in (page, address)]

    assert "terms.pdf" in before[0].text and "terms.pdf" in before[1].headers["content-disposition"]
    assert "internal" not in before[0].text + before[1].headers["content-disposition"]
    assert "internal draft.pdf" in after[0].text and "internal draft.pdf" in after[1].headers["content-disposition"]


async def test_a_name_that_is_an_id_opens_no_other_file(ana: Asking) -> None:
    """A published file may be called as another asset's id: learners get that one no more than before."""
    hidden_id = await added_asset(ana, PNG)
    (hidden,) = await listed(ana)
    lesson, _ = await insert(ana, hidden_id)
    shown_id = await added_asset(ana, SAMPLES["application/pdf"], fileName=hidden_id)
    block = {"id": BLOCK_ID, "type": "file", "content": {"asset": shown_id}}
    await change(ana, lesson, {"type": "lessonBlockDelete", "id": BLOCK_ID})
    await change(ana, lesson, {"type": "lessonBlockInsert", "block": block})
    await publish(ana, lesson["courseId"])
    answered = await ana.send("GET", f"/s/{lesson['courseId']}/a/{hidden['contentDigest']}.png", cookie="")

    assert answered.status_code == 404


async def test_a_picture_without_words_is_not_published(ana: Asking) -> None:
    """The refusal names the lesson; with words or the mark of decoration it goes."""
    made = await ana.done("lesson.createLesson", {"title": "Rye", "language": "EN"})
    lesson, _ = await insert(ana, await added_asset(ana, PNG), text="", lesson=made)
    shared = {"courseId": lesson["courseId"], "isPublic": True, "confirmOpenPlaces": True}
    refused = await ana.post("courseRouter.setCourseSharing", shared)
    content = {"asset": (await listed(ana))[0]["assetId"], "decorative": True}
    await change(ana, lesson, {"type": "lessonBlockUpdate", "id": BLOCK_ID, "content": content})
    found = await ana.data("lesson.getFindings", {"lessonId": lesson["lessonId"]})

    assert (refused.status_code, refused.json()["error"]["data"]["reason"]) == (409, "alternativeText")
    assert lesson["title"] in refused.json()["error"]["message"]
    assert (await ana.post("courseRouter.setCourseSharing", shared)).status_code == 200
    assert "image-without-text" not in {finding["rule"] for finding in found["findings"]}
