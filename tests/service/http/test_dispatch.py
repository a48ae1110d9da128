"""Dispatch: the interface's shapes, whole refusals, and the session. Failures: `test_dispatch_failures.py`."""

from __future__ import annotations

import asyncio

import pytest

from tests.service.asking import ABSENT, Asking, called
from workbench.service.kernel.context import DAY_MS, iso
from workbench.service.sessions import store as sessions

pytestmark = pytest.mark.anyio


async def test_a_read_answers_a_list_in_path_order(ana: Asking) -> None:
    """
    A GET of a batch answers one element per procedure, in path order, and nothing but the result.
    """
    answered = await ana.get("organization.getDashboardRecentItems,organization.getOrgTierAndStatus", ABSENT, ABSENT)

    assert answered.status_code == 200
    assert answered.json() == [
        {"result": {"data": {"recentItems": []}}},
        {"result": {"data": {"tier": "Free", "status": "Active"}}},
    ]


async def test_a_batch_of_one_read_is_still_a_list(ana: Asking) -> None:
    """
    `batch=1` with one read answers a list of one.
    """
    answered = await ana.get("organization.getOrganizationProjects", ABSENT)

    assert [project["name"] for project in answered.json()[0]["result"]["data"]["projects"]] == ["Starter lessons"]


async def test_one_write_answers_one_object(ana: Asking) -> None:
    """
    A POST of one procedure answers the single object of interface 4.3.
    """
    answered = await ana.post("lesson.createStarterLesson", {"language": "EN", "topic": "Tides"})

    assert answered.json().keys() == {"result"}
    assert answered.json()["result"].keys() == {"data"}
    assert answered.json()["result"]["data"].keys() == {"lessonId", "title"}


async def test_transactions_answer_with_their_type(ana: Asking) -> None:
    """
    `realtime.executeTransactions` adds `"type": "data"` as interface 4.5 shows.
    """
    lesson = await ana.starter()
    page = {"id": "3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa", "type": "blank", "content": {}}
    insert = {
        "label": "insertPages",
        "mutations": [
            {"type": "lessonBlockOrderUpdate", "after": [page["id"]]},
            {"type": "lessonBlockInsert", "block": page},
        ],
    }

    answered = await ana.post(
        "realtime.executeTransactions",
        {"lessonId": lesson["lessonId"], "language": "EN", "transactions": [insert]},
    )

    assert answered.json() == {"result": {"type": "data", "data": {"status": "success"}}}
    assert answered.headers["x-lesson-revision"] == str(lesson["revision"] + 1)


async def test_several_writes_answer_a_list(ana: Asking) -> None:
    """
    A POST of several procedures answers a list, each its own unit, in path order.
    """
    answered = await ana.post("project.createProject,project.createProject", {"name": "One"}, {"name": " "})

    assert answered.status_code == 207
    assert answered.json()[0]["result"]["data"]["name"] == "One"
    assert answered.json()[1]["error"]["data"]["code"] == "BAD_REQUEST"


async def test_an_unbatched_call_is_bare(ana: Asking) -> None:
    """
    Without `batch` the input is bare, and so is the answer.
    """
    answered = await ana.send("GET", "/api/rpc/organization.getOrgTierAndStatus")

    assert answered.json() == {"result": {"data": {"tier": "Free", "status": "Active"}}}


async def test_an_unknown_name_fails_alone(ana: Asking) -> None:
    """
    A name that no procedure has is NOT_FOUND in its place; the others are answered, and the status is 207.
    """
    answered = await ana.get("organization.getOrgTierAndStatus,q.nope", ABSENT, ABSENT)

    assert answered.status_code == 207
    assert "result" in answered.json()[0]
    assert answered.json()[1] == {
        "error": {
            "message": 'No procedure found on path "q.nope"',
            "code": -32004,
            "data": {"code": "NOT_FOUND", "httpStatus": 404, "path": "q.nope"},
        }
    }


@pytest.mark.parametrize("cookie", ["", "x=1", "__Secure-authoring.session-token=wrong"])
async def test_without_a_session_every_call_is_unauthorized(ana: Asking, cookie: str) -> None:
    """
    No cookie, another cookie or an unknown token: 401 for each procedure.
    """
    answered = await ana.get("service.whoAmI,organization.getUserData", ABSENT, ABSENT, cookie=cookie)

    assert answered.status_code == 401
    assert [answer["error"]["data"]["code"] for answer in answered.json()] == ["UNAUTHORIZED"] * 2


async def test_two_session_cookies_are_no_session(ana: Asking) -> None:
    """
    Two cookies of the session's name are refused, even if one is right.
    """
    answered = await ana.get("service.whoAmI", ABSENT, cookie=f"{ana.cookie}; {ana.cookie}x")

    assert answered.status_code == 401


async def test_an_odd_cookie_does_not_hide_the_session(ana: Asking) -> None:
    """
    Cookies of other makers, however odd, stand next to the session's.
    """
    answered = await ana.get("service.whoAmI", ABSENT, cookie=f'x={{"j":1}}; weird[1]=x; {ana.cookie}')

    assert answered.status_code == 200


@pytest.mark.parametrize(
    ("method", "names"),
    [
        ("GET", "lesson.createStarterLesson"),
        ("POST", "service.whoAmI"),
        ("POST", "service.whoAmI,project.createProject"),
        ("GET", "service.whoAmI,project.createProject"),
        ("PUT", "service.whoAmI"),
        ("OPTIONS", "service.whoAmI"),
    ],
)
async def test_the_wrong_method_is_refused_whole(ana: Asking, method: str, names: str) -> None:
    """
    A write by GET, a read by POST, a mix of both, or another method: 405, and nothing runs.
    """
    answered = await ana.send(method, f"/api/rpc/{names}?batch=1", b"{}", content_type="application/json")

    assert answered.status_code == 405
    assert answered.headers["allow"] == "GET, POST"
    projects = await ana.data("organization.getOrganizationProjects")
    assert len(projects["projects"]) == 1


@pytest.mark.parametrize(
    "text", ["{", "[]", "7", '{"0": 7}', '{"0": null}', '{"0": {"topic": "x"}}', '{"0": {"json": 1}, "0": {"json": 2}}']
)
async def test_a_malformed_input_is_refused_whole(ana: Asking, text: str) -> None:
    """
    What is not the object of interface 4.0 is refused with 400 for each procedure; nothing runs.
    """
    answered = await ana.send(
        "POST", "/api/rpc/project.createProject?batch=1", text.encode(), content_type="application/json"
    )

    assert answered.status_code == 400
    assert answered.json()["error"]["data"]["path"] == "project.createProject"


async def test_over_the_batch_limit_one_object_answers(ana: Asking) -> None:
    """
    More than 100 procedures: one bare error object, whatever number of names came.
    """
    answered = await ana.get(",".join(["service.whoAmI"] * 101))

    assert answered.status_code == 400
    assert "at most 100" in answered.json()["error"]["message"]


async def test_over_the_paid_limit_nothing_runs(ana: Asking) -> None:
    """
    More than five paid procedures in a request: refused, nothing generated, nothing charged.
    """
    answered = await ana.post(",".join(["lesson.createStarterLesson"] * 6), *[{"language": "EN", "topic": "x"}] * 6)

    assert answered.status_code == 400
    assert (await ana.data("organization.getUserData"))["aiCreditBalance"] == 100


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded", "application/jsonp"])
async def test_a_write_is_sent_as_json(ana: Asking, kind: str) -> None:
    """
    Any other content type than application/json is 415.
    """
    answered = await ana.send(
        "POST", "/api/rpc/project.createProject?batch=1", b'{"0":{"json":{"name":"x"}}}', content_type=kind
    )

    assert answered.status_code == 415


async def test_parameters_of_the_content_type_are_allowed(ana: Asking) -> None:
    """
    `application/json; charset=utf-8`, in any case, is JSON.
    """
    answered = await ana.post("project.createProject", {"name": "x"}, content_type="Application/JSON; charset=utf-8")

    assert answered.status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"sec_fetch_site": "cross-site", "origin": "http://service.test"},
    ],
)
async def test_another_site_may_neither_read_nor_write(ana: Asking, headers: dict[str, str]) -> None:
    """
    Sec-Fetch-Site decides where it is sent, else Origin against Host: 403, reads included.
    """
    read = await ana.get("service.whoAmI", ABSENT, **headers)
    written = await ana.post("project.createProject", {"name": "x"}, **headers)

    assert (read.status_code, written.status_code) == (403, 403)


async def test_every_answer_announces_keys_and_is_not_stored(ana: Asking) -> None:
    """
    `Idempotency-Support` and `no-store` are on every answer, failures included.
    """
    answered = await ana.get("q.nope", ABSENT)

    assert answered.headers["idempotency-support"] == "30d"
    assert answered.headers["cache-control"] == "no-store"
    assert answered.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("call", ["read", "write", "paid"])
async def test_a_session_in_use_starts_its_idle_time_anew_once_a_day(ana: Asking, call: str) -> None:
    """
    Reads, writes and paid writes all count as use; the absolute end stays.
    """
    before = (await ana.data("service.whoAmI"))["session"]
    at = ana.service.clock() + 2 * DAY_MS
    ana.service.clock = lambda: at
    await called(ana, call)
    await asyncio.gather(*(task for task in asyncio.all_tasks() if "refresh" in repr(task.get_coro())))
    after = (await ana.data("service.whoAmI"))["session"]

    assert after["idleEndsAt"] == iso(at + sessions.IDLE_MS) > before["idleEndsAt"]
    assert after["endsAt"] == before["endsAt"]


async def test_a_session_used_today_is_not_written_again(ana: Asking) -> None:
    """
    Within a day nothing of the session changes.
    """
    before = await ana.data("service.whoAmI")
    at = ana.service.clock() + DAY_MS - 60_000
    ana.service.clock = lambda: at
    await ana.get("service.whoAmI", ABSENT)

    assert await ana.data("service.whoAmI") == before


async def test_a_header_about_one_call_is_not_said_of_several(ana: Asking) -> None:
    """
    `X-Lesson-Revision` comes with a lesson that is read alone, and not with a batch of two.
    """
    asked = {"lessonId": (await ana.starter())["lessonId"]}
    alone = await ana.get("lesson.getLesson", asked)
    both = await ana.get("lesson.getLesson,lesson.getLesson", asked, asked)

    assert alone.headers["x-lesson-revision"] == "1"
    assert "x-lesson-revision" not in both.headers


async def test_what_a_name_says_is_shown_without_control_characters(ana: Asking) -> None:
    """
    An unknown name comes back in the message; escapes that a terminal would obey do not.
    """
    answered = await ana.send("GET", "/api/rpc/q.%1b%5b2Jnope?batch=1")

    assert answered.json()[0]["error"]["message"] == 'No procedure found on path "q.?[2Jnope"'


@pytest.mark.parametrize("name", ["__proto__", "constructor", "lesson", "lesson.", ".getLesson", "lesson.getlesson"])
async def test_only_a_whole_name_is_a_name(ana: Asking, name: str) -> None:
    """
    Routers, parts and other spellings are NOT_FOUND.
    """
    assert (await ana.get(name, ABSENT)).status_code == 404


async def test_a_head_request_has_no_body(ana: Asking) -> None:
    """
    HEAD is no method of the procedure path, and its refusal is headers only.
    """
    answered = await ana.send("HEAD", "/api/rpc/service.whoAmI")

    assert (answered.status_code, answered.content) == (405, b"")
