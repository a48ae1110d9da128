"""Answers as a notebook shows them."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pandas
import pytest
from IPython.core.completer import provisionalcompleter
from IPython.core.interactiveshell import InteractiveShell

from workbench.api.content.records import record_html, record_text, show_records_as_tables
from workbench.api.workbench import Workbench
from workbench.columns import INTEGER, TEXT, Column, rows_frame
from workbench.procedures.course import CourseWithLessons
from workbench.procedures.lesson import LessonSummary

AT = "2026-01-01T00:00:00.000Z"
HOSTILE = "<script>alert(1)</script>\x1b[31m\u202eevil"


def course(url: str = "https://service.example/s/c") -> CourseWithLessons:
    """A course of a hostile title with 900 lessons."""
    common = {"course_id": "c", "project_id": "p", "title": HOSTILE, "created_at": AT, "updated_at": AT}
    lesson = LessonSummary(lesson_id="l", language="EN", block_count=1, revision=1, **common)
    return CourseWithLessons(
        is_public=True, can_be_shared=True, share_url=url, lesson_count=900, lessons=[lesson] * 900, **common
    )


@pytest.fixture
def shell() -> InteractiveShell:
    """IPython, as a kernel has it."""
    return InteractiveShell.instance()


def test_it_is_small_and_harmless() -> None:
    """A list is what its first records are called and how many there are, and no text of it steers or runs."""
    html, text = record_html(course()), record_text(course())

    assert len(html) < 4_500 and ">900: &lt;script" in html
    assert "<script>" not in html and "\x1b" not in text and "\u202e" not in html + text
    assert '<a href="https://service.example/s/c" target="_blank" rel="noopener noreferrer">' in html


def test_every_field_is_there_with_its_value() -> None:
    """One without a value too; a link without an end never ends."""
    text = record_text(course())

    assert re.search(r"^  created_by +None$", text, re.MULTILINE)
    assert re.search(r"^  expires_at +never$", text, re.MULTILINE)
    assert re.search(r"^  is_public +True$", text, re.MULTILINE)
    assert re.search(r"^  created_at +2026-01-01 00:00 UTC$", text, re.MULTILINE)


def test_a_terminal_shows_fields_with_a_value_and_times_as_on_the_wire() -> None:
    """A program that reads the command's output finds the same text as in the JSON."""
    text = record_text(course(), for_terminal=True)

    assert "created_by" not in text and "expires_at" not in text
    assert re.search(rf"^  created_at +{AT}$", text, re.MULTILINE)


def test_every_instant_is_a_time(workbench: Workbench) -> None:
    """With its zone; so it can be computed with, and its JSON is the text of the wire."""
    lesson = workbench.lessons.create("Clocks", language="EN")

    assert lesson.created_at.tzinfo is UTC
    assert abs(datetime.now(UTC) - lesson.updated_at) < timedelta(days=1)
    assert re.search(r'"createdAt":"2[-0-9]+T[0-9:]+\.\d{3}Z"', lesson.model_dump_json(by_alias=True))
    assert type(lesson).model_validate_json(lesson.model_dump_json(by_alias=True)) == lesson


def test_completion_has_our_fields_only(shell: Any) -> None:
    """Not the methods of pydantic; with IPython's two ways of completing."""
    shell.user_ns["course"] = course()
    show_records_as_tables()

    assert {"title", "lessons"} <= set(dir(course())) and "model_dump" not in dir(course())
    for shell.Completer.use_jedi in (True, False):
        with provisionalcompleter():
            found = {completion.text.lstrip(".") for completion in shell.Completer.completions("course.", 7)}
        assert "title" in found and not {name for name in found if name.startswith("model_")}


def listed() -> pandas.DataFrame:
    """A table of a text and a number."""
    columns = (Column("title", TEXT, "", ""), Column("blocks", INTEGER, "", ""))
    return rows_frame(columns, [{"title": "<b>Tides</b>", "blocks": 3}])


def test_a_table_has_text_left_and_numbers_right(shell: Any) -> None:
    """So has what is made of it; a table of other origin is pandas' own, and so are the options."""
    show_records_as_tables()

    def html(frame: pandas.DataFrame) -> str:
        return str(shell.display_formatter.format(frame)[0]["text/html"])

    sided = '<td style="text-align:left">&lt;b&gt;Tides&lt;/b&gt;</td>\n      <td style="text-align:right">3</td>'
    assert sided in html(listed())
    by_title = html(listed().set_index("title"))
    assert '<td style="text-align:right">3</td>' in by_title
    assert '<th style="text-align:left">title</th>' in by_title
    assert '<th style="text-align:left">&lt;b&gt;Tides&lt;/b&gt;</th>' in by_title
    assert "<th>0</th>" in html(listed())
    other = pandas.DataFrame(listed())
    other.attrs = {}
    assert "text-align:left" not in html(other)
    wide = pandas.concat([listed().add_suffix(str(number)) for number in range(20)], axis=1)
    wide.attrs = listed().attrs
    with pandas.option_context("display.max_columns", 20):
        assert html(wide).count("<th style") == html(wide).count("<td style") == 21


@pytest.mark.parametrize("url", ["javascript:alert(1)", "http:evil\"onclick='x'", "https://x/" + "a" * 200])
def test_only_an_address_of_the_web_is_a_link(url: str) -> None:
    """A service gave it; one that is cut would lead elsewhere."""
    html = record_html(course(url))

    assert "javascript:" not in html.partition("<a ")[2] and "onclick='" not in html
    assert ("<a " in html) == url.startswith("http:evil")


def test_a_notebook_shows_answers_so(shell: Any) -> None:
    """As text and as HTML, whatever the answer's kind; done twice, it is the same."""
    show_records_as_tables()
    show_records_as_tables()
    bundle, _ = shell.display_formatter.format(course())

    assert bundle["text/html"].startswith("<table>") and bundle["text/plain"].startswith("CourseWithLessons\n")


def test_without_ipython_nothing_happens() -> None:
    """A script has no such display."""
    show_records_as_tables()
    assert repr(course()).startswith("CourseWithLessons(")
