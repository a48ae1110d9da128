"""The files of a package: manifest, frames, the learner's pages, and the media of its lessons. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from workbench.authoring.block import Block, below_title
from workbench.authoring.blocks.output import MediaLink
from workbench.authoring.characters import without_unfit
from workbench.authoring.content import AUTHOR_NOTE
from workbench.authoring.content.media_types import MEDIA_TYPES
from workbench.authoring.rendering.blocks import blocks_html
from workbench.authoring.rendering.outline import section_levels
from workbench.authoring.rendering.questions import answers_html
from workbench.client.asset_transfer import StoredAsset
from workbench.exports.media import asset_ids
from workbench.exports.page_facts import NO_FACTS, PageFacts
from workbench.exports.scorm.launch import LaunchedLesson, answer_length, launch_page, launched_lesson
from workbench.exports.scorm.manifest import MANIFEST, PackageItem, manifest
from workbench.exports.scorm.options import ROOM, PackageOptions, Standard
from workbench.learner_pages.pages import CoursePages, PageLesson
from workbench.learner_pages.theme import PageTheme
from workbench.patterns import Pattern
from workbench.procedures.lesson import Lesson
from workbench.wording import count_text, counted_are

_LAUNCH: Final = "index.html"
_ENDING: Final = ".html"
_OUTWARD: Final = Pattern(r'<a href="(?=https?:|mailto:)')


@dataclass(frozen=True)
class CoursePackage:
    """A course to be exported to a learning system: its lessons in order, facts of their files, and page facts.

    The page facts are what its pages show in addition to the lessons.
    """

    standard: Standard
    course_id: str
    title: str
    lessons: Sequence[Lesson]
    assets: Mapping[str, StoredAsset] = field(default_factory=dict)
    options: PackageOptions = field(default_factory=PackageOptions)
    facts: PageFacts = NO_FACTS
    has_media: bool = True
    """False: pictures and recordings were to be left out."""
    unpublished_changes: int = 0
    """Number of differences from what learners see on the course's own pages."""

    @cached_property
    def launched_lessons(self) -> list[LaunchedLesson]:
        """The lessons in the form that their frames use."""
        return [
            launched_lesson(lesson.lesson_id, self._page(lesson), _learner_blocks(lesson)) for lesson in self.lessons
        ]

    @property
    def questions(self) -> int:
        """Number of questions that are recorded."""
        return sum(len(lesson.questions) for lesson in self.launched_lessons)

    def files(self) -> Iterator[tuple[str, str]]:
        """Yield path and text of each file except assets; the manifest first."""
        items = self._items()
        yield MANIFEST, manifest(self.standard, self.course_id, self.title, [item for item, _ in items])
        for item, lessons in items:
            yield item.launch, self._frame(item.title, lessons)
        courses = self._pages()
        for pages, lessons in courses:
            if len(lessons) > 1:
                yield f"{self.course_id}{_ENDING}", _fit(replace(pages, theme=self._theme("")).outline())
            for index, lesson in enumerate(lessons):
                yield self._page(lesson), _fit(pages.lesson(index, self._blocks(lesson), self.facts.foot(lesson)))

    def media(self) -> Iterator[tuple[str, StoredAsset]]:
        """Path and asset of each file that the pages show, each once."""
        shown = (asset_id for lesson in self.lessons for asset_id in asset_ids(lesson))
        for asset_id in dict.fromkeys([*self.facts.shown_assets, *shown]):
            if asset_id in self.assets:
                yield media_path(self.assets[asset_id]), self.assets[asset_id]

    def notes(self) -> list[str]:
        """Return notes for the exporting user, in sentences."""
        notes = []
        if self.unpublished_changes:
            changes = count_text(self.unpublished_changes, "change")
            notes.append(
                f"{changes} in it that learners of the public page don't see yet. To export what they see, "
                "export the publication."
            )
        missing = {asset_id for lesson in self.lessons for asset_id in asset_ids(lesson)} - set(self.assets)
        if missing and self.has_media:
            count = counted_are(len(missing), "picture or file", "pictures or files")
            notes.append(f"{count} no longer available; text is shown instead.")
        approved = sum(maker.approved_on is not None for maker in self.facts.makers.values())
        if 0 < approved < len(self.lessons):
            others = len(self.lessons) - approved
            notes.append(f"{others:,} of {len(self.lessons):,} lessons are not approved in this version.")
        groups = (
            [[lesson] for lesson in self.launched_lessons]
            if self.options.items == "lessons"
            else [self.launched_lessons]
        )
        needed, room = max(map(answer_length, groups), default=0), ROOM[self.standard]
        if needed > room:
            notes.append(
                f"A learner's answers may need {needed:,} characters, and a learning system keeps {room:,} for an "
                "attempt: the place is kept in any case, answers as far as they fit. An item for each lesson "
                "(items: lessons) has room for each."
            )
        return notes

    def _pages(self) -> list[tuple[CoursePages, Sequence[Lesson]]]:
        shown = [PageLesson(lesson.lesson_id, lesson.title, lesson.language) for lesson in self.lessons]
        if self.options.items == "course":
            return [(CoursePages(self.course_id, self.title, shown, _ENDING, self._theme("../")), self.lessons)]
        return [
            (CoursePages(self.course_id, page.title, [page], _ENDING, self._theme("../")), [lesson])
            for page, lesson in zip(shown, self.lessons, strict=True)
        ]

    def _items(self) -> list[tuple[PackageItem, Sequence[Lesson]]]:
        if self.options.items == "course":
            pages = [self._page(lesson) for lesson in self.lessons]
            outline = [f"{self.course_id}{_ENDING}"] if len(self.lessons) > 1 else []
            files = [*outline, *pages, *(path for path, _ in self.media())]
            return [(PackageItem(self.course_id, self.title, _LAUNCH, files), self.lessons)]
        return [
            (
                PackageItem(lesson.lesson_id, lesson.title, f"{lesson.lesson_id}{_ENDING}", self._files_of(lesson)),
                [lesson],
            )
            for lesson in self.lessons
        ]

    def _files_of(self, lesson: Lesson) -> list[str]:
        shown = dict.fromkeys([*self.facts.shown_assets, *asset_ids(lesson)])
        paths = (media_path(self.assets[asset_id]) for asset_id in shown if asset_id in self.assets)
        return [self._page(lesson), *paths]

    def _frame(self, title: str, lessons: Sequence[Lesson]) -> str:
        ids = {lesson.lesson_id for lesson in lessons}
        launched = [lesson for lesson in self.launched_lessons if lesson.lesson_id in ids]
        start = launched[0].page if len(launched) == 1 else f"{self.course_id}{_ENDING}"
        made = launch_page(self.standard, title, lessons[0].language, launched, start=start, options=self.options)
        return _fit(made)

    @cached_property
    def _links(self) -> dict[str, MediaLink]:
        """Return the links to assets from the lessons' pages, relative to the course's folder."""
        return {asset_id: _link("../", asset) for asset_id, asset in self.assets.items()}

    def _theme(self, up: str) -> PageTheme:
        shown = {asset: _link(up, self.assets[asset]) for asset in self.facts.shown_assets if asset in self.assets}
        return self.facts.page_theme(shown)

    def _page(self, lesson: Lesson) -> str:
        return f"{self.course_id}/{lesson.lesson_id}{_ENDING}"

    def _blocks(self, lesson: Lesson) -> str:
        blocks, language = _learner_blocks(lesson), lesson.language
        levels, passages = section_levels(blocks), self.facts.passages
        shown = blocks_html(blocks, language, links=self._links, sections=levels, passages=passages, has_ids=True)
        # A page of another site would take the frame's place, and the learner could not come back.
        return _OUTWARD.sub('<a target="_blank" href="', shown + "\n" + answers_html(blocks, language))


def media_path(asset: StoredAsset) -> str:
    """Return the path of the asset in a package."""
    return f"media/{asset.asset_id}.{MEDIA_TYPES[asset.media_type].extension}"


def _link(up: str, asset: StoredAsset) -> MediaLink:
    return MediaLink(f"{up}{media_path(asset)}", asset.media_type, asset.file_name)


def _learner_blocks(lesson: Lesson) -> list[Block]:
    """Return the learners' part of the lesson: no notes for authors, no heading that repeats the title."""
    return list(below_title([block for block in lesson.blocks if block.type != AUTHOR_NOTE], lesson.title))


def _fit(text: str) -> str:
    return "\n".join(map(without_unfit, text.split("\n")))
