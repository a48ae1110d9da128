BEGIN TRANSACTION;
CREATE TABLE approval (
    run_id integer not null references run (id),
    digest text not null,
    rows_digest text not null,
    base integer not null,
    lessons integer not null,
    repeats integer not null default 0,
    at integer not null,
    primary key (run_id, digest)
) without rowid;
INSERT INTO "approval" VALUES(1,'2c509316e3ae6588abe5fb833ddf8c0ac4006d3aa954712181f7c4dd8e4b7cae','e78ecf58d776bde7c432ce87f446bb0fdb30f5d4148cea7d34412e29df332a8d',0,4,0,1795314553836);
CREATE TABLE attempt (
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
INSERT INTO "attempt" VALUES(1,1,0,1,'vm 29f664ad-7c7e-4438-bbb7-8b8a421cd330 25289 132842 7d29d836',NULL,1795314553858,1795314553910,'done',NULL,'','lesson0','Bread');
INSERT INTO "attempt" VALUES(2,2,0,1,'vm 29f664ad-7c7e-4438-bbb7-8b8a421cd330 25289 132842 7d29d836',NULL,1795314553858,1795314553910,'done',NULL,'','lesson1','Milk');
INSERT INTO "attempt" VALUES(3,3,0,1,'vm 29f664ad-7c7e-4438-bbb7-8b8a421cd330 25289 132842 7d29d836',NULL,1795314553858,1795314553910,'unsure','Unreachable','No answer came.',NULL,NULL);
INSERT INTO "attempt" VALUES(4,4,0,1,'vm 29f664ad-7c7e-4438-bbb7-8b8a421cd330 25289 132842 7d29d836',NULL,1795314553910,1795314553964,'refused','BAD_REQUEST','No.',NULL,NULL);
INSERT INTO "attempt" VALUES(5,5,0,1,'vm 29f664ad-7c7e-4438-bbb7-8b8a421cd330 25289 132842 7d29d836',NULL,1795314553964,1795314553988,'done',NULL,'','lesson3','Butter');
CREATE TABLE change_row (
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
CREATE TABLE change_set (
    id integer primary key,
    person text not null,
    name text not null,
    origin text not null,
    target text not null,
    source text not null,
    made_at integer not null,
    unique (person, name)
);
CREATE TABLE meta (name text primary key, value text not null) without rowid;
CREATE TABLE row (
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
    settled_at integer, destination text not null default '{}', options text not null default '{}', key text, key_rule integer not null default 1, is_shared integer not null default 0, is_placed integer not null default 0,
    unique (run_id, language, folded, copy)
);
INSERT INTO "row" VALUES(1,1,1,'Bread','EN','bread',1,0,'done',NULL,0,0,1,0,0,1,'lesson0','Bread',1,'answered',NULL,NULL,1795314553858,1795314553910,'{"projectId":"project1"}','{}',NULL,1,0,0);
INSERT INTO "row" VALUES(2,1,2,'Milk','EN','milk',1,0,'done',NULL,0,0,1,0,0,1,'lesson1','Milk',1,'answered',NULL,NULL,1795314553858,1795314553910,'{"projectId":"project1"}','{}',NULL,1,0,0);
INSERT INTO "row" VALUES(3,1,3,'Salt','EN','salt',1,0,'unsure',NULL,0,1795314553911,1,1,0,1,NULL,NULL,1,NULL,'Unreachable','No answer came.',1795314553858,NULL,'{"projectId":"project1"}','{}',NULL,1,0,0);
INSERT INTO "row" VALUES(4,1,4,'Flour','EN','flour',1,0,'refused',NULL,0,1795314553964,1,0,0,1,NULL,NULL,1,NULL,'BAD_REQUEST','No.',1795314553910,1795314553964,'{"projectId":"project1"}','{}',NULL,1,0,0);
INSERT INTO "row" VALUES(5,1,5,'Butter','EN','butter',1,0,'done',NULL,0,0,1,0,0,1,'lesson3','Butter',1,'answered',NULL,NULL,1795314553964,1795314553988,'{"projectId":"project1"}','{}',NULL,1,0,0);
INSERT INTO "row" VALUES(6,1,6,'Honey','EN','honey',1,0,'planned',NULL,0,0,1,0,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"projectId":"project1"}','{}',NULL,1,0,0);
CREATE TABLE run (
    id integer primary key,
    person text not null,
    name text not null,
    origin text not null,
    made_at integer not null,
    committed integer not null default 0,
    sends integer not null default 0,
    repeats integer not null default 0, destination text not null default '{}', told text not null default '{}', redirections integer not null default 0,
    unique (person, name)
);
INSERT INTO "run" VALUES(1,'ada','a larder','https://lessons.example',1795314553822,4,5,0,'{"projectId":"project1"}','{}',0);
CREATE TABLE skipped (
    id integer primary key,
    run_id integer not null references run (id),
    line integer not null,
    topic text not null,
    language text not null,
    said text not null
);
CREATE INDEX row_by_state on row (run_id, state, position);
CREATE INDEX row_by_topic on row (language, folded);
CREATE INDEX row_unsettled on row (state) where state in ('sending', 'unsure');
CREATE INDEX attempt_by_row on attempt (row_id, generation);
CREATE INDEX attempt_in_doubt on attempt (row_id, generation) where outcome in ('sending', 'unsure');
CREATE INDEX attempt_by_lesson on attempt (lesson_id) where lesson_id is not null;
CREATE INDEX skipped_by_run on skipped (run_id);
CREATE INDEX change_row_by_state on change_row (set_id, state, position);
pragma user_version = 6;
COMMIT;
