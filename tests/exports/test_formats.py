"""Every export format in code, at the command line, in the panel and in the docs: register one, and it has these tests.

What is particular to a format is tested next to its writer.
"""

from __future__ import annotations

import inspect
import io
import tomllib
import zipfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.exports.conftest import Exported
from tests.full_disk import small_disk
from tests.meta.source_tree import ROOT
from tests.own_service import command
from tests.printed import TABLES, filled
from workbench.api.exports import Exports
from workbench.api.workbench import Workbench
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.errors import InputRejected, NotSent
from workbench.exports.formats import FORMATS, OPTIONS, Format, Option, find_format
from workbench.exports.written import NotExported
from workbench.widgets.browser.panel import Browser

EVERY = pytest.mark.parametrize("form", FORMATS.values(), ids=list(FORMATS))


def needed(form: Format) -> dict[str, str]:
    """The options without which the format writes nothing."""
    return {option.name: option.example for option in form.options if option.is_required}


def write(workbench: Workbench, form: Format, content: str, to: Path, **options: Any) -> Any:
    """What the method of `wb.exports` with the format's name gives."""
    return getattr(workbench.exports, form.method)([content], to, **needed(form), **options)


def export(form: Format, *words: str) -> Any:
    """How the command ended."""
    flags = [word for name, value in needed(form).items() for word in (f"--{name}", value)]
    return command("export", *words, "--format", form.name, *flags)


def held(place: Path) -> dict[str, bytes]:
    """The files at or below a place, with their bytes."""
    paths = [place, *place.rglob("*")] if place.exists() else []
    return {str(path.relative_to(place)): path.read_bytes() for path in paths if path.is_file()}


def cases() -> Iterator[Any]:
    """A format, what is exported, and flags: every option with each of its values but the first, where it applies."""
    for form in FORMATS.values():
        for kind in form.accepts:
            options = [option for option in form.options if kind in option.kinds and not option.is_required]
            flags = [(), *(flag for option in options for flag in other_values(option))]
            for flag in flags:
                yield pytest.param(form, kind, flag, id=" ".join((form.name, kind, *flag)))


def other_values(option: Option) -> list[tuple[str, ...]]:
    """The flags that give an option another value than its default."""
    if isinstance(option.default, bool):
        return [(option.flag,)]
    return [(option.flag, str(value)) for _, value in option.choices if value != option.default]


@pytest.mark.parametrize(("form", "kind", "flags"), [*cases()])
def test_the_command_writes_it(
    exported: Exported, own_service: Any, tmp_path: Path, form: Any, kind: str, flags: Any
) -> None:
    """A course or a lesson by its id, with each option; what it shows is next to it unless it is left out."""
    (to := tmp_path / "out").mkdir()
    ended = export(form, getattr(exported, kind), "--to", str(to), *flags)

    assert (ended.returncode, ended.stderr) == (0, "")
    is_beside = any("media/crane-" in name for name in held(to))
    assert is_beside == (form.makes in ("files", "folder") and "--without-media" not in flags)
    assert any(name.endswith(".md" if form.makes == "folder" else form.suffix) for name in held(to))


@EVERY
def test_code_command_and_panel_write_the_same(
    workbench: Workbench, exported: Exported, tmp_path: Path, form: Format
) -> None:
    """By id, title or standard input; the panel hands over the same bytes, what belongs together as an archive."""
    places = [tmp_path / name for name in ("code", "id", "title", "input")]
    for place in places:
        place.mkdir()
    write(workbench, form, exported.course, places[0])
    for content, place in zip((exported.course, exported.title), places[1:], strict=False):
        assert export(form, content, "--to", str(place)).stderr == ""
    flags = [word for name, value in needed(form).items() for word in (f"--{name}", value)]
    words = ("export", "-", "--format", form.name, *flags, "--to", str(places[3]))
    assert command(*words, stdin=f"{exported.course}\n\n").stderr == ""

    first, *others = map(held, places)
    assert first
    assert [other == first for other in others] == [True, True, True]
    name, content = handed_over(workbench.client, form, exported)
    if len(first) == 1:
        assert {name: content} == first
    else:
        archive = zipfile.ZipFile(io.BytesIO(content))
        assert {entry: archive.read(entry) for entry in archive.namelist()} == first


def handed_over(client: Client, form: Format, exported: Exported) -> tuple[str, bytes]:
    """What the panel hands to the browser after *Export …* of the course."""
    files: list[tuple[str, bytes]] = []
    panel = Browser(client, workers=InlinePool())
    panel.header.send = lambda said, buffers: files.append((said["download"], buffers[0]))
    panel.start(panel.refresh)
    panel.controls.listing.value = "courses"
    panel.start(panel.refresh)
    panel.controls.list.chosen = [f"course:{exported.course}"]
    panel.controls.export.click()
    controls = panel.controls.export_form
    controls.form.value = form.name
    for name, value in needed(form).items():
        controls.options[name].value = value
    controls.start_button.click()
    [handed] = files
    return handed


@EVERY
def test_what_is_there_stays(workbench: Workbench, exported: Exported, tmp_path: Path, form: Format) -> None:
    """Until it is to be replaced: then it is as if it had not been there."""
    write(workbench, form, exported.course, tmp_path)
    before = held(tmp_path)
    name = next(iter(before))
    (tmp_path / name).write_bytes(b"mine")

    with pytest.raises(InputRejected, match="already exists"):
        write(workbench, form, exported.course, tmp_path)
    assert held(tmp_path) == before | {name: b"mine"}
    write(workbench, form, exported.course, tmp_path, overwrite=True)
    assert held(tmp_path) == before


@EVERY
def test_what_is_not_there_is_not_written(workbench: Workbench, tmp_path: Path, form: Format) -> None:
    """By a title, in code, or by an id, at the command line; and a course without a lesson has nothing to write."""
    empty = workbench.courses.create(f"Empty {form.name}").course_id
    to = tmp_path / "out"
    with pytest.raises(InputRejected, match="no course 'No such course'"):
        write(workbench, form, "No such course", to)
    with pytest.raises(NotSent, match="no lesson"):
        write(workbench, form, empty, to)
    ended = export(form, "0" * 25, "--to", str(to))

    assert ended.returncode == 2
    assert "There is no lesson or course" in ended.stderr
    assert held(to) == {}


@EVERY
def test_a_full_disk_leaves_what_was_there(
    workbench: Workbench, exported: Exported, tmp_path: Path, form: Format
) -> None:
    """Nothing half, and no part next to it."""
    to = tmp_path / "out"
    with small_disk(20), pytest.raises(NotExported, match="could not be written"):
        write(workbench, form, exported.course, to)
    assert held(to) == {}


@EVERY
def test_who_stops_it_leaves_nothing(workbench: Workbench, exported: Exported, tmp_path: Path, form: Format) -> None:
    """What `progress` raises ends the export."""

    def stop(lessons: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write(workbench, form, exported.course, tmp_path / "out", progress=stop)
    assert held(tmp_path) == {}


@EVERY
def test_its_method_has_its_options(form: Format) -> None:
    """By name and default; every method says what is particular in its docstring."""
    method = getattr(Exports, form.method)
    parameters = inspect.signature(method).parameters.values()
    keywords = {
        parameter.name: parameter.default for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY
    }
    of_all = {"overwrite": False, "progress": None}
    expected = {
        option.name: inspect.Parameter.empty if option.is_required else option.default for option in form.options
    }

    assert keywords == expected | of_all
    assert inspect.getdoc(method)


@EVERY
def test_its_extra_can_be_installed(form: Format) -> None:
    """Where it needs one."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert form.extra == "" or form.extra in extras


@pytest.mark.parametrize("name", ["formats", "format options"])
def test_the_guide_has_them(name: str) -> None:
    """As `make docs` prints them."""
    page = TABLES[name][0].read_text("utf-8")
    assert filled(name, page) == page


def test_an_unknown_format_suggests_the_nearest() -> None:
    """Or all of them."""
    with pytest.raises(InputRejected, match="Did you mean 'moodle-xml'"):
        find_format("moodlexml")
    with pytest.raises(InputRejected, match="There are: markdown, html"):
        find_format("zzz")


REFUSED = [
    pytest.param(form, option, id=f"{form.name} {option.name}")
    for form, option in product(FORMATS.values(), OPTIONS)
    if option.is_strict and option not in form.options
]


@pytest.mark.parametrize(("form", "option"), REFUSED)
def test_what_only_other_formats_have_is_refused(form: Format, option: Option) -> None:
    """At the command line, where it would be left undone silently; the service is not asked."""
    value = [] if isinstance(option.default, bool) else [option.example]
    ended = command("export", "x" * 25, "--format", form.name, option.flag, *value, "--to", "nowhere")

    assert ended.returncode == 2
    assert f"{option.flag} needs --format" in ended.stderr
