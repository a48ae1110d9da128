// @ts-check
// The forms in which a block's content is written: one for each type, and JSON for what has none.
// A form is made from a content and reads back a content; fields that it does not know stay as they are.

import { element, randomId } from "../kit/dom.js";
import { button, field, oneLine, tick } from "./elements.js";
import { MEDIA_FORMS } from "./media_forms.js";

const LEVELS = /** @type {const} */ ([[1, "1: a part of the lesson"], [2, "2: a section"], [3, "3: inside a section"]]);
const CALLOUTS = /** @type {const} */ ([["note", "Note"], ["tip", "Tip"], ["warning", "Warning"]]);
const AFTERWARDS = "Said afterwards (may be empty)";
const TEXTS = "input[type=text], textarea";
const FIRST = ":is(input, textarea, select):enabled, .bl-asset-row button";

/**
 * @typedef {Record<string, any>} Content
 * @typedef {{ nodes: HTMLElement[], read: () => Content }} Fields
 * @typedef {(type: string, then: (stored: import("./uploads.js").Stored) => void) => void} ChooseFile
 * @typedef {{ onInput: () => void, chooseFile: ChooseFile, direction: string, language: string }} FormOptions
 * @typedef {{ element: HTMLElement, read: () => Content, focus: () => void, rawText: () => string }} ContentForm
 */

/**
 * The form for a type; for a type without one, its content as JSON.
 * @param {string} type
 * @param {Content} content
 * @param {FormOptions} options
 * @returns {ContentForm}
 */
export function makeForm(type, content, options) {
  const make = FORMS[type];
  if (!make) return makeJsonForm(content, "", options);
  const { onInput, direction, language } = options;
  const box = element("div", "bl-form");
  const fields = make(content, options);
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

/** @param {HTMLTextAreaElement} area */
function grow(area) {
  area.style.height = "auto";
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

/** @type {Record<string, (content: Content, options: FormOptions) => Fields>} */
const FORMS = {
  blank: () => ({
    nodes: [element("p", "bl-soft", "A blank block has nothing in it. Choose another type above to write one.")],
    read: () => ({}),
  }),

  heading(content) {
    const text = oneLine(content.text);
    const level = element("select");
    for (const [value, name] of LEVELS) {
      level.append(new Option(name, String(value), false, value === (content.level ?? 2)));
    }
    return {
      nodes: [field("Heading", text), field("Level", level, "bl-short")],
      read: () => ({ ...content, text: text.value, level: Number(level.value) }),
    };
  },

  text(content) {
    const text = manyLines(content.markdown, "Write in Markdown: **bold**, *italic*, - lists, [links](https://\u2026)");
    return { nodes: [field("Text (Markdown)", text)], read: () => ({ ...content, markdown: text.value }) };
  },

  authorNote(content) {
    const text = manyLines(content.markdown);
    return {
      nodes: [
        element("p", "bl-soft", "Only authors read this. Delete the note, or make another type of it, when it is done."),
        field("Note (Markdown)", text),
      ],
      read: () => ({ ...content, markdown: text.value }),
    };
  },

  example(content) {
    const title = oneLine(content.title);
    const text = manyLines(content.markdown);
    return {
      nodes: [field("Title (may be empty)", title), field("Example (Markdown)", text)],
      read: () => ({ ...content, title: title.value, markdown: text.value }),
    };
  },

  callout(content) {
    const kind = element("select");
    for (const [value, name] of CALLOUTS) kind.append(new Option(name, value, false, value === (content.kind ?? "note")));
    const text = manyLines(content.markdown);
    return {
      nodes: [field("Kind", kind, "bl-short"), field("Text (Markdown)", text)],
      read: () => ({ ...content, kind: kind.value, markdown: text.value }),
    };
  },

  ...MEDIA_FORMS,

  reflection(content) {
    const prompt = manyLines(content.prompt);
    return { nodes: [field("Question to think about", prompt)], read: () => ({ ...content, prompt: prompt.value }) };
  },

  objectives: (content) => itemFields(content, "What learners can do afterwards, one a line"),
  summary: (content) => itemFields(content, "What to take along, one a line"),

  keyTerms(content) {
    const rows = makeParts(content.terms, "term", (part) => {
      const term = oneLine(part.term);
      const meaning = manyLines(part.meaning);
      meaning.rows = 2;
      return {
        nodes: [field("Term", term, "bl-narrow"), field("Meaning", meaning, "bl-wide")],
        read: () => ({ ...part, term: term.value, meaning: meaning.value }),
      };
    });
    return { nodes: [rows.element], read: () => ({ ...content, terms: rows.read() }) };
  },

  quiz(content) {
    const question = manyLines(content.question);
    question.rows = 2;
    const several = tick("Several answers may be correct", content.multiple);
    const kind = () => (several.input.checked ? "checkbox" : "radio");
    const group = `bl-correct-${randomId()}`;
    const choices = makeParts(content.choices, "choice", (part) => {
      const text = oneLine(part.text);
      const feedback = oneLine(part.feedback);
      const correct = tick("Correct", part.isCorrect, kind(), group);
      correct.input.className = "bl-correct";
      return {
        nodes: [
          correct.label,
          field("Answer", text, "bl-wide"),
          field("Said afterwards (may be empty)", feedback, "bl-wide"),
        ],
        read: () => ({ ...part, text: text.value, isCorrect: correct.input.checked, feedback: feedback.value }),
      };
    });
    several.input.addEventListener("change", () => {
      const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (choices.element.querySelectorAll(".bl-correct"));
      for (const box of boxes) box.type = kind();
    });
    return {
      nodes: [field("Question", question), several.label, choices.element],
      read: () => ({ ...content, question: question.value, multiple: several.input.checked, choices: choices.read() }),
    };
  },

  ordering(content) {
    const prompt = manyLines(content.prompt);
    prompt.rows = 2;
    const items = itemFields(content, "Items in the right order, one a line; learners see them mixed");
    const feedback = manyLines(content.feedback);
    feedback.rows = 2;
    return {
      nodes: [field("What is put in order", prompt), ...items.nodes, field(AFTERWARDS, feedback)],
      read: () => ({ ...items.read(), prompt: prompt.value, feedback: feedback.value }),
    };
  },

  matching(content) {
    const prompt = manyLines(content.prompt);
    prompt.rows = 2;
    const pairs = makeParts(content.pairs, "pair", (part) => {
      const left = oneLine(part.left);
      const right = oneLine(part.right);
      return {
        nodes: [field("Left side", left, "bl-wide"), field("What belongs to it", right, "bl-wide")],
        read: () => ({ ...part, left: left.value, right: right.value }),
      };
    });
    const feedback = manyLines(content.feedback);
    feedback.rows = 2;
    return {
      nodes: [field("What is matched", prompt), pairs.element, field(AFTERWARDS, feedback)],
      read: () => ({ ...content, prompt: prompt.value, pairs: pairs.read(), feedback: feedback.value }),
    };
  },

  fillIn(content) {
    const text = manyLines(content.text, "Water boils at ___ \u00b0C.");
    const gaps = makeGaps(content.gaps);
    const feedback = manyLines(content.feedback);
    feedback.rows = 2;
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
      nodes: [field("Text with gaps: write ___ where one is", text), add, gaps.element, field(AFTERWARDS, feedback)],
      read: () => ({ ...content, text: text.value, gaps: gaps.read(), feedback: feedback.value }),
    };
  },

  shortAnswer(content) {
    const question = manyLines(content.question);
    question.rows = 2;
    const model = manyLines(content.modelAnswer);
    return {
      nodes: [field("Question", question), field("Model answer, which learners compare theirs with", model)],
      read: () => ({ ...content, question: question.value, modelAnswer: model.value }),
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
    const row = field(`Gap ${rows.length + 1}: accepted answers, one a line`, answers);
    rows.push({ row, read: () => ({ ...gap, answers: linesOf(answers.value) }) });
  }
  /** @param {number} count */
  function show(count) {
    if (count === shown) return;
    while (rows.length < count) add({});
    shown = count;
    box.replaceChildren(...rows.slice(0, count).map((each) => each.row));
    box.dispatchEvent(new Event("bl-added", { bubbles: true }));
  }
  for (const gap of Array.isArray(gaps) ? gaps : []) add(gap && typeof gap === "object" ? gap : {});
  return { element: box, show, read: () => rows.slice(0, shown).map((each) => each.read()) };
}

/** @param {string} text */
function linesOf(text) {
  return text.split("\n").map((each) => each.trim()).filter(Boolean);
}

/**
 * @param {Content} content
 * @param {string} name
 * @returns {Fields}
 */
function itemFields(content, name) {
  const items = Array.isArray(content.items) ? content.items : [];
  const text = manyLines(items.join("\n"));
  return { nodes: [field(name, text)], read: () => ({ ...content, items: linesOf(text.value) }) };
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
      button({ icon: "bin", label: `Take this ${name} out`, className: "bl-icon", onClick: () => remove(entry) }),
    );
    row.append(...form.nodes, tools);
    rows.push(entry);
    box.insertBefore(row, more);
    label();
    return row;
  }
  function label() {
    rows.forEach((each, place) => each.row.setAttribute("aria-label", `${name} ${place + 1}`));
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
  return { element: box, read: () => rows.map((each) => each.read()) };
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
