// @ts-check
// Elements of the block list: buttons with pictures, fields under a label, rendered blocks. No text becomes markup.

import { element, openLinksElsewhere, randomId } from "../kit/dom.js";

const SVG = "http://www.w3.org/2000/svg";
const PICTURES = {
  up: "M8 13V3M4 7l4-4 4 4",
  down: "M8 3v10M4 9l4 4 4-4",
  top: "M3 2.5h10M8 14V6M4.5 9.5 8 6l3.5 3.5",
  bottom: "M3 13.5h10M8 2v8M4.5 6.5 8 10l3.5-3.5",
  plus: "M8 3v10M3 8h10",
  before: "M8 2v6M5 5h6M3 12.5h10",
  after: "M8 8v6M5 11h6M3 3.5h10",
  copy: "M5.5 5.5h7v8h-7zM3.5 10.5v-8h7",
  bin: "M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9",
  undo: "M6 3 3 6l3 3M3 6h6a4 4 0 0 1 0 8H6",
  redo: "m10 3 3 3-3 3M13 6H7a4 4 0 0 0 0 8h3",
  edit: "m3 13 .7-3L11 2.7 13.3 5 6 12.3z",
  close: "m4 4 8 8M12 4l-8 8",
  file: "M9 1.5H4v13h8.5V5zM9 1.5V5h3.5M8.2 12V7.5M6.2 9.5l2-2 2 2",
  help: "M8 1.5 9.6 6.4 14.5 8 9.6 9.6 8 14.5 6.4 9.6 1.5 8 6.4 6.4z",
  list: "M2.5 4h11M2.5 8h11M2.5 12h11",
  again: "M13 8a5 5 0 1 1-1.5-3.5M13 2v3h-3",
};

/** @param {keyof typeof PICTURES} name */
function picture(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PICTURES[name]);
  svg.append(path);
  return svg;
}

/**
 * A button with a picture, a text, or both; `hint` names the keys that do the same.
 * @param {{
 *   icon?: keyof typeof PICTURES, text?: string, label?: string, hint?: string, className?: string,
 *   onClick: (event: MouseEvent) => void,
 * }} options
 */
export function button({ icon, text = "", label = text, hint = "", className = "", onClick }) {
  const made = element("button", `bl-b ${className}`);
  made.type = "button";
  if (icon) made.append(picture(icon));
  if (text) made.append(element("span", "", text));
  if (label !== text) made.setAttribute("aria-label", label);
  made.title = hint ? `${label} (${hint})` : label;
  made.addEventListener("click", onClick);
  return made;
}

/**
 * A field under its label; returns the element that holds both.
 * @param {string} name
 * @param {HTMLElement} input
 */
export function field(name, input, className = "") {
  const box = element("div", `bl-field ${className}`);
  const label = element("label", "", name);
  input.id = `bl-field-${randomId()}`;
  label.htmlFor = input.id;
  box.append(label, input);
  return box;
}

/**
 * A box to tick, or one of several to choose, with its text.
 * @param {string} text
 * @param {unknown} isOn
 */
export function tick(text, isOn, type = "checkbox", name = "") {
  const label = element("label", "bl-tick");
  const input = element("input");
  input.type = type;
  input.checked = isOn === true;
  if (name) input.name = name;
  label.append(input, element("span", "", text));
  return { label, input };
}

/**
 * A field of one line.
 * @param {unknown} [value]
 */
export function oneLine(value) {
  const input = element("input");
  input.type = "text";
  input.value = typeof value === "string" ? value : "";
  return input;
}

/** A random id for a block. */
export function newId() {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16)); // a page that is not served securely lacks the former
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * The first words of a content, whatever its type.
 * @param {unknown} content
 */
export function excerptOf(content) {
  /** @type {string[]} */
  const texts = [];
  /** @param {unknown} value */
  function collect(value) {
    if (typeof value === "string") texts.push(value);
    else if (value && typeof value === "object") Object.values(value).forEach(collect);
  }
  collect(content);
  const words = texts.join(" ").replace(/\s+/g, " ").trim();
  return words.length > 80 ? `${words.slice(0, 80)} \u2026` : words;
}

/**
 * A function that does the work when it was not called again for so many milliseconds; `cancel` forgets the last call.
 * @param {number} milliseconds
 * @param {() => void} work
 */
export function debounce(milliseconds, work) {
  let timer = 0;
  const run = () => {
    clearTimeout(timer);
    timer = setTimeout(work, milliseconds);
  };
  run.cancel = () => clearTimeout(timer);
  return run;
}

/**
 * Show HTML that Python has rendered and sanitised (authoring.rendering): the only markup that is ever set.
 * @param {HTMLElement} parent
 * @param {string} html
 * @param {{ language: string, direction: string }} options
 */
export function showRendered(parent, html, { language, direction }) {
  parent.innerHTML = html;
  parent.lang = language.toLowerCase();
  parent.dir = direction;
  openLinksElsewhere(parent);
}
