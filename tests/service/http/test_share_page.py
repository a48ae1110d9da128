"""The share page: readable by anyone while it is public, not there at all when it is not, and nothing in it runs."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.hostile import HOSTILE
from tests.markup import seen
from tests.service.asking import Asking
from tests.service.shared_courses import (
    EVERY_TYPE,
    delete,
    keep,
    links_of,
    page,
    public,
    publish,
    same,
    with_everywhere,
    without_script,
)
from workbench.authoring.block import Block
from workbench.service.db.seam import Store, StoreBusy, Unit
from workbench.service.http.share_page import prepare_pages, share_page
from workbench.service.kernel.long_reads import Turn
from workbench.service.publications.page_rendering import PageContent, PageRenderer, page_html
from workbench.service.publications.renderings import Key, RenderingFolder, Renderings

pytestmark = pytest.mark.anyio

MISSING = "0" * 25


async def test_a_public_course_is_read_without_signing_in(ana: Asking) -> None:
    """
    Title and words of every block are there, and no session is needed.
    """
    found = await page(ana, await public(ana, *EVERY_TYPE))
    text = seen(found.text).text

    assert found.status_code == 200
    assert [
        phrase for phrase in ("Tides", "The sea", "moon pulls", "Neap", "Never", "Of another maker") if phrase in text
    ] == [
        "Tides",
        "The sea",
        "moon pulls",
        "Neap",
        "Never",
        "Of another maker",
    ]


NOTES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("authorNote", {"markdown": "Ask the **harbour**."}),
    ("authorNote", {"markdown": None, "text": "Ask the harbour."}),
)


async def test_a_note_for_authors_leaves_no_trace(ana: Asking) -> None:
    """The page of a lesson with notes, before its title and anywhere, is that of the same lesson without, to the byte.

    No road leads a note into a public course but an author's edit of a lesson that is in one.
    """
    title = ("heading", {"text": "Tides", "level": 1})
    course_id = await public(ana, *NOTES, title, *EVERY_TYPE[:3], *NOTES, *EVERY_TYPE[3:], *NOTES)
    with_notes = await page(ana, course_id)
    await delete(ana, course_id)  # else the other course would have another title
    without = await page(ana, await public(ana, title, *EVERY_TYPE))

    assert with_notes.status_code == 200
    contents = [  # the second course is "Tides (2)": two have no title together
        re.sub(r'data-(course|lesson)="[^"]+"', "", response.text).replace("Tides (2)", "Tides")
        for response in (with_notes, without)
    ]
    assert contents[0] == contents[1]


class Watched:
    """A store that remembers what its reads gave, and whether they were long."""

    def __init__(self, store: Store) -> None:
        self.store, self.reads = store, list[tuple[Any, bool]]()

    async def read(self, unit: Unit[Any], *, long: bool = False) -> Any:
        """As the store does."""
        given = await self.store.read(unit, long=long)
        self.reads.append((given, long))
        return given


async def test_a_page_is_written_out_of_the_event_loop(ana: Asking) -> None:
    """
    Its facts and its blocks are long reads, and it is rendered next to the loop, so nobody else waits for it.
    """
    course_id = await public(ana, *EVERY_TYPE)
    watched = Watched(ana.service.store)
    turn = Turn(ana.service.long_reads)
    answer = await share_page(replace(ana.service, store=watched), course_id, None, turn)  # type: ignore[arg-type]
    turn.end()

    assert answer.status_code == 200
    assert [is_long for _, is_long in watched.reads] == [True, True]


@pytest.mark.parametrize("method", ["GET", "HEAD"])
async def test_a_private_course_is_as_one_that_never_was(ana: Asking, method: str) -> None:
    """
    The same 404, headers and body to the byte.
    """
    private = await page(ana, await keep(ana, *EVERY_TYPE), method)
    missing = await page(ana, MISSING, method)

    assert private.status_code == 404
    assert same(private, missing)


async def test_a_deleted_course_is_as_one_that_never_was(ana: Asking) -> None:
    """
    A public course in the trash is not there.
    """
    course_id = await public(ana, *EVERY_TYPE)
    await delete(ana, course_id)

    assert same(await page(ana, course_id), await page(ana, MISSING))


@pytest.mark.parametrize(
    "odd", ["x", "%00", "a%2Fb", "..%2F..%2Fetc", "a/b", "'%20OR%201=1", "%F0%9F%8C%8A", "%ff", "x" * 5_000]
)
async def test_an_odd_address_is_as_one_that_never_was(ana: Asking, odd: str) -> None:
    """
    Whatever is after /s/ and is no course: the one 404.
    """
    assert same(await page(ana, odd), await page(ana, MISSING))


async def test_a_member_gets_no_more_than_anybody(ana: Asking) -> None:
    """
    A session opens no private page; the page knows no sessions.
    """
    course_id = await keep(ana, *EVERY_TYPE)

    assert same(await ana.send("GET", f"/s/{course_id}"), await page(ana, MISSING))


async def test_unsharing_acts_at_once(ana: Asking) -> None:
    """
    The next view after `setCourseSharing` to private is the 404; and nobody was told to keep the page.
    """
    course_id = await public(ana, *EVERY_TYPE)
    before = await page(ana, course_id)
    await ana.done("courseRouter.setCourseSharing", {"courseId": course_id, "isPublic": False})

    assert (before.status_code, before.headers["cache-control"]) == (200, "no-store")
    assert same(await page(ana, course_id), await page(ana, MISSING))


@pytest.mark.parametrize("payload", HOSTILE)
async def test_nothing_of_a_hostile_lesson_runs(ana: Asking, payload: str) -> None:
    """
    In the title and in every field of every block type: no element that runs, fetches or sends, no handler, no
    address but https and mailto.
    """
    found = seen(without_script((await page(ana, await public(ana, *with_everywhere(payload), title=payload))).text))

    assert found.dangers == []
    assert found.tags.count("style") == 1
    assert "alert(1)" in found.text or "alert(1)" not in payload


@pytest.mark.parametrize("payload", ['x" onmouseover="alert(1)', "'><b>", "en><script>"])
async def test_a_hostile_language_stays_in_its_attribute(ana: Asking, payload: str) -> None:
    """
    Even a language that no service would take closes no attribute.
    """
    found = seen(without_script((await page(ana, await public(ana, *EVERY_TYPE, language=payload))).text))

    assert found.dangers == []
    assert ("html", "lang", payload.lower()) in found.attributes


async def test_the_policy_allows_the_one_style_and_the_one_script(ana: Asking) -> None:
    """
    The hashes in the policy are those of the style and the script in the page; nothing else may load but
    the course's own media.
    """
    found = await page(ana, await public(ana, *EVERY_TYPE))
    inside = [re.findall(rf"<{tag}>(.*?)</{tag}>", found.text, re.DOTALL) for tag in ("style", "script")]
    style, script = (base64.b64encode(hashlib.sha256(code.encode()).digest()).decode() for (code,) in inside)
    policy = dict(part.strip().partition(" ")[::2] for part in found.headers["content-security-policy"].split(";"))

    assert policy == {
        "default-src": "'none'",
        "style-src": f"'sha256-{style}'",
        "script-src": f"'sha256-{script}'",
        "img-src": "'self'",
        "media-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "https: http:",
    }


async def test_no_cookie_is_set_and_nothing_is_told_onwards(ana: Asking) -> None:
    """
    No cookie, no referrer, no guessing of types, no place in search engines.
    """
    headers = (await page(ana, await public(ana, *EVERY_TYPE))).headers

    assert "set-cookie" not in headers
    assert (headers["referrer-policy"], headers["x-content-type-options"]) == ("no-referrer", "nosniff")
    assert headers["x-robots-tag"] == "noindex"


@pytest.mark.parametrize("site", ["cross-site", "same-site", "none"])
async def test_the_page_may_be_linked_and_framed_from_anywhere(ana: Asking, site: str) -> None:
    """
    The cross-site rule is the procedure path's alone.
    """
    course_id = await public(ana, *EVERY_TYPE)
    found = await page(ana, course_id, sec_fetch_site=site, origin="https://school.example")

    assert found.status_code == 200
    assert "x-frame-options" not in found.headers


async def test_the_page_does_not_know_its_host(ana: Asking) -> None:
    """
    Nothing in it is built from the Host header.
    """
    course_id = await public(ana, *EVERY_TYPE)

    assert "evil" not in (await page(ana, course_id, host="evil.example", x_forwarded_host="evil.example")).text


@pytest.mark.parametrize(("language", "way"), [("AR", "rtl"), ("HE", "rtl"), ("EN", "ltr"), ("PT-BR", "ltr")])
async def test_the_page_runs_in_its_languages_direction(ana: Asking, language: str, way: str) -> None:
    """
    Language and direction are on the page and on the lesson.
    """
    found = seen((await page(ana, await public(ana, *EVERY_TYPE, language=language))).text)
    directions = [(tag, value) for tag, name, value in found.attributes if name == "dir" and value != "auto"]

    assert directions == [("html", way), ("article", way)]
    assert ("html", "lang", language.lower()) in found.attributes


async def test_a_first_heading_that_repeats_the_title_is_left_out(ana: Asking) -> None:
    """
    The page says the title once.
    """
    course_id = await public(ana, ("heading", {"text": "Tides", "level": 1}), ("text", {"markdown": "Words."}))
    found = seen((await page(ana, course_id)).text)

    assert found.text.count("Tides") == 2  # the window's title, and the page's


async def test_a_busy_database_asks_the_reader_for_a_moment(ana: Asking) -> None:
    """
    503 with Retry-After and a page in plain language.
    """

    class BusyStore:
        async def read(self, unit: object, *, long: bool = False) -> None:
            raise StoreBusy

    store, ana.service.store = ana.service.store, BusyStore()  # type: ignore[assignment]
    found = await page(ana, MISSING)
    ana.service.store = store

    assert (found.status_code, found.headers["retry-after"]) == (503, "5")
    assert seen(found.text).dangers == []


@pytest.fixture
def rendered(ana: Asking) -> list[Key]:
    """The keys of the renderings that are kept from now on, in order."""
    kept = ana.service.part(PageRenderer).renderings = NotedRenderings()
    return kept.keys


class NotedRenderings(Renderings):
    """Renderings that remember what was made."""

    def __init__(self) -> None:
        super().__init__()
        self.keys: list[Key] = []

    def keep(self, key: Key, html: str) -> None:
        self.keys.append(key)
        super().keep(key, html)


async def test_a_page_loaded_again_is_not_rendered_again(ana: Asking, rendered: list[Key]) -> None:
    """
    Regression: each load rendered all of it. What was changed since is rendered, and nothing else.
    """
    course_id = await public(ana, *EVERY_TYPE)
    first, second = await page(ana, course_id), await page(ana, course_id)
    assert same(first, second)
    assert len(rendered) == 1

    await keep(ana, ("text", {"markdown": "New."}), title="Two", of_course=course_id)
    await publish(ana, course_id)
    first_lesson, second_lesson = links_of(await page(ana, course_id))
    assert "moon" in (await page(ana, first_lesson)).text
    assert "New." in (await page(ana, second_lesson)).text
    assert [title for _, _, title, _, _ in rendered] == ["Tides", "Two"]


FORMULAS = [("text", {"markdown": f"$x^{{{at}}}$ and $\\frac{{{at}}}{{2}}$"}) for at in range(60)]


async def test_a_heavy_page_is_rendered_once_in_a_process_of_its_own(ana: Asking, rendered: list[Key]) -> None:
    """
    Regression: it held the service's interpreter for seconds, and two readers rendered it twice. It is as it would be.
    """
    course_id = await public(ana, *FORMULAS)
    loads = await asyncio.gather(page(ana, course_id), page(ana, course_id))
    content = PageContent(
        tuple(Block(id=str(uuid4()), type=kind, content=block_content) for kind, block_content in FORMULAS), "EN"
    )

    assert [load.status_code for load in loads] == [200, 200]
    assert len(rendered) == 1
    assert page_html(content) in loads[0].text
    assert loads[0].text.count("<math") == 120


async def test_what_is_published_is_rendered_before_anybody_reads_it(ana: Asking, rendered: list[Key]) -> None:
    """
    Both by a publication and by one that is shown again; the reader finds it.
    """
    course_id = await keep(ana, *FORMULAS)
    await ana.done("courseRouter.publishCourse", {"courseId": course_id})
    assert ana.service.part(PageRenderer).next_course() == course_id
    await prepare_pages(ana.service, course_id)
    assert len(rendered) == 1
    assert (await page(ana, course_id)).status_code == 200
    await ana.done("courseRouter.unpublishCourse", {"courseId": course_id})
    await ana.done("courseRouter.restorePublication", {"courseId": course_id, "number": 1})
    assert ana.service.part(PageRenderer).next_course() == course_id
    await prepare_pages(ana.service, course_id)
    assert len(rendered) == 1


async def test_a_page_is_there_after_a_restart_only_while_it_is_public(ana: Asking, tmp_path: Path) -> None:
    """
    Another process shows it without rendering it; who may see it is decided at each load.
    """
    folder = RenderingFolder(tmp_path / "pages")
    ana.service.parts[PageRenderer] = PageRenderer(folder)
    ana.service.part(PageRenderer).wait_seconds = 300.0
    course_id = await public(ana, *FORMULAS)
    first = await page(ana, course_id)
    ana.service.parts[PageRenderer] = PageRenderer(folder)
    ana.service.part(PageRenderer).close()  # it can render nothing

    assert same(first, await page(ana, course_id))
    assert "<math" in first.text
    await ana.done("courseRouter.setCourseSharing", {"courseId": course_id, "isPublic": False})
    assert same(await page(ana, course_id), await page(ana, MISSING))
    assert len(list((tmp_path / "pages").iterdir())) == 1


async def test_what_is_judged_before_a_publication_is_not_rendered_again_for_it(ana: Asking, tmp_path: Path) -> None:
    """
    Regression: a heavy lesson was rendered twice, once to see whether it fits on a page, and once to be shown.
    """
    ana.service.parts[PageRenderer] = PageRenderer(RenderingFolder(tmp_path / "pages"))
    ana.service.part(PageRenderer).wait_seconds = 300.0
    many = [("text", {"markdown": f"$x^{{{index}}}$ " + "Salt water. " * 200}) for index in range(120)]
    course_id = await keep(ana, ("heading", {"text": "Tides", "level": 1}), *many)
    await ana.done("courseRouter.publishCourse", {"courseId": course_id})
    assert len(list((tmp_path / "pages").iterdir())) == 1
    ana.service.part(PageRenderer).close()

    assert "<math" in (await page(ana, course_id)).text


async def test_a_page_that_takes_long_is_there_for_a_later_load(ana: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: a rendering of 48 MB began again with each load. The reader is requested a moment, the rendering
    continues.
    """
    monkeypatch.setattr(ana.service.part(PageRenderer), "wait_seconds", 0.0)
    course_id = await public(ana, *FORMULAS)
    first = await page(ana, course_id)
    assert (first.status_code, first.headers["retry-after"]) == (503, "5")
    monkeypatch.setattr(ana.service.part(PageRenderer), "wait_seconds", 60.0)
    assert (await page(ana, course_id)).status_code == 200


async def test_a_small_page_waits_for_nobody(ana: Asking) -> None:
    """
    Regression: two readers of heavy pages held the two places of the service.
    """
    turns = [Turn(ana.service.long_reads) for _ in range(2)]
    for turn, name in zip(turns, (ana.organization_id, "another"), strict=True):
        await turn.begin(name)
    found = await page(ana, await public(ana, *EVERY_TYPE))
    for turn in turns:
        turn.end()

    assert found.status_code == 200


async def test_a_heavy_page_waits_for_its_organizations_turn_to_be_read(ana: Asking, eve: Asking) -> None:
    """
    Regression: loads of one public page, by nobody in particular, held all readers for a minute.
    """
    reading = Turn(ana.service.long_reads)
    await reading.begin(ana.organization_id)
    long = [("text", {"markdown": "Tide. " * 3_000})] * 30
    waiting = asyncio.ensure_future(page(ana, await public(ana, *long)))
    others = await page(eve, await public(eve, *EVERY_TYPE))
    assert (others.status_code, waiting.done()) == (200, False)

    reading.end()
    assert (await waiting).status_code == 200


async def test_an_innocent_page_is_there_before_two_heavy_ones(ana: Asking, eve: Asking) -> None:
    """
    Regression: readers of two heavy pages had the reader of a small one wait for as long as theirs took.
    """
    heavy = [await public(owner, *FORMULAS * 3) for owner in (ana, eve)]
    small = await public(ana, *EVERY_TYPE)
    order: list[str] = []

    async def load(course_id: str) -> None:
        assert (await page(ana, course_id)).status_code == 200
        order.append(course_id)

    await asyncio.gather(*(load(course_id) for course_id in (*heavy, small)))
    assert order[0] == small
