// Messages to Python: numbered, shown until they are acknowledged, answered once.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

globalThis.document = { createElement: () => ({ setAttribute() {}, append() {}, className: "", textContent: "" }) };
const { makeOutbox } = await import("../../workbench/widgets/block_list/outbox.js");

let sent, acknowledged, outbox;

beforeEach(() => {
  sent = [];
  acknowledged = {};
  const model = { send: (...words) => sent.push(words), get: () => acknowledged };
  outbox = makeOutbox(model, "view-1");
});

test("messages are numbered from 1 and name their view", () => {
  outbox.send("save", { id: "a" });
  outbox.send("save", { id: "b" });

  assert.deepEqual(sent.map(([message]) => message), [
    { intent: "save", view: "view-1", n: 1, id: "a" },
    { intent: "save", view: "view-1", n: 2, id: "b" },
  ]);
});

test("gestures change the order in turn until Python has acknowledged them", () => {
  const first = outbox.sendGesture("insert", {}, (order) => [...order, "x"]);
  outbox.sendGesture("insert", {}, (order) => [...order, "y"]);
  assert.deepEqual(outbox.reordered(["a"]), ["a", "x", "y"]);

  acknowledged = { "view-1": first, "view-2": 99 };
  outbox.settle();

  assert.deepEqual(outbox.reordered(["a"]), ["a", "y"]);
  assert.ok(outbox.isWaiting());
  assert.ok(!outbox.hasGesture(first));
  outbox.close();
});

test("a question gets the answer of its number and view, and no second one", async () => {
  const asked = outbox.ask("saved", {});
  outbox.onMessage({ view: "view-2", answer: 1, saved: "another view's" });
  outbox.onMessage({ view: "view-1", answer: 7, saved: "another question's" });
  outbox.onMessage({ view: "view-1", answer: 1, saved: true });
  outbox.onMessage({ view: "view-1", answer: 1, saved: false });

  assert.equal((await asked).saved, true);
});

test("that the notebook does not answer is told after three seconds, and no more once it has", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const n = outbox.sendGesture("move", {});
    mock.timers.tick(2999);
    assert.equal(outbox.note.textContent, "");
    mock.timers.tick(1);
    assert.match(outbox.note.textContent, /is busy/);

    acknowledged = { "view-1": n };
    outbox.settle();
    assert.equal(outbox.note.textContent, "");
  } finally {
    mock.timers.reset();
  }
});

test("a list whose kernel is gone says so at once", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const lost = makeOutbox({ send: () => { throw new Error("closed"); }, get: () => ({}) }, "view-1");
    lost.sendGesture("move", {});
    mock.timers.tick(0);

    assert.ok(lost.isLost);
    assert.match(lost.note.textContent, /was restarted or stopped/);
  } finally {
    mock.timers.reset();
  }
});
