// What is typed is saved when typing pauses, and at once before the block is left.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { canonical, makeTextSaving, SAVE_PAUSE } from "../../workbench/widgets/block_list/text_saving.js";

let form, drafts, sent, onEdit, answers, isDisputed, saving;
const settled = () => new Promise((resolve) => { setImmediate(resolve); });

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  sent = [];
  onEdit = () => {};
  isDisputed = false;
  answers = { refused: "", html: "" };
  const known = new Map();
  drafts = {
    known,
    has: (id) => known.has(id) && !known.get(id).isSent,
    put: (id, draft) => known.set(id, draft),
    drop: (id) => known.delete(id),
  };
  form = {
    draft: { type: "text", content: { markdown: "old" }, base: canonical({ markdown: "old" }), isJson: false },
    visit: "v1", isSelfSaving: true, isWarned: false, isComposing: () => false, read: () => true,
    reason: "",
    problem() { return this.reason; },
    showProblem(sentence) { this.reason = sentence; },
  };
  saving = makeTextSaving({
    ask: async (_, { content }) => ({ ...answers, stored: content }),
    edit(id, draft, visit) {
      sent.push([id, draft.content.markdown, visit]);
      onEdit();
      return sent.length;
    },
    drafts, isDisputed: () => isDisputed, getState: () => ({ card: () => ["text", "", ""] }),
    onHtml: () => {}, onDrafts: () => {}, opened: () => ({ form, id: "b1" }),
  });
});

function type(text) {
  form.draft.content = { markdown: text };
  form.draft.isSent = false;
  drafts.put("b1", form.draft);
  saving.pause();
}
async function wait(milliseconds) {
  mock.timers.tick(milliseconds);
  await settled();
}

test("a second after the last key, once", async () => {
  type("n");
  await wait(SAVE_PAUSE - 1);
  type("new");
  await wait(SAVE_PAUSE - 1);
  assert.deepEqual(sent, []);

  await wait(1);
  assert.deepEqual(sent, [["b1", "new", "v1"]]);
  await wait(SAVE_PAUSE);
  assert.equal(sent.length, 1);
});

test("every save of a visit has its name, and the next one begins from what was sent", async () => {
  type("one");
  await wait(SAVE_PAUSE);
  type("one two");
  await wait(SAVE_PAUSE);

  assert.deepEqual(sent, [["b1", "one", "v1"], ["b1", "one two", "v1"]]);
  assert.equal(form.draft.base, canonical({ markdown: "one two" }));
});

test("nothing while a word is composed", async () => {
  let isComposing = true;
  form.isComposing = () => isComposing;
  type("\u3057");
  await wait(SAVE_PAUSE);
  saving.flush();
  assert.deepEqual(sent, []);

  isComposing = false;
  saving.pause();
  await wait(SAVE_PAUSE);
  assert.equal(sent.length, 1);
});

test("nothing while two versions are compared", async () => {
  isDisputed = true;
  type("mine");
  await wait(SAVE_PAUSE);
  form.isWarned = true;
  isDisputed = false;
  saving.flush();

  assert.deepEqual(sent, []);
  assert.ok(drafts.has("b1"));
});

test("what the service would refuse stays a draft, and it is said why", async () => {
  answers.refused = "The link is neither https nor mailto.";
  type("[a](javascript:1)");
  await wait(SAVE_PAUSE);
  saving.flush();

  assert.deepEqual([sent, form.problem(), drafts.has("b1")], [[], answers.refused, true]);
});

test("what was typed and taken out again is not sent", async () => {
  type("old");
  await wait(SAVE_PAUSE);

  assert.deepEqual([sent, drafts.known.size], [[], 0]);
});

test("a text is sent once, also where showing that it is sent closes the form", () => {
  onEdit = () => saving.flush();
  type("new");
  saving.flush();

  assert.equal(sent.length, 1);
});

test("before the block is left nothing is waited for", () => {
  type("new");
  saving.flush();

  assert.deepEqual(sent, [["b1", "new", "v1"]]);
});

test("the order of fields makes no other content", () => {
  assert.equal(canonical({ b: [{ d: 1, c: 2 }], a: null }), canonical({ a: null, b: [{ c: 2, d: 1 }] }));
  assert.notEqual(canonical({ a: [1, 2] }), canonical({ a: [2, 1] }));
});
