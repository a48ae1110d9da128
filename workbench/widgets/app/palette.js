// @ts-check
// The command palette: a dialog with a field and a list. Sections and commands are found here, the rest by the service.

import { element, subscribe } from "../kit/dom.js";
import { initialize } from "../kit/late_start.js";
import { rank } from "./fuzzy.js";

const SEARCH_AFTER = 150; // milliseconds after the last letter
const SHORTEST = 2; // letters that the service is asked for
const MOST_COMMANDS = 8;
const FIELDS = "input, textarea, [contenteditable='']:not([contenteditable=false]), [contenteditable=true]";
let lastId = 0;

/**
 * @typedef {{ text: string, where: string, anchor: string }} Entry
 * @typedef {{ commands: Entry[] }} PaletteState
 */

/**
 * Whether text is selected in an editor: there the key makes a link.
 * @param {EventTarget | null} target
 */
function hasSelection(target) {
  if (!(target instanceof Element)) return false;
  const field = target.closest(FIELDS);
  if (!field) return false;
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    return field.selectionStart !== field.selectionEnd;
  }
  return !(document.getSelection()?.isCollapsed ?? true);
}

/** @type {import("@anywidget/types").Render<PaletteState>} */
function render({ model, el }) {
  el.classList.add("wb-palette");
  const id = `wb-palette-${(lastId += 1)}`;
  const dialog = element("dialog");
  dialog.setAttribute("aria-label", "Search lessons, people, commands");
  dialog.setAttribute("data-lm-suppress-shortcuts", "true");
  const field = element("input");
  field.type = "text";
  field.placeholder = "Search lessons, people, commands";
  field.autocomplete = "off";
  field.spellcheck = false;
  for (const [name, value] of Object.entries({
    role: "combobox", "aria-label": "Search", "aria-expanded": "true", "aria-autocomplete": "list", "aria-controls": id,
  })) field.setAttribute(name, value);
  const list = element("div", "wb-palette-list");
  list.id = id;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Results");
  const status = element("div", "wb-palette-status");
  status.setAttribute("role", "status");
  dialog.append(field, list, status);
  el.append(dialog);

  /** @type {{ query: string, entries: Entry[] }} */
  let found = { query: "", entries: [] }; // by the service
  /** @type {Entry[]} */
  let shown = [];
  let active = 0;
  let timer = 0;
  const query = () => field.value.trim();

  /** @param {Entry} entry @param {number} index */
  function makeOption(entry, index) {
    const option = element("div", "wb-palette-option");
    option.id = `${id}-${index}`;
    option.setAttribute("role", "option");
    const text = element("bdi", "wb-palette-text", entry.text);
    text.dir = "auto";
    option.append(text, element("span", "wb-palette-where", entry.where));
    option.addEventListener("click", () => choose(entry));
    return option;
  }
  function update() {
    const isAnswered = found.query === query();
    const isAsked = query().length >= SHORTEST;
    const commands = rank(query(), model.get("commands"));
    const fromService = isAsked && isAnswered ? found.entries : [];
    shown = [...(query() ? commands.slice(0, MOST_COMMANDS) : commands), ...fromService];
    active = Math.min(active, Math.max(shown.length - 1, 0));
    list.replaceChildren(...shown.map(makeOption));
    if (isAsked && !isAnswered) status.textContent = "Searching lessons and people …";
    else if (!shown.length) status.textContent = "Nothing found.";
    else status.textContent = `${shown.length} ${shown.length === 1 ? "result" : "results"}`;
    mark();
  }
  function mark() {
    const options = [...list.children];
    for (const [index, option] of options.entries()) option.setAttribute("aria-selected", String(index === active));
    if (options.length) field.setAttribute("aria-activedescendant", `${id}-${active}`);
    else field.removeAttribute("aria-activedescendant");
    options[active]?.scrollIntoView({ block: "nearest" });
  }
  /** @param {Entry} entry */
  function choose(entry) {
    dialog.close();
    /** @type {HTMLElement | null | undefined} */ (el.closest(".wb-app")?.querySelector(".wb-page-main"))?.focus();
    model.send({ intent: "go", anchor: entry.anchor });
  }
  function open() {
    if (dialog.open) return;
    field.value = "";
    active = 0;
    update();
    dialog.showModal();
    field.focus();
  }
  function onInput() {
    active = 0;
    clearTimeout(timer);
    const wanted = query();
    if (wanted.length >= SHORTEST) timer = setTimeout(() => model.send({ intent: "search", query: wanted }), SEARCH_AFTER);
    update();
  }
  /** @param {KeyboardEvent} event */
  function onKey(event) {
    event.stopPropagation();
    if (event.isComposing) return;
    const steps = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: shown.length - 1, PageUp: 0 };
    if (event.key in steps && shown.length) {
      event.preventDefault();
      active = (steps[/** @type {keyof typeof steps} */ (event.key)] + shown.length) % shown.length;
      mark();
    } else if (event.key === "Enter" && shown[active]) {
      event.preventDefault();
      choose(shown[active]);
    }
  }
  /** @param {KeyboardEvent} event */
  function onShortcut(event) {
    const isWanted = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k";
    if (!isWanted || event.defaultPrevented) return;
    const isPage = Boolean(document.getElementById("rendered_cells"));
    const isInside = event.target instanceof Node && Boolean(el.closest(".wb-app")?.contains(event.target));
    if ((!isPage && !isInside) || hasSelection(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    open();
  }
  /** @param {Event} event */
  function onFind(event) {
    if (event.target instanceof Node && el.closest(".wb-app")?.contains(event.target)) open();
  }

  /** @param {{ query?: string, entries?: Entry[] }} message */
  function onMessage({ query: asked, entries }) {
    if (asked === undefined || entries === undefined) return;
    found = { query: asked, entries };
    update();
  }

  field.addEventListener("input", onInput);
  dialog.addEventListener("keydown", onKey);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close(); // beside it
  });
  document.addEventListener("keydown", onShortcut, true);
  document.addEventListener("wb-find", onFind);
  const unsubscribe = subscribe(model, [["msg:custom", onMessage], ["change:commands", update]]);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("keydown", onShortcut, true);
    document.removeEventListener("wb-find", onFind);
    unsubscribe();
  };
}

export default { initialize, render };
