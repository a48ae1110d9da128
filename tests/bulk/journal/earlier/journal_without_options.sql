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
INSERT INTO "approval" VALUES(1,'2c509316e3ae6588abe5fb833ddf8c0ac4006d3aa954712181f7c4dd8e4b7cae','e78ecf58d776bde7c432ce87f446bb0fdb30f5d4148cea7d34412e29df332a8d',0,4,0,1795385877330);
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
INSERT INTO "attempt" VALUES(1,1,0,1,'vm 29f664ad-7c7e-4438-bbb7-8b8a421cd330:4026531836 13409 7265172 e57660a8',NULL,1795385877331,1795385877341,'done',NULL,'','lesson0','Bread');
INSERT INTO "attempt" VALUES(2,2,0,1,'vm 29f664ad-7c7e-4438-bbb7-8b8a421cd330:4026531836 13409 7265172 e57660a8',NULL,1795385877341,1795385877342,'done',NULL,'','lesson1','Milk');
INSERT INTO "attempt" VALUES(3,3,0,1,'vm 29f664ad-7c7e-4438-bbb7-8b8a421cd330:4026531836 13409 7265172 e57660a8',NULL,1795385877342,1795385877343,'done',NULL,'','lesson2','Salt');
INSERT INTO "attempt" VALUES(4,4,0,1,'vm 29f664ad-7c7e-4438-bbb7-8b8a421cd330:4026531836 13409 7265172 e57660a8',NULL,1795385877343,1795385877343,'refused','BAD_REQUEST','No.',NULL,NULL);
INSERT INTO "attempt" VALUES(5,5,0,1,'vm 29f664ad-7c7e-4438-bbb7-8b8a421cd330:4026531836 13409 7265172 e57660a8',NULL,1795385877343,1795385877344,'unsure','Unreachable','The answer was lost.',NULL,NULL);
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
    settled_at integer,
    destination text not null default '{}',
    options text not null default '{}',
    key text,
    key_rule integer not null default 1,
    is_shared integer not null default 0,
    is_placed integer not null default 0,
    unique (run_id, language, folded, copy)
);
INSERT INTO "row" VALUES(1,1,1,'Bread','EN','bread',1,0,'done',NULL,0,0,1,0,0,1,'lesson0','Bread',1,'answered',NULL,NULL,1795385877331,1795385877341,'{"projectId":"project1","projectName":"Larder"}','{}','ebc7b0ea85e61c629456b10d4772648746fda96b83aea3df85528684f74407a8',2,0,0);
INSERT INTO "row" VALUES(2,1,2,'Milk','EN','milk',1,0,'done',NULL,0,0,1,0,0,1,'lesson1','Milk',1,'answered',NULL,NULL,1795385877341,1795385877342,'{"projectId":"project1","projectName":"Larder"}','{}','14e26356b4217f7b16c61eee8f14f19ac1a294bf0ee6321003ca2fa537832674',2,0,0);
INSERT INTO "row" VALUES(3,1,3,'Salt','EN','salt',1,0,'done',NULL,0,0,1,0,0,1,'lesson2','Salt',1,'answered',NULL,NULL,1795385877342,1795385877343,'{"projectId":"project1","projectName":"Larder"}','{}','6ae6ec2b6d2e0476c0ac3e871ec5ff384cfe34085823bc60de6eda9bdaaee8f7',2,0,0);
INSERT INTO "row" VALUES(4,1,4,'Flour','EN','flour',1,0,'refused',NULL,0,1795385877344,1,0,0,1,NULL,NULL,1,NULL,'BAD_REQUEST','No.',1795385877343,1795385877343,'{"projectId":"project1","projectName":"Larder"}','{}','0beed43ed200ea883a23ae334f6e55ad9094e46cd69fc714edb4f406dc1bbd42',2,0,0);
INSERT INTO "row" VALUES(5,1,5,'Butter','EN','butter',1,0,'unsure',NULL,0,1795385877345,1,1,0,1,NULL,NULL,1,NULL,'Unreachable','The answer was lost.',1795385877343,NULL,'{"projectId":"project1","projectName":"Larder"}','{}','b1456a8cebbd67b2308e4a9eafbadf1381ce6a8e040bc2f546adc2a20f3c3c3e',2,0,0);
INSERT INTO "row" VALUES(6,1,6,'Honey','EN','honey',1,0,'planned',NULL,0,0,1,0,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"projectId":"project1","projectName":"Larder"}','{}',NULL,2,0,0);
CREATE TABLE run (
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
INSERT INTO "run" VALUES(1,'ada','a larder','https://lessons.example',1795385877318,4,5,0,'{"projectId":"project1","projectName":"Larder"}','{"person": "Ada", "organization": "org1", "service": "service1", "writer": "outline (a skeleton, no AI)"}',0);
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
