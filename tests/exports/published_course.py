"""A course that learners see: in a theme with a logo, approved in part, quoting a source, and edited since."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx

from tests.browser.lessons import Writing, blocks_of
from tests.exports.lessons import EVERY_TYPE
from tests.service.assets.media_files import picture
from workbench.authoring.content import AUTHOR_NOTE
from workbench.client.asset_transfer import upload_file
from workbench.client.sync import Client
from workbench.procedures.course import create_course, get_course_sharing_info, publish_course
from workbench.procedures.lesson import create_lesson, rename_lesson, review
from workbench.procedures.organization import get_theme, set_theme
from workbench.procedures.source import NewPassage, add_passages

NAME, FOOTER = "Harbour & <Quay> 🌊", "Quay 4\nRing twice"
LEARNED = [block for block in EVERY_TYPE if block[0] != AUTHOR_NOTE]


@dataclass(frozen=True)
class PublishedCourse:
    """Its id, its lessons' ids, and the address of its page."""

    course_id: str
    lesson_ids: tuple[str, ...]
    address: str

    def page(self, lesson_id: str = "") -> str:
        """The page as a learner gets it."""
        found = httpx.get(f"{self.address}/{lesson_id}" if lesson_id else self.address)
        assert found.status_code == 200, found.text
        return found.text


@contextmanager
def in_theme(client: Client, folder: Path) -> Iterator[None]:
    """Inside, the organization's pages have name, logo, colour and footer."""
    path = folder / "crane.png"
    path.write_bytes(picture())
    logo = upload_file(client, path, organization_id=None, alternative_text="A crane")
    before = client.call(get_theme())
    client.call(set_theme(name=NAME, logo_asset_id=logo.asset_id, accent="#ffb000", footer=FOOTER))
    yield
    client.call(
        set_theme(name=before.name, logo_asset_id=before.logo_asset_id, accent=before.accent, footer=before.footer)
    )


def published_course(client: Client, folder: Path) -> PublishedCourse:
    """Two lessons, the first approved and with every type of block; the second was edited and renamed since."""
    path = folder / "ladder.png"
    path.write_bytes(picture())
    asset = upload_file(client, path, organization_id=None, alternative_text="A ladder")
    course_id = client.call(create_course(title="Sea & air")).course_id
    shown = ("image", {"asset": asset.asset_id, "alternativeText": "A ladder"})
    lesson_ids = tuple(
        _lesson(client, course_id, title, contents)
        for title, contents in (
            ("Tides", [*LEARNED, shown, _quoting(client)]),
            ("Waves", [("text", {"markdown": "Old words."})]),
        )
    )
    client.call(review(lesson_id=lesson_ids[0], revision=2, verdict="approved"))
    client.call(publish_course(course_id=course_id))
    Writing(client).append(lesson_ids[1], "Quite other words.")
    client.call(rename_lesson(lesson_id=lesson_ids[1], title="Wind waves"))
    address = client.call(get_course_sharing_info(course_id=course_id)).share_url
    return PublishedCourse(course_id, lesson_ids, address)


def _lesson(client: Client, course_id: str, title: str, contents: list[tuple[str, dict[str, Any]]]) -> str:
    lesson_id = client.call(create_lesson(title=title, language="EN", course_id=course_id)).lesson_id
    Writing(client).become(lesson_id, blocks_of(contents))
    return lesson_id


def _quoting(client: Client) -> tuple[str, dict[str, Any]]:
    """A block that quotes a source whose passages learners may read."""
    text = f"Yeast <feeds> on sugar. {uuid4()}"
    source = client.call(
        add_passages(
            title="Handbook",
            content_digest=sha256(text.encode()).hexdigest(),
            first=1,
            passages=[NewPassage(place="page 3", text=text)],
            is_last=True,
            is_publishable=True,
        )
    )
    quote = {
        "passageId": f"{source.source_id}.{source.version}.1",
        "quote": text[:22],
        "sourceId": source.source_id,
        "title": "Handbook",
        "place": "page 3",
        "state": "verified",
    }
    return "text", {"markdown": "It feeds.", "sources": [quote]}
