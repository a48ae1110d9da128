// What is sent when a text is split or joined, and what stays here until it is saved.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { canonical } from "../../workbench/widgets/block_list/text_saving.js";
import { makeTextSplitting } from "../../workbench/widgets/block_list/text_splitting.js";

let form, current, known, sent, opened, can, contents, isDisputed, answers, splitting;

beforeEach(() => {
  form = {
    draft: { type: "text", content: { markdown: "one two", sources: ["s"] }, base: "base", isJson: false },
    isWarned: false, read: () => true,
  };
  current = "b";
  known = new Map();
  sent = [];
  opened = [];
  can = { write: true, move: true };
  contents = { a: { found: true, content: { markdown: "first" } } };
  isDisputed = false;
  answers = true;
  splitting = makeTextSplitting({
    ask: async () => ({ found: true, content: { markdown: "asked" } }),
    split(id, parts) {
      sent.push(["split", id, parts.first.markdown, parts.second.markdown]);
      return answers ? { id: "new", n: 7 } : undefined;
    },
    join(id, gone, content) {
      sent.push(["join", id, gone, content.markdown]);
      return answers ? 8 : undefined;
    },
    drafts: {
      has: (id) => known.has(id) && !known.get(id).isSent,
      get: (id) => known.get(id),
      put: (id, draft) => known.set(id, draft),
      drop: (id) => known.delete(id),
    },
    isDisputed: () => isDisputed,
    getState: () => ({ order: ["h", "a", "b"], card: (id) => [id === "h" ? "heading" : "text", "", ""], can }),
    contentOf: (id) => contents[id] ?? null,
    opened: () => ({ form, id: current }),
    open: (place, content) => opened.push([place, content.markdown]),
  });
});

test("both parts stay here as sent drafts, and the second is written on from its start", () => {
  splitting.splitAt(3, 4);

  assert.deepEqual(sent, [["split", "b", "one", "two"]]);
  assert.deepEqual(opened, [["start", "two"]]);
  const [first, second] = [known.get("b"), known.get("new")];
  assert.deepEqual([first.content.markdown, first.isSent, first.n, first.baseBefore], ["one", true, 7, "base"]);
  assert.deepEqual([second.content, second.isSent, second.n], [{ markdown: "two", sources: ["s"] }, true, 7]);
  assert.equal(first.base, canonical(first.content));
});

test("the joined text stays here as a sent draft, and the caret is between the two", async () => {
  known.set("b", form.draft);
  await splitting.joinWithPrevious();

  assert.deepEqual(sent, [["join", "a", "b", "firstone two"]]);
  assert.deepEqual(opened, [[5, "firstone two"]]);
  assert.deepEqual([...known.keys()], ["a"]);
  assert.deepEqual([known.get("a").isSent, known.get("a").n], [true, 8]);
});

test("a text before that was just sent is joined as it was sent, one that is not known is asked for", async () => {
  known.set("a", { content: { markdown: "newer" }, isSent: true });
  await splitting.joinWithPrevious();
  known.clear();
  contents = {};
  await splitting.joinWithPrevious();

  assert.deepEqual(sent.map(([, , , text]) => text), ["newerone two", "askedone two"]);
});

test("nothing is joined with what is no text, is not saved itself, or is not there", async () => {
  known.set("a", { content: { markdown: "unsaved" } });
  await splitting.joinWithPrevious();
  known.clear();
  current = "a";
  await splitting.joinWithPrevious();
  current = "h";
  await splitting.joinWithPrevious();

  assert.deepEqual(sent, []);
});

test("nothing while two versions are compared, or where this person may not", async () => {
  for (const forbid of [() => { isDisputed = true; }, () => { can = { write: true, move: false }; }, () => { form.isWarned = true; }]) {
    forbid();
    splitting.splitAt(3, 4);
    await splitting.joinWithPrevious();
    isDisputed = false;
    can = { write: true, move: true };
  }
  assert.deepEqual(sent, []);
});

test("what is not sent changes nothing here", async () => {
  answers = false;
  splitting.splitAt(3, 4);
  await splitting.joinWithPrevious();

  assert.deepEqual([opened, known.size], [[], 0]);
});
