"""The answers of docs/questions.md are run in order, and compared with what SQL finds in the service's database."""

from __future__ import annotations

import ast
import asyncio
import json
import os
import re
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import pandas
import pytest
from sqlalchemy import bindparam, update

from tests.databases import SERVER_LATER
from tests.finishing import share, wait_until_checked
from tests.meta.source_tree import ROOT
from tests.reports.seeded import Seeded
from tests.service.serving import serving
from workbench.api.connection import read_facts
from workbench.api.workbench import Workbench
from workbench.authoring.block import Block
from workbench.authoring.mutation import LessonBlockInsert
from workbench.authoring.transaction import Transaction
from workbench.client.sync import Client
from workbench.procedures.course import set_tags as set_course_tags
from workbench.procedures.lesson import create_lesson, create_starter_lesson, set_tags
from workbench.procedures.realtime import execute_transactions
from workbench.service.administration.admin import AddedPerson, add_person
from workbench.service.credits import store as credits
from workbench.service.credits.store import CreditsReserved, Spender
from workbench.service.db.opening import open_store
from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement
from workbench.service.db.tables import lesson as lessons_table

DAYS, A_DAY = 35, 10
QUIZ = {"question": "What fills it?", "choices": [{"text": "Wind", "isCorrect": True}, {"text": "Rain"}]}
_AGE = Statement(
    update(lessons_table)
    .where(lessons_table.c.id == bindparam("of_id"))
    .values(created_at=bindparam("made"), updated_at=bindparam("changed"))
)
Sql = Callable[[str], list[tuple[Any, ...]]]


class Question(NamedTuple):
    """What an answer gives as plain values, and the same by SQL."""

    plain: Callable[[Any], Any]
    truth: Callable[[Seeded], Any]


def answers_in(page: str) -> dict[str, str]:
    """The lines of Python below each heading of a page."""
    return dict(re.findall(r"^## ([^\n]+)\n\n```python\n(.*?)```", page, re.MULTILINE | re.DOTALL))


def counts(frame: Any, *names: str) -> list[tuple[Any, ...]]:
    """The columns' rows as plain values, sorted; missing is None."""
    rows = frame[list(names)].astype(object).where(frame[list(names)].notna(), None).itertuples(index=False, name=None)
    return sorted((tuple(row) for row in rows), key=repr)


def groups(series: pandas.Series[Any]) -> list[tuple[Any, ...]]:
    """Groups and their number, sorted."""
    keyed = [(key if isinstance(key, tuple) else (key,), value) for key, value in series.items()]
    return sorted(((*(None if pandas.isna(part) else part for part in key), value) for key, value in keyed), key=repr)


def _titles(titles: Any) -> list[tuple[str]]:
    """Titles as rows, sorted."""
    return sorted(((title,) for title in titles), key=repr)


def by_sql(query: str) -> Callable[[Seeded], list[tuple[Any, ...]]]:
    """What a query finds, sorted."""
    return lambda store: sorted(store.sql(query), key=repr)


def _weeks(store: Seeded) -> list[tuple[Any, ...]]:
    found = store.sql(
        f"select p.name, {store.day_of('l.created_at', 'week')}, count(*) from lesson l"
        " join project p on p.id = l.project_id where l.deleted_at is null group by 1, 2"
    )
    named = [(name, f"{date.fromisoformat(monday):%G-W%V}", count) for name, monday, count in found]
    return sorted(named, key=repr)


def _months(store: Seeded) -> list[tuple[Any, ...]]:
    """Every day spent the same, so that a month's sum is its days times that."""
    days = store.sql(
        f"select {store.day_of('at')}, -sum(credits) from credit_entry where kind = 'reserve'"
        f" and {store.day_of('at')} < '{datetime.now(UTC):%Y-%m-%d}' group by 1"
    )
    (each_day,) = {spent for _, spent in days}
    today, found = datetime.now(UTC).date(), []
    for count in range(3):
        first = pandas.Timestamp(today).to_period("M") + count
        from_day = today if count == 0 else first.start_time.date()
        spent = ((first + 1).start_time.date() - from_day).days * each_day
        found.append((first.start_time.date(), spent, spent, spent))
    return sorted(found, key=repr)


def _budgets(store: Seeded) -> list[tuple[Any, ...]]:
    spent = dict(
        store.sql(
            "select p.name, -sum(r.credits) from credit_entry s join credit_entry r on r.reservation_id ="
            " s.reservation_id and r.kind = 'reserve' join lesson l on l.id = s.lesson_id join project p on"
            " p.id = l.project_id where s.kind = 'settle' group by 1"
        )
    )
    return [("Safety", 5, spent.get("Safety")), ("Trade", 10, 10 - spent["Trade"])]


def _block_mix(store: Seeded) -> list[tuple[Any, ...]]:
    found = dict(store.sql("select type, count(*) from block group by 1"))
    read = ("heading", "text", "objectives", "keyTerms", "example", "callout", "reflection", "summary")
    answered = ("quiz", "ordering", "matching", "fillIn", "shortAnswer")
    media = ("image", "audio", "video", "file")
    kinds = (*read, *answered, *media, "authorNote", "blank")
    named = [(re.sub("([A-Z])", r"_\1", kind).lower() + "_blocks", found.pop(kind, 0)) for kind in kinds]
    return sorted([*named, ("other_blocks", sum(found.values()))], key=repr)


def _since(store: Seeded) -> list[tuple[Any, ...]]:
    """What differs from the Parquet file that was written before."""
    path = next(Path("snapshots").glob("*_before")) / "lessons.parquet"
    before = pandas.read_parquet(path).set_index("lesson_id")[["title", "course_id"]]
    now = store.sql("select id, title, course_id from lesson where deleted_at is null")
    moved = sum(before.loc[lesson_id, "course_id"] != course for lesson_id, _, course in now)
    changed = sum(before.loc[lesson_id].tolist() != [title, course] for lesson_id, title, course in now) - moved
    return [("changed", changed), ("moved", moved)]


_NAMED = "select title from lesson where deleted_at is null and"
_IN_PROJECTS = "from lesson l join project p on p.id = l.project_id where l.deleted_at is null"
_OF_COURSES = "select l.title from lesson l join course c on c.id = l.course_id where l.deleted_at is null"
_PUBLIC = "select title from course where deleted_at is null and publication is not null"
_TITLES = "select title, language, id from lesson where deleted_at is null and"
QUESTIONS: dict[str, Question] = {
    "How many lessons were made in each project and week?": Question(groups, _weeks),
    "Who spent what on which run?": Question(
        groups,
        by_sql(
            "select p.name, r.run, sum(r.credits) from reservation r join person p on p.id = r.person_id"
            " where r.state = 'settled' group by 1, 2"
        ),
    ),
    "Which lessons have no question?": Question(
        lambda frame: counts(frame, "title", "project", "lesson_id"),
        by_sql(
            "select l.title, p.name, l.id from lesson l join project p on p.id = l.project_id where l.deleted_at is"
            " null and not exists (select 1 from block b where b.lesson_id = l.id and b.type = 'quiz')"
        ),
    ),
    "Which lessons have the same title?": Question(
        lambda frame: counts(frame, "title", "language", "lesson_id"),
        by_sql(
            f"{_TITLES} (lower(title), language) in (select lower(title), language from lesson where deleted_at is null"
            " group by 1, 2 having count(*) > 1)"
        ),
    ),
    "Which lessons were not changed for a year?": Question(
        lambda frame: counts(frame, "title", "language", "lesson_id"),
        lambda store: by_sql(
            f"{_TITLES} updated_at < {(datetime.now(UTC) - timedelta(days=365)).timestamp() * 1000:.0f}"
        )(store),
    ),
    "What can anyone with the link read?": Question(
        lambda frame: counts(frame, "title", "project", "lesson_count"),
        by_sql(
            "select c.title, p.name, (select count(*) from lesson l where l.course_id = c.id and l.deleted_at is null)"
            " from course c join project p on p.id = c.project_id"
            " where c.publication is not null and c.deleted_at is null"
        ),
    ),
    "Which types of blocks do lessons have?": Question(groups, _block_mix),
    "Which topics are missing in a language?": Question(
        lambda frame: counts(frame.assign(topic=frame["topic"].str.lower()), "topic", "language"),
        by_sql(
            # A planning sheet with notes for authors is not a translation; it counts where the topic has nothing else.
            "with numbered as (select lower(coalesce(topic, title)) as topic, language, created_at, row_number() over"
            " (partition by lower(coalesce(topic, title)), language) as n, case when writer = 'planning-sheet'"
            " and exists (select 1 from block where lesson_id = lesson.id and type = 'authorNote')"
            " then 1 else 0 end as sheet"
            " from lesson where deleted_at is null), judged as (select numbered.*, min(created_at) over"
            " (partition by topic, n) as first, min(sheet) over (partition by topic, n) as sheets from numbered)"
            " select topic, language from (select distinct topic, n from numbered) t"
            " cross join (select 'EN' as language union select 'DE' union select 'FR') g"
            " where not exists (select 1 from judged l where l.language = g.language"
            " and l.topic = t.topic and l.n = t.n and (l.sheet = 0 or (l.sheets = 1 and l.created_at = l.first)))"
        ),
    ),
    "What will each of the next months cost?": Question(
        lambda frame: counts(frame, "month", "low_credits", "expected_credits", "high_credits"), _months
    ),
    "How much is left of my own budgets?": Question(lambda frame: counts(frame, "name", "budget", "left"), _budgets),
    "How do I export the lessons of a project as files?": Question(
        lambda paths: sorted(path.read_text("utf-8").splitlines()[0].removeprefix("# ") for path in paths),
        lambda store: sorted(
            title
            for (title,) in store.sql(
                "select l.title from lesson l join project p on p.id = l.project_id where p.name = 'Trade'"
                " and l.deleted_at is null"
            )
        ),
    ),
    "How do I correct fifty titles?": Question(
        lambda run: [(run.counts().done, 0)],
        by_sql(
            "select sum(case when title like '%color%' then 1 else 0 end),"
            " sum(case when title like '%colour%' then 1 else 0 end) from lesson"
        ),
    ),
    "How do I move forty lessons into another course?": Question(
        lambda run: [("Drills", run.counts().done)],
        by_sql(
            "select c.title, count(*) from lesson l join course c on c.id = l.course_id where l.title like '%drill%'"
            " group by 1"
        ),
    ),
    "How do I merge two tags?": Question(
        lambda run: [(run.counts().done, 0)],
        by_sql(
            "select sum(case when tag_folded = 'safety' then 1 else 0 end),"
            " sum(case when tag_folded in ('saftey', 'safty') then 1 else 0 end) from tag"
        ),
    ),
    "What has changed since then?": Question(groups, _since),
    "Which lessons are the longest?": Question(
        lambda frame: counts(frame, "title", "block_count"),
        by_sql(
            "select title, block_count from lesson where deleted_at is null order by block_count desc, lower(title)"
            " limit 3"
        ),
    ),
    "How many lessons are there in each language?": Question(
        groups, by_sql("select language, count(*) from lesson where deleted_at is null group by 1")
    ),
    "Which titles are there, each once?": Question(
        lambda frame: counts(frame, "title", "language"),
        by_sql("select distinct lower(title), language from lesson where deleted_at is null"),
    ),
    "What was changed since a day?": Question(
        lambda frame: counts(frame, "title"),
        by_sql(f"{_NAMED} updated_at >= {datetime(2026, 1, 1, tzinfo=UTC).timestamp() * 1000:.0f}"),
    ),
    "How many lessons has each project in each language?": Question(
        lambda frame: [group for group in groups(frame.stack()) if group[-1]],
        by_sql(f"select p.name, l.language, count(*) {_IN_PROJECTS} group by 1, 2"),
    ),
    "How many lessons and blocks has each project?": Question(
        lambda frame: counts(frame.reset_index(), "project", "lessons", "blocks"),
        by_sql(f"select p.name, count(*), sum(l.block_count) {_IN_PROJECTS} group by 1"),
    ),
    "How often is each tag used?": Question(
        groups,
        by_sql("select t.tag, count(*) from tag t join lesson l on l.id = t.item_id group by 1"),
    ),
    "Which lessons are in courses that anyone can read?": Question(
        lambda frame: counts(frame, "title", "lesson_id"),
        by_sql(
            "select l.title, l.id from lesson l join course c on c.id = l.course_id"
            " where l.deleted_at is null and c.publication is not null"
        ),
    ),
    "Which links never end?": Question(
        _titles,
        by_sql("select title from course where deleted_at is null and expires_at is null"),
    ),
    "How many lessons were made in each month?": Question(
        lambda months: [(f"{month:%Y-%m-%d}", count) for month, count in months.items() if count],
        lambda store: by_sql(
            f"select {store.day_of('created_at', 'month')}, count(*) from lesson where deleted_at is null group by 1"
        )(store),
    ),
    "How do I draw a table?": Question(
        groups, by_sql("select language, count(*) from lesson where deleted_at is null group by 1")
    ),
    "How do I keep a table as Parquet?": Question(
        groups, by_sql(f"select p.name, sum(l.block_count) {_IN_PROJECTS} group by 1")
    ),
    "How do I keep a table for Excel?": Question(
        _titles,
        by_sql(f"{_NAMED} 1 = 1"),
    ),
    "How do I loop over the rows of a table?": Question(
        lambda rows: sorted(rows, key=repr),
        by_sql("select title, block_count from lesson where deleted_at is null and block_count > 0"),
    ),
    "How do I read the lessons of a table?": Question(
        _titles,
        by_sql(f"{_NAMED} title like '%color%' order by lower(title) limit 5"),
    ),
    "How do I list the lessons of several courses?": Question(
        _titles,
        by_sql(f"{_OF_COURSES} and c.title in ('Fire', 'Drills')"),
    ),
    "How do I list the lessons of the courses in a table?": Question(
        _titles,
        by_sql(f"{_OF_COURSES} and c.project_id = (select id from project where name = 'Safety')"),
    ),
    "What have two projects spent their words on?": Question(
        groups,
        by_sql(f"select p.name, sum(l.block_count) {_IN_PROJECTS} and p.name in ('Trade', 'Safety') group by 1"),
    ),
    "How do I make a table of records?": Question(
        lambda frame: [(title, url.startswith("http")) for title, url in counts(frame, "title", "share_url")],
        lambda store: [(title, True) for (title,) in by_sql(f"{_PUBLIC}")(store)],
    ),
    "How many days ago was a course changed?": Question(
        groups,
        lambda store: by_sql(
            "select c.title, 0 from course c where c.title = 'Drills' union"
            " select 'lessons', count(*) from lesson l join course c on c.id = l.course_id"
            " where c.title = 'Drills' and l.deleted_at is null"
        )(store),
    ),
}


@pytest.fixture(scope="module", params=SERVER_LATER)
def answered(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, tuple[Any, Any]]]:
    """Each question with its answer and the truth, read as soon as its lines have run."""
    folder = tmp_path_factory.mktemp("questions")
    file = f"sqlite:///{folder / 'service.sqlite'}"
    url = file if request.param == "sqlite" else request.getfixturevalue("postgresql").fresh()
    owner = asyncio.run(_people(url))
    with serving(Path(), database_url=url) as service, pytest.MonkeyPatch.context() as patched:
        for name in [name for name in os.environ if name.startswith("WORKBENCH_")]:
            patched.delenv(name)
        patched.setenv("WORKBENCH_HOME", str(folder / "home"))
        patched.chdir(folder)
        with Client(service.base_url, owner.session_token) as client:
            wb = Workbench(client, read_facts(client, "a test"))
            _lessons(wb)
            asyncio.run(_ages(url, wb.lessons.list()["lesson_id"].to_list()))
            wait_until_checked(url)
            wb.snapshots.create("snapshots", label="before")
            store, found = Seeded(url, client, ()), {}
            names: dict[str, Any] = {"wb": wb, "pd": pandas}
            for question, code in answers_in((ROOT / "docs/questions.md").read_text("utf-8")).items():
                *lines, last = ast.parse(code).body
                exec(compile(ast.Module(lines, []), question, "exec"), names)
                assert isinstance(last, ast.Expr)
                value = eval(compile(ast.Expression(last.value), question, "eval"), names)
                found[question] = (QUESTIONS[question].plain(value), QUESTIONS[question].truth(store))
            yield found


async def _people(url: str) -> AddedPerson:
    store = await open_store(url)
    try:
        owner = await add_person(store, "ana@example.org", "Acme", credits_at_start=5000)
        author = await add_person(store, "ben@example.org", "Acme", role="author")

        async def past(db: Db) -> None:
            for day in range(1, DAYS + 1):
                spender = Spender((owner, author)[day % 2].person_id, run=("spring", "autumn", None)[day % 3])
                at = int((datetime.now(UTC) - timedelta(days=day)).timestamp() * 1000)
                taken = await credits.reserve(db, owner.organization_id, A_DAY, spender=spender, now=at)
                assert isinstance(taken, CreditsReserved)
                await credits.settle(db, taken.reservation_id, lesson_id=f"gone{day}", now=at + 5)

        await store.write(past)
        return owner
    finally:
        await store.close()


def _lessons(wb: Workbench) -> None:
    for project, courses in (("Trade", ["Sea trade"]), ("Safety", ["Fire", "Drills"])):
        wb.projects.create(project)
        for course in courses:
            wb.courses.create(course, project=project)
    sea, fire = (wb.courses.get(text).course_id for text in ("Sea trade", "Fire"))
    titles = [(f"The colour of ship {number}", sea) for number in range(50)]
    titles += [(f"Fire drill {number}", fire) for number in range(40)]
    titles += [("Ropes", sea), ("ropes", sea), ("<b>=1+1</b>", fire)]
    wb.client.batch(*(create_lesson(title=title, language="EN", course_id=course) for title, course in titles))
    drills = [lesson.lesson_id for lesson in wb.lessons.iter(course=fire) if "drill" in lesson.title]
    tags = [["saftey", "fire"] if number < 20 else ["Safty"] for number in range(30)]
    wb.client.batch(*(set_tags(lesson_id=drill, tags=tag) for drill, tag in zip(drills, tags, strict=False)))
    wb.client.call(set_course_tags(course_id=fire, tags=["safty", "saftey"]))
    trade = wb.projects.get("Trade").project_id
    for topic, language in (("Cranes", "EN"), ("Cranes", "DE"), ("Kites", "EN"), ("Sails", "FR")):
        made = wb.client.call(create_starter_lesson(topic=topic, language=language, project_id=trade))
    quiz = Block(id=str(uuid4()), type="quiz", content=QUIZ)
    added = Transaction(label="insertPages", mutations=[LessonBlockInsert(block=quiz)])
    wb.client.call(execute_transactions(lesson_id=made.lesson_id, language="FR", transactions=[added]))
    share(wb.client, wb.lessons.get(made.lesson_id).lesson.course_id)


async def _ages(url: str, ids: list[str]) -> None:
    now = int(datetime.now(UTC).timestamp() * 1000)
    week = 7 * 86_400_000
    ages = [
        {  # no two were made at one time: which of two planning sheets is the older would be open
            "of_id": id_,
            "made": now - (index % 6 + 60 * (index % 9 == 0)) * week - index,
            "changed": now - 60 * (index % 9 == 0) * week,
        }
        for index, id_ in enumerate(sorted(ids))
    ]
    store = await open_store(url)
    try:
        await store.write(lambda db: db.run_many(_AGE, ages))
    finally:
        await store.close()


@pytest.mark.parametrize("question", QUESTIONS)
def test_each_answer_is_what_sql_finds(answered: dict[str, tuple[Any, Any]], question: str) -> None:
    """To the last figure; and there is something to find."""
    told, truth = answered[question]

    assert json.loads(json.dumps(told, default=str)) == json.loads(json.dumps(truth, default=str))
    assert truth


def test_each_answer_has_three_lines_or_fewer() -> None:
    """Of at most 120 characters; and none is left out here."""
    page = (ROOT / "docs/questions.md").read_text("utf-8")
    answers = answers_in(page)

    assert list(answers) == list(QUESTIONS) == re.findall(r"^## (.*)$", page, re.MULTILINE)
    assert [len(code.splitlines()) for code in answers.values() if len(code.splitlines()) > 3] == []
    assert max(len(line) for code in answers.values() for line in code.splitlines()) <= 120
