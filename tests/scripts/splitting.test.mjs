// How a text becomes two, two become one, and which Enter does it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isSecondEnter, joinContents, joinTexts, splitText } from "../../workbench/widgets/block_list/splitting.js";

test("a text is split at the caret, and what was selected goes", () => {
  assert.deepEqual(splitText("one two", 4, 4), ["one", "two"]);
  assert.deepEqual(splitText("one\n\ntwo", 4, 4), ["one", "two"]);
  assert.deepEqual(splitText("one x two", 3, 5), ["one", "two"]);
  assert.deepEqual(splitText("one\n", 4, 4), ["one", ""]);
});

test("indented code in the second text stays code below other lines", () => {
  assert.deepEqual(splitText("one\n\n- a\n  - b", 4, 4), ["one", "- a\n  - b"]);
});

test("words go on in their line, and the caret is between them", () => {
  assert.deepEqual(joinTexts("one", "two"), { markdown: "onetwo", place: 3 });
  assert.deepEqual(joinTexts("", "two"), { markdown: "two", place: 0 });
  assert.deepEqual(joinTexts("one", ""), { markdown: "one", place: 3 });
});

test("a list, a table, a heading or code stays apart", () => {
  assert.equal(joinTexts("- a", "two").markdown, "- a\n\ntwo");
  assert.equal(joinTexts("one", "- a").markdown, "one\n\n- a");
  assert.equal(joinTexts("```\nx\n```", "two").markdown, "```\nx\n```\n\ntwo");
  assert.equal(joinTexts("| a |\n|---|\n| b |\n", "two").markdown, "| a |\n|---|\n| b |\n\ntwo");
  assert.equal(joinTexts("one", "1. a").place, 5);
});

test("what a service adds to a content stays, and so do the sources of both", () => {
  const { content } = joinContents({ markdown: "a", new: 1, sources: ["x"] }, { markdown: "b", sources: ["y"] });
  assert.deepEqual(content, { markdown: "ab", new: 1, sources: ["x", "y"] });
});

test("Enter in an empty line below text is the second one", () => {
  assert.ok(isSecondEnter("one\n", 4));
  assert.ok(isSecondEnter("one\n\ntwo", 4));
  assert.ok(!isSecondEnter("one", 3));
  assert.ok(!isSecondEnter("\n", 1));
  assert.ok(!isSecondEnter("one\ntwo", 4));
});

test("an empty line within code or a formula splits nothing", () => {
  assert.ok(!isSecondEnter("```\nx = 1\n", 10));
  assert.ok(!isSecondEnter("~~~~\nx\n~~~\n", 11));
  assert.ok(isSecondEnter("```\nx\n```\n", 10));
  assert.ok(!isSecondEnter("$$\nx\n", 5));
});
