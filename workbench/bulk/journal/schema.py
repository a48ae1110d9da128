"""Tables of the journal and their version.

The version stays 6: the steps that led to it were never released, and a lower number would make existing journals look
as if a newer program had written them.

Some stored names are older than those in the code, and are kept so that no journal has to be rewritten: `said` is the
message or reason, `told` the request (`RunRequest`), and the code `LEDGER_LOST` marks a row whose journal was damaged.
Source: ours (bulk).
"""

from __future__ import annotations

import sqlite3
from typing import Final

SCHEMA_VERSION: Final = 6

_SCHEMA: Final = """
create table meta (name text primary key, value text not null) without rowid;
create table run (
    id integer primary key,
    person text not null,
    name text not null,
    origin text not null,
    made_at integer not null,
    committed integer not null default 0,
    sends integer not null default 0,
    repeats integer not null default 0,
    destination text not null default '{}',
    told text not null default '{}',
    redirections integer not null default 0,
    unique (person, name)
);
create table approval (
    run_id integer not null references run (id),
    digest text not null,
    rows_digest text not null,
    base integer not null,
    lessons integer not null,
    repeats integer not null default 0,
    at integer not null,
    primary key (run_id, digest)
) without rowid;
create table row (
    id integer primary key,
    run_id integer not null references run (id),
    position integer not null,
    topic text not null,
    language text not null,
    folded text not null,
    copy integer not null,
    generation integer not null default 0,
    state text not null default 'planned',
    owner text,
    lease_until integer not null default 0,
    wait_until integer not null default 0,
    keyed integer not null default 1,
    held integer not null default 0,
    looks integer not null default 0,
    attempts integer not null default 0,
    lesson_id text,
    title text,
    credits integer,
    proof text,
    code text,
    said text,
    first_sent_at integer,
    settled_at integer,
    destination text not null default '{}',
    options text not null default '{}',
    key text,
    key_rule integer not null default 1,
    is_shared integer not null default 0,
    is_placed integer not null default 0,
    unique (run_id, language, folded, copy)
);
create index row_by_state on row (run_id, state, position);
create index row_by_topic on row (language, folded);
create index row_unsettled on row (state) where state in ('sending', 'unsure');
create table attempt (
    id integer primary key,
    row_id integer not null references row (id),
    generation integer not null,
    keyed integer not null,
    owner text not null,
    before text,
    began_at integer not null,
    ended_at integer,
    outcome text not null default 'sending',
    code text,
    said text,
    lesson_id text,
    title text
);
create index attempt_by_row on attempt (row_id, generation);
create index attempt_in_doubt on attempt (row_id, generation) where outcome in ('sending', 'unsure');
create index attempt_by_lesson on attempt (lesson_id) where lesson_id is not null;
create table skipped (
    id integer primary key,
    run_id integer not null references run (id),
    line integer not null,
    topic text not null,
    language text not null,
    said text not null
);
create index skipped_by_run on skipped (run_id);

-- A row is one cell: a lesson's field (for text of a block, the place in its content), or a course's project.
-- `sent_base` is the lesson's revision when the change was sent, `made_revision` the one that it made.
create table change_set (
    id integer primary key,
    person text not null,
    name text not null,
    origin text not null,
    target text not null,
    source text not null,
    made_at integer not null,
    unique (person, name)
);
create table change_row (
    id integer primary key,
    set_id integer not null references change_set (id),
    position integer not null,
    line integer not null,
    lesson_id text not null,
    course_id text not null,
    block_id text not null,
    field text not null,
    before text not null,
    after text not null,
    base_revision integer not null,
    lesson_title text not null default '',
    course_title text not null default '',
    state text not null default 'planned',
    sent_base integer,
    made_revision integer,
    code text,
    message text,
    settled_at integer,
    undone_at integer,
    unique (set_id, lesson_id, course_id, block_id, field)
);
create index change_row_by_state on change_row (set_id, state, position);
"""
_INVALID_ROWS: Final = """
select 1 from row where state not in ('planned', 'sending', 'done', 'refused', 'unsure')
    or typeof(position) <> 'integer' or typeof(copy) <> 'integer' or typeof(generation) <> 'integer'
    or typeof(attempts) <> 'integer' or typeof(credits) not in ('integer', 'null')
    or typeof(first_sent_at) not in ('integer', 'null') or typeof(settled_at) not in ('integer', 'null')
    or typeof(topic) <> 'text' or not json_valid(destination) or not json_valid(options)
    or iif(json_valid(destination), json_type(destination) <> 'object', 0)
    or iif(json_valid(options), json_type(options) <> 'object', 0)
union all select 1 from run where not json_valid(destination) or not json_valid(told)
    or iif(json_valid(destination), json_type(destination) <> 'object', 0)
    or iif(json_valid(told), json_type(told) <> 'object', 0)
    or typeof(committed) <> 'integer' or typeof(redirections) <> 'integer'
    or typeof(sends) <> 'integer' or typeof(made_at) <> 'integer'
union all select 1 from skipped where typeof(line) <> 'integer' or typeof(topic) <> 'text'
union all select 1 from change_row where state not in ('planned', 'done', 'conflict', 'refused')
    or typeof(line) <> 'integer' or typeof(base_revision) <> 'integer' or typeof(before) <> 'text'
    or typeof(after) <> 'text' or typeof(sent_base) not in ('integer', 'null')
    or typeof(made_revision) not in ('integer', 'null') or typeof(settled_at) not in ('integer', 'null')
    or typeof(undone_at) not in ('integer', 'null')
union all select 1 from attempt where before is not null and not json_valid(before)
limit 1
"""


def prepare_schema(db: sqlite3.Connection) -> None:
    """Create the tables in an empty file; a file that another process has just prepared is left unchanged."""
    db.execute("begin immediate")
    (version,) = db.execute("pragma user_version").fetchone()
    if version == 0:
        for statement in _SCHEMA.split(";\n"):
            db.execute(statement)
        db.execute(f"pragma user_version = {SCHEMA_VERSION}")
    db.execute("commit")


def has_invalid_rows(db: sqlite3.Connection) -> bool:
    """Return whether a row has a value that this package never writes.

    This is an unknown state, text for a number, or broken JSON.
    """
    return db.execute(_INVALID_ROWS).fetchone() is not None
