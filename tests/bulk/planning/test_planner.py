"""The one way to a plan: verdicts, costs, names, and nothing sent."""

from __future__ import annotations

import gc
import re
import unicodedata
from contextlib import suppress
from itertools import product
from pathlib import Path

import pandas
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bulk.fake_service import FakeService, lesson_summary
from workbench.authoring.topic import clean_topic
from workbench.bulk.planning.plan import Plan, rows_digest
from workbench.bulk.planning.plan_row import Verdict
from workbench.bulk.planning.planner import PlanOptions, plan_topics
from workbench.bulk.reading.sources import ReadOptions
from workbench.bulk.reading.topic_columns import ColumnMapping
from workbench.bulk.running.run import Run
from workbench.errors import PlanRejected

SPACES = ("crème brûlée", " crème  brûlée", "crème\tbrûlée ", "crème\u00a0brûlée", "crème\u2003brûlée")
CASES = (str, str.upper, str.title, str.swapcase, str.capitalize, str.casefold)
SPELLINGS = [unicodedata.normalize(form, case(text)) for text, case, form in product(SPACES, CASES, ("NFC", "NFD"))]


def verdicts(plan: Plan) -> list[Verdict]:
    """The rows' verdicts in order."""
    return [row.verdict for row in plan.rows]


def test_sixty_spellings_are_one_topic(service: FakeService) -> None:
    """Normal form, spaces and case do not make another topic."""
    plan = plan_topics(SPELLINGS, service, language="EN")

    assert len(SPELLINGS) == 60
    assert len(plan.ready) == 1
    assert plan.rows[59].reason == "duplicate of line 1"


def test_every_line_has_a_verdict(service: FakeService) -> None:
    """One row per line, in order, with what is wrong."""
    topics = ["Bread", "bread", "", "x" * 4001, "a\x00b", "Milk"]

    assert verdicts(plan_topics(topics, service, language="EN")) == [
        Verdict.READY,
        Verdict.DUPLICATE,
        Verdict.EMPTY,
        Verdict.TOO_LONG,
        Verdict.UNSENDABLE,
        Verdict.READY,
    ]


def test_planning_sends_no_write(service: FakeService) -> None:
    """It is free."""
    plan_topics(["Bread"], service, language="EN")

    assert service.paid == []


def test_a_row_costs_the_announced_price(service: FakeService) -> None:
    """From the rate card, never from a constant."""
    service.price_credits = 3
    plan = plan_topics(["Bread", "Milk", "milk"], service, language="EN")

    assert [row.credits for row in plan.rows] == [3, 3, 0]
    assert plan.total_credits == 6


def test_a_lesson_that_exists_is_named(service: FakeService) -> None:
    """By its stored topic, in the same language."""
    service.existing = [lesson_summary("l1", "The Loaf", "bread"), lesson_summary("l2", "Milch", "milk", "DE")]
    plan = plan_topics(["Bread", "Milk"], service, language="EN")

    assert plan.rows[0].reason == "already exists as lesson l1"
    assert plan.rows[1].verdict is Verdict.READY


def test_a_similar_title_only_warns(service: FakeService) -> None:
    """Similarity is not proof."""
    service.existing = [lesson_summary("l1", "Bread!", None)]
    plan = plan_topics(["bread"], service, language="EN")

    assert plan.rows[0].verdict is Verdict.READY
    assert "l1" in plan.rows[0].warning


def test_similar_rows_only_warn(service: FakeService) -> None:
    """The second names the first."""
    plan = plan_topics(["Baking bread", "Bread, baking"], service, language="EN")

    assert plan.rows[1].warning == "it is similar to line 1"


def test_hidden_characters_warn(service: FakeService) -> None:
    """A person sees what is in a topic before it is paid for."""
    assert "U+200B" in plan_topics(["a\u200bb"], service, language="EN").rows[0].warning


def test_no_planned_row_fails_for_its_characters_when_sent(service: FakeService) -> None:
    """What the service's own rule refuses is no ready row (before: a warning, and a row refused after approval)."""
    topics = [f"a{character}b" for character in "\x07\u202e\u2066\u2028\uffff\x1b\u200d\u200f\t\n"]
    plan = plan_topics(topics, service, language="EN")
    refused = [row for row in plan.rows if row.verdict is Verdict.UNSENDABLE]

    assert [row.row for row in refused] == [1, 2, 3, 5, 6]
    assert "U+202E" in refused[1].reason
    assert [row.topic for row in plan.ready] == [clean_topic(row.topic) for row in plan.ready]
    assert plan.rows[3].topic == "a\nb"
    for row in refused:
        with pytest.raises(ValueError, match=re.escape(row.reason)):
            clean_topic(row.topic)


def test_a_topic_of_which_nothing_can_be_seen_is_empty(service: FakeService) -> None:
    """It would cost as much as any other."""
    assert verdicts(plan_topics(["Bread", "\u200b"], service, language="EN")) == [Verdict.READY, Verdict.EMPTY]


def test_an_address_among_topics_warns(service: FakeService) -> None:
    """It is a topic like any other, and nothing is opened; a heading with a colon is none."""
    plan = plan_topics(["Bread", "https://example.org/list", "Data: a start"], service, language="EN")

    assert [row.warning for row in plan.rows] == ["", "it is a web address; its page is not read", ""]


def test_a_formula_that_failed_is_no_topic(service: FakeService) -> None:
    """And a topic without a letter, such as the 0 of a formula that was never reckoned, warns."""
    plan = plan_topics(["#REF!", "0"], service, language="EN")

    assert verdicts(plan) == [Verdict.EMPTY, Verdict.READY]
    assert plan.rows[1].warning == "it contains no letters"


def test_languages_may_be_written_out(service: FakeService) -> None:
    """As people fill in a spreadsheet."""
    rows = [{"topic": "Bread", "language": "English"}, {"topic": "Brot", "language": "deutsch"}]

    assert [row.language for row in plan_topics(rows, service).rows] == ["EN", "DE"]


def test_a_language_that_is_said_may_be_written_out(service: FakeService) -> None:
    """It was refused as an argument and known in a column."""
    assert [row.language for row in plan_topics(["Bread"], service, language=["English", "deutsch"]).rows] == [
        "EN",
        "DE",
    ]


def test_a_language_that_overrules_a_column_is_said(service: FakeService) -> None:
    """Lessons in another language than the list's were paid for silently."""
    rows = [{"topic": "Bread", "language": "English"}, {"topic": "Brot", "language": "DE"}]

    assert "The column language names another language in 1 line." in plan_topics(rows, service, language="EN").notes[0]
    assert plan_topics(rows, service).notes == ()


def test_columns_that_nothing_is_taken_from_are_said(service: FakeService) -> None:
    """A person may think that they change the lessons; an empty column is not news."""
    rows = [{"topic": "Bread", "audience": "bakers", "sources": "a book", "note": ""}]

    assert "These columns were ignored: audience, sources." in plan_topics(rows, service, language="EN").notes


def test_topics_times_languages_times_copies(service: FakeService) -> None:
    """Every topic in each language, as often as asked."""
    plan = plan_topics(["Bread", "Milk"], service, language=["en", "pt_br"], options=PlanOptions(copies=2))

    assert len(plan.ready) == 8
    assert [(row.language, row.copy) for row in plan.rows[:4]] == [("EN", 1), ("EN", 2), ("PT-BR", 1), ("PT-BR", 2)]


def test_a_language_column_is_used_row_by_row(service: FakeService) -> None:
    """What is no code is reported, in its row; a row that names none has the organization's default language."""
    source = pandas.DataFrame({"topic": ["Bread", "Milk", "Salt"], "language": ["de", "Klingonish", None]})
    plan = plan_topics(source, service)
    service.default_language = "PT-BR"
    other = plan_topics(source, service)

    assert verdicts(plan) == [Verdict.READY, Verdict.LANGUAGE_UNKNOWN, Verdict.READY]
    assert [row.language for row in plan.rows] == ["DE", "Klingonish", "EN"]
    assert plan.notes[0] == "1 line names no language: made in English (EN), the default language."
    assert other.rows[2].language == "PT-BR"
    assert other.notes[0].endswith("(PT-BR), the organization's default language.")
    assert other.name == plan.name


def test_a_language_beside_a_column_is_for_the_lines_that_name_none(service: FakeService) -> None:
    """It was taken for nothing before, silently."""
    source = pandas.DataFrame({"topic": ["Bread", "Milk", "Salt"], "speech": ["de", "", None]})
    columns = ColumnMapping(language="speech")
    plan = plan_topics(source, service, language=["FR", "NL"], options=PlanOptions(columns=columns))

    assert [row.language for row in plan.rows] == ["DE", "FR", "NL", "FR", "NL"]
    assert plan.notes[0].startswith("2 lines name no language: made in French")
    assert plan.notes[0].endswith("Nederlands (NL), as you said.")


def test_a_language_that_the_writer_does_not_write_is_refused_before_it_costs(service: FakeService) -> None:
    """A regional code is fine where its language is written."""
    service.languages = ["EN", "PT"]
    plan = plan_topics(["Bread"], service, language=["PT-BR", "JA"])

    assert verdicts(plan) == [Verdict.READY, Verdict.LANGUAGE_NOT_WRITTEN]


def test_no_language_at_all_is_the_default_language(service: FakeService) -> None:
    """The organization's where it is written, else English, else the writer's first; the plan says which."""
    assert plan_topics(["Bread"], service).rows[0].language == "EN"
    service.default_language = "PT-BR"
    assert plan_topics(["Bread"], service).rows[0].language == "PT-BR"
    service.languages = ["EN", "PT"]
    assert plan_topics(["Bread"], service).rows[0].language == "PT"
    service.languages = ["NL"]
    plan = plan_topics(["Bread", ""], service)
    assert plan.notes[0] == "No line names a language: made in Dutch · Nederlands (NL), the default language."
    assert plan.name.split(" · ")[1] == "NL"


@pytest.mark.parametrize("language", ["", "klingon", [], ["EN", "no language"]])
def test_a_language_that_is_none_is_refused(service: FakeService, language: str | list[str]) -> None:
    """A slip is seen before the list is judged."""
    with pytest.raises(PlanRejected):
        plan_topics(["Bread"], service, language=language)


def test_a_template_makes_the_topic(service: FakeService) -> None:
    """Of several columns."""
    source = pandas.DataFrame({"PREFERREDLABEL": ["baker"], "DESCRIPTION": ["Bakers bake."]})
    plan = plan_topics(
        source,
        service,
        language="EN",
        options=PlanOptions(columns=ColumnMapping(template="{PREFERREDLABEL}: {DESCRIPTION}")),
    )

    assert plan.rows[0].topic == "baker: Bakers bake."


def test_what_is_missing_for_a_template_warns(service: FakeService) -> None:
    """Before it is paid for."""
    source = [{"title": "Bread", "about": "loaves"}, {"title": "Milk", "about": None}]
    plan = plan_topics(
        source, service, language="EN", options=PlanOptions(columns=ColumnMapping(template="{title}: {about}"))
    )

    assert [row.warning for row in plan.rows] == ["", "empty here: about"]


def test_the_name_of_a_run_never_comes_from_the_clock(service: FakeService, tmp_path: Path) -> None:
    """The same file planned twice is the same run, wherever it lies."""
    (tmp_path / "occupations.csv").write_text("topic\nBaker\n", encoding="utf-8")
    plan = plan_topics(tmp_path / "occupations.csv", service, language="EN")

    assert plan.name == "occupations · EN · org1"


def test_what_this_run_made_is_its_own(service: FakeService) -> None:
    """The journal is asked before the service's list of lessons."""
    plan = plan_topics(["Bread", "Milk"], service, language="EN")
    Run(plan.sample(1), service).start().wait().close()
    service.existing = [lesson_summary("lesson0", "Bread", "Bread")]
    again = plan_topics(["Bread", "Milk"], service, language="EN")

    assert verdicts(again) == [Verdict.BEGUN, Verdict.READY]
    assert again.rows[0].lesson_id == "lesson0"
    assert rows_digest(again) == rows_digest(plan)


def test_what_another_run_made_exists(service: FakeService) -> None:
    """Also where the service lists no lessons."""
    Run(plan_topics(["Bread"], service, language="EN"), service).start().wait().close()
    plan = plan_topics(["Bread"], service, language="EN", name="another run")

    assert plan.rows[0].verdict is Verdict.EXISTS
    assert plan_topics(
        ["Bread"], service, language="EN", name="a third", options=PlanOptions(skip_existing=False)
    ).ready


@pytest.mark.parametrize(
    "wrong",
    [
        *(
            {"options": PlanOptions(copies=0)},
            {"options": PlanOptions(copies=101)},
            {"options": PlanOptions(budget=-1)},
        ),
        *({"name": "  "}, {"name": "x" * 201}, {"options": PlanOptions(reading=ReadOptions(sheet=3))}),
    ],
)
def test_numbers_out_of_range_are_refused(service: FakeService, wrong: dict[str, object], tmp_path: Path) -> None:
    """Before anything is read from the service."""
    pandas.DataFrame({"topic": ["x"]}).to_excel(tmp_path / "t.xlsx", engine="xlsxwriter")
    with pytest.raises(PlanRejected):
        plan_topics(tmp_path / "t.xlsx", service, language="EN", **wrong)  # type: ignore[arg-type]


def test_more_rows_than_a_plan_holds_are_refused(service: FakeService) -> None:
    """Fan-out counts."""
    with pytest.raises(PlanRejected, match="100,000"):
        plan_topics(["Bread", "Milk"] * 600, service, language="EN", options=PlanOptions(copies=100))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=12), min_size=1, max_size=12))
def test_a_plan_adds_up(topics: list[str]) -> None:
    """Whatever the list: a row a line, no two ready rows alike, and the total is the sum of its rows."""
    plan = plan_topics(topics, FakeService(), language="EN", options=PlanOptions(skip_existing=False))

    assert len(plan.rows) == len(topics)
    assert plan.total_credits == sum(row.credits or 0 for row in plan.rows) == len(plan.ready)
    assert len({row.topic.casefold() for row in plan.ready}) == len(plan.ready)


@pytest.mark.parametrize("topics", [["Bread"], ["Bread"] * 100_001])
def test_the_collector_is_as_it_was_when_a_plan_is_made_or_refused(service: FakeService, topics: list[str]) -> None:
    """It is paused while rows are made: its looks are what grows with a long list."""
    with suppress(PlanRejected):
        plan_topics(topics, service, language="EN")

    assert gc.isenabled()


def test_a_run_that_an_earlier_version_named_goes_on_under_its_name(service: FakeService) -> None:
    """The same content is the same run; a list that holds other topics is not."""
    Run(plan_topics(["Bread", "Milk"], service, language="EN", name="list · EN · org1"), service).start().wait().close()
    same, other = (plan_topics(topics, service, language="EN") for topics in (["Milk", "Bread"], ["Bread", "Salt"]))

    assert same.name == "list · EN · org1"
    assert other.name != same.name


def test_a_file_keeps_the_name_that_it_gives(service: FakeService, tmp_path: Path) -> None:
    """A line more is still the same run."""
    (tmp_path / "bakery.txt").write_text("Bread\n")

    assert plan_topics(tmp_path / "bakery.txt", service, language="EN").name == "bakery · EN · org1"
