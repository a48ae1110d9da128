"""The settings of a link: who changes them, what is refused, and what learners get of them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.asking import Asking, asking
from tests.service.assets.media_files import SAMPLES
from tests.service.assets.uploading import insert
from tests.service.places import added_asset
from tests.service.shared_courses import EVERY_TYPE, keep, page, public, publish, same
from workbench.service.kernel.context import iso

pytestmark = pytest.mark.anyio

GET, SET = "courseRouter.getShareSettings", "courseRouter.setShareSettings"
SHARE, INFO, LIST = "courseRouter.setCourseSharing", "courseRouter.getCourseSharingInfo", "courseRouter.listCourses"
NOTHING = "0" * 25
NOW = 1_790_000_000_000  # 2026-09-21
END = NOW + 86_400_000


@pytest.fixture
def clock(ana: Asking) -> list[int]:
    """What time it is at the service; the test sets its first item."""
    now = [NOW]
    ana.service.clock = lambda: now[0]
    return now


@pytest.fixture
async def course_id(ana: Asking) -> str:
    """A course that is shared."""
    return await public(ana, *EVERY_TYPE)


async def with_picture(owner: Asking) -> str:
    """The id of a course that is shared and shows a picture."""
    lesson, _ = await insert(owner, await added_asset(owner, SAMPLES["image/png"]))
    course_id = str(lesson["courseId"])
    await publish(owner, course_id)
    return course_id


async def test_a_new_link_never_ends_and_is_embedded_anywhere(ana: Asking, course_id: str) -> None:
    """And no search engine lists it."""
    assert await ana.data(GET, {"courseId": course_id}) == {
        "courseId": course_id,
        "isPublic": True,
        "expiresAt": None,
        "embedOrigins": None,
        "indexing": False,
        "mayShare": True,
        "longestShareDays": None,
        "latestExpiresAt": None,
    }


async def test_settings_that_are_not_given_stay(ana: Asking, course_id: str, clock: list[int]) -> None:
    """Null is a value: never, anywhere."""
    asked = {"courseId": course_id}
    await ana.done(
        SET, {**asked, "expiresAt": "2026-12-31", "embedOrigins": ["HTTPS://B.example", "https://a.example"]}
    )
    then = await ana.done(SET, {**asked, "indexing": True})
    last = await ana.done(SET, {**asked, "expiresAt": None})

    assert (then["expiresAt"], then["indexing"]) == ("2027-01-01T00:00:00.000Z", True)
    assert then["embedOrigins"] == ["https://a.example", "https://b.example"]
    assert (last["expiresAt"], last["embedOrigins"]) == (None, then["embedOrigins"])
    assert await ana.data(GET, asked) == last


async def test_lists_have_the_settings(ana: Asking, course_id: str, clock: list[int]) -> None:
    """Those of each course."""
    wanted = {"expiresAt": iso(END), "embedOrigins": ["https://a.example"], "indexing": True}
    await ana.done(SET, {"courseId": course_id, **wanted})
    (listed,) = (await ana.data(LIST))["courses"]

    assert {name: listed[name] for name in wanted} == wanted


async def test_a_link_is_over_from_the_millisecond_of_its_end(ana: Asking, course_id: str, clock: list[int]) -> None:
    """Page, pictures, lists and answers: expired is what never existed, byte for byte."""
    await ana.done(SET, {"courseId": course_id, "expiresAt": iso(END)})
    clock[0] = END - 1
    before = await page(ana, course_id), await ana.data(INFO, {"courseId": course_id})
    clock[0] = END
    after = await page(ana, course_id), await ana.data(INFO, {"courseId": course_id})

    assert (before[0].status_code, before[1]["isPublic"]) == (200, True)
    assert (same(after[0], await page(ana, NOTHING)), after[1]["isPublic"]) == (True, False)
    assert [course["isPublic"] for course in (await ana.data(LIST))["courses"]] == [False]
    assert (await ana.data(GET, {"courseId": course_id}))["isPublic"] is False


async def test_a_link_ends_while_it_is_read(ana: Asking, clock: list[int]) -> None:
    """The next picture is gone, also for who has it already and only asks whether it is the same."""
    course_id = await with_picture(ana)
    await ana.done(SET, {"courseId": course_id, "expiresAt": iso(END)})
    text = (await page(ana, course_id)).text
    picture = text.partition(f"/s/{course_id}/a/")[2].partition('"')[0]
    name = f"{course_id}/a/{picture}"
    first = await page(ana, name)
    clock[0] = END
    gone = [await page(ana, name), await page(ana, name, if_none_match=first.headers["etag"])]

    assert first.status_code == 200
    assert [same(answer, await page(ana, NOTHING)) for answer in gone] == [True, True]


async def test_an_expired_course_is_shared_again_without_an_end(ana: Asking, course_id: str, clock: list[int]) -> None:
    """Its old end is over; it may get another."""
    await ana.done(SET, {"courseId": course_id, "expiresAt": iso(END)})
    clock[0] = END
    await ana.done(SHARE, {"courseId": course_id, "isPublic": True, "confirmOpenPlaces": True})

    assert (await page(ana, course_id)).status_code == 200
    assert (await ana.data(GET, {"courseId": course_id}))["expiresAt"] is None


async def test_another_end_opens_no_link_that_has_ended(ana: Asking, course_id: str, clock: list[int]) -> None:
    """Anyone who shares the course is judged by the policy of that day; the new end is that of the link then."""
    await ana.done(SET, {"courseId": course_id, "expiresAt": iso(END)})
    clock[0] = END
    done = await ana.done(SET, {"courseId": course_id, "expiresAt": "2026-12-31"})
    closed = await page(ana, course_id)
    await ana.done(SHARE, {"courseId": course_id, "isPublic": True, "confirmOpenPlaces": True})

    assert (done["isPublic"], closed.status_code, (await page(ana, course_id)).status_code) == (False, 404, 200)
    assert (await ana.data(GET, {"courseId": course_id}))["expiresAt"] == "2027-01-01T00:00:00.000Z"


async def test_an_end_that_is_to_come_outlives_making_private(ana: Asking, course_id: str, clock: list[int]) -> None:
    """Who shares the course again has the end that was set."""
    await ana.done(SET, {"courseId": course_id, "expiresAt": iso(END)})
    for is_public in (False, True):
        await ana.done(SHARE, {"courseId": course_id, "isPublic": is_public, "confirmOpenPlaces": True})

    assert (await ana.data(GET, {"courseId": course_id}))["expiresAt"] == iso(END)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"expiresAt": iso(NOW)}, "has passed"),
        ({"expiresAt": "2026-09-19"}, "has passed"),
        ({"expiresAt": "tomorrow"}, "a day, such as"),
        ({"expiresAt": 5}, "it must be text"),
        ({"embedOrigins": ["javascript:alert(1)"]}, "nothing else"),
        ({"embedOrigins": ["https://a.example\r\nx: y"]}, "nothing else"),
        ({"embedOrigins": [f"https://{number}.example" for number in range(21)]}, "at most 20"),
        ({"embedOrigins": "https://a.example"}, "it must be a list"),
        ({"indexing": None}, "true or false"),
        ({"indexing": "yes"}, "true or false"),
        ({"indexed": True}, "unknown field"),
    ],
)
async def test_what_is_no_setting_is_refused_with_a_sentence(
    ana: Asking, course_id: str, clock: list[int], given: dict[str, Any], why: str
) -> None:
    """Nothing of it is kept."""
    before = await ana.data(GET, {"courseId": course_id})
    answered = await ana.post(SET, {"courseId": course_id, "indexing": True, **given})

    assert (answered.status_code, why in answered.text) == (400, True), answered.text
    assert await ana.data(GET, {"courseId": course_id}) == before


async def test_settings_that_somebody_changed_meanwhile_are_not_changed_again(
    ana: Asking, course_id: str, clock: list[int]
) -> None:
    """Only what is compared counts."""
    asked = {"courseId": course_id}
    await ana.done(SET, {**asked, "expiresAt": "2026-12-31", "base": {"expiresAt": None}})
    late = await ana.post(SET, {**asked, "expiresAt": "2026-10-31", "base": {"expiresAt": None}})
    other = await ana.post(SET, {**asked, "indexing": True, "base": {"indexing": False}})

    assert (late.status_code, late.json()["error"]["data"]["expiresAt"]) == (409, "2027-01-01T00:00:00.000Z")
    assert other.status_code == 200


async def test_changes_are_in_the_audit_log_once(ana: Asking, course_id: str, clock: list[int]) -> None:
    """With both values; the same again is not a change."""
    for _ in range(2):
        await ana.done(SET, {"courseId": course_id, "indexing": True})
    entries = (await ana.data("organization.getAuditLog"))["entries"]

    assert [entry["facts"] for entry in entries if entry["action"] == SET] == [
        {"indexingBefore": False, "indexing": True}
    ]


@pytest.mark.parametrize(
    ("origins", "ancestors", "sites"),
    [
        (None, "https: http:", "cross-origin"),
        ([], "'none'", "same-origin"),
        (["https://b.example:8443", "https://a.example"], "https://a.example https://b.example:8443", "same-origin"),
    ],
)
async def test_the_page_names_who_may_embed_it(
    ana: Asking, origins: list[str] | None, ancestors: str, sites: str
) -> None:
    """And nothing else of its policy is another; a picture goes where the page goes."""
    course_id = await with_picture(ana)
    plain = (await page(ana, course_id)).headers["content-security-policy"]
    await ana.done(SET, {"courseId": course_id, "embedOrigins": origins})
    shown = await page(ana, course_id)
    name = shown.text.partition(f"/s/{course_id}/a/")[2].partition('"')[0]
    picture = await page(ana, f"{course_id}/a/{name}")

    assert shown.headers["content-security-policy"] == plain.replace("https: http:", ancestors)
    assert picture.headers["cross-origin-resource-policy"] == sites


@pytest.mark.parametrize("indexing", [False, True])
async def test_search_engines_list_a_page_only_where_that_is_wished(ana: Asking, indexing: bool) -> None:
    """A missing page is never listed."""
    course_id = await keep(ana, *EVERY_TYPE)
    await publish(ana, course_id)
    await ana.done(SET, {"courseId": course_id, "indexing": indexing})
    shown = await page(ana, course_id)

    assert shown.headers.get("x-robots-tag") == (None if indexing else "noindex")
    assert (await page(ana, NOTHING)).headers["x-robots-tag"] == "noindex"


async def test_who_only_reads_changes_nothing(ana: Asking, course_id: str) -> None:
    """A reviewer sees the settings, and that they are for others to change."""
    ben = await asking(ana.service, "ben@example.org", role="reviewer")
    refused = await ben.post(SET, {"courseId": course_id, "indexing": True})

    assert refused.status_code == 403
    assert (await ben.data(GET, {"courseId": course_id}))["mayShare"] is False


async def test_a_foreign_course_is_like_none(eve: Asking, course_id: str) -> None:
    """For reading and changing alike."""
    answers = [
        await eve.get(GET, {"courseId": course_id}),
        await eve.post(SET, {"courseId": course_id, "indexing": True}),
    ]
    assert [answer.status_code for answer in answers] == [404, 404]


POLICY = "organization.setPublishingPolicy"
ANYONE = {"publication": "anyone", "reviewBySomebodyElse": False, "sharingRoles": ["owner", "admin", "author"]}
LATEST = "2026-10-22T00:00:00.000Z"  # 30 days after NOW, and the rest of that day


async def test_a_link_lives_as_long_as_the_policy_lets_it(ana: Asking, clock: list[int]) -> None:
    """Sharing without an end gives the latest one; a later one and none are refused with the limit."""
    course_id = (await ana.finished())["courseId"]
    await ana.done(POLICY, {**ANYONE, "longestShareDays": 30})
    await ana.done(SHARE, {"courseId": course_id, "isPublic": True, "confirmOpenPlaces": True})
    found = await ana.data(GET, {"courseId": course_id})
    asked = [{"expiresAt": "2026-10-22"}, {"expiresAt": None}, {"expiresAt": "2026-10-20"}, {"indexing": True}]
    answers = [await ana.post(SET, {"courseId": course_id, **setting}) for setting in asked]

    assert (found["expiresAt"], found["longestShareDays"], found["latestExpiresAt"]) == (LATEST, 30, LATEST)
    assert [answer.status_code for answer in answers] == [400, 400, 200, 200]
    assert "limits links to 30 days" in answers[0].text
    assert answers[0].json()["error"]["data"]["latestExpiresAt"] == LATEST


async def test_a_policy_changes_no_link_that_is_open(ana: Asking, course_id: str, clock: list[int]) -> None:
    """It holds for what is shared from then on; the old link may be used as before, and its other settings changed."""
    await ana.done(POLICY, {**ANYONE, "longestShareDays": 30})
    done = await ana.done(SET, {"courseId": course_id, "indexing": True})

    assert (done["isPublic"], done["expiresAt"]) == (True, None)


async def test_who_may_share_is_the_policys_to_say(ana: Asking, course_id: str, clock: list[int]) -> None:
    """Others neither share nor change a link; all who could share before may still close one."""
    ben = await asking(ana.service, "ben@example.org", role="author")
    await ana.done(POLICY, {**ANYONE, "longestShareDays": None, "sharingRoles": ["owner", "admin"]})
    changed = await ben.post(SET, {"courseId": course_id, "indexing": True})
    closed = await ben.post(SHARE, {"courseId": course_id, "isPublic": False})
    opened = await ben.post(SHARE, {"courseId": course_id, "isPublic": True, "confirmOpenPlaces": True})

    assert [answer.status_code for answer in (changed, closed, opened)] == [403, 200, 403]
    assert "The role author does not allow this. Owners and admins may; ask one of them." in opened.text
    assert (await ben.data(GET, {"courseId": course_id}))["mayShare"] is False
    assert (await ana.post(SET, {"courseId": course_id, "indexing": True})).status_code == 200


async def test_only_a_link_that_widens_is_judged_again(ana: Asking, course_id: str, clock: list[int]) -> None:
    """More sites, a later end, none or search engines need lessons that are approved; fewer and earlier ones do not."""
    first, second, third = (f"https://{name}.example" for name in "abc")
    await ana.done(SET, {"courseId": course_id, "expiresAt": iso(END), "embedOrigins": [first, second]})
    await ana.done(POLICY, {**ANYONE, "publication": "approvedOnly", "longestShareDays": None})
    narrower = [{"embedOrigins": [first]}, {"expiresAt": iso(END - 1)}]
    wider = [{"embedOrigins": [first, third]}, {"embedOrigins": None}, {"expiresAt": iso(END)}, {"expiresAt": None}]
    answers = [
        await ana.post(SET, {"courseId": course_id, **setting}) for setting in [*narrower, *wider, {"indexing": True}]
    ]

    assert [answer.status_code for answer in answers] == [200, 200, 409, 409, 409, 409, 409]
    assert {answer.json()["error"]["data"]["reason"] for answer in answers[2:]} == {"notApproved"}
