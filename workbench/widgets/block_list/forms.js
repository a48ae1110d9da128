// @ts-check
// The forms in which a block's content is written: made from the controls that the type's record names, by hand where
// that is better, and JSON for types without a form. A form is made from a content and reads back a content; fields that
// it does not know stay as they are.

import { element, randomId } from "../kit/dom.js";
import { button, field, oneLine, tick } from "./elements.js";
import { MEDIA_FORMS } from "./media_forms.js";

const AFTERWARDS = "Feedback (optional)";
const TEXTS = "input[type=text], textarea";
const FIRST = ":is(input, textarea, select):enabled, .bl-asset-row button";

/**
 * @typedef {Record<string, any>} Content
 * @typedef {{ nodes: HTMLElement[], read: () => Content }} Fields
 * @typedef {{
 *   name: string, control: string, label: string, width: string, rows?: number, hint?: string, part?: string,
 *   options?: [value: string | number, text: string][], default?: string | number, fields?: Control[],
 * }} Control
 * @typedef {{ special: string, note: string, controls: Control[] }} FormRecord
 * @typedef {[wire: string, name: string, glyph: string, form: FormRecord]} BlockKind
 * @typedef {(type: string, then: (stored: import("./uploads.js").Stored) => void) => void} ChooseFile
 * @typedef {{
 *   onInput: () => void, chooseFile: ChooseFile, direction: string, language: string, isInline?: boolean,
 * }} FormOptions `isInline`: fields are as high as their text, in the place of the rendered block
 * @typedef {{ element: HTMLElement, read: () => Content, focus: () => void, rawText: () => string }} ContentForm
 */

/**
 * The form of a type; for a type without one, its content as JSON.
 * @param {FormRecord | undefined} form
 * @param {Content} content
 * @param {FormOptions} options
 * @returns {ContentForm}
 */
export function makeForm(form, content, options) {
  if (!form) return makeJsonForm(content, "", options);
  const { onInput, direction, language } = options;
  const box = element("div", options.isInline ? "bl-form bl-inline" : "bl-form");
  if (form.note) box.append(element("p", "bl-soft", form.note));
  const fields = form.special ? SPECIAL[form.special](content, options) : makeFields(form.controls, content);
  box.append(...fields.nodes);
  box.addEventListener("input", onInput);
  /** @param {ParentNode} parent */
  function prepare(parent) {
    for (const input of /** @type {NodeListOf<TextField>} */ (parent.querySelectorAll(TEXTS))) {
      input.dir = input.value ? direction : "auto";
      input.lang = language.toLowerCase();
      if (input instanceof HTMLTextAreaElement) requestAnimationFrame(() => grow(input));
    }
  }
  prepare(box);
  box.addEventListener("bl-added", (event) => {
    prepare(/** @type {HTMLElement} */ (event.target));
    onInput();
  });
  const first = () => /** @type {HTMLElement | null} */ (box.querySelector(FIRST));
  return { element: box, read: fields.read, focus: () => first()?.focus(), rawText: () => "" };
}

/**
 * A content as JSON. `read` throws SyntaxError while it is none; `rawText` is what stands there.
 * @param {Content} content
 * @param {string} rawText what stood there before, if it was no JSON
 * @param {{ onInput: () => void }} options
 * @returns {ContentForm}
 */
export function makeJsonForm(content, rawText, { onInput }) {
  const text = manyLines(rawText || JSON.stringify(content, null, 2));
  text.className = "bl-json";
  text.spellcheck = false;
  text.dir = "ltr";
  requestAnimationFrame(() => grow(text));
  const box = element("div", "bl-form");
  box.append(field("Content (JSON)", text));
  box.addEventListener("input", onInput);
  function read() {
    const value = JSON.parse(text.value);
    if (value === null || typeof value !== "object" || Array.isArray(value)) {
      throw new SyntaxError("it must be an object in braces");
    }
    return value;
  }
  return { element: box, read, focus: () => text.focus(), rawText: () => text.value };
}

/** @typedef {HTMLInputElement | HTMLTextAreaElement} TextField */

const GROWS_ITSELF = globalThis.CSS?.supports("field-sizing", "content") ?? false;

/** @param {HTMLTextAreaElement} area */
function grow(area) {
  const isInline = area.closest(".bl-inline") !== null;
  if (isInline && GROWS_ITSELF) return; // by the style sheet
  area.style.height = "auto";
  if (isInline) {
    area.style.height = `${area.scrollHeight}px`;
    return;
  }
  area.style.height = `${Math.min(Math.max(area.scrollHeight + 2, 64), 420)}px`;
}

/** @param {unknown} [value] */
function manyLines(value, placeholder = "") {
  const input = element("textarea");
  input.value = typeof value === "string" ? value : "";
  input.rows = 3;
  input.placeholder = placeholder;
  input.addEventListener("input", () => grow(input));
  return input;
}

/**
 * The fields of a content, or of one part of it.
 * @param {Control[]} controls
 * @param {Content} content
 * @returns {Fields}
 */
function makeFields(controls, content) {
  const made = controls.map((control) => {
    const { node, read } = CONTROLS[control.control](control, content[control.name]);
    const input = control.control === "parts" ? null : node.querySelector("textarea, input");
    if (input instanceof HTMLElement) input.dataset.field = control.name;
    return { name: control.name, node, read };
  });
  return {
    nodes: made.map(({ node }) => node),
    read: () => ({ ...content, ...Object.fromEntries(made.map(({ name, read }) => [name, read()])) }),
  };
}

/** @type {Record<string, (control: Control, value: any) => { node: HTMLElement, read: () => any }>} */
const CONTROLS = {
  line({ label, width }, value) {
    const input = oneLine(value);
    return { node: field(label, input, widthClass(width)), read: readerOf(input, value) };
  },
  lines({ label, width, rows, hint }, value) {
    const input = manyLines(value, hint);
    input.rows = rows ?? 3;
    return { node: field(label, input, widthClass(width)), read: readerOf(input, value) };
  },
  items({ label, width, rows }, value) {
    const input = manyLines(Array.isArray(value) ? value.join("\n") : "");
    input.rows = rows ?? 3;
    return { node: field(label, input, widthClass(width)), read: linesReaderOf(input, value) };
  },
  tick({ label }, value) {
    const box = tick(label, value);
    return { node: box.label, read: () => box.input.checked };
  },
  options({ label, width, options = [], default: standard }, value) {
    const select = element("select");
    for (const [option, text] of options) select.append(new Option(text, String(option), false, option === (value ?? standard)));
    const read = () => options.find(([option]) => String(option) === select.value)?.[0];
    return { node: field(label, select, widthClass(width)), read };
  },
  parts({ part = "", fields = [] }, value) {
    const rows = makeParts(value, part, (content) => makeFields(fields, content));
    return { node: rows.element, read: rows.read };
  },
};

/**
 * A function that reads a field: the value that it was made from, to the byte, while the field still shows that. A field
 * of several lines ends them by a line feed; a text that ended them otherwise has its own ends again.
 * @param {TextField} input
 * @param {unknown} value
 */
export function readerOf(input, value) {
  const shown = input.value;
  const isCrlf = typeof value === "string" && /\r\n/.test(value) && !/\r(?!\n)|(?<!\r)\n/.test(value);
  return () => {
    if (input.value === shown) return typeof value === "string" ? value : shown;
    return isCrlf ? input.value.replaceAll("\n", "\r\n") : input.value;
  };
}

/** @param {TextField} input @param {unknown} value */
function linesReaderOf(input, value) {
  const shown = input.value;
  return () => (input.value === shown && Array.isArray(value) ? value : linesOf(input.value));
}

/** @param {string} width */
const widthClass = (width) => (width ? `bl-${width}` : "");

/** Forms that are better by hand. @type {Record<string, (content: Content, options: FormOptions) => Fields>} */
const SPECIAL = {
  ...MEDIA_FORMS,

  quiz(content) {
    const question = manyLines(content.question);
    question.rows = 2;
    const readQuestion = readerOf(question, content.question);
    const several = tick("Allow several correct answers", content.multiple);
    const kind = () => (several.input.checked ? "checkbox" : "radio");
    const group = `bl-correct-${randomId()}`;
    const choices = makeParts(content.choices, "choice", (part) => {
      const text = oneLine(part.text);
      const feedback = oneLine(part.feedback);
      const [readText, readFeedback] = [readerOf(text, part.text), readerOf(feedback, part.feedback)];
      const correct = tick("Correct", part.isCorrect, kind(), group);
      correct.input.className = "bl-correct";
      return {
        nodes: [
          correct.label,
          field("Answer", text, "bl-wide"),
          field(AFTERWARDS, feedback, "bl-wide"),
        ],
        read: () => ({ ...part, text: readText(), isCorrect: correct.input.checked, feedback: readFeedback() }),
      };
    });
    several.input.addEventListener("change", () => {
      const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (choices.element.querySelectorAll(".bl-correct"));
      for (const box of boxes) box.type = kind();
    });
    return {
      nodes: [field("Question", question), several.label, choices.element],
      read: () => ({ ...content, question: readQuestion(), multiple: several.input.checked, choices: choices.read() }),
    };
  },

  gaps(content) {
    const text = manyLines(content.text, "Water boils at ___ \u00b0C.");
    const gaps = makeGaps(content.gaps);
    const feedback = manyLines(content.feedback);
    feedback.rows = 2;
    const [readText, readFeedback] = [readerOf(text, content.text), readerOf(feedback, content.feedback)];
    const count = () => gaps.show((text.value.match(/_{3,}/g) ?? []).length);
    text.addEventListener("input", count);
    count();
    const add = button({
      icon: "plus", text: "Add a gap", onClick: () => {
        text.setRangeText("___", text.selectionStart, text.selectionEnd, "end");
        text.dispatchEvent(new Event("input", { bubbles: true }));
        text.focus();
      },
    });
    return {
      nodes: [field("Text with gaps (type ___ for each gap)", text), add, gaps.element, field(AFTERWARDS, feedback)],
      read: () => ({ ...content, text: readText(), gaps: gaps.read(), feedback: readFeedback() }),
    };
  },
};

/**
 * The accepted answers of each gap; what was written for a gap stays while its text has fewer.
 * @param {unknown} gaps
 */
function makeGaps(gaps) {
  const box = element("div", "bl-parts");
  /** @type {{ row: HTMLElement, read: () => Content }[]} */
  const rows = [];
  let shown = 0;

  /** @param {Content} gap */
  function add(gap) {
    const answers = manyLines(Array.isArray(gap.answers) ? gap.answers.join("\n") : "");
    answers.rows = 1;
    const row = field(`Gap ${rows.length + 1}: accepted answers, one per line`, answers);
    const read = linesReaderOf(answers, gap.answers);
    rows.push({ row, read: () => ({ ...gap, answers: read() }) });
  }
  /** @param {number} count */
  function show(count) {
    if (count === shown) return;
    while (rows.length < count) add({});
    shown = count;
    box.replaceChildren(...rows.slice(0, count).map((entry) => entry.row));
    box.dispatchEvent(new Event("bl-added", { bubbles: true }));
  }
  for (const gap of Array.isArray(gaps) ? gaps : []) add(gap && typeof gap === "object" ? gap : {});
  return { element: box, show, read: () => rows.slice(0, shown).map((entry) => entry.read()) };
}

/** @param {string} text */
function linesOf(text) {
  return text.split("\n").map((line) => line.trim()).filter(Boolean);
}

/**
 * Parts of one form below each other, to be added, removed and moved up.
 * @param {unknown} parts
 * @param {string} name
 * @param {(part: Content) => Fields} make
 */
function makeParts(parts, name, make) {
  /** @typedef {{ row: HTMLElement, read: () => Content }} Part */
  const box = element("div", "bl-parts");
  /** @type {Part[]} */
  const rows = [];

  /** @param {Content} part */
  function add(part) {
    const form = make(part);
    const row = element("div", "bl-part");
    row.setAttribute("role", "group");
    const entry = { row, read: form.read };
    const tools = element("div", "bl-part-tools");
    tools.append(
      button({ icon: "up", label: `Move this ${name} up`, className: "bl-icon", onClick: () => moveUp(entry) }),
      button({ icon: "bin", label: `Remove this ${name}`, className: "bl-icon", onClick: () => remove(entry) }),
    );
    row.append(...form.nodes, tools);
    rows.push(entry);
    box.insertBefore(row, more);
    label();
    return row;
  }
  function label() {
    rows.forEach((entry, place) => entry.row.setAttribute("aria-label", `${name} ${place + 1}`));
  }
  function changed() {
    label();
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }
  /** @param {Part} entry */
  function remove(entry) {
    rows.splice(rows.indexOf(entry), 1);
    entry.row.remove();
    changed();
    focusIn(rows.at(-1)?.row, "input, textarea", more);
  }
  /** @param {Part} entry */
  function moveUp(entry) {
    const place = rows.indexOf(entry);
    if (place < 1) return;
    rows.splice(place, 1);
    rows.splice(place - 1, 0, entry);
    box.insertBefore(entry.row, rows[place].row);
    changed();
    focusIn(entry.row, ".bl-part-tools button");
  }
  const more = button({
    icon: "plus", text: `Add a ${name}`, onClick: () => {
      const row = add({});
      row.dispatchEvent(new Event("bl-added", { bubbles: true }));
      focusIn(row, TEXTS);
    },
  });
  box.append(more);
  for (const part of Array.isArray(parts) ? parts : []) add(part && typeof part === "object" ? part : {});
  return { element: box, read: () => rows.map((entry) => entry.read()) };
}

/**
 * @param {HTMLElement | undefined} parent
 * @param {string} selector
 * @param {HTMLElement} [otherwise]
 */
function focusIn(parent, selector, otherwise) {
  const found = /** @type {HTMLElement | null | undefined} */ (parent?.querySelector(selector));
  (found ?? otherwise)?.focus();
}
