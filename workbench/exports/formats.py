"""The export formats: names, accepted content, output, options, and the module that writes each.

`wb.exports`, `workbench export`, the browser panel and docs/exports.md read these records. A record names its module,
so that help and completion import none of them. To add a format: a module with `write`, a record here, and a method of
`workbench.api.exports.Exports` with the same name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from workbench.argument_check import annotations_of, check
from workbench.errors import InputRejected
from workbench.exports.scorm.options import PASS_MARK
from workbench.nearest_word import suggestion

if TYPE_CHECKING:
    from workbench.client.lookups.targets import Target
    from workbench.client.sync import Client
    from workbench.exports.written import Written

Progress = Callable[[int], object]
"""Called with the number of lessons read so far; its exceptions stop the export."""
Kind = Literal["course", "lesson"]
KINDS: Final[tuple[Kind, ...]] = ("course", "lesson")
Makes = Literal["files", "packages", "file", "folder"]
"""A file for each course or lesson, all or none of them; a package for each, one after the other; one file of all; a
folder for each course, or one archive of these folders."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of one or several formats: its name in code, and its texts for people.

    `choices` are pairs of label and value. A number has its limits in `limits`; `without` says what happens without
    one. `kinds` are the formats it can be chosen for. `is_strict`: formats that do not have it refuse it; otherwise
    they ignore it.
    """

    name: str
    label: str
    about: str
    default: bool | int | str | None
    choices: tuple[tuple[str, bool | str], ...] = ()
    kinds: tuple[Kind, ...] = KINDS
    limits: tuple[int, int] | None = None
    without: str = ""
    example: str = ""
    is_required: bool = False
    is_strict: bool = False

    @property
    def flag(self) -> str:
        """The command's flag: `--pass-mark`; `--without-media` for an option that is on by default."""
        name = self.name.replace("_", "-")
        return f"--without-{name}" if self.default is True else f"--{name}"

    def read(self, text: str) -> str | int | None:
        """Return the typed value. Raises `InputRejected` if it is missing, not a number, or out of limits."""
        value = text.strip()
        if self.limits is None:
            if not value and self.is_required:
                raise InputRejected(f"{self.label}: write one, such as {self.example}. Nothing was written.")
            return value or None
        number = value.removesuffix("%").strip()
        if not number:
            return None
        least, most = self.limits
        if not (number.isascii() and number.isdigit()) or len(number) > 9 or not least <= int(number) <= most:
            limits = f"a whole number from {least:,} to {most:,}, or nothing"
            raise InputRejected(f"{self.label}: {limits}. Nothing was written.")
        return int(number)


@dataclass(frozen=True, slots=True)
class Format:
    """An export format.

    `name` is that of the command; the method of `wb.exports` has it with `_` for `-`. `label` is what people choose it
    by, `suffix` the ending of its files, `module` the one below `workbench.exports` that has its `write`. `extra` names
    the extra of the package that it needs. With `takes_all` nothing that is chosen means every course.
    """

    name: str
    label: str
    makes: Makes
    suffix: str
    module: str
    options: tuple[Option, ...] = ()
    accepts: tuple[Kind, ...] = KINDS
    extra: str = ""
    takes_all: bool = False

    @property
    def method(self) -> str:
        """The name of the method of `wb.exports`."""
        return self.name.replace("-", "_")

    @property
    def makes_one(self) -> bool:
        """Whether all chosen content becomes one file or folder."""
        return self.makes in ("file", "folder")

    def write(
        self,
        client: Client,
        content: Sequence[str | Target] | None,
        to: Path,
        *,
        overwrite: bool = False,
        progress: Progress | None = None,
        **options: Any,
    ) -> Iterator[Written]:
        """Write courses and lessons, by id or as targets, into the file or folder `to`; give each when it is whole.

        The result is a `Written`. `content=None` is every course. `options` are by name; defaults apply to the others.
        Raises `InputRejected` for existing files that may not be overwritten, and for an id of content that it does not
        accept, `NotSent` if there is nothing to write, `NotExported` for an error of the disk, and the client's errors.
        """
        if content is not None and self.accepts != KINDS:
            from workbench.client.lookups.targets import find_targets

            content = find_targets(client, content, self.accepts)
        write: Callable[..., Iterator[Written]] = import_module(f"workbench.exports.{self.module}").write
        given = {option.name: option.default for option in self.options}
        for name, value in options.items():
            if name not in given:
                raise InputRejected(f"The format {self.name} has no option {name!r}. {suggestion(name, [*given])}")
            check(f"{self.name}: {name}", value, annotations_of(write)[name])
        given |= options
        return write(self, client, content, to, overwrite=overwrite, progress=progress, **given)


PUBLISHED: Final = Option(
    "published",
    "Lessons",
    "courses as learners see them, without unpublished changes",
    False,
    (("as they are now", False), ("as learners see them", True)),
    kinds=("course",),
    is_strict=True,
)
MEDIA: Final = Option(
    "media",
    "Pictures, recordings and files",
    "leave out pictures, recordings and files",
    True,
    (("with them", True), ("without them", False)),
)
LANGUAGE: Final = Option(
    "language",
    "Language to translate into",
    "the language to translate into, such as FR",
    None,
    example="FR",
    is_required=True,
    is_strict=True,
)
PACKAGES: Final = (
    Option(
        "pass_mark",
        "Passing score (%)",
        "percentage of correct answers needed to pass",
        PASS_MARK,
        limits=(1, 100),
        without="no pass or fail",
    ),
    Option(
        "complete",
        "Complete when",
        "complete when all pages were seen, when all questions were answered too, or when passed",
        "seen",
        (("all pages were seen", "seen"), ("all questions are answered too", "answered"), ("it is passed", "passed")),
    ),
    Option(
        "items",
        "Items in the outline",
        "one item in the learning system's outline, or one for each lesson",
        "course",
        (("one for the whole course", "course"), ("one for each lesson", "lessons")),
    ),
    PUBLISHED,
    MEDIA,
)

FORMATS: Final = {
    format_.name: format_
    for format_ in (
        Format("markdown", "Markdown, to read in an editor", "files", ".md", "documents", (PUBLISHED, MEDIA)),
        Format("html", "HTML page, to read in a browser", "files", ".html", "documents", (PUBLISHED, MEDIA)),
        Format(
            "folder",
            "Markdown with IDs, to edit and import again",
            "folder",
            ".zip",
            "folders.export",
            (MEDIA,),
            takes_all=True,
        ),
        Format(
            "scorm12", "SCORM 1.2, for a learning system such as Moodle", "packages", ".zip", "scorm.writing", PACKAGES
        ),
        Format(
            "scorm2004", "SCORM 2004 4th Edition, for a learning system", "packages", ".zip", "scorm.writing", PACKAGES
        ),
        Format("gift", "GIFT, questions for Moodle and others", "file", ".gift", "questions.export"),
        Format("moodle-xml", "Moodle XML, questions with feedback", "file", ".xml", "questions.export"),
        Format("qti", "QTI 2.1, questions for systems such as TAO and OpenOlat", "file", ".zip", "questions.export"),
        Format("anki", "Anki, questions and key terms as cards", "file", ".apkg", "questions.export", extra="anki"),
        Format("xliff", "XLIFF 2.0, for translators", "file", ".xlf", "xliff.export", (LANGUAGE,), extra="xliff"),
    )
}
"""Every format by its name, in the order in which they are listed."""
OPTIONS: Final = tuple(dict.fromkeys(option for format_ in FORMATS.values() for option in format_.options))
"""Every option, once."""


def find_format(name: str) -> Format:
    """Return the format with that name. Raises `InputRejected`, with the nearest name."""
    if name not in FORMATS:
        near = get_close_matches(name, FORMATS, n=1)
        there = f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(FORMATS)}."
        raise InputRejected(f"There is no export format {name!r}. {there}")
    return FORMATS[name]


def formats_with(option: Option) -> list[str]:
    """Return the names of the formats that have the option."""
    return [format_.name for format_ in FORMATS.values() if option in format_.options]
