// What the buttons and keys of the Markdown editor do to a text and its selection.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FORMATS } from "../../workbench/widgets/block_list/markdown_edit.js";

// The selection stands between brackets, before and after.
function applied(name, marked) {
  const start = marked.indexOf("[");
  const end = marked.indexOf("]") - 1;
  const value = marked.replace("[", "").replace("]", "");
  const edit = FORMATS[name]({ value, start, end });
  const after = value.slice(0, edit.start) + edit.text + value.slice(edit.end);
  return `${after.slice(0, edit.from)}[${after.slice(edit.from, edit.to)}]${after.slice(edit.to)}`;
}

test("selected words are marked, and the marks taken away again", () => {
  for (const [name, mark] of [["bold", "**"], ["italic", "*"], ["code", "`"], ["formula", "$"]]) {
    assert.equal(applied(name, "the [high] tide"), `the ${mark}[high]${mark} tide`);
    assert.equal(applied(name, `the ${mark}[high]${mark} tide`), "the [high] tide");
    assert.equal(applied(name, `the [${mark}high${mark}] tide`), "the [high] tide");
  }
});

test("without a selection the caret stands between the marks", () => {
  assert.equal(applied("bold", "a []b"), "a **[]**b");
});

test("spaces at the edges of a selection stay outside of the marks", () => {
  assert.equal(applied("bold", "the[ high ]tide"), "the **[high]** tide");
});

test("italic in bold words leaves them bold", () => {
  assert.equal(applied("italic", "**[high]**"), "***[high]***");
  assert.equal(applied("italic", "***[high]***"), "**[high]**");
});

test("a link waits for its address; a selected address waits for its words", () => {
  const link = FORMATS.link({ value: "see here now", start: 4, end: 8 });
  assert.deepEqual([link.text, link.text.slice(link.from - 4, link.to - 4)], ["[here](https://)", "https://"]);
  const edit = FORMATS.link({ value: "https://example.org", start: 0, end: 19 });
  assert.deepEqual([edit.text, edit.from, edit.to], ["[](https://example.org)", 1, 1]);
});

test("lines become items, and items lines", () => {
  assert.equal(applied("list", "a\n[b\nc]\nd"), "a\n[- b\n- c]\nd");
  assert.equal(applied("list", "a\n[- b\n- c]\nd"), "a\n[b\nc]\nd");
  assert.equal(applied("list", "a[]"), "- a[]");
});
