
PRAGMA page_size=4096;

PRAGMA writable_schema=ON;

BEGIN TRANSACTION;

DROP TABLE IF EXISTS alembic_version;
CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL, 
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO alembic_version VALUES('0024');

DROP TABLE IF EXISTS applied;
CREATE TABLE applied (
    lesson_id TEXT NOT NULL, 
    fingerprint TEXT NOT NULL, 
    revision INTEGER NOT NULL, 
    at BIGINT NOT NULL, 
    CONSTRAINT pk_applied PRIMARY KEY (lesson_id, fingerprint), 
    CONSTRAINT fk_applied_lesson_id FOREIGN KEY(lesson_id) REFERENCES lesson (id)
)
 WITHOUT ROWID;
INSERT INTO applied VALUES('ulb87edovqn4kvp5etpl8aaux','45a92de38e49289af8534b6220771e7ac4a25cfc830d3369206a03dbdf221f05',2,1795540858016);

DROP TABLE IF EXISTS asset;
CREATE TABLE asset (
    id TEXT NOT NULL, 
    organization_id TEXT NOT NULL, 
    sha256 TEXT NOT NULL, 
    source_sha256 TEXT NOT NULL, 
    media_type TEXT NOT NULL, 
    size BIGINT NOT NULL, 
    width INTEGER, 
    height INTEGER, 
    file_name TEXT NOT NULL, 
    alternative_text TEXT NOT NULL, 
    created_by TEXT, 
    created_at BIGINT NOT NULL, 
    touched_at BIGINT NOT NULL, 
    stored_at BIGINT, 
    deleted_at BIGINT, 
    removed_at BIGINT, 
    CONSTRAINT pk_asset PRIMARY KEY (id), 
    CONSTRAINT fk_asset_organization_id FOREIGN KEY(organization_id) REFERENCES organization (id), 
    CONSTRAINT fk_asset_created_by FOREIGN KEY(created_by) REFERENCES person (id), 
    CONSTRAINT uq_asset_organization_id_sha256 UNIQUE (organization_id, sha256)
);
INSERT INTO asset VALUES('1c6kin5xzbg1vva260mric3w8','mym527oplr4h21w5zfjl6o2kf','6d8d0f5b4b6c5b83414fb633a7deca0b55832c38ff2f80f5a4950e8c225dab6c','7b75d1695ce4af4d2e4b4aa6481fd47451f0b413672e46c99e03e76d11fec40d','image/png',59830,1200,675,'example_lesson.png','','vkuvi8r8amqi8a498jr4dv690',1795540857722,1795540857785,1795540857785,NULL,NULL);
CREATE INDEX ix_asset_created ON asset (organization_id, created_at, id);
CREATE INDEX ix_asset_source ON asset (organization_id, source_sha256);

DROP TABLE IF EXISTS asset_use;
CREATE TABLE asset_use (
    lesson_id TEXT NOT NULL, 
    asset_id TEXT NOT NULL, 
    CONSTRAINT pk_asset_use PRIMARY KEY (lesson_id, asset_id), 
    CONSTRAINT fk_asset_use_lesson_id FOREIGN KEY(lesson_id) REFERENCES lesson (id), 
    CONSTRAINT fk_asset_use_asset_id FOREIGN KEY(asset_id) REFERENCES asset (id)
)
 WITHOUT ROWID;
INSERT INTO asset_use VALUES('ulb87edovqn4kvp5etpl8aaux','1c6kin5xzbg1vva260mric3w8');
CREATE INDEX ix_asset_use_asset_id_lesson_id ON asset_use (asset_id, lesson_id);

DROP TABLE IF EXISTS audit;
CREATE TABLE audit (
    id INTEGER NOT NULL, 
    organization_id TEXT, 
    person_id TEXT, 
    action TEXT NOT NULL, 
    subject TEXT, 
    facts TEXT NOT NULL, 
    at BIGINT NOT NULL, 
    CONSTRAINT pk_audit PRIMARY KEY (id), 
    CONSTRAINT fk_audit_organization_id FOREIGN KEY(organization_id) REFERENCES organization (id), 
    CONSTRAINT fk_audit_person_id FOREIGN KEY(person_id) REFERENCES person (id)
);
INSERT INTO audit VALUES(1,'mym527oplr4h21w5zfjl6o2kf',NULL,'admin.addPerson','vkuvi8r8amqi8a498jr4dv690','{"role":"owner"}',1795540839143);
INSERT INTO audit VALUES(2,'mym527oplr4h21w5zfjl6o2kf','vkuvi8r8amqi8a498jr4dv690','asset.upload','1c6kin5xzbg1vva260mric3w8','{"fileName":"example_lesson.png","mediaType":"image/png","size":59830}',1795540857786);
INSERT INTO audit VALUES(3,'mym527oplr4h21w5zfjl6o2kf','vkuvi8r8amqi8a498jr4dv690','lesson.createLesson','ulb87edovqn4kvp5etpl8aaux','{"courseId":"rxf3nwcb2wf4baehufa6qhyg0"}',1795540857884);
INSERT INTO audit VALUES(4,'mym527oplr4h21w5zfjl6o2kf','vkuvi8r8amqi8a498jr4dv690','realtime.executeTransactions','ulb87edovqn4kvp5etpl8aaux','{"revision":2}',1795540858131);
INSERT INTO audit VALUES(5,'mym527oplr4h21w5zfjl6o2kf','vkuvi8r8amqi8a498jr4dv690','lesson.renameLesson','ulb87edovqn4kvp5etpl8aaux','{"revision":3,"titleBefore":"Why the sky is blue","title":"Why the sky is blue by day","courseId":"rxf3nwcb2wf4baehufa6qhyg0","isCourseRenamed":true}',1795540863650);
INSERT INTO audit VALUES(6,'mym527oplr4h21w5zfjl6o2kf','vkuvi8r8amqi8a498jr4dv690','lesson.setTags','ulb87edovqn4kvp5etpl8aaux','{"tagsBefore":[],"tags":["sky"]}',1795540863734);
INSERT INTO audit VALUES(7,'mym527oplr4h21w5zfjl6o2kf','vkuvi8r8amqi8a498jr4dv690','courseRouter.setCourseSharing','rxf3nwcb2wf4baehufa6qhyg0','{"publication":1,"lessonCount":1,"isPublic":true}',1795540863906);
INSERT INTO audit VALUES(8,'mym527oplr4h21w5zfjl6o2kf','vkuvi8r8amqi8a498jr4dv690','lesson.requestReview','ulb87edovqn4kvp5etpl8aaux','{"revision":3}',1795540863975);
INSERT INTO audit VALUES(9,'mym527oplr4h21w5zfjl6o2kf','vkuvi8r8amqi8a498jr4dv690','lesson.review','ulb87edovqn4kvp5etpl8aaux','{"revision":3,"verdict":"approved"}',1795540864060);
INSERT INTO audit VALUES(10,'mym527oplr4h21w5zfjl6o2kf','vkuvi8r8amqi8a498jr4dv690','comment.addComment','ulb87edovqn4kvp5etpl8aaux','{"commentId":"q7168dccry7da442bkxheeavp","blockId":null}',1795540864161);
INSERT INTO audit VALUES(11,'mym527oplr4h21w5zfjl6o2kf','vkuvi8r8amqi8a498jr4dv690','lesson.createStarterLesson','3mgfif6wkuvslv88dxw6fyllc','{"courseId":"iydpdoymqu9qeq0rj7gz3b4xx","writer":"planning-sheet"}',1795540866525);
INSERT INTO audit VALUES(12,'mym527oplr4h21w5zfjl6o2kf','vkuvi8r8amqi8a498jr4dv690','lesson.createLesson','4hdx49f4okmvv3zgxk3m6v3h1','{"courseId":"7xx79nh3o25g2vk1bddllkcfp"}',1795540866643);
INSERT INTO audit VALUES(13,'mym527oplr4h21w5zfjl6o2kf','vkuvi8r8amqi8a498jr4dv690','lesson.deleteLesson','4hdx49f4okmvv3zgxk3m6v3h1','{"courseId":"7xx79nh3o25g2vk1bddllkcfp","isCourseInTrash":true}',1795540866787);
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE INDEX ix_audit_organization_id_id ON audit (organization_id, id);

DROP TABLE IF EXISTS block;
CREATE TABLE block (
    lesson_id TEXT NOT NULL, 
    id TEXT NOT NULL, 
    type TEXT NOT NULL, 
    content TEXT NOT NULL, 
    CONSTRAINT pk_block PRIMARY KEY (lesson_id, id), 
    CONSTRAINT fk_block_lesson_id FOREIGN KEY(lesson_id) REFERENCES lesson (id)
)
 WITHOUT ROWID;
INSERT INTO block VALUES('3mgfif6wkuvslv88dxw6fyllc','1024c073-5bec-4766-9517-4f9c1fd3d75d','authorNote','{"markdown":"**Example.** Describe a real case that the learners know:\n\n1. The situation: who is involved, where, and what has to be done.\n2. The steps: what is done, and in which order.\n3. The result: how to see that it worked."}');
INSERT INTO block VALUES('3mgfif6wkuvslv88dxw6fyllc','445d9073-12f8-4009-8752-5f9da1d93e6f','authorNote','{"markdown":"**Summary.** Name the points that learners should still know next week."}');
INSERT INTO block VALUES('3mgfif6wkuvslv88dxw6fyllc','64b32e07-99a5-4277-b565-4600d25ce53a','authorNote','{"markdown":"**Question.** Ask about something that is often mistaken. Give three or four answers, and say of each why it is right or wrong."}');
INSERT INTO block VALUES('3mgfif6wkuvslv88dxw6fyllc','69b05104-bd49-40fe-aa5c-973c1d1ba0e6','authorNote','{"markdown":"**Parts.** Divide the matter into three to five parts. Give each one a heading, and explain it in two or three sentences."}');
INSERT INTO block VALUES('3mgfif6wkuvslv88dxw6fyllc','b83ecca7-b324-40b9-a948-0b898b934dc8','authorNote','{"markdown":"**Objectives.** Say in two to four points what learners can do after the lesson. Begin each one with a verb: name, explain, compare, choose, carry out."}');
INSERT INTO block VALUES('3mgfif6wkuvslv88dxw6fyllc','ba9b6f50-1e77-482e-a799-d218936973d3','heading','{"text":"Tides","level":1}');
INSERT INTO block VALUES('3mgfif6wkuvslv88dxw6fyllc','ee9d5722-6c67-4239-9183-d9c375a8c69f','authorNote','{"markdown":"**Planning sheet, made without AI.** There is nothing here but the words of the topic. Notes like this one say what is missing, and only authors see them. Put what learners are to read in place of each note, then delete the note. When none is left, the lesson can be shared."}');
INSERT INTO block VALUES('ulb87edovqn4kvp5etpl8aaux','010f3941-4021-488c-8dde-91c207da88e2','objectives','{"items":["Say what happens to sunlight on its way through the air","Explain with one cause why the sky is blue and a sunset red","Tell why clouds are white, though they hang in the same light","Find the fault in two popular explanations"]}');
INSERT INTO block VALUES('ulb87edovqn4kvp5etpl8aaux','12b071a3-4c1f-45ca-bc8c-bfc8960e74a0','matching','{"prompt":"What scatters the light in each of these?","pairs":[{"left":"A blue sky","right":"Molecules of the air"},{"left":"A white cloud","right":"Droplets of water"},{"left":"The sky of Mars by day","right":"Fine dust"}],"feedback":"The smaller the things are beside the wavelength, the more they prefer short waves."}');
INSERT INTO block VALUES('ulb87edovqn4kvp5etpl8aaux','17da6d28-5f61-4d14-8d28-eaae443f3fc1','image','{"asset":"1c6kin5xzbg1vva260mric3w8","alternativeText":"Somebody stands on the curved Earth below a thin layer of air. From the Sun overhead, a white ray comes the short way through the air. From the Sun on the horizon, a ray runs far along inside the air: blue light leaves it in all directions, and what arrives is red.","caption":"At noon and in the evening: the same air, a short way and a long one. The air is drawn thicker than it is."}');
INSERT INTO block VALUES('ulb87edovqn4kvp5etpl8aaux','1a818361-8dfc-4bb8-9401-7584f030d1b2','reflection','{"prompt":"A thin mist or the smoke of a fire sometimes looks bluish before a dark forest, and brownish before a bright sky. What does this tell you about the size of its particles, and which of the two views is the “noon” and which the “sunset”?"}');
INSERT INTO block VALUES('ulb87edovqn4kvp5etpl8aaux','1dc8237f-ee1e-454f-8529-640611215637','callout','{"kind":"warning","markdown":"Never look straight into the Sun to see its colour, not even in the evening through thin cloud: it damages the eyes without hurting."}');
INSERT INTO block VALUES('ulb87edovqn4kvp5etpl8aaux','229c3610-fcd1-4c5d-a1c6-40b34ac70fdc','quiz','{"question":"Why is the sky blue during the day?","multiple":false,"choices":[{"text":"Air scatters blue light to us from all directions, more than red light","isCorrect":true,"feedback":"Yes. The blue that was sent aside reaches you from everywhere in the sky."},{"text":"The sky reflects the blue of the sea","isCorrect":false,"feedback":"It is the other way round, in part: the sea reflects the sky. Far from any sea, the sky is just as blue."},{"text":"Air is a blue gas, as ink is a blue liquid","isCorrect":false,"feedback":"Then the Sun would look blue through it, and bluest in the evening, when there is most air in between. It looks red."},{"text":"The Sun sends out more blue light than any other","isCorrect":false,"feedback":"Sunlight is white: all colours are in it. Seen from space, the Sun is white and the sky black."}]}');
INSERT INTO block VALUES('ulb87edovqn4kvp5etpl8aaux','42ccd974-0d02-4a23-8f74-432f7ecf3b80','summary','{"items":["Sunlight is a mixture of colours, each of another wavelength.","Molecules of the air scatter short waves far more: nearly six times as much blue as red.","By day we see the blue that was scattered; in the evening, the red that is left of a long way through the air.","Droplets in clouds are larger than the wavelength and scatter all colours alike: clouds are white."]}');
INSERT INTO block VALUES('ulb87edovqn4kvp5etpl8aaux','60ca225b-cf00-41a9-b6c4-df6c143f4c78','heading','{"text":"White light is a mixture","level":2}');
INSERT INTO block VALUES('ulb87edovqn4kvp5etpl8aaux','8a2909c5-8a01-45e5-9b42-e785d28c6f24','fillIn','{"text":"Scattering by things much smaller than the wavelength is called ___ scattering. It sends on ___ light more than red light.","gaps":[{"answers":["Rayleigh"]},{"answers":["blue","violet"]}],"feedback":"It is named after Lord Rayleigh, and it is strongest for short waves."}');
INSERT INTO block VALUES('ulb87edovqn4kvp5etpl8aaux','9732fd48-9882-45c4-aae1-6def90240f05','ordering','{"prompt":"Put these in the order of their wavelength, the shortest first.","items":["Violet light","Blue light","Green light","Orange light","Red light"],"feedback":"Along the rainbow, from its inner edge to its outer one, the wavelength grows."}');
INSERT INTO block VALUES('ulb87edovqn4kvp5etpl8aaux','98359877-d852-4635-b976-404a4cdbceb9','shortAnswer','{"question":"Explain to a friend, in two or three sentences, why the same air makes a blue noon and a red sunset.","modelAnswer":"Air scatters blue light far more than red. At noon the scattered blue reaches us from every part of the sky. In the evening the light comes a long way through the air, most of its blue is scattered out of it, and what reaches us is red."}');
INSERT INTO block VALUES('ulb87edovqn4kvp5etpl8aaux','a19cbdc0-b7ec-4fca-9958-c4d7d914d394','text','{"markdown":"In the atmosphere, light meets molecules of nitrogen and oxygen. They are about a thousand times smaller than its wavelength. A molecule that the light passes sends a tiny part of it on in all directions: it **scatters** the light.\n\nHow much, depends strongly on the wavelength: at half the wavelength, sixteen times as much is scattered. Blue light of 450 nanometres is scattered nearly six times as much as red light of 700. So blue light comes to your eye from every part of the sky, by way of the air, while the rest comes mostly straight from the Sun."}');
INSERT INTO block VALUES('ulb87edovqn4kvp5etpl8aaux','aebc80f8-7596-49de-aef7-0b1d422dba00','text','{"markdown":"Sunlight looks white, the air in a room looks like nothing at all, and yet a sky made of just these two is blue at noon and red in the evening. The reason fits into one idea: **air sends some colours aside more readily than others**.\n\nThis lesson takes about ten minutes. It needs no formula."}');
INSERT INTO block VALUES('ulb87edovqn4kvp5etpl8aaux','afdc338f-64bc-4610-bd9c-12ebc949607d','heading','{"text":"And why not violet?","level":2}');
INSERT INTO block VALUES('ulb87edovqn4kvp5etpl8aaux','affab0bb-bd61-48da-9e09-528b26fb74b3','heading','{"text":"Air scatters blue the most","level":2}');
INSERT INTO block VALUES('ulb87edovqn4kvp5etpl8aaux','bb8604a4-e48c-4f63-a924-4f4efb9375f3','quiz','{"question":"Cloud droplets are far larger than the wavelength of light and scatter all colours about alike. What colour do you expect of a cloud in full sunlight?","multiple":false,"choices":[{"text":"Blue, as the sky is","isCorrect":false,"feedback":"Blue needs something that prefers short waves. That is true only of things much smaller than the wavelength, such as molecules."},{"text":"White","isCorrect":true,"feedback":"Yes. When all colours of white light are scattered alike, the mixture stays white."},{"text":"Red, because its droplets are large","isCorrect":false,"feedback":"Large droplets do not prefer red, they prefer nothing. Clouds turn red only when the light that falls on them is red already, as at sunset."}]}');
INSERT INTO block VALUES('ulb87edovqn4kvp5etpl8aaux','c3985478-0f89-4525-b1e4-12a4413f463a','text','{"markdown":"A prism or a raindrop spreads sunlight into a band of colours. Each colour is light of another **wavelength**: violet has the shortest that we can see, about 400 nanometres, red the longest, about 700. A nanometre is a millionth of a millimetre, so hundreds of waves of light fit across a hair.\n\nIn space there is nothing for the light to meet. It goes straight on, and beside the Sun the sky is black."}');
INSERT INTO block VALUES('ulb87edovqn4kvp5etpl8aaux','c6a6a46c-8602-4b6b-a554-f83f796bb96a','keyTerms','{"terms":[{"term":"Wavelength","meaning":"The distance from one crest of a wave to the next; for light, what we see as colour."},{"term":"Scattering","meaning":"Light is sent on in other directions by something that it meets, without being used up."},{"term":"Rayleigh scattering","meaning":"Scattering by things much smaller than the wavelength. It is strongest for short waves. Named after Lord Rayleigh, who explained the sky with it in 1871."}]}');
INSERT INTO block VALUES('ulb87edovqn4kvp5etpl8aaux','c77fd973-94bd-4c1a-95f3-2ad4dfd520f0','text','{"markdown":"Violet is scattered even more than blue, but three things are against it: the Sun sends out less of it, some is taken up high in the atmosphere, and our eyes are less sensitive to it. What arrives, a mixture of all colours with much blue and violet in it, looks blue to us."}');
INSERT INTO block VALUES('ulb87edovqn4kvp5etpl8aaux','cda2a866-b516-4b43-941e-0fc2ae391c0f','quiz','{"question":"Which of these follow from what you have read? Choose all that do.","multiple":true,"choices":[{"text":"On the Moon, which has no air, the sky is black in the daytime","isCorrect":true,"feedback":"Yes. Without air, nothing sends light to you from beside the Sun."},{"text":"On high mountains the sky overhead is darker than at the coast","isCorrect":true,"feedback":"Yes. There is less air above you, so less light is scattered towards you."},{"text":"The red light of a sunset was made by the air","isCorrect":false,"feedback":"Air adds no red. It was in the sunlight all the time; the blue was taken out."},{"text":"On Mars the sky must be as blue as ours","isCorrect":false,"feedback":"Not so: its thin air is full of fine dust, which scatters otherwise. By day the sky there is yellowish brown, and around the setting Sun it is blue."}]}');
INSERT INTO block VALUES('ulb87edovqn4kvp5etpl8aaux','e9fa0d49-79a9-4262-a559-3d6d4dac50a9','example','{"title":"The same light in the evening","markdown":"At noon, sunlight crosses the atmosphere by the shortest way. When the Sun stands on the horizon, its light goes through **nearly forty times as much air**. On that way most of the blue is scattered out of the beam, over other people''s heads, where it makes their daytime sky.\n\nWhat is left when the beam reaches you is short of blue and rich in orange and red. The red of a sunset and the blue of noon are one effect, seen from two sides: you look at what was *taken out* of the beam, or at what is *left* of it."}');
INSERT INTO block VALUES('ulb87edovqn4kvp5etpl8aaux','f38e511e-4ddf-405c-b867-ebdcef36d359','heading','{"text":"Why the sky is blue by day","level":1}');

DROP TABLE IF EXISTS cited_source;
CREATE TABLE cited_source (
    lesson_id TEXT NOT NULL, 
    block_id TEXT NOT NULL, 
    source_id TEXT NOT NULL, 
    version INTEGER NOT NULL, 
    CONSTRAINT pk_cited_source PRIMARY KEY (lesson_id, block_id, source_id), 
    CONSTRAINT fk_cited_source_lesson_id FOREIGN KEY(lesson_id) REFERENCES lesson (id)
)
 WITHOUT ROWID;

DROP TABLE IF EXISTS comment;
CREATE TABLE comment (
    id TEXT NOT NULL, 
    organization_id TEXT NOT NULL, 
    lesson_id TEXT NOT NULL, 
    number INTEGER NOT NULL, 
    block_id TEXT, 
    text TEXT NOT NULL, 
    revision INTEGER NOT NULL, 
    person_id TEXT, 
    at BIGINT NOT NULL, 
    resolved_by TEXT, 
    resolved_at BIGINT, 
    CONSTRAINT pk_comment PRIMARY KEY (id), 
    CONSTRAINT fk_comment_organization_id FOREIGN KEY(organization_id) REFERENCES organization (id), 
    CONSTRAINT fk_comment_lesson_id FOREIGN KEY(lesson_id) REFERENCES lesson (id), 
    CONSTRAINT fk_comment_person_id FOREIGN KEY(person_id) REFERENCES person (id), 
    CONSTRAINT fk_comment_resolved_by FOREIGN KEY(resolved_by) REFERENCES person (id)
);
INSERT INTO comment VALUES('q7168dccry7da442bkxheeavp','mym527oplr4h21w5zfjl6o2kf','ulb87edovqn4kvp5etpl8aaux',1,NULL,'Which sky?',3,'vkuvi8r8amqi8a498jr4dv690',1795540864106,NULL,NULL);
CREATE UNIQUE INDEX uq_comment_lesson_id_number ON comment (lesson_id, number);

DROP TABLE IF EXISTS course;
CREATE TABLE course (
    id TEXT NOT NULL, 
    organization_id TEXT NOT NULL, 
    project_id TEXT NOT NULL, 
    title TEXT NOT NULL, 
    title_folded TEXT NOT NULL, 
    created_by TEXT, 
    created_at BIGINT NOT NULL, 
    updated_at BIGINT NOT NULL, 
    deleted_at BIGINT, order_version INTEGER DEFAULT '1' NOT NULL, tags TEXT DEFAULT '[]' NOT NULL, tags_version INTEGER DEFAULT '1' NOT NULL, expires_at BIGINT, embed_origins TEXT, indexing BOOLEAN DEFAULT 0 NOT NULL, publication INTEGER, 
    CONSTRAINT pk_course PRIMARY KEY (id), 
    CONSTRAINT fk_course_created_by FOREIGN KEY(created_by) REFERENCES person (id), 
    CONSTRAINT fk_course_organization_id FOREIGN KEY(organization_id) REFERENCES organization (id), 
    CONSTRAINT fk_course_project_id FOREIGN KEY(project_id) REFERENCES project (id)
);
INSERT INTO course VALUES('rxf3nwcb2wf4baehufa6qhyg0','mym527oplr4h21w5zfjl6o2kf','6amtfemgn71jv0k3ltu2e92dp','Why the sky is blue by day','why the sky is blue by day','vkuvi8r8amqi8a498jr4dv690',1795540857881,1795540863863,NULL,1,'[]',1,NULL,NULL,0,1);
INSERT INTO course VALUES('iydpdoymqu9qeq0rj7gz3b4xx','mym527oplr4h21w5zfjl6o2kf','6amtfemgn71jv0k3ltu2e92dp','Tides','tides','vkuvi8r8amqi8a498jr4dv690',1795540866497,1795540866497,NULL,1,'[]',1,NULL,NULL,0,NULL);
INSERT INTO course VALUES('7xx79nh3o25g2vk1bddllkcfp','mym527oplr4h21w5zfjl6o2kf','6amtfemgn71jv0k3ltu2e92dp','Trashed','trashed','vkuvi8r8amqi8a498jr4dv690',1795540866642,1795540866642,1795540866785,1,'[]',1,NULL,NULL,0,NULL);
CREATE TRIGGER course_tallied_delete AFTER DELETE ON course BEGIN UPDATE tally SET courses = courses - 1 WHERE project_id = OLD.project_id AND OLD.deleted_at IS NULL; END;
CREATE TRIGGER course_tallied_insert AFTER INSERT ON course BEGIN INSERT INTO tally (project_id, organization_id, courses, lessons) SELECT NEW.project_id, NEW.organization_id, 1, 0 WHERE NEW.deleted_at IS NULL ON CONFLICT (project_id) DO UPDATE SET courses = tally.courses + 1; END;
CREATE TRIGGER course_tallied_update AFTER UPDATE OF deleted_at, project_id ON course BEGIN UPDATE tally SET courses = courses - 1 WHERE project_id = OLD.project_id AND OLD.deleted_at IS NULL; INSERT INTO tally (project_id, organization_id, courses, lessons) SELECT NEW.project_id, NEW.organization_id, 1, 0 WHERE NEW.deleted_at IS NULL ON CONFLICT (project_id) DO UPDATE SET courses = tally.courses + 1; END;
CREATE INDEX ix_course_created ON course (organization_id, deleted_at, created_at, id);
CREATE INDEX ix_course_project ON course (organization_id, project_id, deleted_at, updated_at, id);
CREATE INDEX ix_course_title ON course (organization_id, deleted_at, title_folded, id);
CREATE INDEX ix_course_updated ON course (organization_id, deleted_at, updated_at, id);

DROP TABLE IF EXISTS course_translation;
CREATE TABLE course_translation (
    source_course_id TEXT NOT NULL, 
    language TEXT NOT NULL, 
    course_id TEXT NOT NULL, 
    CONSTRAINT pk_course_translation PRIMARY KEY (source_course_id, language), 
    CONSTRAINT fk_course_translation_source_course_id FOREIGN KEY(source_course_id) REFERENCES course (id), 
    CONSTRAINT fk_course_translation_course_id FOREIGN KEY(course_id) REFERENCES course (id)
);

DROP TABLE IF EXISTS credit_entry;
CREATE TABLE credit_entry (
    id INTEGER NOT NULL, 
    organization_id TEXT NOT NULL, 
    kind TEXT NOT NULL, 
    credits BIGINT NOT NULL, 
    balance_after BIGINT NOT NULL, 
    person_id TEXT, 
    lesson_id TEXT, 
    reservation_id TEXT, 
    run TEXT, 
    run_row TEXT, 
    reason TEXT, 
    at BIGINT NOT NULL, 
    project_id TEXT, 
    CONSTRAINT pk_credit_entry PRIMARY KEY (id), 
    CONSTRAINT ck_credit_entry_never_negative CHECK (balance_after >= 0), 
    CONSTRAINT fk_credit_entry_organization_id FOREIGN KEY(organization_id) REFERENCES organization (id), 
    CONSTRAINT fk_credit_entry_person_id FOREIGN KEY(person_id) REFERENCES person (id), 
    CONSTRAINT fk_credit_entry_reservation_id FOREIGN KEY(reservation_id) REFERENCES reservation (id)
);
INSERT INTO credit_entry VALUES(1,'mym527oplr4h21w5zfjl6o2kf','grant',100,100,'vkuvi8r8amqi8a498jr4dv690',NULL,NULL,NULL,NULL,'opening balance',1795540839123,NULL);
INSERT INTO credit_entry VALUES(2,'mym527oplr4h21w5zfjl6o2kf','reserve',0,100,'vkuvi8r8amqi8a498jr4dv690',NULL,'nq7y1yr3nalqtba2axz9ysu3a','r',NULL,NULL,1795540866459,NULL);
INSERT INTO credit_entry VALUES(3,'mym527oplr4h21w5zfjl6o2kf','settle',0,100,'vkuvi8r8amqi8a498jr4dv690','3mgfif6wkuvslv88dxw6fyllc','nq7y1yr3nalqtba2axz9ysu3a','r',NULL,NULL,1795540866526,'6amtfemgn71jv0k3ltu2e92dp');
CREATE TRIGGER credit_entry_no_delete BEFORE DELETE ON credit_entry BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER credit_entry_no_update BEFORE UPDATE ON credit_entry BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE INDEX ix_credit_entry_organization_id_id ON credit_entry (organization_id, id);
CREATE INDEX ix_credit_entry_organization_id_person_id_id ON credit_entry (organization_id, person_id, id);
CREATE INDEX ix_credit_entry_run ON credit_entry (organization_id, run, lesson_id) WHERE lesson_id IS NOT NULL;

DROP TABLE IF EXISTS favorite;
CREATE TABLE favorite (
    person_id TEXT NOT NULL, 
    project_id TEXT NOT NULL, 
    created_at BIGINT NOT NULL, 
    CONSTRAINT pk_favorite PRIMARY KEY (person_id, project_id), 
    CONSTRAINT fk_favorite_person_id FOREIGN KEY(person_id) REFERENCES person (id), 
    CONSTRAINT fk_favorite_project_id FOREIGN KEY(project_id) REFERENCES project (id)
);

DROP TABLE IF EXISTS glossary;
CREATE TABLE glossary (
    organization_id TEXT NOT NULL, 
    language TEXT NOT NULL, 
    version INTEGER NOT NULL, 
    terms TEXT NOT NULL, 
    updated_at BIGINT NOT NULL, 
    CONSTRAINT pk_glossary PRIMARY KEY (organization_id, language), 
    CONSTRAINT fk_glossary_organization_id FOREIGN KEY(organization_id) REFERENCES organization (id)
);

DROP TABLE IF EXISTS gone_block;
CREATE TABLE gone_block (
    lesson_id TEXT NOT NULL, 
    id TEXT NOT NULL, 
    CONSTRAINT pk_gone_block PRIMARY KEY (lesson_id, id), 
    CONSTRAINT fk_gone_block_lesson_id FOREIGN KEY(lesson_id) REFERENCES lesson (id)
)
 WITHOUT ROWID;

DROP TABLE IF EXISTS invitation;
CREATE TABLE invitation (
    id TEXT NOT NULL, 
    organization_id TEXT NOT NULL, 
    email TEXT NOT NULL, 
    email_folded TEXT NOT NULL, 
    role TEXT NOT NULL, 
    invited_by TEXT, 
    created_at BIGINT NOT NULL, 
    CONSTRAINT pk_invitation PRIMARY KEY (id), 
    CONSTRAINT fk_invitation_organization_id FOREIGN KEY(organization_id) REFERENCES organization (id), 
    CONSTRAINT fk_invitation_invited_by FOREIGN KEY(invited_by) REFERENCES person (id), 
    CONSTRAINT uq_invitation_organization_id_email_folded UNIQUE (organization_id, email_folded)
);
CREATE INDEX ix_invitation_email_folded ON invitation (email_folded);

DROP TABLE IF EXISTS lesson;
CREATE TABLE lesson (
    id TEXT NOT NULL, 
    organization_id TEXT NOT NULL, 
    project_id TEXT NOT NULL, 
    course_id TEXT NOT NULL, 
    title TEXT NOT NULL, 
    title_folded TEXT NOT NULL, 
    language TEXT NOT NULL, 
    writer TEXT, 
    input_tokens INTEGER, 
    output_tokens INTEGER, 
    revision INTEGER NOT NULL, 
    block_count INTEGER NOT NULL, 
    created_by TEXT, 
    created_at BIGINT NOT NULL, 
    updated_at BIGINT NOT NULL, 
    deleted_at BIGINT, 
    topic_sha256 TEXT, 
    topic TEXT, 
    ord TEXT NOT NULL, weight INTEGER DEFAULT '0' NOT NULL, position INTEGER DEFAULT '1' NOT NULL, tags TEXT DEFAULT '[]' NOT NULL, tags_version INTEGER DEFAULT '1' NOT NULL, number BIGINT DEFAULT '0' NOT NULL, checked_revision INTEGER DEFAULT '0' NOT NULL, errors INTEGER DEFAULT '0' NOT NULL, warnings INTEGER DEFAULT '0' NOT NULL, hints INTEGER DEFAULT '0' NOT NULL, findings_order BIGINT DEFAULT '0' NOT NULL, review_state TEXT DEFAULT 'draft' NOT NULL, review_id TEXT, reviewed_at BIGINT DEFAULT '0' NOT NULL, approved_revision INTEGER, found_rules TEXT DEFAULT '' NOT NULL, 
    CONSTRAINT pk_lesson PRIMARY KEY (id), 
    CONSTRAINT fk_lesson_course_id FOREIGN KEY(course_id) REFERENCES course (id), 
    CONSTRAINT fk_lesson_created_by FOREIGN KEY(created_by) REFERENCES person (id), 
    CONSTRAINT fk_lesson_organization_id FOREIGN KEY(organization_id) REFERENCES organization (id), 
    CONSTRAINT fk_lesson_project_id FOREIGN KEY(project_id) REFERENCES project (id)
);
INSERT INTO lesson VALUES('ulb87edovqn4kvp5etpl8aaux','mym527oplr4h21w5zfjl6o2kf','6amtfemgn71jv0k3ltu2e92dp','rxf3nwcb2wf4baehufa6qhyg0','Why the sky is blue by day','why the sky is blue by day','EN',NULL,NULL,NULL,3,22,'vkuvi8r8amqi8a498jr4dv690',1795540857881,1795540863708,NULL,NULL,NULL,'["f38e511e-4ddf-405c-b867-ebdcef36d359","aebc80f8-7596-49de-aef7-0b1d422dba00","010f3941-4021-488c-8dde-91c207da88e2","60ca225b-cf00-41a9-b6c4-df6c143f4c78","c3985478-0f89-4525-b1e4-12a4413f463a","affab0bb-bd61-48da-9e09-528b26fb74b3","a19cbdc0-b7ec-4fca-9958-c4d7d914d394","c6a6a46c-8602-4b6b-a554-f83f796bb96a","afdc338f-64bc-4610-bd9c-12ebc949607d","c77fd973-94bd-4c1a-95f3-2ad4dfd520f0","1dc8237f-ee1e-454f-8529-640611215637","17da6d28-5f61-4d14-8d28-eaae443f3fc1","e9fa0d49-79a9-4262-a559-3d6d4dac50a9","229c3610-fcd1-4c5d-a1c6-40b34ac70fdc","bb8604a4-e48c-4f63-a924-4f4efb9375f3","cda2a866-b516-4b43-941e-0fc2ae391c0f","9732fd48-9882-45c4-aae1-6def90240f05","12b071a3-4c1f-45ca-bc8c-bfc8960e74a0","8a2909c5-8a01-45e5-9b42-e785d28c6f24","98359877-d852-4635-b976-404a4cdbceb9","1a818361-8dfc-4bb8-9401-7584f030d1b2","42ccd974-0d02-4a23-8f74-432f7ecf3b80"]',7908,1,'["sky"]',2,11664426801299457,2,0,0,0,0,'approved','uk7fikqvpvcj8ljfi2bu18uxd',1795540864053,3,'');
INSERT INTO lesson VALUES('3mgfif6wkuvslv88dxw6fyllc','mym527oplr4h21w5zfjl6o2kf','6amtfemgn71jv0k3ltu2e92dp','iydpdoymqu9qeq0rj7gz3b4xx','Tides','tides','EN','planning-sheet',NULL,NULL,1,7,'vkuvi8r8amqi8a498jr4dv690',1795540866497,1795540866497,NULL,'0e714fd92f7538e3531b61c0eeb7f9c70e44475be7557df873b13df3af34225f','Tides','["ba9b6f50-1e77-482e-a799-d218936973d3","ee9d5722-6c67-4239-9183-d9c375a8c69f","b83ecca7-b324-40b9-a948-0b898b934dc8","69b05104-bd49-40fe-aa5c-973c1d1ba0e6","1024c073-5bec-4766-9517-4f9c1fd3d75d","64b32e07-99a5-4277-b565-4600d25ce53a","445d9073-12f8-4009-8752-5f9da1d93e6f"]',1079,1,'[]',1,11664426801299458,0,0,0,0,0,'draft',NULL,0,NULL,'');
INSERT INTO lesson VALUES('4hdx49f4okmvv3zgxk3m6v3h1','mym527oplr4h21w5zfjl6o2kf','6amtfemgn71jv0k3ltu2e92dp','7xx79nh3o25g2vk1bddllkcfp','Trashed','trashed','EN',NULL,NULL,NULL,1,0,'vkuvi8r8amqi8a498jr4dv690',1795540866642,1795540866642,1795540866785,NULL,NULL,'[]',0,1,'[]',1,11664426801299459,0,0,0,0,0,'draft',NULL,0,NULL,'');
CREATE INDEX ix_lesson_course ON lesson (organization_id, course_id, deleted_at, updated_at, id);
CREATE INDEX ix_lesson_created ON lesson (organization_id, deleted_at, created_at, id);
CREATE INDEX ix_lesson_language ON lesson (organization_id, language, deleted_at, updated_at, id);
CREATE INDEX ix_lesson_project ON lesson (organization_id, project_id, deleted_at, updated_at, id);
CREATE INDEX ix_lesson_review ON lesson (organization_id, review_state, findings_order, reviewed_at, number, found_rules) WHERE review_state <> 'draft' AND deleted_at IS NULL;
CREATE INDEX ix_lesson_title ON lesson (organization_id, deleted_at, title_folded, id);
CREATE INDEX ix_lesson_topic ON lesson (topic_sha256, organization_id, deleted_at);
CREATE INDEX ix_lesson_unchecked ON lesson (id) WHERE checked_revision <> revision AND deleted_at IS NULL;
CREATE INDEX ix_lesson_updated ON lesson (organization_id, deleted_at, updated_at, id);
CREATE TRIGGER lesson_tallied_delete AFTER DELETE ON lesson BEGIN UPDATE tally SET lessons = lessons - 1 WHERE project_id = OLD.project_id AND OLD.deleted_at IS NULL; END;
CREATE TRIGGER lesson_tallied_insert AFTER INSERT ON lesson BEGIN INSERT INTO tally (project_id, organization_id, courses, lessons) SELECT NEW.project_id, NEW.organization_id, 0, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (project_id) DO UPDATE SET lessons = tally.lessons + 1; END;
CREATE TRIGGER lesson_tallied_update AFTER UPDATE OF deleted_at, project_id ON lesson BEGIN UPDATE tally SET lessons = lessons - 1 WHERE project_id = OLD.project_id AND OLD.deleted_at IS NULL; INSERT INTO tally (project_id, organization_id, courses, lessons) SELECT NEW.project_id, NEW.organization_id, 0, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (project_id) DO UPDATE SET lessons = tally.lessons + 1; END;
CREATE UNIQUE INDEX uq_lesson_number ON lesson (number);

DROP TABLE IF EXISTS lesson_finding;
CREATE TABLE lesson_finding (
    lesson_id TEXT NOT NULL, 
    revision INTEGER NOT NULL, 
    ruleset INTEGER NOT NULL, 
    findings TEXT NOT NULL, 
    CONSTRAINT pk_lesson_finding PRIMARY KEY (lesson_id), 
    CONSTRAINT fk_lesson_finding_lesson_id FOREIGN KEY(lesson_id) REFERENCES lesson (id)
)
 WITHOUT ROWID;
INSERT INTO lesson_finding VALUES('ulb87edovqn4kvp5etpl8aaux',2,3,'[]');
CREATE INDEX ix_lesson_finding_ruleset_lesson_id ON lesson_finding (ruleset, lesson_id);

DROP TABLE IF EXISTS lesson_milestone;
CREATE TABLE lesson_milestone (
    lesson_id TEXT NOT NULL, 
    revision INTEGER NOT NULL, 
    blocks TEXT NOT NULL, 
    CONSTRAINT pk_lesson_milestone PRIMARY KEY (lesson_id, revision), 
    CONSTRAINT fk_lesson_milestone_lesson_id FOREIGN KEY(lesson_id) REFERENCES lesson (id)
)
 WITHOUT ROWID;

DROP TABLE IF EXISTS lesson_revision;
CREATE TABLE lesson_revision (
    lesson_id TEXT NOT NULL, 
    revision INTEGER NOT NULL, 
    label TEXT NOT NULL, 
    changes TEXT NOT NULL, 
    transactions TEXT NOT NULL, 
    inverse TEXT NOT NULL, 
    person_id TEXT, 
    at BIGINT NOT NULL, title TEXT, title_before TEXT, change_set TEXT, 
    CONSTRAINT pk_lesson_revision PRIMARY KEY (lesson_id, revision), 
    CONSTRAINT fk_lesson_revision_lesson_id FOREIGN KEY(lesson_id) REFERENCES lesson (id), 
    CONSTRAINT fk_lesson_revision_person_id FOREIGN KEY(person_id) REFERENCES person (id)
)
 WITHOUT ROWID;
INSERT INTO lesson_revision VALUES('ulb87edovqn4kvp5etpl8aaux',2,'insertPages','{"added":22,"removed":0,"changed":0,"moved":0}','[{"label":"insertPages","mutations":[{"type":"lessonBlockInsert","block":{"id":"f38e511e-4ddf-405c-b867-ebdcef36d359","type":"heading","content":{"text":"Why the sky is blue","level":1}}},{"type":"lessonBlockInsert","block":{"id":"aebc80f8-7596-49de-aef7-0b1d422dba00","type":"text","content":{"markdown":"Sunlight looks white, the air in a room looks like nothing at all, and yet a sky made of just these two is blue at noon and red in the evening. The reason fits into one idea: **air sends some colours aside more readily than others**.\n\nThis lesson takes about ten minutes. It needs no formula."}}},{"type":"lessonBlockInsert","block":{"id":"010f3941-4021-488c-8dde-91c207da88e2","type":"objectives","content":{"items":["Say what happens to sunlight on its way through the air","Explain with one cause why the sky is blue and a sunset red","Tell why clouds are white, though they hang in the same light","Find the fault in two popular explanations"]}}},{"type":"lessonBlockInsert","block":{"id":"60ca225b-cf00-41a9-b6c4-df6c143f4c78","type":"heading","content":{"text":"White light is a mixture","level":2}}},{"type":"lessonBlockInsert","block":{"id":"c3985478-0f89-4525-b1e4-12a4413f463a","type":"text","content":{"markdown":"A prism or a raindrop spreads sunlight into a band of colours. Each colour is light of another **wavelength**: violet has the shortest that we can see, about 400 nanometres, red the longest, about 700. A nanometre is a millionth of a millimetre, so hundreds of waves of light fit across a hair.\n\nIn space there is nothing for the light to meet. It goes straight on, and beside the Sun the sky is black."}}},{"type":"lessonBlockInsert","block":{"id":"affab0bb-bd61-48da-9e09-528b26fb74b3","type":"heading","content":{"text":"Air scatters blue the most","level":2}}},{"type":"lessonBlockInsert","block":{"id":"a19cbdc0-b7ec-4fca-9958-c4d7d914d394","type":"text","content":{"markdown":"In the atmosphere, light meets molecules of nitrogen and oxygen. They are about a thousand times smaller than its wavelength. A molecule that the light passes sends a tiny part of it on in all directions: it **scatters** the light.\n\nHow much, depends strongly on the wavelength: at half the wavelength, sixteen times as much is scattered. Blue light of 450 nanometres is scattered nearly six times as much as red light of 700. So blue light comes to your eye from every part of the sky, by way of the air, while the rest comes mostly straight from the Sun."}}},{"type":"lessonBlockInsert","block":{"id":"c6a6a46c-8602-4b6b-a554-f83f796bb96a","type":"keyTerms","content":{"terms":[{"term":"Wavelength","meaning":"The distance from one crest of a wave to the next; for light, what we see as colour."},{"term":"Scattering","meaning":"Light is sent on in other directions by something that it meets, without being used up."},{"term":"Rayleigh scattering","meaning":"Scattering by things much smaller than the wavelength. It is strongest for short waves. Named after Lord Rayleigh, who explained the sky with it in 1871."}]}}},{"type":"lessonBlockInsert","block":{"id":"afdc338f-64bc-4610-bd9c-12ebc949607d","type":"heading","content":{"text":"And why not violet?","level":2}}},{"type":"lessonBlockInsert","block":{"id":"c77fd973-94bd-4c1a-95f3-2ad4dfd520f0","type":"text","content":{"markdown":"Violet is scattered even more than blue, but three things are against it: the Sun sends out less of it, some is taken up high in the atmosphere, and our eyes are less sensitive to it. What arrives, a mixture of all colours with much blue and violet in it, looks blue to us."}}},{"type":"lessonBlockInsert","block":{"id":"1dc8237f-ee1e-454f-8529-640611215637","type":"callout","content":{"kind":"warning","markdown":"Never look straight into the Sun to see its colour, not even in the evening through thin cloud: it damages the eyes without hurting."}}},{"type":"lessonBlockInsert","block":{"id":"17da6d28-5f61-4d14-8d28-eaae443f3fc1","type":"image","content":{"asset":"1c6kin5xzbg1vva260mric3w8","alternativeText":"Somebody stands on the curved Earth below a thin layer of air. From the Sun overhead, a white ray comes the short way through the air. From the Sun on the horizon, a ray runs far along inside the air: blue light leaves it in all directions, and what arrives is red.","caption":"At noon and in the evening: the same air, a short way and a long one. The air is drawn thicker than it is."}}},{"type":"lessonBlockInsert","block":{"id":"e9fa0d49-79a9-4262-a559-3d6d4dac50a9","type":"example","content":{"title":"The same light in the evening","markdown":"At noon, sunlight crosses the atmosphere by the shortest way. When the Sun stands on the horizon, its light goes through **nearly forty times as much air**. On that way most of the blue is scattered out of the beam, over other people''s heads, where it makes their daytime sky.\n\nWhat is left when the beam reaches you is short of blue and rich in orange and red. The red of a sunset and the blue of noon are one effect, seen from two sides: you look at what was *taken out* of the beam, or at what is *left* of it."}}},{"type":"lessonBlockInsert","block":{"id":"229c3610-fcd1-4c5d-a1c6-40b34ac70fdc","type":"quiz","content":{"question":"Why is the sky blue during the day?","multiple":false,"choices":[{"text":"Air scatters blue light to us from all directions, more than red light","isCorrect":true,"feedback":"Yes. The blue that was sent aside reaches you from everywhere in the sky."},{"text":"The sky reflects the blue of the sea","isCorrect":false,"feedback":"It is the other way round, in part: the sea reflects the sky. Far from any sea, the sky is just as blue."},{"text":"Air is a blue gas, as ink is a blue liquid","isCorrect":false,"feedback":"Then the Sun would look blue through it, and bluest in the evening, when there is most air in between. It looks red."},{"text":"The Sun sends out more blue light than any other","isCorrect":false,"feedback":"Sunlight is white: all colours are in it. Seen from space, the Sun is white and the sky black."}]}}},{"type":"lessonBlockInsert","block":{"id":"bb8604a4-e48c-4f63-a924-4f4efb9375f3","type":"quiz","content":{"question":"Cloud droplets are far larger than the wavelength of light and scatter all colours about alike. What colour do you expect of a cloud in full sunlight?","multiple":false,"choices":[{"text":"Blue, as the sky is","isCorrect":false,"feedback":"Blue needs something that prefers short waves. That is true only of things much smaller than the wavelength, such as molecules."},{"text":"White","isCorrect":true,"feedback":"Yes. When all colours of white light are scattered alike, the mixture stays white."},{"text":"Red, because its droplets are large","isCorrect":false,"feedback":"Large droplets do not prefer red, they prefer nothing. Clouds turn red only when the light that falls on them is red already, as at sunset."}]}}},{"type":"lessonBlockInsert","block":{"id":"cda2a866-b516-4b43-941e-0fc2ae391c0f","type":"quiz","content":{"question":"Which of these follow from what you have read? Choose all that do.","multiple":true,"choices":[{"text":"On the Moon, which has no air, the sky is black in the daytime","isCorrect":true,"feedback":"Yes. Without air, nothing sends light to you from beside the Sun."},{"text":"On high mountains the sky overhead is darker than at the coast","isCorrect":true,"feedback":"Yes. There is less air above you, so less light is scattered towards you."},{"text":"The red light of a sunset was made by the air","isCorrect":false,"feedback":"Air adds no red. It was in the sunlight all the time; the blue was taken out."},{"text":"On Mars the sky must be as blue as ours","isCorrect":false,"feedback":"Not so: its thin air is full of fine dust, which scatters otherwise. By day the sky there is yellowish brown, and around the setting Sun it is blue."}]}}},{"type":"lessonBlockInsert","block":{"id":"9732fd48-9882-45c4-aae1-6def90240f05","type":"ordering","content":{"prompt":"Put these in the order of their wavelength, the shortest first.","items":["Violet light","Blue light","Green light","Orange light","Red light"],"feedback":"Along the rainbow, from its inner edge to its outer one, the wavelength grows."}}},{"type":"lessonBlockInsert","block":{"id":"12b071a3-4c1f-45ca-bc8c-bfc8960e74a0","type":"matching","content":{"prompt":"What scatters the light in each of these?","pairs":[{"left":"A blue sky","right":"Molecules of the air"},{"left":"A white cloud","right":"Droplets of water"},{"left":"The sky of Mars by day","right":"Fine dust"}],"feedback":"The smaller the things are beside the wavelength, the more they prefer short waves."}}},{"type":"lessonBlockInsert","block":{"id":"8a2909c5-8a01-45e5-9b42-e785d28c6f24","type":"fillIn","content":{"text":"Scattering by things much smaller than the wavelength is called ___ scattering. It sends on ___ light more than red light.","gaps":[{"answers":["Rayleigh"]},{"answers":["blue","violet"]}],"feedback":"It is named after Lord Rayleigh, and it is strongest for short waves."}}},{"type":"lessonBlockInsert","block":{"id":"98359877-d852-4635-b976-404a4cdbceb9","type":"shortAnswer","content":{"question":"Explain to a friend, in two or three sentences, why the same air makes a blue noon and a red sunset.","modelAnswer":"Air scatters blue light far more than red. At noon the scattered blue reaches us from every part of the sky. In the evening the light comes a long way through the air, most of its blue is scattered out of it, and what reaches us is red."}}},{"type":"lessonBlockInsert","block":{"id":"1a818361-8dfc-4bb8-9401-7584f030d1b2","type":"reflection","content":{"prompt":"A thin mist or the smoke of a fire sometimes looks bluish before a dark forest, and brownish before a bright sky. What does this tell you about the size of its particles, and which of the two views is the “noon” and which the “sunset”?"}}},{"type":"lessonBlockInsert","block":{"id":"42ccd974-0d02-4a23-8f74-432f7ecf3b80","type":"summary","content":{"items":["Sunlight is a mixture of colours, each of another wavelength.","Molecules of the air scatter short waves far more: nearly six times as much blue as red.","By day we see the blue that was scattered; in the evening, the red that is left of a long way through the air.","Droplets in clouds are larger than the wavelength and scatter all colours alike: clouds are white."]}}}]}]','[{"label":"undo insertPages","mutations":[{"type":"lessonBlockDelete","id":"f38e511e-4ddf-405c-b867-ebdcef36d359"},{"type":"lessonBlockDelete","id":"aebc80f8-7596-49de-aef7-0b1d422dba00"},{"type":"lessonBlockDelete","id":"010f3941-4021-488c-8dde-91c207da88e2"},{"type":"lessonBlockDelete","id":"60ca225b-cf00-41a9-b6c4-df6c143f4c78"},{"type":"lessonBlockDelete","id":"c3985478-0f89-4525-b1e4-12a4413f463a"},{"type":"lessonBlockDelete","id":"affab0bb-bd61-48da-9e09-528b26fb74b3"},{"type":"lessonBlockDelete","id":"a19cbdc0-b7ec-4fca-9958-c4d7d914d394"},{"type":"lessonBlockDelete","id":"c6a6a46c-8602-4b6b-a554-f83f796bb96a"},{"type":"lessonBlockDelete","id":"afdc338f-64bc-4610-bd9c-12ebc949607d"},{"type":"lessonBlockDelete","id":"c77fd973-94bd-4c1a-95f3-2ad4dfd520f0"},{"type":"lessonBlockDelete","id":"1dc8237f-ee1e-454f-8529-640611215637"},{"type":"lessonBlockDelete","id":"17da6d28-5f61-4d14-8d28-eaae443f3fc1"},{"type":"lessonBlockDelete","id":"e9fa0d49-79a9-4262-a559-3d6d4dac50a9"},{"type":"lessonBlockDelete","id":"229c3610-fcd1-4c5d-a1c6-40b34ac70fdc"},{"type":"lessonBlockDelete","id":"bb8604a4-e48c-4f63-a924-4f4efb9375f3"},{"type":"lessonBlockDelete","id":"cda2a866-b516-4b43-941e-0fc2ae391c0f"},{"type":"lessonBlockDelete","id":"9732fd48-9882-45c4-aae1-6def90240f05"},{"type":"lessonBlockDelete","id":"12b071a3-4c1f-45ca-bc8c-bfc8960e74a0"},{"type":"lessonBlockDelete","id":"8a2909c5-8a01-45e5-9b42-e785d28c6f24"},{"type":"lessonBlockDelete","id":"98359877-d852-4635-b976-404a4cdbceb9"},{"type":"lessonBlockDelete","id":"1a818361-8dfc-4bb8-9401-7584f030d1b2"},{"type":"lessonBlockDelete","id":"42ccd974-0d02-4a23-8f74-432f7ecf3b80"}]}]','vkuvi8r8amqi8a498jr4dv690',1795540858016,NULL,NULL,NULL);
INSERT INTO lesson_revision VALUES('ulb87edovqn4kvp5etpl8aaux',3,'renameLesson','{"added":0,"removed":0,"changed":1,"moved":0}','[{"label":"renameLesson","mutations":[{"type":"lessonBlockUpdate","id":"f38e511e-4ddf-405c-b867-ebdcef36d359","content":{"text":"Why the sky is blue by day","level":1},"blockType":null}]}]','[{"label":"undo renameLesson","mutations":[{"type":"lessonBlockUpdate","id":"f38e511e-4ddf-405c-b867-ebdcef36d359","content":{"text":"Why the sky is blue","level":1},"blockType":null}]}]','vkuvi8r8amqi8a498jr4dv690',1795540863547,'Why the sky is blue by day','Why the sky is blue',NULL);
CREATE INDEX ix_lesson_revision_titled ON lesson_revision (lesson_id, revision) WHERE title_before IS NOT NULL;

DROP TABLE IF EXISTS membership;
CREATE TABLE membership (
    organization_id TEXT NOT NULL, 
    person_id TEXT NOT NULL, 
    role TEXT NOT NULL, 
    created_at BIGINT NOT NULL, 
    CONSTRAINT pk_membership PRIMARY KEY (organization_id, person_id), 
    CONSTRAINT fk_membership_organization_id FOREIGN KEY(organization_id) REFERENCES organization (id), 
    CONSTRAINT fk_membership_person_id FOREIGN KEY(person_id) REFERENCES person (id)
);
INSERT INTO membership VALUES('mym527oplr4h21w5zfjl6o2kf','vkuvi8r8amqi8a498jr4dv690','owner',1795540839123);
CREATE INDEX ix_membership_person_id_organization_id_role ON membership (person_id, organization_id, role);

DROP TABLE IF EXISTS organization;
CREATE TABLE organization (
    id TEXT NOT NULL, 
    name TEXT NOT NULL, 
    name_folded TEXT NOT NULL, 
    tier TEXT NOT NULL, 
    status TEXT NOT NULL, 
    credit_balance BIGINT NOT NULL, 
    daily_cap_credits BIGINT, 
    spent_day BIGINT NOT NULL, 
    spent_day_credits BIGINT NOT NULL, 
    created_at BIGINT NOT NULL, 
    CONSTRAINT pk_organization PRIMARY KEY (id), 
    CONSTRAINT ck_organization_never_negative CHECK (credit_balance >= 0)
);
INSERT INTO organization VALUES('mym527oplr4h21w5zfjl6o2kf','Acme','acme','Free','Active',100,NULL,20781,0,1795540839123);
CREATE INDEX ix_organization_name_folded ON organization (name_folded);

DROP TABLE IF EXISTS paid_key;
CREATE TABLE paid_key (
    owner_id TEXT NOT NULL, 
    procedure TEXT NOT NULL, 
    "key" TEXT NOT NULL, 
    identity TEXT NOT NULL, 
    person_id TEXT NOT NULL, 
    fingerprint TEXT NOT NULL, 
    state TEXT NOT NULL, 
    attempt INTEGER NOT NULL, 
    lease_until BIGINT NOT NULL, 
    reservation_id TEXT, 
    answer TEXT, 
    created_at BIGINT NOT NULL, 
    expires_at BIGINT NOT NULL, 
    CONSTRAINT pk_paid_key PRIMARY KEY (owner_id, procedure, "key", identity), 
    CONSTRAINT fk_paid_key_person_id FOREIGN KEY(person_id) REFERENCES person (id), 
    CONSTRAINT fk_paid_key_reservation_id FOREIGN KEY(reservation_id) REFERENCES reservation (id)
);
INSERT INTO paid_key VALUES('mym527oplr4h21w5zfjl6o2kf','lesson.createStarterLesson','8baf16d1524911bedb43893bcf45b567f413c69fa99bb713393ee5043a4594cc','cd4b609e8776a84cd1deaa10ef1b25d06ae42447571666d8c9311aebbb2e045d','vkuvi8r8amqi8a498jr4dv690','cd4b609e8776a84cd1deaa10ef1b25d06ae42447571666d8c9311aebbb2e045d','done',1,1795541166458,'nq7y1yr3nalqtba2axz9ysu3a','{"lessonId":"3mgfif6wkuvslv88dxw6fyllc","title":"Tides"}',1795540866458,1798132866458);
CREATE INDEX ix_paid_key_expires_at ON paid_key (expires_at);

DROP TABLE IF EXISTS passage;
CREATE TABLE passage (
    id INTEGER NOT NULL, 
    organization_id TEXT NOT NULL, 
    place TEXT NOT NULL, 
    heading TEXT, 
    text TEXT NOT NULL, 
    CONSTRAINT pk_passage PRIMARY KEY (id), 
    CONSTRAINT fk_passage_organization_id FOREIGN KEY(organization_id) REFERENCES organization (id)
);

DROP TABLE IF EXISTS person;
CREATE TABLE person (
    id TEXT NOT NULL, 
    email TEXT NOT NULL, 
    email_folded TEXT NOT NULL, 
    name TEXT NOT NULL, 
    referral_id TEXT NOT NULL, 
    last_organization_id TEXT, 
    disabled_at BIGINT, 
    created_at BIGINT NOT NULL, 
    CONSTRAINT pk_person PRIMARY KEY (id), 
    CONSTRAINT fk_person_last_organization_id FOREIGN KEY(last_organization_id) REFERENCES organization (id), 
    CONSTRAINT uq_person_email_folded UNIQUE (email_folded), 
    CONSTRAINT uq_person_referral_id UNIQUE (referral_id)
);
INSERT INTO person VALUES('vkuvi8r8amqi8a498jr4dv690','ana@example.org','ana@example.org','ana','uojvscb16nir3qcg9ukydkk1y','mym527oplr4h21w5zfjl6o2kf',NULL,1795540839123);

DROP TABLE IF EXISTS project;
CREATE TABLE project (
    id TEXT NOT NULL, 
    organization_id TEXT NOT NULL, 
    name TEXT NOT NULL, 
    name_folded TEXT NOT NULL, 
    is_default BOOLEAN NOT NULL, 
    created_by TEXT, 
    created_at BIGINT NOT NULL, 
    updated_at BIGINT NOT NULL, 
    archived_at BIGINT, 
    CONSTRAINT pk_project PRIMARY KEY (id), 
    CONSTRAINT fk_project_created_by FOREIGN KEY(created_by) REFERENCES person (id), 
    CONSTRAINT fk_project_organization_id FOREIGN KEY(organization_id) REFERENCES organization (id)
);
INSERT INTO project VALUES('6amtfemgn71jv0k3ltu2e92dp','mym527oplr4h21w5zfjl6o2kf','Starter lessons','starter lessons',1,'vkuvi8r8amqi8a498jr4dv690',1795540839123,1795540839123,NULL);
CREATE INDEX ix_project_organization_id ON project (organization_id);
CREATE UNIQUE INDEX uq_project_default ON project (organization_id) WHERE is_default;

DROP TABLE IF EXISTS publication;
CREATE TABLE publication (
    course_id TEXT NOT NULL, 
    number INTEGER NOT NULL, 
    organization_id TEXT NOT NULL, 
    title TEXT NOT NULL, 
    lesson_count INTEGER NOT NULL, 
    person_id TEXT, 
    at BIGINT NOT NULL, 
    note TEXT, 
    override_reason TEXT, 
    CONSTRAINT pk_publication PRIMARY KEY (course_id, number), 
    CONSTRAINT fk_publication_course_id FOREIGN KEY(course_id) REFERENCES course (id), 
    CONSTRAINT fk_publication_organization_id FOREIGN KEY(organization_id) REFERENCES organization (id), 
    CONSTRAINT fk_publication_person_id FOREIGN KEY(person_id) REFERENCES person (id)
)
 WITHOUT ROWID;
INSERT INTO publication VALUES('rxf3nwcb2wf4baehufa6qhyg0',1,'mym527oplr4h21w5zfjl6o2kf','Why the sky is blue by day',1,'vkuvi8r8amqi8a498jr4dv690',1795540863863,NULL,NULL);
CREATE TRIGGER publication_no_delete BEFORE DELETE ON publication BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER publication_no_update BEFORE UPDATE ON publication BEGIN SELECT RAISE(ABORT, 'append only'); END;

DROP TABLE IF EXISTS published_lesson;
CREATE TABLE published_lesson (
    course_id TEXT NOT NULL, 
    number INTEGER NOT NULL, 
    lesson_id TEXT NOT NULL, 
    position INTEGER NOT NULL, 
    revision INTEGER NOT NULL, 
    title TEXT NOT NULL, 
    language TEXT NOT NULL, 
    assets TEXT NOT NULL, 
    sources TEXT NOT NULL, 
    CONSTRAINT pk_published_lesson PRIMARY KEY (course_id, number, lesson_id), 
    CONSTRAINT fk_published_lesson_course_id FOREIGN KEY(course_id, number) REFERENCES publication (course_id, number), 
    CONSTRAINT fk_published_lesson_lesson_id FOREIGN KEY(lesson_id) REFERENCES lesson (id)
)
 WITHOUT ROWID;
INSERT INTO published_lesson VALUES('rxf3nwcb2wf4baehufa6qhyg0',1,'ulb87edovqn4kvp5etpl8aaux',1,3,'Why the sky is blue by day','EN','{"1c6kin5xzbg1vva260mric3w8": "example_lesson.png"}','[]');
CREATE INDEX ix_published_lesson_lesson_id_course_id_number ON published_lesson (lesson_id, course_id, number);
CREATE TRIGGER published_lesson_no_delete BEFORE DELETE ON published_lesson BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER published_lesson_no_update BEFORE UPDATE ON published_lesson BEGIN SELECT RAISE(ABORT, 'append only'); END;

DROP TABLE IF EXISTS publishing_policy;
CREATE TABLE publishing_policy (
    organization_id TEXT NOT NULL, 
    version INTEGER NOT NULL, 
    publication TEXT NOT NULL, 
    review_by_somebody_else BOOLEAN NOT NULL, 
    longest_share_days INTEGER, 
    sharing_roles TEXT NOT NULL, 
    updated_at BIGINT NOT NULL, 
    CONSTRAINT pk_publishing_policy PRIMARY KEY (organization_id), 
    CONSTRAINT fk_publishing_policy_organization_id FOREIGN KEY(organization_id) REFERENCES organization (id)
);
INSERT INTO publishing_policy VALUES('mym527oplr4h21w5zfjl6o2kf',0,'anyone',0,NULL,'["owner", "admin", "author"]',1795540863790);

DROP TABLE IF EXISTS rate_card;
CREATE TABLE rate_card (
    procedure TEXT NOT NULL, 
    valid_from BIGINT NOT NULL, 
    credits BIGINT NOT NULL, 
    CONSTRAINT pk_rate_card PRIMARY KEY (procedure, valid_from)
);
INSERT INTO rate_card VALUES('lesson.createStarterLesson',0,1);
INSERT INTO rate_card VALUES('courseRouter.proposeOutline',0,1);
INSERT INTO rate_card VALUES('lesson.suggestBlock',0,1);
INSERT INTO rate_card VALUES('lesson.createTranslation',0,1);
INSERT INTO rate_card VALUES('lesson.suggestTranslation',0,1);

DROP TABLE IF EXISTS reservation;
CREATE TABLE reservation (
    id TEXT NOT NULL, 
    organization_id TEXT NOT NULL, 
    person_id TEXT, 
    state TEXT NOT NULL, 
    credits BIGINT NOT NULL, 
    lease_until BIGINT NOT NULL, 
    spent_day BIGINT NOT NULL, 
    run TEXT, 
    run_row TEXT, 
    created_at BIGINT NOT NULL, 
    closed_at BIGINT, 
    CONSTRAINT pk_reservation PRIMARY KEY (id), 
    CONSTRAINT ck_reservation_never_negative CHECK (credits >= 0), 
    CONSTRAINT fk_reservation_organization_id FOREIGN KEY(organization_id) REFERENCES organization (id), 
    CONSTRAINT fk_reservation_person_id FOREIGN KEY(person_id) REFERENCES person (id)
);
INSERT INTO reservation VALUES('nq7y1yr3nalqtba2axz9ysu3a','mym527oplr4h21w5zfjl6o2kf','vkuvi8r8amqi8a498jr4dv690','settled',0,1795541166459,20781,'r',NULL,1795540866459,1795540866526);
CREATE INDEX ix_reservation_state_lease_until ON reservation (state, lease_until);

DROP TABLE IF EXISTS review;
CREATE TABLE review (
    id TEXT NOT NULL, 
    organization_id TEXT NOT NULL, 
    lesson_id TEXT NOT NULL, 
    number INTEGER NOT NULL, 
    revision INTEGER NOT NULL, 
    verdict TEXT NOT NULL, 
    note TEXT, 
    has_own_edits BOOLEAN NOT NULL, 
    person_id TEXT, 
    at BIGINT NOT NULL, 
    CONSTRAINT pk_review PRIMARY KEY (id), 
    CONSTRAINT fk_review_organization_id FOREIGN KEY(organization_id) REFERENCES organization (id), 
    CONSTRAINT fk_review_lesson_id FOREIGN KEY(lesson_id) REFERENCES lesson (id), 
    CONSTRAINT fk_review_person_id FOREIGN KEY(person_id) REFERENCES person (id)
);
INSERT INTO review VALUES('3y8mmnmjy3ekqqjgqv5sq0paq','mym527oplr4h21w5zfjl6o2kf','ulb87edovqn4kvp5etpl8aaux',1,3,'requested','Please',0,'vkuvi8r8amqi8a498jr4dv690',1795540863973);
INSERT INTO review VALUES('uk7fikqvpvcj8ljfi2bu18uxd','mym527oplr4h21w5zfjl6o2kf','ulb87edovqn4kvp5etpl8aaux',2,3,'approved',NULL,1,'vkuvi8r8amqi8a498jr4dv690',1795540864053);
CREATE UNIQUE INDEX uq_review_lesson_id_number ON review (lesson_id, number);

DELETE FROM sqlite_schema WHERE name='search_passage' AND type='table';
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql) VALUES('table','search_passage','search_passage',0,'CREATE VIRTUAL TABLE search_passage USING fts5(words, tokenize=''ascii'')');

DROP TABLE IF EXISTS search_passage_config;
CREATE TABLE 'search_passage_config'(k PRIMARY KEY, v) WITHOUT ROWID;
INSERT INTO search_passage_config VALUES('version',4);

DROP TABLE IF EXISTS search_passage_content;
CREATE TABLE 'search_passage_content'(id INTEGER PRIMARY KEY, c0);

DROP TABLE IF EXISTS search_passage_data;
CREATE TABLE 'search_passage_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO search_passage_data VALUES(1,X'');
INSERT INTO search_passage_data VALUES(10,X'00000000000000');

DROP TABLE IF EXISTS search_passage_docsize;
CREATE TABLE 'search_passage_docsize'(id INTEGER PRIMARY KEY, sz BLOB);

DROP TABLE IF EXISTS search_passage_idx;
CREATE TABLE 'search_passage_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

DELETE FROM sqlite_schema WHERE name='search_text' AND type='table';
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql) VALUES('table','search_text','search_text',0,'CREATE VIRTUAL TABLE search_text USING fts5(words, tokenize=''ascii'')');

DROP TABLE IF EXISTS search_text_config;
CREATE TABLE 'search_text_config'(k PRIMARY KEY, v) WITHOUT ROWID;
INSERT INTO search_text_config VALUES('version',4);

DROP TABLE IF EXISTS search_text_content;
CREATE TABLE 'search_text_content'(id INTEGER PRIMARY KEY, c0);
INSERT INTO search_text_content VALUES(2986093261132660992,'why the sky is blue by day');
INSERT INTO search_text_content VALUES(2986093261132660993,'sky');
INSERT INTO search_text_content VALUES(2986093261132660995,'§image somebody stands on the curved earth below a thin layer of air from the sun overhead a white ray comes the short way through the air from the sun on the horizon a ray runs far along inside the air blue light leaves it in all directions and what arrives is red at noon and in the evening the same air a short way and a long one the air is drawn thicker than it is');
INSERT INTO search_text_content VALUES(2986093261132661011,'§reflection a thin mist or the smoke of a fire sometimes looks bluish before a dark forest and brownish before a bright sky what does this tell you about the size of its particles and which of the two views is the noon and which the sunset');
INSERT INTO search_text_content VALUES(2986093261132661018,'§callout never look straight into the sun to see its colour not even in the evening through thin cloud it damages the eyes without hurting');
INSERT INTO search_text_content VALUES(2986093261132661043,'§heading why the sky is blue by day');
INSERT INTO search_text_content VALUES(2986093261132661046,'§keyterms wavelength the distance from one crest of a wave to the next for light what we see as colour scattering light is sent on in other directions by something that it meets without being used up rayleigh scattering scattering by things much smaller than the wavelength it is strongest for short waves named after lord rayleigh who explained the sky with it in 1871');
INSERT INTO search_text_content VALUES(2986093261132661070,'§fillin scattering by things much smaller than the wavelength is called scattering it sends on light more than red light rayleigh blue violet it is named after lord rayleigh and it is strongest for short waves');
INSERT INTO search_text_content VALUES(2986093261132661073,'§ordering put these in the order of their wavelength the shortest first violet light blue light green light orange light red light along the rainbow from its inner edge to its outer one the wavelength grows');
INSERT INTO search_text_content VALUES(2986093261132661113,'§heading and why not violet §summary sunlight is a mixture of colours each of another wavelength molecules of the air scatter short waves far more nearly six times as much blue as red by day we see the blue that was scattered in the evening the red that is left of a long way through the air droplets in clouds are larger than the wavelength and scatter all colours alike clouds are white');
INSERT INTO search_text_content VALUES(2986093261132661124,'§text violet is scattered even more than blue but three things are against it the sun sends out less of it some is taken up high in the atmosphere and our eyes are less sensitive to it what arrives a mixture of all colours with much blue and violet in it looks blue to us');
INSERT INTO search_text_content VALUES(2986093261132661142,'§text in the atmosphere light meets molecules of nitrogen and oxygen they are about a thousand times smaller than its wavelength a molecule that the light passes sends a tiny part of it on in all directions it scatters the light how much depends strongly on the wavelength at half the wavelength sixteen times as much is scattered blue light of 450 nanometres is scattered nearly six times as much as red light of 700 so blue light comes to your eye from every part of the sky by way of the air while the rest comes mostly straight from the sun');
INSERT INTO search_text_content VALUES(2986093261132661155,'§quiz why is the sky blue during the day air scatters blue light to us from all directions more than red light yes the blue that was sent aside reaches you from everywhere in the sky the sky reflects the blue of the sea it is the other way round in part the sea reflects the sky far from any sea the sky is just as blue air is a blue gas as ink is a blue liquid then the sun would look blue through it and bluest in the evening when there is most air in between it looks red the sun sends out more blue light than any other sunlight is white all colours are in it seen from space the sun is white and the sky black');
INSERT INTO search_text_content VALUES(2986093261132661161,'§text sunlight looks white the air in a room looks like nothing at all and yet a sky made of just these two is blue at noon and red in the evening the reason fits into one idea air sends some colours aside more readily than others this lesson takes about ten minutes it needs no formula');
INSERT INTO search_text_content VALUES(2986093261132661164,'§example the same light in the evening at noon sunlight crosses the atmosphere by the shortest way when the sun stands on the horizon its light goes through nearly forty times as much air on that way most of the blue is scattered out of the beam over other people s heads where it makes their daytime sky what is left when the beam reaches you is short of blue and rich in orange and red the red of a sunset and the blue of noon are one effect seen from two sides you look at what was taken out of the beam or at what is left of it');
INSERT INTO search_text_content VALUES(2986093261132661167,'§text a prism or a raindrop spreads sunlight into a band of colours each colour is light of another wavelength violet has the shortest that we can see about 400 nanometres red the longest about 700 a nanometre is a millionth of a millimetre so hundreds of waves of light fit across a hair in space there is nothing for the light to meet it goes straight on and beside the sun the sky is black');
INSERT INTO search_text_content VALUES(2986093261132661180,'§heading white light is a mixture');
INSERT INTO search_text_content VALUES(2986093261132661181,'§heading air scatters blue the most §matching what scatters the light in each of these a blue sky molecules of the air a white cloud droplets of water the sky of mars by day fine dust the smaller the things are beside the wavelength the more they prefer short waves');
INSERT INTO search_text_content VALUES(2986093261132661209,'§quiz which of these follow from what you have read choose all that do on the moon which has no air the sky is black in the daytime yes without air nothing sends light to you from beside the sun on high mountains the sky overhead is darker than at the coast yes there is less air above you so less light is scattered towards you the red light of a sunset was made by the air air adds no red it was in the sunlight all the time the blue was taken out on mars the sky must be as blue as ours not so its thin air is full of fine dust which scatters otherwise by day the sky there is yellowish brown and around the setting sun it is blue');
INSERT INTO search_text_content VALUES(2986093261132661218,'§quiz cloud droplets are far larger than the wavelength of light and scatter all colours about alike what colour do you expect of a cloud in full sunlight blue as the sky is blue needs something that prefers short waves that is true only of things much smaller than the wavelength such as molecules white yes when all colours of white light are scattered alike the mixture stays white red because its droplets are large large droplets do not prefer red they prefer nothing clouds turn red only when the light that falls on them is red already as at sunset');
INSERT INTO search_text_content VALUES(2986093261132661231,'§objectives say what happens to sunlight on its way through the air explain with one cause why the sky is blue and a sunset red tell why clouds are white though they hang in the same light find the fault in two popular explanations');
INSERT INTO search_text_content VALUES(2986093261132661235,'§shortanswer explain to a friend in two or three sentences why the same air makes a blue noon and a red sunset air scatters blue light far more than red at noon the scattered blue reaches us from every part of the sky in the evening the light comes a long way through the air most of its blue is scattered out of it and what reaches us is red');
INSERT INTO search_text_content VALUES(2986093261132661248,'tides');
INSERT INTO search_text_content VALUES(2986093261132661294,'§authornote summary name the points that learners should still know next week');
INSERT INTO search_text_content VALUES(2986093261132661322,'§heading tides');
INSERT INTO search_text_content VALUES(2986093261132661361,'§authornote objectives say in two to four points what learners can do after the lesson begin each one with a verb name explain compare choose carry out');
INSERT INTO search_text_content VALUES(2986093261132661376,'§authornote example describe a real case that the learners know the situation who is involved where and what has to be done the steps what is done and in which order the result how to see that it worked');
INSERT INTO search_text_content VALUES(2986093261132661401,'§authornote planning sheet made without ai there is nothing here but the words of the topic notes like this one say what is missing and only authors see them put what learners are to read in place of each note then delete the note when none is left the lesson can be shared');
INSERT INTO search_text_content VALUES(2986093261132661411,'§authornote parts divide the matter into three to five parts give each one a heading and explain it in two or three sentences');
INSERT INTO search_text_content VALUES(2986093261132661416,'§authornote question ask about something that is often mistaken give three or four answers and say of each why it is right or wrong');
INSERT INTO search_text_content VALUES(2986093261132661504,'trashed');

DROP TABLE IF EXISTS search_text_data;
CREATE TABLE 'search_text_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO search_text_data VALUES(1,X'1F8B53');
INSERT INTO search_text_data VALUES(10,X'0000000002032100010101010002110102120102');
INSERT INTO search_text_data VALUES(137438953473,X'0000001808307472617368656494DC97C08080808300020204');
INSERT INTO search_text_data VALUES(2336462209025,X'00000F1905303138373194DC97C080808081360242010334303094DC97C080808081AF021F0202353094DC97C08080808196023F010337303094DC97C08080808196024C19022501016194DC97C080808081030A0A0B121F0610080309080823020A43040A2D0B022912061009090D0447080604090B030251030E0305071D05050C0D02060204626F757494DC97C08080808113021E8103020F13023406041E08020563726F737394DC97C080808081AF023502046674657294DC97C08080808136023818021C02066761696E737494DC97C08080808184020E0202697294DC97C080808081030A0E1010170B760415271D025E0D060B3C1E0604072303022302046C696B6594DC97C08080808179024703016C94DC97C0808080810302307602450B022C1202250D04126406020F03036F6E6794DC97C0808080810302274E021802026E6494DC97C080808081030632090C100613130B3B021F2B0403420B041F1412020B0D04582A0604100F030648060903024603056F7468657294DC97C08080808179021036021403017994DC97C080808081A3043D340202726594DC97C08080808179043E0D0B040D1712020E0D02760902580305726976657394DC97C0808080810302348101022802017394DC97C08080808136021443041E051D063810040D044309090221030369646594DC97C080808081A3021E06022C02017494DC97C0808080810302378113023213040E0F0306095A0B03086D6F73706865726594DC97C08080808184021E12020516020E010462616E6494DC97C080808081AF020C020365616D94DC97C080808081AC063013290304666F726594DC97C08080808113040F080303696E6794DC97C08080808136022403036C6F7794DC97C08080808103020903047369646594DC97C080808081AF02470305747765656E94DC97C080808081A3026302046C61636B94DC97C080808081A30481030C024D0302756594DC97C08080808100020603022B3002071B02170302102804200A0B0609290812043C140D1207080F121C0608091906021A03062A1F100502737494DC97C080808081A30259040369736894DC97C08080808113020E0205726967687494DC97C08080808113021703066F776E69736894DC97C0808080811302140202757494DC97C08080808184020A02017994DC97C08080808136041E0E1802042B02231D025A16020F010663616C6C656494DC97C0808080814E020C03016E94DC97C080808081AF021C02046C6F756494DC97C0808080811A021406017394DC97C08080808179043D0D02056F6C6F757294DC97C0808080811A020C1C021579021007017394DC97C08080808179040D3B0B022D1F027506022B06020E03036D657394DC97C080808081030216811304501402047265737494DC97C08080808136020803056F7373657394DC97C080808081AC020C0205757276656494DC97C080808081030207010764616D6167657394DC97C0808080811A02160302726B94DC97C08080808113021103017994DC97C0808080817902242A020A040474696D6594DC97C080808081AC023A02066570656E647394DC97C08080808196022D02096972656374696F6E7394DC97C08080808103023133021D6002260D021303067374616E636594DC97C08080808136020502036F657394DC97C08080808113021A02047261776E94DC97C08080808103024A03066F706C65747394DC97C08080808179023B02057572696E6794DC97C080808081A3020801046561636894DC97C08080808179020E36020F030372746894DC97C080808081030208020364676594DC97C08080808151021E0205666665637494DC97C080808081AC025A020376656E94DC97C0808080811A020E6A02060503696E6794DC97C08080808103023C1702115F022E2A025C0602210302080402727994DC97C0808080819602550605776865726594DC97C080808081A30222020878706C61696E656494DC97C08080808136023C0202796594DC97C08080808196025304017394DC97C0808080811A02186A0221010366617294DC97C0808080810302267602192A023B020369726594DC97C08080808113020B0402737494DC97C08080808151020D03017494DC97C080808081AF023404017394DC97C080808081A9022402026F7294DC97C08080808136040F2718022361023D040365737494DC97C08080808113021204046D756C6194DC97C080808081A9023A0402747994DC97C080808081AC021F0203726F6D94DC97C08080808103040F103302061B021B450454130D0811121D4009025C010367617394DC97C080808081A3024902036F657394DC97C080808081AC021C03024302047265656E94DC97C08080808151021203036F777394DC97C08080808151022501046861697294DC97C080808081AF023703026C6694DC97C08080808196023303017394DC97C080808081AF021702046561647394DC97C080808081AC0235020369676894DC97C08080808184021B02066F72697A6F6E94DC97C0808080810302228129021903017794DC97C08080808196022B0207756E647265647394DC97C080808081AF022F03057274696E6794DC97C0808080811A021A01046964656194DC97C080808081A9022702016E94DC97C08080808103042F0D17020F1C041B281B020528042C120B041C19120403230D0A2313280A17060408190304064603023803016B94DC97C080808081A3024B03036E657294DC97C08080808151021D03047369646594DC97C0808080810302280302746F94DC97C0808080811A0206810F022506020A02017394DC97C080808081000205030635160710022A2002060304181C18060B11092B04092B0B04041612043A090D10042D14070815150E06021903082B14092A0308111915130D020502017494DC97C08080808103042E211702151C0621121118060E0D0936080F091210120422070D082E2B0F160602370304373A03024203017394DC97C08080808113022207020B37041C0645021516021A01046A75737494DC97C080808081A3024206021601066C617267657294DC97C08080808179023F030379657294DC97C08080808103020C0205656176657394DC97C08080808103022D0302667494DC97C08080808179023333043E310302737394DC97C0808080818404141105026F6E94DC97C080808081A9023202046967687494DC97C08080808103022C3304100918041106030A0F04040404450C061711150F070D060E0B5809040518030612230E0D020403026B6594DC97C080808081A9020C03047175696494DC97C080808081A3024F02036F6E6794DC97C080808081030245760236050365737494DC97C080808081AF022303026F6B94DC97C0808080811A02048109025409026005017394DC97C08080808113020D7102351F0265060404090302726494DC97C08080808136023918021D01046D61646594DC97C080808081A9021403036B657394DC97C080808081AC0238020365657494DC97C080808081AF024105017394DC97C0808080813602226002070209696C6C696D6574726594DC97C080808081AF022D06046F6E746894DC97C080808081AF022A03056E7574657394DC97C080808081A902360302737494DC97C0808080811302050305787475726594DC97C08080808179020B0B022A38020702076F6C6563756C6594DC97C08080808196021809017394DC97C0808080817902121D02080302726594DC97C0808080814E02122B021A0B02071F04145906022D0302737494DC97C080808081A3026009022705026C7994DC97C080808081960263020375636894DC97C08080808136022C1802062B021F0B022F12062C0F1016022201056E616D656494DC97C08080808136023718021B03076E6F6D6574726594DC97C080808081AF02270A017394DC97C08080808196024019022002056561726C7994DC97C08080808179021B1D024316021E030365647394DC97C080808081A90238030376657294DC97C0808080811A02030302787494DC97C08080808136020E02076974726F67656E94DC97C08080808196020A02016F94DC97C080808081A9023903026F6E94DC97C08080808103023810022C8116021C03040A4F03017494DC97C0808080811A020D5F0205040468696E6794DC97C080808081A9020D06023C01026F6694DC97C08080808103020D1006091A072302091B020828080C0506230B041518120C091A1F0F0E070D022B060215030E28081A0C08120A030A0D081A070402016E94DC97C0808080810304051D33021A1802104804230E1604170F03024503016594DC97C0808080810302463302071B022258022603025902017294DC97C080808081130206811902690302050304616E676594DC97C0808080815102145B024B030364657294DC97C08080808151020702047468657294DC97C08080808136021C6D04314109023206017394DC97C080808081A902300202757294DC97C08080808184022003017494DC97C0808080818402131F026A09042D3A0402657294DC97C080808081510221020376657294DC97C080808081AC023105046865616494DC97C0808080810302120205787967656E94DC97C08080808196020C01047061727494DC97C080808081960420380D0235050569636C657394DC97C08080808113022303047373657394DC97C08080808196021C0205656F706C6594DC97C080808081AC023302047269736D94DC97C080808081AF02040202757494DC97C08080808151020301077261696E626F7794DC97C08080808151021A050464726F7094DC97C080808081AF020703017994DC97C0808080810304151104056C6569676894DC97C080808081360427151804160A020665616368657394DC97C080808081A3021F090242040464696C7994DC97C080808081A9022E0403736F6E94DC97C080808081A9022303016494DC97C0808080810302364B0214030216280422101D02490D04165206021E03044D040302210306666C6563747394DC97C080808081A30428120302737494DC97C080808081960261020369636894DC97C080808081AC024902036F6F6D94DC97C080808081A9020A0303756E6494DC97C080808081A302330203756E7394DC97C08080808103022501017394DC97C080808081AC02340203616D6594DC97C08080808103023E81290204020663617474657294DC97C080808081790416300802656494DC97C08080808179022B0B020512043B0916022C0803696E6794DC97C08080808136061614031804030C08017394DC97C0808080819602280D020C0202656194DC97C080808081A3062D0C0903016594DC97C0808080811A020A1C02134302260411100F133E1C12141326111E1334150F1D161E131B1B11121210101112153B0F1012130F1B130E110F181B15111212140F1111131F131011131214101012131F0F12150F1116100F0E0E1610110F2410131110110F0E1110170E141211370E1011164A361B1413101213100F390F111310161812111010111611120F1814111C120F211514111810100F140E1A111442201A151410180E0F150F10111215121112110F14110F1716111029140F101010100E141419161111');
INSERT INTO search_text_data VALUES(2336462209026,X'0004078D94DC97C080808081AF021D05307365656E94DC97C080808081A3027909025B03036E647394DC97C0808080814E020F36021212021D0D0269060229040673697469766594DC97C08080808184022404017494DC97C0808080813602196D021D0204686F727494DC97C0808080810304182B3302351802242B0217330245060365737494DC97C08080808151020C5B021103021902046964657394DC97C080808081AC025E03017894DC97C08080808179021C1D024404047465656E94DC97C08080808196023603027A6594DC97C08080808113022002026B7994DC97C08080808100020413021820020503023E6002590D0C06210415084406021303023B03024B02066D616C6C657294DC97C08080808136022D18020748021303036F6B6594DC97C08080808113020802016F94DC97C08080808196024D19022E03026D6594DC97C08080808184021725022A0504626F647994DC97C08080808103020305057468696E6794DC97C08080808136021F0604696D657394DC97C08080808113020C02047061636594DC97C080808081A3027B0C02390305726561647394DC97C080808081AF0208020574616E647394DC97C08080808103020481290216030672616967687494DC97C0808080811A02057C026419024404066F6E6765737494DC97C08080808136023318022207026C7994DC97C08080808196022E0202756E94DC97C080808081030411101702086A02111202670D0652181709021503024904056C6967687494DC97C0808080817902082A027106020303020B030209040373657494DC97C08080808113023081190252010574616B656E94DC97C08080808184021928026405017394DC97C080808081A902330203656C6C94DC97C08080808113021C03016E94DC97C080808081A90235020368616E94DC97C08080808103024C33022E1804080D2B02400B02081202140D04155B06022F04017494DC97C0808080813602204304290A1D02190D021B09022503021A03016594DC97C0808080810002030314060C090605050A14040C100A071A0A06060706070B091902040308040B241018020903080607100C280C141508040C0A0B04100F12120418110906260705080D200506120D04050506080508140C0E17070606061C040318030608050606130813100815030A180C1E0C040402697294DC97C0808080815102095B023904016E94DC97C080808081A302500402726594DC97C080808081A3025E0C023A0402736594DC97C08080808151020458021704017994DC97C08080808196020D030569636B657294DC97C08080808103024B04016E94DC97C08080808103020B1002040702130502677394DC97C08080808136022B18020536020C04017394DC97C08080808113021B8116023103066F7573616E6494DC97C080808081960211030372656594DC97C08080808184020B04046F75676894DC97C08080808103021A1702125F02382A025609021D0204696D657394DC97C08080808179021D1D0612271016022003026E7994DC97C08080808196021F02016F94DC97C0808080811A02091C020C1B021F330425141202510D020F0C02400202776F94DC97C0808080811302288116021803025D0102757094DC97C0808080813602264E021A02017394DC97C0808080818402381F02100302656494DC97C0808080813602250105766965777394DC97C08080808113022903046F6C657494DC97C0808080814E021803020E2802060B0403312B0216010377617394DC97C08080808179022A2A021C0902630302766594DC97C08080808136020B05066C656E67746894DC97C0808080813604032F18020A03040A1C280411331D06161D0619021505017394DC97C0808080813602361802252B021836023103017994DC97C0808080810304192B7602371D025B0D02320904121602016594DC97C08080808136021243022536021B020368617494DC97C0808080810302331002192302114E022728063C280B0302656E94DC97C080808081A3025D0904132E0402726594DC97C080808081AC0236030369636894DC97C0808080811304250B04026C6594DC97C08080808196025F0402746594DC97C08080808103021476024A2A04730E06020513020303016F94DC97C08080808136023B03017994DC97C0808080810002023302034602042A0203020369746894DC97C08080808136023F4E022E05036F757494DC97C0808080811A02191C022302046F756C6494DC97C080808081A30253010379657394DC97C080808081A3021803017494DC97C080808081A9021102026F7594DC97C08080808113021D811002200904431E04017294DC97C0808080819602520109C2A763616C6C6F757494DC97C0808080811A020203076578616D706C6594DC97C080808081AC0202030666696C6C696E94DC97C0808080814E0202030768656164696E6794DC97C0808080813302024602024302020305696D61676594DC97C08080808103020203086B65797465726D7394DC97C08080808136020203086F72646572696E6794DC97C08080808151020203047175697A94DC97C080808081A30202030A7265666C656374696F6E94DC97C080808081130202030773756D6D61727994DC97C08080808179020703047465787494DC97C0808080818402021202021302020602020F141C13111E161111110F2C1910111211121114121619160F241E14150E100E271E7B120E12120E1214151213101D190F211612110F121E160F27171C141E130F110F1C0E17131311100E170E1614131A121515111714');
INSERT INTO search_text_data VALUES(2473901162497,X'00000F1802306194DC97C080808081BD0411091C02480902190D02180408050E06207E02150F020523020F0204626F757494DC97C080808081E20211814602050402766594DC97C080808081D9023B020364647394DC97C080808081D9025002046674657294DC97C08080808271020E02016994DC97C08080808299020703017294DC97C080808081BD0403161C0C160C1C16032116020D04060F0B2202046C696B6594DC97C080808081E204123203016C94DC97C080808081D9040D4D09040F2E0305726561647994DC97C080808081E2026302026E6494DC97C080808081D9027F09020D0D021704041430810D04120D19021A0A02110502100305737765727394DC97C080808082A8020F0202726594DC97C080808081BD022A2506053D0D0D021E812A022203046F756E6494DC97C080808081D904810002017394DC97C080808081D904660409061F193003016B94DC97C080808082A8020402017494DC97C080808081D9023309026511022002067574686F727394DC97C08080808299021C0102626594DC97C080808081D90265812702161902350305636175736594DC97C080808081E20248030367696E94DC97C08080808271021103047369646594DC97C080808081BD022B1C022702046C61636B94DC97C080808081D9021A0302756594DC97C080808081000306330307810A04050F1C065C0D2109041E070D02160408120A0C1A0204726F776E94DC97C080808081D9027E0202757494DC97C08080808299020C02017994DC97C080808081000207330208810A02221C044C2D010363616E94DC97C08080808271020C280234030372727994DC97C08080808271021B0302736594DC97C080808082800207030375736594DC97C080808081EF02110205686F6F736594DC97C080808081D9020C8118021A02046C6F756494DC97C080808081BD021A2504031906017394DC97C080808081E202560D021D02046F61737494DC97C080808081D9023503046C6F757294DC97C080808081E2021407017394DC97C080808081E204102E03036D657394DC97C080808081F3023204047061726594DC97C08080808271021901066461726B657294DC97C080808081D9023103017994DC97C080808081000208330209810A02231C0278040474696D6594DC97C080808081D9021D0205656C65746594DC97C08080808299022B030673637269626594DC97C0808080828002040205697669646594DC97C080808082A3020402016F94DC97C080808081D9020F0904153C810F020D03026E6594DC97C080808082800417070207726F706C65747394DC97C080808081BD021B2506044806020375737494DC97C080808081BD02251C027301046561636894DC97C080808081BD020E813402122802280A020D050213020676656E696E6794DC97C080808081F3022F0402727994DC97C080808081F30228020678616D706C6594DC97C08080808280020303047065637494DC97C080808081E2021704046C61696E94DC97C080808081EF020E0402037E021832021206076E6174696F6E7394DC97C080808081EF022D010566616C6C7394DC97C080808081E2025E03017294DC97C080808081E2020611021C0303756C7494DC97C080808081EF02290203696E6494DC97C080808081EF022704016594DC97C080808081BD02241C02720302766594DC97C080808082A3020A02056F6C6C6F7794DC97C080808081D902060302757294DC97C08080808271020837020E02057269656E6494DC97C080808081F3020603026F6D94DC97C080808081D90407211A02270203756C6C94DC97C080808081D9027009021C01046769766594DC97C080808082A3020C05020B010468616E6794DC97C080808081EF022203057070656E7394DC97C080808081EF020503017394DC97C080808081D90214812702140302766594DC97C080808081D9020A0206656164696E6794DC97C080808082A302100302726594DC97C08080808299020B020369676894DC97C080808081D9022B02026F7794DC97C0808080828002230102696E94DC97C080808081BD020D1C041B3C09021B0D042309040407287E02050F021E1902250A02140302746F94DC97C080808082A302070306766F6C76656494DC97C08080808280021002017394DC97C08080808100030533030681260E19190A0A310F0B0906220B380D021504043D0B810D040F0E190609111A0F04081002017494DC97C080808081D90453331A0241810D022723021305021503017394DC97C080808081D9026C0902490D020904023B01046B6E6F7794DC97C0808080822E020B52020B01056C6172676594DC97C080808081E2044C0306017294DC97C080808081E2020702076561726E65727394DC97C0808080822E020843020B0F020A1902210302667494DC97C0808080829902310302737394DC97C080808081D904390705026F6E94DC97C08080808271021028023302046967687494DC97C080808081BD020C1C06231E0909060C351F0D022604041B1803026B6594DC97C08080808299021302036F6E6794DC97C080808081F3023401046D61646594DC97C080808081D9024B8140020503036B657394DC97C080808081F302100302727394DC97C080808081BD02211C026103047474657294DC97C080808082A302060206697373696E6794DC97C080808082990219040574616B656E94DC97C080808082A8020A0305787475726594DC97C080808081E2024402086F6C6563756C657394DC97C080808081BD021425023703026F6E94DC97C080808081D902120302726594DC97C080808081BD022F36021D0302737494DC97C080808081BD02073602390307756E7461696E7394DC97C080808081D9022C020375636894DC97C080808081E202300302737494DC97C080808081D9026401046E616D6594DC97C0808080822E020443021702046565647394DC97C080808081E202240302787494DC97C0808080822E020C02016F94DC97C080808081D904153E03026E6594DC97C08080808299022F03026F6E94DC97C080808081F304131003017494DC97C080808081D9026A09025004016594DC97C0808080829904290605017394DC97C080808082990212040468696E6794DC97C080808081D902210902558137020A010A6F626A6563746976657394DC97C08080808271020302016694DC97C080808081BD080F0809061C0604452C09080B0F181111062A12088126040F1A0F0212030374656E94DC97C080808082A8020902016E94DC97C080808081D906101C3809025F0D020803016594DC97C080808081EF0210810202132802150A020E03026C7994DC97C080808081E2042D2E8137021B02017294DC97C080808081F302098130021605040D0D030364657294DC97C0808080828002200208746865727769736594DC97C080808081D90276020375727394DC97C080808081D9026903017494DC97C080808081D9025F1A023F7E021C02077665726865616494DC97C080808081D9022F01047061727494DC97C080808081F3022905017394DC97C080808082A304030A02046C61636594DC97C08080808299022604056E6E696E6794DC97C08080808299020302056F696E747394DC97C0808080822E0206430209030570756C617294DC97C080808081EF022C0205726566657294DC97C080808081BD02312504510507017394DC97C080808081E202270202757494DC97C08080808299021F01087175657374696F6E94DC97C080808082A8020301077265616368657394DC97C080808081F304252104016494DC97C080808081D9020B8140022404016C94DC97C08080808280020603016494DC97C080808081D904450F0908470D080C0D021A0406160B2A030473756C7494DC97C08080808280022202046967687494DC97C080808082A80217010473616D6594DC97C080808081EF022504020E03017994DC97C080808081EF0203810202042802160F0211020663617474657294DC97C080808081E2020E0802656494DC97C080808081D902410902411104231D08017394DC97C080808081BD0404081C02751A02190202656594DC97C08080808280022519021D03036E647394DC97C080808081D90222040674656E63657394DC97C080808081F3020B8130021803057474696E6794DC97C080808081D90481020205686172656494DC97C080808082990236030365657494DC97C08080808299020403036F727494DC97C080808081BD02322502280403756C6494DC97C0808080822E020902086974756174696F6E94DC97C08080808280020D02026B7994DC97C080808081000304010202320305810A04130E1C08181837190902210D021404022C02066D616C6C657294DC97C080808081BD022725023102016F94DC97C080808081D9043D3003076D657468696E6794DC97C080808081E202258146020602047461797394DC97C080808081E20245030365707394DC97C0808080828002190303696C6C94DC97C0808080822E020A020375636894DC97C080808081E2023503056D6D61727994DC97C0808080822E020303016E94DC97C080808081D904295C04056C6967687494DC97C080808081D9025709021D0D0207040373657494DC97C080808081D902490902660D0219040217010574616B656E94DC97C080808081D9025E0203656C6C94DC97C080808081EF021B020368616E94DC97C080808081D902320904082C11021E04017494DC97C080808081D9020E09062606354C02075204082028020703016594DC97C080808081000303330304810A1006070D0A0A0406041C1C1108070E0709120B0B050409190A090A091915121A0D080C091306040C0D170B0504093B020543020F0F0809050E0B19080D051E080A020504016D94DC97C080808081E202608137021E04016E94DC97C08080808299022A0402726594DC97C080808081D9043746814002080402736594DC97C080808081BD02101C020504017994DC97C080808081BD02302502530D02210302696E94DC97C080808081D9026D0502677394DC97C080808081BD022925022F04017394DC97C08080808299021403046F75676894DC97C080808081EF0220030372656594DC97C080808081F3020A813004081105020C04046F75676894DC97C080808081EF020B04023602046964657394DC97C0808080820002024A020303026D6594DC97C080808081D9025A02016F94DC97C080808081D902241602060402047E02070F0415111902230A0209030370696394DC97C0808080829902110305776172647394DC97C080808081D90242020372756594DC97C080808081E2022C020375726E94DC97C080808081E202570202776F94DC97C080808081EF020427150F10110E1F12131227121B12140E1413161210141129110F1913100F1016151111110F1011131811121312161019131E130F13111A1412111010110F1212121313141112120F130F100F2A0F13351C1714130E1D0F1012220F1015101211131212180F121214100F14110F0F0F10110F0E18172910161814161015101414110F11121512160E0F1515120E1D1111141813161512101713121013101529160F1811101010120F18191210171D56120E1412140F120E111814140F2110121010');
INSERT INTO search_text_data VALUES(2473901162498,X'000502792B94DC97C080808081F302087E02063202150330757394DC97C080808081F304262101047665726294DC97C080808082710216010377617394DC97C080808081D9064A0C0B030374657294DC97C080808081BD021D030876656C656E67746894DC97C080808081BD022D25040A2C05017394DC97C080808081BD023325022903017994DC97C080808081EF020A040235020365656B94DC97C0808080822E020D020368617494DC97C080808081BD02091C02080902130D02040402437E020A0F0413091904170B0302656E94DC97C080808081E2043A228137022E0402726594DC97C080808082800211030369636894DC97C080808081D9060312638127021F0402746594DC97C080808081BD0219250638080A0D021F03016F94DC97C08080808280020E03017994DC97C080808081000302330303813C04120C04020C81350214020369746894DC97C080808081EF020F8102021405036F757494DC97C080808081D9021F8140020602046F72647394DC97C08080808299020E04036B656494DC97C0808080828002280204726F6E6794DC97C080808082A80219010979656C6C6F7769736894DC97C080808081D9027D03017394DC97C080808081D9041E1A09023902026F7594DC97C080808081D908091E1909090216010CC2A7617574686F726E6F746594DC97C0808080822E02024302020F02021902020A0202050202030768656164696E6794DC97C080808081330302810A0202810D020203086D61746368696E6794DC97C080808081BD0208030A6F626A6563746976657394DC97C080808081EF020203047175697A94DC97C080808081D90202090202030B73686F7274616E7377657294DC97C080808081F3020216101112101911111027140F16170E1D1414111011161215281C151714');

DROP TABLE IF EXISTS search_text_docsize;
CREATE TABLE 'search_text_docsize'(id INTEGER PRIMARY KEY, sz BLOB);
INSERT INTO search_text_docsize VALUES(2986093261132660992,X'07');
INSERT INTO search_text_docsize VALUES(2986093261132660993,X'01');
INSERT INTO search_text_docsize VALUES(2986093261132660995,X'4D');
INSERT INTO search_text_docsize VALUES(2986093261132661011,X'2F');
INSERT INTO search_text_docsize VALUES(2986093261132661018,X'19');
INSERT INTO search_text_docsize VALUES(2986093261132661043,X'08');
INSERT INTO search_text_docsize VALUES(2986093261132661046,X'41');
INSERT INTO search_text_docsize VALUES(2986093261132661070,X'24');
INSERT INTO search_text_docsize VALUES(2986093261132661073,X'24');
INSERT INTO search_text_docsize VALUES(2986093261132661113,X'49');
INSERT INTO search_text_docsize VALUES(2986093261132661124,X'37');
INSERT INTO search_text_docsize VALUES(2986093261132661142,X'66');
INSERT INTO search_text_docsize VALUES(2986093261132661155,X'8102');
INSERT INTO search_text_docsize VALUES(2986093261132661161,X'39');
INSERT INTO search_text_docsize VALUES(2986093261132661164,X'6E');
INSERT INTO search_text_docsize VALUES(2986093261132661167,X'4C');
INSERT INTO search_text_docsize VALUES(2986093261132661180,X'06');
INSERT INTO search_text_docsize VALUES(2986093261132661181,X'32');
INSERT INTO search_text_docsize VALUES(2986093261132661209,X'8105');
INSERT INTO search_text_docsize VALUES(2986093261132661218,X'65');
INSERT INTO search_text_docsize VALUES(2986093261132661231,X'2C');
INSERT INTO search_text_docsize VALUES(2986093261132661235,X'46');
INSERT INTO search_text_docsize VALUES(2986093261132661248,X'01');
INSERT INTO search_text_docsize VALUES(2986093261132661294,X'0C');
INSERT INTO search_text_docsize VALUES(2986093261132661322,X'02');
INSERT INTO search_text_docsize VALUES(2986093261132661361,X'1B');
INSERT INTO search_text_docsize VALUES(2986093261132661376,X'27');
INSERT INTO search_text_docsize VALUES(2986093261132661401,X'35');
INSERT INTO search_text_docsize VALUES(2986093261132661411,X'17');
INSERT INTO search_text_docsize VALUES(2986093261132661416,X'18');
INSERT INTO search_text_docsize VALUES(2986093261132661504,X'01');

DROP TABLE IF EXISTS search_text_idx;
CREATE TABLE 'search_text_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
INSERT INTO search_text_idx VALUES(1,X'',2);
INSERT INTO search_text_idx VALUES(17,X'',2);
INSERT INTO search_text_idx VALUES(17,X'307365656E',4);
INSERT INTO search_text_idx VALUES(18,X'',2);
INSERT INTO search_text_idx VALUES(18,X'3075',4);

DROP TABLE IF EXISTS service;
CREATE TABLE service (
    "key" TEXT NOT NULL, 
    value TEXT NOT NULL, 
    CONSTRAINT pk_service PRIMARY KEY ("key")
);
INSERT INTO service VALUES('epoch','31t5gunlyxj9bjg4ke10xenfu');
INSERT INTO service VALUES('service_id','7ksn0bdbyrs6ov7gzfxd25xwc');
INSERT INTO service VALUES('checking','0001795540919028 3azv3a2dj7h47wr7heqrpfxci');

DROP TABLE IF EXISTS session;
CREATE TABLE session (
    id TEXT NOT NULL, 
    token_sha256 TEXT NOT NULL, 
    person_id TEXT NOT NULL, 
    label TEXT NOT NULL, 
    created_at BIGINT NOT NULL, 
    last_seen_at BIGINT NOT NULL, 
    idle_until BIGINT NOT NULL, 
    absolute_until BIGINT NOT NULL, 
    revoked_at BIGINT, 
    CONSTRAINT pk_session PRIMARY KEY (id), 
    CONSTRAINT fk_session_person_id FOREIGN KEY(person_id) REFERENCES person (id), 
    CONSTRAINT uq_session_token_sha256 UNIQUE (token_sha256)
);
INSERT INTO session VALUES('f6wjr8vroh6boymfeoumwknby','d813c6d894dcce314fca8812a88318976f2054b03f14ccac63afc3a1688ce481','vkuvi8r8amqi8a498jr4dv690','admin',1795540839123,1795540839123,1798132839123,1803316839123,NULL);
CREATE INDEX ix_session_person_id ON session (person_id);

DROP TABLE IF EXISTS source;
CREATE TABLE source (
    id TEXT NOT NULL, 
    organization_id TEXT NOT NULL, 
    title TEXT NOT NULL, 
    version INTEGER NOT NULL, 
    is_publishable BOOLEAN NOT NULL, 
    created_by TEXT, 
    created_at BIGINT NOT NULL, 
    updated_at BIGINT NOT NULL, 
    CONSTRAINT pk_source PRIMARY KEY (id), 
    CONSTRAINT fk_source_organization_id FOREIGN KEY(organization_id) REFERENCES organization (id), 
    CONSTRAINT fk_source_created_by FOREIGN KEY(created_by) REFERENCES person (id)
);
CREATE INDEX ix_source_organization_id_updated_at_id ON source (organization_id, updated_at, id);

DROP TABLE IF EXISTS source_version;
CREATE TABLE source_version (
    source_id TEXT NOT NULL, 
    version INTEGER NOT NULL, 
    organization_id TEXT NOT NULL, 
    number BIGINT NOT NULL, 
    content_digest TEXT NOT NULL, 
    file_name TEXT, 
    media_type TEXT, 
    passages INTEGER NOT NULL, 
    characters BIGINT NOT NULL, 
    last_passage INTEGER, 
    is_ready BOOLEAN NOT NULL, 
    created_at BIGINT NOT NULL, 
    updated_at BIGINT NOT NULL, 
    CONSTRAINT pk_source_version PRIMARY KEY (source_id, version), 
    CONSTRAINT fk_source_version_source_id FOREIGN KEY(source_id) REFERENCES source (id), 
    CONSTRAINT fk_source_version_organization_id FOREIGN KEY(organization_id) REFERENCES organization (id)
);
CREATE UNIQUE INDEX uq_source_version_number ON source_version (number);

DROP TABLE IF EXISTS tag;
CREATE TABLE tag (
    item_id TEXT NOT NULL, 
    tag_folded TEXT NOT NULL, 
    organization_id TEXT NOT NULL, 
    tag TEXT NOT NULL, 
    CONSTRAINT pk_tag PRIMARY KEY (item_id, tag_folded), 
    CONSTRAINT fk_tag_organization_id FOREIGN KEY(organization_id) REFERENCES organization (id)
);
INSERT INTO tag VALUES('ulb87edovqn4kvp5etpl8aaux','sky','mym527oplr4h21w5zfjl6o2kf','sky');
CREATE INDEX ix_tag_organization_id_tag_folded_item_id ON tag (organization_id, tag_folded, item_id);

DROP TABLE IF EXISTS tally;
CREATE TABLE tally (
    project_id TEXT NOT NULL, 
    organization_id TEXT NOT NULL, 
    courses INTEGER NOT NULL, 
    lessons INTEGER NOT NULL, 
    CONSTRAINT pk_tally PRIMARY KEY (project_id), 
    CONSTRAINT ck_tally_never_negative CHECK (courses >= 0 AND lessons >= 0), 
    CONSTRAINT fk_tally_project_id FOREIGN KEY(project_id) REFERENCES project (id), 
    CONSTRAINT fk_tally_organization_id FOREIGN KEY(organization_id) REFERENCES organization (id)
);
INSERT INTO tally VALUES('6amtfemgn71jv0k3ltu2e92dp','mym527oplr4h21w5zfjl6o2kf',2,2);
CREATE INDEX ix_tally_organization_id ON tally (organization_id);

DROP TABLE IF EXISTS theme;
CREATE TABLE theme (
    organization_id TEXT NOT NULL, 
    version INTEGER NOT NULL, 
    name TEXT NOT NULL, 
    logo_asset_id TEXT, 
    accent TEXT, 
    footer TEXT NOT NULL, 
    updated_at BIGINT NOT NULL, 
    CONSTRAINT pk_theme PRIMARY KEY (organization_id), 
    CONSTRAINT fk_theme_organization_id FOREIGN KEY(organization_id) REFERENCES organization (id), 
    CONSTRAINT fk_theme_logo_asset_id FOREIGN KEY(logo_asset_id) REFERENCES asset (id)
);
CREATE INDEX ix_theme_logo_asset_id ON theme (logo_asset_id);

DROP TABLE IF EXISTS translated_block;
CREATE TABLE translated_block (
    lesson_id TEXT NOT NULL, 
    block_id TEXT NOT NULL, 
    source_block_id TEXT NOT NULL, 
    source_sha256 TEXT NOT NULL, source_revision INTEGER DEFAULT '1' NOT NULL, 
    CONSTRAINT pk_translated_block PRIMARY KEY (lesson_id, block_id), 
    CONSTRAINT fk_translated_block_lesson_id FOREIGN KEY(lesson_id) REFERENCES lesson (id)
)
 WITHOUT ROWID;

DROP TABLE IF EXISTS translation;
CREATE TABLE translation (
    lesson_id TEXT NOT NULL, 
    organization_id TEXT NOT NULL, 
    source_lesson_id TEXT NOT NULL, 
    language TEXT NOT NULL, 
    source_revision INTEGER NOT NULL, 
    title_sha256 TEXT NOT NULL, 
    CONSTRAINT pk_translation PRIMARY KEY (lesson_id), 
    CONSTRAINT fk_translation_lesson_id FOREIGN KEY(lesson_id) REFERENCES lesson (id), 
    CONSTRAINT fk_translation_organization_id FOREIGN KEY(organization_id) REFERENCES organization (id), 
    CONSTRAINT fk_translation_source_lesson_id FOREIGN KEY(source_lesson_id) REFERENCES lesson (id)
);
CREATE INDEX ix_translation_source ON translation (organization_id, source_lesson_id, language, lesson_id);

COMMIT TRANSACTION;

PRAGMA writable_schema=OFF;

BEGIN;
CREATE TABLE no_such_table(x,y,z);
ROLLBACK;

