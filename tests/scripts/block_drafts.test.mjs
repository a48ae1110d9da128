// What somebody has begun to write, by block, until the service has it.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { makeBlockDrafts } from "../../workbench/widgets/block_list/block_drafts.js";

let stored, returned, answers, drafts, refused;
const DRAFT = { type: "text", content: { markdown: "new" }, isJson: false };

beforeEach(() => {
  stored = new Map();
  returned = [];
  answers = [];
  refused = new Set();
  drafts = makeBlockDrafts({
    store: {
      write: (id, draft) => { stored.set(id, draft); return draft.content.markdown === "huge" ? "No room." : ""; },
      remove: (id) => stored.delete(id),
      open: () => new Map(stored),
    },
    ask: async (intent, fields) => { answers.push([intent, fields]); return { saved: fields.content.markdown === "new" }; },
    isRefused: (id) => refused.has(id),
    onChange: () => {},
    onReturn: (id) => returned.push(id),
  });
});

test("a draft is stored without the number of its gesture", () => {
  drafts.put("b1", { ...DRAFT, n: 4 });

  assert.ok(drafts.has("b1"));
  assert.deepEqual(stored.get("b1"), DRAFT);
});

test("why the browser does not store a draft is told until it is dropped", () => {
  drafts.put("b1", { ...DRAFT, content: { markdown: "huge" } });
  assert.equal(drafts.problem(), "No room.");

  drafts.drop("b1");
  assert.equal(drafts.problem(), "");
});

test("a sent draft that was saved goes", async () => {
  drafts.put("b1", { ...DRAFT, isSent: true, n: 1 });
  await drafts.settle(() => false);

  assert.equal(drafts.get("b1"), undefined);
  assert.equal(stored.size, 0);
});

test("a sent draft that was not saved, or was refused, is a draft again", async () => {
  refused.add("b2");
  drafts.put("b1", { ...DRAFT, content: { markdown: "other" }, isSent: true, n: 1 });
  drafts.put("b2", { ...DRAFT, isSent: true, n: 2 });
  await drafts.settle(() => false);

  assert.deepEqual(returned.sort(), ["b1", "b2"]);
  assert.ok(drafts.has("b1") && drafts.has("b2"));
});

test("a draft that is still on its way is not asked about", async () => {
  drafts.put("b1", { ...DRAFT, isSent: true, n: 1 });
  await drafts.settle(() => true);

  assert.deepEqual(answers, []);
  assert.ok(drafts.get("b1"));
});

test("what the browser stored comes back, without what has no content and without replacing what is typed", () => {
  drafts.put("b1", DRAFT);
  stored = new Map([["b1", { ...DRAFT, content: { markdown: "older" } }], ["b2", DRAFT], ["b3", { at: 1 }]]);
  drafts.restore();

  assert.deepEqual([...drafts.ids()].sort(), ["b1", "b2"]);
  assert.equal(drafts.get("b1").content.markdown, "new");
});

test("the draft of a block that is gone goes on with another block", () => {
  drafts.put("b1", { ...DRAFT, base: "{}" });
  drafts.carryOver("b1", "b2");

  assert.deepEqual([drafts.get("b1"), drafts.get("b2").base], [undefined, undefined]);
  assert.equal(drafts.get("b2").content.markdown, "new");
});
