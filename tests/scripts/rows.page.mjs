// A list of rows, its bundle as the package ships it, in a document without a browser. ROWS names its file.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { pathToFileURL } from "node:url";
import { JSDOM } from "jsdom";

const { window } = new JSDOM("<body></body>", { url: "http://127.0.0.1/", pretendToBeVisual: true });
const { document } = window;
Object.assign(globalThis, { window, document, localStorage: window.localStorage, HTMLElement: window.HTMLElement, Element: window.Element });
globalThis.ResizeObserver = class { observe() {} disconnect() {} };
window.HTMLElement.prototype.scrollIntoView = () => {};
const { default: widget } = await import(pathToFileURL(process.env.ROWS));

let state, sent, listeners;
const model = {
  get: (name) => state[name],
  send: (message) => sent.push(message),
  on: (name, listener) => listeners.push([name, listener]),
  off: () => {},
};
const list = () => document.querySelector("[role=listbox]");
const field = () => document.querySelector(".wb-title-editor:not([hidden]) input");
const change = (name, value) => {
  state[name] = value;
  for (const [event, listener] of listeners) if (event === `change:${name}`) listener();
};
const press = (target, key) => target.dispatchEvent(new window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));

beforeEach(() => {
  const rows = ["Sails", "Knots"].map((title) => ({ id: title, title, detail: "", tags: [], at: "" }));
  state = {
    label: "Lessons", empty: "", many: true, movable: true, receives: false, editable: true, more: "", status: "",
    disabled: false, rows, chosen: [], columns: [], sort: "", drafts: {},
  };
  [sent, listeners] = [[], []];
  const el = document.createElement("div");
  document.body.replaceChildren(el);
  widget.render({ model, el });
});

test("a title is typed while the panel reads the list again, and is sent", () => {
  document.querySelectorAll("[role=option]")[1].click();
  change("disabled", true);
  press(list(), "F2");
  field().value = "Bends and hitches";
  change("rows", state.rows.map((row) => ({ ...row })));
  press(field(), "Enter");

  assert.deepEqual(sent.at(-1), { intent: "retitle", ids: ["Knots"], text: "Bends and hitches", base: "Knots" });
});

test("a list that is disabled neither opens nor moves a row", () => {
  document.querySelectorAll("[role=option]")[1].click();
  const before = sent.length;
  change("disabled", true);
  press(list(), "Enter");
  press(list(), "a");

  assert.equal(sent.length, before);
});
