// @ts-check
// What the buttons and keys of the Markdown editor do to a text and its selection. Pure.

/**
 * The characters from `start` to `end` become `text`; then those from `from` to `to` are selected.
 * @typedef {{ start: number, end: number, text: string, from: number, to: number }} TextEdit
 * @typedef {{ value: string, start: number, end: number }} TextSelection
 * @typedef {(selection: TextSelection) => TextEdit} Format
 */

const ADDRESS = /^(https?:\/\/|mailto:)\S+$/i;
const BEGUN = "https://";

/**
 * Put marks around the selected words, or take them away where they are; spaces at the edges stay outside.
 * @param {string} mark
 * @returns {Format}
 */
function surround(mark) {
  const size = mark.length;
  return ({ value, start, end }) => {
    while (start < end && /\s/.test(value[start])) start += 1;
    while (end > start && /\s/.test(value[end - 1])) end -= 1;
    const words = value.slice(start, end);
    const isAround = (/** @type {number} */ at, /** @type {number} */ to) => countOf(value, mark[0], at, -1) >= size
      && countOf(value, mark[0], to, 1) >= size && (size > 1 || countOf(value, mark[0], at, -1) !== 2);
    if (words && isAround(start, end)) {
      return { start: start - size, end: end + size, text: words, from: start - size, to: end - size };
    }
    if (words.length > 2 * size && isAround(start + size, end - size)) {
      return { start, end, text: words.slice(size, -size), from: start, to: end - 2 * size };
    }
    return { start, end, text: mark + words + mark, from: start + size, to: end + size };
  };
}

/**
 * How often a character stands right before (`step` -1) or after a place.
 * @param {string} value
 * @param {string} character
 * @param {number} at
 * @param {1 | -1} step
 */
function countOf(value, character, at, step) {
  let place = step < 0 ? at - 1 : at;
  let count = 0;
  for (; value[place] === character; place += step) count += 1;
  return count;
}

/** A link of the selected words; its address is selected, to be typed over. @type {Format} */
function link({ value, start, end }) {
  const words = value.slice(start, end);
  if (ADDRESS.test(words)) return { start, end, text: `[](${words})`, from: start + 1, to: start + 1 };
  const from = start + words.length + 3;
  return { start, end, text: `[${words}](${BEGUN})`, from, to: from + BEGUN.length };
}

/** The selected lines become items of a list, or lines again. @type {Format} */
function list({ value, start, end }) {
  const first = value.lastIndexOf("\n", start - 1) + 1;
  const next = value.indexOf("\n", end);
  const last = next < 0 ? value.length : next;
  const lines = value.slice(first, last).split("\n");
  const isList = lines.every((line) => line.startsWith("- "));
  const text = lines.map((line) => (isList ? line.slice(2) : line.startsWith("- ") ? line : `- ${line}`)).join("\n");
  const isOne = lines.length === 1;
  return { start: first, end: last, text, from: isOne ? first + text.length : first, to: first + text.length };
}

/** @type {Record<"bold" | "italic" | "code" | "formula" | "link" | "list", Format>} */
export const FORMATS = { bold: surround("**"), italic: surround("*"), code: surround("`"), formula: surround("$"), link, list };

/**
 * Make an edit in a field as if it was typed: the browser can undo it.
 * @param {HTMLTextAreaElement} area
 * @param {TextEdit} edit
 */
export function applyEdit(area, { start, end, text, from, to }) {
  area.focus();
  area.setSelectionRange(start, end);
  const isDone = document.execCommand(text ? "insertText" : "delete", false, text);
  if (!isDone) {
    area.setRangeText(text, start, end);
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }
  area.setSelectionRange(from, to);
}
