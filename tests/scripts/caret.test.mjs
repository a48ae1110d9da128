// Where a click in a rendered block is in the text that it was rendered from.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findPlace } from "../../workbench/widgets/block_list/caret.js";

test("the words around a click are found among the marks", () => {
  const source = "Twice a day the **sea** comes in.";
  assert.equal(findPlace(source, { before: "se", after: "a", share: 0.6 }).offset, source.indexOf("a**"));
  assert.equal(findPlace(source, { before: " comes ", after: "in.", share: 0.9 }).offset, source.indexOf("in."));
});

test("of the same words the nearest are taken", () => {
  const source = "tide and tide and tide";
  assert.equal(findPlace(source, { before: "", after: "tide", share: 0 }).offset, 0);
  assert.equal(findPlace(source, { before: "ti", after: "de", share: 0.95 }).offset, source.length - 2);
});

test("words that are not there are no place", () => {
  assert.equal(findPlace("abc", { before: "x", after: "y", share: 0 }), null);
});

test("a place in a surrogate pair's text, and in Arabic", () => {
  assert.equal(findPlace("\u{1F30A} wave", { before: "wa", after: "ve", share: 1 }).offset, 5);
  assert.equal(findPlace("**المد** والجزر", { before: "الم", after: "د", share: 0.2 }).offset, 5);
});
