// What somebody typed is kept in the browser: per service and person, for a time, and within its room.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { makeDrafts } from "../../workbench/widgets/kit/drafts.js";

const DAY = 24 * 3600 * 1000;
const ANA = { service: "s1", person: "ana", name: "lesson", signOuts: 0 };

beforeEach(() => {
  const stored = new Map();
  globalThis.localStorage = new Proxy({
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, text) => { stored.set(key, text); },
    removeItem: (key) => { stored.delete(key); },
  }, { ownKeys: () => [...stored.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) });
});

test("a draft is found again by the same person, and by nobody else", () => {
  makeDrafts(() => ANA).write("b1", { text: "half a" });

  assert.equal(makeDrafts(() => ANA).open().get("b1").text, "half a");
  assert.equal(makeDrafts(() => ({ ...ANA, person: "ben" })).open().size, 0);
  assert.equal(makeDrafts(() => ({ ...ANA, service: "s2" })).open().size, 0);
});

test("what is typed before the person is known is kept once they are", () => {
  let owner;
  const drafts = makeDrafts(() => owner);
  drafts.write("b1", { text: "early" });
  assert.equal(drafts.open().size, 0);

  owner = ANA;
  assert.equal(drafts.open().get("b1").text, "early");
});

test("drafts go after thirty days, and when the person signs out", () => {
  mock.timers.enable({ apis: ["Date"], now: 100 * DAY });
  try {
    makeDrafts(() => ANA).write("b1", { text: "old" });
    mock.timers.tick(30 * DAY - 1);
    assert.equal(makeDrafts(() => ANA).open().size, 1);
    mock.timers.tick(1);
    assert.equal(makeDrafts(() => ANA).open().size, 0);

    makeDrafts(() => ANA).write("b2", { text: "before" });
    assert.equal(makeDrafts(() => ({ ...ANA, signOuts: 1 })).open().size, 0);
  } finally {
    mock.timers.reset();
  }
});

test("a removed draft does not come back", () => {
  const drafts = makeDrafts(() => ANA);
  drafts.write("b1", { text: "gone" });
  drafts.remove("b1");

  assert.equal(makeDrafts(() => ANA).open().size, 0);
});

test("what is too long, and what the browser refuses, is said not to be kept", () => {
  const drafts = makeDrafts(() => ANA);
  assert.match(drafts.write("b1", { text: "x".repeat(1000001) }), /can't store/);

  globalThis.localStorage = { setItem() { throw new Error("QuotaExceededError"); }, getItem: () => null };
  assert.match(drafts.write("b1", { text: "short" }), /can't store/);
});

test("all drafts together have room for three million characters", () => {
  const drafts = makeDrafts(() => ANA);
  for (const key of ["a", "b", "c"]) assert.equal(drafts.write(key, { text: "x".repeat(900000) }), "");

  assert.match(drafts.write("d", { text: "x".repeat(900000) }), /can't store/);
});

test("a stored text that is no draft is ignored", () => {
  localStorage.setItem("workbench.draft.s1.ana.lesson.b1", "{broken");

  assert.equal(makeDrafts(() => ANA).open().size, 0);
});
