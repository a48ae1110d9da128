// What a field reads: a text that nobody edited is the same to the byte.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readerOf } from "../../workbench/widgets/block_list/forms.js";

// A field of several lines, which ends them by a line feed as browsers do.
function fieldOf(value) {
  return { value: value.replace(/\r\n?/g, "\n") };
}

test("a text that is not edited stays as it is", () => {
  for (const text of ["a\r\nb", "a\rb", "a  \n\n", "\n\na", "\ttab ", "a\r\nb\nc", "\u2028"]) {
    assert.equal(readerOf(fieldOf(text), text)(), text);
  }
});

test("an edited text ends its lines as it did before", () => {
  const [crlf, lf, mixed] = ["a\r\nb", "a\nb", "a\r\nb\nc"].map((text) => {
    const field = fieldOf(text);
    const read = readerOf(field, text);
    field.value += "\nmore ";
    return read();
  });

  assert.deepEqual([crlf, lf, mixed], ["a\r\nb\r\nmore ", "a\nb\nmore ", "a\nb\nc\nmore "]);
});

test("a field without a value reads what it shows", () => {
  assert.equal(readerOf({ value: "" }, undefined)(), "");
});
