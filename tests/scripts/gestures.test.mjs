// What each gesture sends, and how it changes the order that is shown.
import assert from "node:assert/strict";
import { test } from "node:test";
import { appendBlock, deleteBlocks, duplicateBlock, insertBlock, insertBlockBehind, moveBlocks } from "../../workbench/widgets/block_list/gestures.js";

const ORDER = ["a", "b", "c"];

test("a new block goes after the active one, and names the block that follows", () => {
  const { id, fields, reorder } = insertBlock({ type: "text", active: "a", order: ORDER, canMove: true });

  assert.deepEqual(fields, { id, type: "text", before: "b" });
  assert.deepEqual(reorder(ORDER), ["a", id, "b", "c"]);
});

test("a new block goes before the active one", () => {
  const { id, reorder } = insertBlock({ type: "text", after: false, active: "a", order: ORDER, canMove: true });

  assert.deepEqual(reorder(ORDER), [id, "a", "b", "c"]);
});

test("a new block goes to the end where nothing is active, or the service cannot order", () => {
  const unplaced = insertBlock({ type: "text", active: null, order: ORDER, canMove: true });
  const unordered = insertBlock({ type: "text", active: "a", order: ORDER, canMove: false });

  assert.deepEqual(unplaced.reorder(ORDER), [...ORDER, unplaced.id]);
  assert.deepEqual(unordered.reorder(ORDER), [...ORDER, unordered.id]);
});

test("a new block whose neighbour is gone changes nothing, and neither does one that is there", () => {
  const { id, reorder } = insertBlock({ type: "text", active: "a", order: ORDER, canMove: true });

  assert.deepEqual(reorder(["a", "c"]), ["a", "c"]);
  assert.deepEqual(reorder(["a", id, "c"]), ["a", id, "c"]);
});

test("blocks behind another, at the end and as a copy have ids of their own", () => {
  const behind = insertBlockBehind("b", "quiz", ORDER);
  const last = appendBlock("quiz");
  const copy = duplicateBlock("a");

  assert.equal(behind.fields.before, "c");
  assert.deepEqual(behind.reorder(ORDER), ["a", "b", behind.id, "c"]);
  assert.deepEqual(last.reorder(ORDER), [...ORDER, last.id]);
  assert.deepEqual(copy.reorder(ORDER), ["a", copy.id, "b", "c"]);
  assert.deepEqual(copy.reorder(["b"]), ["b"]);
  assert.equal(new Set([behind.id, last.id, copy.id]).size, 3);
});

test("deleted blocks are left out", () => {
  assert.deepEqual(deleteBlocks(["a", "c"]).reorder?.(ORDER), ["b"]);
});

test("moved blocks keep their order among each other", () => {
  assert.deepEqual(moveBlocks(["c", "a"], null).reorder?.(["a", "b", "c", "d"]), ["b", "d", "a", "c"]);
  assert.deepEqual(moveBlocks(["c", "d"], "b").reorder?.(["a", "b", "c", "d"]), ["a", "c", "d", "b"]);
});

test("a move before a block that is gone changes nothing", () => {
  assert.deepEqual(moveBlocks(["a"], "gone").reorder?.(ORDER), ORDER);
});
